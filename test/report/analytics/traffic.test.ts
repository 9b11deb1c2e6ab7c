// Traffic through the door: a week that can be worked out by hand, and every row against the overview under a filter of its key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AD_URL, COMPUTER_AGENT, openShop, type Shop, startShop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const SHORT = { date_from: '2026-03-03', date_to: '2026-03-04' };
/** A dimension, the values that it groups without one, and the filter of the overview that has them. */
const FILTERED = ['channel', 'source', 'medium', 'campaign', 'country', 'device'] as const;
const EMPTY: Readonly<Record<string, string>> = { '(none)': 'is_empty', '(unknown)': 'is_empty' };

let shop: Shop;
before(async () => {
  shop = await openShop();
  await shop.visit({
    at: '2026-03-06T18:00:00Z',
    browser: 'dora',
    agent: COMPUTER_AGENT,
    url: 'https://shop.example/boots?utm_source=bing&utm_medium=cpc&utm_campaign=spring&utm_term=warm%20boots&utm_content=blue',
  });
  const agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  await shop.visit({ at: '2026-03-06T19:00:00Z', browser: 'bot', url: 'https://shop.example/', agent });
  await shop.visit({ at: '2026-03-07T09:00:00Z', browser: 'ana', url: AD_URL.replace('Gx1', 'Gx2') });
  shop.clock.set('2026-03-09T12:00:00Z');
  await shop.settle();
});
after(() => shop?.close());

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the contract
type Json = any;

async function traffic(query: Record<string, unknown>): Promise<Json> {
  const { status, body } = await shop.owner.get('/traffic', query);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const lines = ({ data }: Json): unknown[] =>
  data.rows.map(({ key, current: { visits, people, views, bounce_rate, avg_engaged_seconds, conversions } }: Json) => [
    key,
    visits,
    people,
    views,
    bounce_rate,
    avg_engaged_seconds,
    conversions,
  ]);

const overviewOf = async (query: Record<string, unknown>): Promise<Json> => (await shop.owner.get('/overview', query)).body.data;

/** What both reports print, under the names of the overview. */
const shared = ({ people, views, bounce_rate, avg_engaged_seconds, conversions }: Json) => ({
  visitors: people,
  pageviews: views,
  bounce_rate: bounce_rate ?? 0,
  avg_engaged_seconds: avg_engaged_seconds ?? 0,
  outcomes: Number(conversions),
});
const sharedOf = ({ visitors, pageviews, bounce_rate, avg_engaged_seconds, outcomes }: Json) => ({
  visitors,
  pageviews,
  bounce_rate,
  avg_engaged_seconds,
  outcomes,
});

async function equalsOverview(days: Record<string, string>, dimension: (typeof FILTERED)[number]): Promise<void> {
  const { data } = await traffic({ ...days, dimension });
  const all = await overviewOf(days);
  for (const side of ['current', 'previous'])
    assert.deepEqual(shared(data.totals[side]), sharedOf(all[side]), `${dimension} ${side}`);
  for (const row of data.rows) {
    const mode = EMPTY[row.key];
    const filter = mode === undefined ? { [dimension]: row.key } : { filter_modes: `${dimension}:${mode}` };
    const found = await overviewOf({ ...days, ...filter });
    for (const side of ['current', 'previous'])
      assert.deepEqual(shared(row[side]), sharedOf(found[side]), `${dimension} ${row.key} ${side}`);
  }
}

test('getTraffic', async (t) => {
  await t.test('counts the week by source as one does by hand', async () => {
    const answer = await traffic({ ...WEEK, dimension: 'source', model: 'linear' });
    assert.deepEqual(lines(answer), [
      ['google', 2, 1, 3, 0.5, 6, '1'],
      ['(direct)', 1, 1, 1, 1, null, '1'],
      ['bing', 1, 1, 1, 1, null, '0'],
      ['newsletter', 1, 1, 1, 1, null, '1'],
    ]);
    assert.deepEqual(answer.data.totals.current, {
      visits: 5,
      people: 3,
      views: 6,
      bounce_rate: 0.8,
      avg_engaged_seconds: 2.4,
      conversions: '3',
    });
    const { version, ...meta } = answer.meta;
    assert.deepEqual(meta, {
      ...WEEK,
      profile_id: shop.profileId,
      dimension: 'source',
      sort: 'visits',
      limit: 50,
      keys: 4,
      goal: 'payment_received',
      model: 'linear',
      timezone: 'UTC',
      comparison: {
        date_from: '2026-02-22',
        date_to: '2026-02-28',
        visits: 'before_data',
        outcomes: 'before_data',
        spend: 'before_data',
      },
    });
    assert.ok(version.through_seq > 0);
  });
  await t.test('what was not measured is null, never 0', async () => {
    const { data } = await traffic({ ...WEEK, dimension: 'source' });
    assert.deepEqual(data.totals.previous, {
      visits: 0,
      people: 0,
      views: 0,
      bounce_rate: null,
      avg_engaged_seconds: null,
      conversions: '0',
    });
    const countries = await traffic({ ...WEEK, dimension: 'country' });
    assert.deepEqual(
      lines(countries).map((line) => (line as unknown[])[0]),
      ['(unknown)'],
      'there is no source of countries',
    );
  });
  await t.test('divides by term, content, referrer, landing page, browser and new visitors', async () => {
    const keys = async (dimension: string) =>
      (await traffic({ ...WEEK, dimension })).data.rows.map(({ key, current }: Json) => [
        key,
        current.visits,
        current.conversions,
      ]);
    assert.deepEqual(await keys('term'), [
      ['(none)', 4, '3'],
      ['warm boots', 1, '0'],
    ]);
    assert.deepEqual(await keys('content'), [
      ['(none)', 4, '3'],
      ['blue', 1, '0'],
    ]);
    assert.deepEqual(await keys('landing_page'), [
      ['/boots', 3, '0'],
      ['/', 1, '1'],
      ['/sale', 1, '2'],
    ]);
    assert.deepEqual(await keys('browser'), [
      ['Safari', 3, '2'],
      ['Chrome', 2, '1'],
    ]);
    assert.deepEqual(await keys('visitor_type'), [
      ['new', 3, '1'],
      ['returning', 2, '2'],
    ]);
    assert.deepEqual(await keys('referrer'), [['(none)', 5, '3']]);
  });
  await t.test('each row is the overview under a filter of its key', async () => {
    for (const dimension of FILTERED) await equalsOverview({ ...WEEK, model: 'linear' }, dimension);
    for (const dimension of ['source', 'device'] as const) await equalsOverview({ ...SHORT, model: 'last_touch' }, dimension);
  });
  await t.test('days are those of the zone, and a referrer of the own domain is none', async () => {
    const santiago = await startShop({ installation: { timezone: 'America/Santiago', currency: 'CLP', domain: 'shop.example' } });
    t.after(() => santiago.close());
    const visit = async (at: string, browser: string, referrer: string) => {
      santiago.clock.set(at);
      const events = [{ event_type: 'page_view', url: 'https://shop.example/', referrer }];
      const body = JSON.stringify({ tracking_key: santiago.trackingKey, anonymous_id: browser, events });
      const headers = { 'content-type': 'application/json', 'user-agent': COMPUTER_AGENT };
      assert.ok((await fetch(`${santiago.baseUrl}/t/collect`, { method: 'POST', headers, body })).ok);
    };
    await visit('2026-03-02T02:30:00Z', 'a', 'https://blog.example.org/post?id=7');
    await visit('2026-03-02T03:30:00Z', 'b', 'https://www.shop.example/cart');
    santiago.clock.set('2026-03-04T12:00:00Z');
    await santiago.settle();
    const days = { date_from: '2026-03-01', date_to: '2026-03-01', compared_from: '2026-03-02', compared_to: '2026-03-02' };
    const { body } = await santiago.owner.get('/traffic', { ...days, dimension: 'referrer' });
    assert.deepEqual(
      body.data.rows.map(({ key, current, previous }: Json) => [key, current.visits, previous.visits]),
      [
        ['blog.example.org', 1, 0],
        ['(none)', 0, 1],
      ],
    );
    assert.equal(body.meta.timezone, 'America/Santiago');
  });
  await t.test('filters narrow every dimension, and nothing is unattributed then', async () => {
    const { data } = await traffic({ ...WEEK, dimension: 'landing_page', source: 'google', model: 'first_touch' });
    assert.deepEqual(lines({ data }), [['/boots', 2, 1, 3, 0.5, 6, '2']]);
    assert.equal(data.unattributed.current.conversions, '0');
    assert.deepEqual(
      shared(data.totals.current),
      sharedOf((await overviewOf({ ...WEEK, source: 'google', model: 'first_touch' })).current),
    );
  });
  await t.test('rows and what no touch earned are all conversions', async () => {
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'alone',
      occurred_at: '2026-03-05T12:00:00Z',
      value: { amount: '5', currency: 'USD' },
      user_traits: { email: 'nobody@example.com' },
    });
    await shop.settle();
    const { data } = await traffic({ ...WEEK, dimension: 'channel' });
    const sum = data.rows.reduce((all: number, { current }: Json) => all + Number(current.conversions), 0);
    assert.deepEqual([sum, data.unattributed.current.conversions, data.totals.current.conversions], [3, '1', '4']);
  });
  await t.test('compares any other period, also one that overlaps', async () => {
    const compared = { compared_from: '2026-03-01', compared_to: '2026-03-03' };
    const { data, meta } = await traffic({ ...SHORT, ...compared, dimension: 'source' });
    assert.deepEqual(data.totals.previous.visits, 3);
    assert.deepEqual(data.totals.current.visits, 1);
    assert.deepEqual(
      [meta.comparison.date_from, meta.comparison.date_to, meta.comparison.visits],
      ['2026-03-01', '2026-03-03', null],
    );
    const status = async (query: Record<string, string>) => (await shop.owner.get('/traffic', { ...SHORT, ...query })).status;
    assert.equal(await status({ compared_from: '2026-03-01' }), 400, 'both or none');
    assert.equal(await status({ compared_from: '2026-03-03', compared_to: '2026-03-01' }), 400);
    assert.equal(await status({ compared_from: '2020-01-01', compared_to: '2026-03-01' }), 400, 'too long');
  });
  await t.test('sorts by a figure of the period and shows the first keys', async () => {
    const { data, meta } = await traffic({ ...WEEK, dimension: 'landing_page', sort: 'conversions', limit: 1 });
    assert.deepEqual([data.rows.length, data.rows[0].key, meta.keys], [1, '/sale', 3]);
    assert.equal(data.totals.current.visits, 5, 'totals have no limit');
  });
  await t.test('another goal, an earlier time, and a goal that is none', async () => {
    const leads = await traffic({ ...WEEK, goal: 'lead_created' });
    assert.equal(leads.data.totals.current.conversions, '1');
    const earlier = await traffic({ ...WEEK, as_of: '2026-03-02T12:00:00Z' });
    assert.deepEqual([earlier.data.totals.current.visits, earlier.data.totals.current.conversions], [2, '0']);
    assert.equal((await shop.owner.get('/traffic', { ...WEEK, goal: 'nothing' })).status, 400);
  });
  await t.test('receipts give every figure, and CSV has the rows', async () => {
    const answer = await traffic({ ...WEEK, dimension: 'source', include: 'receipt' });
    const figures = 6 * 2 * (answer.data.rows.length + 1) + 2;
    assert.equal(answer.receipts.length, figures);
    const one = await traffic({ ...WEEK, dimension: 'source', include: 'receipt', receipts_of: '/data/rows/0/current/visits' });
    assert.equal(one.receipts.length, 1);
    const response = await fetch(`${shop.baseUrl}/api/v1/traffic?${new URLSearchParams({ ...WEEK, dimension: 'source' })}`, {
      headers: { authorization: `Bearer ${shop.apiKey}`, accept: 'text/csv' },
    });
    const [head, first] = (await response.text()).split('\r\n');
    assert.match(head ?? '', /^key,current\.visits,current\.people,/);
    assert.match(first ?? '', /^google,2,1,3,0\.5,6,/);
  });
  await t.test('who may: analytics alone, of the own profile', async () => {
    assert.equal((await shop.conversionsOnly.get('/traffic', WEEK)).status, 403);
    const other = '00000000-0000-4000-8000-000000000000';
    assert.equal((await shop.api(shop.session).get('/traffic', { ...WEEK, profile_id: other })).status, 404);
  });
});

test('getTraffic outside', async (t) => {
  const outside = async (query: Record<string, string>) => {
    const { status, body } = await shop.owner.get('/traffic', { ...WEEK, audience: 'outside', ...query });
    return { status, body };
  };
  await t.test('shows nothing of fewer than five people', async () => {
    const { body } = await outside({ dimension: 'source' });
    assert.deepEqual(body.data.rows, []);
    assert.deepEqual(Object.values(body.data.totals.current), [null, null, null, null, null, null]);
    assert.ok(body.outside.withheld.some(({ reason }: Json) => reason === 'few_people'));
  });
  await t.test('refuses what would divide people otherwise', async () => {
    for (const query of [
      ...['country', 'device', 'browser', 'landing_page', 'term', 'visitor_type'].map((dimension) => ({ dimension })),
      { sort: 'people' },
      { compared_from: '2026-03-01', compared_to: '2026-03-02' },
      { as_of: '2026-03-02T12:00:00Z' },
      { goal: 'lead_created' },
      { model: 'linear' },
      { device: 'mobile' },
      { include: 'receipt' },
    ])
      assert.equal((await outside(query)).status, 400, JSON.stringify(query));
  });
  await t.test('sums whole cells: a period adds up to the overview that readers outside see', async () => {
    for (const browser of ['f', 'g', 'h', 'i', 'j', 'k'])
      await shop.visit({ at: '2026-03-02T15:00:00Z', browser, url: AD_URL.replace('Gx1', `G${browser}`) });
    shop.clock.set('2026-03-12T12:00:00Z');
    await shop.settle();
    const { body } = await outside({ dimension: 'source', ...WEEK });
    const overview = (await shop.owner.get('/overview', { ...WEEK, audience: 'outside' })).body.data;
    const { views, bounce_rate, avg_engaged_seconds, conversions, people } = body.data.totals.current;
    const { pageviews, outcomes } = overview.current;
    assert.deepEqual(
      [views, bounce_rate, avg_engaged_seconds ?? 0],
      [pageviews, overview.current.bounce_rate, overview.current.avg_engaged_seconds],
    );
    assert.deepEqual([conversions === null ? null : Number(conversions), people], [outcomes, null]);
    assert.ok(
      body.data.rows.every(({ current }: Json) => current.visits === null || current.visits >= 5),
      JSON.stringify(body.data.rows),
    );
    assert.ok(body.data.rows.length > 0);
  });
});
