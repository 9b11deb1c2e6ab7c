// Money without a rate is unknown: null with the warning `rate_missing` in every report, and never 0. A shop in dollars whose only money is in
// euros, of which no rate was ever told.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AD_URL, type Shop, startShop } from './shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers whose form the contract has checked
type Json = any;

const DAY = '2026-03-05';
const RANGE = { date_from: DAY, date_to: DAY };

let shop: Shop;
before(async () => {
  shop = await startShop();
  await shop.visit({ at: `${DAY}T09:00:00Z`, browser: 'ana', url: AD_URL });
  shop.clock.set('2026-03-08T00:00:00Z');
  const value = (amount: string) => ({ value: { amount, currency: 'EUR' } });
  const ana = { anonymous_id: 'ana', user_traits: { external_id: 'ana', email: 'ana@example.com' } };
  const bea = { user_traits: { external_id: 'bea', email: 'bea@example.com' } };
  const at = { occurred_at: `${DAY}T12:00:00Z` };
  await shop.outcome({ event_type: 'payment_received', idempotency_key: 'p1', ...at, ...ana, ...value('100') });
  await shop.outcome({ event_type: 'refund', idempotency_key: 'r1', refund_of: 'p1', ...at, ...value('10') });
  await shop.outcome({ event_type: 'closed_won', idempotency_key: 'd1', ...at, ...bea, ...value('500') });
  await shop.spend('google', { [DAY]: [{ campaign_id: 'c1', campaign_name: 'Spring', ad_id: 'a1', spend: '40' }] }, 'EUR');
  await shop.settle();
});
after(() => shop.close());

const MONEY =
  /^(revenue|cash_revenue|total_revenue|credited_revenue|spend|roas|cost_per_conversion|revenue_(before|after)|to_date|spend_to_date|total|moved)$/;

/** Every figure of money in an answer, by its path; objects that go by the same names are looked into. */
function moneyIn(value: unknown, path = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, i) => moneyIn(each, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const here = `${path}.${name}`;
    const isFigure = MONEY.test(name) && (typeof each !== 'object' || each === null);
    return isFigure ? [[here, each]] : moneyIn(each, here);
  });
}

/** Some money is asked for, all of it is null, and the answer says why. */
function assertUnknown(name: string, body: Json, part: unknown): void {
  const found = moneyIn(part);
  assert.ok(found.length > 0, `${name} has no figure of money`);
  assert.deepEqual(
    found.filter(([, value]) => value !== null),
    [],
    name,
  );
  assert.ok(
    (body.warnings ?? []).some(({ code, message }: Json) => code === 'rate_missing' && / EUR /.test(message)),
    `${name}: ${JSON.stringify(body.warnings)}`,
  );
}

async function answer(call: Promise<{ status: number; body: Json }>): Promise<Json> {
  const { status, body } = await call;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const REPORTS: Record<string, { ask: () => Promise<Json>; part: (body: Json) => unknown }> = {
  getOverview: { ask: () => answer(shop.owner.get('/overview', RANGE)), part: ({ data }) => data.current },
  'getOverview by channel': {
    ask: () => answer(shop.owner.get('/overview', { ...RANGE, channel: 'Paid Search' })),
    part: ({ data }) => data.current,
  },
  getOverviewSeries: {
    ask: () => answer(shop.owner.get('/overview/series', { ...RANGE, interval: 'day' })),
    part: ({ data }) => data,
  },
  ...Object.fromEntries(
    ['channel', 'source', 'medium', 'campaign', 'adset', 'ad', 'landing_page', 'country', 'device'].map((dimension) => [
      `getAttribution by ${dimension}`,
      {
        ask: () => answer(shop.owner.get('/attribution', { ...RANGE, dimension, models: 'linear,last_touch,first_paid' })),
        part: ({ data }: Json) => [data.rows.filter((row: Json) => row.touches > 0), data.totals],
      },
    ]),
  ),
  'getAttribution of what no touch earned': {
    ask: () => answer(shop.owner.get('/attribution', { ...RANGE, goal: 'closed_won' })),
    part: ({ data }) => data.unattributed,
  },
  listAttributionPaths: {
    ask: () => answer(shop.owner.get('/attribution/paths', RANGE)),
    part: ({ data, meta }) => [data, { revenue: meta.totals.revenue }],
  },
  'listCustomers of payments': {
    ask: () => answer(shop.owner.get('/customers', { ...RANGE, goal: 'payment_received' })),
    part: ({ data }) => data,
  },
  'listCustomers of deals': {
    ask: () => answer(shop.owner.get('/customers', { ...RANGE, goal: 'closed_won' })),
    part: ({ data }) => data,
  },
  searchCustomers: { ask: () => answer(shop.owner.get('/customers/search', { q: 'ana@' })), part: ({ data }) => data },
  getCustomerJourneyByKey: {
    ask: () => answer(shop.owner.get('/customers/journey', { customer_key: 'ana' })),
    part: ({ meta }) => ({ cash_revenue: meta.person.cash_revenue }),
  },
  getPacing: { ask: () => answer(shop.owner.get('/profile/pacing')), part: ({ data }) => ({ to_date: data.spend.to_date }) },
  previewClassification: {
    ask: () =>
      answer(
        shop.owner.post('/classification/preview', {
          ...RANGE,
          channels: [{ name: 'Own', is_paid: true }],
          rules: [{ rule_id: 'own', channel: 'Own', source: { contains: ['google'] } }],
        }),
      ),
    part: ({ data }) => [data.revenue, data.moves],
  },
  'putDefinition, tried': {
    ask: () =>
      answer(shop.owner.post('/goals/definitions?dry_run=true', { conversion_key: 'again', event_types: ['closed_won'] })),
    part: ({ data }) => data.effect.definitions.map(({ revenue_after }: Json) => ({ revenue_after })),
  },
  'the preview of a merge': {
    ask: async () => {
      const person = async (q: string) => (await shop.owner.get('/customers/search', { q })).body.data[0].customer_profile_id;
      const pair = { customer_profile_id: await person('ana@'), other_customer_profile_id: await person('bea@') };
      return answer(shop.owner.get('/identity/merge-preview', pair));
    },
    part: ({ data }) => [
      // Before the merge Ana's visits earned nothing of Bea's deal, and 0 is what they earned.
      data.attribution.goals.flatMap(({ channels, ...goal }: Json) => [
        goal,
        ...channels.map(({ revenue_after }: Json) => ({ revenue_after })),
      ]),
      { cash_revenue: data.merged.cash_revenue },
    ],
  },
};

for (const [name, { ask, part }] of Object.entries(REPORTS))
  test(`${name} answers money without a rate as null, with the warning`, async () => {
    const body = await ask();
    assertUnknown(name, body, part(body));
  });

/** Those of payments, whose known money comes to 0 below. */
const OF_PAYMENTS = Object.entries(REPORTS).filter(([name]) => !/deals|no touch|putDefinition|merge/.test(name));

test('money that is known and comes to 0 is 0, also where other money lacks a rate', async (t) => {
  const [first, own] = [shop, await startShop()];
  t.after(() => own.close());
  await own.visit({ at: `${DAY}T09:00:00Z`, browser: 'ana', url: AD_URL });
  own.clock.set('2026-03-08T00:00:00Z');
  const ana = {
    anonymous_id: 'ana',
    user_traits: { external_id: 'ana', email: 'ana@example.com' },
    occurred_at: `${DAY}T12:00:00Z`,
  };
  const pay = (key: string, amount: string, currency: string) =>
    own.outcome({ event_type: 'payment_received', idempotency_key: key, ...ana, value: { amount, currency } });
  await pay('known', '100', 'USD');
  await own.outcome({
    event_type: 'refund',
    idempotency_key: 'back',
    refund_of: 'known',
    ...ana,
    value: { amount: '100', currency: 'USD' },
  });
  await pay('unknown', '50', 'EUR');
  const ad = { campaign_id: 'c1', campaign_name: 'Spring', ad_id: 'a1' };
  await own.spend('google', { [DAY]: [{ ...ad, spend: '40' }] }, 'EUR');
  await own.spend('google', { [DAY]: [{ ...ad, spend: '0' }] }, 'USD');
  await own.owner.post('/spend', {
    platform: 'google',
    account_id: 'second',
    currency: 'EUR',
    days: [{ day: DAY, rows: [{ ...ad, spend: '40' }] }],
  });
  await own.settle();
  shop = own;
  try {
    for (const [name, { ask, part }] of OF_PAYMENTS)
      await t.test(name, async () => {
        const body = await ask();
        const figures = moneyIn(part(body)).filter(([path]) => !/\.(roas|cost_per_conversion)$/.test(path));
        // A platform reports no spend by medium, page or device.
        const isUnreported = (path: string): boolean => /^\[0\]\[\d+\]\.spend$/.test(path);
        const wrong = figures.filter(([path, value]) => (value === null ? !isUnreported(path) : Number(value) !== 0));
        assert.ok(figures.length > 0);
        assert.deepEqual(name.startsWith('listCustomers') ? [] : wrong, [], name);
        assert.ok(
          (body.warnings ?? []).some(({ code }: Json) => code === 'rate_missing'),
          name,
        );
      });
    await t.test('each row of an ad, of a path and of a cohort says what is known of it', async () => {
      const { data: ads } = await answer(own.owner.get('/ads', { ...RANGE, goal: 'payment_received' }));
      assert.deepEqual([ads[0].spend, ads[0].figures?.revenue ?? ads[0].revenue], ['0', '0']);
      const { data } = await answer(own.owner.get('/attribution/cohorts', { month_from: '2026-03', month_to: '2026-03' }));
      assert.deepEqual([data.totals.cash, data.cohorts.cash, data.totals.spend], ['0', '0', '0']);
      const customers = (await answer(own.owner.get('/customers', { ...RANGE, goal: 'payment_received' }))).data;
      const worth = customers.map(({ revenue, total_revenue: total }: Json) => [revenue, total]);
      assert.deepEqual(
        worth.sort(([one]: Json) => (one === null ? -1 : 1)),
        [
          [null, 0],
          [0, 0],
        ],
      );
    });
  } finally {
    shop = first;
  }
});

test('listCustomers counts all that a customer is worth as total_revenue, each outcome once', async (t) => {
  const own = await startShop({ at: '2026-03-08T00:00:00Z' });
  t.after(() => own.close());
  const cal = { user_traits: { external_id: 'cal' } };
  const at = (day: number) => ({ occurred_at: `2026-03-0${day}T12:00:00Z` });
  const value = (amount: string) => ({ value: { amount, currency: 'USD' } });
  await own.owner.post('/goals/definitions', {
    conversion_key: 'orders',
    event_types: ['ordered', 'payment_received'],
    revenue_type: 'gross',
  });
  await own.outcome({
    event_type: 'payment_received',
    idempotency_key: 'cash',
    deal_id: 'd-1',
    ...at(1),
    ...cal,
    ...value('100'),
  });
  await own.outcome({ event_type: 'refund', idempotency_key: 'back', refund_of: 'cash', ...at(2), ...value('30') });
  await own.outcome({
    event_type: 'closed_won',
    idempotency_key: 'paid deal',
    deal_id: 'd-1',
    ...at(1),
    ...cal,
    ...value('100'),
  });
  await own.outcome({ event_type: 'ordered', idempotency_key: 'paid order', deal_id: 'd-1', ...at(1), ...cal, ...value('100') });
  await own.outcome({
    event_type: 'closed_won',
    idempotency_key: 'open deal',
    deal_id: 'd-2',
    ...at(3),
    ...cal,
    ...value('500'),
  });
  await own.outcome({ event_type: 'ordered', idempotency_key: 'order', ...at(4), ...cal, ...value('7') });
  await own.settle();
  for (const goal of ['payment_received', 'closed_won', 'orders']) {
    const { data } = (await own.owner.get('/customers', { date_from: '2026-03-01', date_to: '2026-03-07', goal })).body;
    assert.ok(data.length > 0);
    for (const row of data) assert.equal(row.total_revenue, 70 + 500 + 7, goal);
  }
});
