// Prepared statements from the files of sql/state: bound by name, with missing and extra names refused.
import type { Database, Statement as Prepared } from 'better-sqlite3';
import { parametersByPlace } from '../sql/sql-files.ts';
import type { StatementName, StateStatement } from './state.ts';
import { statementText } from './statement-files.ts';

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
