// Economics of ads: what spend bought (impressions, clicks), and the new and returning customers that it won, by key of a dimension.
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import { prepared } from '../../../base/warehouse/plan.ts';
import { figuresRequested } from '../as-of-reports.ts';
import { filtersOf } from '../filters.ts';
import { type Figures, frameOf } from '../frame.ts';
import { asWarnings, olderRateWarnings, rateWarnings, spendWarnings } from '../money.ts';
import { type Receipts, receiptMembers } from '../receipts/receipt.ts';
import { narrowedBy } from '../receipts/rows-behind.ts';
import { withTrust } from '../trust.ts';
import { economicsData } from './figures.ts';
import { economicsIntervals } from './intervals.ts';
import { economicsFigures } from './receipts.ts';
import { tableOf } from './table.ts';

/** `costs`: of a preview, as they are written; null for those in force. */
export type EconomicsParams = Omit<Call<'getEconomics'>['params'], 'as_of' | 'include' | 'receipts_of'> & {
  costs: string | null;
};

export async function economicsReport(base: ReadBase, profileId: string, params: EconomicsParams, figures: Figures) {
  const { date_from, date_to, dimension } = params;
  const frame = await frameOf(base, profileId, params.goal, figures);
  const request = {
    ...filtersOf(params),
    ...{ date_from, date_to, money_from: date_from, money_to: date_to, dimension, goal: frame.goal },
    ...{ model: params.model ?? null, asks_ads: dimension === 'ad', costs: params.costs },
  };
  const plan = prepared('warehouse/report/analytics/economics_get', request, ['in_range', 'of_places']);
  const [found] = await figures.read(plan);
  if (!found) throw new Error('economics_get answers one row.');
  const table = tableOf(found);
  const data = economicsData(table, dimension === 'ad');
  const model = params.model ?? frame.model;
  const covered = { profileId, date_from, date_to };
  const about = { table, covered, dimension, model, goal: frame.goal, currency: frame.currency, filters: narrowedBy(params) };
  const receipts: Receipts = { source: { plan, version: frame.version }, figures: () => economicsFigures(about) };
  return {
    data,
    meta: {
      ...{ date_from, date_to, profile_id: profileId, dimension, goal: frame.goal, model },
      cost_basis: found.costs === 0n ? null : ('percentage' as const),
      ...{ currency: frame.currency, timezone: frame.timezone, version: frame.version },
    },
    ...asWarnings([
      ...spendWarnings(found.is_spend_incomplete, date_from, date_to),
      ...rateWarnings(found.unpriced_currencies ?? []),
      ...olderRateWarnings(found.older_rates),
    ]),
    table,
    receipts,
  };
}

export const getEconomics = reading('getEconomics', async (call, base) => {
  const { include, receipts_of: _, ...query } = call.params;
  const { profileId } = call.profile;
  const { receipts, table, ...found } = await figuresRequested(base, profileId, 'getEconomics', query, (figures) =>
    economicsReport(base, profileId, { ...query, costs: null }, figures),
  );
  const answer = await withTrust(base, profileId, query, found);
  return {
    ...answer,
    ...(include?.includes('interval') ? { intervals: economicsIntervals(answer.data, table) } : {}),
    ...receiptMembers(call.params, receipts, answer.warnings),
  };
});
