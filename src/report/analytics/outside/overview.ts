// The overview and its series as readers outside see them. Spend is no figure of people and is shown as it is.

import { profileDay } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import type { Call } from '../../../base/contract/operation.ts';
import { decimalText } from '../../../base/kit/decimals.ts';
import { comparisonNow, comparisonOf, frameOf, live } from '../figures.ts';
import { type Filters, filtersOf } from '../filters.ts';
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
} from '../overview-figures.ts';
import { pointer } from '../receipts/receipt.ts';
import { cachedByVersion } from '../report.ts';
import { asWarnings, spendWarnings } from '../warnings.ts';
import { KINDS, type Kind, type Sums } from './cells.ts';
import { checkOutside, noteOf, type OutsideCells, reasonOf, sumsWithin, type Withheld, withCells } from './reader.ts';

/** The figures of each kind. How many people visited is never shown: numbers of different people of two periods differ by single ones. */
const FIGURES = {
  visits: ['pageviews', 'bounce_rate', 'avg_engaged_seconds'],
  outcomes: ['revenue', 'roas', 'outcomes', 'attributed_outcomes', 'coverage_percent'],
  cash: ['cash_revenue', 'cash_payments'],
} as const satisfies Record<Kind, readonly (keyof Metrics)[]>;

const moneyIn = (sums: Sums, name: 'value' | 'paid_value', [unpriced, priced]: readonly [bigint, bigint]): string | null =>
  unpriced > 0n && priced === 0n ? null : decimalText(sums[name], 6);

/** The row with sums of cells in place of those of people. */
function rowOf(row: OverviewRow, { visits, outcomes, cash }: Record<Kind, Sums | undefined>): OverviewRow {
  return {
    ...row,
    visitors: 0n,
    pageviews: visits?.pageviews ?? 0n,
    sessions: visits?.sessions ?? 0n,
    bounces: visits?.bounces ?? 0n,
    engaged_ms: visits?.engaged_ms ?? 0n,
    outcome_millionths: outcomes?.weight ?? 0n,
    attributed_millionths: outcomes?.attributed_weight ?? 0n,
    revenue_millionths: outcomes ? moneyIn(outcomes, 'value', [outcomes.unpriced_weight, outcomes.priced_weight]) : null,
    paid_revenue_millionths: outcomes
      ? moneyIn(outcomes, 'paid_value', [outcomes.unpriced_paid_weight, outcomes.priced_paid_weight])
      : null,
    cash_millionths: cash ? moneyIn(cash, 'value', [cash.unpriced_weight, cash.priced_weight]) : null,
    payment_millionths: cash?.attributed_weight ?? 0n,
  };
}

function shownOf(
  at: string,
  row: OverviewRow,
  cells: OutsideCells,
  filters: Filters,
): { metrics: Metrics; withheld: Withheld[] } {
  const days = { from: row.date_from, to: row.date_to };
  const sums = sumsWithin(cells, days, filters);
  const metrics: Metrics = { ...metricsOf(rowOf(row, sums)), visitors: null };
  const withheld: Withheld[] = [{ at, figures: ['visitors'], reason: 'different_people' }];
  for (const kind of KINDS) {
    if (sums[kind]) continue;
    for (const figure of FIGURES[kind]) metrics[figure] = null;
    withheld.push({ at, figures: [...FIGURES[kind]], reason: reasonOf(cells, kind, days) });
  }
  return { metrics, withheld };
}

type Asked = Call<'getOverview' | 'getOverviewSeries'>;

/** The rows of the report and those of the cells, at one version. */
async function readBoth(call: Asked, base: ReadBase, cut: Cut) {
  const { profileId } = call.profile;
  const { audience: _, model, ...query } = call.params;
  checkOutside(base, profileId, query);
  const filters = filtersOf(query);
  const days = { from: cut.from, to: cut.to };
  const found = await withCells(base, profileId, days, () =>
    cachedByVersion(base, profileId, ['overview outside', query, cut], async () => {
      const figures = live(base, profileId);
      const frame = await frameOf(base, profileId, undefined, figures);
      const meta = { ...overviewMeta({ profileId, params: call.params, frame }), version: frame.version };
      const rows = await figures.read(planOf({ cut, filters, model: undefined }));
      const comparison = await comparisonOf(figures, { from: cut.from, to: dayBefore(call.params.date_from, 1) });
      return { rows, comparison, meta };
    }),
  );
  checkOutside(base, profileId, { model }, found.cells.frame);
  return { ...found, filters };
}

const warningsOf = (call: Asked, rows: readonly OverviewRow[]) =>
  asWarnings(spendWarnings(isSpendIncomplete(rows), call.params.date_from, call.params.date_to));

export async function outsideOverview(call: Call<'getOverview'>, base: ReadBase) {
  const cut = cutOfPeriods(call.params);
  const { rows, filters, cells, meta, comparison } = await readBoth(call, base, cut);
  const [previous, current] = rows;
  if (!previous || !current) throw new Error('The overview has a row for each of its two periods.');
  const now = shownOf('/data/current', current, cells, filters);
  const before = shownOf('/data/previous', previous, cells, filters);
  const today = profileDay(base, call.profile.profileId);
  return {
    data: { current: now.metrics, previous: before.metrics },
    meta: { ...meta, comparison: comparisonNow(comparison, { to: call.params.date_to, today }) },
    outside: noteOf(cells, [...now.withheld, ...before.withheld]),
    ...warningsOf(call, [current]),
  };
}

export async function outsideSeries(call: Call<'getOverviewSeries'>, base: ReadBase) {
  const { date_from, date_to, interval } = call.params;
  const { rows, filters, cells, meta } = await readBoth(call, base, { interval, periodDays: 1, from: date_from, to: date_to });
  const shown = rows.map((row, i) => ({ row, ...shownOf(pointer('data', i), row, cells, filters) }));
  return {
    data: shown.map(({ row, metrics }) => ({ date_from: row.date_from, date_to: row.date_to, ...metrics })),
    meta: { ...meta, interval },
    outside: noteOf(
      cells,
      shown.flatMap(({ withheld }) => withheld),
    ),
    ...warningsOf(call, rows),
  };
}
