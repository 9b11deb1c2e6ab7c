// Deleting much without holding the service up: some milliseconds of it a transaction, and as long for everybody else in between.
import { setTimeout as pause } from 'node:timers/promises';
import type { State } from './state.ts';

const CHUNK_MS = 20;
const FIRST_ROWS = 100;
const MOST_ROWS = 2_000;

/** Runs each statement, which deletes at most `$limit` rows, until it finds none. What a crash interrupts is begun again. */
export async function deleteInChunks(
  state: Pick<State, 'statement'>,
  statements: readonly string[],
  params: Record<string, unknown>,
): Promise<void> {
  for (const name of statements) await inChunks((limit) => state.statement(name).run({ ...params, limit }).changes);
}

/** Repeats work that does at most so much at a time, and answers how much it did, until there is less. */
export async function inChunks(work: (limit: number) => number): Promise<void> {
  let limit = FIRST_ROWS;
  for (;;) {
    const started = performance.now();
    if (work(limit) < limit) return;
    const tookMs = Math.max(performance.now() - started, 0.1);
    await pause(tookMs);
    limit = Math.min(MOST_ROWS, limit * 2, Math.max(1, Math.floor((limit * CHUNK_MS) / tookMs)));
  }
}
