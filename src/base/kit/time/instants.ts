// Instants as senders write them, to microseconds since 1970: ISO 8601 (RFC 3339 and its neighbours: seconds left out, `+0000`, `-03`, a blank
// for the T), or a number of seconds, milliseconds or microseconds. Every door reads them here. A date that does not exist is no instant.

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([Zz]|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;
const NUMBER = /^\d{1,16}(?:\.\d{1,9})?$/;

/** Year 2100 in each unit is far below year 2000 in the next finer one, so the size of a number determines its unit. */
const LAST_SECOND = 1e11;
const LAST_MILLISECOND = 1e14;

const MINUTE = 60_000_000;

function ofNumber(value: number): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const micros = value < LAST_SECOND ? value * 1e6 : value < LAST_MILLISECOND ? value * 1000 : value;
  return Number.isSafeInteger(Math.round(micros)) ? Math.round(micros) : undefined;
}

/** The offset of a zone as written; undefined for what is none. */
function zoneMinutes(zone: string): number | undefined {
  if (/^(?:z|utc)$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_OF_MONTHS[month - 1] as number);

interface IsoInstant {
  /** Since 1970; a text without a zone is read as UTC. */
  seconds: number;
  /** Behind the seconds. */
  micros: number;
  isZoned: boolean;
  isDayOnly: boolean;
}

function isoInstant(text: string): IsoInstant | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const part = (at: number): number => Number(match[at] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const zone = zoneMinutes(match[8] ?? 'Z');
  if (zone === undefined || hour > 23 || minute > 59 || second > 60) return undefined;
  // TRICKY: Date.UTC takes 31 February for 3 March, and the years 0 to 99 for 1900 to 1999.
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const seconds = Date.UTC(year, month - 1, day) / 1000 + (hour * 60 + minute - zone) * 60 + second;
  const micros = Number((match[7] ?? '').slice(0, 6).padEnd(6, '0'));
  return { seconds, micros, isZoned: match[8] !== undefined, isDayOnly: match[4] === undefined };
}

/** Microseconds since 1970, or undefined when the value names no instant. A text without a zone is UTC. */
export function parseInstant(value: unknown): number | undefined {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value === 'bigint') return ofNumber(Number(value));
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (NUMBER.test(text)) return ofNumber(Number(text));
  const instant = isoInstant(text);
  return instant && instant.seconds * 1_000_000 + instant.micros;
}

/** What the clocks of a place showed, in microseconds since 1970 as if it were UTC; undefined for a number, a text with a zone and what is no time. */
export function parseWallClock(value: unknown): { wall: number; isDayOnly: boolean } | undefined {
  if (typeof value !== 'string') return undefined;
  const instant = isoInstant(value.trim());
  if (!instant || instant.isZoned) return undefined;
  return { wall: instant.seconds * 1_000_000 + instant.micros, isDayOnly: instant.isDayOnly };
}

/** Does a text name an instant with its zone, as the contract asks of every time? */
export const isInstant = (text: string): boolean => isoInstant(text)?.isZoned ?? false;

/** Microseconds since 1970 of a text that `isInstant` accepts. */
export function microsOf(instant: string): bigint {
  const { seconds, micros } = isoInstant(instant) ?? {};
  if (seconds === undefined || micros === undefined) throw new RangeError('an instant was not checked before it was read');
  return BigInt(seconds) * 1_000_000n + BigInt(micros);
}

/** Milliseconds since 1970 of such a text. */
export const millisOf = (instant: string): number => Number(microsOf(instant) / 1000n);

export const MINUTES = MINUTE;
export const DAYS = 1440 * MINUTE;
/** Before it nothing of a business on the web happened: an earlier time is a broken clock or an empty field. */
export const EARLIEST = Date.UTC(2000, 0, 1) * 1000;
