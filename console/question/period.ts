// Which days a question is about, and which days they are compared with.
import { addDays, addYears, countDays, firstOfMonth, firstOfQuarter, firstOfYear, isDay } from './days.ts';

export interface Days {
  from: string;
  to: string;
}

interface Preset {
  name: string;
  text: string;
  /** The days, on this day. A day that is still running would look like a loss, so lengths end yesterday. */
  days: (today: string) => Days;
}

const last =
  (count: number) =>
  (today: string): Days => ({ from: addDays(today, -count), to: addDays(today, -1) });

/** In the order of the keys 1–9. */
function lastMonth(today: string): Days {
  const to = addDays(firstOfMonth(today), -1);
  return { from: firstOfMonth(to), to };
}

export const PRESETS: readonly Preset[] = [
  { name: 'today', text: 'Today', days: (today) => ({ from: today, to: today }) },
  { name: 'yesterday', text: 'Yesterday', days: last(1) },
  { name: '7d', text: 'Last 7 days', days: last(7) },
  { name: '28d', text: 'Last 28 days', days: last(28) },
  { name: '30d', text: 'Last 30 days', days: last(30) },
  { name: '90d', text: 'Last 90 days', days: last(90) },
  { name: 'month', text: 'This month', days: (today) => ({ from: firstOfMonth(today), to: today }) },
  { name: 'quarter', text: 'This quarter', days: (today) => ({ from: firstOfQuarter(today), to: today }) },
  { name: 'year', text: 'Year to date', days: (today) => ({ from: firstOfYear(today), to: today }) },
  { name: 'last-month', text: 'Last month', days: lastMonth },
];
export const USUAL_PRESET = '30d';

/** `from..to`, when both are days in order. */
function customDays(text: string): Days | undefined {
  const [from = '', to = '', ...rest] = text.split('..');
  return rest.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

export const isPeriod = (text: string): boolean => PRESETS.some(({ name }) => name === text) || customDays(text) !== undefined;

/** The days of a preset's name or of `from..to`. */
export function daysOf(period: string, today: string): Days {
  const preset = PRESETS.find(({ name }) => name === period) ?? PRESETS.find(({ name }) => name === USUAL_PRESET);
  return customDays(period) ?? preset?.days(today) ?? { from: today, to: today };
}

export const COMPARISONS = {
  previous: 'Previous period',
  weekdays: 'Same weekdays before',
  year: 'A year before',
  known: 'As known on a date',
  none: 'No comparison',
} as const;
export type Comparison = keyof typeof COMPARISONS;

const WEEK = 7;

/** The same question's other days; undefined where it is compared with nothing, or with what was known of the same days. */
export function comparedDays({ from, to }: Days, comparison: Comparison): Days | undefined {
  const length = countDays(from, to);
  if (comparison === 'previous') return { from: addDays(from, -length), to: addDays(from, -1) };
  if (comparison === 'year') return { from: addYears(from, -1), to: addYears(to, -1) };
  if (comparison !== 'weekdays') return undefined;
  const back = Math.ceil(length / WEEK) * WEEK;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}
