// Payback of all cohorts together, worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pooledPayback } from '../../../src/report/analytics/cohort-payback.ts';

/** A cohort whose cash so far is `cash`, month by month; the last month is not over. */
const rowsOf = (cohort: string, spend: string | null, cash: (string | null)[]) =>
  cash.map((sum, since) => ({
    cohort,
    months_since: since,
    month: cohort,
    people: 10,
    spend,
    spend_per_person: null,
    cash: sum,
    paid_cash: sum,
    unattributed_cash: '0',
    cumulative_cash: sum,
    cumulative_paid_cash: sum,
    cumulative_cash_per_person: null,
    payback: null,
    is_ripe: since < cash.length - 1,
  }));
const printed = (rows: ReturnType<typeof rowsOf>) => pooledPayback(rows).map((step) => step.printed);

test('pooled payback', async (t) => {
  await t.test(
    'grows by what cohorts of an age added for each unit they spent, without a jump where the younger ones end',
    () => {
      const rows = [...rowsOf('2026-01', '100', ['50', '75', '150', '999']), ...rowsOf('2026-02', '300', ['450', '675', '999'])];
      assert.deepEqual(
        printed(rows),
        [
          { months_since: 0, cohorts: 2, payback: 1.25, lowest: 0.5, highest: 1.5 },
          { months_since: 1, cohorts: 2, payback: 1.875, lowest: 1.125, highest: 2.125 },
          { months_since: 2, cohorts: 1, payback: 2.625, lowest: 1.875, highest: 2.875 },
        ],
        '(50 + 450) ÷ 400, then + (25 + 225) ÷ 400 of both, then + 75 ÷ 100 of the first alone',
      );
    },
  );
  await t.test('a single cohort has its own payback, also after months without cash, refunds and losses', () => {
    const line = (spend: string, cash: string[]) =>
      printed(rowsOf('2026-01', spend, [...cash, '0'])).map(({ payback }) => payback);
    assert.deepEqual(line('100', ['0', '50', '300']), [0, 0.5, 3]);
    assert.deepEqual(line('100', ['10', '0', '300']), [0.1, 0, 3], 'all of the first month is refunded, then people pay');
    assert.deepEqual(line('100', ['-5', '20']), [-0.05, 0.2]);
    assert.deepEqual(line('100000', ['0.01', '30000']), [0, 0.3], 'a payback that is printed as 0 is no end');
    assert.deepEqual(line('3', ['2', '1', '-1']), [0.666667, 0.333334, -0.333333], 'each from the figure printed before');
  });
  await t.test('a worst cohort that begins with a loss rises with the others, and the line stays within its band', () => {
    const rows = [...rowsOf('2026-01', '100', ['-5', '30', '300', '0']), ...rowsOf('2026-02', '100', ['10', '30', '60', '0'])];
    assert.deepEqual(
      printed(rows).map(({ lowest, payback, highest }) => [lowest, payback, highest]),
      [
        [-0.05, 0.025, 0.1],
        [0.225, 0.3, 0.375],
        [1.725, 1.8, 1.875],
      ],
    );
  });
  await t.test('one old cohort that paid a cent at first does not multiply the line', () => {
    const rows = [...rowsOf('2026-01', '100', ['0.01', '300', '0']), ...rowsOf('2026-02', '100', ['100', '0'])];
    assert.deepEqual(
      printed(rows).map(({ payback }) => payback),
      [0.50005, 3.49995],
    );
  });
  await t.test('knows nothing without spend or months, and nothing after a month that is not known', () => {
    assert.deepEqual(printed(rowsOf('2026-01', null, ['5', '6'])), []);
    assert.deepEqual(printed(rowsOf('2026-01', '0', ['5', '6'])), []);
    assert.deepEqual(printed([]), []);
    assert.equal(printed(rowsOf('2026-01', '1', ['5', null, '6', '7'])).length, 1);
  });
});
