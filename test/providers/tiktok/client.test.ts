// The client of TikTok against its fake: what every provider's client must do, how people connect, and what TikTok alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTikTok } from '../../../src/providers/tiktok/client.ts';
import { type FakeAdvertiser, startFakeTikTok, TIKTOK_SECRET } from '../../fakes/tiktok.ts';
import { allOf, asRefusal, catalogueOf, clock, failureOf, grantOf, NOW, sumOf } from '../ad-platforms.ts';
import { testConformance, timeoutOf } from '../conformance.ts';

const redirectUri = 'https://tributary.example/connect/tiktok/callback';

const advertiserOf = (id: string, status = 'STATUS_ENABLE'): FakeAdvertiser => ({
  info: {
    advertiser_id: id,
    name: `Advertiser ${id}`,
    currency: 'USD',
    display_timezone: 'America/Bogota',
    timezone: 'Etc/GMT+5',
    status,
  },
  campaigns: [],
  adGroups: [],
  ads: [],
  report: [],
});

const spend = (day: string, ad: string) => ({
  dimensions: { ad_id: ad, stat_time_day: `${day} 00:00:00` },
  metrics: {
    spend: '20.05',
    impressions: '5830',
    clicks: '69',
    reach: '-',
    conversion: '2',
    ad_name: 'Ad',
    campaign_id: '#17141250425088179999',
    adgroup_id: '#1714125049901106',
  },
});

async function start(
  t: TestContext,
  advertisers = [advertiserOf('7001')],
  options: { maxRows?: number; maxListed?: number } = {},
) {
  const fake = await startFakeTikTok(t, advertisers);
  const client = createTikTok(fake.settings, { clock, timeoutMs: timeoutOf(t), ...options });
  assert.ok(client);
  return { fake, client, grant: grantOf(fake.token()) };
}

const account = {
  id: '7001',
  name: 'Advertiser 7001',
  currency: 'USD',
  timezone: 'America/Bogota',
  status: 'active' as const,
  hasWriteAccess: undefined,
};

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { fake, client } = await start(t);
      const token = fake.token();
      return { server: fake.server, read: () => asRefusal(client.listAccounts(grantOf(token)), 'TikTok'), secret: token };
    },
    { onlyReads: true, passing: ['html'], refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('a person connects by TikTok’s own code, which works once', async (t) => {
  const { client } = await start(t);
  const request = { redirectUri, state: 'state-1', codeVerifier: 'unused' };
  const address = await client.oauth.authorizationUrl(request);
  assert.ok(!address.href.includes(TIKTOK_SECRET));
  const back = await fetch(address, { redirect: 'manual' });
  const exchange = { ...request, callback: new URL(back.headers.get('location') ?? ''), now: NOW };
  assert.equal((await failureOf(client.oauth.exchangeCode({ ...exchange, state: 'another' }))).outcome, 'rejected');
  const tokens = await client.oauth.exchangeCode(exchange);
  assert.deepEqual([tokens.expiresAt, tokens.refreshToken, tokens.scopes], [undefined, undefined, ['4', '5']]);
  assert.equal((await failureOf(client.oauth.exchangeCode(exchange))).outcome, 'rejected');
  await client.oauth.revoke(tokens);
  assert.equal((await failureOf(client.listAccounts(grantOf(tokens.accessToken.reveal())))).outcome, 'reconnect');
});

test('accounts are read a hundred at a time', async (t) => {
  const many = Array.from({ length: 150 }, (_, i) => advertiserOf(String(7_002 + i)));
  const { client, grant } = await start(t, [advertiserOf('7001', 'STATUS_DISABLE'), ...many]);
  const accounts = await client.listAccounts(grant);
  assert.equal(accounts.length, 151);
  assert.deepEqual(
    [accounts[0]?.status, accounts[0]?.statusReason, accounts[0]?.timezone],
    ['disabled', 'STATUS_DISABLE', 'America/Bogota'],
  );
});

test('the catalogue has budgets, statuses and ids past 2^53', async (t) => {
  const world = advertiserOf('7001');
  world.campaigns.push({
    campaign_id: '#17141250425088179999',
    campaign_name: 'Sale',
    operation_status: 'ENABLE',
    secondary_status: 'CAMPAIGN_STATUS_ENABLE',
    budget: 0,
    budget_mode: 'BUDGET_MODE_INFINITE',
  });
  world.adGroups.push({
    adgroup_id: '21',
    campaign_id: '#17141250425088179999',
    adgroup_name: 'Group',
    secondary_status: 'ADGROUP_STATUS_DELIVERY_OK',
    budget: 50.5,
    budget_mode: 'BUDGET_MODE_DAY',
  });
  world.ads.push({
    ad_id: '31',
    adgroup_id: '21',
    campaign_id: '#17141250425088179999',
    ad_name: 'Ad',
    operation_status: 'ENABLE',
    secondary_status: 'AD_STATUS_ADGROUP_DISABLE',
    landing_page_url: 'https://shop.example/',
    video_id: 'v1',
    create_time: '2026-11-01 10:00:00',
  });
  const { client, grant } = await start(t, [world]);
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual(
    [campaigns[0]?.id, campaigns[0]?.status, campaigns[0]?.dailyBudget],
    ['17141250425088179999', 'active', undefined],
  );
  assert.deepEqual([adSets[0]?.status, adSets[0]?.dailyBudget], ['active', '50.5']);
  assert.deepEqual(
    [ads[0]?.configuredStatus, ads[0]?.effectiveStatus, ads[0]?.createdAt],
    ['active', 'paused', '2026-11-01T10:00:00Z'],
  );
  assert.deepEqual([ads[0]?.creative?.type, ads[0]?.creative?.landingPageUrl], ['video', 'https://shop.example/']);
});

const world = (days: number): FakeAdvertiser => {
  const advertiser = advertiserOf('7001');
  const first = Date.parse('2026-09-01');
  for (let day = 0; day < days; day += 1)
    for (const ad of ['31', '32'])
      advertiser.report.push(spend(new Date(first + day * 86_400_000).toISOString().slice(0, 10), ad));
  return advertiser;
};

test('spend of seventy days comes in portions of thirty', async (t) => {
  const { fake, client, grant } = await start(t, [world(70)]);
  const rows = await allOf(client.readSpend(grant, account, { from: '2026-09-01', to: '2026-11-09' }));
  assert.deepEqual([rows.length, sumOf(rows).toFixed(2)], [140, '2807.00']);
  assert.deepEqual([rows[0]?.campaignId, rows[0]?.spend, rows[0]?.reach], ['17141250425088179999', '20.05', undefined]);
  assert.equal(fake.server.requests.length, 3);
});

test('pages that drift are read again until they fit, and refused when they never do', async (t) => {
  const { fake, client, grant } = await start(t, [world(5)]);
  fake.maxPage = 4;
  fake.drift(1);
  const read = () => allOf(client.readSpend(grant, account, { from: '2026-09-01', to: '2026-09-05' }));
  const rows = await read();
  assert.equal(new Set(rows.map(({ day, adId }) => `${day} ${adId}`)).size, 10);
  fake.drift(3);
  assert.equal((await failureOf(read())).outcome, 'unavailable');
});

test('a report with too many rows is read in half the days, and nothing counts twice', async (t) => {
  const { client, grant } = await start(t, [world(8)], { maxRows: 4 });
  const rows = await allOf(client.readSpend(grant, account, { from: '2026-09-01', to: '2026-09-08' }));
  assert.deepEqual([rows.length, new Set(rows.map(({ day, adId }) => `${day} ${adId}`)).size], [16, 16]);
});

test('an account that vanishes ends the reading', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.advertisers.length = 0;
  assert.equal((await failureOf(catalogueOf(client.readCatalogue(grant, account)))).outcome, 'forbidden');
});

/** Ads by campaign, ad group and number. */
function crowded(ads: Readonly<Record<string, Readonly<Record<string, number>>>>): FakeAdvertiser {
  const advertiser = advertiserOf('7001');
  for (const [campaign, adGroups] of Object.entries(ads)) {
    advertiser.campaigns.push({ campaign_id: campaign });
    for (const [adGroup, count] of Object.entries(adGroups)) {
      advertiser.adGroups.push({ campaign_id: campaign, adgroup_id: adGroup });
      for (let ad = 0; ad < count; ad += 1)
        advertiser.ads.push({ campaign_id: campaign, adgroup_id: adGroup, ad_id: `${adGroup}${String(ad).padStart(5, '0')}` });
    }
  }
  return advertiser;
}

test('more ads than TikTok lists at once are listed by campaign, and by ad group', async (t) => {
  const { fake, client, grant } = await start(t, [
    crowded({ '1': { '11': 2_000, '12': 3_000 }, '2': { '21': 6_000, '22': 6_000 }, '3': { '31': 1 } }),
  ]);
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual([campaigns.length, adSets.length, ads.length], [3, 5, 17_001]);
  assert.equal(new Set(ads.map(({ id }) => id)).size, 17_001);
  const filters = fake.server.requests.flatMap(({ url }) => new URL(url, fake.server.url).searchParams.get('filtering') ?? []);
  assert.ok(filters.includes('{"campaign_ids":["2"]}'));
  assert.ok(filters.includes('{"adgroup_ids":["21"]}'));
});

test('an ad group with more ads than TikTok lists is refused, as its catalogue would not be whole', async (t) => {
  const { client, grant } = await start(t, [crowded({ '1': { '11': 12, '12': 3 } })], { maxListed: 10 });
  const failure = await failureOf(catalogueOf(client.readCatalogue(grant, account)));
  assert.equal(failure.outcome, 'unusable');
});
