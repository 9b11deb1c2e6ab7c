// The pause of a job between a failed attempt and the next.
import { JobDelayed, type RunnableJob } from './job.ts';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3_600_000;

/** Full jitter: anywhere between nothing and a bound that doubles, so that what failed together is not tried together. */
export function pauseMs({ retry }: RunnableJob, attempts: number, error: unknown): number {
  const bound = Math.min(
    retry.maxPauseMs ?? MAX_PAUSE_MS,
    (retry.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** Math.min(attempts - 1, 20),
  );
  const pause = 1 + Math.floor(Math.random() * bound);
  return error instanceof JobDelayed ? Math.max(pause, error.pauseMs) : pause;
}
