// Pacing: a month's spend and outcomes so far against a budget and a goal, and where they end if the days left are like those before:
// arithmetic on what was measured, written out, and nothing else. Today is not over, so the figures end with yesterday.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { profileDay, profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { changeThenWait, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, ratio, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';
import { minorUnitsOf } from '../../collect/payments/index.ts';
import { frameOf, live } from './figures.ts';
import { filtersOf } from './filters.ts';
import { askFigures, type OverviewRow } from './overview-figures.ts';
import { cachedByVersion } from './report.ts';
import { asWarnings, rateWarnings, spendWarnings, withOutages } from './warnings.ts';

type Schemas = components['schemas'];
type Projection = Schemas['Projection'];

const DAY_MS = 86_400_000;
/** Weeks in the weekdays' mean; fewer where less is known, but never one week alone. */
const WEEKS = 8;
const LEAST_WEEKS = 2;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const plusDays = (day: string, days: number): string => dayText(Date.parse(day) + days * DAY_MS);
const weekday = (day: string): number => new Date(day).getUTCDay();

interface Month {
  first: string;
  last: string;
  /** Yesterday; the day before `first` on the first. */
  through: string;
  days: number;
  daysGone: number;
}

function monthOf(today: string): Month {
  const first = `${today.slice(0, 8)}01`;
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const last = dayText(next.getTime() - DAY_MS);
  return { first, last, through: plusDays(today, -1), days: Number(last.slice(8)), daysGone: Number(today.slice(8)) - 1 };
}

interface Target {
  monthly_budget: string | null;
  outcome_goal: number | null;
  currency: string;
}

function targetOf(base: ReadBase, profileId: string): Target {
  const row = base.state.statement('report/analytics/pacing_get').get({ profile_id: profileId });
  return {
    monthly_budget: row?.monthly_budget ?? null,
    outcome_goal: row?.outcome_goal ?? null,
    currency: row?.currency ?? profileSettings(base, profileId).currency,
  };
}

/** A day's figure in millionths; null where it is not known. */
export interface Day {
  day: string;
  amount: bigint | null;
}

const sumOf = (days: Day[]): bigint => days.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);

/** Rounded to a number of decimals, as text. */
export const rounded = (dividend: bigint, divisor: bigint, decimals: number): string =>
  decimalText(roundedQuotient(dividend, divisor * 10n ** BigInt(6 - decimals)), decimals);

function straightLine(month: Month, daies: Day[], decimals: number): Projection | null {
  if (daies.length === 0) return null;
  const [toDate, counted] = [sumOf(daies), BigInt(daies.length)];
  const value = rounded(toDate * BigInt(month.days), counted, decimals);
  const [days, like] = counted === 1n ? ['1 day', 'that one'] : [`${counted} days`, `the mean of those ${counted}`];
  const text = `${rounded(toDate, 1n, decimals)} ÷ ${days} × ${month.days} days = ${value}, if every day is like ${like}.`;
  return { value, text };
}

/** Null where less than two whole weeks before today are known without a gap. */
function seasonal(month: Month, past: Day[], toDate: bigint, decimals: number): Projection | null {
  const gap = past.findLastIndex(({ amount }) => amount === null);
  const weeks = Math.floor((past.length - gap - 1) / 7);
  if (weeks < LEAST_WEEKS) return null;
  const sums = new Map<number, bigint>();
  for (const { day, amount } of past.slice(-weeks * 7)) sums.set(weekday(day), (sums.get(weekday(day)) ?? 0n) + (amount ?? 0n));
  const left = Array.from({ length: month.days - month.daysGone }, (_, i) => plusDays(month.through, i + 1));
  const rest = left.reduce((sum, day) => sum + (sums.get(weekday(day)) ?? 0n), 0n);
  const value = rounded(toDate * BigInt(weeks) + rest, BigInt(weeks), decimals);
  const text = `${rounded(toDate, 1n, decimals)} + ${rounded(rest, BigInt(weeks), decimals)} = ${value}, if each of the ${left.length} days left is like the mean of its weekday in the ${weeks} weeks to ${month.through}.`;
  return { value, text };
}

function pace(month: Month, days: Day[], target: string | null, decimals: number): Schemas['Pace'] {
  const soFar = days.filter(({ day }) => day >= month.first);
  const pastDays = soFar.filter(({ amount }) => amount !== null);
  const toDate = sumOf(pastDays);
  const isKnown = pastDays.length > 0;
  const goal = target === null ? null : unitsOf(target, 6);
  return {
    to_date: isKnown ? rounded(toDate, 1n, decimals) : null,
    target,
    percent_of_target: goal === null || goal === 0n || !isKnown ? null : ratio(100n * toDate, goal, 2),
    straight_line: straightLine(month, pastDays, decimals),
    seasonal: isKnown || month.daysGone === 0 ? seasonal(month, days, toDate, decimals) : null,
  };
}

/** From the first day that anything is known of; before it nothing was measured, which is not the same as nothing. */
function sinceFirst(
  rows: readonly OverviewRow[],
  amount: (row: OverviewRow) => bigint,
  isMeasured: (row: OverviewRow) => boolean,
): Day[] {
  const first = rows.findIndex(isMeasured);
  return rows.map((row, i) => ({ day: row.date_from, amount: first >= 0 && i >= first ? amount(row) : null }));
}

/** Decimals of the smallest unit of a currency. */
export const decimalsOf = (currency: string): number => minorUnitsOf(currency) ?? 2;

/** How the month of a day ends beside its budget, by the days before it, the oldest first. */
export function spendPaceOn(today: string, days: Day[], budget: string, currency: string): Schemas['Pace'] {
  const month = monthOf(today);
  return pace(
    month,
    days.filter(({ day }) => day <= month.through),
    budget,
    decimalsOf(currency),
  );
}

/** Null without one in the currency of the figures. */
export function budgetOf(base: ReadBase, profileId: string, currency: string): string | null {
  const target = targetOf(base, profileId);
  return target.currency === currency ? target.monthly_budget : null;
}

/** The answer, and beside it what was spent on each day of the month, null where no day was reported. */
export async function pacingOf(base: ReadBase, profileId: string) {
  const month = monthOf(profileDay(base, profileId));
  const target = targetOf(base, profileId);
  const earliest = plusDays(month.through, 1 - WEEKS * 7);
  const from = earliest < month.first ? earliest : month.first;
  return cachedByVersion(base, profileId, ['getPacing', month, target], async () => {
    const figures = live(base, profileId);
    const frame = await frameOf(base, profileId, undefined, figures);
    const cut = { interval: 'day' as const, periodDays: 1, from, to: month.through };
    const rows = await askFigures(figures, cut, filtersOf({}), undefined);
    const spend = rows.map((row) => ({
      day: row.date_from,
      amount: row.spend === null ? null : unitsOf(row.spend, 6),
    }));
    const outcomes = sinceFirst(
      rows,
      (row) => row.outcome_millionths,
      (row) => row.outcome_millionths > 0n || row.sessions > 0n,
    );
    const isOwnMoney = target.monthly_budget === null || target.currency === frame.currency;
    const ofMonth = rows.filter((row) => row.date_from >= month.first);
    const someMissing = ofMonth.some((row) => row.missing_days > 0n);
    const isIncomplete = someMissing && ofMonth.some((row) => row.covered_days > 0n);
    return {
      data: {
        monthly_budget: target.monthly_budget,
        outcome_goal: target.outcome_goal,
        currency: frame.currency,
        month: {
          first_day: month.first,
          last_day: month.last,
          through_day: month.through,
          days: month.days,
          days_gone: month.daysGone,
        },
        spend: pace(month, spend, isOwnMoney ? target.monthly_budget : null, decimalsOf(frame.currency)),
        outcomes: pace(month, outcomes, target.outcome_goal === null ? null : String(target.outcome_goal), 2),
      },
      meta: { profile_id: profileId, timezone: frame.timezone, goal: frame.goal, version: frame.version },
      spend_days: spend.filter(({ day }) => day >= month.first),
      ...asWarnings([
        ...spendWarnings(isIncomplete, month.first, month.through),
        ...rateWarnings(rows.flatMap((row) => row.unpriced_currencies)),
        ...(isOwnMoney
          ? []
          : [
              {
                code: 'budget_currency_differs',
                message: `The budget is in ${target.currency}, the figures are in ${frame.currency}: they are not compared. Set the budget again.`,
              },
            ]),
      ]),
    };
  });
}

async function answerOf(base: ReadBase, profileId: string) {
  const { spend_days: _, ...answer } = await pacingOf(base, profileId);
  const { first_day: date_from, through_day: date_to } = answer.data.month;
  return withOutages(base, profileId, { date_from, date_to }, answer);
}

export const getPacing = reading('getPacing', ({ profile }, base) => answerOf(base, profile.profileId));

export const putPacing = changeThenWait('putPacing', {
  change: ({ principal, profile, body }, base) => {
    const { profileId, workspaceId } = profile;
    const actor = actorOf(principal);
    const { monthly_budget, outcome_goal } = body;
    const { currency } = profileSettings(base, profileId);
    const row = { profile_id: profileId, monthly_budget, currency, outcome_goal, now: base.clock.now() };
    base.state.statement('report/analytics/pacing_put').run(row);
    const detail = { monthly_budget, outcome_goal, currency };
    writeAudit(base, { actor, action: 'pacing.updated', workspaceId, profileId, subject: profileId, detail });
    return profileId;
  },
  after: async (_call, base, profileId) => answerOf(base, profileId),
});
