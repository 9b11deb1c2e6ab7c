// Writes the types of the state's statements, `statements.gen.ts` beside each slice's code: which parameters a statement takes and
// what its rows hold. The files are not committed (bin/artefacts.ts).
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { fillersOf, headerOf, makersOf } from '../../src/base/warehouse/statements.ts';
import { replaceFile } from '../contract-document.ts';
import { type Described, type DescribedStatement, describeStatements } from './state.ts';
import { describeWarehouse, type TypedStatement } from './warehouse.ts';

const typeOf = ({ types, isNullable }: Described): string => [...types, ...(isNullable ? ['null'] : [])].join(' | ');

const membersOf = (described: readonly Described[]): string =>
  described.length === 0 ? '{}' : `{ ${described.map((each) => `${each.name}: ${typeOf(each)}`).join('; ')} }`;

const entryOf = ({ name, params, columns, isReadonly }: DescribedStatement): string =>
  `    '${name}': { params: ${membersOf(params)}; row: ${columns.length === 0 ? 'never' : membersOf(columns)}; isReadonly: ${isReadonly} };`;

function textOf(folder: string, statements: readonly DescribedStatement[]): string {
  const up = '../'.repeat(folder.split('/').length);
  return [
    '// Written by bin/statements/types.ts from sql/state.',
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

const NAME = /^[a-z_]\w*$/i;
const membersText = (members: ReadonlyMap<string, string>): string =>
  members.size === 0
    ? '{}'
    : `{ ${[...members].map(([name, type]) => `${NAME.test(name) ? name : `'${name}'`}: ${type}`).join('; ')} }`;

/** The parameters of all that a statement needs, whichever maker a plan chooses. */
function neededParams(name: string, typed: ReadonlyMap<string, TypedStatement>): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (each: string): void => {
    if (seen.has(each)) return;
    seen.add(each);
    const { needs, unlessEmpty } = headerOf(each);
    for (const relation of [...needs, ...unlessEmpty])
      for (const other of [...makersOf(relation), ...fillersOf(relation)]) visit(other);
    if (each !== name) for (const [param, type] of typed.get(each)?.params ?? []) found.set(param, type);
  };
  visit(name);
  return found;
}

function warehouseText(statements: readonly TypedStatement[]): string {
  const typed = new Map(statements.map((each) => [each.name, each]));
  const entries = statements.map(
    ({ name, params, columns }) =>
      `    '${name}': { params: ${membersText(params)}; needed: ${membersText(neededParams(name, typed))}; row: ${columns.size === 0 ? 'never' : membersText(columns)} };`,
  );
  return [
    '// Written by bin/statements/types.ts from sql/archive, sql/models and sql/warehouse.',
    "import type { Param } from './port.ts';",
    "declare module './statements.ts' {",
    '  interface WarehouseStatements {',
    ...entries,
    '  }',
    '}',
    'export type { Param };',
    '',
  ].join('\n');
}

/** No file is missing at any moment: other checks, which run beside this one, read them. */
export async function writeStatementTypes(): Promise<void> {
  const texts = new Map<string, string>();
  for (const [folder, statements] of Map.groupBy(describeStatements(), folderOf))
    texts.set(join('src', folder, 'statements.gen.ts'), textOf(folder, statements));
  texts.set(join('src', 'base', 'warehouse', 'statements.gen.ts'), warehouseText(await describeWarehouse()));
  for (const [file, text] of texts) replaceFile(projectFile(file), text);
  for (const file of globSync('src/**/statements.gen.ts', { cwd: projectRoot })) if (!texts.has(file)) rmSync(projectFile(file));
}
