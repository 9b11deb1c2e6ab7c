// Purchases that a connected shop and a sender have under keys of their own are paired by amount and day, for any number of one price.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../../src/base/warehouse/statements.ts';
import { startTestApp } from '../../harness.ts';

const PURCHASES = 100_000;

test('shop_days_list: many purchases of one price', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  await app.settle();
  // Even ones are the shop's and odd ones are sent; the last of each has a price that the other side has not, and two are of other days.
  const sql = `
    create temp table outcome_flags as
    select
      n as conversion_no,
      n as outcome_seq,
      case n when ${PURCHASES} then date '2026-03-02' when ${PURCHASES + 1} then date '2026-03-04' else date '2026-03-01' end as converted_day,
      case n when 0 then 7 when 1 then 8 else 20 end::decimal(38, 6) as net_amount,
      if(n in (2, 3), null, 'USD') as currency,
      n % 2 = 0 as is_of_shop,
      true as is_current
    from range(${PURCHASES + 2}) as numbers (n)`;
  const days = await app.base.warehouse.query({ profileId: app.profileId }, [
    { sql },
    statement('warehouse/report/quality/shop_days_list', {
      shared: null,
      imports: null,
      first_seqs: null,
      last_seqs: null,
      is_own: null,
    }),
  ]);
  assert.deepEqual(
    days.map((each) => [
      each.book,
      each.day,
      each.orders,
      each.outcomes,
      each.missing_count,
      each.missing.map(Number),
      each.surplus_count,
      each.surplus.map(Number),
    ]),
    [
      ['shop', '2026-03-01', PURCHASES / 2, PURCHASES / 2, 1, [0], 1, [1]],
      ['shop', '2026-03-02', 1, 0, 0, [], 0, []],
      ['shop', '2026-03-04', 0, 1, 0, [], 1, [PURCHASES + 1]],
    ],
  );
});
