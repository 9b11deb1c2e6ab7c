// Reads whole SQLite databases while others write to them, and says of each whether its pages fit together, its indexes fit its tables, and which
// rows of a journal or decisions of state are not as they were written. In a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { damagedRows, type RowDamage } from './journal/row-sums.ts';
import { decisionDamage } from './state/decision-sums.ts';

const MAX_ROWS = 100;

export interface FileToCheck {
  file: string;
  isJournal: boolean;
}

export interface Verdict {
  /** `ok`, or what is wrong with the pages, or with decisions in them. */
  pages: string;
  rows: RowDamage[];
}

function verdictOn({ file, isJournal }: FileToCheck): Verdict {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      db.pragma('busy_timeout = 5000');
      const pages = db.pragma('integrity_check(1)', { simple: true }) as string;
      if (pages !== 'ok') return { pages, rows: [] };
      return isJournal ? { pages, rows: damagedRows(db, MAX_ROWS) } : { pages: decisionDamage(db) ?? 'ok', rows: [] };
    } finally {
      db.close();
    }
  } catch (error) {
    return { pages: (error as Error).message, rows: [] };
  }
}

parentPort?.postMessage((workerData as FileToCheck[]).map(verdictOn));
