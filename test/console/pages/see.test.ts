// What the pages compute of their answers before they draw: the payback of all cohorts together, and the flow of paths.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadConsole } from '../load.ts';

let payback: typeof import('../../../console/pages/payback/pooled.ts');
let paths: typeof import('../../../console/pages/paths/flow.ts');
before(async () => {
  payback = await loadConsole('pages/payback/pooled.ts');
  paths = await loadConsole('pages/paths/flow.ts');
});

/** A cohort whose cash so far is `cash`, month by month; the last month is not over. */
const rowsOf = (cohort: string, spend: string | null, cash: number[]) =>
  cash.map((sum, since) => ({
    ...{ cohort, months_since: since, month: cohort, people: 10, spend },
    ...{ cash: String(sum), paid_cash: String(sum), unattributed_cash: '0' },
    ...{ cumulative_cash: String(sum), cumulative_paid_cash: String(sum) },
    ...{ payback: spend === null ? null : sum / Number(spend), is_ripe: since < cash.length - 1 },
  }));

test('payback', async (t) => {
  await t.test('grows by what cohorts of an age added, so that it does not jump where the younger ones end', () => {
    const rows = [...rowsOf('2026-01', '100', [50, 75, 150, 999]), ...rowsOf('2026-02', '300', [450, 675, 999])];
    const cohorts = payback.cohortsOf(rows);
    const { values, low, high, cohorts: counts } = payback.pooled(cohorts);
    assert.deepEqual(values, [1.25, 1.875, 3.75], '(50 + 450) ÷ 400, then × 1.5 of both, then × 2 of the first alone');
    assert.deepEqual(
      [low, high],
      [
        [0.5, 0.75, 1.5],
        [1.5, 2.25, 4.5],
      ],
    );
    assert.deepEqual(counts, [2, 2, 1]);
  });
  await t.test('knows nothing without spend, without months and before the first cohort', () => {
    assert.deepEqual(payback.pooled(payback.cohortsOf(rowsOf('2026-01', null, [5, 6]))).values, []);
    assert.deepEqual(payback.cohortsOf([]), []);
    const silent = rowsOf('2025-12', '0', [0, 0]).map((row) => ({ ...row, people: 0 }));
    assert.deepEqual(
      payback.cohortsOf([...silent, ...rowsOf('2026-01', '1', [1])]).map(({ month, row }) => [month, row]),
      [['2026-01', 2]],
    );
  });
});

test('flow of paths', () => {
  const path = (channels: string[], conversions: number) => ({
    ...{ path: channels, conversions, revenue: '1' },
    ...{ avg_touches: channels.length, avg_time_to_complete_seconds: 86_400 * channels.length },
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
