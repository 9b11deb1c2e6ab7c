// Whether senders send: purchases that are late or sent twice, accounts without spend, and how rare so few arrivals are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chanceOfSoFew } from '../../../src/report/quality/arrivals.ts';
import { type Shop, startShop } from '../shop.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ at: '2026-03-20T10:00:00Z' });
  for (let i = 0; i < 36; i += 1)
    await shop.outcome({
      ...{ event_type: 'payment_received', idempotency_key: `order-${i}`, value: { amount: '20', currency: 'USD' } },
      ...{
        occurred_at: `2026-03-${String(1 + (i % 12)).padStart(2, '0')}T0${i % 9}:00:00Z`,
        user_traits: { external_id: `c-${i}` },
      },
    });
  const twice = { event_type: 'payment_received', occurred_at: '2026-03-20T09:00:00Z', user_traits: { external_id: 'c-1' } };
  await shop.outcome({ ...twice, idempotency_key: 'page-1', value: { amount: '99', currency: 'USD' } });
  await shop.outcome({
    ...twice,
    occurred_at: '2026-03-20T09:04:00Z',
    idempotency_key: 'server-1',
    value: { amount: '99', currency: 'USD' },
  });
  await shop.outcome({ ...twice, idempotency_key: 'free', value: undefined });
  const row = (spend: string) => [{ campaign_id: 'c', ad_id: 'a', spend }];
  await shop.spend('google', { '2026-03-15': row('100'), '2026-03-16': row('100'), '2026-03-17': row('100') });
  await shop.spend('google', { '2026-03-15': row('150') });
  await shop.settle();
});
after(() => shop.close());

interface Found {
  name: string;
  status: string;
  count: number;
  of: number;
  evidence: { label: string; count: number; note: string | null }[];
  explanation: string;
}
const findings = async (): Promise<Record<string, Found>> => {
  const { body } = await shop.owner.get('/quality/instrumentation-health');
  return Object.fromEntries((body.data as Found[]).map((finding) => [finding.name, finding]));
};

test('getInstrumentationHealth', async (t) => {
  await t.test('counts what was late, sent twice and sent without money', async () => {
    const { late, double_sale, value_missing, value_outlier } = await findings();
    assert.deepEqual([late?.status, late?.count, late?.of], ['problem', 36, 39], 'a week late, most of them');
    assert.deepEqual([double_sale?.count, double_sale?.evidence[0]?.count], [1, 1]);
    assert.equal(value_missing?.count, 1);
    assert.deepEqual([value_outlier?.status, value_outlier?.count], ['ok', 0]);
  });
  await t.test('names accounts without spend, and those that changed it', async () => {
    const { spend_stale, spend_restated } = await findings();
    assert.deepEqual([spend_stale?.status, spend_stale?.evidence[0]?.label], ['attention', 'google google-1']);
    assert.equal(spend_stale?.evidence[0]?.note, 'last day 2026-03-17');
    assert.deepEqual([spend_restated?.status, spend_restated?.evidence[0]?.count], ['problem', 17]);
    shop.clock.set('2026-03-20T12:30:00Z');
    assert.equal((await findings())['spend_stale']?.status, 'problem', 'two days are missing at noon');
  });
  await t.test('compares with no shop where none is connected', async () => {
    const { shop_reconciliation } = await findings();
    assert.deepEqual([shop_reconciliation?.status, shop_reconciliation?.of], ['ok', 0]);
    assert.match(shop_reconciliation?.explanation ?? '', /No shop or payment account/);
  });
  await t.test('is of one profile and of days that exist', async () => {
    assert.equal((await shop.api().get('/quality/instrumentation-health')).status, 401);
    assert.equal((await shop.owner.get('/quality/instrumentation-health', { days: 100 })).status, 400);
  });
});

test('so few arrivals are rare only against weeks that were steady', () => {
  const steady = [100, 104, 96, 101, 99, 103, 97, 100];
  assert.ok(chanceOfSoFew(0, steady) < 1e-4);
  assert.ok(chanceOfSoFew(80, steady) > 0.01, 'no sender is steadier than one in ten');
  assert.ok(chanceOfSoFew(40, [10, 200, 60, 150, 30, 90, 220, 40]) > 0.1);
  assert.equal(chanceOfSoFew(0, [100, 100, 100]), 1, 'three weeks say nothing');
  assert.equal(chanceOfSoFew(0, [0, 0, 0, 0]), 1);
  // Poisson with mean 10, beside the variation of one in ten: P(X ≤ 2) is a little above 0.0028.
  const few = chanceOfSoFew(2, new Array<number>(8).fill(10));
  assert.ok(few > 0.0028 && few < 0.0045, String(few));
  const large = chanceOfSoFew(7_000, new Array<number>(8).fill(10_000));
  assert.ok(large > 0.0005 && large < 0.003, String(large));
});
