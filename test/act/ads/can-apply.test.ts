// What is said before a change of URL parameters (`can_apply`, `skip_reason`, `write_access`) is what the change then does, in every situation that
// keeps one from being made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizeApp, registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { setEntitlement } from '../../../src/account/places/index.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { agentFor } from '../../doors/mcp/agent.ts';
import { startFakeTikTok } from '../../fakes/tiktok.ts';
import { startTestApp } from '../../harness.ts';
import { insight, kinds, NOW } from '../connections/meta-world.ts';
import { Visitor } from '../connections/visitor.ts';
import { startWriteWorld, type WriteAnswer, type WriteWorld } from './write-world.ts';

const HOUR_MS = 3_600_000;
const ACKNOWLEDGED = { acknowledge_learning_reset: true };
/** The grant of each right is looked up again after ten minutes. */
const KEPT_MS = 11 * 60_000;

interface Situation {
  what: string;
  /** Makes it so; what it answers makes it good again. */
  begin?: (w: WriteWorld) => unknown;
  end?: (w: WriteWorld) => unknown;
  ad: string;
  credential?: (w: WriteWorld) => string;
  can_apply: boolean;
  reasons?: string[];
  skip_reason?: string | null;
  write_access?: boolean;
  /** The status and code of a refusal, or the result of the ad and its reason. */
  change: string;
}

const keyOf = (w: WriteWorld, scopes: string[]): string =>
  createApiKey(w.app.base, { profileId: w.app.profileId, name: scopes.join(), scopes, actor: 'system' }).secret;
const entitle = (w: WriteWorld, isEnabled: boolean) =>
  setEntitlement(w.app.base, { profileId: w.app.profileId, feature: 'svc_attribution', isEnabled });
function provision({ app: { base, workspaceId, profileId } }: WriteWorld): void {
  const { appId } = registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
    actor: 'system',
    scopes: ['campaigns:apply'],
  });
  authorizeApp(base, { appId, place: { workspaceId, profileId }, kind: 'provisioned' });
  base.state.db.prepare('update access_profiles set provisioned_by = ?').run(appId);
}
const settingsOf = ({ app }: WriteWorld): string => `/workspaces/${app.workspaceId}/mcp-settings`;

const SITUATIONS: readonly Situation[] = [
  { what: 'an ad in delivery', ad: '991', can_apply: true, change: 'applied' },
  { what: 'an ad that has them', ad: '991', can_apply: true, skip_reason: 'already_set', change: 'skipped already_set' },
  { what: 'a paused ad', ad: '994', can_apply: true, change: 'applied' },
  { what: 'an archived ad', ad: '995', can_apply: true, skip_reason: 'not_active', change: 'skipped not_active' },
  {
    what: 'a key that may only read',
    ad: '992',
    credential: (w) => keyOf(w, ['campaigns:read', 'analytics:read']),
    can_apply: false,
    reasons: ['scope_missing'],
    change: '403 insufficient_scope',
  },
  {
    what: 'an approval is needed for a key',
    ad: '992',
    can_apply: true,
    change: '202 awaiting_approval',
    credential: (w) => keyOf(w, ['campaigns:read', 'campaigns:apply', 'analytics:read']),
  },
  {
    what: 'an approval is needed for tokens of agents',
    ad: '992',
    can_apply: true,
    change: '202 awaiting_approval',
    begin: (w) => w.api.put(settingsOf(w), { require_approval_for_tokens: true }),
    credential: (w) => agentFor(w.app, ['campaigns:read', 'campaigns:apply', 'analytics:read']).token,
  },
  {
    what: 'a profile without the entitlement',
    ad: '992',
    can_apply: false,
    reasons: ['entitlement_missing'],
    change: '409 entitlement_required',
    begin: (w) => {
      provision(w);
      entitle(w, false);
    },
    end: (w) => entitle(w, true),
  },
  {
    what: 'a change of the ad is being carried out',
    ad: '992',
    can_apply: true,
    skip_reason: 'being_changed',
    change: 'skipped being_changed',
    begin: async (w) => {
      w.meta.server.failWrites('reset');
      assert.equal((await w.write('/ads/992/pause')).status, 503);
    },
    end: (w) => w.app.base.state.db.prepare("update ad_writes set status = 'failed' where status = 'applying'").run(),
  },
  {
    what: 'a connection that may only read',
    ad: '992',
    can_apply: false,
    reasons: ['write_permission_missing'],
    skip_reason: 'write_permission_missing',
    write_access: false,
    change: '403 adplatform_write_permission_missing',
    begin: (w) => {
      w.meta.mayWrite = false;
      w.app.clock.advance(KEPT_MS);
    },
    end: (w) => {
      w.meta.mayWrite = true;
    },
  },
  { what: 'the permission is granted again', ad: '992', can_apply: true, change: 'applied' },
  {
    what: 'a grant that has ended',
    ad: '993',
    can_apply: false,
    reasons: ['not_connected'],
    skip_reason: 'not_connected',
    write_access: false,
    change: '409 connection_not_ready',
    begin: async (w) => {
      w.meta.revoke();
      await w.write('/ads/993/pause');
    },
  },
];

const resultOf = ({ status, body }: WriteAnswer): string => {
  if (body.error) return `${status} ${body.error.code}`;
  if (body.data.handoff) return `${status} ${body.data.status}`;
  const [{ result, reason }] = body.data.results;
  return [result, reason].filter((each) => each !== null).join(' ');
};

test('can_apply, skip_reason and write_access say what a change of URL parameters does', async (t) => {
  const w = await startWriteWorld(t);
  w.account.creatives = w.account.ads.map((ad) => ({
    ...Object(ad['creative']),
    object_story_spec: { page_id: '1', link_data: { link: 'https://shop.example/' } },
  }));
  for (const ad of w.account.ads) ad['creative'] = w.account.creatives.find(({ id }) => id === Object(ad['creative'])['id']);
  w.account.insights.push(...['991', '992', '993', '994', '995'].map((id) => insight('2026-11-24', id, '10')));
  w.app.clock.advance(HOUR_MS);
  await w.work();
  await w.app.settle();
  for (const situation of SITUATIONS) await t.test(situation.what, () => compare(w, situation));
});

async function compare(w: WriteWorld, situation: Situation): Promise<void> {
  const { ad, can_apply, reasons = [], skip_reason = null, write_access = true, change } = situation;
  await situation.begin?.(w);
  w.carriedOut();
  const credential = situation.credential?.(w) ?? w.app.session;
  const query = { profile_id: w.app.profileId };
  const state = (await w.app.api(credential).get('/quality/ad-ids/url-tags', query)).body.data;
  const { ads } = (await w.app.api(credential).get('/quality/ad-ids', { ...query, days: 3 })).body.data;
  const listed = ads.find(({ ad_id }: { ad_id: string }) => ad_id === ad);
  const [{ accounts }] = await w.connections();
  assert.deepEqual(
    [state.can_apply, state.reasons, listed.skip_reason, accounts[0].write_access],
    [can_apply, reasons, skip_reason, write_access],
  );
  const answer = await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: [ad], ...ACKNOWLEDGED }, { credential });
  assert.equal(resultOf(answer), change);
  assert.equal(state.can_apply, answer.status < 300, 'a change is refused exactly where it is said so');
  const isMade = can_apply && skip_reason === null && answer.status === 200;
  const changed = w.carriedOut().filter((line) => line.startsWith('ad_creative'));
  assert.equal(changed.length, isMade ? 1 : 0, 'and an ad is changed exactly where the list says so');
  await situation.end?.(w);
  // The catalogue is read again after a change.
  await w.work();
  await w.app.settle();
}

test('a platform that does not let URL parameters be changed', async (t) => {
  const fake = await startFakeTikTok(t, [
    {
      info: { advertiser_id: '7001', name: 'Shop', currency: 'USD', display_timezone: 'Europe/Berlin', status: 'STATUS_ENABLE' },
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
          ad_id: '41',
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
    },
  ]);
  const app = await startTestApp({ at: NOW, config: { providers: { tiktok: fake.settings } } });
  t.after(() => app.close());
  const api = app.api(app.session);
  const query = { profile_id: app.profileId };
  await new Visitor().grant((await api.post('/connections/tiktok/connect', {}, query)).body.data.url);
  await runDue(
    app.base,
    kinds().filter(({ kind }) => kind === 'sync_catalogue'),
  );
  const { can_apply, reasons } = (await api.get('/quality/ad-ids/url-tags', query)).body.data;
  assert.deepEqual([can_apply, reasons], [false, ['not_supported']]);
  const body = { ad_ids: ['41'], ...ACKNOWLEDGED };
  const response = await fetch(`${app.baseUrl}/api/v1/quality/ad-ids/url-tags/apply?profile_id=${app.profileId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.session}`, 'content-type': 'application/json', 'idempotency-key': 'one' },
    body: JSON.stringify(body),
  });
  const [result] = Object(await response.json()).data.results;
  assert.deepEqual([response.status, result.result, result.reason], [200, 'skipped', 'not_supported']);
  assert.deepEqual(fake.server.writes, []);
});
