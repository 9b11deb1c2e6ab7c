// Prepared statements from the files of sql/state: bound by name, with missing and extra names refused.
import type { Database, Statement as Prepared } from 'better-sqlite3';
import { parameterNames, sqlText } from '../kit/sql-files.ts';
import type { Statement } from './state.ts';

type Params = Record<string, unknown>;

/** SQLite has no booleans, and better-sqlite3 binds whole numbers above 32 bits as floating point. */
function bindable(name: string, key: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return BigInt(value);
    if (Number.isFinite(value) && !Number.isInteger(value)) return value;
    throw new TypeError(`${name}: parameter ${key} is ${value}, which no column holds exactly`);
  }
  if (value === null || typeof value === 'string' || typeof value === 'bigint' || Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`${name}: parameter ${key} is of a type SQLite does not take`);
}

function checked(name: string, wanted: ReadonlySet<string>, given: Params): Params {
  const bound: Params = {};
  for (const key of wanted) {
    if (given[key] === undefined) throw new TypeError(`${name}: parameter ${key} is missing`);
    bound[key] = bindable(name, key, given[key]);
  }
  for (const key of Object.keys(given))
    if (!wanted.has(key)) throw new TypeError(`${name}: parameter ${key} is not in the statement`);
  return bound;
}

/** Answers statements by their name under sql/<root>/, each prepared once. */
export function statementsOf(db: Database, root: string): (name: string) => Statement {
  const statements = new Map<string, Statement>();
  return (name) => {
    const known = statements.get(name);
    if (known) return known;
    const text = sqlText(`${root}/${name}`);
    const wanted = parameterNames(text);
    const plain = db.prepare(text) as Prepared<[Params], Params>;
    let big: Prepared<[Params], Params> | undefined;
    const statement: Statement = {
      get: (params = {}) => plain.get(checked(name, wanted, params)),
      all: (params = {}) => plain.all(checked(name, wanted, params)),
      run: (params = {}) => plain.run(checked(name, wanted, params)),
      allBig: (params = {}) => {
        big ??= (db.prepare(text) as Prepared<[Params], Params>).safeIntegers(true);
        return big.all(checked(name, wanted, params));
      },
    };
    statements.set(name, statement);
    return statement;
  };
}
