// Whether a day's figure is beyond chance, by a negative binomial around what is usual for its weekday. What is usual and how much days vary come from
// the same procedure on earlier days, so a figure that cannot be predicted well raises no alarm.
import { atMost } from '../../../report/quality/index.ts';

/** Values by day, the oldest first; null where the day is unknown or does not count. */
export type Series = readonly (number | null)[];

const WEEK = 7;
const WEEKS = 8;
const FEWEST_WEEKS = 4;
/** Weeks that say how much the figure has grown since the weeks before them. */
const LEVEL_WEEKS = 4;
const MAX_LEVEL = 2;
/** Days whose errors say how much days vary. */
const ERROR_DAYS = 56;
const FEWEST_ERRORS = 21;
/** Errors beyond are of incidents, which are no usual days; of a normal distribution's rest this restores the variance. */
const KEPT_ERRORS = 0.95;
const CORRECTION = 1 / 0.759;
/** No figure is steadier than this: eight weeks are too few to prove that one is. */
const LEAST_VARIATION = 0.1;
const DAYS_OF_MONTH = 30.44;
/** The variance is an estimate, too: the tail is taken this much shorter than the promise allows. */
const RESERVE = 0.4;

/** Days before a judged one that its judgement may read. */
export const DAYS_BEFORE = ERROR_DAYS + LEVEL_WEEKS * WEEK + WEEKS * WEEK;

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** The mean of the same weekday before, without the largest and smallest where there are enough. */
function weekdayMean(series: Series, day: number): number | null {
  const weeks = Array.from({ length: WEEKS }, (_, week) => series[day - WEEK * (week + 1)] ?? null).filter(
    (value) => value !== null,
  );
  if (weeks.length < FEWEST_WEEKS) return null;
  const kept = weeks.length >= 6 ? weeks.toSorted((a, b) => a - b).slice(1, -1) : weeks;
  return sum(kept) / kept.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [above = 0, below = above] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? above : (above + below) / 2;
}

/** What is usual on each day, by the days before it: the mean of its weekday, times how the last weeks were against theirs. */
export function usualOf(series: Series): (number | null)[] {
  const means = series.map((_, day) => weekdayMean(series, day));
  const levelAt = (day: number): number => {
    const weeks = Array.from({ length: LEVEL_WEEKS }, (_, week) => ratioOfWeek(series, means, day - WEEK * (week + 1)));
    const known = weeks.filter((ratio) => ratio !== null);
    return known.length < 3 ? 1 : Math.min(MAX_LEVEL, Math.max(1 / MAX_LEVEL, median(known)));
  };
  return means.map((mean, day) => (mean === null ? null : mean * levelAt(day)));
}

function ratioOfWeek(series: Series, means: Series, first: number): number | null {
  let [value, mean] = [0, 0];
  for (let day = Math.max(0, first); day < first + WEEK; day += 1) {
    const [found, usual] = [series[day] ?? null, means[day] ?? null];
    if (found === null || usual === null) continue;
    value += found;
    mean += usual;
  }
  return mean > 0 ? value / mean : null;
}

/** Variance of a day over its mean, by the errors of earlier days; null where they are too few. */
function dispersionAt(series: Series, usual: Series, day: number): number | null {
  const errors: number[] = [];
  for (let other = Math.max(0, day - ERROR_DAYS); other < day; other += 1) {
    const [found, mean] = [series[other] ?? null, usual[other] ?? null];
    if (found !== null && mean !== null) errors.push((found - mean) ** 2 / Math.max(mean, 0.5));
  }
  if (errors.length < FEWEST_ERRORS) return null;
  const kept = errors.toSorted((a, b) => a - b).slice(0, Math.ceil(KEPT_ERRORS * errors.length) - 1);
  return Math.max(1, (CORRECTION * sum(kept)) / kept.length);
}

export interface Surprise {
  value: number;
  usual: number;
  /** Chances of so little, and of so much. */
  below: number;
  above: number;
}

/** Null where the days before are too few. `unit` makes counts of amounts: the worth of one. */
export function surpriseAt(series: Series, usual: Series, day: number, unit = 1): Surprise | null {
  const [value, mean] = [series[day] ?? null, usual[day] ?? null];
  if (value === null || mean === null || unit <= 0) return null;
  const scaled = (each: Series): Series => (unit === 1 ? each : each.map((amount) => (amount === null ? null : amount / unit)));
  const from = Math.max(0, day - ERROR_DAYS);
  const dispersion = dispersionAt(scaled(series.slice(from, day)), scaled(usual.slice(from, day)), day - from);
  if (dispersion === null) return null;
  const [count, expected] = [Math.max(0, Math.round(value / unit)), Math.max(mean / unit, 0.05)];
  const variance = Math.max(dispersion * expected, expected + (LEAST_VARIATION * expected) ** 2);
  const below = atMost(count, expected, variance);
  const above = count === 0 ? 1 : Math.max(0, 1 - atMost(count - 1, expected, variance));
  return { value, usual: mean, below, above };
}

export type Direction = 'below' | 'above' | 'both';

/** The side on which a day is beyond chance, if a month may have so many false alarms. */
export function sideOf(surprise: Surprise, direction: Direction, falseAlarms: number): 'below' | 'above' | null {
  const chance = ((falseAlarms / DAYS_OF_MONTH) * RESERVE) / (direction === 'both' ? 2 : 1);
  if (direction !== 'above' && surprise.value < surprise.usual && surprise.below < chance) return 'below';
  if (direction !== 'below' && surprise.value > surprise.usual && surprise.above < chance) return 'above';
  return null;
}
