// What the pages compute of their answers before they draw: where cohorts begin, and the flow of paths.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadConsole } from '../load.ts';

let payback: typeof import('../../../console/pages/payback/months.ts');
let paths: typeof import('../../../console/pages/paths/flow.ts');
before(async () => {
  payback = await loadConsole('pages/payback/months.ts');
  paths = await loadConsole('pages/paths/flow.ts');
});

test('cohorts begin with the first month in which somebody came or money was spent', () => {
  const row = (cohort: string, people: number) => ({
    cohort,
    months_since: 0,
    month: cohort,
    people,
    spend: null,
    spend_per_person: null,
    cash: '0',
    paid_cash: '0',
    unattributed_cash: '0',
    cumulative_cash: '0',
    cumulative_paid_cash: '0',
    cumulative_cash_per_person: null,
    payback: null,
    is_ripe: true,
  });
  assert.deepEqual(payback.cohortsOf([]), []);
  const cohorts = payback.cohortsOf([row('2025-12', 0), row('2026-01', 3), row('2026-02', 0)]);
  assert.deepEqual(
    cohorts.map(({ month, row: at }) => [month, at]),
    [
      ['2026-01', 1],
      ['2026-02', 2],
    ],
  );
});

test('flow of paths', () => {
  const path = (channels: string[], conversions: number) => ({
    path: channels,
    conversions,
    revenue: '1',
    avg_touches: channels.length,
    avg_time_to_complete_seconds: 86_400 * channels.length,
  });
  const list = [path(['Email'], 3), path(['Email', 'Direct'], 2), path(['Email', 'A', 'B', 'Direct'], 4)];
  const { nodes, links, hasMiddle } = paths.flowOf(list);
  assert.ok(hasMiddle);
  assert.deepEqual(new Set(nodes.map(({ id }) => id)), new Set(['1 Email', '3 Email', '3 Direct', '2 A', '2 B']));
  const value = (from: string, to: string) => links.find((link) => link.from === from && link.to === to)?.value;
  assert.deepEqual([value('1 Email', '3 Email'), value('1 Email', '3 Direct')], [3, 2]);
  assert.deepEqual([value('1 Email', '2 A'), value('2 B', '3 Direct')], [2, 2], 'each of the two between takes half');
  const sum = (columns: { value: number }[]) => columns.reduce((all, column) => all + column.value, 0);
  assert.deepEqual([sum(paths.byDays(list)), sum(paths.byTouches(list))], [9, 9], 'every conversion is in one class');
  assert.equal(paths.flowOf([path(['Email'], 1)]).hasMiddle, false);
});
