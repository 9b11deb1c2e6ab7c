// Economics of ads: what spend bought (impressions, clicks), and the new and returning customers that it won, by key of a dimension.
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import { type Prepared, prepared, type WarehouseRow } from '../../../base/warehouse/statements.ts';
import type { Figures } from '../figures.ts';
import { filtersOf, isFiltered } from '../filters.ts';
import type { Variation } from '../intervals/intervals.ts';
import { narrowedBy } from '../receipts/rows-behind.ts';
import { type About, computeReport, report, withSpread } from '../report.ts';
import { olderRateWarnings, rateWarnings, spendWarnings } from '../warnings.ts';
import { economicsData } from './figures.ts';
import { economicsIntervals } from './intervals.ts';
import { economicsFigures } from './receipts.ts';
import { tableOf } from './table.ts';

/** `costs`: of a preview, as they are written; null for those in force. */
export type EconomicsParams = Omit<Call<'getEconomics'>['params'], 'as_of' | 'include' | 'receipts_of'> & {
  costs: string | null;
};

type Row = WarehouseRow<'warehouse/report/analytics/economics_get'>;

function planOf({ params, frame }: About<EconomicsParams>): Prepared<Row> {
  const { date_from, date_to, dimension, costs } = params;
  const request = {
    ...filtersOf(params),
    date_from,
    date_to,
    money_from: date_from,
    money_to: date_to,
    dimension,
    goal: frame.goal,
    model: params.model ?? null,
    is_filtered: isFiltered(filtersOf(params)),
    keys_of: dimension === 'ad' ? 'ad' : null,
    costs,
  };
  return prepared('warehouse/report/analytics/economics_get', request, ['in_range', 'of_places']);
}

function shapeOf([found]: Row[], { profileId, params, frame }: About<EconomicsParams>) {
  if (!found) throw new Error('economics_get answers one row.');
  const { date_from, date_to, dimension } = params;
  const table = tableOf(found);
  const data = economicsData(table, dimension === 'ad');
  const model = params.model ?? frame.model;
  const covered = { profileId, date_from, date_to };
  const about = { table, covered, dimension, model, goal: frame.goal, currency: frame.currency, filters: narrowedBy(params) };
  return {
    data,
    meta: {
      date_from,
      date_to,
      profile_id: profileId,
      dimension,
      goal: frame.goal,
      model,
      cost_basis: found.costs === 0n ? null : ('percentage' as const),
      currency: frame.currency,
      timezone: frame.timezone,
    },
    warnings: [
      ...spendWarnings(found.is_spend_incomplete, date_from, date_to),
      ...rateWarnings(found.unpriced_currencies ?? []),
      ...olderRateWarnings(found.older_rates),
    ],
    receipts: () => economicsFigures(about),
    intervals: (variation: Variation) => economicsIntervals(data, table, variation),
  };
}

export const economicsReport = (base: ReadBase, profileId: string, params: EconomicsParams, figures: Figures) =>
  computeReport({ base, profileId, params, figures }, planOf, shapeOf);

export const getEconomics = reading('getEconomics', ({ params, profile: { profileId } }, base) =>
  report(
    { base, profileId, operation: 'getEconomics', params: withSpread({ ...params, costs: null }), shown: params },
    planOf,
    shapeOf,
  ),
);
