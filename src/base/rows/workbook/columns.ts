// What the cells of a column have in common, over the whole sheet: whether its dates lost seconds, whether its numbers can be dates, which errors it
// holds, and which of its numbers a sheet cannot hold.
import { DATE_MARK, ERROR_MARK, NUMBER_MARK } from './cells.ts';

export interface ColumnFacts {
  /** Cells with a date. */
  dates: number;
  /** The seconds that all of them end in; undefined where they differ. */
  seconds: number | undefined;
  /** How many of them are in the first minute of a day, and how many in the last. */
  firstMinutes: number;
  lastMinutes: number;
  numbers: number;
  /** The smallest and the largest number. */
  least: number;
  most: number;
  /** Errors that cells show, and formulas without a value. */
  errors: number;
  error: string | undefined;
  uncomputed: number;
  /** Whole numbers of 16 digits and more: those that all end in 0 have lost their last digits, and those beyond 2^53 are not exact. */
  long: number;
  longWithZero: number;
  beyond: number;
}

const nothing = (): ColumnFacts => ({
  dates: 0,
  seconds: undefined,
  firstMinutes: 0,
  lastMinutes: 0,
  numbers: 0,
  least: Number.POSITIVE_INFINITY,
  most: Number.NEGATIVE_INFINITY,
  errors: 0,
  error: undefined,
  uncomputed: 0,
  long: 0,
  longWithZero: 0,
  beyond: 0,
});

const LARGEST_EXACT = 2 ** 53;
const LONG = 1e15;

/** The digits of a whole number of a cell, however the file writes it; undefined for a fraction, and for one that a double cannot hold. */
export function wholeNumberOf(raw: string): string | undefined {
  if (/^[+-]?\d{1,15}$/.test(raw)) return raw.replace(/^\+/, '');
  const value = Number(raw);
  if (!Number.isInteger(value) || Math.abs(value) > LARGEST_EXACT) return undefined;
  const digits = BigInt(value).toString();
  // 9007199254740993 is 9007199254740992 as a double.
  return /^[+-]?\d+$/.test(raw) && BigInt(raw).toString() !== digits ? undefined : digits;
}

/** Has a whole number more digits than programs keep? */
export const isLong = (raw: string): boolean => Number.isInteger(Number(raw)) && Math.abs(Number(raw)) >= LONG;

/** Is a number of a cell whole and beyond what a sheet holds exactly? */
export const isBeyondExact = (raw: string): boolean => Number.isInteger(Number(raw)) && wholeNumberOf(raw) === undefined;

export class Columns {
  readonly #facts: ColumnFacts[] = [];

  add(column: number, text: string): void {
    const mark = text[0];
    if (mark !== DATE_MARK && mark !== NUMBER_MARK && mark !== ERROR_MARK) return;
    this.#facts[column] ??= nothing();
    const facts = this.#facts[column];
    const value = text.slice(1);
    if (mark === DATE_MARK) addDate(facts, value);
    else if (mark === NUMBER_MARK) addNumber(facts, value);
    else if (value === '') facts.uncomputed += 1;
    else {
      facts.errors += 1;
      facts.error ??= value;
    }
  }

  /** By column, from 0; columns of texts have none. */
  list(): readonly (ColumnFacts | undefined)[] {
    return this.#facts;
  }
}

function addDate(facts: ColumnFacts, text: string): void {
  const [day = '', time = '00:00:00'] = text.split(' ');
  // A time of day without a date.
  if (day.includes(':')) return;
  const seconds = Number(time.slice(6));
  facts.seconds = facts.dates === 0 || facts.seconds === seconds ? seconds : undefined;
  facts.dates += 1;
  if (time.startsWith('00:00:')) facts.firstMinutes += 1;
  if (time.startsWith('23:59:')) facts.lastMinutes += 1;
}

function addNumber(facts: ColumnFacts, raw: string): void {
  const value = Number(raw);
  facts.numbers += 1;
  facts.least = Math.min(facts.least, value);
  facts.most = Math.max(facts.most, value);
  if (!isLong(raw)) return;
  facts.long += 1;
  const digits = wholeNumberOf(raw);
  if (digits === undefined) facts.beyond += 1;
  else if (digits.endsWith('0')) facts.longWithZero += 1;
}

/** Do all numbers of 16 digits and more end in 0? Programs that keep fifteen digits made them so: different ids are one then. */
export const haveLostDigits = ({ long, longWithZero }: ColumnFacts): boolean => long > 1 && longWithZero === long;

/** `23:59:59` is the end of a day, as programs write it; no zone's clocks of 1899 were a second behind. */
const END_OF_MINUTE = 59;

/**
 * By how many seconds the dates of a column are to be moved. A library that reckons with the local time of 1899 loses the seconds of that (in Santiago
 * all dates end in :15, and days in the minute before), or gains them (in Paris, where days begin late): all end in the same, and mean the full minute.
 * @param gained The seconds by which the zone's clocks were ahead of full minutes in 1899, 0 for none.
 */
export function lostSeconds({ dates, seconds, firstMinutes, lastMinutes }: ColumnFacts, gained: number): number {
  if (seconds === undefined || seconds === 0 || seconds === END_OF_MINUTE) return 0;
  if (dates < 2 && firstMinutes + lastMinutes === 0) return 0;
  const isGained = seconds === gained || (firstMinutes > 0 && lastMinutes === 0);
  return isGained ? -seconds : 60 - seconds;
}

const FIRST_LIKELY_DAY = 36_526;
const LAST_LIKELY_DAY = 60_000;

/** Are all numbers of a column days from 2000 to 2064? */
export const mayBeDates = (facts: ColumnFacts | undefined, is1904: boolean): boolean => {
  const shift = is1904 ? 1_462 : 0;
  return (
    facts !== undefined && facts.numbers > 0 && facts.least + shift >= FIRST_LIKELY_DAY && facts.most + shift <= LAST_LIKELY_DAY
  );
};
