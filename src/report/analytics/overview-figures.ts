// The rows of the overview and its series, and the figures that are printed from them.
import type { Call } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, ratio, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';
import { type Prepared, prepared, type WarehouseRow } from '../../base/warehouse/statements.ts';
import type { Figures } from './figures.ts';
import { asksPlace, type Filters, isFiltered, spendLabels } from './filters.ts';
import type { InCurrency } from './in-currency.ts';
import type { About } from './report.ts';

export type Metrics = components['schemas']['OverviewMetrics'];
export type OverviewRow = WarehouseRow<'warehouse/report/analytics/overview_series'>;
type Interval = 'day' | 'week' | 'month' | 'period';

const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;

export type Days = Pick<Call<'getOverview'>['params'], 'date_from' | 'date_to'>;

type Shown = Pick<Call<'getOverview'>['params'], 'date_from' | 'date_to' | 'model'>;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

export interface Cut {
  interval: Interval;
  /** Length of a bucket under `period`. */
  periodDays: number;
  from: string;
  to: string;
}

/** One row per bucket, before they are turned into what is shown. */
export const askFigures = ({ read }: Figures, cut: Cut, filters: Filters, model: string | undefined): Promise<OverviewRow[]> =>
  read(planOf({ cut, filters, model }));

interface OverviewQuery {
  cut: Cut;
  filters: Filters;
  model: string | undefined;
  /** With what intervals need. */
  asks_spread?: boolean;
  /** In another currency than the profile's. */
  money?: InCurrency;
}

export function planOf({ cut, filters, model, asks_spread = false, money }: OverviewQuery): Prepared<OverviewRow> {
  const range = { money_from: cut.from, money_to: cut.to };
  const params = {
    ...filters,
    ...range,
    is_filtered: isFiltered(filters),
    // Of the default definition.
    goal: null,
    asks_place: asksPlace(filters),
    model: model ?? null,
    interval: cut.interval,
    period_days: cut.periodDays,
    date_from: cut.from,
    date_to: cut.to,
    asks_spread,
    ...money?.params,
  };
  const labels = ['in_range', ...spendLabels(filters), ...(money?.labels ?? [])];
  return prepared('warehouse/report/analytics/overview_series', params, labels);
}

/** Money × millionths, rounded to six decimals, as a number; null where it could not be converted. */
const moneyOf = (value: string | null): number | null =>
  value === null ? null : Number(decimalText(roundedQuotient(unitsOf(value, 6), MILLION), 6));
const countOf = (millionths: bigint): number => Number(decimalText(millionths, 6));

const roasOf = (paid: string | null, spend: bigint | null): number | null =>
  paid === null || spend === null || spend === 0n ? null : ratio(unitsOf(paid, 6), spend * MILLION);

export function metricsOf(row: OverviewRow): Metrics {
  const spend = row.spend === null ? null : unitsOf(row.spend, 6);
  const outcomes = row.outcome_millionths;
  const sessions = row.sessions;
  return {
    spend: spend === null ? null : Number(decimalText(spend, 6)),
    revenue: moneyOf(row.revenue_millionths),
    roas: roasOf(row.paid_revenue_millionths, spend),
    outcomes: countOf(outcomes),
    attributed_outcomes: countOf(row.attributed_millionths),
    coverage_percent: outcomes === 0n ? 0 : ratio(100n * row.attributed_millionths, outcomes),
    visitors: Number(row.visitors),
    pageviews: Number(row.pageviews),
    bounce_rate: sessions === 0n ? 0 : ratio(row.bounces, sessions),
    avg_engaged_seconds: sessions === 0n ? 0 : ratio(row.engaged_ms, sessions * 1000n, 3),
    cash_revenue: moneyOf(row.cash_millionths),
    cash_payments: countOf(row.payment_millionths),
  };
}

/** Is a part of the days covered by spend, and a part not? */
export function isSpendIncomplete(rows: readonly OverviewRow[]): boolean {
  const covered = rows.reduce((sum, row) => sum + row.covered_days, 0n);
  return covered > 0n && rows.some((row) => row.missing_days > 0n);
}

export const unpricedOf = (rows: readonly OverviewRow[]): string[] => rows.flatMap((row) => row.unpriced_currencies);

/** The members of `meta` that the overview and its series share. */
export const overviewMeta = ({ profileId, params, frame }: Pick<About<Shown>, 'profileId' | 'params' | 'frame'>) => ({
  date_from: params.date_from,
  date_to: params.date_to,
  profile_id: profileId,
  currency: frame.currency,
  timezone: frame.timezone,
  model: params.model ?? frame.model,
});

/** The range and the equally long one before it. */
export function cutOfPeriods({ date_from, date_to }: Days): Cut {
  const periodDays = daysBetween(date_from, date_to);
  return { interval: 'period', periodDays, from: dayBefore(date_from, periodDays), to: date_to };
}
