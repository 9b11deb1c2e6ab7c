// Sales that several systems report cost a batch without any of them little: no statement groups them unless an id is shared, and the
// shorter statement of outcomes gives the rows of the one that joins reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { models } from '../../../src/credit/pipeline/model-statements.ts';
import { changedSales, outcomesOfEvents, salesInFull } from '../../../src/credit/pipeline/money-models.ts';
import { startShop } from '../../report/shop.ts';
import { contents, difference } from './contents.ts';

test('without a shared id nothing but the search for one runs', () => {
  for (const [steps, search] of [
    [changedSales, 'shared_payments'],
    [salesInFull, 'sale_scope'],
  ] as const) {
    const [first, ...others] = steps;
    assert.equal(first?.unlessEmpty, undefined);
    for (const { name, unlessEmpty } of others) assert.equal(unlessEmpty?.[0], search, name);
  }
  assert.deepEqual(
    outcomesOfEvents.map(({ unlessEmpty }) => unlessEmpty),
    [undefined, ['no_shared_sales'], ['sale_members']],
  );
});

test('both statements of outcomes make the same rows where no sale is reported twice', async () => {
  const shop = await startShop();
  try {
    const money = { value: { amount: '80', currency: 'USD' }, user_traits: { email: 'ana@mail.example', external_id: 'c1' } };
    const at = (hour: number) => `2026-03-02T${hour}:00:00Z`;
    await shop.outcome({ event_type: 'payment_received', idempotency_key: 'p1', occurred_at: at(10), deal_id: 'd1', ...money });
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'p2',
      occurred_at: at(11),
      installment_of: 'p1',
      ...money,
    });
    await shop.outcome({ event_type: 'refund', idempotency_key: 'r1', occurred_at: at(12), refund_of: 'p1', ...money });
    await shop.outcome({ event_type: 'payment_received', idempotency_key: 'p3', occurred_at: at(13), value: money.value });
    await shop.settle();
    const target = { profileId: shop.profileId };
    const before = await contents(shop.base, target);
    assert.equal(before.get('outcomes')?.length, 4);
    await shop.base.warehouse.write(target, [
      ...models('scope/outcomes/outcome_types', 'scope/outcomes/outcome_events_full'),
      { sql: 'delete from outcomes' },
      ...models('intermediate/outcomes_insert'),
    ]);
    assert.equal(difference(before, await contents(shop.base, target)), '');
  } finally {
    await shop.close();
  }
});

test('an id of very many payments, as of a payout, joins none of them and costs no more than their number', async () => {
  const shop = await startShop();
  try {
    await shop.settle();
    const target = { profileId: shop.profileId };
    const payments = 60_000;
    await shop.base.warehouse.write(target, [
      {
        sql: `insert into money_facts by name
          select range as seq, 'payment_received' as type_key, timestamp '2026-03-01' as occurred_at, range as outcome_key,
            10::decimal(18, 6) as value_amount, 'USD' as currency, 'stripe' as system, 'processor' as system_kind
          from range(1, ${payments + 1})`,
      },
      { sql: `insert into sale_keys select range, 'payment', 7 from range(1, ${payments + 1})` },
      { sql: `create temp table new_events as select seq from money_facts where seq > ${payments / 10}` },
      { sql: 'create temp table changed_outcomes as select 0::bigint as outcome_seq' },
      ...models('sales/shared_payments', 'sales/sale_scope_dirty', 'sales/alike_types', 'sales/sale_reports', 'sales/sale_edges'),
      {
        sql: `select if((select count(*) from sale_reports) = ${payments}, 0, error('reports')), if((select count(*) from sale_edges) = 0, 0, error('edges'))`,
      },
    ]);
  } finally {
    await shop.close();
  }
});
