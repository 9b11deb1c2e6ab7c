// The economics of ads through the door: on a week that can be worked out by hand, and on random weeks that parts add up to the whole.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chance } from '../../../seeds/demo/random.ts';
import { unitsOf } from '../../../src/base/kit/decimals.ts';
import { AD_URL, MAIL_URL, type Shop, startShop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the contract
type Json = any;

let shop: Shop;
const pay = (person: string, at: string, amount: string, more: Record<string, unknown> = {}) =>
  shop.outcome({
    event_type: 'payment_received',
    idempotency_key: `${person}-${at}`,
    occurred_at: at,
    ...more,
    value: { amount, currency: 'USD' },
    user_traits: { external_id: person },
  });

// Ana paid 40 in February, and 100 on the 5th after a click on the ad; 25 of it went back. Ben came by the ad and paid 20 and 30. Cal, whom no
// visit knows, paid 50. From March on goods cost 40 % of what is sold, and a payment 3 % and 0.50. Google reports impressions and clicks of the ad, and 2 without either; Meta has impressions, but no click.
before(async () => {
  shop = await startShop();
  await shop.visit({ at: '2026-03-01T10:00:00Z', browser: 'ana', url: AD_URL });
  await shop.visit({ at: '2026-03-01T11:00:00Z', browser: 'ben', url: AD_URL });
  shop.clock.set('2026-03-08T12:00:00Z');
  await pay('ana', '2026-02-20T10:00:00Z', '40');
  await pay('ana', '2026-03-05T10:00:00Z', '100', { anonymous_id: 'ana' });
  await pay('ana', '2026-03-06T10:00:00Z', '25', { refund_of: 'ana-2026-03-05T10:00:00Z' });
  await pay('ben', '2026-03-02T10:00:00Z', '20', { anonymous_id: 'ben' });
  await pay('ben', '2026-03-06T10:00:00Z', '30');
  await pay('cal', '2026-03-04T10:00:00Z', '50');
  const ad = { campaign_id: 'c1', campaign_name: 'Spring', adset_id: 's1', ad_id: 'a1', ad_name: 'Red boots', spend: '10' };
  const days = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`);
  const row = { ...ad, impressions: 1000, clicks: 20 };
  await shop.spend('google', Object.fromEntries(days.map((day) => [day, day.endsWith('07') ? [row, { spend: '2' }] : [row]])));
  await shop.spend('meta', {
    '2026-03-01': [{ campaign_id: 'm1', campaign_name: 'Wasted', ad_id: 'ma', spend: '3', impressions: 500, clicks: 0 }],
  });
  await put([MARCH_COSTS]);
});
after(() => shop?.close());

const MARCH_COSTS = { from_day: '2026-03-01', goods_percent: '40', fee_percent: '3', fee_per_payment: '0.5' };

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

test('getEconomics', async (t) => {
  await t.test('divides what was spent and earned by channel, as one does by hand', async () => {
    const { data, meta } = await economics();
    assert.deepEqual(data.rows, [
      {
        key: 'Paid Search',
        label: 'Paid Search',
        spend: '72',
        impressions: 7000,
        clicks: 140,
        ctr: 0.02,
        cpc: '0.5',
        cpm: '10',
        // Goods: 40 % of 75, 20 and 30. Fees: 3 % of 100, 20 and 30, and three times 0.50.
        cost_of_goods: '50',
        fees: '6',
        margin_before_ads: '69',
        margin: '-3',
        conversions: '3',
        revenue: '125',
        new_customers: '1',
        new_customer_revenue: '20',
        cost_per_new_customer: '72',
        new_customer_roas: 0.277778,
        customers: 2,
        returning_customers: 1,
        returning_customers_percent: 50,
        returning_revenue_percent: 84,
        reasons: {},
      },
      {
        key: 'Paid Social',
        label: 'Paid Social',
        spend: '3',
        impressions: 500,
        clicks: 0,
        ctr: 0,
        cpc: null,
        cpm: '6',
        cost_of_goods: '0',
        fees: '0',
        margin_before_ads: '0',
        margin: '-3',
        conversions: '0',
        revenue: '0',
        new_customers: '0',
        new_customer_revenue: '0',
        cost_per_new_customer: null,
        new_customer_roas: 0,
        customers: 0,
        returning_customers: 0,
        returning_customers_percent: null,
        returning_revenue_percent: null,
        reasons: {
          cpc: 'no_clicks',
          cost_per_new_customer: 'no_new_customers',
          returning_customers_percent: 'no_customers',
          returning_revenue_percent: 'no_revenue',
        },
      },
    ]);
    assert.deepEqual(data.unattributed, {
      conversions: '1',
      revenue: '50',
      new_customers: '1',
      new_customer_revenue: '50',
      cost_of_goods: '20',
      fees: '2',
      margin_before_ads: '28',
    });
    assert.equal(meta.cost_basis, 'percentage');
    assert.deepEqual(data.totals, {
      spend: '75',
      impressions: 7500,
      clicks: 140,
      ctr: 0.018667,
      cpc: '0.521429',
      cpm: '9.733333',
      cost_of_goods: '70',
      fees: '8',
      margin_before_ads: '97',
      margin: '22',
      conversions: '4',
      revenue: '175',
      new_customers: '2',
      new_customer_revenue: '70',
      cost_per_new_customer: '75',
      new_customer_roas: 0.266667,
      customers: 3,
      returning_customers: 1,
      returning_customers_percent: 33.333333,
      returning_revenue_percent: 60,
      reasons: {},
    });
  });
  await t.test('knows an ad by its id and name, and spend of no ad', async () => {
    const { data } = await economics({ dimension: 'ad' });
    assert.deepEqual(
      data.rows.map((row: Json) => [row.key, row.label, row.platform, row.spend, row.ctr, row.reasons.ctr]),
      [
        ['a1', 'Red boots', 'google', '70', 0.02, undefined],
        ['ma', 'ma', 'meta', '3', 0, undefined],
        ['(unallocated)', '(unallocated)', null, '2', null, 'not_reported'],
      ],
    );
  });
  await t.test('with a filter everything is of matching touches and ads', async () => {
    const { data } = await economics({ channel: 'Paid Social' });
    assert.deepEqual([data.unattributed.conversions, data.totals.spend, data.totals.conversions], ['0', '3', '0']);
    const all = await economics({ channel: 'Paid Search', dimension: 'source' });
    assert.deepEqual([all.data.totals.revenue, all.data.totals.customers, all.data.rows[0].key], ['125', 2, 'google']);
  });
  await t.test('before any spend nothing is known, and the answer says why', async () => {
    const { data } = await economics({ date_from: '2026-02-01', date_to: '2026-02-28' });
    assert.deepEqual([data.totals.spend, data.totals.impressions, data.totals.new_customers], [null, null, '1']);
    assert.deepEqual(data.totals.reasons, {
      ctr: 'not_reported',
      cpc: 'not_reported',
      cpm: 'not_reported',
      cost_per_new_customer: 'spend_not_known',
      new_customer_roas: 'spend_not_known',
      cost_of_goods: 'no_costs',
      fees: 'no_costs',
      margin_before_ads: 'no_costs',
      margin: 'no_costs',
    });
    assert.equal(data.totals.margin_before_ads, null);
    const empty = await economics({ date_from: '2025-01-01', date_to: '2025-01-02' });
    assert.deepEqual([empty.data.rows, empty.data.totals.customers], [[], 0]);
  });
  await t.test('has intervals where chance is known, and says where people are too few', async () => {
    const { intervals } = await economics({ include: 'interval' });
    const of = (path: string): Json => intervals.find((each: Json) => each.path === path);
    const { low, high, reason } = of('/data/totals/ctr');
    assert.equal(reason, null);
    assert.ok(
      Number(low) < 0.018667 && Number(high) > 0.018667 && Number(low) > 0.0155 && Number(high) < 0.0225,
      `${low} ${high}`,
    );
    assert.equal(of('/data/totals/new_customer_roas').reason, 'too_few');
    assert.equal(of('/data/rows/1/cost_per_new_customer'), undefined);
  });
  await t.test('is a table of the rows as CSV', async () => {
    const { body } = await shop.owner.get('/economics', { ...WEEK, channel: 'Paid Search' });
    assert.equal(body.data.rows.length, 1);
    const response = await fetch(`${shop.baseUrl}/api/v1/economics?date_from=2026-03-01&date_to=2026-03-07`, {
      headers: { authorization: `Bearer ${shop.apiKey}`, accept: 'text/csv' },
    });
    assert.match(await response.text(), /^key,label,.*spend.*\r\nPaid Search,/);
  });
  await t.test('refuses dimensions that spend does not know, and keys without the scope', async () => {
    assert.equal((await shop.owner.get('/economics', { ...WEEK, dimension: 'country' })).status, 400);
    assert.equal((await shop.owner.get('/economics', { date_from: '2026-03-07', date_to: '2026-03-01' })).status, 400);
    assert.equal((await shop.conversionsOnly.get('/economics', WEEK)).status, 403);
  });
  await t.test('as of an earlier version has the figures of then', async () => {
    const { meta } = await economics();
    const { data } = await economics({ as_of: `2.${meta.version.through_decision}` });
    assert.deepEqual([data.totals.conversions, data.totals.spend], ['0', null]);
  });
});

test('previewEconomics', async () => {
  const LATER = { from_day: '2026-03-06', goods_percent: '50', fee_percent: '0', fee_per_payment: '0' };
  const preview = (costs: Json[]): Promise<Json> => shop.owner.post('/economics/preview', { ...WEEK, costs });
  const { before: now, after: then, reasons } = (await preview([LATER, MARCH_COSTS])).body.data;
  assert.deepEqual([now.margin, then.cost_of_goods, then.fees, then.margin, reasons], ['22', '73', '6.6', '20.4', {}]);
  assert.equal((await economics()).data.totals.margin, '22', 'a preview changes nothing');
  const open = (await preview([LATER])).body.data;
  assert.deepEqual([open.after.cost_of_goods, open.after.margin, open.reasons.margin], [null, null, 'no_costs']);
  const days = { date_from: '2026-03-07', date_to: '2026-03-01' };
  assert.equal((await shop.owner.post('/economics/preview', { ...days, costs: [] })).status, 400);
  assert.equal((await shop.conversionsOnly.post('/economics/preview', { ...WEEK, costs: [] })).status, 403);
});

const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

test(`on a random week, parts add up to the whole and to attribution (seed ${SEED})`, async (t) => {
  const luck = chance(SEED);
  const many = await startShop();
  t.after(() => many.close());
  const upTo = (most: number): number => luck.whole(0, most - 1);
  const urls = [AD_URL, MAIL_URL, 'https://shop.example/', AD_URL.replaceAll('a1', 'a2').replaceAll('c1', 'c2')];
  const at = (minute: number): string => new Date(Date.parse('2026-03-01T00:00:00Z') + minute * 60_000).toISOString();
  for (let minute = 0; minute < 60; minute += 1)
    await many.visit({ at: at(minute), browser: `b${upTo(15)}`, url: urls[upTo(urls.length)] ?? AD_URL });
  many.clock.set('2026-03-20T00:00:00Z');
  for (let order = 0; order < 60; order += 1) {
    const person = upTo(20);
    await many.outcome({
      event_type: 'payment_received',
      idempotency_key: `o${order}`,
      occurred_at: at(upTo(6 * 1440)),
      anonymous_id: `b${person}`,
      value: { amount: `${upTo(200)}.${10 + upTo(90)}`, currency: 'USD' },
    });
  }
  const spent = ['a1', 'a2'].map((ad) => ({
    campaign_id: ad.replace('a', 'c'),
    campaign_name: ad,
    ad_id: ad,
    spend: `${upTo(90)}.33`,
    ...(luck.happens(0.5) ? { impressions: 100 + upTo(9000), clicks: upTo(90) } : {}),
  }));
  await many.spend('google', { '2026-03-02': spent, '2026-03-04': [{ spend: '1.1' }] });
  await many.owner.put('/profile/costs', {
    costs: [
      {
        from_day: '2026-01-01',
        goods_percent: `${upTo(90)}.${1000 + upTo(8999)}`,
        fee_percent: '2.9',
        fee_per_payment: '0.299999',
      },
      { from_day: '2026-03-05', goods_percent: '33.3333', fee_percent: '0.0001', fee_per_payment: '0' },
    ],
  });
  await many.settle();
  const ask = async (path: string, query: Record<string, unknown>): Promise<Json> => {
    const { status, body } = await many.owner.get(path, { date_from: '2026-03-03', date_to: '2026-03-07', ...query });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  for (const dimension of ['channel', 'source', 'campaign', 'ad'])
    for (const model of ['linear', 'last_non_direct', 'time_decay']) {
      const data = await ask('/economics', { dimension, model });
      const name = `${dimension} ${model}`;
      const parts = [...data.rows, data.unattributed];
      for (const figure of [
        'conversions',
        'revenue',
        'new_customers',
        'new_customer_revenue',
        'cost_of_goods',
        'fees',
        'margin_before_ads',
      ])
        assert.equal(
          parts.reduce((sum: bigint, part: Json) => sum + unitsOf(part[figure], 6), 0n),
          unitsOf(data.totals[figure], 6),
          `${name}: ${figure}`,
        );
      for (const figure of ['spend', 'impressions', 'clicks'])
        assert.equal(
          data.rows.reduce((sum: bigint, row: Json) => sum + unitsOf(String(row[figure] ?? 0), 6), 0n),
          unitsOf(String(data.totals[figure] ?? 0), 6),
          `${name}: ${figure}`,
        );
      const credit = await ask('/attribution', { dimension, models: model });
      assert.equal(data.totals.conversions, credit.totals.models[model].conversions, name);
      assert.equal(data.totals.revenue, credit.totals.models[model].revenue, name);
      assert.equal(data.totals.spend, credit.totals.spend, name);
      for (const row of data.rows) {
        const found = credit.rows.find(({ key }: Json) => key === row.key);
        assert.equal(row.conversions, found?.models[model]?.conversions ?? '0', `${name} ${row.key}`);
        assert.equal(row.spend, found === undefined ? row.spend : found.spend, `${name} ${row.key}`);
      }
    }
});
