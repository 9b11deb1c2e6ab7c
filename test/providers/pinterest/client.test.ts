// The client of Pinterest against its fake: what every provider's client must do, how people connect, and what Pinterest alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createPinterest } from '../../../src/providers/pinterest/client.ts';
import { type FakePinterest, type FakePinterestAccount, startFakePinterest } from '../../fakes/read-ads/pinterest.ts';
import { allOf, catalogueOf, failureOf, grantOf, NOW, sumOf } from '../ad-platforms.ts';
import { grantAccess, testReading } from '../ad-readers.ts';
import { timeoutOf } from '../conformance.ts';

const account: AdAccount = {
  id: '549750',
  name: 'Shop',
  currency: 'JPY',
  timezone: 'UTC',
  status: 'active',
  hasWriteAccess: false,
};
const range = { from: '2026-11-20', to: '2026-11-22' };
/** Older than what is answered at once. */
const old = { from: '2025-11-01', to: '2025-11-03' };
const DAYS = ['2025-11-01', '2025-11-02', '2025-11-03', '2026-11-20', '2026-11-21', '2026-11-22'];

const shop = (more: Partial<FakePinterestAccount> = {}): FakePinterestAccount => ({
  account: { id: '549750', name: 'Shop', currency: 'JPY' },
  campaigns: [
    { id: '62601', name: 'Autumn', status: 'ACTIVE', daily_spend_cap: 30_000_000, objective_type: 'WEB_CONVERSION' },
    { id: '62602', name: 'Old', status: 'ARCHIVED' },
  ],
  adGroups: [
    { id: '71', campaign_id: '62601', name: 'Wide', status: 'PAUSED', budget_type: 'DAILY', budget_in_micro_currency: 5_000_000 },
    { id: '72', campaign_id: '62602', name: 'Past', status: 'ACTIVE', budget_type: 'CBO_ADGROUP', budget_in_micro_currency: 1 },
    { id: '73', campaign_id: '62601', name: 'New', status: 'ACTIVE' },
  ],
  ads: [
    {
      id: '81',
      ad_group_id: '73',
      campaign_id: '62601',
      name: 'Boots',
      status: 'ACTIVE',
      review_status: 'APPROVED',
      creative_type: 'VIDEO',
      destination_url: 'https://shop.example/',
      pin_id: '91',
      created_time: 1_790_000_000,
    },
    { id: '82', ad_group_id: '72', campaign_id: '62602', name: null, status: 'ARCHIVED' },
    { id: '83', ad_group_id: '71', campaign_id: '62601', name: 'Hats', status: 'ACTIVE', review_status: 'APPROVED' },
    { id: '84', ad_group_id: '73', campaign_id: '62601', name: 'Coats', status: 'ACTIVE', review_status: 'PENDING' },
  ],
  days: DAYS.flatMap((day) => [
    { ad: '81', day, spend: 101_999_999 },
    { ad: '82', day, spend: 70_000 },
  ]),
  ...more,
});

/** @param maxMs How long a report is awaited, which only one that never ends meets, however slow the machine is. */
function clientOf(t: TestContext, { settings }: FakePinterest, maxMs = 60_000) {
  const client = createPinterest(settings, {
    clock: { now: () => NOW },
    timeoutMs: timeoutOf(t),
    report: { maxMs, pollMs: 1 },
  });
  assert.ok(client);
  return client;
}

async function start(t: TestContext, accounts = [shop()]) {
  const fake = await startFakePinterest(t, accounts);
  fake.now = () => NOW;
  return { fake, client: clientOf(t, fake), grant: grantOf(fake.grants.accessToken()) };
}

test('the client conforms', (t) =>
  testReading(t, {
    name: 'Pinterest',
    account,
    range,
    start: async (t) => {
      const { fake, client } = await start(t);
      return { server: fake.server, client, token: fake.grants.accessToken() };
    },
  }));

test('a person connects, and the token is renewed', async (t) => {
  const { client } = await start(t);
  const { tokens } = await grantAccess(client.oauth, 'pinterest');
  assert.deepEqual(tokens.scopes, ['ads:read']);
  assert.ok(tokens.refreshToken);
  const renewed = await client.oauth.refresh?.(tokens.refreshToken, NOW);
  assert.ok(renewed);
  assert.deepEqual(await client.listAccounts(grantOf(renewed.accessToken.reveal())), [account]);
  await client.oauth.revoke(renewed);
});

test('the catalogue has archived objects, states of parents, budgets in millionths, and links', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.maxPage = 1;
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual(campaigns, [
    { id: '62601', name: 'Autumn', status: 'active', objective: 'WEB_CONVERSION', dailyBudget: '30' },
    { id: '62602', name: 'Old', status: 'archived' },
  ]);
  assert.deepEqual(
    adSets.map(({ id, status, dailyBudget }) => [id, status, dailyBudget]),
    [
      ['71', 'paused', '5'],
      ['72', 'active', undefined],
      ['73', 'active', undefined],
    ],
  );
  assert.deepEqual(
    ads.map(({ id, name, configuredStatus, effectiveStatus, platformStatus }) => [
      id,
      name,
      configuredStatus,
      effectiveStatus,
      platformStatus,
    ]),
    [
      ['81', 'Boots', 'active', 'active', 'ACTIVE'],
      ['82', '82', 'archived', 'archived', 'ARCHIVED'],
      ['83', 'Hats', 'active', 'paused', 'ACTIVE'],
      ['84', 'Coats', 'active', 'other', 'PENDING'],
    ],
  );
  assert.deepEqual(ads[0]?.creative, { id: '91', type: 'video', landingPageUrl: 'https://shop.example/' });
  assert.equal(ads[0]?.createdAt, '2026-09-21T14:13:20.000Z');
});

const written = (rows: { day: string; adId?: string | undefined; spend: string; adName?: string | undefined }[]): string[] =>
  rows.map(({ day, adId, spend, adName }) => `${day} ${adId} ${spend} ${adName}`).toSorted();
const expected = (days: readonly string[]): string[] =>
  days.flatMap((day) => [`${day} 81 101.999999 Boots`, `${day} 82 0.07 82`]);

test('spend of recent days is asked for by ads, in millionths', async (t) => {
  const { fake, client, grant } = await start(t);
  assert.deepEqual(written(await allOf(client.readSpend(grant, account, range))), expected(DAYS.slice(3)));
  assert.equal(
    fake.server.requests.some(({ url }) => url.includes('/reports')),
    false,
  );
});

test('four hundred ads are asked for in two parts', async (t) => {
  const ads = Array.from({ length: 400 }, (_, at) => ({
    id: String(1_000 + at),
    ad_group_id: '73',
    campaign_id: '62601',
    name: 'Ad',
    status: 'ACTIVE',
  }));
  const days = ads.map(({ id }) => ({ ad: id, day: '2026-11-21', spend: 1_000_000 }));
  const { fake, client, grant } = await start(t, [shop({ ads, days })]);
  const rows = await allOf(client.readSpend(grant, account, range));
  assert.deepEqual([rows.length, sumOf(rows)], [400, 400]);
  assert.equal(fake.server.requests.filter(({ url }) => url.includes('/analytics')).length, 2);
});

for (const isByAd of [false, true])
  test(`older days come from a prepared report, ${isByAd ? 'by ad' : 'in one list'}, beside recent ones`, async (t) => {
    const { fake, client, grant } = await start(t);
    fake.isByAd = isByAd;
    fake.states = ['IN_PROGRESS', 'EXPIRED', 'IN_PROGRESS'];
    assert.deepEqual(written(await allOf(client.readSpend(grant, account, old))), expected(DAYS.slice(0, 3)));
    assert.equal(fake.server.requests.filter(({ method }) => method === 'POST').length, 2);
    const both = await allOf(client.readSpend(grant, account, { from: '2026-08-20', to: '2026-11-22' }));
    assert.deepEqual(written(both), expected(DAYS.slice(3)));
  });

test('a report that never ends, always fails, or is at a strange place is no reading', async (t) => {
  const { fake, client, grant } = await start(t);
  const read = async (by = client) => {
    const { outcome, message } = await failureOf(allOf(by.readSpend(grant, account, old)));
    return `${outcome} ${message}`;
  };
  fake.alwaysIn = 'IN_PROGRESS';
  assert.match(await read(clientOf(t, fake, 20)), /unavailable .*not ready in time/);
  fake.alwaysIn = 'FAILED';
  assert.match(await read(), /unavailable .*could not be made/);
  assert.equal(fake.server.requests.filter(({ method }) => method === 'POST').length, 4);
  fake.alwaysIn = undefined;
  for (const link of ['http://10.0.0.1/report', 'ftp://files.example/report', 'no address']) {
    fake.link = link;
    assert.match(await read(), /unusable .*host that is not its storage/, link);
  }
  fake.link = `${fake.server.url}/v5/ad_accounts`;
  assert.match(await read(), /unavailable .*cannot be fetched/);
});

test('an account that is lost is forbidden, and a limit without a time waits a minute', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.forbidden.add('549750');
  assert.equal((await failureOf(allOf(client.readSpend(grant, account, range)))).outcome, 'forbidden');
});
