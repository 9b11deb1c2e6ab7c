// Work that stands back while the process's main thread is busy: after each piece a pause, as long as the thread's load asks.
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Below this share of its time at work, the main thread is not in need. */
const BUSY = 0.25;
/** Pause where it has no idle moment at all, as a multiple of the piece of work before it. */
const MOST = 5;
const MOST_MS = 5_000;

/** One piece of work at a time: its caller sees to that. */
export class Breather {
  #notBefore = 0;

  async run<T>(work: () => Promise<T>): Promise<T> {
    const wait = this.#notBefore - performance.now();
    if (wait > 0) await pause(wait, undefined, { ref: false });
    const began = performance.now();
    const load = performance.eventLoopUtilization();
    try {
      return await work();
    } finally {
      const ended = performance.now();
      const asked = (ended - began) * pausePerWork(performance.eventLoopUtilization(load));
      this.#notBefore = ended + Math.min(MOST_MS, asked);
    }
  }
}

/** With load: a thread that waits for processors or for the disk shows less of it than it would have. */
const pausePerWork = ({ utilization }: EventLoopUtilization): number => (utilization < BUSY ? 0 : MOST * utilization);
