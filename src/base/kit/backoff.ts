// Work that leaves the process's main thread to others: a pause after each piece that grows with the thread's load, and long work in pieces,
// between two of which other work has its turn.
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';

/**
 * Shares of its time that the main thread is at work: up to the first it is not in need, from the second it has its hands full. Beside
 * a round on two processors it shows 0.30 to 0.39 at 500 posts a second, and 0.65 to 0.8 at as many as there can be.
 */
const BUSY = 0.4;
const FULL = 0.8;
/** Pause where its hands are full, as a multiple of the piece of work before it. */
const MAX = 5;
const MAX_MS = 5_000;

/** How busy the main thread was since an earlier measurement. */
type Measure = (since?: EventLoopUtilization) => EventLoopUtilization;

const mainThread: Measure = (since) => performance.eventLoopUtilization(since);

/** One piece of work at a time: its caller sees to that. */
export class Backoff {
  #notBefore = 0;
  readonly #measure: Measure;

  constructor(measure = mainThread) {
    this.#measure = measure;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const wait = this.#notBefore - performance.now();
    if (wait > 0) await pause(wait, undefined, { ref: false });
    const began = performance.now();
    const load = this.#measure();
    try {
      return await work();
    } finally {
      const ended = performance.now();
      const pauseMs = (ended - began) * pausePerWork(this.#measure(load));
      this.#notBefore = ended + Math.min(MAX_MS, pauseMs);
    }
  }
}

/** The pause by the load of the thread: grows without a step, so that a little more traffic makes figures a little later. */
const pausePerWork = ({ utilization }: EventLoopUtilization): number =>
  MAX * Math.min(1, Math.max(0, (utilization - BUSY) / (FULL - BUSY)));

/** A turn of the event loop in which nothing happened takes a few hundredths of this. */
const IDLE_TURN_MS = 0.2;

/**
 * Lets the event loop go round until it has nothing to do, for at most so long. One turn alone would not do: a request needs several,
 * and each would wait for another piece.
 * @returns Whether there was anything to do.
 */
export async function yieldToEventLoop(mostMs: number): Promise<boolean> {
  const began = performance.now();
  for (let last = began; ; ) {
    await endOfTurn();
    const now = performance.now();
    if (now - last < IDLE_TURN_MS) return last !== began;
    if (now - began >= mostMs) return true;
    last = now;
  }
}
