// Writes of the client of Meta against its fake: what every platform's must do, and what Meta alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createMeta } from '../../../src/providers/meta/client.ts';
import { type FakeMetaAccount, startFakeMeta } from '../../fakes/meta.ts';
import { clock, failureOf, grantOf } from '../ad-platforms.ts';
import { testWrites } from '../ad-writes.ts';

const AD = { id: '31', adSetId: '21', campaignId: '11' };
const SET = { id: '21', campaignId: '11' };

const accountOf = (currency: string): AdAccount => ({
  id: '1001',
  name: 'North',
  currency,
  timezone: 'America/Santiago',
  status: 'active',
  hasWriteAccess: true,
});

function worldOf(currency: string, creative: Record<string, unknown> = {}): FakeMetaAccount {
  const active = { status: 'ACTIVE', configured_status: 'ACTIVE', effective_status: 'ACTIVE' };
  return {
    account: {
      id: 'act_1001',
      account_id: '1001',
      name: 'North',
      currency,
      timezone_name: 'America/Santiago',
      account_status: 1,
      user_tasks: ['ADVERTISE', 'ANALYZE'],
    },
    campaigns: [{ id: '11', name: 'Sale', ...active, daily_budget: '0', lifetime_budget: '0' }],
    adsets: [{ id: '21', campaign_id: '11', name: 'Wide', ...active, daily_budget: '600', lifetime_budget: '0' }],
    ads: [{ id: '31', adset_id: '21', campaign_id: '11', name: 'Ad', ...active, creative: { id: '41' } }],
    creatives: [
      {
        id: '41',
        name: 'Desk',
        object_type: 'SHARE',
        url_tags: 'utm_id={{ad.id}}',
        effective_object_story_id: '5_6',
        object_story_spec: { page_id: '5', link_data: { link: 'https://shop.example/?x=1', message: 'A desk' } },
        ...creative,
      },
    ],
    insights: [],
  };
}

async function start(t: TestContext, currency = 'CLP', creative: Record<string, unknown> = {}) {
  const world = worldOf(currency, creative);
  const fake = await startFakeMeta(t, [world]);
  const client = createMeta(fake.settings, { clock, timeoutMs: 1_000 });
  assert.ok(client?.writes);
  return {
    fake,
    world,
    server: fake.server,
    writes: client.writes,
    grant: grantOf(fake.token()),
    account: accountOf(currency),
  };
}

test('the writes conform', (t) =>
  testWrites(t, async (t) => {
    const { fake, ...started } = await start(t);
    return {
      ...started,
      readOnly: grantOf(fake.readOnlyToken()),
      ad: AD,
      adSet: SET,
      budgets: { allowed: 700, amount: '700', refused: 99 },
    };
  }));

for (const [currency, amount] of [
  ['BHD', '7.05'],
  ['USD', '7.05'],
  ['JPY', '705'],
] as const)
  test(`705 of Meta's units of ${currency} are ${amount}`, async (t) => {
    const { writes, grant, account, world } = await start(t, currency);
    await writes.setDailyBudget?.(grant, account, SET, 705);
    assert.equal(world.adsets[0]?.['daily_budget'], '705');
    assert.equal((await writes.readAdSet(grant, account, SET)).budget?.amount, amount);
  });

test('a budget of the campaign, and one for a lifetime, are shown where they are', async (t) => {
  const { writes, grant, account, world } = await start(t, 'USD');
  Object.assign(world.adsets[0] ?? {}, { daily_budget: '0' });
  assert.equal((await writes.readAdSet(grant, account, SET)).budget, undefined);
  Object.assign(world.campaigns[0] ?? {}, { lifetime_budget: '90000' });
  assert.deepEqual((await writes.readAdSet(grant, account, SET)).budget, {
    level: 'campaign',
    period: 'lifetime',
    minorUnits: 90_000,
    amount: '900',
  });
  Object.assign(world.adsets[0] ?? {}, { lifetime_budget: '4000' });
  assert.deepEqual((await writes.readAdSet(grant, account, SET)).budget, {
    level: 'ad_set',
    period: 'lifetime',
    minorUnits: 4_000,
    amount: '40',
  });
});

test('an ad that is resumed under a paused ad set says so, and a role without advertising may not write', async (t) => {
  const { writes, grant, account, world } = await start(t);
  Object.assign(world.adsets[0] ?? {}, { configured_status: 'PAUSED' });
  await writes.setAdStatus(grant, account, AD, 'active');
  const ad = await writes.readAd(grant, account, AD);
  assert.deepEqual(
    [ad.configuredStatus, ad.effectiveStatus, ad.platformStatus, ad.parents],
    ['active', 'paused', 'ADSET_PAUSED', { adSet: 'paused', campaign: 'active' }],
  );
  world.account['user_tasks'] = ['ANALYZE'];
  assert.equal(await writes.hasWriteAccess(grant, account), false);
});

for (const [name, creative, obstacle] of [
  ['of a catalogue', { product_set_id: '8' }, 'catalogue'],
  ['with a set of texts', { asset_feed_spec: { optimization_type: 'ASSET_CUSTOMIZATION' } }, 'asset_feed'],
  ['that opens WhatsApp', { call_to_action_type: 'WHATSAPP_MESSAGE' }, 'click_to_message'],
  ['without a post', { effective_object_story_id: undefined, object_story_spec: undefined }, 'unchangeable'],
  ['that is plain, with a feed beside it', { asset_feed_spec: { optimization_type: 'DEGREES_OF_FREEDOM' } }, undefined],
] as const)
  test(`tags of an ad ${name}`, async (t) => {
    const { server, writes, grant, account } = await start(t, 'USD', creative);
    assert.equal((await writes.readAd(grant, account, AD)).urlTagsObstacle, obstacle);
    const setting = Promise.resolve(writes.setUrlTags?.(grant, account, AD, { urlTags: 'a=1', marker: 'operation-1' }));
    if (obstacle === 'unchangeable') assert.equal((await failureOf(setting)).outcome, 'conflict');
    else await setting;
    assert.equal(server.writes.length, obstacle === 'unchangeable' ? 0 : 2);
  });

test('a creative without a post is copied by its parts, and a name stays within the limit of Meta', async (t) => {
  const { server, writes, grant, account } = await start(t, 'USD', {
    effective_object_story_id: undefined,
    name: 'x'.repeat(100),
  });
  await writes.setUrlTags?.(grant, account, AD, { urlTags: 'a=1', marker: 'operation-1' });
  const { creative } = await writes.readAd(grant, account, AD);
  assert.deepEqual([creative?.landingPageUrl, creative?.urlTags], ['https://shop.example/?x=1', 'a=1']);
  assert.deepEqual([creative?.name?.length, creative?.name?.endsWith('x [operation-1]')], [100, true]);
  assert.ok(server.requests.every(({ url, body }) => !/access_token/.test(url + body)));
});
