// One id of an ad on two platforms, and in two accounts of one: they are three ads, with credit and spend of their own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Shop, startShop } from '../../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

interface Row {
  key: string;
  label: string;
  platform: string | null;
  account_id: string | null;
  spend: string | null;
  models: Record<string, { revenue: string }>;
}

const rows = async (query: object): Promise<Row[]> => {
  const { status, body } = await shop.owner.get('/attribution', { ...WEEK, models: 'last_touch', ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.rows;
};
const shown = ({ key, platform, account_id, label, spend, models }: Row) =>
  [key, platform, account_id, label, spend, models['last_touch']?.revenue ?? null] as const;
const byKey = (a: Row, b: Row): number => (a.key < b.key ? -1 : 1);

const spend = async (platform: string, account_id: string, ...rows: object[]) => {
  const days = [{ day: '2026-03-02', rows: rows.map((row) => ({ campaign_id: 'c', ...row })) }];
  const { status, body } = await shop.owner.post('/spend', { platform, account_id, currency: 'USD', days });
  assert.equal(status, 200, JSON.stringify(body));
};

async function sell(browser: string, tags: string, amount: string): Promise<void> {
  await shop.visit({ at: '2026-03-02T10:00:00Z', browser, url: `https://shop.example/?utm_medium=cpc&${tags}` });
  shop.clock.set('2026-03-08T00:00:00Z');
  const event = { event_type: 'payment_received', idempotency_key: browser, anonymous_id: browser };
  await shop.outcome({ ...event, occurred_at: '2026-03-03T12:00:00Z', value: { amount, currency: 'USD' } });
}

test('one id of an ad on two platforms and in two accounts is three ads', async (t) => {
  await spend('google', '1', { ad_id: '77', ad_name: 'Boots', adset_id: 'set', spend: '10' });
  await spend('meta', '5', { ad_id: '77', ad_name: 'Coats', adset_id: 'set', spend: '4' });
  const hats = { ad_id: '77', ad_name: 'Hats', adset_id: 'hats', spend: '2' };
  await spend('meta', '6', hats, { ad_id: '78', ad_name: 'Gloves', adset_id: 'hats', spend: '1' });
  await sell('ana', 'utm_source=google&gclid=G1&ad_id=77', '100');
  await sell('ben', 'utm_source=facebook&fbclid=F1&ad_id=77', '40');
  await sell('cal', 'utm_source=facebook&fbclid=F2&ad_id=78', '7');
  await shop.settle();

  await t.test('rows by ad with a shared id name platform and account, others keep their id', async () => {
    assert.deepEqual((await rows({ dimension: 'ad' })).toSorted(byKey).map(shown), [
      ['78', 'meta', '6', 'Gloves', '1', '7'],
      ['google:1:77', 'google', '1', 'Boots', '10', '100'],
      ['meta:5:77', 'meta', '5', 'Coats', '4', '0'],
      ['meta:6:77', 'meta', '6', 'Hats', '2', '0'],
      // The visit does not say which of the two accounts.
      ['meta::77', 'meta', null, '77', null, '40'],
    ]);
  });
  await t.test('by ad set, likewise', async () => {
    const keys = (await rows({ dimension: 'adset' })).map(({ key, spend: cost }) => [key, cost]);
    assert.deepEqual(new Map(keys as [string, string | null][]).get('google:1:set'), '10');
    assert.deepEqual(new Map(keys as [string, string | null][]).get('meta:5:set'), '4');
    assert.deepEqual(new Map(keys as [string, string | null][]).get('hats'), '3');
  });
  await t.test('other dimensions say no platform', async () => {
    assert.ok((await rows({ dimension: 'channel' })).every((row) => !('platform' in row)));
  });
});
