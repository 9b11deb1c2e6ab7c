// Intervals of chance: the variation of a figure if other people of the same kind had come. People are independent of one another, conversions of one
// person are not, so the varying quantity is each person's share x of a figure: its variance is Σx², for any number of people. One aggregate gives Σx
// and Σx² exactly; nothing is resampled, and equal figures have equal intervals.
import type { components } from '../../../base/contract/types.ts';

export type Interval = components['schemas']['Interval'];

const Z_95 = 1.96;
/** The widening for few and unequal people, found by simulation: docs/decisions/figures.md. */
const SKEW_CORRECTION = 2.4;
/** The same of a mean, whose width does not contain the chance of how many come. */
const MEAN_SKEW_CORRECTION = 8;
const MIN_EFFECTIVE_PEOPLE = 10;

/** Σx and Σx² over people, in any unit. */
export interface Spread {
  sum: number;
  squares: number;
}

/** Six digits are more than an interval has; at most six decimals, without a power of ten, so that it reads as the figure does. */
function rounded(value: number): string {
  const text = Number(Number(value.toPrecision(6)).toFixed(6));
  return Math.abs(text) >= 1e21 || (text !== 0 && Math.abs(text) < 1e-6) ? '0' : String(text);
}

/** (Σx)² ÷ Σx²: how many equal people would vary as much. */
export const effectivePeople = ({ sum, squares }: Spread): number => (squares === 0 ? 0 : (sum * sum) / squares);

/** The number of standard errors to either side. */
const reach = (people: number, correction = SKEW_CORRECTION): number => Z_95 + correction / people;

const intervalOf = (path: string, people: number, bounds: readonly [number, number]): Interval => {
  const isTooFew = people < MIN_EFFECTIVE_PEOPLE;
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  return {
    path,
    low: isTooFew ? null : rounded(low),
    high: isTooFew ? null : rounded(high),
    effective_people: Number(people.toFixed(1)),
    reason: isTooFew ? 'too_few' : null,
  };
};

/**
 * By how much money of conversions varies more than their number, over a year: n × Σx² ÷ (Σx)² of single conversions. Where few buyers pay most, a short period
 * often has none of them; its own spread would then promise an interval without them, and one with them would be left out as too few.
 */
export interface Variation {
  goal: number;
  cash: number;
}

/** The people that money is as sure as: no more than those of its count, divided by how much more money varies. */
export const peopleOfMoney = (count: Spread, variation: number): number =>
  Math.max(1, effectivePeople(count) / Math.max(1, variation));

/**
 * The interval of a sum over people, or of its ratio, either way round, to an amount without chance, such as spend.
 * @param value the figure as printed
 * @param most the greatest number of people that it is as sure as
 */
export function sumInterval(path: string, value: number, spread: Spread, most: number = Number.POSITIVE_INFINITY): Interval {
  const people = Math.min(effectivePeople(spread), most);
  // On the scale of logarithms, where low and high are equally far away and no low is negative.
  const factor = Math.exp(reach(people) / Math.sqrt(people));
  return intervalOf(path, people, [value / factor, value * factor]);
}

/**
 * The interval of a mean Σx ÷ n over a given number of people: what varies is what each of them has, not how many there are.
 * @param value the figure as printed
 * @param most the greatest number of people that it is as sure as
 */
export function meanInterval(
  path: string,
  value: number,
  spread: Spread,
  { people, most }: { people: number; most: number },
): Interval {
  const effective = Math.min(effectivePeople(spread), most);
  const variance = Math.max(0, 1 / effective - 1 / people);
  const factor = Math.exp(reach(effective, MEAN_SKEW_CORRECTION) * Math.sqrt(variance));
  return intervalOf(path, effective, [value / factor, value * factor]);
}

/** An interval in percent, as the fraction that its figure is. */
export function asFraction({ low, high, ...interval }: Interval): Interval {
  const fraction = (percent: string | null) => (percent === null ? null : rounded(Number(percent) / 100));
  return { ...interval, low: fraction(low), high: fraction(high) };
}

/** The part x and the whole y of people, and Σxy. */
export interface Share {
  part: Spread;
  whole: Spread;
  products: number;
}

/**
 * The interval of a share Σx ÷ Σy, where x is a part of y, in percent: the variance is that of x − share × y over persons. Wilson's
 * interval for the number of independent trials with the same variance, which is also valid at 0 and 100 percent.
 */
export function shareInterval(path: string, { part, whole, products }: Share): Interval {
  const share = part.sum / whole.sum;
  const variance = (part.squares - 2 * share * products + share * share * whole.squares) / (whole.sum * whole.sum);
  const people = effectivePeople(whole);
  const trials = share > 0 && share < 1 && variance > 0 ? Math.min((share * (1 - share)) / variance, whole.sum) : people;
  const rest = { sum: whole.sum - part.sum, squares: whole.squares - 2 * products + part.squares };
  const z = reach(Math.max(MIN_EFFECTIVE_PEOPLE, Math.min(effectivePeople(part), effectivePeople(rest))));
  const squared = (z * z) / trials;
  const middle = (share + squared / 2) / (1 + squared);
  const half = (z / (1 + squared)) * Math.sqrt((share * (1 - share)) / trials + squared / (4 * trials));
  return intervalOf(path, people, [100 * Math.max(0, middle - half), 100 * Math.min(1, middle + half)]);
}
