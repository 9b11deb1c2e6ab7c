// The overview and its series, on a week that can be worked out by hand (see ../shop.ts).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AD_URL, COMPUTER_AGENT, openShop, type Shop, startShop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const TIKTOK_URL = 'https://shop.example/boots?utm_source=tiktok&utm_medium=cpc&utm_campaign=dance&ttclid=T1';
const NOTHING = {
  spend: null,
  revenue: 0,
  roas: null,
  outcomes: 0,
  attributed_outcomes: 0,
  coverage_percent: 0,
  visitors: 0,
  pageviews: 0,
  bounce_rate: 0,
  avg_engaged_seconds: 0,
  cash_revenue: 0,
  cash_payments: 0,
};

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

const current = async (query: Record<string, unknown>) => (await shop.owner.get('/overview', query)).body.data.current;

test('getOverview', async (t) => {
  await t.test('counts the week as one does by hand', async () => {
    const { body } = await shop.owner.get('/overview', { ...WEEK, model: 'linear' });
    assert.deepEqual(body.data.current, {
      spend: 75,
      revenue: 145,
      roas: 0.833333, // half of 75 and of 50 is the ad's: 62.5 ÷ 75
      outcomes: 3,
      attributed_outcomes: 2,
      coverage_percent: 66.666667,
      visitors: 2,
      pageviews: 4,
      bounce_rate: 0.666667,
      avg_engaged_seconds: 4,
      cash_revenue: 145,
      cash_payments: 3,
    });
    assert.deepEqual(body.data.previous, NOTHING);
    assert.equal(body.warnings, undefined);
    const { version, comparison: _, ...meta } = body.meta;
    assert.deepEqual(meta, { ...WEEK, profile_id: shop.profileId, currency: 'USD', timezone: 'UTC', model: 'linear' });
    assert.ok(version.through_seq > 0);
  });
  await t.test("a refund restates the sale's day, and moves cash on its own", async () => {
    const sale = await current({ date_from: '2026-03-05', date_to: '2026-03-05' });
    assert.deepEqual([sale.revenue, sale.cash_revenue, sale.cash_payments], [75, 100, 1]);
    const refund = await current({ date_from: '2026-03-07', date_to: '2026-03-07' });
    assert.deepEqual([refund.revenue, refund.cash_revenue, refund.cash_payments, refund.outcomes], [0, -25, 0, 0]);
  });
  await t.test('the previous period is as long and ends the day before', async () => {
    const { body } = await shop.owner.get('/overview', { date_from: '2026-03-04', date_to: '2026-03-06' });
    assert.deepEqual([body.data.current.outcomes, body.data.previous.outcomes], [2, 1]);
    assert.deepEqual([body.data.current.spend, body.data.previous.spend], [30, 33]);
  });
  await t.test('says where no change from the previous period is to be read, and why', async () => {
    const comparison = async (date_from: string, date_to: string, on: Shop = shop) => {
      const { status, body } = await on.owner.get('/overview', { date_from, date_to });
      assert.equal(status, 200, JSON.stringify(body));
      return body.meta.comparison;
    };
    const reasons = (visits: string | null, outcomes = visits, spend = visits) => ({ visits, outcomes, spend });
    // The shop's visits and spend begin on the 1st; it is the 8th.
    assert.deepEqual(await comparison('2026-03-04', '2026-03-06'), {
      date_from: '2026-03-01',
      date_to: '2026-03-03',
      ...reasons(null),
    });
    assert.deepEqual(await comparison('2026-03-04', '2026-03-07'), {
      date_from: '2026-02-28',
      date_to: '2026-03-03',
      ...reasons('before_data'),
    });
    assert.deepEqual(await comparison('2026-03-08', '2026-03-08'), {
      date_from: '2026-03-07',
      date_to: '2026-03-07',
      ...reasons('period_running'),
    });
    const older = await startShop({ at: '2026-03-20T00:00:00Z' });
    assert.deepEqual(await comparison('2026-03-08', '2026-03-09', older), {
      date_from: '2026-03-06',
      date_to: '2026-03-07',
      ...reasons('before_data'),
    });
    const sale = { event_type: 'payment_received', idempotency_key: 'old', occurred_at: '2026-03-03T12:00:00Z' };
    await older.outcome({ ...sale, value: { amount: '10', currency: 'USD' }, user_traits: { email: 'old@example.com' } });
    await older.visit({ at: '2026-03-07T12:00:00Z', browser: 'new', url: AD_URL });
    older.clock.set('2026-03-09T23:59:00Z');
    await older.settle();
    const { visits, outcomes, spend } = await comparison('2026-03-07', '2026-03-08', older);
    assert.deepEqual(
      { visits, outcomes, spend },
      reasons('before_data', null, 'before_data'),
      'sales were loaded from before the tracker',
    );
    assert.equal((await comparison('2026-03-08', '2026-03-09', older)).outcomes, 'period_running');
    older.clock.set('2026-03-10T00:00:00Z');
    assert.equal(
      (await comparison('2026-03-08', '2026-03-09', older)).outcomes,
      null,
      'over since midnight, of the same figures',
    );
    await older.close();
  });
  await t.test('filters follow the session for visits and the credited touch for money', async () => {
    const email = await current({ ...WEEK, channel: 'Email', model: 'linear' });
    assert.deepEqual([email.visitors, email.pageviews, email.bounce_rate], [1, 1, 1]);
    assert.deepEqual([email.outcomes, email.revenue, email.cash_revenue, email.cash_payments], [1, 62.5, 62.5, 1]);
    assert.deepEqual([email.spend, email.roas], [null, null], 'nobody buys e-mail here');
    const ad = await current({ ...WEEK, campaign: 'Spring boots', model: 'first_touch' });
    assert.deepEqual([ad.outcomes, ad.revenue, ad.spend, ad.roas, ad.visitors], [2, 125, 70, 1.785714, 1]);
    const google = await current({ ...WEEK, source: 'google' });
    assert.deepEqual([google.spend, google.pageviews], [72, 2], 'the 2 on no campaign count for google too');
  });
  await t.test('spend is null where a filter asks for what it lacks', async () => {
    for (const filter of [{ device: 'mobile' }, { country: 'CL' }, { medium: 'cpc' }]) {
      const figures = await current({ ...WEEK, ...filter });
      assert.deepEqual([figures.spend, figures.roas], [null, null], JSON.stringify(filter));
    }
    const phones = await current({ ...WEEK, device: 'mobile' });
    assert.deepEqual([phones.visitors, phones.outcomes, phones.revenue], [1, 2, 125]);
  });
  await t.test('spend is null for what no account that reported buys', async () => {
    const filters = [
      { channel: 'Direct' },
      { source: 'newsletter' },
      { campaign: 'march' },
      { channel: 'Email', source: 'google' },
    ];
    for (const filter of filters) {
      const { current: figures, previous } = (await shop.owner.get('/overview', { ...WEEK, ...filter })).body.data;
      assert.deepEqual([figures.spend, figures.roas, previous.spend], [null, null, null], JSON.stringify(filter));
    }
    const social = { channel: 'Paid Social' };
    const later = await current({ date_from: '2026-03-02', date_to: '2026-03-07', ...social });
    assert.equal(later.spend, null, 'Google reported these days, Meta did not');
    const part = (await shop.owner.get('/overview', { ...WEEK, ...social })).body;
    assert.deepEqual([part.data.current.spend, part.warnings?.[0].code], [3, 'spend_incomplete']);
  });
  await t.test('a partly reported range warns; a whole one and an unreported one do not', async () => {
    const part = (await shop.owner.get('/overview', { date_from: '2026-03-05', date_to: '2026-03-09' })).body;
    assert.deepEqual(
      [part.data.current.spend, part.warnings?.map((warning: { code: string }) => warning.code)],
      [32, ['spend_incomplete']],
    );
    const none = (await shop.owner.get('/overview', { date_from: '2026-03-08', date_to: '2026-03-09' })).body;
    assert.deepEqual([none.data.current.spend, none.data.current.roas, none.warnings], [null, null, undefined]);
  });
  await t.test('refuses ranges that are none', async () => {
    const bad: [string, string][] = [
      ['2026-03-07', '2026-03-01'],
      ['2026-02-30', '2026-03-01'],
      ['2024-01-01', '2026-01-02'],
      ['yesterday', '2026-03-01'],
    ];
    for (const [date_from, date_to] of bad) {
      const { status, body } = await shop.owner.get('/overview', { date_from, date_to });
      assert.deepEqual([status, body.error.code], [400, 'invalid_date_range'], `${date_from} to ${date_to}`);
    }
    assert.equal((await shop.owner.get('/overview', { date_from: '2026-03-01' })).body.error.code, 'invalid_date_range');
    assert.equal((await shop.owner.get('/overview', { date_from: '2024-01-01', date_to: '2026-01-01' })).status, 200);
    assert.equal((await shop.owner.get('/overview', { ...WEEK, model: 'magic' })).body.error.code, 'invalid_parameter');
  });
  await t.test('needs analytics:read', async () => {
    const { status, body } = await shop.conversionsOnly.get('/overview', WEEK);
    assert.deepEqual([status, body.error.code], [403, 'insufficient_scope']);
  });
});

test('a measured nothing is 0, what nobody measured is null', async (t) => {
  const quiet = await startShop({ at: '2026-03-01T00:00:00Z' });
  t.after(() => quiet.close());
  const ad = { campaign_id: 'c1', campaign_name: 'Spring boots', adset_id: 's1', ad_id: 'a1', spend: '4' };
  const clip = { campaign_id: 'v1', campaign_name: 'Clips', adset_id: 'vs', ad_id: 'va', spend: '1' };
  await quiet.visit({ at: '2026-03-02T10:00:00Z', browser: 'ana', url: AD_URL });
  await quiet.visit({ at: '2026-03-02T11:00:00Z', browser: 'ben', url: TIKTOK_URL });
  quiet.clock.set('2026-03-05T00:00:00Z');
  await quiet.spend('google', { '2026-03-01': [ad], '2026-03-02': [], '2026-03-03': [{ ...ad, spend: '0' }] });
  await quiet.spend('youtube', { '2026-03-01': [clip], '2026-03-02': [] });
  await quiet.settle();
  const ask = async (query: Record<string, unknown>) => (await quiet.owner.get('/overview', query)).body.data.current.spend;
  const second = { date_from: '2026-03-02', date_to: '2026-03-02' };

  await t.test('a day that was reported without any cost', async () => {
    assert.equal(await ask(second), 0);
    assert.equal(await ask({ date_from: '2026-03-03', date_to: '2026-03-03' }), 0);
    assert.equal(await ask({ date_from: '2026-03-04', date_to: '2026-03-04' }), null);
  });
  await t.test('of what an account buys on other days, and of its own channel and source', async () => {
    for (const filter of [
      { campaign: 'Spring boots' },
      { channel: 'Paid Search' },
      { source: 'google' },
      { channel: 'Paid Video' },
    ])
      assert.equal(await ask({ ...second, ...filter }), 0, JSON.stringify(filter));
    for (const filter of [{ channel: 'Paid Social' }, { source: 'tiktok' }, { campaign: 'dance' }])
      assert.equal(await ask({ ...second, ...filter }), null, JSON.stringify(filter));
  });
  await t.test('day by day in a series, and under a filter by the accounts it names', async () => {
    const days = { date_from: '2026-03-01', date_to: '2026-03-04' };
    const series = async (query: object) =>
      (await quiet.owner.get('/overview/series', { ...days, ...query })).body.data.map(({ spend }: { spend: unknown }) => spend);
    assert.deepEqual(await series({}), [5, 0, 0, null]);
    assert.deepEqual(await series({ channel: 'Paid Video' }), [1, 0, null, null]);
    assert.deepEqual(await series({ channel: 'Email' }), [null, null, null, null]);
  });
});

test('getOverviewSeries', async (t) => {
  const series = async (query: Record<string, unknown>) => (await shop.owner.get('/overview/series', query)).body.data;
  await t.test('has every day, the empty ones too', async () => {
    const days = await series({ date_from: '2026-02-28', date_to: '2026-03-03', interval: 'day' });
    assert.deepEqual(
      days.map((day: Record<string, unknown>) => [
        day['date_from'],
        day['date_to'],
        day['pageviews'],
        day['outcomes'],
        day['spend'],
      ]),
      [
        ['2026-02-28', '2026-02-28', 0, 0, null],
        ['2026-03-01', '2026-03-01', 2, 0, 13],
        ['2026-03-02', '2026-03-02', 1, 1, 10],
        ['2026-03-03', '2026-03-03', 1, 0, 10],
      ],
    );
  });
  await t.test('weeks begin on Monday, and the first and last keep to the range', async () => {
    const weeks = await series({ date_from: '2026-02-25', date_to: '2026-03-10', interval: 'week' });
    assert.deepEqual(
      weeks.map((week: Record<string, unknown>) => [week['date_from'], week['date_to'], week['outcomes']]),
      [
        ['2026-02-25', '2026-03-01', 0],
        ['2026-03-02', '2026-03-08', 3],
        ['2026-03-09', '2026-03-10', 0],
      ],
    );
  });
  await t.test('months, and the overview over the same days says the same', async () => {
    const range = { date_from: '2026-03-01', date_to: '2026-03-31' };
    const [month, ...others] = await series({ ...range, interval: 'month' });
    assert.equal(others.length, 0);
    const { date_from, date_to, ...figures } = month;
    assert.deepEqual({ date_from, date_to }, range);
    assert.deepEqual(figures, await current(range));
  });
  await t.test('refuses another interval', async () => {
    const { status, body } = await shop.owner.get('/overview/series', { ...WEEK, interval: 'hour' });
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
  });
});

test('days are those of the zone of the profile, money in its currency', async (t) => {
  const santiago = await startShop({ installation: { timezone: 'America/Santiago', currency: 'CLP' } });
  t.after(() => santiago.close());
  // 02:30 UTC is still the evening before in Santiago.
  await santiago.visit({ at: '2026-03-03T02:30:00Z', browser: 'eva', url: 'https://tienda.example/', agent: COMPUTER_AGENT });
  santiago.clock.set('2026-03-10T00:00:00Z');
  const pay = (key: string, day: string, amount: string, currency: string) =>
    santiago.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: `${day}T02:30:00Z`,
      value: { amount, currency },
      anonymous_id: 'eva',
    });
  await pay('a', '2026-03-03', '1000', 'CLP');
  await pay('b', '2026-03-04', '2.5', 'USD');
  await pay('c', '2026-03-08', '3', 'EUR');
  for (const [day, rate] of [
    ['2026-02-24', '900'],
    ['2026-03-01', '950.5'],
  ] as const) {
    santiago.base.state.decide({
      profileId: santiago.profileId,
      kind: 'rate',
      afterSeq: santiago.base.journal.lastSeq(santiago.profileId),
      subject: 'USD',
      payload: { in: 'CLP', rates: [{ day, currency: 'USD', rate }] },
      actor: 'system',
      decidedAt: santiago.clock.now(),
    });
  }
  await santiago.settle();
  const overview = async (date_from: string, date_to: string) =>
    (await santiago.owner.get('/overview', { date_from, date_to })).body;

  await t.test('an evening belongs to its local day', async () => {
    const { data, meta } = await overview('2026-03-02', '2026-03-02');
    assert.deepEqual([data.current.visitors, data.current.outcomes, data.current.revenue], [1, 1, 1000]);
    assert.deepEqual([meta.currency, meta.timezone], ['CLP', 'America/Santiago']);
  });
  await t.test('the latest rate of the last seven days converts', async () => {
    const { data, warnings } = await overview('2026-03-03', '2026-03-03');
    assert.deepEqual([data.current.revenue, data.current.cash_revenue], [2376.25, 2376.25]);
    assert.equal(warnings[0].code, 'rate_older_than_day');
    assert.match(warnings[0].message, /USD on 1 day \(up to 2 days older\)/);
  });
  await t.test('an amount without a rate is null and named', async () => {
    const { data, warnings } = await overview('2026-03-07', '2026-03-07');
    assert.deepEqual([data.current.outcomes, data.current.revenue, data.current.cash_revenue], [1, null, null]);
    assert.deepEqual(
      warnings.map((warning: { code: string }) => warning.code),
      ['rate_missing'],
    );
    assert.match(warnings[0].message, /EUR/);
  });
});
