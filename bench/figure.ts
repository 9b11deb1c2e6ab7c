// What a figure is: something measured, the baseline of the same run it is held against, and the targets it must reach.
import { type Bench, SIZES, type Size } from './bench.ts';

export interface Quantity {
  value: number;
  unit: string;
}

/** One demand on a result; `found` is what it is held against. */
export interface Target {
  of: string;
  found: number;
  atLeast?: number;
  atMost?: number;
  unit?: string;
  /** The size it is set for: a smaller world is told, not judged. */
  fromSize?: Size;
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
  /** What it is held against. */
  baseline: string;
  run(bench: Bench): Promise<Result[]>;
}

export const holds = ({ found, atLeast, atMost }: Target): boolean =>
  Number.isFinite(found) && (atLeast === undefined || found >= atLeast) && (atMost === undefined || found <= atMost);

/** Is this demanded of a world of that size? */
export const isJudged = ({ fromSize }: Target, size: Size): boolean => fromSize === undefined || SIZES[size] >= SIZES[fromSize];
