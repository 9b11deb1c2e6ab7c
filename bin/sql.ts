// Writes the types of the state's statements, `statements.gen.ts` beside each slice's code: which parameters a statement takes and
// what its rows hold. The files are not committed: `npm run check` writes them before it checks types.
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { type Described, type DescribedStatement, describeStatements } from './sql-statements.ts';

const typeOf = ({ types, isNullable }: Described): string => [...types, ...(isNullable ? ['null'] : [])].join(' | ');

const membersOf = (described: readonly Described[]): string =>
  described.length === 0 ? '{}' : `{ ${described.map((each) => `${each.name}: ${typeOf(each)}`).join('; ')} }`;

const entryOf = ({ name, params, columns }: DescribedStatement): string =>
  `    '${name}': { params: ${membersOf(params)}; row: ${columns.length === 0 ? 'never' : membersOf(columns)} };`;

function textOf(folder: string, statements: readonly DescribedStatement[]): string {
  const up = '../'.repeat(folder.split('/').length);
  return [
    '// Written by bin/sql.ts from sql/state.',
    `import type { SqlInteger, SqlValue } from '${up}base/state/state.ts';`,
    `declare module '${up}base/state/state.ts' {`,
    '  interface StateStatements {',
    ...statements.map(entryOf),
    '  }',
    '}',
    'export type { SqlInteger, SqlValue };',
    '',
  ].join('\n');
}

const folderOf = ({ slice }: DescribedStatement): string => (slice === 'base' ? 'base/state' : slice);

try {
  const slices = Map.groupBy(describeStatements(), folderOf);
  for (const file of globSync('src/**/statements.gen.ts', { cwd: projectRoot })) rmSync(projectFile(file));
  for (const [folder, statements] of slices)
    writeFileSync(projectFile('src', folder, 'statements.gen.ts'), textOf(folder, statements));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
