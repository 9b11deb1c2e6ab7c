// When a report is due, by the clocks of a zone, and which days it is about. A time that clocks skip is as much later as they skip, one that
// they show twice is the first of the two; each local day has one. The table of zones is read at each step, so a changed law holds from then on.
import { z } from 'zod';
import { localDay, momentOfWallClock, shiftsOfZone } from '../../base/kit/time/zone-shifts.ts';

export const rhythmShape = z.object({
  every: z.enum(['day', 'week', 'month']),
  /** From 1, Monday. */
  weekday: z.int(),
  /** The last day of months that are shorter. */
  month_day: z.int(),
  at: z.string(),
  timezone: z.string(),
});
export type Rhythm = z.infer<typeof rhythmShape>;

const DAY_MS = 86_400_000;
const LONGEST_GAP = 64;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);
const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7;
const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;
const monthEnd = (day: string): string => addDays(monthStart(addDays(monthStart(day), 32)), -1);

function isDueOn({ every, weekday, month_day }: Rhythm, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return weekdayOf(day) === weekday;
  return Number(day.slice(8)) === Math.min(month_day, Number(monthEnd(day).slice(8)));
}

/** When a report of this local day is due. */
export const momentOn = ({ at, timezone }: Rhythm, day: string): number =>
  momentOfWallClock(shiftsOfZone(timezone), Date.parse(`${day}T${at}Z`));

/** The first local day after a moment at which a report is due. */
export function nextDue(rhythm: Rhythm, after: number): { day: string; at: number } {
  const today = localDay(after, rhythm.timezone);
  for (let n = 0; n <= LONGEST_GAP; n++) {
    const day = addDays(today, n);
    const at = momentOn(rhythm, day);
    if (at > after && isDueOn(rhythm, day)) return { day, at };
  }
  throw new Error('Every rhythm has a day within two months.');
}

interface Days {
  date_from: string;
  date_to: string;
}

/** The last whole day, week or month before a local day. */
export function daysBefore({ every }: Pick<Rhythm, 'every'>, day: string): Days {
  if (every === 'day') return { date_from: addDays(day, -1), date_to: addDays(day, -1) };
  if (every === 'month') {
    const date_to = addDays(monthStart(day), -1);
    return { date_from: monthStart(date_to), date_to };
  }
  const monday = addDays(day, 1 - weekdayOf(day));
  return { date_from: addDays(monday, -7), date_to: addDays(monday, -1) };
}

/** The days before those: as many, or the month before. */
export function comparedWith({ every }: Pick<Rhythm, 'every'>, { date_from, date_to }: Days): Days {
  if (every === 'month') return daysBefore({ every }, date_from);
  const length = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1;
  return { date_from: addDays(date_from, -length), date_to: addDays(date_from, -1) };
}
