// Where an operation is: its contract entry, handler, test, and the statements that its handler runs. It keeps no list; the one name rule of
// the house and the code are what it follows.
import { globSync, readFileSync } from 'node:fs';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { planLabels } from '../src/base/warehouse/statements.ts';
import { type Ran, runBy } from './code-map.ts';

export interface Places {
  contract: string | undefined;
  handler: string | undefined;
  test: string | undefined;
  /** The slice's own place, or others where its code names none. */
  statements: Ran[];
  /** Places of other slices: access, audit, their answers to it. */
  others: Ran[];
  /** By which the plans of the slice choose among the makers of a relation. */
  labels: ReadonlySet<string>;
}

const texts = new Map<string, string[]>();
const linesOf = (file: string): string[] => {
  const cached = texts.get(file) ?? readFileSync(projectFile(file), 'utf8').split('\n');
  texts.set(file, cached);
  return cached;
};
const files = new Map<string, string[]>();
const filesOf = (pattern: string): string[] => {
  const cached = files.get(pattern) ?? globSync(pattern, { cwd: projectRoot }).sort();
  files.set(pattern, cached);
  return cached;
};

/** `file:line` of the first line that matches, in the files of a pattern. */
function firstMatch(pattern: string, line: RegExp): string | undefined {
  for (const file of filesOf(pattern)) {
    const at = linesOf(file).findIndex((text) => line.test(text));
    if (at >= 0) return `${file}:${at + 1}`;
  }
  return undefined;
}

export const operationIds = (): string[] =>
  filesOf('src/*/*/contract.yaml').flatMap((file) =>
    linesOf(file).flatMap((line) => /operationId: (\w+)$/.exec(line)?.[1] ?? []),
  );

/** The test that has the operation as its title, at best as the title of a file's whole test; or else what mentions it, first beside the slice. */
function testOf(operationId: string, slice: string): string | undefined {
  const mentioned = new RegExp(`\\b${operationId}\\b`);
  return (
    firstMatch('test/**/*.test.ts', new RegExp(`^test\\('${operationId}'`)) ??
    firstMatch('test/**/*.test.ts', new RegExp(`^\\s+(?:await )?\\w+\\.test\\('${operationId}'`)) ??
    firstMatch(`test/${slice}/**/*.test.ts`, mentioned) ??
    firstMatch('test/**/*.test.ts', mentioned)
  );
}

const isOf = (file: string, slice: string): boolean =>
  [`sql/state/${slice}/`, `sql/warehouse/${slice}/`].some((folder) => file.startsWith(folder)) ||
  file === `sql/state/${slice}.sql`;

export function placesOf(operationId: string): Places {
  const contract = firstMatch('src/*/*/contract.yaml', new RegExp(`operationId: ${operationId}$`));
  const handler = firstMatch('src/**/*.ts', new RegExp(`^export (const|async function|function) ${operationId}\\b`));
  const slice = contract?.split('/').slice(1, 3).join('/') ?? '';
  const test = testOf(operationId, slice);
  const { ran, texts: named } = handler
    ? runBy(handler.split(':')[0] ?? '', operationId, `src/${slice}/`)
    : { ran: [], texts: new Set<string>() };
  const labels = new Set([...planLabels()].filter((label) => named.has(label)));
  const own = ran.filter(({ file }) => isOf(file, slice));
  // The models that update figures run on every request for figures; a statement's lineage names the models that it depends on.
  const others = ran.filter(({ file }) => !isOf(file, slice) && !file.startsWith('sql/models/'));
  const found = { contract, handler, test, labels };
  return own.length > 0 ? { ...found, statements: own, others } : { ...found, statements: others, others: [] };
}
