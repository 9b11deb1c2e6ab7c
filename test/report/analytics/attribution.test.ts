// Credit by dimension and by path, on a week that can be worked out by hand (see ../shop.ts).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decimalText, unitsOf } from '../../../src/base/kit/decimals.ts';
import { MODELS } from '../../../src/credit/goals/index.ts';
import { replay } from '../../../src/credit/pipeline/index.ts';
import { AD_URL, COMPUTER_AGENT, MAIL_URL, openShop, type Shop, startShop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const DIMENSIONS = ['channel', 'source', 'medium', 'campaign', 'adset', 'ad', 'landing_page', 'country', 'device'];

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

interface Figures {
  conversions: string;
  revenue: string;
  roas: number | null;
  cost_per_conversion: string | null;
}
interface AnswerRow {
  key: string;
  label: string;
  touches: number;
  conversions_touched: number;
  spend: string | null;
  models: Record<string, Figures>;
  disagreement: number;
}

const attribution = async (query: Record<string, unknown>, on: Shop = shop) => {
  const { status, body } = await on.owner.get('/attribution', { ...WEEK, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body as {
    data: { rows: AnswerRow[]; unattributed: { models: Record<string, Figures> }; totals: Omit<AnswerRow, 'key' | 'label'> };
    meta: Record<string, unknown>;
    warnings?: { code: string }[];
  };
};
const rowOf = (rows: AnswerRow[], key: string): AnswerRow => {
  const found = rows.find((row) => row.key === key);
  assert.ok(found, `no row ${key} among ${rows.map((row) => row.key).join(', ')}`);
  return found;
};

/** Rows and the unattributed rest, summed as printed, are the totals for every model. */
function assertSums({ data }: Awaited<ReturnType<typeof attribution>>): void {
  for (const [model, total] of Object.entries(data.totals.models)) {
    const parts = [...data.rows.map((row) => row.models[model] as Figures), data.unattributed.models[model] as Figures];
    for (const what of ['conversions', 'revenue'] as const) {
      const sum = parts.reduce((sofar, part) => sofar + unitsOf(part[what], 6), 0n);
      assert.equal(decimalText(sum, 6), total[what], `${what} under ${model}`);
    }
  }
}

test('getAttribution', async (t) => {
  await t.test("answers the default goal by channel under the profile's model", async () => {
    const { data, meta } = await attribution({});
    assert.deepEqual(
      [meta['goal'], meta['dimension'], meta['models'], meta['currency']],
      ['payment_received', 'channel', ['last_non_direct'], 'USD'],
    );
    assert.deepEqual(
      data.rows.map((row) => [row.key, row.models['last_non_direct']?.conversions, row.spend]),
      [
        ['Email', '2', null],
        ['Direct', '1', null],
        ['Paid Search', '0', '72'],
        ['Paid Social', '0', '3'],
      ],
    );
  });
  await t.test('shares credit and money, spend and cost', async () => {
    const { data } = await attribution({ dimension: 'campaign', models: 'linear,first_touch' });
    assert.deepEqual(rowOf(data.rows, 'Spring boots'), {
      key: 'Spring boots',
      label: 'Spring boots',
      touches: 1,
      conversions_touched: 2,
      spend: '70',
      models: {
        linear: { conversions: '1', revenue: '62.5', roas: 0.892857, cost_per_conversion: '70' },
        first_touch: { conversions: '2', revenue: '125', roas: 1.785714, cost_per_conversion: '35' },
      },
      disagreement: 33.333333,
    });
    assert.deepEqual(rowOf(data.rows, '(none)').models['linear'], {
      conversions: '1',
      revenue: '20',
      roas: null,
      cost_per_conversion: null,
    });
    assert.deepEqual(data.totals.models['linear'], {
      conversions: '3',
      revenue: '145',
      roas: 0.833333,
      cost_per_conversion: '75',
    });
  });
  await t.test('spend that brought nothing stays visible, and all of it sums to the total', async () => {
    for (const [dimension, wasted, unallocated] of [
      ['channel', 'Paid Social', undefined],
      ['campaign', 'Wasted', '(unallocated)'],
      ['adset', 'ms', '(unallocated)'],
      ['ad', 'ma', '(unallocated)'],
    ] as const) {
      const { data } = await attribution({ dimension });
      assert.equal(rowOf(data.rows, wasted).spend, '3', dimension);
      if (unallocated) assert.equal(rowOf(data.rows, unallocated).spend, '2', dimension);
      const sum = data.rows.reduce((sofar, row) => sofar + unitsOf(row.spend ?? '0', 6), 0n);
      assert.deepEqual([decimalText(sum, 6), data.totals.spend], ['75', '75'], dimension);
    }
  });
  await t.test('names ads and ad sets from the spend', async () => {
    assert.equal(rowOf((await attribution({ dimension: 'ad' })).data.rows, 'a1').label, 'Red boots');
    assert.equal(rowOf((await attribution({ dimension: 'adset' })).data.rows, 's1').label, 'Lookalike');
    assert.equal(rowOf((await attribution({ dimension: 'ad' })).data.rows, 'ma').label, 'ma');
  });
  await t.test('costs are null where no spend is joined, 0 where measured nothing', async (st) => {
    const quiet = await startShop();
    st.after(() => quiet.close());
    const dance = 'https://shop.example/boots?utm_source=tiktok&utm_medium=cpc&utm_campaign=dance&ttclid=T1';
    await quiet.visit({ at: '2026-03-02T10:00:00Z', browser: 'ana', url: AD_URL });
    await quiet.visit({ at: '2026-03-02T11:00:00Z', browser: 'ben', url: dance });
    quiet.clock.set('2026-03-05T00:00:00Z');
    for (const browser of ['ana', 'ben'])
      await quiet.outcome({
        event_type: 'payment_received',
        idempotency_key: browser,
        occurred_at: '2026-03-03T12:00:00Z',
        value: { amount: '9', currency: 'USD' },
        anonymous_id: browser,
      });
    const ad = { campaign_id: 'c1', campaign_name: 'Spring boots', adset_id: 's1', ad_id: 'a1', spend: '4' };
    await quiet.spend('google', { '2026-02-01': [ad], '2026-03-02': [] });
    await quiet.settle();
    for (const [dimension, measured, unmeasured] of [
      ['channel', 'Paid Search', 'Paid Social'],
      ['source', 'google', 'tiktok'],
      ['campaign', 'Spring boots', 'dance'],
      ['adset', 's1', '(none)'],
      ['ad', 'a1', '(none)'],
    ] as const) {
      const { data } = await attribution({ dimension, models: 'linear' }, quiet);
      const shown = [measured, unmeasured].map((key) => {
        const row = rowOf(data.rows, key);
        return [row.spend, row.models['linear']?.roas, row.models['linear']?.cost_per_conversion];
      });
      assert.deepEqual(
        shown,
        [
          ['0', null, '0'],
          [null, null, null],
        ],
        dimension,
      );
      assert.equal(data.totals.spend, '0', dimension);
    }
    const none = await attribution({ channel: 'Paid Social', models: 'linear' }, quiet);
    assert.deepEqual([none.data.totals.spend, none.data.totals.models['linear']?.cost_per_conversion], [null, null]);
    const earlier = { date_from: '2026-02-02', date_to: '2026-02-07' };
    assert.equal((await attribution(earlier, quiet)).data.totals.spend, null, 'a day before and a day after are no report');
  });
  await t.test('an ad that was seen was paid for, and the page it was seen on says nothing of it', async (st) => {
    const seen = await startShop();
    st.after(() => seen.close());
    seen.clock.set('2026-03-05T00:00:00Z');
    const page = 'https://news.example/story?utm_source=newsletter&utm_medium=email';
    for (const [browser, ad, url] of [
      ['ana', { platform: 'meta', campaign_id: 'unknown', ad_id: 'too' }, page],
      ['ben', {}, page],
    ] as const) {
      const event = { event_type: 'ad_view', ad, url, referrer: 'https://www.google.com/' };
      const response = await fetch(new URL('/t/collect', seen.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': COMPUTER_AGENT },
        body: JSON.stringify({ tracking_key: seen.trackingKey, anonymous_id: browser, events: [event] }),
      });
      assert.deepEqual(await response.json(), { data: { accepted: 1, rejected: [] } });
      await seen.outcome({
        event_type: 'payment_received',
        idempotency_key: browser,
        occurred_at: '2026-03-05T00:00:01Z',
        value: { amount: '9', currency: 'USD' },
        anonymous_id: browser,
      });
    }
    await seen.settle();
    const { data } = await attribution({ models: 'linear', dimension: 'channel' }, seen);
    assert.deepEqual(
      data.rows.map((row) => [row.key, row.spend, row.models['linear']?.conversions]),
      [['Paid Social', null, '1']],
    );
    assert.equal(data.unattributed.models['linear']?.conversions, '1', 'an ad that nobody names');
  });
  await t.test('knows pages, devices and sources; spend is null where it lacks the dimension', async () => {
    const pages = (await attribution({ dimension: 'landing_page' })).data.rows;
    assert.deepEqual(pages.map((row) => [row.key, row.spend]).sort(), [
      ['/', null],
      ['/boots', null],
      ['/sale', null],
    ]);
    const devices = (await attribution({ dimension: 'device', models: 'linear' })).data.rows;
    assert.deepEqual(
      devices.map((row) => [row.key, row.models['linear']?.conversions]),
      [
        ['mobile', '2'],
        ['desktop', '1'],
      ],
    );
    const sources = (await attribution({ dimension: 'source' })).data.rows;
    assert.deepEqual([rowOf(sources, 'google').spend, rowOf(sources, 'facebook').spend], ['72', '3']);
  });
  await t.test('rows and unattributed are the totals for every model and dimension', async () => {
    for (const dimension of DIMENSIONS) assertSums(await attribution({ dimension, models: MODELS.join(',') }));
  });
  await t.test('a model that credits paid touches alone leaves the rest unattributed', async () => {
    const { data } = await attribution({ models: 'first_paid' });
    assert.deepEqual(data.unattributed.models['first_paid'], { conversions: '1', revenue: '20' });
  });
  await t.test('windows of the request count for it alone', async () => {
    const narrow = await attribution({ models: 'linear', click_window_days: 3, cash_window_days: 3 });
    assertSums(narrow);
    assert.equal(
      rowOf(narrow.data.rows, 'Email').models['linear']?.conversions,
      '1',
      'three days before 5 March, not before 6 March',
    );
    assert.deepEqual(narrow.data.unattributed.models['linear'], { conversions: '1', revenue: '50' });
    assert.equal(rowOf((await attribution({ models: 'linear' })).data.rows, 'Email').models['linear']?.conversions, '1');
    assert.equal((await attribution({ models: 'linear' })).data.unattributed.models['linear']?.conversions, '0');
    const same = await attribution({ models: MODELS.join(','), cash_window_days: 90 });
    assert.deepEqual(same.data, (await attribution({ models: MODELS.join(',') })).data);
  });
  await t.test('filters keep the touches that match, and nothing is unattributed', async () => {
    const answer = await attribution({ channel: 'Email', dimension: 'campaign', models: 'linear,first_paid' });
    assertSums(answer);
    assert.deepEqual(
      answer.data.rows.map((row) => [row.key, row.models['linear']?.revenue]),
      [['march', '62.5']],
    );
    assert.equal(answer.data.totals.models['linear']?.conversions, '1');
    assert.deepEqual(answer.data.unattributed.models['linear'], { conversions: '0', revenue: '0' });
  });
  await t.test('touches are those of the paths that are weighed, and what earns beyond them', async (st) => {
    const busy = await startShop();
    st.after(() => busy.close());
    const at = (minutes: number): string => new Date(Date.parse('2026-03-01T00:00:00Z') + minutes * 60_000).toISOString();
    await busy.visit({ at: at(0), browser: 'ana', url: MAIL_URL });
    for (let i = 1; i <= 203; i++) await busy.visit({ at: at(i * 31), browser: 'ana', url: `${AD_URL}${i}` });
    await busy.visit({ at: at(210 * 31), browser: 'ana', url: 'https://shop.example/' });
    busy.clock.set('2026-03-07T12:00:00Z');
    const ana = { anonymous_id: 'ana', user_traits: { email: 'ana@example.com' } };
    await busy.outcome({ event_type: 'lead_created', idempotency_key: 'lead', occurred_at: '2026-03-06T00:00:00Z', ...ana });
    await busy.outcome({
      event_type: 'payment_received',
      idempotency_key: 'capped',
      occurred_at: '2026-03-07T00:00:00Z',
      value: { amount: '10', currency: 'USD' },
      anonymous_id: 'ana',
      user_traits: { email: 'bob@example.com' }, // on the browser of another person
    });
    await busy.settle();
    const counts = async (models: string, windows = {}) => {
      const { rows, totals } = (await attribution({ models, ...windows }, busy)).data;
      return [totals.touches, ...rows.map(({ key, touches }) => `${key} ${touches}`)];
    };
    // 205 touches: of the newest 200 the direct one gives way; an e-mail stood before all of them.
    assert.deepEqual(await counts('linear'), [199, 'Paid Search 199']);
    assert.deepEqual(await counts('first_touch'), [200, 'Email 1', 'Paid Search 199']);
    assert.deepEqual(await counts('last_touch'), [200, 'Direct 1', 'Paid Search 199']);
    assert.deepEqual(await counts('linear', { cash_window_days: 90 }), await counts('linear'));
  });
  await t.test('another goal, and one that is none', async () => {
    const leads = await attribution({ goal: 'lead_created', models: 'linear' });
    assert.deepEqual(leads.data.unattributed.models['linear'], { conversions: '1', revenue: '0' });
    const { status, body } = await shop.owner.get('/attribution', { ...WEEK, goal: 'no_such_goal' });
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
  });
  await t.test('refuses models, windows and dimensions that are none', async () => {
    for (const query of [{ models: 'linear,magic' }, { click_window_days: 91 }, { cash_window_days: 0 }, { dimension: 'moon' }]) {
      const { status, body } = await shop.owner.get('/attribution', { ...WEEK, ...query });
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'], JSON.stringify(query));
    }
  });
  await t.test('tells the fit behind data_driven once there is one', async (st) => {
    assert.equal((await attribution({})).meta['data_driven'], null);
    const fitted = await openShop();
    st.after(() => fitted.close());
    await replay(fitted.base, fitted.profileId);
    const { meta, data } = await attribution({ models: 'data_driven' }, fitted);
    // Three paths, all converting: Paid Search > Email twice, Direct once.
    assert.deepEqual(meta['data_driven'], {
      base_probability: 1,
      removal_effects: { Direct: 0.333333333, Email: 0.666666667, 'Paid Search': 0.666666667 },
      channel_conversions: { Direct: 0.6, Email: 1.2, 'Paid Search': 1.2 },
    });
    assertSums({ data, meta });
  });
  await t.test('thirds of odd amounts still sum as printed', async (st) => {
    const odd = await startShop();
    st.after(() => odd.close());
    for (const day of ['02', '03', '04']) {
      await odd.visit({ at: `2026-03-${day}T09:00:00Z`, browser: 'ana', url: day === '03' ? MAIL_URL : AD_URL });
      await odd.visit({ at: `2026-03-${day}T10:00:00Z`, browser: 'bea', url: day === '02' ? MAIL_URL : `${AD_URL}&x=${day}` });
    }
    odd.clock.set('2026-03-07T00:00:00Z');
    for (const [i, [anonymous_id, amount]] of [
      ['ana', '0.000001'],
      ['ana', '33.333333'],
      ['bea', '0.000002'],
      ['bea', '19.999999'],
      ['nobody', '0.000007'],
    ].entries()) {
      await odd.outcome({
        event_type: 'payment_received',
        idempotency_key: `o-${i}`,
        occurred_at: `2026-03-05T0${i}:00:00Z`,
        value: { amount, currency: 'USD' },
        anonymous_id,
      });
    }
    await odd.settle();
    for (const dimension of ['channel', 'campaign', 'landing_page'])
      assertSums(await attribution({ dimension, models: MODELS.join(',') }, odd));
    const { data } = await attribution({ models: 'linear' }, odd);
    assert.equal(data.totals.models['linear']?.revenue, '53.333342');
  });
});

test('listAttributionPaths', async (t) => {
  const paths = async (query: Record<string, unknown> = {}, on: Shop = shop) =>
    (await on.owner.get('/attribution/paths', { ...WEEK, ...query })).body;
  await t.test('the most travelled path comes first', async () => {
    const { data, meta } = await paths();
    assert.deepEqual(data, [
      { path: ['Paid Search', 'Email'], conversions: 2, revenue: '125', avg_touches: 2, avg_time_to_complete_seconds: 396000 },
      { path: ['Direct'], conversions: 1, revenue: '20', avg_touches: 1, avg_time_to_complete_seconds: 1800 },
    ]);
    assert.deepEqual(meta.totals, { paths: 2, conversions: 3, revenue: '145' });
  });
  await t.test('totals stay whatever the limit', async () => {
    const { data, meta } = await paths({ limit: 1 });
    assert.deepEqual([data.length, meta.totals.paths], [1, 2]);
  });
  await t.test('no path, no rows', async () => {
    const { data, meta } = await paths({ goal: 'lead_created' });
    assert.deepEqual([data, meta.totals], [[], { paths: 0, conversions: 0, revenue: '0' }]);
  });
  await t.test('repeats can be collapsed, dropped or counted', async (st) => {
    const busy = await startShop();
    st.after(() => busy.close());
    for (const [day, url] of [
      ['01', AD_URL],
      ['02', `${AD_URL}2`],
      ['03', MAIL_URL],
      ['04', `${AD_URL}3`],
    ] as const)
      await busy.visit({ at: `2026-03-${day}T09:00:00Z`, browser: 'ana', url });
    busy.clock.set('2026-03-07T00:00:00Z');
    const value = { amount: '10', currency: 'USD' };
    await busy.outcome({
      event_type: 'payment_received',
      idempotency_key: 'x',
      occurred_at: '2026-03-05T09:00:00Z',
      value,
      anonymous_id: 'ana',
    });
    await busy.settle();
    const shapes = { unique: 4, exposure: 3, first: 2, frequency: 2 };
    for (const [transform, length] of Object.entries(shapes)) {
      const [row] = (await paths({ transform }, busy)).data;
      assert.deepEqual([row.path.length, row.avg_touches, row.avg_time_to_complete_seconds], [length, 4, 345600], transform);
    }
    assert.deepEqual((await paths({ transform: 'exposure' }, busy)).data[0].path, ['Paid Search', 'Email', 'Paid Search']);
    assert.deepEqual((await paths({ transform: 'frequency' }, busy)).data[0].path, ['Paid Search(3)', 'Email(1)']);
  });
});
