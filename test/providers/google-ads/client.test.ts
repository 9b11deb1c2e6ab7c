// The client of Google Ads against its fake: what every provider's client must do, how people connect, and what Google alone does.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createGoogleAds } from '../../../src/providers/google-ads/client.ts';
import { LiveTokens } from '../../../src/providers/oauth/client.ts';
import { type FakeCustomer, GOOGLE_SECRET, startFakeGoogleAds } from '../../fakes/google-ads.ts';
import { allOf, asRefusal, catalogueOf, clock, failureOf, grantOf, NOW, sumOf } from '../ad-platforms.ts';
import { testConformance, timeoutOf } from '../conformance.ts';

const redirectUri = 'https://tributary.example/connect/google_ads/callback';
const shop: FakeCustomer = { id: '1234567890', name: 'Shop', currency: 'USD', timezone: 'America/Santiago', isRoot: true };

async function start(t: TestContext, customers: FakeCustomer[] = [shop], options: { maxBytes?: number } = {}) {
  const fake = await startFakeGoogleAds(t, customers);
  const client = createGoogleAds(fake.settings, { clock, timeoutMs: timeoutOf(t), ...options });
  assert.ok(client);
  return { fake, client, grant: grantOf(fake.token()) };
}

const account = {
  id: '1234567890',
  name: 'Shop',
  currency: 'USD',
  timezone: 'America/Santiago',
  status: 'active' as const,
  hasWriteAccess: undefined,
};

const spend = (day: number, campaign: string, ad: string | undefined, micros: string) => ({
  campaign: { id: campaign, name: `Campaign ${campaign}` },
  ...(ad === undefined ? {} : { adGroup: { id: '21', name: 'Group' }, adGroupAd: { ad: { id: ad } } }),
  metrics: { costMicros: micros, impressions: '100', clicks: '7', conversions: 1.5, conversionsValue: 20 },
  segments: { date: `2026-11-${String(day).padStart(2, '0')}` },
});

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { fake, client } = await start(t);
      const token = fake.token();
      return { server: fake.server, read: () => asRefusal(client.listAccounts(grantOf(token)), 'Google Ads'), secret: token };
    },
    { onlyReads: true, passing: ['html'], refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('without a developer token there is no client', async (t) => {
  const { fake } = await start(t);
  assert.equal(createGoogleAds({ ...fake.settings, developerToken: undefined }, { clock }), undefined);
});

test('a person connects, tokens are refreshed once for twenty, and a revoked grant is dead', async (t) => {
  const { fake, client } = await start(t);
  const request = { redirectUri, state: 'state-1', codeVerifier: randomBytes(32).toString('base64url') };
  const address = await client.oauth.authorizationUrl(request);
  assert.deepEqual([address.searchParams.get('access_type'), address.searchParams.get('prompt')], ['offline', 'consent']);
  assert.ok(!address.href.includes(GOOGLE_SECRET));
  const back = await fetch(address, { redirect: 'manual' });
  const tokens = await client.oauth.exchangeCode({ ...request, callback: new URL(back.headers.get('location') ?? ''), now: NOW });
  assert.deepEqual(tokens.scopes, client.scopes.read);
  const sending = createGoogleAds({ ...fake.settings, hasConversions: true }, { clock });
  const asked = (await sending?.oauth.authorizationUrl(request))?.searchParams.get('scope');
  assert.equal(asked, ['adwords', 'datamanager'].map((name) => `https://www.googleapis.com/auth/${name}`).join(' '));
  let stored = tokens;
  const save = (fresh: typeof tokens): void => {
    stored = fresh;
  };
  const store = { load: () => stored, save };
  const live = new LiveTokens();
  const ask = () => live.accessToken('connection', client.oauth, store, () => NOW + 3_600_000);
  await Promise.all(Array.from({ length: 20 }, ask));
  assert.equal(fake.refreshes(), 1);
  assert.equal(stored.refreshToken?.reveal(), tokens.refreshToken?.reveal());
  assert.equal((await client.listAccounts({ accessToken: async () => stored.accessToken })).length, 1);
  await client.oauth.revoke(stored);
  assert.equal((await failureOf(client.listAccounts({ accessToken: async () => stored.accessToken }))).outcome, 'reconnect');
});

test('accounts come directly and through managers, once each, without managers and closed ones', async (t) => {
  const { client, grant } = await start(t, [
    { ...shop, id: '1', isManager: true, children: ['2', '3', '4'] },
    { ...shop, id: '2', currency: 'CLP', isRoot: false },
    { ...shop, id: '3' },
    { ...shop, id: '4', isRoot: false, status: 'SUSPENDED' },
    { ...shop, id: '5', status: 'CANCELED' },
  ]);
  const accounts = await client.listAccounts(grant);
  assert.deepEqual(
    accounts.map(({ id, currency, status, statusReason, loginAccountId }) => [
      id,
      currency,
      status,
      statusReason,
      loginAccountId,
    ]),
    [
      ['2', 'CLP', 'active', undefined, '1'],
      ['3', 'USD', 'active', undefined, undefined],
      ['4', 'USD', 'disabled', 'SUSPENDED', '1'],
    ],
  );
});

test('the catalogue has budgets of campaigns and what ads do under their parents', async (t) => {
  const campaign = { id: '11', name: 'Sale', status: 'ENABLED', advertisingChannelType: 'SEARCH' };
  const ad = {
    id: '90071992547409931',
    type: 'RESPONSIVE_SEARCH_AD',
    finalUrls: ['https://shop.example/'],
    finalUrlSuffix: 'utm_id={creative}',
  };
  const { client, grant } = await start(t, [
    {
      ...shop,
      tables: {
        campaign: [{ campaign, campaignBudget: { amountMicros: '12500000', period: 'DAILY' } }],
        ad_group: [{ campaign, adGroup: { id: '21', name: 'Group', status: 'PAUSED' } }],
        ad_group_ad: [
          { campaign, adGroup: { id: '21', status: 'PAUSED' }, adGroupAd: { status: 'ENABLED', primaryStatus: 'PAUSED', ad } },
        ],
      },
    },
  ]);
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual([campaigns[0]?.dailyBudget, campaigns[0]?.objective], ['12.5', 'SEARCH']);
  assert.equal(adSets[0]?.status, 'paused');
  assert.deepEqual([ads[0]?.id, ads[0]?.configuredStatus, ads[0]?.effectiveStatus], ['90071992547409931', 'active', 'paused']);
  assert.deepEqual([ads[0]?.creative?.landingPageUrl, ads[0]?.creative?.urlTags], ['https://shop.example/', 'utm_id={creative}']);
});

const performanceMax: FakeCustomer = {
  ...shop,
  tables: {
    campaign: [spend(1, '11', undefined, '3000000'), spend(1, '12', undefined, '5000001'), spend(20, '12', undefined, '7')],
    ad_group_ad: [spend(1, '11', '31', '1000000'), spend(1, '11', '32', '2000000')],
  },
};

test('spend is by ad, and by campaign where a campaign has no ads', async (t) => {
  const { client, grant } = await start(t, [performanceMax]);
  const rows = await allOf(client.readSpend(grant, account, { from: '2026-11-01', to: '2026-11-24' }));
  assert.deepEqual(
    rows.map(({ day, campaignId, adId, spend }) => [day, campaignId, adId, spend]),
    [
      ['2026-11-20', '12', undefined, '0.000007'],
      ['2026-11-01', '11', '31', '1'],
      ['2026-11-01', '11', '32', '2'],
      ['2026-11-01', '12', undefined, '5.000001'],
    ],
  );
  assert.deepEqual([rows[1]?.platformConversions, rows[1]?.platformConversionValue], ['1.5', '20']);
});

test('a campaign whose ads report a part of its spend keeps the rest, exactly', async (t) => {
  const metrics = (costMicros: string, impressions: string, clicks: string, conversions: number, conversionsValue: number) => ({
    metrics: { costMicros, impressions, clicks, conversions, conversionsValue },
  });
  const { client, grant } = await start(t, [
    {
      ...shop,
      tables: {
        campaign: [
          { ...spend(1, '11', undefined, '0'), ...metrics('10000000', '1000', '70', 6.333333333, 100.1) },
          // What its ads report is more by now, or less by a rounding.
          { ...spend(1, '12', undefined, '0'), ...metrics('1000000', '90', '3', 1, 20) },
          { ...spend(1, '13', undefined, '0'), ...metrics('1000001', '100', '7', 1.500000001, 20) },
          { ...spend(2, '13', undefined, '0'), ...metrics('5000000', '0', '0', 0, 0) },
        ],
        ad_group_ad: [
          { ...spend(1, '11', '31', '0'), ...metrics('3000000', '300', '20', 1.333333333, 30.1) },
          { ...spend(1, '11', '32', '0'), ...metrics('2500001', '200', '10', 2, 20) },
          { ...spend(1, '12', '33', '0'), ...metrics('1200000', '100', '4', 1, 20) },
          { ...spend(1, '13', '34', '0'), ...metrics('1000000', '100', '7', 1.5, 20) },
        ],
      },
    },
  ]);
  const rows = await allOf(client.readSpend(grant, account, { from: '2026-11-01', to: '2026-11-02' }));
  const rests = rows.filter(({ adId }) => adId === undefined);
  assert.deepEqual(
    rests.map((row) => [
      row.day,
      row.campaignId,
      row.adSetId,
      row.spend,
      row.impressions,
      row.clicks,
      row.platformConversions,
      row.platformConversionValue,
    ]),
    [
      ['2026-11-01', '11', undefined, '4.499999', 500, 40, '3', '50'],
      ['2026-11-02', '13', undefined, '5', 0, 0, '0', '0'],
    ],
  );
  const of = (campaign: string) => rows.filter(({ campaignId, day }) => campaignId === campaign && day === '2026-11-01');
  assert.equal(sumOf(of('11')).toFixed(6), '10.000000', 'as the campaign says');
  assert.deepEqual([of('12').length, of('13').length], [1, 1]);
});

test('a stream that is too large is asked for in half the days, and nothing counts twice', async (t) => {
  const days = Array.from({ length: 7 }, (_, i) => spend(i + 1, '11', '31', '1000000'));
  const { client, grant } = await start(t, [{ ...shop, tables: { ad_group_ad: days } }], { maxBytes: 800 });
  const rows = await allOf(client.readSpend(grant, account, { from: '2026-11-01', to: '2026-11-07' }));
  assert.deepEqual(
    rows.map(({ day }) => day).sort(),
    days.map(({ segments }) => segments.date),
  );
});

test('an account that vanishes ends the reading, a version that ended is for the operator', async (t) => {
  const { fake, client, grant } = await start(t, [performanceMax]);
  fake.customers.length = 0;
  const reading = allOf(client.readSpend(grant, account, { from: '2026-11-01', to: '2026-11-01' }));
  assert.equal((await failureOf(reading)).outcome, 'forbidden');
  const old = createGoogleAds({ ...fake.settings, apiVersion: 'v19' }, { clock });
  assert.ok(old);
  assert.equal((await failureOf(old.listAccounts(grant))).outcome, 'misconfigured');
  assert.equal(client.versionEnds, '2027-11-30');
  assert.equal(old.versionEnds, undefined);
});
