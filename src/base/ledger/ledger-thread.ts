// The writing side of the ledger: requests are gathered for a thread, one message at a time. The thread is started by the first of
// them, as many processes write nothing to it, and again when it dies.
import { Worker } from 'node:worker_threads';
import { type FromLedgerThread, LedgerRefusal, type Operation, type ToLedgerThread } from './ledger.ts';

/** Rows of one transaction. */
const BATCH_ROWS = 5_000;
const MAX_WAITING = 200_000;
const RESTART_MS = 1_000;

interface Waiting {
  operations: readonly Operation[];
  resolve: (changes: number[]) => void;
  reject: (error: Error) => void;
}

/** Gathers writes while the thread is busy with others. */
export class LedgerThread {
  readonly #file: string;
  readonly #onDeath: (error: Error) => void;
  readonly #onDamage: (what: string) => void;
  #worker: Worker | undefined;
  #queue: Waiting[] = [];
  #inFlight: Waiting[] = [];
  #waiting = 0;
  #id = 0;
  /** The start of a thread; it is never rejected. */
  #starting: Promise<void> | undefined;
  #isClosed = false;
  #whenIdle: (() => void)[] = [];

  constructor(file: string, on: { death: (error: Error) => void; damage: (what: string) => void }) {
    this.#file = file;
    this.#onDeath = on.death;
    this.#onDamage = on.damage;
  }

  get waiting(): number {
    return this.#waiting;
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

  /** Starts the thread, unless there is one; where it cannot be started, it is tried again while something waits for it. */
  #begin(): void {
    if (this.#worker || this.#starting) return;
    this.#starting = this.#start()
      .catch((error: Error) => {
        this.#onDeath(error);
        setTimeout(() => this.#send(), RESTART_MS).unref();
      })
      .finally(() => {
        this.#starting = undefined;
      });
  }

  #start(): Promise<void> {
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

  #send(): void {
    if (this.#queue.length > 0 && !this.#isClosed) this.#begin();
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
    if ('failure' in message && message.isDamage) this.#onDamage(message.failure);
    this.#send();
    if (this.#waiting === 0) for (const done of this.#whenIdle.splice(0)) done();
  }

  /** Entries in flight may be on disk or not; writing them again changes nothing, as entries have keys. */
  #lost(death: Error): void {
    this.#worker = undefined;
    this.#answer({ id: this.#id, failure: death.message, isDamage: false });
    if (this.#isClosed) return;
    this.#onDeath(death);
    setTimeout(() => this.#send(), RESTART_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#queue.length > 0) this.#begin();
    await this.#starting;
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
