// One ad is platform, account and id: through the door, in every report of money, whichever way its platform and account are written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Shop, startShop } from './shop.ts';

const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };
let shop: Shop;
before(async () => {
  shop = await startShop();
  const send = (platform: string, account_id: string, campaign_name: string, spend: string) =>
    shop.owner.post('/spend', {
      platform,
      account_id,
      currency: 'USD',
      days: [
        {
          day: '2026-03-01',
          rows: [{ campaign_id: '1', campaign_name, adset_id: '2', ad_id: '3', ad_name: campaign_name, spend }],
        },
      ],
    });
  const google = await send('Google Ads', '123-456-7890', 'Brand', '10');
  assert.deepEqual([google.body.data.platform, google.body.data.account_id], ['google', '1234567890']);
  const meta = await send('facebook_ads', 'act_5', 'Social', '20');
  assert.deepEqual([meta.body.data.platform, meta.body.data.account_id], ['meta', '5']);
  const again = await send('google', '1234567890', 'Brand', '10');
  assert.equal(again.body.data.days[0].status, 'unchanged', 'one account, however it is written');
  const visits = {
    ann: 'utm_id=1&adset_id=2&ad_id=3&gclid=x',
    bob: 'utm_source=facebook&utm_medium=paid&utm_id=1&adset_id=2&ad_id=3',
    eve: 'utm_source=partner&utm_id=1',
  };
  for (const [browser, query] of Object.entries(visits))
    await shop.visit({ at: '2026-03-01T10:00:00Z', browser, url: `https://shop.example/?${query}` });
  const amounts = { ann: '100', bob: '30', eve: '7' };
  for (const [browser, amount] of Object.entries(amounts))
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: browser,
      occurred_at: '2026-03-01T11:00:00Z',
      value: { amount, currency: 'USD' },
      anonymous_id: browser,
    });
  await shop.settle();
});
after(() => shop?.close());

const rowsBy = async (dimension: string): Promise<unknown[]> => {
  const { status, body } = await shop.owner.get('/attribution', { ...RANGE, dimension, models: 'last_touch' });
  assert.equal(status, 200, JSON.stringify(body));
  const rows: { key: string; spend: string | null; models: Record<string, { revenue: string }> }[] = body.data.rows;
  return rows.map(({ key, spend, models }) => [key, models['last_touch']?.revenue ?? null, spend]).sort();
};

test('getAttribution', async (t) => {
  await t.test('by channel, each platform has the visits and the spend of its own campaign', async () => {
    assert.deepEqual(await rowsBy('channel'), [
      ['Paid Other', '7', null],
      ['Paid Search', '100', '10'],
      ['Paid Social', '30', '20'],
    ]);
  });
  await t.test('by campaign, equal ids are two rows', async () => {
    assert.deepEqual(await rowsBy('campaign'), [
      ['(none)', '7', null],
      ['Brand', '100', '10'],
      ['Social', '30', '20'],
    ]);
  });
});

test('listAds', async () => {
  const { status, body } = await shop.owner.get('/ads', { ...RANGE, model: 'last_touch', sort: 'spend' });
  assert.equal(status, 200, JSON.stringify(body));
  const ads: { id: string; platform: string; account_id: string; spend: string; revenue: string }[] = body.data;
  assert.deepEqual(
    ads.map(({ id, platform, account_id, spend, revenue }) => [id, platform, account_id, spend, revenue]),
    [
      ['3', 'meta', '5', '20', '30'],
      ['3', 'google', '1234567890', '10', '100'],
    ],
  );
  const pages: unknown[] = [];
  for (let cursor: string | undefined; pages.length < 3; ) {
    const page = await shop.owner.get('/ads', { ...RANGE, sort: 'name', limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page.body.data[0].platform);
    if (!page.body.pagination.has_next) break;
    cursor = page.body.pagination.cursor;
  }
  assert.deepEqual(pages, ['google', 'meta'], 'each ad is on one page');
  const one = await shop.owner.get('/ads', { ...RANGE, platform: 'Facebook Ads' });
  assert.deepEqual(
    one.body.data.map(({ platform }: { platform: string }) => platform),
    ['meta'],
  );
});

test('getUtmAudit', async () => {
  const { body } = await shop.owner.get('/quality/utm', { days: 31 });
  const campaigns: { platform: string; state: string; linked_by: string | null }[] = body.data.campaigns;
  assert.deepEqual(campaigns.map(({ platform, state, linked_by }) => [platform, state, linked_by]).sort(), [
    ['google', 'linked', 'id'],
    ['meta', 'linked', 'id'],
  ]);
});
