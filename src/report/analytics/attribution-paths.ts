// Credit by path: the sequences of channels before conversions, and what converted along each.

import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { ratio } from '../../base/kit/decimals.ts';
import { prepared } from '../../base/warehouse/plan.ts';
import type { WarehouseRow } from '../../base/warehouse/statements.ts';
import { figuresRequested } from './as-of-reports.ts';
import { frameOf } from './frame.ts';
import { asWarnings, convertedMoney, olderRateWarnings, rateWarnings } from './money.ts';
import { pathFigures } from './receipts/path-receipts.ts';
import { type Receipts, receiptMembers } from './receipts/receipt.ts';
import { withTrust } from './trust.ts';

export type PathRow = WarehouseRow<'warehouse/report/analytics/attribution_paths_list'>;

const MILLION = 1_000_000n;

export async function pathsAnswer(call: Call<'listAttributionPaths'>, base: ReadBase) {
  const { receipts, ...found } = await pathsOf(call, base);
  const answer = await withTrust(base, call.profile.profileId, call.params, found);
  return { ...answer, ...receiptMembers(call.params, receipts, answer.warnings) };
}

export const listAttributionPaths = reading('listAttributionPaths', pathsAnswer);

function pathsOf({ params, profile: { profileId } }: Call<'listAttributionPaths'>, base: ReadBase) {
  const { include: _, receipts_of: __, ...query } = params;
  return figuresRequested(base, profileId, 'listAttributionPaths', query, async (figures) => {
    const { date_from, date_to, limit, transform } = params;
    const frame = await frameOf(base, profileId, params.goal, figures);
    const bound = { goal: frame.goal, date_from, date_to, limit, transform, money_from: date_from, money_to: date_to };
    const plan = prepared('warehouse/report/analytics/attribution_paths_list', bound, ['in_range']);
    const rows = await figures.read(plan);
    const [first] = rows;
    if (!first) throw new Error('attribution_paths_list answers a row of totals at least.');
    const covered = { profileId, date_from, date_to };
    const receipts: Receipts = {
      source: { plan, version: frame.version },
      figures: () => pathFigures(rows, { covered, goal: frame.goal, currency: frame.currency, transform }),
    };
    return {
      data: rows.flatMap(pathOf),
      meta: {
        ...{ date_from, date_to, profile_id: profileId, goal: frame.goal, transform, limit },
        currency: frame.currency,
        timezone: frame.timezone,
        totals: {
          paths: Number(first.paths),
          conversions: Number(first.path_conversions),
          revenue: convertedMoney(first.path_revenue),
        },
        version: frame.version,
      },
      ...asWarnings([...rateWarnings(first.unpriced_currencies ?? []), ...olderRateWarnings(first.older_rates)]),
      receipts,
    };
  });
}

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
