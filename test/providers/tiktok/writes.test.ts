// Writes of the client of TikTok against its fake: what every platform's must do, and what TikTok alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createTikTok } from '../../../src/providers/tiktok/client.ts';
import { type FakeAdvertiser, startFakeTikTok } from '../../fakes/tiktok.ts';
import { clock, grantOf } from '../ad-platforms.ts';
import { testWrites } from '../ad-writes.ts';

const AD = { id: '31', adSetId: '21', campaignId: '11' };
const SET = { id: '21', campaignId: '11' };

async function start(t: TestContext, currency = 'USD') {
  const advertiser: FakeAdvertiser = {
    info: { advertiser_id: '7001', name: 'Shop', currency, display_timezone: 'America/Bogota', status: 'STATUS_ENABLE' },
    campaigns: [
      { campaign_id: '11', campaign_name: 'Sale', operation_status: 'ENABLE', budget: 0, budget_mode: 'BUDGET_MODE_INFINITE' },
    ],
    adGroups: [
      {
        adgroup_id: '21',
        campaign_id: '11',
        adgroup_name: 'Wide',
        operation_status: 'ENABLE',
        budget: 30,
        budget_mode: 'BUDGET_MODE_DAY',
      },
    ],
    ads: [
      {
        ad_id: '31',
        adgroup_id: '21',
        campaign_id: '11',
        ad_name: 'Film',
        operation_status: 'ENABLE',
        secondary_status: 'AD_STATUS_DELIVERY_OK',
        landing_page_url: 'https://shop.example/',
        video_id: 'v',
      },
    ],
    report: [],
  };
  const fake = await startFakeTikTok(t, [advertiser]);
  const client = createTikTok(fake.settings, { clock, timeoutMs: 1_000 });
  assert.ok(client?.writes);
  const account: AdAccount = {
    id: '7001',
    name: 'Shop',
    currency,
    timezone: 'America/Bogota',
    status: 'active',
    hasWriteAccess: undefined,
  };
  return { fake, advertiser, server: fake.server, writes: client.writes, grant: grantOf(fake.token()), account };
}

test('the writes conform', (t) =>
  testWrites(t, async (t) => {
    const { fake, ...started } = await start(t);
    return {
      ...started,
      readOnly: grantOf(fake.readOnlyToken()),
      isRoleHidden: true,
      ad: AD,
      adSet: SET,
      budgets: { allowed: 4_555, amount: '45.55', refused: 1_999 },
    };
  }));

for (const [currency, minorUnits, sent] of [
  ['JPY', 3_001, 3_001],
  ['CLP', 45_000, 45_000],
  ['BHD', 30_005, 30.005],
  ['USD', 3_010, 30.1],
] as const)
  test(`${minorUnits} smallest units of ${currency} are sent as ${sent}`, async (t) => {
    const { advertiser, writes, grant, account } = await start(t, currency);
    await writes.setDailyBudget?.(grant, account, SET, minorUnits);
    assert.equal(advertiser.adGroups[0]?.['budget'], sent);
    const { budget } = await writes.readAdSet(grant, account, SET);
    assert.deepEqual([budget?.minorUnits, budget?.amount], [minorUnits, String(sent)]);
  });

test('a budget of the campaign, and one for a lifetime, are shown where they are', async (t) => {
  const { advertiser, writes, grant, account } = await start(t);
  Object.assign(advertiser.adGroups[0] ?? {}, { budget: 0, budget_mode: 'BUDGET_MODE_INFINITE' });
  assert.equal((await writes.readAdSet(grant, account, SET)).budget, undefined);
  Object.assign(advertiser.campaigns[0] ?? {}, { budget: 500, budget_mode: 'BUDGET_MODE_DAY' });
  const { budget } = await writes.readAdSet(grant, account, SET);
  assert.deepEqual(budget, { level: 'campaign', period: 'daily', minorUnits: 50_000, amount: '500' });
  Object.assign(advertiser.adGroups[0] ?? {}, { budget: 400, budget_mode: 'BUDGET_MODE_TOTAL' });
  const total = (await writes.readAdSet(grant, account, SET)).budget;
  assert.deepEqual([total?.level, total?.period, total?.amount], ['ad_set', 'lifetime', '400']);
});
