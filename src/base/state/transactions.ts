// Transactions of state: nested ones join, and a commit for which no caller waits is synced by a thread of the pool.
import type { Database, Transaction } from 'better-sqlite3';
import { isDiskFull } from '../files/disk.ts';
import { LogSync } from './log-sync.ts';

export interface TransactionsOptions {
  /** Called once per transaction that the disk refused. */
  onDiskFull?: () => void;
  warn: (message: string) => void;
}

/** The disk failed a read, a write or a sync. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_IOERR');

export class Transactions {
  readonly #db: Database;
  readonly #onDiskFull: (() => void) | undefined;
  readonly #log: LogSync;
  /** Created once: a transaction function costs more than a small transaction. */
  readonly #run: Transaction<(work: () => void) => void>;
  readonly #endListeners: (() => void)[] = [];

  constructor(db: Database, { onDiskFull, warn }: TransactionsOptions) {
    this.#db = db;
    this.#onDiskFull = onDiskFull;
    this.#log = new LogSync(db, warn);
    this.#run = db.transaction((work: () => void) => work());
  }

  /** True if it was committed; false if it was rolled back. */
  onEnd(listener: () => void): void {
    this.#endListeners.push(listener);
  }

  get isRunning(): boolean {
    return this.#db.inTransaction;
  }

  tx<T>(work: () => T): T {
    return this.isRunning ? work() : this.#commit(work);
  }

  txUnsynced<T>(work: () => T): T {
    if (this.isRunning) return work();
    this.#db.pragma('synchronous = normal');
    try {
      return this.#commit(work);
    } finally {
      this.#db.pragma('synchronous = full');
      this.#log.owe();
    }
  }

  synced(): Promise<void> {
    return this.#log.paid();
  }

  #commit<T>(work: () => T): T {
    try {
      this.#log.settle();
      let result!: T;
      this.#run.immediate(() => {
        result = work();
      });
      return result;
    } catch (error) {
      if (isDiskFull(error)) this.#onDiskFull?.();
      if (isDiskError(error)) this.#log.doubt();
      throw error;
    } finally {
      for (const listener of this.#endListeners) listener();
    }
  }
}
