// The money of a range in parts: what figures count, and what is known of and in none of them, by reason. Everything that says how complete figures
// are reads these parts, so that it says the same.
import type { ReadBase } from '../../../base/base.ts';
import { prepared, statement } from '../../../base/warehouse/statements.ts';
import { BEHAVIOUR_TYPES } from '../../../collect/events/index.ts';
import { dayBefore, decimalOf, ratesInto, ratesMark, usesReferenceRates } from '../../../credit/rates/index.ts';
import { cachedByVersion, figuresNow, frameOf, type ReportFrame } from '../../analytics/index.ts';
import { millionths } from '../findings.ts';
import { readRefused } from '../senders/lost-money.ts';
import { readMaybeTwice } from './maybe-twice.ts';

export const OUTSIDE_REASONS = [
  'uncounted_type',
  'without_rate',
  'refused',
  'refund_without_sale',
  'refund_without_effect',
  'left_out_by_goal',
] as const;
export type OutsideReason = (typeof OUTSIDE_REASONS)[number];

/** Contained in what is counted. */
export const CONTAINED_REASONS = ['maybe_twice', 'before_tracking', 'dispute_open', 'unknown_platform'] as const;
export type ContainedReason = (typeof CONTAINED_REASONS)[number];

/** One reason and currency: amounts in millionths, refunds below 0. */
export interface MoneyPart {
  kind: 'cash' | 'spend';
  reason: 'counted' | OutsideReason | ContainedReason;
  /** The event type, sender, currency or platform concerned; empty for all. */
  subject: string;
  currency: string;
  entries: number;
  refunds: number;
  own: bigint;
  /** In the profile's currency; null without a rate. */
  amount: bigint | null;
}

export interface Days {
  date_from: string;
  date_to: string;
}

export interface MoneyParts {
  parts: MoneyPart[];
  frame: ReportFrame;
}

const DAY_MS = 86_400_000;
const daysOf = ({ date_from, date_to }: Days): string[] =>
  Array.from({ length: (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1 }, (_, at) => dayBefore(date_from, -at));

/** Known rates of currencies that no figure may have asked for yet, as parameters of a statement. */
function knownRates(base: ReadBase, profileId: string, into: string, days: Days, currencies: readonly string[]) {
  const usesReference = usesReferenceRates(base, profileId);
  const rateOf = ratesInto(base, into, { fromDay: days.date_from, toDay: days.date_to, currencies, usesReference });
  const others = currencies.filter((currency) => currency !== into);
  const found = (others.length === 0 ? [] : daysOf(days)).flatMap((day) =>
    others.flatMap((currency) => {
      const units = rateOf(day, currency);
      return units === undefined ? [] : [{ day, currency, rate: decimalOf(units) }];
    }),
  );
  return {
    known_days: found.map(({ day }) => day),
    known_currencies: found.map(({ currency }) => currency),
    known_rates: found.map(({ rate }) => rate),
  };
}

type Reported = { currency: string | null; first_day: string; last_day: string };

/** The part of the range in which there is money at all. */
function within({ date_from, date_to }: Days, reported: readonly Reported[]): Days | undefined {
  const from = reported.map(({ first_day }) => dayBefore(first_day, 2)).sort()[0];
  const to = reported
    .map(({ last_day }) => dayBefore(last_day, -2))
    .sort()
    .at(-1);
  if (from === undefined || to === undefined) return undefined;
  const days = { date_from: from > date_from ? from : date_from, date_to: to < date_to ? to : date_to };
  return days.date_from > days.date_to ? undefined : days;
}

/** The parts that follow from facts and decisions, from the profile's engine, with the frame that they are of. */
async function readFacts(base: ReadBase, profileId: string, days: Days) {
  const figures = await figuresNow(base, profileId);
  const frame = await frameOf(base, profileId, undefined, figures);
  const reported = await figures.read(statement('warehouse/report/quality/completeness/money_currencies_list'));
  const currencies = reported.flatMap(({ currency }) => currency ?? []);
  const ratedDays = within(days, reported);
  const params = {
    ...days,
    money_from: days.date_from,
    money_to: days.date_to,
    behaviour: [...BEHAVIOUR_TYPES],
    ...knownRates(base, profileId, frame.currency, ratedDays ?? days, ratedDays ? currencies : []),
  };
  const rows = await figures.read(
    prepared('warehouse/report/quality/completeness/money_parts_list', params, ['in_range', 'uncounted']),
  );
  const parts = rows.map(
    ({ own_amount, amount, entries, refunds, ...row }): MoneyPart => ({
      ...row,
      entries: Number(entries),
      refunds: Number(refunds),
      own: millionths(own_amount) ?? 0n,
      amount: millionths(amount),
    }),
  );
  return { parts, frame, meta: { version: frame.version } };
}

/** Without a readable amount, what was refused has none here, and is counted all the same. */
async function partsOfRefused(base: ReadBase, profileId: string, days: Days, into: string): Promise<MoneyPart[]> {
  const rows = await readRefused(base, profileId, days);
  return rows.map(
    ({ subject, currency, entries, refunds, own_amount, amount }): MoneyPart => ({
      kind: 'cash',
      reason: 'refused',
      subject: subject ?? '',
      currency: currency ?? into,
      entries: Number(entries),
      refunds: Number(refunds ?? 0),
      own: millionths(own_amount) ?? 0n,
      amount: own_amount === null ? 0n : millionths(amount),
    }),
  );
}

/** The parts of a range's money, at the version of the frame. */
export async function readMoneyParts(base: ReadBase, profileId: string, days: Days): Promise<MoneyParts> {
  const what = ['money parts', days, ratesMark(base)];
  const { parts, frame } = await cachedByVersion(base, profileId, what, () => readFacts(base, profileId, days));
  const [refused, twice] = await Promise.all([
    partsOfRefused(base, profileId, days, frame.currency),
    readMaybeTwice(base, profileId, days, frame),
  ]);
  return { parts: [...parts, ...refused, ...twice], frame };
}
