// Traffic: the visits of a period by where they came from and on what, beside a compared period. Figures are those of the overview.

import { profileDay } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import { prepared } from '../../../base/warehouse/plan.ts';
import { figuresRequested } from '../as-of-reports.ts';
import { comparisonNow, comparisonOf } from '../comparison.ts';
import { filtersOf } from '../filters.ts';
import { type Figures, frameOf } from '../frame.ts';
import { asWarnings } from '../money.ts';
import { outsideTraffic } from '../outside/traffic.ts';
import { type Receipts, receiptMembers } from '../receipts/receipt.ts';
import { narrowedBy } from '../receipts/rows-behind.ts';
import { trafficFigures } from '../receipts/traffic-receipts.ts';
import { withTrust } from '../trust.ts';
import { comparedPeriod, coveredPeriods } from './periods.ts';
import { trafficData } from './traffic-figures.ts';

type Params = Omit<Call<'getTraffic'>['params'], 'as_of' | 'include' | 'receipts_of' | 'audience'>;

/** The report from computed figures, with the data of its receipts. */
async function trafficReport(base: ReadBase, profileId: string, params: Params, figures: Figures) {
  const { date_from, date_to, dimension, sort, limit, model } = params;
  const compared = comparedPeriod(params);
  const frame = await frameOf(base, profileId, params.goal, figures);
  const request = {
    ...filtersOf(params),
    ...{ date_from, date_to, dimension, sort, limit, goal: frame.goal, model: model ?? null },
  };
  const plan = prepared('warehouse/report/analytics/traffic_get', {
    ...request,
    ...{ compared_from: compared.from, compared_to: compared.to },
  });
  const rows = await figures.read(plan);
  const about = {
    covered: coveredPeriods(base, profileId, params, compared),
    ...{ goal: frame.goal, dimension, filters: narrowedBy(params) },
  };
  const receipts: Receipts = {
    source: { plan, version: frame.version },
    figures: () => trafficFigures(rows, about),
  };
  return {
    data: trafficData(rows),
    meta: {
      ...{ date_from, date_to, profile_id: profileId, dimension, sort, limit, keys: Number(rows[0]?.keys ?? 0n) },
      ...{ goal: frame.goal, model: model ?? frame.model, timezone: frame.timezone, version: frame.version },
      comparison: await comparisonOf(figures, compared),
    },
    ...asWarnings([]),
    receipts,
  };
}

export async function trafficAnswer(call: Call<'getTraffic'>, base: ReadBase) {
  if (call.params.audience === 'outside') return outsideTraffic(call, base);
  const { profileId } = call.profile;
  const { include: _, receipts_of: __, audience: ___, ...query } = call.params;
  const compared = comparedPeriod(query);
  const { receipts, ...found } = await figuresRequested(base, profileId, 'getTraffic', query, (figures) =>
    trafficReport(base, profileId, query, figures),
  );
  const answer = await withTrust(base, profileId, { ...query, compared_from: compared.from }, found);
  const today = profileDay(base, profileId);
  const comparison = comparisonNow(answer.meta.comparison, { to: query.date_to, today });
  return {
    ...answer,
    meta: { ...answer.meta, comparison },
    ...receiptMembers(call.params, receipts, answer.warnings),
  };
}

export const getTraffic = reading('getTraffic', trafficAnswer);
