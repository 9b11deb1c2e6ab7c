// The statements of sql/state: one file per table in the folder of a slice, each statement under a line `-- name: …`, known by its slice and its name
// (`account/keys/api_key_get`), which is unique within the slice. Prepared once, bound by name, with missing and extra names refused.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Statement as Prepared } from 'better-sqlite3';
import { projectFile } from '../kit/paths.ts';
import { parametersByPlace } from '../sql/sql-files.ts';
import type { BigRow, ParamsOf, RowOf, State, Statement, StatementName, StateStatement } from './state.ts';

type Params = Record<string, unknown>;

/** SQLite has no booleans, and better-sqlite3 binds whole numbers above 32 bits as floating point. */
function bindable(name: string, key: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return BigInt(value);
    if (Number.isFinite(value) && !Number.isInteger(value)) return value;
    throw new TypeError(`${name}: parameter ${key} is ${value}, which no column can store exactly`);
  }
  if (value === null || typeof value === 'string' || typeof value === 'bigint' || Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`${name}: parameter ${key} is of a type SQLite does not take`);
}

/** Orders named values by a statement's places. */
function binder(name: string, places: readonly string[]): (input: Params) => unknown[] {
  const wanted = new Set(places);
  return (input) => {
    const bound = new Array<unknown>(places.length);
    for (let at = 0; at < places.length; at += 1) {
      const key = places[at] as string;
      const value = input[key];
      if (value === undefined) throw new TypeError(`${name}: parameter ${key} is missing`);
      bound[at] = bindable(name, key, value);
    }
    const keys = Object.keys(input);
    if (keys.length !== wanted.size)
      for (const key of keys) if (!wanted.has(key)) throw new TypeError(`${name}: parameter ${key} is not in the statement`);
    return bound;
  };
}

/** Answers statements by their name, each prepared once. */
export function statementsOf(db: Database): <Name extends StatementName>(name: Name) => StateStatement<Name> {
  const statements = new Map<string, unknown>();
  return <Name extends StatementName>(name: Name): StateStatement<Name> => {
    const cached = statements.get(name);
    // bin/statements/types.ts derives the types of a name from its very text.
    if (cached) return cached as StateStatement<Name>;
    // Bound by place: the engine looks up each name again for each row, which costs more than the values.
    const { text, names } = parametersByPlace(statementText(name));
    const bind = binder(name, names);
    const plain = db.prepare(text) as Prepared<[unknown[]], Params>;
    let big: Prepared<[unknown[]], Params> | undefined;
    const statement = {
      get: (params: Params = {}) => plain.get(bind(params)),
      all: (params: Params = {}) => plain.all(bind(params)),
      run: (params: Params = {}) => plain.run(bind(params)),
      allBig: (params: Params = {}) => {
        big ??= (db.prepare(text) as Prepared<[unknown[]], Params>).safeIntegers(true);
        return big.all(bind(params));
      },
    };
    statements.set(name, statement);
    return statement as unknown as StateStatement<Name>;
  };
}

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

// Statements about one profile: its id is set once and not with each call.

/** A statement with a parameter `profile_id`. */
export type ProfileStatementName = {
  [Name in StatementName]: 'profile_id' extends keyof ParamsOf<Name> ? Name : never;
}[StatementName];

type Rest<Name extends ProfileStatementName> = Omit<ParamsOf<Name>, 'profile_id'>;

export interface ProfileStatements {
  /** The rows, with every integer as bigint. */
  rows<Name extends ProfileStatementName>(name: Name, params: Rest<Name>): BigRow<RowOf<Name>>[];
  /** The number of changed rows. */
  run<Name extends ProfileStatementName>(name: Name, params: Rest<Name>): number;
}

export function statementsOfProfile(state: Pick<State, 'statement'>, profileId: string): ProfileStatements {
  // The compiler cannot put a parameter back that it has taken out of a type it does not know yet.
  const whole = <Name extends ProfileStatementName>(name: Name) =>
    state.statement(name) as unknown as Statement<{ profile_id: string }, RowOf<Name>>;
  return {
    rows: (name, params) => whole(name).allBig({ profile_id: profileId, ...params }),
    run: (name, params) => whole(name).run({ profile_id: profileId, ...params }).changes,
  };
}
