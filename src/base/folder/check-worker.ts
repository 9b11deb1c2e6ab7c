// Reads whole SQLite databases while others write to them, and says of each whether its pages fit together, its indexes fit its tables, and which
// rows of a journal or ledger, or decisions of state, are not as they were written. In a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { damagedRows, type RowDamage } from '../journal/row-sums.ts';
import { ledgerDamage } from '../ledger/entry-sums.ts';
import { decisionDamage } from '../state/decision-sums.ts';

const MAX_ROWS = 100;

export interface FileToCheck {
  file: string;
  store: 'state' | 'journal' | 'ledger';
}

export interface Verdict {
  /** `ok`, or what is wrong with the pages, or with decisions in them. */
  pages: string;
  rows: RowDamage[];
}

/** What is wrong with rows that have checksums; undefined where nothing is. */
const DAMAGE_OF = { state: decisionDamage, ledger: ledgerDamage } as const;

function verdictOn({ file, store }: FileToCheck): Verdict {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      db.pragma('busy_timeout = 5000');
      const pages = db.pragma('integrity_check(1)', { simple: true }) as string;
      if (pages !== 'ok') return { pages, rows: [] };
      if (store === 'journal') return { pages, rows: damagedRows(db, MAX_ROWS) };
      return { pages: DAMAGE_OF[store](db) ?? 'ok', rows: [] };
    } finally {
      db.close();
    }
  } catch (error) {
    return { pages: (error as Error).message, rows: [] };
  }
}

parentPort?.postMessage((workerData as FileToCheck[]).map(verdictOn));
