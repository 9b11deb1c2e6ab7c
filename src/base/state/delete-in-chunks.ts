// Deletes many rows without blocking the service: some milliseconds a transaction, and as long a pause for everybody else.
import { setTimeout as pause } from 'node:timers/promises';

const CHUNK_MS = 20;
const FIRST_ROWS = 100;
const MAX_ROWS = 2_000;

/** Repeats work that does at most so much at a time, and answers how much it did, until there is less. */
export async function inChunks(work: (limit: number) => number): Promise<void> {
  let limit = FIRST_ROWS;
  for (;;) {
    const started = performance.now();
    if (work(limit) < limit) return;
    const tookMs = Math.max(performance.now() - started, 0.1);
    await pause(tookMs);
    limit = Math.min(MAX_ROWS, limit * 2, Math.max(1, Math.floor((limit * CHUNK_MS) / tookMs)));
  }
}
