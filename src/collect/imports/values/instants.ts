// Dates and times as statements write them, in eight languages and either order of day and month. What names no day is refused;
// a day without a time is its last second, so that the visits of that day can have led to the sale.
import { momentOfWallClock, shiftMsAt, shiftsOfZone } from '../../../base/kit/time/zone-shifts.ts';
import { NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';

export type DateOrder = 'ymd' | 'dmy' | 'mdy';
/** Microseconds since 1970, UTC. */
export type ReadInstant =
  | {
      at: number;
      isDayOnly: boolean;
      /** The text itself says on whose clocks it is. */
      isZoned: boolean;
      refused?: never;
    }
  | { refused: string; at?: never };

interface Clock {
  year: number;
  month: number;
  day: number;
  /** Milliseconds since midnight; undefined when only the day is named. */
  millis?: number;
  /** The offset of a number or a letter; undefined when the text names no zone. */
  offsetMinutes?: number;
  /** A zone by its name. */
  zone?: string;
}

const MONTHS: Readonly<Record<string, number>> = {};
for (const [month, names] of [
  'january jan enero ene janeiro januar janvier janv gennaio gen januari stycznia sty',
  'february feb febrero fevereiro fev februar fevrier fevr febbraio februari lutego lut',
  'march mar marzo marco marz mrz mars maart mrt marca',
  'april apr abril abr avril avr aprile kwietnia kwi',
  'may mayo maio mai maggio mag mei maj maja',
  'june jun junio junho juni juin giugno giu czerwca cze',
  'july jul julio julho juli juillet juil luglio lug lipca lip',
  'august aug agosto ago aout augustus augusti sierpnia sie',
  'september sep sept septiembre setiembre set setembro septembre settembre wrzesnia wrz',
  'october oct octubre outubro out oktober okt octobre ottobre ott pazdziernika paz',
  'november nov noviembre novembro novembre listopada lis',
  'december dec diciembre dic dezembro dez dezember decembre dicembre grudnia gru',
].entries())
  for (const name of names.split(' ')) (MONTHS as Record<string, number>)[name] = month + 1;

/** Zones by the letters that statements use; the rest must be an offset or a name of the zone database. */
const LETTERS: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  bst: 60,
  west: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
  brt: -180,
  brst: -120,
  art: -180,
  clt: -240,
  clst: -180,
  cot: -300,
  pet: -300,
  uyt: -180,
  bot: -240,
  ist: 330,
  jst: 540,
  kst: 540,
  hkt: 480,
  sgt: 480,
  awst: 480,
  acst: 570,
  acdt: 630,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  sast: 120,
  idt: 180,
};

/** A date with its time and zone; a stricter pattern could be made to run for ever. */
const LONGEST = 120;

const NUMERIC = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T,\s]+(.*))?$/i;
const NAMED_DAY_FIRST =
  /^(?:[a-z.]+,\s+)?(\d{1,2})(?:st|nd|rd|th|º|°)?[-/\s.]+(?:de\s+)?([a-z]{3,12})\.?,?[-/\s.]+(?:de\s+|del\s+)?(\d{2}|\d{4})(?:[T,\s]+(.*))?$/i;
const NAMED_MONTH_FIRST = /^(?:[a-z.]+,\s+)?([a-z]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:[T,\s]+(.*))?$/i;
const TIME =
  /^(?:at\s+|às\s+|a las\s+)?(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([ap]\.?\s?m\b\.?)?\s*(?:hs?\b\.?)?\s*(.*)$/i;
const OFFSET = /^(?:gmt|utc)?\s*([+-\u2212])(\d{1,2}):?(\d{2})?$/i;

const POINTS = /^\d{1,2}\.\d{1,2}\.\d{2,4}/;

const bare = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');

/** For a date in figures alone: whether its parts show which is the day. */
export function orderEvidence(text: string): DateOrder | undefined {
  const match = text.length > LONGEST ? null : NUMERIC.exec(bare(text).trim());
  if (!match) return undefined;
  const [first = '', second = ''] = match.slice(1, 3);
  if (first.length === 4) return 'ymd';
  if (Number(first) > 12 && Number(second) <= 12) return 'dmy';
  if (Number(second) > 12 && Number(first) <= 12) return 'mdy';
  // Who writes dates with points writes the day first.
  return POINTS.test(match[0]) ? 'dmy' : undefined;
}

/** A zone as letters (`PDT`), an offset (`+02:00`) or a name of the zone database; undefined for what is none. */
export function zoneOf(text: string): Pick<Clock, 'offsetMinutes' | 'zone'> | undefined {
  const named = text.trim().replace(/^\((.*)\)$/, '$1');
  if (named === '') return {};
  const letters = LETTERS[named.toLowerCase()];
  if (letters !== undefined) return { offsetMinutes: letters };
  const offset = OFFSET.exec(named);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > 15 * 60 ? undefined : { offsetMinutes: offset[1] === '+' ? minutes : -minutes };
  }
  return isZone(named) ? { zone: named } : undefined;
}

const zoneCache = new Map<string, boolean>();
const LONGEST_ZONE = 64;

export function isZone(name: string): boolean {
  if (name.length > LONGEST_ZONE) return false;
  const cached = zoneCache.get(name);
  if (cached !== undefined) return cached;
  let isKnown = /^[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*$/.test(name);
  try {
    if (isKnown) new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    isKnown = false;
  }
  if (zoneCache.size < 1_000) zoneCache.set(name, isKnown);
  return isKnown;
}

function timeOf(text: string | undefined): Pick<Clock, 'millis' | 'offsetMinutes' | 'zone'> | undefined {
  if (text === undefined || text.trim() === '') return {};
  const match = TIME.exec(text.trim());
  if (!match) return zoneOf(text);
  const [, hourText, minute, second = '0', fraction = '', half, rest = ''] = match;
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (hour > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const zone = zoneOf(rest);
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return zone && { millis: (hour * 3600 + Number(minute) * 60 + Number(second)) * 1000 + millis, ...zone };
}

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** The day of a date in figures under an order; a year in front says its own. */
function dayOf(
  first: string,
  second: string,
  third: string,
  order: DateOrder,
): Pick<Clock, 'year' | 'month' | 'day'> | undefined {
  if (first.length === 4) return { year: Number(first), month: Number(second), day: Number(third) };
  if (third.length !== 4 && third.length !== 2) return undefined;
  if (order === 'ymd')
    return third.length === 4 || first.length !== 2
      ? undefined
      : { year: fullYear(first), month: Number(second), day: Number(third) };
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return { year: fullYear(third), month: Number(month), day: Number(day) };
}

function clockOf(text: string, order: DateOrder): Clock | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = bare(text)
    .trim()
    .replace(/^(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日/, '$1-$2-$3')
    .replace(/^(\d{4}\.\d{1,2}\.\d{1,2})\./, '$1')
    .replace(/^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/, '$1-$2-$3');
  const numeric = NUMERIC.exec(plain);
  if (numeric) {
    const day = dayOf(numeric[1] as string, numeric[2] as string, numeric[3] as string, order);
    const time = timeOf(numeric[4]);
    return day && time && { ...day, ...time };
  }
  const dayFirst = NAMED_DAY_FIRST.exec(plain);
  const monthFirst = dayFirst ? undefined : NAMED_MONTH_FIRST.exec(plain);
  const [day, name, year, rest] = dayFirst
    ? dayFirst.slice(1)
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3], monthFirst?.[4]];
  const month = name === undefined ? undefined : MONTHS[name.toLowerCase()];
  if (day === undefined || year === undefined || month === undefined) return undefined;
  const time = timeOf(rest);
  return time && { year: fullYear(year), month, day: Number(day), ...time };
}

/** Microseconds of a wall clock read as UTC; undefined when the day does not exist. */
function wallMillis({ year, month, day }: Clock, sinceMidnight: number): number | undefined {
  if (year < 2000 || year > 2100) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  return midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day ? midnight.getTime() + sinceMidnight : undefined;
}

const LAST_SECOND = 86_399_000;

/** Zones of the letters for summer time; and of PST, which no place keeps all year, as Arizona does MST and Panama EST. */
const SEASONS: Readonly<Record<string, string>> = {
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  mdt: 'America/Denver',
  cdt: 'America/Chicago',
  edt: 'America/New_York',
  akdt: 'America/Anchorage',
};

/** True if a text names summer or winter time, and the other was kept at that moment (microseconds) instead of that clock. */
export function isWrongSeason(text: string, at: number): boolean {
  const letters = /([a-z]{3,4})\)?\s*$/i.exec(text)?.[1]?.toLowerCase() ?? '';
  const zone = SEASONS[letters];
  return zone !== undefined && shiftMsAt(shiftsOfZone(zone), at / 1000) !== (LETTERS[letters] ?? 0) * 60_000;
}

/** @param zone Where nothing in the text names one. */
export function readInstant(text: string, order: DateOrder, zone: string): ReadInstant {
  // A spreadsheet number outside the range of dates is no date; statements contain no bare count of seconds either.
  if (text.startsWith(NUMBER_MARK)) return { refused: 'is a number and no date' };
  const clock = clockOf(text, order);
  if (!clock) return { refused: 'is no date' };
  const wall = wallMillis(clock, clock.millis ?? LAST_SECOND);
  if (wall === undefined) return { refused: 'is a day that does not exist, or before the year 2000' };
  const named = clock.zone ?? zone;
  const millis =
    clock.offsetMinutes === undefined ? momentOfWallClock(shiftsOfZone(named), wall) : wall - clock.offsetMinutes * 60_000;
  const isZoned = clock.zone !== undefined || clock.offsetMinutes !== undefined;
  return { at: millis * 1000, isDayOnly: clock.millis === undefined, isZoned };
}
