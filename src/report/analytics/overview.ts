// The overview and its series: one statement gives the figures of any cut of the range into days, weeks, months or periods.

import { profileDay, profileDayStart } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, ratio, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';
import { type Prepared, prepared } from '../../base/warehouse/plan.ts';
import type { WarehouseRow } from '../../base/warehouse/statements.ts';
import { figuresRequested } from './as-of-reports.ts';
import { comparisonNow, comparisonOf } from './comparison.ts';
import { asksPlace, type Filters, filtersOf } from './filters.ts';
import { type Figures, frameOf, type ReportFrame } from './frame.ts';
import { asWarnings, olderRateWarnings, rateWarnings, spendLabels, spendWarnings } from './money.ts';
import { overviewIntervals } from './overview-intervals.ts';
import { overviewFigures } from './receipts/overview-receipts.ts';
import { pointer, type Receipts, type ReceiptsAsked, receiptMembers } from './receipts/receipt.ts';
import { withTrust } from './trust.ts';

type Metrics = components['schemas']['OverviewMetrics'];
export type OverviewRow = WarehouseRow<'warehouse/report/analytics/overview_series'>;
type Interval = 'day' | 'week' | 'month' | 'period';

const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;

type Days = Pick<Call<'getOverview'>['params'], 'date_from' | 'date_to'>;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

interface Cut {
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
}

function planOf({ cut, filters, model, asks_spread = false }: OverviewQuery): Prepared<OverviewRow> {
  const range = { money_from: cut.from, money_to: cut.to };
  const params = {
    ...filters,
    ...range,
    asks_place: asksPlace(filters),
    model: model ?? null,
    interval: cut.interval,
    period_days: cut.periodDays,
    date_from: cut.from,
    date_to: cut.to,
    asks_spread,
  };
  return prepared('warehouse/report/analytics/overview_series', params, ['in_range', ...spendLabels(filters)]);
}

/** Money × millionths, rounded to six decimals, as a number; null where it could not be converted. */
const moneyOf = (value: string | null): number | null =>
  value === null ? null : Number(decimalText(roundedQuotient(unitsOf(value, 6), MILLION), 6));
const countOf = (millionths: bigint): number => Number(decimalText(millionths, 6));

const roasOf = (paid: string | null, spend: bigint | null): number | null =>
  paid === null || spend === null || spend === 0n ? null : ratio(unitsOf(paid, 6), spend * MILLION);

function metricsOf(row: OverviewRow): Metrics {
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
function isSpendIncomplete(rows: readonly OverviewRow[]): boolean {
  const covered = rows.reduce((sum, row) => sum + row.covered_days, 0n);
  return covered > 0n && rows.some((row) => row.missing_days > 0n);
}

const unpricedOf = (rows: readonly OverviewRow[]): string[] => rows.flatMap((row) => row.unpriced_currencies);

interface Framed {
  frame: ReportFrame;
  dayStart: (day: string) => number;
  meta: Omit<components['schemas']['OverviewMeta'], 'interval' | 'comparison'>;
}

async function framed(call: Call<'getOverview' | 'getOverviewSeries'>, base: ReadBase, figures: Figures): Promise<Framed> {
  const { date_from, date_to, model } = call.params;
  const { profileId } = call.profile;
  const frame = await frameOf(base, profileId, undefined, figures);
  const meta = {
    date_from,
    date_to,
    profile_id: profileId,
    currency: frame.currency,
    timezone: frame.timezone,
    model: model ?? frame.model,
    version: frame.version,
  };
  return { frame, meta, dayStart: (day) => profileDayStart(base, profileId, day) };
}

/** Receipts of rows by the place where each is printed. */
const receiptsOf = (
  { frame, meta, dayStart }: Framed,
  plan: Prepared<OverviewRow>,
  printed: () => { at: string; row: OverviewRow; metrics: Metrics }[],
): Receipts => ({
  source: { plan, version: frame.version },
  *figures() {
    for (const { at, row, metrics } of printed()) {
      const covered = { profileId: meta.profile_id, date_from: row.date_from, date_to: row.date_to, dayStart };
      yield* overviewFigures(at, { row, metrics, covered, goal: frame.goal, currency: frame.currency });
    }
  },
});

/** The part that is computed once for requests that differ in their receipts alone. */
const withoutReceipts = <Params extends ReceiptsAsked>({ include, receipts_of: _, ...params }: Params) => ({
  ...params,
  asks_spread: include?.includes('interval') === true,
});

export async function overviewAnswer(call: Call<'getOverview'>, base: ReadBase) {
  const { receipts, ...found } = await overviewOf(call, base);
  const { date_from, date_to } = call.params;
  const shown = { ...call.params, compared_from: dayBefore(date_from, daysBetween(date_from, date_to)) };
  const answer = await withTrust(base, call.profile.profileId, shown, found);
  const today = profileDay(base, call.profile.profileId);
  const comparison = comparisonNow(answer.meta.comparison, { to: call.params.date_to, today });
  const meta = { ...answer.meta, comparison };
  return { ...answer, meta, ...receiptMembers(call.params, receipts, answer.warnings) };
}

export const getOverview = reading('getOverview', overviewAnswer);

const overviewOf = (call: Call<'getOverview'>, base: ReadBase) =>
  figuresRequested(base, call.profile.profileId, 'getOverview', withoutReceipts(call.params), async (figures) => {
    const { date_from, date_to, model } = call.params;
    const { asks_spread } = withoutReceipts(call.params);
    const periodDays = daysBetween(date_from, date_to);
    const cut: Cut = { interval: 'period', periodDays, from: dayBefore(date_from, periodDays), to: date_to };
    const about = await framed(call, base, figures);
    const comparison = await comparisonOf(figures, { from: cut.from, to: dayBefore(date_from, 1) });
    const plan = planOf({ cut, filters: filtersOf(call.params), model, asks_spread });
    const rows = await figures.read(plan);
    const [previous, current] = rows;
    if (!previous || !current) throw new Error('The overview has a row for each of its two periods.');
    const data = { current: metricsOf(current), previous: metricsOf(previous) };
    const printed = [
      { at: '/data/current', row: current, metrics: data.current },
      { at: '/data/previous', row: previous, metrics: data.previous },
    ];
    return {
      data,
      meta: { ...about.meta, comparison },
      ...(asks_spread ? { intervals: printed.flatMap(({ at, row, metrics }) => overviewIntervals(at, row, metrics)) } : {}),
      ...warningsOf(call.params, [current], rows),
      receipts: receiptsOf(about, plan, () => printed),
    };
  });

const warningsOf = ({ date_from, date_to }: Days, shown: readonly OverviewRow[], rows: readonly OverviewRow[]) =>
  asWarnings([
    ...spendWarnings(isSpendIncomplete(shown), date_from, date_to),
    ...rateWarnings(unpricedOf(rows)),
    ...olderRateWarnings(rows[0]?.older_rates),
  ]);

export async function seriesAnswer(call: Call<'getOverviewSeries'>, base: ReadBase) {
  const { receipts, ...found } = await seriesOf(call, base);
  const answer = await withTrust(base, call.profile.profileId, call.params, found);
  return { ...answer, ...receiptMembers(call.params, receipts, answer.warnings) };
}

export const getOverviewSeries = reading('getOverviewSeries', seriesAnswer);

const seriesOf = (call: Call<'getOverviewSeries'>, base: ReadBase) =>
  figuresRequested(base, call.profile.profileId, 'getOverviewSeries', withoutReceipts(call.params), async (figures) => {
    const { date_from, date_to, interval, model } = call.params;
    const cut: Cut = { interval, periodDays: 1, from: date_from, to: date_to };
    const about = await framed(call, base, figures);
    const { asks_spread } = withoutReceipts(call.params);
    const plan = planOf({ cut, filters: filtersOf(call.params), model, asks_spread });
    const rows = await figures.read(plan);
    const printed = rows.map((row, i) => ({ at: pointer('data', i), row, metrics: metricsOf(row) }));
    return {
      data: printed.map(({ row, metrics }) => ({ date_from: row.date_from, date_to: row.date_to, ...metrics })),
      meta: { ...about.meta, interval },
      ...(asks_spread ? { intervals: printed.flatMap(({ at, row, metrics }) => overviewIntervals(at, row, metrics)) } : {}),
      ...warningsOf(call.params, rows, rows),
      receipts: receiptsOf(about, plan, () => printed),
    };
  });
