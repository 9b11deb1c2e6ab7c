// The caller's side of the thread that reads statements: bounded in time and memory, one file at a time in the whole service, so that
// no upload takes more than one processor from everybody else.
import { Worker } from 'node:worker_threads';
import type { Interpreted, ReadingPlan } from './interpret.ts';
import type { ScanContext } from './scan.ts';
import type { FromStatementWorker, ToStatementWorker } from './statement-worker.ts';
import { UnreadableStatement } from './unreadable.ts';

/** A statement of 20 MB takes some seconds. */
const MOST_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

export type ScannedStatement = Extract<FromStatementWorker, { scanned: unknown }>['scanned'];

class StatementThread {
  readonly #worker: Worker;
  readonly #mostMs: number;
  #waiting: { resolve: (message: FromStatementWorker) => void; reject: (error: Error) => void } | undefined;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
    this.#worker = new Worker(new URL('./statement-worker.ts', import.meta.url), { resourceLimits: LIMITS });
    this.#worker.on('message', (message: FromStatementWorker) => this.#waiting?.resolve(message));
    this.#worker.on('error', (error) => this.#waiting?.reject(error as Error));
    this.#worker.on('exit', () => this.#waiting?.reject(new Error('The thread that reads statements ended.')));
  }

  async ask(message: ToStatementWorker, transfer: ArrayBuffer[] = []): Promise<FromStatementWorker> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const answer = await new Promise<FromStatementWorker>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        timer = setTimeout(
          () => reject(new UnreadableStatement('The file takes too long to read. Save it as CSV, or import it in parts.')),
          this.#mostMs,
        );
        this.#worker.postMessage(message, transfer);
      });
      if ('unreadable' in answer) throw new UnreadableStatement(answer.unreadable);
      return answer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new UnreadableStatement('The file takes too much memory to read. Save it as CSV, or import it in parts.');
      throw error;
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Reads a new statement. @throws UnreadableStatement in words for whoever sent it. */
export async function scanBeside(bytes: Uint8Array, context: ScanContext, mostMs = MOST_MS): Promise<ScannedStatement> {
  const thread = new StatementThread(mostMs);
  try {
    const copy = Uint8Array.from(bytes);
    const answer = await thread.ask({ scan: copy, context }, [copy.buffer as ArrayBuffer]);
    if (!('scanned' in answer)) throw new Error('the thread that reads statements answered another question');
    return answer.scanned;
  } finally {
    await thread.end();
  }
}

/** Rows of a kept statement, in batches as its pieces come. */
export async function* readBeside(
  opened: { plan: ReadingPlan; headerRow: number; delimiter: string },
  pieces: Iterable<Uint8Array>,
): AsyncGenerator<Interpreted[]> {
  const thread = new StatementThread(MOST_MS);
  const rowsOf = (answer: FromStatementWorker): Interpreted[] => ('rows' in answer ? answer.rows : []);
  try {
    await thread.ask({ open: opened });
    for (const piece of pieces) yield rowsOf(await thread.ask({ bytes: piece }));
    yield rowsOf(await thread.ask({ end: true }));
  } finally {
    await thread.end();
  }
}
