// Writes of the client of Google Ads against its fake: what every platform's must do, and what Google alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createGoogleAds } from '../../../src/providers/google-ads/client.ts';
import { type FakeCustomer, startFakeGoogleAds } from '../../fakes/google-ads.ts';
import { clock, failureOf, grantOf } from '../ad-platforms.ts';
import { testWrites } from '../ad-writes.ts';

const AD = { id: '31', adSetId: '21', campaignId: '11' };
const SET = { id: '21', campaignId: '11' };

interface Choice {
  currency?: string;
  type?: string;
  status?: string;
  budget?: Record<string, unknown>;
}

async function start(
  t: TestContext,
  { currency = 'USD', type = 'RESPONSIVE_SEARCH_AD', status = 'ENABLED', budget }: Choice = {},
) {
  const campaign = { id: '11', name: 'Sale', status: 'ENABLED' };
  const adGroup = { id: '21', name: 'Desks', status: 'ENABLED' };
  const ad = { id: '31', type, finalUrls: ['https://shop.example/'], finalUrlSuffix: 'utm_id=1' };
  const customer: FakeCustomer = {
    id: '1001',
    name: 'Shop',
    currency,
    timezone: 'Europe/Berlin',
    tables: {
      campaign: [{ campaign, campaignBudget: budget }],
      ad_group: [{ campaign, adGroup }],
      ad_group_ad: [{ campaign, adGroup, adGroupAd: { status, ad } }],
    },
  };
  const manager = {
    id: '2002',
    name: 'Agency',
    currency,
    timezone: 'Europe/Berlin',
    isManager: true,
    isRoot: true,
    children: ['1001'],
  };
  const fake = await startFakeGoogleAds(t, [manager, customer]);
  const client = createGoogleAds(fake.settings, { clock, timeoutMs: 1_000 });
  assert.ok(client?.writes);
  const account: AdAccount = {
    id: '1001',
    name: 'Shop',
    currency,
    timezone: 'Europe/Berlin',
    status: 'active',
    hasWriteAccess: undefined,
    loginAccountId: '2002',
  };
  return { fake, server: fake.server, writes: client.writes, grant: grantOf(fake.token()), account };
}

test('the writes conform', (t) =>
  testWrites(t, async (t) => {
    const { fake, ...started } = await start(t);
    return { ...started, readOnly: grantOf(fake.readOnlyToken()), ad: AD };
  }));

for (const [currency, micros, minorUnits, amount] of [
  ['USD', '12340000', 1_234, '12.34'],
  ['JPY', '1234000000', 1_234, '1234'],
  ['CLP', '1234000000', 1_234, '1234'],
  ['BHD', '1234000', 1_234, '1.234'],
] as const)
  test(`the budget is at the campaign, in the smallest unit of ${currency}`, async (t) => {
    const { writes, grant, account } = await start(t, { currency, budget: { amountMicros: micros, period: 'DAILY' } });
    const { budget } = await writes.readAdSet(grant, account, SET);
    assert.deepEqual(budget, { level: 'campaign', period: 'daily', minorUnits, amount });
  });

test('a total budget is one for a lifetime, and a campaign may show none', async (t) => {
  const total = await start(t, { budget: { totalAmountMicros: '5000000', period: 'CUSTOM_PERIOD' } });
  const { budget } = await total.writes.readAdSet(total.grant, total.account, SET);
  assert.deepEqual([budget?.period, budget?.amount], ['lifetime', '5']);
  const none = await start(t);
  assert.equal((await none.writes.readAdSet(none.grant, none.account, SET)).budget, undefined);
});

test('an ad of a type that Google lets nobody change says so, a removed one cannot be resumed', async (t) => {
  const fixed = await start(t, { type: 'EXPANDED_DYNAMIC_SEARCH_AD' });
  assert.equal((await fixed.writes.readAd(fixed.grant, fixed.account, AD)).urlTagsObstacle, 'unchangeable');
  const removed = await start(t, { status: 'REMOVED' });
  assert.equal((await removed.writes.readAd(removed.grant, removed.account, AD)).configuredStatus, 'archived');
  const failure = await failureOf(removed.writes.setAdStatus(removed.grant, removed.account, AD, 'active'));
  assert.equal(failure.outcome, 'conflict');
});

test('an id that is no number never becomes part of a query', async (t) => {
  const { server, writes, grant, account } = await start(t);
  for (const id of ["1' OR 1 = 1", '1 OR campaign.id > 0', '', '1'.repeat(21)]) {
    assert.equal((await failureOf(writes.readAd(grant, account, { ...AD, id }))).outcome, 'not_found');
    assert.equal((await failureOf(writes.readAdSet(grant, account, { ...SET, id }))).outcome, 'not_found');
  }
  assert.equal(server.requests.length, 0);
});
