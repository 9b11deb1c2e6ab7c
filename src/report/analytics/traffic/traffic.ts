// Traffic: the visits of a period by where they came from and on what, beside a compared period. Figures are those of the overview.
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { comparisonOf } from '../figures.ts';
import { filtersOf, isFiltered } from '../filters.ts';
import { outsideTraffic } from '../outside/traffic.ts';
import { narrowedBy } from '../receipts/rows-behind.ts';
import { trafficFigures } from '../receipts/traffic-receipts.ts';
import { reportCompared } from '../report.ts';
import { comparedPeriod, coveredPeriods } from './periods.ts';
import { trafficData } from './traffic-figures.ts';

export function trafficAnswer(call: Call<'getTraffic'>, base: ReadBase) {
  const { params } = call;
  if (params.audience === 'outside') return outsideTraffic(call, base);
  const { profileId } = call.profile;
  const { date_from, date_to, dimension, sort, limit, model } = params;
  const compared = comparedPeriod(params);
  return reportCompared(
    { base, profileId, operation: 'getTraffic', params, shown: { ...params, compared_from: compared.from } },
    ({ frame: { goal } }) =>
      prepared('warehouse/report/analytics/traffic_get', {
        ...filtersOf(params),
        is_filtered: isFiltered(filtersOf(params)),
        date_from,
        date_to,
        dimension,
        sort,
        limit,
        goal,
        model: model ?? null,
        compared_from: compared.from,
        compared_to: compared.to,
      }),
    async (rows, { frame, figures }) => {
      const { goal, timezone } = frame;
      const covered = coveredPeriods(base, profileId, params, compared);
      return {
        data: trafficData(rows),
        meta: {
          date_from,
          date_to,
          profile_id: profileId,
          dimension,
          sort,
          limit,
          keys: Number(rows[0]?.keys ?? 0n),
          goal,
          model: model ?? frame.model,
          timezone,
          comparison: await comparisonOf(figures, compared),
        },
        receipts: () => trafficFigures(rows, { covered, goal, dimension, filters: narrowedBy(params) }),
      };
    },
  );
}

export const getTraffic = reading('getTraffic', trafficAnswer);
