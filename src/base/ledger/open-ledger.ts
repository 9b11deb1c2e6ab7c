// The ledger as its callers see it: writes are gathered for the thread, one message at a time, and reads use a connection of their own.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { sqlText } from '../sql/sql-files.ts';
import {
  type Entry,
  type FromLedgerThread,
  type Lane,
  type Ledger,
  LedgerRefusal,
  type Operation,
  type ToLedgerThread,
} from './ledger.ts';

/** Rows of one transaction. */
const BATCH_ROWS = 5_000;
const MAX_WAITING = 200_000;
const RESTART_MS = 1_000;

export const ledgerFile = (dataDir: string): string => join(dataDir, 'ledger.sqlite');

export interface OpenLedgerOptions {
  /** Receives why the thread died, before it is started again. */
  onDeath?: (error: Error) => void;
  /** Receives where a file went that is no ledger. */
  onDamaged?: (movedTo: string) => void;
}

interface Waiting {
  operations: readonly Operation[];
  resolve: (changes: number[]) => void;
  reject: (error: Error) => void;
}

/** Gathers writes while the thread is busy with others. */
class LedgerThread {
  readonly #file: string;
  readonly #onDeath: (error: Error) => void;
  #worker: Worker | undefined;
  #queue: Waiting[] = [];
  #inFlight: Waiting[] = [];
  #waiting = 0;
  #id = 0;
  #isClosed = false;
  #whenIdle: (() => void)[] = [];

  constructor(file: string, onDeath: (error: Error) => void) {
    this.#file = file;
    this.#onDeath = onDeath;
  }

  get waiting(): number {
    return this.#waiting;
  }

  start(): Promise<void> {
    const worker = new Worker(new URL('./ledger-worker.ts', import.meta.url), {
      workerData: { file: this.#file },
      // TRICKY: handles that a thread leaves would be closed with it, and with them go the locks of this process on the file.
      trackUnmanagedFds: false,
    });
    return new Promise((resolve, reject) => {
      let death = new Error('the thread of the ledger ended');
      worker.on('message', (message: FromLedgerThread) => {
        if (!('ready' in message)) return this.#answer(message);
        this.#worker = worker;
        resolve();
        this.#send();
      });
      worker.on('error', (error) => {
        death = error instanceof Error ? error : death;
      });
      worker.on('exit', () => {
        reject(death);
        if (this.#worker === worker) this.#lost(death);
      });
    });
  }

  write(operations: readonly Operation[]): Promise<number[]> {
    if (operations.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new LedgerRefusal('closed', 'The ledger is closed.');
      if (this.#waiting > 0 && this.#waiting + operations.length > MAX_WAITING)
        throw new LedgerRefusal('queue_full', `${this.#waiting} rows wait to be written to the ledger.`);
      this.#waiting += operations.length;
      this.#queue.push({ operations, resolve, reject });
      // Requests of one turn of the event loop are sent together.
      if (this.#queue.length === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    if (!this.#worker || this.#inFlight.length > 0 || this.#queue.length === 0) return;
    let rows = 0;
    let count = 0;
    for (const { operations } of this.#queue) {
      if (count > 0 && rows + operations.length > BATCH_ROWS) break;
      rows += operations.length;
      count += 1;
    }
    this.#inFlight = this.#queue.splice(0, count);
    this.#id += 1;
    const message: ToLedgerThread = { id: this.#id, operations: this.#inFlight.flatMap(({ operations }) => operations) };
    this.#worker.postMessage(message);
  }

  #answer(message: Exclude<FromLedgerThread, { ready: true }>): void {
    if (message.id !== this.#id) return;
    const answered = this.#inFlight.splice(0);
    let from = 0;
    for (const { operations, resolve, reject } of answered) {
      this.#waiting -= operations.length;
      if ('failure' in message) reject(new LedgerRefusal('write_failed', `The ledger could not be written: ${message.failure}`));
      else resolve(message.changes.slice(from, from + operations.length));
      from += operations.length;
    }
    this.#send();
    if (this.#waiting === 0) for (const done of this.#whenIdle.splice(0)) done();
  }

  /** Entries in flight may be on disk or not; writing them again changes nothing, as entries have keys. */
  #lost(death: Error): void {
    this.#worker = undefined;
    this.#answer({ id: this.#id, failure: death.message });
    if (this.#isClosed) return;
    this.#onDeath(death);
    const restart = (): void => {
      if (this.#isClosed) return;
      this.start().catch((error: Error) => {
        this.#onDeath(error);
        setTimeout(restart, RESTART_MS).unref();
      });
    };
    setTimeout(restart, RESTART_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker && this.#waiting > 0) await new Promise<void>((done) => this.#whenIdle.push(done));
    for (const { reject } of this.#queue.splice(0)) reject(new LedgerRefusal('closed', 'The ledger is closed.'));
    if (!worker) return;
    this.#worker = undefined;
    const ended = new Promise((done) => worker.once('exit', done));
    worker.postMessage('close');
    await ended;
  }
}

interface EntryRow {
  entry_no: number;
  ledger: string;
  profile_id: string;
  key: string;
  state: string;
  at: number;
  updated_at: number;
  body: string;
  lane: string | null;
  due_at: number | null;
}

const entryOf = (row: EntryRow): Entry => ({
  ...{ entryNo: row.entry_no, ledger: row.ledger, profileId: row.profile_id, key: row.key, state: row.state },
  ...{ at: row.at, updatedAt: row.updated_at, body: JSON.parse(row.body) },
  ...(row.lane === null ? {} : { lane: row.lane }),
  ...(row.due_at === null ? {} : { dueAt: row.due_at }),
});

const sum = (changes: readonly number[]): number => changes.reduce((total, each) => total + each, 0);

/** A ledger that cannot be opened is moved aside: its content is history, and no other work waits for it. */
async function started(file: string, { onDeath, onDamaged }: OpenLedgerOptions): Promise<LedgerThread> {
  const thread = (): LedgerThread => new LedgerThread(file, onDeath ?? (() => undefined));
  const first = thread();
  try {
    await first.start();
    return first;
  } catch (error) {
    if (!existsSync(file) || !isDamage(error)) throw error;
    const aside = `${file}.damaged-${process.hrtime.bigint()}`;
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, aside + end);
    onDamaged?.(aside);
    const second = thread();
    await second.start();
    return second;
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(String(error.code));

export async function openLedger(dataDir: string, options: OpenLedgerOptions = {}): Promise<Ledger> {
  const file = ledgerFile(dataDir);
  const thread = await started(file, options);
  const db = new Database(file, { readonly: true, fileMustExist: true });
  const reading = (name: string) => db.prepare<[Record<string, unknown>], EntryRow>(sqlText(`ledger/${name}`));
  const [pages, pagesOfState, byKey] = [reading('entries_page'), reading('entries_page_of_state'), reading('entry_get')];
  const [lanePages, due] = [reading('lane_page'), reading('lane_due_list')];
  const nextDue = db.prepare<[Lane], { due_at: number | null }>(sqlText('ledger/lane_due_next'));
  return {
    append: async (entries) =>
      sum(await thread.write(entries.map(({ body, ...entry }) => ({ type: 'add', entry, body: JSON.stringify(body ?? null) })))),
    update: async (changes) =>
      sum(
        await thread.write(
          changes.map(({ body, keeps, ...entry }) => ({
            type: 'update',
            ...{ entry, keeps },
            body: body === undefined ? null : JSON.stringify(body),
          })),
        ),
      ),
    page: (ledger, profileId, { limit, before = Number.MAX_SAFE_INTEGER, state }) => {
      const params = { ledger, profile_id: profileId, before, limit };
      const rows = state === undefined ? pages.all(params) : pagesOfState.all({ ...params, state });
      return rows.map(entryOf);
    },
    lanePage: (lane, { limit, before = Number.MAX_SAFE_INTEGER, states }) =>
      states
        .flatMap((state) => lanePages.all({ ...lane, state, before, limit }))
        .sort((a, b) => b.entry_no - a.entry_no)
        .slice(0, limit)
        .map(entryOf),
    due: (lane, options) => due.all({ ...lane, ...options }).map(entryOf),
    nextDue: (lane) => nextDue.get(lane)?.due_at ?? undefined,
    endLane: async (lane, end) => sum(await thread.write([{ type: 'end', lane, ...end }])),
    byKey: (ledger, profileId, key) => {
      const row = byKey.get({ ledger, profile_id: profileId, key });
      return row && entryOf(row);
    },
    forget: async (ledger, before) => sum(await thread.write([{ type: 'forget', ledger, before }])),
    erase: async (profileId, words) => {
      if (words.length > 0) await thread.write([{ type: 'erase', profileId, words }]);
    },
    replaceWaiting: async (profileId, entries) => {
      const adopted = entries.map((entry) => ({ type: 'adopt', profileId, entry }) as const);
      await thread.write([{ type: 'drop waiting', profileId }, ...adopted]);
    },
    purge: async (profileId) => void (await thread.write([{ type: 'purge', profileId }])),
    get waiting() {
      return thread.waiting;
    },
    close: async () => {
      db.close();
      await thread.close();
    },
  };
}
