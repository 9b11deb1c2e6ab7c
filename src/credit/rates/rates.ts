// Exchange rates: those recorded for the installation, reference rates of a central bank, fixed rates that need no record, and those a profile uses. A rate that a profile
// uses is a decision of the profile, into the currency it has then: another currency needs rates of its own. Nothing is guessed: a day
// without a rate, on it or on the seven days before it, is listed as missing.
import type { ReadBase } from '../../base/base.ts';
import { decimalText, roundedQuotient } from '../../base/kit/decimals.ts';
import { readSeed } from '../../base/kit/seeds.ts';

/** As far back as `day_rates` looks. */
export const OLDEST_DAYS = 7;
/** One unit of a rate has 10¹⁸ parts. */
export const ONE = 10n ** 18n;
const HALF = ONE / 2n;
/** From a half up nine decimals are off by at most 10^-9 of the rate, so that no pair of currencies is; below, all eighteen are kept. */
const BILLIONTH = 10n ** 9n;
/** An amount times a rate has room in 38 digits. */
const TOO_LARGE = ONE * 10n ** 10n;

export interface MissingRates {
  currency: string;
  /** Days with money of it and no rate. */
  days: number;
  first_day: string;
  last_day: string;
}

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** 10¹⁸ths in a decimal text. */
function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(fraction.slice(0, 18).padEnd(18, '0'));
}

/** The decimal text of a rate, as a decision records it. */
export const decimalOf = (units: bigint): string => decimalText(units, 18);

/** By base: the value of one unit of it. */
type Bases = Map<string, Map<string, bigint>>;
/** The known rates of a day. */
type RateTable = (day: string) => Bases;
/** Tables in the order in which a rate is looked for. */
type RateTables = readonly RateTable[];

interface TableRow {
  day: string;
  base: string;
  currency: string;
  rate: string;
}

interface WantedRates {
  fromDay: string;
  toDay: string;
  currencies: readonly string[];
  /** Whether the reference rates of the central bank serve where the recorded ones have nothing. */
  usesReference: boolean;
}

/** In reference rates everything is worth so much of a euro. */
const REFERENCE_BASE = 'EUR';

const fixedAmong = (currencies: ReadonlySet<string>) =>
  readSeed('fixed_rates').filter((row) => currencies.has(row.currency ?? ''));

/** The recorded rates of the days, then those with the reference rates beside them; each with the fixed ones. */
export function readRates(base: ReadBase, { fromDay, toDay, currencies: wanted, usesReference }: WantedRates): RateTables {
  const fixed = fixedAmong(new Set(wanted));
  const currencies = [...new Set([...wanted, ...fixed.map((row) => row.base)])];
  const among = { from_day: fromDay, to_day: toDay, currencies: JSON.stringify(currencies) };
  const own = base.state.statement('credit/rates/rates_among').all(among);
  if (!usesReference) return [tableOf(own, fixed)];
  const references = base.state
    .statement('credit/rates/references_among')
    .all(among)
    .map((row) => ({ ...row, base: REFERENCE_BASE }));
  return [tableOf(own, fixed), tableOf([...references, ...own], fixed)];
}

/** A currency follows the one it is fixed to through every base. Of two rows of one pair and day the later counts. */
function tableOf(rows: readonly TableRow[], fixed: ReturnType<typeof fixedAmong>): RateTable {
  const byDay = new Map<string, Bases>();
  for (const { day, base: name, currency, rate } of rows) {
    const bases: Bases = byDay.get(day) ?? new Map();
    bases.set(name, (bases.get(name) ?? new Map([[name, ONE]])).set(currency, unitsOf(rate)));
    byDay.set(day, bases);
  }
  const names = new Map<string, Bases>();
  return (day) => {
    const before = names.get(day);
    if (before) return before;
    const bases: Bases = byDay.get(day) ?? new Map();
    for (const { currency = '', base: anchor = '', rate = '', since = '', until } of fixed) {
      if (day < since || (until && day > until)) continue;
      if (!bases.has(anchor)) bases.set(anchor, new Map([[anchor, ONE]]));
      for (const ofBase of bases.values()) {
        const anchored = ofBase.get(anchor);
        if (anchored !== undefined && !ofBase.has(currency)) ofBase.set(currency, (anchored * unitsOf(rate)) / ONE);
      }
    }
    names.set(day, bases);
    return bases;
  };
}

/** The value of one unit of a currency in another on a day, by the first base with rates of both; the two themselves go first. */
function rateBetween(bases: Bases, from: string, to: string): bigint | undefined {
  const others = [...bases.keys()].filter((name) => name !== from && name !== to).sort();
  for (const name of [from, to, ...others]) {
    const [mine, theirs] = [bases.get(name)?.get(from), bases.get(name)?.get(to)];
    if (mine === undefined || theirs === undefined) continue;
    const exact = roundedQuotient(theirs * ONE, mine);
    const units = exact < HALF ? exact : roundedQuotient(exact, BILLIONTH) * BILLIONTH;
    // Too small for eighteen decimals, or too large to store: unknown, rather than wrong.
    if (units > 0n && units < TOO_LARGE) return units;
  }
  return undefined;
}

export interface Found {
  day: string;
  currency: string;
  rate: string;
}

/** The newest rate known on a day, at most seven days old, in the first table that has one. */
export function newestRate(
  tables: RateTables,
  day: string,
  from: string,
  to: string,
): { day: string; units: bigint } | undefined {
  for (const rates of tables)
    for (let age = 0; age <= OLDEST_DAYS; age += 1) {
      const then = dayBefore(day, age);
      const units = rateBetween(rates(then), from, to);
      if (units !== undefined) return { day: then, units };
    }
  return undefined;
}

/** The value of one unit of a currency in another on a day of the range, in parts of `ONE`, and the day of that rate; undefined without a rate of the last 7 days. */
export function datedRatesInto(
  base: ReadBase,
  into: string,
  { fromDay, toDay, currencies, usesReference }: WantedRates,
): (day: string, currency: string) => { day: string; units: bigint } | undefined {
  const rates = readRates(base, {
    fromDay: dayBefore(fromDay, OLDEST_DAYS),
    toDay,
    currencies: [into, ...currencies],
    usesReference,
  });
  return (day, currency) => (currency === into ? { day, units: ONE } : newestRate(rates, day, currency, into));
}

/** As `datedRatesInto`, without the days. */
export function ratesInto(
  base: ReadBase,
  into: string,
  wanted: WantedRates,
): (day: string, currency: string) => bigint | undefined {
  const rateOf = datedRatesInto(base, into, wanted);
  return (day, currency) => rateOf(day, currency)?.units;
}

/** Adds a day without a rate to the list of what is missing. */
export function noteMissing(missing: Map<string, MissingRates>, currency: string, day: string): void {
  const missingRates = missing.get(currency);
  if (!missingRates) {
    missing.set(currency, { currency, days: 1, first_day: day, last_day: day });
    return;
  }
  missingRates.days += 1;
  if (day < missingRates.first_day) missingRates.first_day = day;
  if (day > missingRates.last_day) missingRates.last_day = day;
}
