// Changes of ads that others make: Google's change events with their bounds, and what two readings show of a platform without a log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDITOR, logChange, OUR_TOKEN } from '../../fakes/changes/google-changes.ts';
import type { FakeCustomer } from '../../fakes/google-ads.ts';
import { workOn } from '../connections/meta-world.ts';
import { type AdPlatformFake, type PlatformsWorld, startPlatformsWorld } from './platforms-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RANGE = { date_from: '2026-10-01', date_to: '2027-12-31' };

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Answer = any;

async function listed({ app }: PlatformsWorld, query: Record<string, unknown> = {}): Promise<Answer> {
  const { status, body } = await app.api(app.session).get('/ads/changes', { profile_id: app.profileId, ...RANGE, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const shown = ({ data }: Answer): string[] =>
  data.map(
    ({ object, field, before, after, by }: Answer) => `${object.type} ${object.id} ${field} ${before} → ${after} by ${by}`,
  );

async function nextSync(w: PlatformsWorld, afterMs = HOUR_MS + 60_000): Promise<void> {
  w.app.clock.advance(afterMs);
  await workOn(w.app);
}

function fakeOf(w: PlatformsWorld, id: AdPlatformFake['id']): AdPlatformFake {
  return w.fakes.find((fake) => fake.id === id) ?? assert.fail(id);
}

const budget = (customer: FakeCustomer, at: number, [from, to]: [string, string]): void =>
  logChange(customer, {
    type: 'CAMPAIGN_BUDGET',
    name: 'customers/1001/campaignBudgets/5',
    fields: 'amountMicros',
    kind: 'campaignBudget',
    before: { amountMicros: from },
    after: { amountMicros: to },
    at,
    by: EDITOR,
  });

test('changes of ads at Google Ads and at platforms without a log', async (t) => {
  const w = await startPlatformsWorld(t);
  const google = fakeOf(w, 'google_ads').google ?? assert.fail();
  const [customer = assert.fail()] = google.customers;
  const [campaignRow] = customer.tables?.campaign ?? [];
  Object.assign(campaignRow ?? {}, {
    campaign: { id: '11', name: 'Sale', status: 'ENABLED', campaignBudget: 'customers/1001/campaignBudgets/5' },
  });

  // The schedule begins.
  await nextSync(w);

  await t.test(
    'a shared budget, a bid, a keyword and an ad: by the type of what changed, in the moment of the account’s zone',
    async () => {
      const at = w.app.clock.now() + 60_000;
      budget(customer, at, ['12340000', '20000000']);
      const common = { at: at + 1000, by: EDITOR, campaign: '11' };
      logChange(customer, {
        ...common,
        type: 'AD_GROUP',
        name: 'customers/1001/adGroups/21',
        fields: 'cpcBidMicros,status',
        kind: 'adGroup',
        before: { cpcBidMicros: '500000', status: 'ENABLED' },
        after: { cpcBidMicros: '750000', status: 'PAUSED' },
        adGroup: '21',
      });
      logChange(customer, {
        ...common,
        type: 'AD_GROUP_CRITERION',
        name: 'customers/1001/adGroupCriteria/21~77',
        fields: 'keyword.text',
        kind: 'adGroupCriterion',
        operation: 'CREATE',
        before: {},
        after: { keyword: { text: 'standing desk' } },
        adGroup: '21',
      });
      logChange(customer, {
        ...common,
        type: 'AD_GROUP_AD',
        name: 'customers/1001/adGroupAds/21~31',
        fields: 'ad.finalUrls',
        kind: 'adGroupAd',
        before: { ad: { finalUrls: ['https://a.example'] } },
        after: { ad: { finalUrls: ['https://b.example'] } },
        adGroup: '21',
      });
      await nextSync(w);
      const answer = await listed(w, { platform: 'google_ads' });
      assert.deepEqual(shown(answer).sort(), [
        'ad 31 creative https://a.example → https://b.example by agency@other.example',
        'adset 21 bid 0.5 → 0.75 by agency@other.example',
        'adset 21 status active → paused by agency@other.example',
        'adset 21 targeting null → standing desk by agency@other.example',
        'campaign 11 budget 12.34 → 20 by agency@other.example',
      ]);
      const [first] = answer.data.filter(({ field }: Answer) => field === 'budget');
      assert.deepEqual([first.at, first.via, first.currency], [new Date(at).toISOString(), 'GOOGLE_ADS_EDITOR', 'USD']);
      assert.equal((await listed(w, { ad_id: '31' })).data.length, 5);
    },
  );

  await t.test('our pause is ours, the same read again is the same', async () => {
    const before = shown(await listed(w, { platform: 'google_ads' }));
    assert.equal((await w.write('/ads/31/pause')).status, 200);
    await nextSync(w);
    await nextSync(w);
    assert.deepEqual(shown(await listed(w, { platform: 'google_ads' })), before);
    const own = (await listed(w, { by: 'all', platform: 'google_ads' })).data.filter(({ is_own }: Answer) => is_own);
    assert.deepEqual(
      own.map(({ object, field, after }: Answer) => [object.id, field, after]),
      [['31', 'status', 'paused']],
    );
  });

  await t.test('more than 10,000 events of one sync are read to the end, several of them in one moment', async () => {
    const at = w.app.clock.now() + 1_000;
    for (let n = 0; n < 10_004; n += 1)
      logChange(customer, {
        type: 'AD_GROUP',
        name: 'customers/1001/adGroups/21',
        fields: 'name',
        kind: 'adGroup',
        adGroup: '21',
        before: { name: `n${n}` },
        after: { name: `n${n + 1}` },
        at: at + Math.floor(n / 4),
        by: OUR_TOKEN,
      });
    await nextSync(w);
    const known = w.app.base.state.db
      .prepare("select count(*) from ad_changes where field = 'name' and platform = 'google_ads'")
      .pluck();
    assert.equal(known.get(), 10_004);
    customer.changes = [];
  });

  await t.test('after a longer silence than the log reaches, what is known begins anew', async () => {
    await nextSync(w, 40 * DAY_MS);
    const { accounts } = (await listed(w)).meta;
    const account = accounts.find(({ platform }: Answer) => platform.startsWith('google'));
    assert.equal(account.error, null);
    assert.equal(account.known_since, new Date(w.app.clock.now() - 29 * DAY_MS).toISOString());
  });

  await t.test(
    'a platform without a log: by somebody, between two readings, and what a campaign does to what is in it is no change',
    async () => {
      const [advertiser = assert.fail()] = fakeOf(w, 'tiktok').tikTok?.advertisers ?? [];
      const [group, ad] = [advertiser.adGroups[0] ?? {}, advertiser.ads[0] ?? {}];
      const earliest = new Date(w.app.clock.now()).toISOString();
      Object.assign(group, { budget: 45 });
      Object.assign(ad, { landing_page_url: 'https://other.example/' });
      await nextSync(w);
      const answer = await listed(w, { platform: 'tiktok' });
      assert.deepEqual(shown(answer).sort(), [
        'ad 41 creative https://shop.example/ → https://other.example/ by null',
        'adset 21 budget 30 → 45 by null',
      ]);
      const [change] = answer.data;
      assert.deepEqual(
        [change.source, change.earliest_at, change.at],
        ['readings', earliest, new Date(w.app.clock.now()).toISOString()],
      );
      Object.assign(advertiser.campaigns[0] ?? {}, { operation_status: 'DISABLE' });
      await nextSync(w);
      assert.deepEqual(shown(await listed(w, { platform: 'tiktok' })).slice(0, -2), [
        'campaign 11 status active → paused by null',
      ]);
    },
  );

  await t.test('ours between two readings are ours; a new ad and one that vanishes are somebody’s', async () => {
    const [advertiser = assert.fail()] = fakeOf(w, 'tiktok').tikTok?.advertisers ?? [];
    const before = (await listed(w, { platform: 'tiktok' })).data.length;
    assert.equal((await w.write('/adsets/21/budget', { daily_budget: 5_000, platform: 'tiktok' })).status, 200);
    assert.equal((await w.write('/ads/41/pause')).status, 200);
    await nextSync(w);
    assert.equal((await listed(w, { platform: 'tiktok' })).data.length, before, JSON.stringify(shown(await listed(w))));
    advertiser.ads.push({ ...structuredClone(advertiser.ads[0]), ad_id: '42', ad_name: 'New' });
    await nextSync(w);
    advertiser.ads.pop();
    await nextSync(w);
    await nextSync(w);
    assert.deepEqual(shown(await listed(w, { platform: 'tiktok' })).slice(0, -before), [
      'ad 42 status paused → removed by null',
      'ad 42 created null → null by null',
    ]);
  });
});
