// A funnel: how many people went from step to step and on to a conversion, and where they came from.
import { reading } from '../../../base/contract/operation.ts';
import { decimalText, ratio } from '../../../base/kit/decimals.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { filtersOf, isFiltered } from '../filters.ts';
import { funnelFigures } from '../receipts/funnel-receipts.ts';
import { report } from '../report.ts';
import { fewestPeople } from './periods.ts';
import type { FunnelRow } from './traffic-figures.ts';

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

export const getFunnel = reading('getFunnel', (call, base) => {
  const { profileId } = call.profile;
  // With what healthcare changes, so that a kept answer is not one from before.
  const params = { ...call.params, fewest: fewestPeople(base, profileId) };
  const { date_from, date_to, steps, within_days, dimension, limit, fewest } = params;
  return report(
    { base, profileId, operation: 'getFunnel', params, shown: call.params },
    ({ frame: { goal } }) => {
      const filters = filtersOf(params);
      const is_filtered = isFiltered(filters);
      const request = { date_from, date_to, steps, within_days, dimension, limit, fewest, goal, is_filtered };
      return prepared('warehouse/report/analytics/funnel_get', { ...filters, ...request });
    },
    (rows, { frame: { goal, timezone }, dayStart }) => ({
      data: funnelData(rows, [...steps, `goal:${goal}`]),
      meta: {
        date_from,
        date_to,
        profile_id: profileId,
        within_days,
        dimension,
        limit,
        keys: Number(rows[0]?.keys ?? 0n),
        people_at_least: fewest,
        goal,
        timezone,
      },
      receipts: () => funnelFigures(byKey(rows), { covered: { profileId, date_from, date_to, dayStart }, goal }),
    }),
  );
});
