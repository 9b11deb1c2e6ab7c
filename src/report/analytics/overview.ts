// The overview and its series: one statement gives the figures of any cut of the range into days, weeks, months or periods.

import { profileDay } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { Prepared } from '../../base/warehouse/plan.ts';
import { figuresRequested } from './as-of-reports.ts';
import { comparisonNow, comparisonOf } from './comparison.ts';
import { filtersOf } from './filters.ts';
import { overviewIntervals } from './intervals/overview-intervals.ts';
import { asWarnings, olderRateWarnings, rateWarnings, spendWarnings } from './money.ts';
import { outsideOverview, outsideSeries } from './outside/overview.ts';
import {
  type Cut,
  cutOfPeriods,
  type Days,
  dayBefore,
  type Framed,
  framed,
  isSpendIncomplete,
  type Metrics,
  metricsOf,
  type OverviewRow,
  planOf,
  unpricedOf,
} from './overview-figures.ts';
import { overviewFigures } from './receipts/overview-receipts.ts';
import { pointer, type Receipts, type ReceiptsAsked, receiptMembers } from './receipts/receipt.ts';
import { withTrust } from './trust.ts';

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
  if (call.params.audience === 'outside') return outsideOverview(call, base);
  const { receipts, ...found } = await overviewOf(call, base);
  const shown = { ...call.params, compared_from: cutOfPeriods(call.params).from };
  const answer = await withTrust(base, call.profile.profileId, shown, found);
  const today = profileDay(base, call.profile.profileId);
  const comparison = comparisonNow(answer.meta.comparison, { to: call.params.date_to, today });
  const meta = { ...answer.meta, comparison };
  return { ...answer, meta, ...receiptMembers(call.params, receipts, answer.warnings) };
}

export const getOverview = reading('getOverview', overviewAnswer);

const overviewOf = (call: Call<'getOverview'>, base: ReadBase) =>
  figuresRequested(base, call.profile.profileId, 'getOverview', withoutReceipts(call.params), async (figures) => {
    const { date_from, model } = call.params;
    const { asks_spread } = withoutReceipts(call.params);
    const cut = cutOfPeriods(call.params);
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
  if (call.params.audience === 'outside') return outsideSeries(call, base);
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
