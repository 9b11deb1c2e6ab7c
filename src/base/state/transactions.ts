// Transactions of state: nested ones join, and a commit for which no caller waits is synced by a thread of the pool. A system reports a failed sync
// once, and the next one succeeds although pages were lost; commits behind them would be lost too. So after a failure the log is no longer relied on:
// its content is brought into the database, and it begins again.

import type { Database, Transaction } from 'better-sqlite3';
import { isDiskFull } from '../files/disk.ts';
import { syncAside } from '../files/durable.ts';

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

export class SharedSync {
  readonly #sync: () => Promise<void>;
  #written = 0;
  #onDisk = 0;
  #running: Promise<void> | undefined;

  /** @param sync syncs what was written. */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Something was written that no sync has covered. */
  owe(): void {
    this.#written += 1;
  }

  /** Resolves when what was written before the call is on disk; at once where nothing is owed. Rejects as the sync does. */
  async paid(): Promise<void> {
    const written = this.#written;
    while (this.#onDisk < written) {
      this.#running ??= this.#run();
      await this.#running;
    }
  }

  async #run(): Promise<void> {
    const covered = this.#written;
    try {
      await this.#sync();
      this.#onDisk = covered;
    } finally {
      this.#running = undefined;
    }
  }
}

const STILL_READ = 'Syncing state failed, and its log is still being read: nothing is written until that ends.';

export class LogSync {
  readonly #db: Database;
  readonly #warn: (message: string) => void;
  readonly #syncs = new SharedSync(() => this.#sync());
  #isDoubted = false;

  constructor(db: Database, warn: (message: string) => void) {
    this.#db = db;
    this.#warn = warn;
  }

  /** Something was committed that no sync has covered. */
  owe(): void {
    this.#syncs.owe();
  }

  /** Resolves when what was committed before the call is on disk; at once where nothing is owed. */
  paid(): Promise<void> {
    return this.#syncs.paid();
  }

  /** Part of the log may be lost, though it can be read. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Throws while the log is doubted and what it contains cannot be brought into the database. */
  settle(): void {
    if (!this.#isDoubted) return;
    const patience = this.#db.pragma('busy_timeout', { simple: true });
    this.#db.pragma('busy_timeout = 0');
    try {
      const [{ busy } = { busy: 1 }] = this.#db.pragma('wal_checkpoint(restart)') as { busy: number }[];
      if (busy !== 0) throw Object.assign(new Error(STILL_READ), { code: 'SQLITE_IOERR_FSYNC' });
      this.#isDoubted = false;
    } finally {
      this.#db.pragma(`busy_timeout = ${patience}`);
    }
  }

  async #sync(): Promise<void> {
    // The connection that closes has synced everything, and its log is gone.
    if (!this.#db.open) return;
    if (!this.#isDoubted)
      await syncAside(`${this.#db.name}-wal`).catch((error: Error) => {
        this.#warn(`Syncing state failed (${error.message}); the content of its log is written into the database.`);
        this.#isDoubted = true;
      });
    if (this.#db.open) this.settle();
  }
}
