// The client of Snap against its fake: what every provider's client must do, how people connect, and what Snap alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createSnap } from '../../../src/providers/snap/client.ts';
import { type FakeSnapAccount, startFakeSnap } from '../../fakes/read-ads/snap.ts';
import { allOf, catalogueOf, failureOf, grantOf, NOW } from '../ad-platforms.ts';
import { grantAccess, testReading } from '../ad-readers.ts';
import { timeoutOf } from '../conformance.ts';

const account: AdAccount = {
  id: 'acc-1',
  name: 'Shop',
  currency: 'USD',
  timezone: 'America/New_York',
  status: 'active',
  hasWriteAccess: false,
};
/** The clocks of New York go back on 1 November. */
const range = { from: '2026-10-31', to: '2026-11-02' };
const DAYS = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'];

const shop = (more: Partial<FakeSnapAccount> = {}): FakeSnapAccount => ({
  account: { id: 'acc-1', name: 'Shop', currency: 'USD', timezone: 'America/New_York', status: 'ACTIVE' },
  campaigns: [
    { id: 'c-1', name: 'Autumn', status: 'ACTIVE', daily_budget_micro: 50_000_000, objective: 'WEB_CONVERSION' },
    { id: 'c-2', name: 'Spring', status: 'PAUSED' },
  ],
  adSquads: [
    { id: 's-1', campaign_id: 'c-1', name: 'Wide', status: 'ACTIVE', lifetime_budget_micro: 900_500_000 },
    { id: 's-2', campaign_id: 'c-2', name: 'Narrow', status: 'ACTIVE' },
  ],
  creatives: [{ id: 'k-1', name: 'Film', type: 'WEB_VIEW', web_view_properties: { url: 'https://shop.example/' } }],
  ads: [
    {
      id: 'ad-1',
      ad_squad_id: 's-1',
      creative_id: 'k-1',
      name: 'Boots',
      status: 'ACTIVE',
      review_status: 'APPROVED',
      created_at: '2026-09-01T00:00:00.000Z',
    },
    { id: 'ad-2', ad_squad_id: 's-2', name: 'Hats', status: 'ACTIVE', review_status: 'APPROVED' },
    { id: 'ad-3', ad_squad_id: 's-1', name: 'Coats', status: 'ACTIVE', review_status: 'PENDING' },
    { id: 'ad-4', ad_squad_id: 'young', name: 'Late', status: 'ACTIVE' },
  ],
  days: DAYS.flatMap((day) => [
    { ad: 'ad-1', day, spend: 101_999_999 },
    { ad: 'ad-2', day, spend: 70_000 },
  ]),
  ...more,
});

async function start(t: TestContext, accounts = [shop()]) {
  const fake = await startFakeSnap(t, accounts);
  const client = createSnap(fake.settings, { clock: { now: () => NOW }, timeoutMs: timeoutOf(t) });
  assert.ok(client);
  return { fake, client, grant: grantOf(fake.grants.accessToken()) };
}

test('the client conforms', (t) =>
  testReading(t, {
    name: 'Snap',
    account,
    range,
    start: async (t) => {
      const { fake, client } = await start(t);
      return { server: fake.server, client, token: fake.grants.accessToken() };
    },
  }));

test('a person connects, and the token is renewed', async (t) => {
  const { client } = await start(t);
  const { tokens } = await grantAccess(client.oauth, 'snap');
  assert.ok(tokens.refreshToken);
  const renewed = await client.oauth.refresh?.(tokens.refreshToken, NOW);
  assert.deepEqual(await client.listAccounts(grantOf(renewed?.accessToken.reveal() ?? '')), [account]);
});

test('accounts come by organization: one that fails is left out, and if all fail there is no list', async (t) => {
  const paused = { id: 'acc-2', name: 'Old', currency: 'EUR', timezone: 'Europe/Berlin', status: 'PENDING' };
  const { fake, client, grant } = await start(t, [shop(), shop({ account: paused })]);
  const found = await client.listAccounts(grant);
  assert.deepEqual(
    found.map(({ id, status, statusReason }) => [id, status, statusReason]),
    [
      ['acc-1', 'active', undefined],
      ['acc-2', 'disabled', 'PENDING'],
    ],
  );
  fake.isLost = true;
  assert.equal((await failureOf(client.listAccounts(grant))).outcome, 'unavailable');
});

test('the catalogue has states of parents, budgets in millionths, and links of creatives', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.maxPage = 1;
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual(campaigns, [
    { id: 'c-1', name: 'Autumn', status: 'active', objective: 'WEB_CONVERSION', dailyBudget: '50' },
    { id: 'c-2', name: 'Spring', status: 'paused' },
  ]);
  assert.deepEqual(
    adSets.map(({ id, status, lifetimeBudget }) => [id, status, lifetimeBudget]),
    [
      ['s-1', 'active', '900.5'],
      ['s-2', 'active', undefined],
    ],
  );
  assert.deepEqual(
    ads.map(({ id, campaignId, effectiveStatus, platformStatus, creative }) => [
      id,
      campaignId,
      effectiveStatus,
      platformStatus,
      creative?.landingPageUrl,
    ]),
    [
      ['ad-1', 'c-1', 'active', 'ACTIVE', 'https://shop.example/'],
      ['ad-2', 'c-2', 'paused', 'ACTIVE', undefined],
      ['ad-3', 'c-1', 'other', 'PENDING', undefined],
    ],
  );
});

test('spend of whole days over a change of clocks, in millionths, where clicks are swipes', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.maxPage = 3;
  const rows = await allOf(client.readSpend(grant, account, range));
  assert.deepEqual(
    rows.map(({ day, adId, spend, clicks, campaignName }) => `${day} ${adId} ${spend} ${clicks} ${campaignName}`).toSorted(),
    DAYS.slice(1, 4).flatMap((day) => [`${day} ad-1 101.999999 3 Autumn`, `${day} ad-2 0.07 3 Spring`]),
  );
  const asked = fake.server.requests.map(({ url }) => new URL(url, fake.server.url).searchParams);
  const [first] = asked.filter((query) => query.has('start_time'));
  assert.deepEqual(
    [first?.get('start_time'), first?.get('end_time')],
    ['2026-10-31T00:00:00-04:00', '2026-11-03T00:00:00-05:00'],
  );
});

test('a part that Snap could not read, a lost account, and links that lead elsewhere end a reading', async (t) => {
  const { fake, client, grant } = await start(t);
  const read = async () => {
    const { outcome, message } = await failureOf(allOf(client.readSpend(grant, account, range)));
    return `${outcome} ${message}`;
  };
  fake.isTorn = true;
  assert.match(await read(), /unavailable .*part of a list/);
  fake.isTorn = false;
  fake.forbidden.add('acc-1');
  assert.match(await read(), /forbidden/);
  fake.forbidden.clear();
  fake.maxPage = 1;
  fake.nextLink = 'https://evil.example/v1/adaccounts';
  assert.match(await read(), /unusable .*another address/);
  fake.nextLink = `${fake.server.url}/v1/adaccounts/acc-1/campaigns?cursor=0`;
  assert.match(await read(), /unusable .*repeats itself/);
});
