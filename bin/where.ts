// Answers where an operation lives: `node bin/where.ts getOverview` prints its contract entry, handler, statement and test.
// It keeps no list; the one name rule of the house is what it follows.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { readStatements } from '../src/base/state/statement-files.ts';

const NOTHING = '(none)';

/** `file:line` of the first line that matches, in the files of a pattern. */
function firstMatch(pattern: string, line: RegExp): string | undefined {
  for (const file of globSync(pattern, { cwd: projectRoot }).sort()) {
    const at = readFileSync(projectFile(file), 'utf8')
      .split('\n')
      .findIndex((text) => line.test(text));
    if (at >= 0) return `${file}:${at + 1}`;
  }
  return undefined;
}

/** getOverviewSeries → overview_series_get: the noun comes first, so that a resource's statements stand together. */
function statementName(operationId: string): string {
  const words = operationId
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
  const [verb, ...noun] = words;
  return [...noun, verb].join('_');
}

/** Statements that a file of TypeScript names: sqlText('warehouse/…') and state.statement('account/…'). */
function statementsIn(place: string | undefined): string[] {
  if (!place) return [];
  const text = readFileSync(projectFile(place.split(':')[0] as string), 'utf8');
  const names = [...text.matchAll(/(sqlText|statement)\('([^']+)'\)/g)].flatMap(([, how, name = '']) =>
    how === 'sqlText' ? `sql/${name}.sql` : (ofState.get(name)?.place ?? []),
  );
  return [...new Set(names)].filter((file) => existsSync(projectFile(file.replace(/:\d+$/, ''))));
}

const ofState = readStatements();

/** Statements of the operation's own name: a file of the warehouse, or a statement of state in the file of its table. */
function statementsNamed(name: string): string[] {
  const inState = [...ofState.values()].filter((each) => each.name.endsWith(`/${name}`)).map(({ place }) => place);
  return [...globSync(`sql/warehouse/*/*/${name}.sql`, { cwd: projectRoot }), ...inState].sort();
}

const [operationId] = process.argv.slice(2);
if (!operationId || !/^[a-z]\w*$/.test(operationId)) {
  process.stderr.write('usage: node bin/where.ts <operationId>, e.g. getOverview\n');
  process.exit(2);
}

const contract = firstMatch('src/*/*/contract.yaml', new RegExp(`operationId: ${operationId}$`));
if (!contract) {
  process.stderr.write(`no contract.yaml has the operation ${operationId}\n`);
  process.exit(1);
}
const handler = firstMatch('src/*/*/*.ts', new RegExp(`^export (const|async function|function) ${operationId}\\b`));
// A handler that asks for more than the one statement of its name is answered with what its file names.
const named = statementsNamed(statementName(operationId));
const statements = named.length > 0 ? named : statementsIn(handler);
const rows = [
  ['contract ', contract],
  ['handler  ', handler ?? NOTHING],
  ['statement', statements.join('  ') || NOTHING],
  ['test     ', firstMatch('test/**/*.test.ts', new RegExp(`^test\\('${operationId}'`)) ?? NOTHING],
];
for (const [name, place] of rows) process.stdout.write(`${name}  ${place}\n`);
