// Ranges of days, both ends included, cut into the portions that ad platforms answer.

export interface DayRange {
  /** YYYY-MM-DD. */
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

const dayPlus = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
export const daysIn = ({ from, to }: DayRange): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Ranges of a bounded number of days that together are the range, the latest first: recent days matter most. */
export function portionsOf(range: DayRange, days: number): DayRange[] {
  const portions: DayRange[] = [];
  for (let to = range.to; to >= range.from; to = dayPlus(to, -days)) {
    const from = dayPlus(to, 1 - days);
    portions.push({ from: from < range.from ? range.from : from, to });
  }
  return portions;
}

/** The later half and the earlier one; a single day has none. */
export const halvesOf = (range: DayRange): DayRange[] =>
  daysIn(range) < 2 ? [] : portionsOf(range, Math.ceil(daysIn(range) / 2));
