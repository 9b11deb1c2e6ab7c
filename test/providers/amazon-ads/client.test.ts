// The client of Amazon Ads against its fake: what every provider's client must do, how people connect, and what Amazon alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount, AdSpend } from '../../../src/providers/ad-platform.ts';
import { createAmazonAds } from '../../../src/providers/amazon-ads/client.ts';
import { type FakeAmazonProfile, startFakeAmazonAds } from '../../fakes/read-ads/amazon-ads.ts';
import { allOf, catalogueOf, failureOf, grantOf, NOW } from '../ad-platforms.ts';
import { grantAccess, testReading } from '../ad-readers.ts';
import { timeoutOf } from '../conformance.ts';

const account: AdAccount = {
  id: '90001',
  name: 'Shop DE',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  status: 'active',
  hasWriteAccess: false,
  loginAccountId: 'eu',
};
const range = { from: '2026-11-20', to: '2026-11-22' };
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'];

const shop = (more: Partial<FakeAmazonProfile> = {}): FakeAmazonProfile => ({
  region: 'eu',
  profile: {
    profileId: 90_001,
    countryCode: 'DE',
    currencyCode: 'EUR',
    timezone: 'Europe/Berlin',
    accountInfo: { name: 'Shop', type: 'seller', validPaymentMethod: true },
  },
  campaigns: [
    { campaignId: '11', name: 'Autumn', state: 'ENABLED', budget: { budget: 25.5, budgetType: 'DAILY' } },
    { campaignId: '12', name: 'Spring', state: 'PAUSED' },
  ],
  adGroups: [
    { adGroupId: '21', campaignId: '11', name: 'Wide', state: 'ENABLED' },
    { adGroupId: '22', campaignId: '12', name: 'Narrow', state: 'ENABLED' },
  ],
  productAds: [
    { adId: '31', adGroupId: '21', campaignId: '11', state: 'ENABLED', asin: 'B0TEST' },
    { adId: '32', adGroupId: '22', campaignId: '12', state: 'ENABLED', sku: 'HAT-1' },
  ],
  days: DAYS.flatMap((day) => [
    { product: 'SPONSORED_PRODUCTS', campaign: 11, ad: 31, day, cost: 101.999999 },
    { product: 'SPONSORED_PRODUCTS', campaign: 11, ad: 33, day, cost: 5 },
    { product: 'SPONSORED_BRANDS', campaign: 13, day, cost: 0.07 },
  ]),
  ...more,
});

async function start(t: TestContext, profiles = [shop()], maxMs = 60_000) {
  const fake = await startFakeAmazonAds(t, profiles);
  const client = createAmazonAds(fake.settings, {
    clock: { now: () => NOW },
    timeoutMs: timeoutOf(t),
    report: { maxMs, pollMs: 1 },
  });
  assert.ok(client);
  return { fake, client, grant: grantOf(fake.grants.accessToken()) };
}

test('the client conforms', (t) =>
  testReading(t, {
    name: 'Amazon Ads',
    account,
    range,
    start: async (t) => {
      const { fake, client } = await start(t);
      return { server: fake.server, client, token: fake.grants.accessToken() };
    },
  }));

test('a person connects, and sees the profiles of every region', async (t) => {
  const usa = {
    profileId: 90_002,
    countryCode: 'US',
    currencyCode: 'USD',
    timezone: 'America/Los_Angeles',
    accountInfo: { name: 'Shop', validPaymentMethod: false },
  };
  const { client } = await start(t, [shop(), shop({ region: 'na', profile: usa })]);
  const { tokens } = await grantAccess(client.oauth, 'amazon_ads');
  const found = await client.listAccounts(grantOf(tokens.accessToken.reveal()));
  assert.deepEqual(found, [
    {
      id: '90002',
      name: 'Shop US',
      currency: 'USD',
      timezone: 'America/Los_Angeles',
      status: 'payment_missing',
      hasWriteAccess: false,
      loginAccountId: 'na',
    },
    account,
  ]);
});

test('the catalogue of Sponsored Products has states of parents, and ads by their product', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.maxPage = 1;
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual(
    campaigns.map(({ id, status, dailyBudget }) => [id, status, dailyBudget]),
    [
      ['11', 'active', '25.5'],
      ['12', 'paused', undefined],
    ],
  );
  assert.equal(adSets.length, 2);
  assert.deepEqual(
    ads.map(({ id, name, effectiveStatus }) => [id, name, effectiveStatus]),
    [
      ['31', 'B0TEST', 'active'],
      ['32', 'HAT-1', 'paused'],
    ],
  );
});

test('the catalogue has Brands and Display as well, where they are open to the profile', async (t) => {
  const brands = {
    campaigns: [{ campaignId: '13', name: 'Brand', state: 'ENABLED', budget: 40, budgetType: 'DAILY' }],
    adGroups: [{ adGroupId: '23', campaignId: '13', name: 'Headline', state: 'PAUSED' }],
    ads: [{ adId: '33', adGroupId: '23', campaignId: '13', name: 'Our store', state: 'ENABLED' }],
  };
  const display = {
    campaigns: Array.from({ length: 101 }, (_, at) => ({
      campaignId: 1_000 + at,
      name: `Display ${at}`,
      state: 'enabled',
      budget: 7.5,
      budgettype: 'daily',
    })),
    adGroups: [{ adGroupId: 24, campaignId: 1_000, name: 'Viewers', state: 'enabled' }],
    productAds: [{ adId: 34, adGroupId: 24, campaignId: 1_000, state: 'enabled', asin: 'B0SHOE' }],
  };
  const { fake, client, grant } = await start(t, [shop({ brands, display })]);
  const read = async () => {
    const { campaigns, ads } = await catalogueOf(client.readCatalogue(grant, account));
    return {
      campaigns: campaigns.slice(2, 4).map(({ id, objective, dailyBudget }) => [id, objective, dailyBudget]),
      count: campaigns.length,
      ads: ads.slice(2).map(({ id, name, effectiveStatus }) => [id, name, effectiveStatus]),
    };
  };
  assert.deepEqual(await read(), {
    campaigns: [
      ['13', 'SPONSORED_BRANDS', '40'],
      ['1000', 'SPONSORED_DISPLAY', '7.5'],
    ],
    count: 2 + 1 + 101,
    ads: [
      ['33', 'Our store', 'paused'],
      ['34', 'B0SHOE', 'active'],
    ],
  });
  fake.closed = ['/sb/', '/sd/'];
  assert.deepEqual(await read(), { campaigns: [], count: 2, ads: [] });
  fake.closed = ['/sd/adGroups'];
  assert.equal((await failureOf(read())).outcome, 'forbidden', 'a list that is refused half-way is no catalogue');
});

const written = (rows: readonly AdSpend[]): string[] =>
  rows.map(({ day, campaignId, adSetId, adId, spend }) => [day, campaignId, adSetId, adId, spend].join(' ')).toSorted();
const EXPECTED = DAYS.flatMap((day) => [`${day} 11 21 31 101.999999`, `${day} 11 21 33 5`, `${day} 13   0.07`]);

test('spend of all kinds of campaigns, in whole units, from packed reports', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.states = ['PENDING', 'FAILED', 'PROCESSING'];
  assert.deepEqual(written(await allOf(client.readSpend(grant, account, range))), EXPECTED);
  assert.equal(client.reportDays, 60);
});

test('a report that takes longer than a reading is gone on with, by its id or by the same order', async (t) => {
  const { fake, client, grant } = await start(t, [shop()], 20);
  fake.alwaysIn = 'PROCESSING';
  const orders = () => fake.server.requests.filter(({ url, method }) => method === 'POST' && url.endsWith('/reports')).length;
  const read = () => allOf(client.readSpend(grant, account, range));
  assert.match((await failureOf(read())).message, /not ready in time/);
  assert.match((await failureOf(read())).message, /not ready in time/);
  assert.equal(orders(), 1, 'the second reading awaits the report of the first');
  const another = createAmazonAds(fake.settings, { clock: { now: () => NOW }, report: { maxMs: 60_000, pollMs: 1 } });
  assert.ok(another);
  fake.alwaysIn = undefined;
  fake.states = ['PROCESSING'];
  assert.deepEqual(written(await allOf(another.readSpend(grant, account, range))), EXPECTED);
  assert.equal(orders(), 4, 'after a start the order is repeated, and Amazon names the report');
});

test('reports that always fail, at a strange place, or in another currency, and a lost profile, are no reading', async (t) => {
  const { fake, client, grant } = await start(t);
  const read = async () => {
    const { outcome, message } = await failureOf(allOf(client.readSpend(grant, account, range)));
    return `${outcome} ${message}`;
  };
  fake.alwaysIn = 'FAILED';
  assert.match(await read(), /unavailable .*could not be made/);
  fake.alwaysIn = undefined;
  for (const link of [
    'https://evil.example/r.json.gz',
    'http://offline.s3.amazonaws.com/r.json.gz',
    'https://amazonaws.com.evil.example/r',
  ]) {
    fake.link = link;
    assert.match(await read(), /unusable .*host that is not its storage/, link);
  }
  fake.link = undefined;
  fake.profiles[0]?.days.push({ product: 'SPONSORED_DISPLAY', campaign: 14, day: '2026-11-20', cost: 1, currency: 'USD' });
  assert.match(await read(), /unusable .*another currency/);
  fake.forbidden.add(90_001);
  assert.match(await read(), /forbidden/);
});
