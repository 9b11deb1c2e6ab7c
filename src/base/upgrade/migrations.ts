// The numbered migrations of the SQLite stores (sql/migrations): each runs in one transaction with its number, which the file keeps as SQLite's
// `user_version`. So a file is always of one whole number, whenever the process ends.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { addRowSum } from '../journal/row-sums.ts';
import { projectFile } from '../kit/paths.ts';
import { inCode } from './in-code.ts';

export const STORES = ['state', 'journal', 'ledger', 'short-lived'] as const;
export type Store = (typeof STORES)[number];

/** The numbers of the first release. Files of lower ones are of versions before it. */
export const BASELINE: Readonly<Record<Store, number>> = { state: 1, journal: 3, ledger: 3, 'short-lived': 1 };

export interface Migration {
  number: number;
  /** As in its file, e.g. `add-notes`. */
  name: string;
  sql: string;
}

const FILE = /^(\d{4})-([a-z0-9-]+)\.sql$/;
const read = new Map<Store, readonly Migration[]>();

/** The migrations in a folder of a store, in order. @throws Error for a file without a number, and for a number that is missing or there twice */
export function readMigrations(folder: string, baseline: number): Migration[] {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.map((file, i) => {
    const [, digits, name = ''] = FILE.exec(file) ?? [];
    const number = Number(digits);
    if (number !== baseline + 1 + i)
      throw new Error(`${join(folder, file)} has to be number ${baseline + 1 + i}, written like 0002-add-notes.sql.`);
    return { number, name, sql: readFileSync(join(folder, file), 'utf8') };
  });
}

export function migrationsOf(store: Store): readonly Migration[] {
  const migrations = read.get(store) ?? readMigrations(projectFile('sql', 'migrations', store), BASELINE[store]);
  read.set(store, migrations);
  return migrations;
}

/** The number that a file of this version has. */
export const currentNumber = (store: Store): number => BASELINE[store] + migrationsOf(store).length;

export const numberOf = (db: Database): number => Number(db.pragma('user_version', { simple: true }));

export interface MigrateOptions {
  /** Receives each migration before it runs. */
  onMigration?: ((migration: Migration) => void) | undefined;
  /** Runs in the transaction of the last one; what it throws undoes that one. */
  finish?: (() => void) | undefined;
}

/** Brings an open file of a release to this version; one that is of this version, or of none, stays as it is. */
export function migrate(db: Database, store: Store, { onMigration, finish }: MigrateOptions = {}): void {
  const number = numberOf(db);
  if (number < BASELINE[store]) return;
  const due = migrationsOf(store).filter((each) => each.number > number);
  if (due.length === 0) return;
  const enforced = db.pragma('foreign_keys', { simple: true });
  // In a transaction this says nothing to SQLite.
  db.pragma('foreign_keys = off');
  db.pragma('secure_delete = on');
  if (store === 'journal') addRowSum(db);
  try {
    for (const migration of due) {
      onMigration?.(migration);
      const isLast = migration === due.at(-1);
      db.transaction(() => run(db, store, migration, isLast ? finish : undefined)).immediate();
    }
  } finally {
    db.pragma(`foreign_keys = ${enforced}`);
  }
}

function run(db: Database, store: Store, { number, name, sql }: Migration, finish?: () => void): void {
  db.exec(sql);
  inCode[`${store} ${number}`]?.(db);
  const broken = db.prepare<[], { table: string }>('select distinct "table" from pragma_foreign_key_check').all();
  if (broken.length > 0)
    throw new Error(
      `after migration ${number} (${name}) of ${store}, rows of ${broken.map(({ table }) => table).join(', ')} name rows that do not exist`,
    );
  db.pragma(`user_version = ${number}`);
  finish?.();
}
