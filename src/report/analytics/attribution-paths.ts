// Credit by path: the sequences of channels before conversions, and what converted along each.

import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { ratio } from '../../base/kit/decimals.ts';
import { prepared, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { convertedMoney } from './figures.ts';
import { pathFigures } from './receipts/path-receipts.ts';
import { report } from './report.ts';
import { olderRateWarnings, rateWarnings } from './warnings.ts';

export type PathRow = WarehouseRow<'warehouse/report/analytics/attribution_paths_list'>;

const MILLION = 1_000_000n;

export function pathsAnswer({ params, profile: { profileId } }: Call<'listAttributionPaths'>, base: ReadBase) {
  const { date_from, date_to, limit, transform } = params;
  return report(
    { base, profileId, operation: 'listAttributionPaths', params, shown: params },
    ({ frame: { goal }, moneyOf }) => {
      const money = moneyOf(date_from, date_to);
      const request = { goal, date_from, date_to, limit, transform, money_from: date_from, money_to: date_to, ...money.params };
      return prepared('warehouse/report/analytics/attribution_paths_list', request, ['in_range', ...money.labels]);
    },
    (rows, { frame: { goal, currency, timezone } }) => {
      const [first] = rows;
      if (!first) throw new Error('attribution_paths_list answers a row of totals at least.');
      return {
        data: rows.flatMap(pathOf),
        meta: {
          date_from,
          date_to,
          profile_id: profileId,
          goal,
          transform,
          limit,
          currency,
          timezone,
          totals: {
            paths: Number(first.paths),
            conversions: Number(first.path_conversions),
            revenue: convertedMoney(first.path_revenue),
          },
        },
        warnings: [...rateWarnings(first.unpriced_currencies ?? []), ...olderRateWarnings(first.older_rates)],
        receipts: () => pathFigures(rows, { covered: { profileId, date_from, date_to }, goal, currency, transform }),
      };
    },
  );
}

export const listAttributionPaths = reading('listAttributionPaths', pathsAnswer);

/** The row of totals has no path where there is none. */
function pathOf({
  path,
  conversions,
  revenue,
  touches,
  duration_micros: micros,
}: PathRow): components['schemas']['ConversionPath'][] {
  if (path === null || conversions === null || touches === null || micros === null) return [];
  const shown = {
    path,
    conversions: Number(conversions),
    revenue: convertedMoney(revenue),
    avg_touches: ratio(touches, conversions),
    avg_time_to_complete_seconds: ratio(micros, conversions * MILLION, 3),
  };
  return [shown];
}
