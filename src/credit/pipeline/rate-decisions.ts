// Which of the known exchange rates a profile uses: decisions of the profile, made for the days and currencies of its money.
import type { Base, ReadBase } from '../../base/base.ts';
import { trimmedDecimal } from '../../base/kit/decimals.ts';
import { statement } from '../../base/warehouse/statements.ts';
import {
  dayBefore,
  decimalOf,
  type Found,
  type MissingRates,
  newestRate,
  noteMissing,
  OLDEST_DAYS,
  readRates,
  usesReferenceRates,
} from '../rates/index.ts';
import { ask } from './ask.ts';

const RATES_PER_DECISION = 500;

export interface AppliedRates {
  currency: string | null;
  /** The number of recorded or corrected rates. */
  recorded: number;
  missing: MissingRates[];
}

export interface FoundRates extends AppliedRates {
  /** To be recorded, by `recordRates`. */
  rates: Found[];
}

/** Decides the rates that a profile's money needs and does not have, as far as they are known; says which are missing. */
export async function applyRates(base: Base, profileId: string, actor: string): Promise<AppliedRates> {
  const found = await findRates(base, profileId);
  recordRates(base, profileId, actor, found);
  return found;
}

/** The rates that `applyRates` would decide. */
export const findRates = async (base: ReadBase, profileId: string): Promise<FoundRates> =>
  findAmong(base, profileId, await neededRates(base, profileId));

/**
 * Applies the rates that money needs which came into the figures since it was last asked: a late sale, or days in another zone or
 * currency. What was needed before is checked again when rates come, once a day, and on request. True when any was decided.
 */
export async function takeUpRates(base: Base, profileId: string): Promise<boolean> {
  const profiles = base.memo('rates needed', () => new Map<string, { writes: number; needed: Set<string> }>());
  const writes = base.warehouse.writes(profileId).count;
  const last = profiles.get(profileId);
  if (last?.writes === writes || !(await base.warehouse.exists(profileId))) return false;
  const needed = await neededRates(base, profileId);
  const named = needed.map(({ day, currency, into }) => `${day} ${currency} ${into}`);
  const fresh = needed.filter((_, at) => !last?.needed.has(named[at] ?? ''));
  const found = await findAmong(base, profileId, fresh);
  recordRates(base, profileId, 'system', found);
  profiles.set(profileId, { writes, needed: new Set(named) });
  return found.recorded > 0;
}

interface NeededRate {
  day: string;
  currency: string;
  into: string;
}

const neededRates = async (base: ReadBase, profileId: string): Promise<NeededRate[]> =>
  (await ask(base, profileId, statement('warehouse/credit/pipeline/money_needing_rates'))).map((row) => ({
    day: row.day,
    currency: row.currency,
    into: row.profile_currency,
  }));

async function findAmong(base: ReadBase, profileId: string, needed: readonly NeededRate[]): Promise<FoundRates> {
  const [first, last] = [needed[0], needed.at(-1)];
  if (!first || !last) return { currency: null, recorded: 0, missing: [], rates: [] };
  const inForce = new Map(
    (await ask(base, profileId, statement('warehouse/credit/pipeline/rates_in_force'))).map((row) => [
      `${row.day} ${row.currency}`,
      trimmedDecimal(row.rate),
    ]),
  );
  for (const { day, currency, rate } of rateDecisionsOnTheWay(base, profileId, first.into))
    inForce.set(`${day} ${currency}`, trimmedDecimal(rate));
  const currencies = [...new Set([first.into, ...needed.map(({ currency }) => currency)])];
  const existing = readRates(base, {
    fromDay: dayBefore(first.day, OLDEST_DAYS),
    toDay: last.day,
    currencies,
    usesReference: usesReferenceRates(base, profileId),
  });
  const changed = new Map<string, Found>();
  const missing = new Map<string, MissingRates>();
  for (const { day, currency, into } of needed) {
    const found = newestRate(existing, day, currency, into);
    if (found) {
      const name = `${found.day} ${currency}`;
      const rate = decimalOf(found.units);
      if (inForce.get(name) !== rate) changed.set(name, { day: found.day, currency, rate });
    } else if (!isKnown(inForce, day, currency)) noteMissing(missing, currency, day);
  }
  return {
    currency: first.into,
    recorded: changed.size,
    rates: [...changed.values()],
    missing: [...missing.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

const MAX_DECISIONS = 1_000;

/** Decided a moment ago, and not in the figures yet: who asks again decides nothing twice. */
function rateDecisionsOnTheWay(base: ReadBase, profileId: string, into: string): Found[] {
  const landed = base.state.cursor('landed_decision', profileId);
  return base.state.decisions(profileId, landed, MAX_DECISIONS).flatMap(({ kind, payload }) => {
    const entry = payload as { in?: string; rates?: Found[] };
    return kind === 'rate' && entry.in === into ? (entry.rates ?? []) : [];
  });
}

/** Decided earlier, though no longer recorded for the installation. */
const isKnown = (inForce: Map<string, string>, day: string, currency: string): boolean =>
  Array.from({ length: OLDEST_DAYS + 1 }, (_, age) => dayBefore(day, age)).some((then) => inForce.has(`${then} ${currency}`));

/** In one transaction; inside the caller's where there is one. */
export function recordRates(base: Base, profileId: string, actor: string, { currency: into, rates }: FoundRates): void {
  if (into === null || rates.length === 0) return;
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
