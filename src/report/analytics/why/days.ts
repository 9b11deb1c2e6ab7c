// The days of both periods beside one another, the first beside the first. Their amounts add up to the printed totals.
import { apportion, roundedQuotient, unitsOf } from '../../../base/kit/decimals.ts';
import type { Measure, WhyRow } from './table.ts';

const MILLION = 1_000_000n;
const DAY_MS = 86_400_000;

export interface Range {
  from: string;
  to: string;
}

/** A day of one period: null where the other period is longer. */
export interface DaySide {
  day: string;
  visits: bigint;
  /** Units of 10^-6. */
  amount: bigint;
  /** Units of 10^-12. */
  exact: bigint;
}

export interface DayLine {
  before: DaySide | null;
  after: DaySide | null;
}

const addDays = (day: string, count: number): string => new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
const lengthOf = ({ from, to }: Range): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

function sidesOf(found: NonNullable<WhyRow['days']>, range: Range, measure: Measure): DaySide[] {
  const byDay = new Map(found.map((each) => [each.day.slice(0, 10), each]));
  const days = Array.from({ length: lengthOf(range) }, (_, at) => addDays(range.from, at));
  const exact = days.map((day) => {
    const row = byDay.get(day);
    if (!row) return 0n;
    return measure === 'conversions' ? row.weight * MILLION : unitsOf(row.value, 6);
  });
  const total = roundedQuotient(
    exact.reduce((sum, each) => sum + each, 0n),
    MILLION,
  );
  const amounts = apportion(exact, MILLION, total);
  return days.map((day, at) => ({
    day,
    visits: byDay.get(day)?.visits ?? 0n,
    amount: amounts[at] ?? 0n,
    exact: exact[at] ?? 0n,
  }));
}

export function daysOf(found: WhyRow, periods: { before: Range; after: Range }, measure: Measure): DayLine[] {
  const rows = found.days ?? [];
  const [before, after] = [sidesOf(rows, periods.before, measure), sidesOf(rows, periods.after, measure)];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    before: before[at] ?? null,
    after: after[at] ?? null,
  }));
}
