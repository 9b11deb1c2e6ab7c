// A thread that reads what people send, which is hostile until it is read: bounded in memory and time, and ended when a bound is reached. It answers
// one question at a time.
import { setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 500;
/** By the clock, as a multiple: for a thread that does not compute, and where this Node does not say what a thread has used. */
const CLOCK = 20;

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
  readonly #began = performance.now();
  #death: Error | undefined;
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  /** @param takesAside Told of each message before it is taken for the answer: true if it is none. */
  constructor(file: URL, bounds: ThreadBounds, takesAside: (message: Answer) => boolean = () => false, workerData?: unknown) {
    this.#bounds = bounds;
    // TRICKY: a bound that the process was started with (bin/run) would go before the thread's own.
    setFlagsFromString('--max-semi-space-size=0');
    this.#worker = new Worker(file, { workerData, resourceLimits: bounds.resourceLimits });
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

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
