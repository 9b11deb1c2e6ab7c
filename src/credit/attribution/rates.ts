// Exchange rates: what the installation was told, and what of it a profile uses. A rate that a profile uses is a decision of the
// profile, into the currency it has then: another currency needs rates of its own. Nothing is guessed: a day whose rate is not
// known, nor one of the seven days before it, is listed as missing.
import type { Base } from '../../base/base.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { ask } from './ask.ts';

/** As far back as `day_rates` looks. */
const OLDEST_DAYS = 7;
const RATES_PER_DECISION = 500;
const SCALE = 9;
const ONE = 10n ** 18n;

export interface MissingRates {
  currency: string;
  /** Days with money of it and no rate. */
  days: number;
  first_day: string;
  last_day: string;
}

export interface AppliedRates {
  currency: string | null;
  /** How many rates were recorded or corrected. */
  recorded: number;
  missing: MissingRates[];
}

const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** 10¹⁸ths in a decimal text. */
function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(fraction.slice(0, 18).padEnd(18, '0'));
}

function decimalOf(units: bigint): string {
  const digits = units.toString().padStart(SCALE + 1, '0');
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
}

/** By day and base: what one unit of the base is worth. */
type Told = Map<string, Map<string, Map<string, bigint>>>;

function toldRates(base: Base, fromDay: string, toDay: string, currencies: readonly string[]): Told {
  const told: Told = new Map();
  const rows = base.state
    .statement('credit/attribution/rates_among')
    .all({ from_day: fromDay, to_day: toDay, currencies: JSON.stringify(currencies) });
  for (const row of rows) {
    const day = told.get(row['day'] as string) ?? new Map<string, Map<string, bigint>>();
    const own = row['base'] as string;
    const ofBase = day.get(own) ?? new Map([[own, ONE]]);
    ofBase.set(row['currency'] as string, unitsOf(row['rate'] as string));
    told.set(row['day'] as string, day.set(own, ofBase));
  }
  return told;
}

/** What one unit of a currency is worth in another on a day, by the first base that knows both; the two themselves go first. */
function rateBetween(bases: Map<string, Map<string, bigint>> | undefined, from: string, to: string): string | undefined {
  if (!bases) return undefined;
  const others = [...bases.keys()].filter((name) => name !== from && name !== to).sort();
  for (const name of [from, to, ...others]) {
    const [mine, theirs] = [bases.get(name)?.get(from), bases.get(name)?.get(to)];
    if (mine === undefined || theirs === undefined) continue;
    const billion = 10n ** BigInt(SCALE);
    const units = (2n * theirs * billion + mine) / (2n * mine);
    // Too small to be told at nine decimals, or too large to be kept: not known, rather than wrong.
    if (units > 0n && units < 10n ** 18n) return decimalOf(units);
  }
  return undefined;
}

interface Found {
  day: string;
  currency: string;
  rate: string;
}

/** The newest rate known on a day, at most seven days old. */
function newestRate(told: Told, day: string, from: string, to: string): Found | undefined {
  for (let age = 0; age <= OLDEST_DAYS; age += 1) {
    const then = dayBefore(day, age);
    const rate = rateBetween(told.get(then), from, to);
    if (rate !== undefined) return { day: then, currency: from, rate };
  }
  return undefined;
}

/** Decides the rates that a profile's money needs and does not have, as far as they are known; says which are missing. */
export async function applyRates(base: Base, profileId: string, actor: string): Promise<AppliedRates> {
  const read = (name: string) => ask(base, profileId, { sql: sqlText(`warehouse/credit/attribution/${name}`) });
  const needed = (await read('money_needing_rates')).map((row) => ({
    day: row['day'] as string,
    currency: row['currency'] as string,
    into: row['profile_currency'] as string,
  }));
  const [first, last] = [needed[0], needed.at(-1)];
  if (!first || !last) return { currency: null, recorded: 0, missing: [] };
  const inForce = new Map(
    (await read('rates_in_force')).map((row) => [`${row['day']} ${row['currency']}`, row['rate'] as string]),
  );
  const currencies = [...new Set([first.into, ...needed.map(({ currency }) => currency)])];
  const told = toldRates(base, dayBefore(first.day, OLDEST_DAYS), last.day, currencies);
  const changed = new Map<string, Found>();
  const missing = new Map<string, MissingRates>();
  for (const { day, currency, into } of needed) {
    const found = newestRate(told, day, currency, into);
    if (found) {
      const name = `${found.day} ${currency}`;
      if (inForce.get(name) !== found.rate) changed.set(name, found);
      continue;
    }
    if (isKnown(inForce, day, currency)) continue;
    const known = missing.get(currency);
    if (known) Object.assign(known, { days: known.days + 1, last_day: day });
    else missing.set(currency, { currency, days: 1, first_day: day, last_day: day });
  }
  record(base, profileId, actor, first.into, [...changed.values()]);
  return {
    currency: first.into,
    recorded: changed.size,
    missing: [...missing.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

/** Decided earlier, though the installation is not told it any more. */
const isKnown = (inForce: Map<string, string>, day: string, currency: string): boolean =>
  Array.from({ length: OLDEST_DAYS + 1 }, (_, age) => dayBefore(day, age)).some((then) => inForce.has(`${then} ${currency}`));

function record(base: Base, profileId: string, actor: string, into: string, rates: readonly Found[]): void {
  if (rates.length === 0) return;
  base.state.tx(() => {
    for (let from = 0; from < rates.length; from += RATES_PER_DECISION)
      base.state.decide({
        profileId,
        kind: 'rate',
        afterSeq: base.journal.lastSeq(profileId),
        subject: into,
        payload: { in: into, rates: rates.slice(from, from + RATES_PER_DECISION) },
        actor,
        decidedAt: base.clock.now(),
      });
  });
  base.signals.emit('decisions', profileId);
}
