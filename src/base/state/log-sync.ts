// The sync of commits that did not wait for one: the log is synced outside the answering thread. A system reports a failed sync once, and the next
// one succeeds although pages were lost; commits behind them would be lost too. So after a failure the log is no longer relied on: its content is
// brought into the database, and it begins again.
import type Database from 'better-sqlite3';
import { syncAside } from '../files/durable.ts';
import { SharedSync } from '../files/shared-sync.ts';

const STILL_READ = 'Syncing state failed, and its log is still being read: nothing is written until that ends.';

export class LogSync {
  readonly #db: Database.Database;
  readonly #warn: (message: string) => void;
  readonly #syncs = new SharedSync(() => this.#sync());
  #isDoubted = false;

  constructor(db: Database.Database, warn: (message: string) => void) {
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
