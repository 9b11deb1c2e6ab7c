// Files of a move as a stranger would make them who has the key: rows changed or added, then signed again like a true one. And rows that are
// made up from the schema, so that a table that is added is tried without a line here.
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  type MoveKey,
  type MoveManifest,
  parseMoveKey,
  readMoveFile,
  signatureOf,
  unsealMove,
} from '../../../src/base/move/move-file.ts';
import { digestOf, movedTables, OTHER_TABLES, WAITING_COLUMNS } from '../../../src/base/move/move-plan.ts';
import { withSealThread } from '../../../src/base/sealing/sealed-files.ts';
import { columnsOf } from '../../../src/base/state/references.ts';

type Db = Database.Database;
type Row = Record<string, unknown>;

export interface TrueMove {
  file: string;
  keyFile: string;
  /** What is in the file, clear. */
  opened: string;
}

const keyIn = (keyFile: string): MoveKey => parseMoveKey(readFileSync(keyFile, 'utf8'));

export const openMove = (file: string, keyFile: string, to: string): Promise<void> => unsealMove(file, keyIn(keyFile), to);

export const sealMove = (clear: string, keyFile: string, to: string): Promise<unknown> =>
  withSealThread({ identity: keyIn(keyFile) }, (thread) => thread.seal(clear, to));

/** A clear copy with changes, signed by the key of the original; answers its manifest. */
export function forge(
  { keyFile, opened }: Pick<TrueMove, 'keyFile' | 'opened'>,
  to: string,
  state: Db,
  change: (db: Db, manifest: MoveManifest) => void,
): MoveManifest {
  rmSync(to, { force: true });
  copyFileSync(opened, to);
  const key = keyIn(keyFile);
  const { db: read, manifest } = readMoveFile(opened, opened, key);
  read.close();
  const db = new Database(to);
  db.pragma('journal_mode = off');
  change(db, manifest);
  for (const [table, select] of selectsOf(state)) {
    try {
      manifest.contents[table] = digestOf(db, select, []);
    } catch {
      // The table is gone or another: the digest of what was there stays.
    }
  }
  db.prepare('update move_manifest set manifest = ?, signature = ?').run(JSON.stringify(manifest), signatureOf(key, manifest));
  db.close();
  return manifest;
}

function selectsOf(state: Db): [string, string][] {
  const tables = movedTables(state).map(({ table, columns }): [string, string] => [
    table,
    `select ${columns.map((name) => `"${name}"`).join(', ')} from "t_${table}" order by rowid`,
  ]);
  const outcomes = OTHER_TABLES['t_outcomes']?.join(', ');
  return [
    ...tables,
    ['outcomes', `select ${outcomes} from t_outcomes order by rowid`],
    ['waiting', `select ${WAITING_COLUMNS} from t_waiting order by rowid`],
  ];
}

/** The first value that the check of a column allows, as far as it can be read. */
function allowed(sql: string, column: string): unknown {
  const list = new RegExp(`\\b${column} in \\(\\s*('[^']*'|\\d+)`).exec(sql)?.[1];
  if (list !== undefined) return list.startsWith("'") ? list.slice(1, -1) : Number(list);
  if (new RegExp(`json_valid\\(${column}\\)`).test(sql)) return '{}';
  return undefined;
}

function example(name: string, type: string, n: number): unknown {
  if (['integer', 'real'].includes(type.toLowerCase())) return n;
  return type.toLowerCase() === 'blob' ? Buffer.from(`${name} ${n}`) : `made up ${name} ${n}`;
}

/** A row that the table accepts, with these values; another `n` makes another row. */
export function madeUp(state: Db, table: string, values: Row, n = 1): Row {
  const sql = String(state.prepare('select sql from sqlite_schema where name = ?').pluck().get(table));
  const row: Row = {};
  for (const { name, type } of columnsOf(state, table)) {
    row[name] = values[name] ?? allowed(sql, name) ?? example(name, type, n);
  }
  if ('customer_b' in row && values['customer_b'] === undefined) row['customer_b'] = n + 1;
  return row;
}

export function insert(db: Db, table: string, row: Row): void {
  const names = Object.keys(row);
  db.prepare(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
  ).run(...Object.values(row));
}

/** Into the file's table, whose columns are fewer. */
export function insertMoved(db: Db, state: Db, table: string, row: Row): void {
  const columns = movedTables(state).find((each) => each.table === table)?.columns ?? [];
  insert(db, `t_${table}`, Object.fromEntries(columns.map((name) => [name, row[name]])));
}

/** Every row of every table but the audit, whose only change is that of a refusal. */
export function contentsOf(state: Db): string {
  const tables = state
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'search_index%' and name not like 'knowledge_index%' order by name",
    )
    .pluck()
    .all();
  return tables
    .filter((table) => table !== 'audit')
    .map((table) => `${table} ${digestOf(state, `select * from "${table}"`, [])}`)
    .join('\n');
}
