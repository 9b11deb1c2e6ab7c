// The caller's side of the thread that reads statements: bounded in time and memory, one file at a time in the whole service, so that
// no upload takes more than one processor from everybody else.
import { setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Interpreted } from './interpret.ts';
import type { ScanContext } from './scan.ts';
import type { FromStatementWorker, OpenedStatement, ToStatementWorker } from './statement-worker.ts';
import { UnreadableStatement } from './unreadable.ts';

/** Of a processor: a statement of 20 MB takes some seconds. A slow machine takes longer by the clock, and reads the same files. */
const MAX_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** By the clock, as a multiple: for a thread that does not compute, and where this Node does not say what a thread has used. */
const CLOCK = 20;
/** A spreadsheet is unpacked whole. */
const SCANNING: ResourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
/** Some hundred rows of text are in memory at a time; with less room garbage is collected earlier. */
const READING: ResourceLimits = { ...SCANNING, maxOldGenerationSizeMb: 64 };

export type ScannedStatement = Extract<FromStatementWorker, { scanned: unknown }>['scanned'];
type Answer = Exclude<FromStatementWorker, { wantsBytes: true } | { unreadable: string }>;

/** What the reading of a statement has used of the processors. */
export interface Meter {
  ms: number;
}

class StatementThread {
  readonly #worker: Worker;
  readonly #mostMs: number;
  readonly #began = performance.now();
  readonly #pieces: Iterator<Uint8Array>;
  #waiting: { resolve: (message: FromStatementWorker) => void; reject: (error: Error) => void } | undefined;

  /** @param pieces The source of the bytes that the thread requests. */
  constructor(mostMs: number, resourceLimits: ResourceLimits, pieces: Iterable<Uint8Array> = []) {
    this.#mostMs = mostMs;
    this.#pieces = pieces[Symbol.iterator]();
    // TRICKY: a bound that the process was started with (bin/run) would go before the thread's own.
    setFlagsFromString('--max-semi-space-size=0');
    this.#worker = new Worker(new URL('./statement-worker.ts', import.meta.url), { resourceLimits });
    this.#worker.on('message', (message: FromStatementWorker) => {
      if ('wantsBytes' in message) this.#giveBytes();
      else this.#waiting?.resolve(message);
    });
    this.#worker.on('error', (error) => this.#waiting?.reject(error as Error));
    this.#worker.on('exit', () => this.#waiting?.reject(new Error('The thread that reads statements ended.')));
  }

  tell(message: ToStatementWorker): void {
    this.#worker.postMessage(message);
  }

  /** Milliseconds of a processor so far. */
  async usedMs(): Promise<number> {
    // Node before 24.6 has no count of a thread's.
    if (typeof this.#worker.cpuUsage !== 'function') return performance.now() - this.#began;
    return this.#worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000,
      () => 0, // it has ended
    );
  }

  async #endWhenTooLong(began: { used: number; at: number }): Promise<void> {
    const isTooLong = (await this.usedMs()) - began.used > this.#mostMs || performance.now() - began.at > CLOCK * this.#mostMs;
    if (isTooLong)
      this.#waiting?.reject(new UnreadableStatement('The file takes too long to read. Save it as CSV, or import it in parts.'));
  }

  async ask(message: ToStatementWorker): Promise<Answer> {
    const began = { used: await this.usedMs(), at: performance.now() };
    const timer = setInterval(() => void this.#endWhenTooLong(began), Math.min(LOOK_EVERY_MS, this.#mostMs));
    try {
      const answer = await new Promise<FromStatementWorker>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.tell(message);
      });
      if ('unreadable' in answer) throw new UnreadableStatement(answer.unreadable);
      return answer as Answer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new UnreadableStatement('The file takes too much memory to read. Save it as CSV, or import it in parts.');
      throw error;
    } finally {
      clearInterval(timer);
      this.#waiting = undefined;
    }
  }

  #giveBytes(): void {
    try {
      const { value } = this.#pieces.next() as { value: Uint8Array | undefined };
      this.tell({ bytes: value });
    } catch (error) {
      this.#waiting?.reject(error as Error);
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Reads a new statement, an open file of this size. @throws UnreadableStatement in words for its sender. */
export async function scanBeside(
  { fd, bytes }: { fd: number; bytes: number },
  context: ScanContext,
  mostMs = MAX_MS,
  meter: Meter = { ms: 0 },
): Promise<ScannedStatement> {
  const thread = new StatementThread(mostMs, SCANNING);
  try {
    const answer = await thread.ask({ scan: { fd, bytes }, context });
    if (!('scanned' in answer)) throw new Error('the thread that reads statements replied to another request');
    return answer.scanned;
  } finally {
    meter.ms = await thread.usedMs();
    await thread.end();
  }
}

/** Rows of a kept statement, a few hundred at a time; while the caller works on some, the next are read. */
export async function* readBeside(opened: OpenedStatement, pieces: Iterable<Uint8Array>): AsyncGenerator<Interpreted[]> {
  const thread = new StatementThread(MAX_MS, READING, pieces);
  const next = async (): Promise<Interpreted[]> => {
    const answer = await thread.ask({ next: true });
    return 'rows' in answer ? answer.rows : [];
  };
  try {
    thread.tell({ open: opened });
    for (let ahead = next(); ; ) {
      const rows = await ahead;
      if (rows.length === 0) return;
      ahead = next();
      ahead.catch(() => undefined); // handled by its waiting caller, if any
      yield rows;
    }
  } finally {
    await thread.end();
  }
}
