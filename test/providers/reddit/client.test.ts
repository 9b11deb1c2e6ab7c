// The client of Reddit against its fake: what every provider's client must do, how people connect, and what Reddit alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createReddit } from '../../../src/providers/reddit/client.ts';
import { type FakeRedditAccount, startFakeReddit } from '../../fakes/read-ads/reddit.ts';
import { allOf, asRefusal, catalogueOf, failureOf, grantOf, NOW } from '../ad-platforms.ts';
import { grantAccess, testReading } from '../ad-readers.ts';
import { testConformance, timeoutOf } from '../conformance.ts';

const account: AdAccount = {
  id: 'a2_1',
  name: 'Shop',
  currency: 'EUR',
  timezone: 'America/New_York',
  status: 'active',
  hasWriteAccess: false,
};
const range = { from: '2026-10-30', to: '2026-11-02' };

const shop = (more: Partial<FakeRedditAccount> = {}): FakeRedditAccount => ({
  account: { id: 'a2_1', name: 'Shop', currency: 'EUR', time_zone_id: 'America/New_York' },
  campaigns: [
    { id: 'c1', name: 'Autumn', configured_status: 'ACTIVE', effective_status: 'ACTIVE', objective: 'CONVERSIONS' },
    { id: 'c2', name: 'Spring', configured_status: 'PAUSED', effective_status: 'PAUSED' },
  ],
  adGroups: [
    {
      id: 'g1',
      campaign_id: 'c1',
      name: 'Wide',
      configured_status: 'ACTIVE',
      effective_status: 'ACTIVE',
      goal_type: 'DAILY_SPEND',
      goal_value: 25_500_000,
    },
    { id: 'g2', campaign_id: 'c2', name: 'Narrow', configured_status: 'ACTIVE', effective_status: 'CAMPAIGN_PAUSED' },
  ],
  ads: [
    {
      id: 'ad1',
      ad_group_id: 'g1',
      campaign_id: 'c1',
      name: 'Boots',
      configured_status: 'ACTIVE',
      effective_status: 'ACTIVE',
      type: 'IMAGE',
      click_url: 'https://shop.example/boots',
      post_id: 't3_1',
      created_at: '2026-09-01T00:00:00Z',
    },
    { id: 'ad2', ad_group_id: 'g2', name: 'Hats', configured_status: 'ACTIVE', effective_status: 'PENDING_APPROVAL' },
    { id: 'ad3', ad_group_id: 'gone', name: 'Young', configured_status: 'ACTIVE', effective_status: 'ACTIVE' },
  ],
  // The clocks of New York go back on 1 November.
  days: ['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'].flatMap((day) => [
    { ad: 'ad1', day, spend: 101_999_999 },
    { ad: 'ad2', day, spend: 70_000 },
  ]),
  ...more,
});

async function start(t: TestContext, accounts = [shop()]) {
  const fake = await startFakeReddit(t, accounts);
  const client = createReddit(
    { ...fake.settings, conversionId: 'plain' },
    { clock: { now: () => NOW }, timeoutMs: timeoutOf(t) },
  );
  assert.ok(client);
  return { fake, client, grant: grantOf(fake.grants.accessToken()) };
}

test('the client conforms', (t) =>
  testReading(t, {
    name: 'Reddit',
    account,
    range,
    start: async (t) => {
      const { fake, client } = await start(t);
      return { server: fake.server, client, token: fake.grants.accessToken() };
    },
  }));

test('a report conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { fake, client } = await start(t, [shop({ campaigns: [], adGroups: [], ads: [] })]);
      const token = fake.grants.accessToken();
      const read = async () => {
        const rows = await allOf(client.readSpend(grantOf(token), account, range));
        return rows;
      };
      return { server: onlyPosts(fake.server), read: () => asRefusal(read(), 'Reddit'), secret: token };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

/** Scripts strike the report, which is the one write that the frame knows of. */
const onlyPosts = (server: Awaited<ReturnType<typeof startFakeReddit>>['server']): typeof server => ({
  ...server,
  get requests() {
    return server.requests.filter(({ method }) => method === 'POST');
  },
  fail: (script, times = 1) => server.failWrites(...Array.from({ length: times }, () => script)),
});

test('a person connects for good, and the grant ends where it came from', async (t) => {
  const { fake, client } = await start(t);
  const { asked, tokens } = await grantAccess(client.oauth, 'reddit');
  assert.deepEqual([asked.searchParams.get('duration'), asked.searchParams.get('scope')], ['permanent', 'adsread history']);
  assert.ok(tokens.refreshToken);
  const renewed = await client.oauth.refresh?.(tokens.refreshToken, NOW);
  assert.ok(renewed);
  assert.equal((await client.listAccounts(grantOf(renewed.accessToken.reveal()))).length, 1);
  await client.oauth.revoke(renewed);
  assert.equal(fake.grants.isAlive(), false);
});

test('accounts come by business; a suspended one is disabled, and all are only read', async (t) => {
  const old = { id: 'a2_2', name: 'Old', currency: 'USD', time_zone_id: 'UTC', suspension_reason: 'POLICY' };
  const { fake, client, grant } = await start(t, [shop(), shop({ account: old })]);
  assert.deepEqual(
    (await client.listAccounts(grant)).map(({ id, timezone, status, statusReason, hasWriteAccess }) => ({
      id,
      timezone,
      status,
      statusReason,
      hasWriteAccess,
    })),
    [
      { id: 'a2_1', timezone: 'America/New_York', status: 'active', statusReason: undefined, hasWriteAccess: false },
      { id: 'a2_2', timezone: 'UTC', status: 'disabled', statusReason: 'POLICY', hasWriteAccess: false },
    ],
  );
  assert.equal(client.writes, undefined);
  fake.isAlone = true;
  const { outcome, details } = await failureOf(client.listAccounts(grant));
  assert.deepEqual([outcome, details.reason?.includes('belongs to no business')], ['not_found', true]);
});

test('the catalogue has its states, budgets in millionths, and links', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.maxPage = 1;
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual(campaigns, [
    { id: 'c1', name: 'Autumn', status: 'active', objective: 'CONVERSIONS' },
    { id: 'c2', name: 'Spring', status: 'paused' },
  ]);
  assert.deepEqual(adSets, [
    { id: 'g1', campaignId: 'c1', name: 'Wide', status: 'active', dailyBudget: '25.5' },
    { id: 'g2', campaignId: 'c2', name: 'Narrow', status: 'paused' },
  ]);
  assert.deepEqual(
    ads.map(({ id, campaignId, effectiveStatus, platformStatus, creative }) => [
      id,
      campaignId,
      effectiveStatus,
      platformStatus,
      creative?.id,
      creative?.landingPageUrl,
    ]),
    [
      ['ad1', 'c1', 'active', 'ACTIVE', 't3_1', 'https://shop.example/boots'],
      ['ad2', 'c2', 'other', 'PENDING_APPROVAL', 'ad2', undefined],
    ],
  );
});

for (const hours of ['utc', 'local'] as const)
  test(`spend of whole days, over a change of clocks, where hours are ${hours}`, async (t) => {
    const { fake, client, grant } = await start(t);
    fake.maxPage = 3;
    fake.hours = hours;
    const rows = await allOf(client.readSpend(grant, account, range));
    assert.deepEqual(
      rows.map(({ day, adId, spend }) => `${day} ${adId} ${spend}`).toSorted(),
      ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'].flatMap((day) => [`${day} ad1 101.999999`, `${day} ad2 0.07`]),
    );
    assert.deepEqual(
      rows
        .filter(({ day, adId }) => day === range.from && adId === 'ad2')
        .map(({ campaignName, adSetName, adName }) => [campaignName, adSetName, adName]),
      [['Spring', 'Narrow', 'Hats']],
    );
    for (const { method, body } of fake.server.requests)
      if (method === 'POST') assert.match(body, /"starts_at":"2026-10-29T00:00:00Z","ends_at":"2026-11-04T00:00:00Z"/);
  });

test('the hours of a report end with the next hour', async (t) => {
  const { fake, client, grant } = await start(t);
  await allOf(client.readSpend(grant, account, { from: '2026-11-25', to: '2026-11-25' }));
  assert.match(fake.server.requests.at(-1)?.body ?? '', /"ends_at":"2026-11-25T13:00:00Z"/);
});

test('a lost account, another currency, and pages that lead elsewhere or in a circle end a reading', async (t) => {
  const { fake, client, grant } = await start(t);
  const read = () => allOf(client.readSpend(grant, account, range));
  fake.forbidden.add('a2_1');
  assert.equal((await failureOf(read())).outcome, 'forbidden');
  fake.forbidden.clear();
  const [world] = fake.accounts;
  world?.days.push({ ad: 'ad9', day: '2026-10-30', spend: 1, currency: 'USD' });
  assert.match((await failureOf(read())).message, /another currency/);
  world?.days.pop();
  fake.maxPage = 1;
  for (const [next, words] of [
    ['https://evil.example/api/v3/x', /another address/],
    [`${fake.server.url}/elsewhere`, /another address/],
    [`${fake.server.url}/api/v3/ad_accounts/a2_1/campaigns?page.token=0`, /repeats itself/],
  ] as const) {
    fake.nextUrl = next;
    const { outcome, message } = await failureOf(read());
    assert.deepEqual([outcome, words.test(message)], ['unusable', true], message);
  }
});
