// The pause of a delivery between two attempts.

const JITTER = 0.1;

/** Give or take a tenth, so that what failed together is not tried together. `chance` is from 0 to 1. */
const spreadPause = (ms: number, chance = Math.random()): number => Math.round(ms * (1 - JITTER + 2 * JITTER * chance));

/** Doubles with each attempt, up to a longest one. */
export const doublePause = (attempts: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number =>
  spreadPause(Math.min(firstMs * 2 ** Math.min(attempts - 1, 10), maxMs));

/** From a list with the pause after each attempt; undefined after the last one. */
export function listedPause(attempts: number, pausesMs: readonly number[]): number | undefined {
  const pause = pausesMs[attempts - 1];
  return pause === undefined ? undefined : spreadPause(pause);
}
