// The days that a reading of data quality covers: whole local days that end today, and as many before them.
import { findReach } from '../../account/places/index.ts';
import { profileDay } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { prepared } from '../../base/warehouse/statements.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { frameOf, type ReportFrame } from '../analytics/index.ts';
import { millionths, type Period } from './findings.ts';

const DAY_MS = 86_400_000;

/** The day `days` before. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

export interface Scope {
  profileId: string;
  frame: ReportFrame;
  period: Period;
  /** First day of the equally long period before. */
  before_from: string;
  days: number;
  currency: string;
  /** Evidence has no rows of single people, not even by a reference or an address that few have. */
  isHealthcare: boolean;
}

export interface Asked {
  days: number;
  goal?: string | undefined;
  /** The last day; today where it is absent. */
  to?: string;
}

/** Refuses an unknown goal. */
export async function scopeOf(base: ReadBase, profileId: string, { days, goal, to }: Asked): Promise<Scope> {
  const frame = await frameOf(base, profileId, goal);
  const date_to = to ?? profileDay(base, profileId);
  const date_from = daysBefore(date_to, days - 1);
  const range = { date_from, date_to, money_from: date_from, money_to: date_to, goal: frame.goal };
  const [row] = await ask(base, profileId, prepared('warehouse/report/quality/period_money_get', range, ['in_range']));
  const money = { spend: millionths(row?.spend ?? null), cash: millionths(row?.cash ?? null) };
  return {
    profileId,
    frame,
    days,
    currency: frame.currency,
    isHealthcare: findReach(base, profileId)?.isHealthcare === true,
    period: { date_from, date_to, goal: frame.goal, money },
    before_from: daysBefore(date_from, days),
  };
}

/** Parameters of the statements about a scope. */
export const rangeOf = ({ period, before_from, frame }: Scope) => ({
  date_from: period.date_from,
  date_to: period.date_to,
  goal: frame.goal,
  money_from: before_from,
  money_to: period.date_to,
});

/** The `meta` of every answer about a scope. */
export const metaOf = ({ profileId, period, frame }: Scope) => ({
  profile_id: profileId,
  date_from: period.date_from,
  date_to: period.date_to,
  goal: frame.goal,
  currency: frame.currency,
  timezone: frame.timezone,
  version: frame.version,
});
