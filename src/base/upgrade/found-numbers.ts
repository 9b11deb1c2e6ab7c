// The numbers that the stores of a closed data folder have. Only for who has locked the folder: closing a file drops the locks of this process on it.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { journalFile } from '../journal/open-journal.ts';
import { isDamage, ledgerFile } from '../ledger/file.ts';
import { shortLivedFile } from '../short-lived/open-short-lived.ts';
import { numberOf, type Store } from './migrations.ts';

export const storeFile = (dataDir: string, store: Store): string =>
  ({
    state: join(dataDir, 'state.sqlite'),
    journal: journalFile(dataDir),
    ledger: ledgerFile(dataDir),
    'short-lived': shortLivedFile(dataDir),
  })[store];

/** The number of a store's file; undefined where there is none, or none that can be read: its opener says so. */
export function foundNumber(dataDir: string, store: Store): number | undefined {
  const file = storeFile(dataDir, store);
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  const db = new Database(file);
  try {
    return numberOf(db);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  } finally {
    db.close();
  }
}
