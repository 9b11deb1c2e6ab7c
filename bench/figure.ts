// What a figure is: something measured, the baseline of the same run it is compared with, and the targets it must reach.
import { type Bench, SIZES, type Size } from './bench.ts';
import { settledFor } from './settled.ts';

export interface Quantity {
  value: number;
  unit: string;
}

/** One demand on a result; `found` is what it is compared with. */
export interface Target {
  of: string;
  found: number;
  atLeast?: number;
  atMost?: number;
  unit?: string;
  /** The sizes it is set for: of others it is told, not judged. */
  fromSize?: Size;
  toSize?: Size;
}

export interface Result {
  /** `figure` or `figure.part`. */
  name: string;
  measured: Quantity;
  baseline?: Quantity & { what: string };
  ratio?: number;
  targets: Target[];
  /** Numbers beside the main one: percentiles, phases, counts. */
  details?: Record<string, number>;
}

export interface Figure {
  name: string;
  /** What is measured, in a sentence. */
  about: string;
  /** What it is compared with. */
  baseline: string;
  run(bench: Bench): Promise<Result[]>;
}

/**
 * For answers that wait for a sync. A disk that is shared stalls now and then for longer than any target, whoever writes to it. Where
 * nothing else writes, an answer waits for the sync that is under way and for its own; beside other files each of the two may have to wait
 * for one of theirs. So what is judged is what an answer takes beyond twice the disk alone (`Bench.diskP99`).
 */
export const beyondDisk = (p99: number, diskP99: number, atMost: number): Target => ({
  of: 'p99 beyond twice the disk',
  found: Math.max(0, p99 - 2 * diskP99),
  atMost,
  unit: 'ms',
});

export const holds = ({ found, atLeast, atMost }: Target): boolean =>
  Number.isFinite(found) && (atLeast === undefined || found >= atLeast) && (atMost === undefined || found <= atMost);

/** Is this demanded of a world of that size? */
export const isJudged = ({ fromSize = '10k', toSize = '300m' }: Target, size: Size): boolean =>
  SIZES[size] >= SIZES[fromSize] && SIZES[size] <= SIZES[toSize];

/** Is it at least what the project has settled for? */
export function isSettled(figure: string, target: Target): boolean {
  const worst = settledFor(figure, target);
  if (worst === undefined) return false;
  return holds(target.atLeast === undefined ? { ...target, atMost: worst } : { ...target, atLeast: worst });
}
