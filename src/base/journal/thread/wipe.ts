// Overwrites everything that was ever deleted. Its bytes remain in free pages, in the log, and as old copies beside the cells of pages. So
// the free pages are filled with zeros, a few megabytes at a time, and freed again; then the log is emptied and each page is cleaned.
import type { Database } from 'better-sqlite3';
import { sqlText } from '../../sql/sql-files.ts';
import { SlackWiper } from '../../sql/sqlite-slack.ts';
import type { JournalDb } from './journal-db.ts';

const FILL_PAGES = 2_000;
/** The time to wait for readers of older pages; appends wait as long. */
const PATIENCE_MS = 20;

export const countFreePages = (db: Database): number => Number(db.pragma('freelist_count', { simple: true }));

export class Wipe {
  readonly #file: string;
  #slack: SlackWiper | undefined;
  /** The next page to clean, once the free ones are overwritten. */
  #page: number | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  restart(): void {
    this.#page = undefined;
  }

  /** True = nothing is left to overwrite. */
  step(db: JournalDb): boolean {
    if (this.#page === undefined) {
      if (fillFreePages(db)) return false;
      db.transaction(() => db.connection.exec(sqlText('journal/wipe_end')));
      this.#page = 1;
    }
    this.#slack ??= new SlackWiper(this.#file);
    this.#page = this.#slack.step(db.connection, this.#page, PATIENCE_MS);
    return this.#page === undefined;
  }

  close(): void {
    this.#slack?.close();
  }
}

/** False = no page is free. */
function fillFreePages(db: JournalDb): boolean {
  const { connection } = db;
  const pages = Math.min(countFreePages(connection), FILL_PAGES);
  if (pages === 0) return false;
  const bytes = pages * Number(connection.pragma('page_size', { simple: true }));
  db.transaction(() => {
    connection.exec(sqlText('journal/wipe_begin'));
    connection.prepare(sqlText('journal/wipe_fill')).run(bytes);
  });
  return true;
}
