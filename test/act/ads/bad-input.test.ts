// Changes of ads that are refused, whatever is wrong with the call: with the code that the specification has for it, nothing planned or
// written, and the attempt in the audit of the place that the caller reaches.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { archiveProfile } from '../../../src/account/access/index.ts';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { checkAudit } from '../../../src/account/audit/index.ts';
import { setEntitlement, setHealthcare } from '../../../src/account/places/index.ts';
import { worldOn } from '../../account/world.ts';
import { startWriteWorld, type WriteOptions, type WriteWorld } from './write-world.ts';

const HOUR_MS = 3_600_000;
const URL_TAGS = '/quality/ad-ids/url-tags';
const ACKNOWLEDGED = { acknowledge_learning_reset: true };
const CONFIRMED = { confirm_duplicate_swap: true };
const VERSION = '2026-09-23.duplicate-swap.v1';

interface Case extends WriteOptions {
  what: string;
  path: string;
  body?: Record<string, unknown>;
  refusal: string;
  /** Where the caller reaches no place, the attempt is in no workspace's audit. */
  isPlaceless?: boolean;
}

let w: WriteWorld;

interface Refused {
  workspace_id: string | null;
  profile_id: string | null;
  code: string;
  operation: string;
  credential: string;
}

const REFUSED = `select workspace_id, profile_id, json_extract(detail, '$.code') code, json_extract(detail, '$.operation') operation,
  json_extract(detail, '$.credential') credential from audit where action = 'call.refused' order by audit_no`;
const attempts = (): Refused[] => w.app.base.state.db.prepare<[], Refused>(REFUSED).all();
const planned = (): unknown =>
  w.app.base.state.db.prepare('select (select count(*) from intents) + (select count(*) from ad_write_plans)').pluck().get();

async function isRefused({ what, path, body, refusal, isPlaceless = false, ...options }: Case): Promise<void> {
  const [before, plans] = [attempts().length, planned()];
  const answer = await w.write(path, body, options);
  assert.equal(`${answer.status} ${answer.body.error?.code}`, refusal, `${what}: ${JSON.stringify(answer.body)}`);
  assert.deepEqual(w.carriedOut(), [], what);
  assert.equal(planned(), plans, `${what}: nothing is planned`);
  const [attempt, ...more] = attempts().slice(before);
  assert.equal(more.length, 0, what);
  assert.equal(attempt?.code, refusal.split(' ')[1], `${what}: it is audited`);
  assert.equal(attempt?.workspace_id === null, isPlaceless, what);
}

const pause = { path: '/ads/991/pause' };
const budget = { path: '/adsets/81/budget' };
const apply = { path: `${URL_TAGS}/apply` };
const swap = { path: '/ads/991/duplicate-and-swap' };

test('refused changes of ads', async (t) => {
  w = await startWriteWorld(t);
  const { base, clock, workspaceId, profileId } = w.app;
  const { zoe, memberToken } = worldOn(base, clock, w.app.dataDir, {
    workspace_id: workspaceId,
    profile_id: profileId,
    api_key: w.app.apiKey,
    session_token: w.app.session,
    tracking_key: w.app.trackingKey,
  });
  const key = { credential: w.app.apiKey };

  await t.test('by what the call lacks or has too much', async () => {
    const ids = (length: number) => Array.from({ length }, (_, no) => `${no}`);
    const cases: Case[] = [
      { what: 'no key', ...pause, key: null, refusal: '400 invalid_request' },
      { what: 'a key of 257 characters', ...pause, key: 'k'.repeat(257), refusal: '400 invalid_request' },
      { what: 'no key, and a budget', ...budget, body: { daily_budget: 2100 }, key: null, refusal: '400 invalid_request' },
      { what: 'an unknown field', ...pause, body: { loud: true }, refusal: '422 validation_error' },
      { what: 'an unknown platform', ...pause, body: { platform: 'orkut' }, refusal: '404 not_found' },
      { what: 'no budget', ...budget, refusal: '422 validation_error' },
      {
        what: 'a budget and an undo',
        ...budget,
        body: { daily_budget: 2100, undo_of: randomUUID() },
        refusal: '422 validation_error',
      },
      { what: 'a fraction', ...budget, body: { daily_budget: 2100.5 }, refusal: '422 validation_error' },
      { what: 'a text', ...budget, body: { daily_budget: '2100' }, refusal: '422 validation_error' },
      { what: 'nothing', ...budget, body: { daily_budget: 0 }, refusal: '422 validation_error' },
      { what: 'more than doubled', ...budget, body: { daily_budget: 5000 }, refusal: '422 budget_change_out_of_bounds' },
      { what: 'an absent acknowledgement', ...apply, body: { ad_ids: ['991'] }, refusal: '422 validation_error' },
      {
        what: 'a false acknowledgement',
        ...apply,
        refusal: '422 validation_error',
        body: { ad_ids: ['991'], acknowledge_learning_reset: false },
      },
      { what: '26 ads', ...apply, body: { ad_ids: ids(26), ...ACKNOWLEDGED }, refusal: '422 validation_error' },
      { what: 'no ad', ...apply, body: { ad_ids: [], ...ACKNOWLEDGED }, refusal: '422 validation_error' },
      { what: 'an ad twice', ...apply, body: { ad_ids: ['991', '991'], ...ACKNOWLEDGED }, refusal: '422 validation_error' },
      {
        what: 'an undo without acknowledgement',
        path: `${URL_TAGS}/undo`,
        body: { change_id: randomUUID() },
        refusal: '422 validation_error',
      },
      { what: 'no confirmation', ...swap, refusal: '422 validation_error' },
      { what: 'another person', ...pause, body: { applied_by: 'nobody@shop.example' }, refusal: '422 validation_error' },
    ];
    for (const each of cases) await isRefused(each);
    const conflict = { ...pause, key: 'conflict' };
    assert.equal((await w.write(pause.path, {}, conflict)).status, 200);
    w.carriedOut();
    await isRefused({
      what: 'a key of another request',
      path: '/ads/991/pause',
      body: { require_approval: true },
      key: 'conflict',
      refusal: '409 idempotency_key_conflict',
    });
    assert.equal((await w.write('/ads/991/resume')).status, 200);
    w.carriedOut();
  });

  await t.test('by consent that is missing, old, early or of something else', async () => {
    const { error } = (await w.write(swap.path, CONFIRMED, key)).body;
    const [text_hash] = error.consent.text_hashes;
    const now = clock.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    const consent = { version: VERSION, text_hash, accepted_by: 'owner@shop.example', accepted_at: at(-24 * HOUR_MS) };
    const wrong = [
      { version: '2026-01-01.duplicate-swap.v0' },
      { text_hash: '0'.repeat(64) },
      { accepted_at: at(-24 * HOUR_MS - 1) },
      { accepted_at: at(61_000) },
    ];
    for (const each of wrong)
      await isRefused({
        what: JSON.stringify(each),
        ...swap,
        ...key,
        body: { ...CONFIRMED, consent: { ...consent, ...each } },
        refusal: '409 consent_required',
      });
    await isRefused({ what: 'no consent', ...swap, ...key, body: CONFIRMED, refusal: '409 consent_required' });
    await isRefused({
      what: 'no time',
      ...swap,
      ...key,
      body: { ...CONFIRMED, consent: { ...consent, accepted_at: 'today' } },
      refusal: '422 validation_error',
    });
    const raised = await w.write(swap.path, { ...CONFIRMED, consent }, key);
    assert.equal(raised.status, 202, 'at its last moment it counts');
  });

  await t.test('by ids of others', async () => {
    const write = await w.write('/ads/992/pause');
    assert.equal((await w.write('/ads/992/resume')).status, 200);
    w.carriedOut();
    const theirs = { profileId: zoe.profile_id, credential: zoe.session_token };
    const isTheirs = '404 not_found';
    for (const path of ['/ads/991/pause', '/ads/991/resume'])
      await isRefused({ what: 'an ad of another tenant', path, ...theirs, refusal: isTheirs });
    await isRefused({
      what: 'an ad set of another tenant',
      ...budget,
      body: { daily_budget: 2100 },
      ...theirs,
      refusal: isTheirs,
    });
    await isRefused({ what: 'a change of another ad', ...pause, body: { undo_of: write.body.data.id }, refusal: isTheirs });
    await isRefused({
      what: 'no such change',
      path: `${URL_TAGS}/undo`,
      body: { change_id: randomUUID(), ...ACKNOWLEDGED },
      refusal: isTheirs,
    });
    const tagged = await w.write(apply.path, { ad_ids: ['none'], ...ACKNOWLEDGED });
    const body = { change_id: tagged.body.data.change_id, ...ACKNOWLEDGED };
    await isRefused({ what: 'a change of another tenant', path: `${URL_TAGS}/undo`, body, ...theirs, refusal: isTheirs });
    await isRefused({
      what: 'a profile of another tenant',
      ...pause,
      credential: zoe.session_token,
      refusal: isTheirs,
      isPlaceless: true,
    });
    await isRefused({ what: 'no such profile', ...pause, profileId: randomUUID(), refusal: isTheirs, isPlaceless: true });
    await isRefused({ what: 'no profile id', ...pause, profileId: 'mine', refusal: '400 invalid_parameter', isPlaceless: true });
    const { data } = (await w.app.api(zoe.session_token).get(`/workspaces/${zoe.workspace_id}/audit`, { limit: 100 })).body;
    const own = data.filter(({ action }: { action: string }) => action === 'call.refused');
    assert.equal(own.length, 4, 'what Zoe tried at her own profile, and nothing of others');
  });

  await t.test('by who may not', async () => {
    await isRefused({
      what: 'a viewer',
      ...pause,
      credential: memberToken('vera@shop.example', 'viewer'),
      refusal: '403 forbidden',
    });
    const count = attempts().length;
    assert.equal((await w.write(pause.path, {}, { credential: 'svc_live_unknown' })).status, 401);
    assert.equal(attempts().length, count, 'a stranger has no name to be recorded under');
  });

  await t.test(
    'by a healthcare profile for what its apps may not read; ads can be changed, with no name in an address',
    async () => {
      setHealthcare(base, { profileId }, true);
      const raised = await w.write('/ads/992/pause', {}, key);
      assert.equal(raised.status, 202, JSON.stringify(raised.body));
      w.account.creatives = w.account.ads.map((ad) => ({
        ...Object(ad['creative']),
        url_tags: null,
        object_story_spec: { page_id: '1', link_data: { link: 'https://clinic.example/' } },
      }));
      const done = await w.write(apply.path, { ad_ids: ['993'], ...ACKNOWLEDGED });
      const [{ after }] = done.body.data.results;
      assert.match(after, /utm_campaign=\{\{campaign\.id\}\}/);
      assert.doesNotMatch(after, /name/i, 'a campaign may be named after what it treats');
      w.carriedOut();
      const app = registerApp(base, {
        name: 'Partner',
        tier: 'standard',
        redirectUris: ['https://partner.example/cb'],
        allowedReturnOrigins: [],
        actor: 'system',
        scopes: ['campaigns:apply', 'customers:read'],
      });
      authorizeApp(base, { appId: app.appId, place: { workspaceId, profileId }, kind: 'provisioned' });
      await isRefused({
        what: 'the token of an app',
        ...pause,
        credential: issueAppToken(base, app.appId).token,
        refusal: '403 forbidden',
      });
      setHealthcare(base, { profileId }, false);
      w.carriedOut();
    },
  );

  await t.test('by a profile without the entitlement', async () => {
    const provision = base.state.db.prepare('update access_profiles set provisioned_by = (select app_id from apps limit 1)');
    provision.run();
    const entitle = (isEnabled: boolean) => setEntitlement(base, { profileId, feature: 'svc_attribution', isEnabled });
    entitle(false);
    await isRefused({ what: 'not entitled', ...pause, refusal: '409 entitlement_required' });
    entitle(true);
    assert.equal((await w.write('/ads/992/pause')).status, 200);
    w.carriedOut();
  });

  await t.test('without filling the audit', async () => {
    const count = attempts().length;
    clock.advance(2 * HOUR_MS);
    for (let no = 0; no < 70; no += 1) await w.write(pause.path, {}, { key: null });
    assert.equal(attempts().length - count, 60);
    const last = "select detail from audit where action = 'call.refused' order by audit_no desc limit 1";
    const detail = () => JSON.parse(String(base.state.db.prepare(last).pluck().get()));
    assert.equal(detail().is_last_of_hour, true);
    clock.advance(HOUR_MS);
    await w.write(pause.path, {}, { key: null });
    assert.equal(detail().unlisted_before, 10);
  });

  await t.test('by an archived profile', async () => {
    base.state.tx(() => archiveProfile(base, { profileId, actor: 'system' }));
    for (const { path, body } of [
      pause,
      { ...budget, body: { daily_budget: 2100 } },
      { ...apply, body: { ad_ids: ['991'], ...ACKNOWLEDGED } },
      { ...swap, body: CONFIRMED },
    ] as Case[])
      await isRefused({ what: path, path, ...(body ? { body } : {}), refusal: '404 not_found', isPlaceless: true });
  });

  assert.equal(checkAudit(base).brokenAt, undefined);
});
