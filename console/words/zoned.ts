// Times of the day and days with their weekday in the profile's zone, and fields of date and time, which are in it as all times of a page are.

const MINUTE = 16;

/** What clocks of the zone show at an instant, as a field has it, e.g. `2026-03-29T10:00`. */
export function fieldIn(timezone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(at).replace(' ', 'T').slice(0, MINUTE);
}

const minutesOf = (field: string): number => Date.parse(`${field}:00Z`);

/** The instant of a field; of an hour that comes twice the first, of one that does not come the same time as long after the change. */
export function instantIn(timezone: string, field: string): string {
  const wanted = minutesOf(field.slice(0, MINUTE));
  const candidates = [-1, 1].map((side) => {
    const near = new Date(wanted + side * 86_400_000);
    return wanted - (minutesOf(fieldIn(timezone, near)) - near.getTime());
  });
  const found = candidates.filter((at) => minutesOf(fieldIn(timezone, new Date(at))) === wanted);
  return new Date(found.length > 0 ? Math.min(...found) : (candidates[0] ?? wanted)).toISOString();
}

/** The time alone, where the day is said above: `18:08`, or `18:08:09` of what happens now. */
export const clockIn = (timezone: string, iso: string, precision: 'short' | 'medium' = 'short'): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: precision, timeZone: timezone }).format(new Date(iso));

/** The title of a day: `Tue, 24 Nov 2026`. */
export const dayTitleIn = (timezone: string, iso: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(iso));
