// A thread that reads what people send, which is hostile until it is read: bounded in memory and time, and ended when a bound is reached. It answers
// one question at a time. One that has read its file to the end is kept for a moment for the next, as a start takes a third of a second.
import { setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 500;
/** By the clock, as a multiple: for a thread that does not compute, and where this Node does not say what a thread has used. */
const CLOCK = 20;

/** So long a thread waits for the next file. */
const SPARE_MS = 5_000;

interface Spare {
  worker: Worker;
  timer: NodeJS.Timeout;
}
/** By what they read and in how much memory: at most one of each. */
const spares = new Map<string, Spare>();

function quieten(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

function takeSpare(kind: string): Worker | undefined {
  const spare = spares.get(kind);
  if (!spare) return undefined;
  spares.delete(kind);
  clearTimeout(spare.timer);
  quieten(spare.worker);
  spare.worker.ref();
  return spare.worker;
}

async function keepSpare(kind: string, worker: Worker): Promise<void> {
  quieten(worker);
  if (spares.has(kind)) {
    await worker.terminate();
    return;
  }
  const forget = (): void => {
    clearTimeout(timer);
    if (spares.get(kind)?.worker === worker) spares.delete(kind);
  };
  const timer = setTimeout(() => {
    forget();
    void worker.terminate();
  }, SPARE_MS).unref();
  worker.on('error', forget).on('exit', forget).unref();
  spares.set(kind, { worker, timer });
}

export interface ThreadBounds {
  resourceLimits: ResourceLimits;
  /** Milliseconds of a processor for each answer: a slow machine takes longer by the clock, and reads the same files. */
  mostMs: number;
  /** What the caller is told when a bound is reached. */
  tooLong: () => Error;
  tooMuchMemory: () => Error;
}

export class BoundedThread<Question, Answer> {
  readonly #worker: Worker;
  readonly #bounds: ThreadBounds;
  readonly #kind: string;
  readonly #began = performance.now();
  /** Milliseconds of a processor that the thread had used for earlier files. */
  readonly #usedBefore: Promise<number>;
  #isFinished = false;
  #death: Error | undefined;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  /**
   * @param takesAside Told of each message before it is taken for the answer: true if it is none.
   * @param workerData Of a thread that reads this file and no other.
   */
  constructor(file: URL, bounds: ThreadBounds, takesAside: (message: Answer) => boolean = () => false, workerData?: unknown) {
    this.#bounds = bounds;
    this.#kind = JSON.stringify([file.href, bounds.resourceLimits]);
    const spare = workerData === undefined ? takeSpare(this.#kind) : undefined;
    this.#worker = spare ?? startThread(file, bounds, workerData);
    this.#usedBefore = spare ? this.#cpuMs() : Promise.resolve(0);
    this.#worker.on('message', (message: Answer) => {
      try {
        if (!takesAside(message)) this.#waiting?.resolve(message);
      } catch (error) {
        this.#waiting?.reject(error as Error);
      }
    });
    this.#worker.on('error', (error) => this.#die(error as Error));
    this.#worker.on('exit', () => this.#die(new Error('A thread that reads files ended.')));
  }

  #die(reason: Error): void {
    this.#death ??= reason;
    this.#waiting?.reject(this.#death);
  }

  tell(message: Question): void {
    this.#worker.postMessage(message);
  }

  /** Milliseconds of a processor so far, for this file. */
  async usedMs(): Promise<number> {
    const used = await this.#cpuMs();
    return Math.max(0, used - (await this.#usedBefore));
  }

  async #cpuMs(): Promise<number> {
    // Node before 24.6 has no count of a thread's.
    if (typeof this.#worker.cpuUsage !== 'function') return performance.now() - this.#began;
    return this.#worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000,
      () => 0, // it has ended
    );
  }

  async #endWhenTooLong(began: { used: number; at: number }): Promise<void> {
    const { mostMs, tooLong } = this.#bounds;
    const isTooLong = (await this.usedMs()) - began.used > mostMs || performance.now() - began.at > CLOCK * mostMs;
    if (isTooLong) this.#waiting?.reject(tooLong());
  }

  async ask(question: Question): Promise<Answer> {
    const { mostMs, tooMuchMemory } = this.#bounds;
    const began = { used: await this.usedMs(), at: performance.now() };
    const timer = setInterval(() => void this.#endWhenTooLong(began), Math.min(LOOK_EVERY_MS, mostMs));
    try {
      return await new Promise<Answer>((resolve, reject) => {
        if (this.#death) throw this.#death;
        this.#waiting = { resolve, reject };
        this.tell(question);
      });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : error;
    } finally {
      clearInterval(timer);
      this.#waiting = undefined;
    }
  }

  /** The file is read to its end, and the thread has nothing of it to do any more. */
  finish(): void {
    this.#isFinished = true;
  }

  async end(): Promise<void> {
    if (this.#isFinished && !this.#death) await keepSpare(this.#kind, this.#worker);
    else await this.#worker.terminate();
  }
}

function startThread(file: URL, { resourceLimits }: ThreadBounds, workerData: unknown): Worker {
  // TRICKY: a bound that the process was started with (bin/run) would go before the thread's own.
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(file, { workerData, resourceLimits });
}
