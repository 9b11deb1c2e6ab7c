// The overview and its series: one statement gives the figures of any cut of the range into days, weeks, months or periods.
import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import { comparisonOf } from './figures.ts';
import { filtersOf } from './filters.ts';
import type { Variation } from './intervals/intervals.ts';
import { overviewIntervals } from './intervals/overview-intervals.ts';
import { outsideOverview, outsideSeries } from './outside/overview.ts';
import {
  type Cut,
  cutOfPeriods,
  dayBefore,
  isSpendIncomplete,
  type Metrics,
  metricsOf,
  type OverviewRow,
  overviewMeta,
  planOf,
  unpricedOf,
} from './overview-figures.ts';
import { overviewFigures } from './receipts/overview-receipts.ts';
import { pointer } from './receipts/receipt.ts';
import { type About, report, reportCompared, withSpread } from './report.ts';
import { olderRateWarnings, rateWarnings, spendWarnings } from './warnings.ts';

type Params = Pick<Call<'getOverviewSeries'>['params'], 'date_from' | 'date_to' | 'model'> & { asks_spread: boolean };

export function overviewAnswer(call: Call<'getOverview'>, base: ReadBase) {
  if (call.params.audience === 'outside') return outsideOverview(call, base);
  const { profileId } = call.profile;
  const cut = cutOfPeriods(call.params);
  const shown = { ...call.params, compared_from: cut.from };
  return reportCompared(
    { base, profileId, operation: 'getOverview', params: withSpread(call.params), shown },
    ({ params, moneyOf }) =>
      planOf({
        cut,
        filters: filtersOf(params),
        model: params.model,
        asks_spread: params.asks_spread,
        money: moneyOf(cut.from, cut.to),
      }),
    async (rows, about) => {
      const [previous, current] = rows;
      if (!previous || !current) throw new Error('The overview has a row for each of its two periods.');
      const data = { current: metricsOf(current), previous: metricsOf(previous) };
      const comparison = await comparisonOf(about.figures, { from: cut.from, to: dayBefore(call.params.date_from, 1) });
      return {
        data,
        meta: { ...overviewMeta(about), comparison },
        warnings: warningsOf(about.params, [current], rows),
        ...explained(about, [
          { at: '/data/current', row: current, metrics: data.current },
          { at: '/data/previous', row: previous, metrics: data.previous },
        ]),
      };
    },
  );
}

export const getOverview = reading('getOverview', overviewAnswer);

export function seriesAnswer(call: Call<'getOverviewSeries'>, base: ReadBase) {
  if (call.params.audience === 'outside') return outsideSeries(call, base);
  const { profileId } = call.profile;
  const { date_from, date_to, interval } = call.params;
  const cut: Cut = { interval, periodDays: 1, from: date_from, to: date_to };
  return report(
    { base, profileId, operation: 'getOverviewSeries', params: withSpread(call.params), shown: call.params },
    ({ params, moneyOf }) =>
      planOf({
        cut,
        filters: filtersOf(params),
        model: params.model,
        asks_spread: params.asks_spread,
        money: moneyOf(cut.from, cut.to),
      }),
    (rows, about) => {
      const printed = rows.map((row, i) => ({ at: pointer('data', i), row, metrics: metricsOf(row) }));
      return {
        data: printed.map(({ row, metrics }) => ({ date_from: row.date_from, date_to: row.date_to, ...metrics })),
        meta: { ...overviewMeta(about), interval },
        warnings: warningsOf(about.params, rows, rows),
        ...explained(about, printed),
      };
    },
  );
}

export const getOverviewSeries = reading('getOverviewSeries', seriesAnswer);

/** A row with what is printed of it, and where. */
interface Printed {
  at: string;
  row: OverviewRow;
  metrics: Metrics;
}

/** The receipts and intervals of what is printed. */
const explained = ({ profileId, frame, dayStart }: About<Params>, printed: readonly Printed[]) => ({
  *receipts() {
    for (const { at, row, metrics } of printed) {
      const covered = { profileId, date_from: row.date_from, date_to: row.date_to, dayStart };
      yield* overviewFigures(at, { row, metrics, covered, goal: frame.goal, currency: frame.currency });
    }
  },
  intervals: (variation: Variation) => printed.flatMap((each) => overviewIntervals(each, variation)),
});

const warningsOf = ({ date_from, date_to }: Params, shown: readonly OverviewRow[], rows: readonly OverviewRow[]) => [
  ...spendWarnings(isSpendIncomplete(shown), date_from, date_to),
  ...rateWarnings(unpricedOf(rows)),
  ...olderRateWarnings(rows[0]?.older_rates),
];
