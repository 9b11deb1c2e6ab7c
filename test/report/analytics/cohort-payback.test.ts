// Payback of all cohorts together, worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pooledPayback } from '../../../src/report/analytics/cohort-payback.ts';

/** A cohort whose cash so far is `cash`, month by month; the last month is not over. */
const rowsOf = (cohort: string, spend: string | null, cash: (string | null)[]) =>
  cash.map((sum, since) => ({
    ...{ cohort, months_since: since, month: cohort, people: 10, spend, spend_per_person: null },
    ...{ cash: sum, paid_cash: sum, unattributed_cash: '0', cumulative_cash: sum, cumulative_paid_cash: sum },
    ...{ cumulative_cash_per_person: null, payback: null, is_ripe: since < cash.length - 1 },
  }));
const printed = (rows: ReturnType<typeof rowsOf>) => pooledPayback(rows).map((step) => step.printed);

test('pooled payback', async (t) => {
  await t.test('grows by what cohorts of an age added, so that it does not jump where the younger ones end', () => {
    const rows = [...rowsOf('2026-01', '100', ['50', '75', '150', '999']), ...rowsOf('2026-02', '300', ['450', '675', '999'])];
    assert.deepEqual(
      printed(rows),
      [
        { months_since: 0, cohorts: 2, payback: 1.25, lowest: 0.5, highest: 1.5 },
        { months_since: 1, cohorts: 2, payback: 1.875, lowest: 0.75, highest: 2.25 },
        { months_since: 2, cohorts: 1, payback: 3.75, lowest: 1.5, highest: 4.5 },
      ],
      '(50 + 450) ÷ 400, then × 1.5 of both, then × 2 of the first alone',
    );
  });
  await t.test('stays where nothing was paid until then, and falls with refunds', () => {
    assert.deepEqual(
      printed(rowsOf('2026-01', '10', ['0', '5', '3', '0'])).map(({ payback }) => payback),
      [0, 0, 0],
    );
    assert.deepEqual(
      printed(rowsOf('2026-01', '3', ['2', '1', '-1', '0'])).map(({ payback }) => payback),
      [0.666667, 0.333334, -0.333334],
      'each from the figure printed before',
    );
  });
  await t.test('knows nothing without spend or months, and nothing after a month that is not known', () => {
    assert.deepEqual(printed(rowsOf('2026-01', null, ['5', '6'])), []);
    assert.deepEqual(printed(rowsOf('2026-01', '0', ['5', '6'])), []);
    assert.deepEqual(printed([]), []);
    assert.equal(printed(rowsOf('2026-01', '1', ['5', null, '6', '7'])).length, 1);
  });
});
