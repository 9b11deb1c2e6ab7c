// Calendar days as `YYYY-MM-DD`, without clocks or zones: a day is a count of days since 1970 in UTC.

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(numberOf(text)) && dayOf(numberOf(text)) === text;

export const addDays = (day: string, count: number): string => dayOf(numberOf(day) + count);
/** Both ends included. */
export const countDays = (from: string, to: string): number => numberOf(to) - numberOf(from) + 1;

/** 29 February of a year that has none becomes the 28th. */
export function addYears(day: string, count: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const moved = `${Number(year) + count}-${month}-${date}`;
  return isDay(moved) ? moved : `${Number(year) + count}-02-28`;
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
export const firstOfQuarter = (day: string): string => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
};
export const firstOfYear = (day: string): string => `${day.slice(0, 4)}-01-01`;

/** Making one takes longer than a hundred uses of it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day that it is now in a time zone. */
export function todayIn(timeZone: string, now: number = Date.now()): string {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', options);
  dayFormats.set(timeZone, format);
  const parts = format.formatToParts(now);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
