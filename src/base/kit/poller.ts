// Work that is polled: at once, every so often, and when a signal says that there is some. One check a time; one that
// fails is logged, and the next tries again.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Signal, Signals } from './signals.ts';

export interface Poller {
  /** Nothing new begins; what runs may take a moment to end. What is cut off then is processed at the next start. */
  stop(): Promise<void>;
}

export interface PollerOptions {
  everySeconds: number;
  look: () => unknown;
  /** The log line of a failed poll. */
  failure: string;
  wokenBy?: Signal;
  /** The time that a running round may take to end. */
  patienceMs?: number;
}

const PATIENCE_MS = 1_000;

export function startPoller(
  { log, signals }: { log: Logger; signals: Signals },
  { everySeconds, look, failure, wokenBy, patienceMs = PATIENCE_MS }: PollerOptions,
): Poller {
  let running = Promise.resolve();
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;
  const round = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        await look();
      } catch (error) {
        // The stores close under what was cut off: nothing that anybody has to know.
        if (!isStopped) log.error({ err: error }, failure);
      }
    }
    isRunning = false;
  };
  const wake = (): void => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    running = round();
  };
  // The signal comes from within a transaction; the work is searched for when that is through.
  const stopListening = wokenBy === undefined ? () => {} : signals.on(wokenBy, () => setImmediate(wake));
  const timer = setInterval(wake, everySeconds * 1000);
  timer.unref();
  wake();
  return {
    stop: async () => {
      isStopped = true;
      stopListening();
      clearInterval(timer);
      await Promise.race([running, pause(patienceMs, undefined, { ref: false })]);
    },
  };
}
