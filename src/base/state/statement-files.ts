// Reads the statements of sql/state: one file per table in the folder of a slice, each statement under a line `-- name: …`. A statement is
// known by its slice and its name (`account/keys/api_key_get`), which is unique within the slice.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../kit/paths.ts';

export interface StatementText {
  /** The slice and the statement, e.g. `account/keys/api_key_get`. */
  name: string;
  slice: string;
  /** The file and the line of the name: `sql/state/account/access/api_keys.sql:12`. */
  place: string;
  text: string;
}

const NAME = /^-- name: ([a-z][a-z0-9_]*)$/;
/** Files of the schema, not of statements. */
const OTHERS = ['schema/', 'move/'];

function statementsIn(folder: string, file: string): StatementText[] {
  const slice = file.slice(0, file.lastIndexOf('/'));
  const found: (Omit<StatementText, 'text'> & { lines: string[] })[] = [];
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    const [, name] = NAME.exec(line) ?? [];
    if (name !== undefined) found.push({ name: `${slice}/${name}`, slice, place: `sql/state/${file}:${at + 1}`, lines: [] });
    else if (found.length > 0) found.at(-1)?.lines.push(line);
    else if (line.trim() !== '') throw new Error(`sql/state/${file} must begin with a line "-- name: …"`);
  }
  return found.map(({ lines, ...statement }) => ({ ...statement, text: lines.join('\n').trim().replace(/;$/, '') }));
}

/** The statements of all files by name; throws an error that names a statement which two places have. */
export function readStatements(pattern = '**/*.sql', folder = projectFile('sql', 'state')): Map<string, StatementText> {
  const byName = new Map<string, StatementText>();
  const files = globSync(pattern, { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  for (const file of files.filter((each) => !OTHERS.some((other) => each.startsWith(other))).sort())
    for (const statement of statementsIn(folder, file)) {
      const twin = byName.get(statement.name);
      if (twin) throw new Error(`${statement.name} is in ${twin.place} and again in ${statement.place}`);
      byName.set(statement.name, statement);
    }
  return byName;
}

const bySlice = new Map<string, ReadonlyMap<string, StatementText>>();

/** The text of a statement. The files of its slice are read once. */
export function statementText(name: string): string {
  const slice = name.slice(0, name.lastIndexOf('/'));
  let statements = bySlice.get(slice);
  if (!statements) {
    statements = readStatements(`${slice}/*.sql`);
    bySlice.set(slice, statements);
  }
  const found = statements.get(name);
  if (!found) throw new Error(`sql/state/${slice} has no statement named ${name.slice(slice.length + 1)}`);
  return found.text;
}
