// A funnel: how many people went from step to step and on to a conversion, and where they came from.

import { profileDayStart } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import { decimalText, ratio } from '../../../base/kit/decimals.ts';
import { prepared } from '../../../base/warehouse/plan.ts';
import { figuresRequested } from '../as-of-reports.ts';
import { filtersOf } from '../filters.ts';
import { type Figures, frameOf } from '../frame.ts';
import { asWarnings } from '../money.ts';
import { funnelFigures } from '../receipts/funnel-receipts.ts';
import { type Receipts, receiptMembers } from '../receipts/receipt.ts';
import { withTrust } from '../trust.ts';
import { fewestPeople } from './periods.ts';
import type { FunnelRow } from './traffic-figures.ts';

/** With what healthcare changes, so that a kept answer is not one from before. */
type Params = Omit<Call<'getFunnel'>['params'], 'as_of' | 'include' | 'receipts_of'> & { fewest: number };

const percentOf = (people: bigint, of: bigint | undefined): number | null =>
  of === undefined || of === 0n ? null : ratio(100n * people, of);

function stepOf(step: string, row: FunnelRow, first: FunnelRow, before: FunnelRow | undefined) {
  const { people, median_micros } = row;
  return {
    step,
    people: Number(people),
    lost: before === undefined ? 0 : Number(before.people - people),
    percent_of_first: percentOf(people, first.people),
    percent_of_previous: percentOf(people, before?.people),
    median_seconds: median_micros === null ? null : Number(decimalText(median_micros, 6)),
  };
}

/** The rows of each key in the order of the steps; the totals are the first. */
export const byKey = (rows: readonly FunnelRow[]): FunnelRow[][] => [...Map.groupBy(rows, ({ place }) => place).values()];

function funnelData(rows: readonly FunnelRow[], names: readonly string[]) {
  const [totals = [], ...keys] = byKey(rows);
  const [first] = totals;
  return {
    steps: totals.flatMap((row, i) => (first ? [stepOf(names[i] ?? '', row, first, totals[i - 1])] : [])),
    rows: keys.map((steps) => ({
      key: steps[0]?.key ?? '',
      people: steps.map(({ people }) => Number(people)),
      percent_of_first: percentOf(steps.at(-1)?.people ?? 0n, steps[0]?.people),
    })),
  };
}

async function funnelReport(base: ReadBase, profileId: string, params: Params, figures: Figures) {
  const { date_from, date_to, steps, within_days, dimension, limit, fewest } = params;
  const frame = await frameOf(base, profileId, params.goal, figures);
  const request = { ...filtersOf(params), date_from, date_to, steps, within_days, dimension, limit, fewest, goal: frame.goal };
  const plan = prepared('warehouse/report/analytics/funnel_get', request);
  const rows = await figures.read(plan);
  const dayStart = (day: string): number => profileDayStart(base, profileId, day);
  const about = { covered: { profileId, date_from, date_to, dayStart }, goal: frame.goal };
  const receipts: Receipts = { source: { plan, version: frame.version }, figures: () => funnelFigures(byKey(rows), about) };
  return {
    data: funnelData(rows, [...steps, `goal:${frame.goal}`]),
    meta: {
      ...{ date_from, date_to, profile_id: profileId, within_days, dimension, limit, keys: Number(rows[0]?.keys ?? 0n) },
      ...{ people_at_least: fewest, goal: frame.goal, timezone: frame.timezone, version: frame.version },
    },
    ...asWarnings([]),
    receipts,
  };
}

export const getFunnel = reading('getFunnel', async (call, base) => {
  const { profileId } = call.profile;
  const { include: _, receipts_of: __, ...query } = call.params;
  const request = { ...query, fewest: fewestPeople(base, profileId) };
  const { receipts, ...found } = await figuresRequested(base, profileId, 'getFunnel', request, (figures) =>
    funnelReport(base, profileId, request, figures),
  );
  const answer = await withTrust(base, profileId, query, found);
  return { ...answer, ...receiptMembers(call.params, receipts, answer.warnings) };
});
