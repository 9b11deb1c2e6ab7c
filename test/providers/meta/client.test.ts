// The client of Meta against its fake: what every provider's client must do, how people connect, and what Meta alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { createMeta } from '../../../src/providers/meta/client.ts';
import { budgetText, budgetUnits } from '../../../src/providers/meta/money.ts';
import { type FakeMeta, type FakeMetaAccount, META_SECRET, startFakeMeta } from '../../fakes/meta.ts';
import { allOf, asRefusal, catalogueOf, clock, failureOf, grantOf, NOW, sumOf } from '../ad-platforms.ts';
import { testConformance, timeoutOf } from '../conformance.ts';

const redirectUri = 'https://tributary.example/connect/meta/callback';

const accountOf = (id: string, more: Record<string, unknown> = {}): FakeMetaAccount => ({
  account: {
    id: `act_${id}`,
    account_id: id,
    name: `Account ${id}`,
    currency: 'USD',
    timezone_name: 'America/Santiago',
    account_status: 1,
    disable_reason: 0,
    user_tasks: ['ADVERTISE', 'ANALYZE'],
    ...more,
  },
  campaigns: [],
  adsets: [],
  ads: [],
  insights: [],
});

const insight = (day: number, campaign: string, ad: string) => ({
  date_start: `2026-11-${String(day).padStart(2, '0')}`,
  campaign_id: campaign,
  campaign_name: 'Sale',
  adset_id: `${campaign}1`,
  ad_id: ad,
  ad_name: `Ad ${ad}`,
  spend: '1.25',
  impressions: '100',
  clicks: '3',
  inline_link_clicks: '2',
  actions: [
    { action_type: 'purchase', value: '2' },
    { action_type: 'omni_purchase', value: '3' },
    { action_type: 'video_view', value: '40' },
  ],
  action_values: [{ action_type: 'omni_purchase', value: '150.5' }],
});

async function start(t: TestContext, accounts = [accountOf('1001')]) {
  const fake = await startFakeMeta(t, accounts);
  const client = createMeta(fake.settings, { clock, timeoutMs: timeoutOf(t), pollMs: 1 });
  assert.ok(client);
  return { fake, client, grant: grantOf(fake.token()) };
}

const account = {
  id: '1001',
  name: 'Account 1001',
  currency: 'USD',
  timezone: 'America/Santiago',
  status: 'active' as const,
  hasWriteAccess: true,
};

const insightRequests = ({ server }: FakeMeta) => server.requests.filter(({ url }) => url.includes('/insights'));

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { fake, client } = await start(t);
      const token = fake.token();
      return { server: fake.server, read: () => asRefusal(client.listAccounts(grantOf(token)), 'Meta'), secret: token };
    },
    { onlyReads: true, passing: ['html'], refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('without a registered app there is no client', () => {
  const settings = { clientId: undefined, clientSecret: undefined, url: undefined, apiVersion: 'v26.0' };
  assert.equal(createMeta(settings, { clock }), undefined);
});

test('a person connects for sixty days, with the scopes that were ticked', async (t) => {
  const { fake, client } = await start(t);
  fake.grantedScopes = ['ads_read'];
  const request = { redirectUri, state: 'state-1', codeVerifier: 'unused' };
  const address = await client.oauth.authorizationUrl(request);
  assert.equal(address.searchParams.get('scope'), 'ads_read,business_management,ads_management');
  assert.ok(!address.href.includes(META_SECRET));
  const back = await fetch(address, { redirect: 'manual' });
  const exchange = { ...request, callback: new URL(back.headers.get('location') ?? ''), now: NOW };
  assert.equal((await failureOf(client.oauth.exchangeCode({ ...exchange, state: 'another' }))).outcome, 'rejected');
  const tokens = await client.oauth.exchangeCode(exchange);
  assert.deepEqual([tokens.scopes, tokens.expiresAt, tokens.refreshToken], [['ads_read'], NOW + 60 * 86_400_000, undefined]);
  assert.equal(client.oauth.refresh, undefined);
  const again = await failureOf(client.oauth.exchangeCode(exchange));
  assert.equal(again.outcome, 'rejected');
  assert.ok(!inspect(again, { depth: 9 }).includes(META_SECRET));
  await client.oauth.revoke(tokens);
  await client.oauth.revoke(tokens);
  assert.equal((await failureOf(client.listAccounts(grantOf(tokens.accessToken.reveal())))).outcome, 'reconnect');
});

test('a person who refuses grants nothing', async (t) => {
  const { fake, client } = await start(t);
  const callback = new URL(`${redirectUri}?error=access_denied&state=state-1`);
  const exchange = { callback, redirectUri, state: 'state-1', codeVerifier: '', now: NOW };
  assert.equal((await failureOf(client.oauth.exchangeCode(exchange))).outcome, 'rejected');
  assert.equal(fake.server.requests.length, 0);
});

test('every page of accounts is read, with what the person may do there', async (t) => {
  const many = Array.from({ length: 230 }, (_, i) => accountOf(String(2_000 + i)));
  const { client, grant } = await start(t, [
    accountOf('1001', { account_status: 3, user_tasks: ['ANALYZE'], currency: 'CLP' }),
    accountOf('90071992547409931', { account_status: 2, disable_reason: 1 }),
    ...many,
  ]);
  const accounts = await client.listAccounts(grant);
  assert.equal(accounts.length, 232);
  assert.deepEqual(
    accounts.slice(0, 2).map(({ id, status, statusReason, hasWriteAccess }) => [id, status, statusReason, hasWriteAccess]),
    [
      ['1001', 'payment_missing', 'unsettled', false],
      ['90071992547409931', 'disabled', 'disabled, reason 1', true],
    ],
  );
});

test('the catalogue has budgets in whole units, learning, statuses and where ads lead', async (t) => {
  const world = accountOf('1001');
  world.campaigns.push({
    id: '11',
    name: 'Sale',
    effective_status: 'ACTIVE',
    objective: 'OUTCOME_SALES',
    daily_budget: '5000',
    lifetime_budget: '0',
  });
  world.adsets.push({
    id: '21',
    campaign_id: '11',
    name: 'Set',
    effective_status: 'CAMPAIGN_PAUSED',
    daily_budget: '600',
    lifetime_budget: '0',
    learning_stage_info: { status: 'FAIL', conversions: 12 },
  });
  world.ads.push({
    id: '31',
    adset_id: '21',
    campaign_id: '11',
    name: 'Ad',
    status: 'ACTIVE',
    effective_status: 'ADSET_PAUSED',
    creative: {
      id: '41',
      object_type: 'SHARE',
      url_tags: 'utm_id={{ad.id}}',
      thumbnail_url: 'https://cdn.example/p.png',
      object_story_spec: { page_id: '5', link_data: { link: 'https://shop.example/?x=1', child_attachments: [{}, {}] } },
      asset_feed_spec: { optimization_type: 'DEGREES_OF_FREEDOM' },
    },
  });
  const { client, grant } = await start(t, [world]);
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, { ...account, currency: 'CLP' }));
  assert.deepEqual([campaigns[0]?.dailyBudget, campaigns[0]?.lifetimeBudget], ['5000', undefined]);
  assert.deepEqual([adSets[0]?.dailyBudget, adSets[0]?.learning, adSets[0]?.status], ['600', 'limited', 'paused']);
  assert.deepEqual(
    [ads[0]?.configuredStatus, ads[0]?.effectiveStatus, ads[0]?.platformStatus],
    ['active', 'paused', 'ADSET_PAUSED'],
  );
  assert.deepEqual(
    [ads[0]?.creative?.type, ads[0]?.creative?.landingPageUrl, ads[0]?.creative?.urlTags, ads[0]?.creative?.thumbnailUrl],
    ['carousel', 'https://shop.example/?x=1', 'utm_id={{ad.id}}', 'https://cdn.example/p.png'],
  );
});

test("budgets of every currency are counted by Meta's own parts", () => {
  for (const currency of ['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']) {
    assert.equal(budgetText('600', currency), '600', currency);
    assert.equal(budgetUnits('600', currency), 600n, currency);
    assert.throws(() => budgetUnits('600.5', currency), RangeError);
  }
  for (const currency of ['USD', 'BHD', 'JOD', 'EUR']) {
    assert.equal(budgetText('605', currency), '6.05', currency);
    assert.equal(budgetUnits('6.05', currency), 605n, currency);
  }
});

test('spend of a few days is read at once, a longer range by reports', async (t) => {
  const world = accountOf('1001');
  for (let day = 1; day <= 24; day += 1) world.insights.push(insight(day, '11', '31'), insight(day, '12', '32'));
  const { fake, client, grant } = await start(t, [world]);
  const [row, ...others] = await allOf(client.readSpend(grant, account, { from: '2026-11-24', to: '2026-11-24' }));
  assert.equal(others.length, 1);
  assert.deepEqual(
    [
      row?.day,
      row?.spend,
      row?.impressions,
      row?.clicks,
      row?.linkClicks,
      row?.video3sViews,
      row?.platformConversions,
      row?.platformConversionValue,
    ],
    ['2026-11-24', '1.25', 100, 3, 2, 40, '3', '150.5'],
  );
  assert.deepEqual(
    insightRequests(fake).map(({ method }) => method),
    ['GET'],
  );
  const all = await allOf(client.readSpend(grant, account, { from: '2026-11-01', to: '2026-11-24' }));
  assert.deepEqual([all.length, sumOf(all), new Set(all.map(({ day, adId }) => `${day} ${adId}`)).size], [48, 60, 48]);
  assert.equal(insightRequests(fake).filter(({ method }) => method === 'POST').length, 3);
});

test('too much data is asked for in half the days, then in half the campaigns, and nothing counts twice', async (t) => {
  const world = accountOf('1001');
  for (let day = 1; day <= 10; day += 1)
    for (let campaign = 11; campaign < 16; campaign += 1)
      world.insights.push(insight(day, `${campaign}`, `${campaign}7`), insight(day, `${campaign}`, `${campaign}8`));
  const { fake, client, grant } = await start(t, [world]);
  // The campaigns of a day are a list of five.
  fake.maxInsights = 5;
  const all = await allOf(client.readSpend(grant, account, { from: '2026-11-01', to: '2026-11-10' }));
  assert.deepEqual([all.length, new Set(all.map(({ day, adId }) => `${day} ${adId}`)).size], [100, 100]);
});

test('a campaign that is too much by itself fails, instead of being half read', async (t) => {
  const world = accountOf('1001');
  world.insights.push(insight(1, '11', '31'), insight(1, '11', '32'));
  const { fake, client, grant } = await start(t, [world]);
  fake.maxInsights = 1;
  const reading = allOf(client.readSpend(grant, account, { from: '2026-11-01', to: '2026-11-01' }));
  assert.equal((await failureOf(reading)).outcome, 'too_large');
});

test('an account at its limit is left alone until Meta says, one near it is asked slowly', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.usage = { percent: 96, regainMinutes: 7 };
  const range = { from: '2026-11-24', to: '2026-11-24' };
  await allOf(client.readSpend(grant, account, range));
  const { outcome, details } = await failureOf(allOf(client.readSpend(grant, account, range)));
  assert.equal(outcome, 'throttled');
  assert.ok((details.retryAfterMs ?? 0) > 400_000 && (details.retryAfterMs ?? 0) <= 420_000, String(details.retryAfterMs));
  assert.equal(insightRequests(fake).length, 1);
});

test('an account that vanishes in the middle ends the reading', async (t) => {
  const world = accountOf('1001');
  world.campaigns.push({ id: '11', name: 'Sale', effective_status: 'ACTIVE' });
  const { fake, client, grant } = await start(t, [world]);
  const pages = client.readCatalogue(grant, account)[Symbol.asyncIterator]();
  await pages.next();
  fake.accounts.length = 0;
  assert.equal((await failureOf(pages.next())).outcome, 'not_found');
});

test('a list that leads to another host is not followed, and no token is in an address', async (t) => {
  const many = Array.from({ length: 101 }, (_, i) => accountOf(String(2_000 + i)));
  const { fake, client } = await start(t, many);
  const token = fake.token();
  await client.listAccounts(grantOf(token));
  assert.equal(fake.server.requests.length, 2);
  assert.ok(fake.server.requests.every(({ url }) => !url.includes(token)));
  const elsewhere = createMeta({ ...fake.settings, url: fake.settings.url.replace('127.0.0.1', 'localhost') }, { clock });
  assert.ok(elsewhere);
  assert.equal((await failureOf(elsewhere.listAccounts(grantOf(token)))).outcome, 'unusable');
});
