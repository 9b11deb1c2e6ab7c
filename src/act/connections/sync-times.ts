// When accounts are read: days and nights are those of the account's own zone.
import { Temporal } from 'temporal-polyfill';
import { nextTimeOfDay } from '../../base/kit/time/zone-shifts.ts';
import type { DayRange } from '../../providers/day-ranges.ts';

export const HOUR_MS = 3_600_000;
/** Platforms have closed the day before by then. */
const NIGHT = '04:00';
export const FIRST_SYNC_DAYS = 400;
export const RECENT_DAYS = 3;
/** Days that are read together in a first sync. */
export const PORTION_DAYS = 30;

/** The next night after a moment. */
export const nightAt = (now: number, timezone: string): number => nextTimeOfDay(timezone, NIGHT, now);

export const dayPlus = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** So many days that end with this one. */
export const daysUntil = (to: string, days: number): DayRange => ({ from: dayPlus(to, 1 - days), to });

/** Every day of a range, in order. */
export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayPlus(day, 1)) days.push(day);
  return days;
}
