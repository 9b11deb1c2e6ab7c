// What goods and payments cost, as dated decisions: the margins of a week that can be worked out by hand, and undone changes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop } from '../../report/shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const MARCH = { from_day: '2026-03-01', goods_percent: '40', fee_percent: '3', fee_per_payment: '0.5' };
const LATER = { from_day: '2026-03-06', goods_percent: '50.00', fee_percent: '0', fee_per_payment: '0' };

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the contract
type Json = any;

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

async function put(costs: Json[]): Promise<Json> {
  const { status, body } = await shop.owner.put('/profile/costs', { costs });
  assert.equal(status, 200, JSON.stringify(body));
  await shop.settle();
  return body.data;
}

async function economics(query: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await shop.owner.get('/economics', { ...WEEK, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function margins(query: Record<string, unknown> = {}): Promise<(string | null)[]> {
  const { totals } = (await economics(query)).data;
  return [totals.cost_of_goods, totals.fees, totals.margin_before_ads, totals.margin];
}

// Ana paid 100, of which 25 went back, and 50 on the 6th; Ben paid 20; ads cost 75.
test('putCosts', async (t) => {
  await t.test('each conversion has the costs of its day', async () => {
    assert.deepEqual(await margins(), [null, null, null, null], 'nobody set them');
    assert.deepEqual(await put([MARCH]), { costs: [MARCH], before: [] });
    // Goods: 40 % of 75, 50 and 20. Fees: 3 % of 100, 50 and 20, and three times 0.50.
    assert.deepEqual(await margins(), ['58', '6.6', '80.4', '5.4']);
    const { costs, before: earlier } = await put([LATER, MARCH]);
    assert.deepEqual([costs, earlier], [[MARCH, { ...LATER, goods_percent: '50' }], [MARCH]]);
    assert.deepEqual(await margins(), ['63', '4.6', '77.4', '2.4']);
  });
  await t.test('the list before undoes a change exactly, and figures of then keep the costs of then', async () => {
    const { version } = (await economics()).meta;
    const { before: earlier } = await put([]);
    assert.deepEqual(await margins(), [null, null, null, null]);
    assert.equal((await economics()).meta.cost_basis, null);
    await put(earlier);
    assert.deepEqual(await margins(), ['63', '4.6', '77.4', '2.4']);
    await put([MARCH]);
    assert.deepEqual(await margins(), ['58', '6.6', '80.4', '5.4']);
    const as_of = `${version.through_seq}.${version.through_decision}`;
    assert.deepEqual(await margins({ as_of }), ['63', '4.6', '77.4', '2.4'], 'as of then');
  });
  await t.test('the same list is no decision', async () => {
    const { version } = (await economics()).meta;
    await put([MARCH]);
    assert.deepEqual((await economics()).meta.version, version);
  });
  await t.test('refuses two entries of a day, more than all of the revenue, and keys without the scope', async () => {
    const refused = [[MARCH, MARCH], [{ ...MARCH, goods_percent: '100.0001' }], [{ ...MARCH, fee_percent: '-1' }]];
    for (const costs of refused)
      assert.equal((await shop.owner.put('/profile/costs', { costs })).status, 422, JSON.stringify(costs));
    assert.equal((await shop.conversionsOnly.put('/profile/costs', { costs: [] })).status, 403);
  });
});

test('getCosts', async () => {
  const { status, body } = await shop.owner.get('/profile/costs');
  assert.deepEqual([status, body.data], [200, { costs: [MARCH], before: null }]);
  assert.equal((await shop.conversionsOnly.get('/profile/costs')).status, 403);
});
