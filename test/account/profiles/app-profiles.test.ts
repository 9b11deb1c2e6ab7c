// Consumer apps and profiles: what they make, adopt, switch and archive, and what stays out of their reach.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { identify } from '../../../src/account/access/index.ts';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { decideHandoff } from '../../../src/account/handoffs/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { Base } from '../../../src/base/base.ts';
import type { Principal } from '../../../src/base/contract/operation.ts';
import { openDoor, refused } from '../door.ts';

const consumerApp = (base: Base) => {
  const result = registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  return { appId: result.appId, token: issueAppToken(base, result.appId).token };
};

async function openPartner(t: TestContext) {
  const world = await openDoor(t);
  const partner = consumerApp(world.base);
  const result = await world.call('post', '/workspaces', partner.token, {
    name: 'Client',
    email: 'client@shop.example',
    plan: 'growth',
  });
  const workspaceId: string = result.body.data.workspace_id;
  const profile = await world.call('post', '/profiles', partner.token, { workspace_id: workspaceId, name: 'Client shop' });
  return { ...world, partner, workspaceId, profileId: profile.body.data.profile_id as string };
}

const dpa = (workspaceId: string, appId: string, what: 'accept' | 'withdraw'): string =>
  `/workspaces/${workspaceId}/oauth-apps/${appId}/dpa/${what}`;

const approve = (base: Base, url: string, session: string) =>
  decideHandoff(base, decodeURIComponent(new URL(url).pathname.split('/').at(-1) as string), {
    principal: { ...(identify(base, `Bearer ${session}`) as Principal) },
    decision: 'approved',
  });

test('putProfileEntitlement', async (t) => {
  const { call, partner, profileId, workspaceId, ann, base } = await openPartner(t);
  const put = (feature: string, body: unknown, token = partner.token, id = profileId) =>
    call('put', `/profiles/${id}/entitlements/${feature}`, token, body);

  await t.test('svc_attribution lets writes in, and taking it away stops them; reads go on', async () => {
    const minted = () =>
      call('post', `/workspaces/${workspaceId}/api-keys`, partner.token, {
        profile_id: profileId,
        name: 'k',
        scopes: ['attribution:write', 'analytics:read', 'goals:write'],
      });
    assert.equal(refused(await minted()), '409 entitlement_required');
    assert.deepEqual((await put('svc_attribution', { enabled: true })).body.data, {
      profile_id: profileId,
      feature: 'svc_attribution',
      enabled: true,
    });
    const key: string = (await minted()).body.data.api_key;
    const event = (n: number) => call('post', '/events', key, { event_type: 'lead_created', idempotency_key: `l-${n}` });
    assert.equal((await event(1)).status, 201);
    await put('svc_attribution', { enabled: false });
    assert.equal(refused(await event(2)), '409 entitlement_required');
    assert.equal((await call('get', '/profile', key)).status, 200);
    const definition = { name: 'Trials', conversion_key: 'trial_begun', event_types: ['trial_begun'] };
    assert.equal(refused(await call('post', '/goals/definitions', key, definition)), '409 entitlement_required');
    const listed = async (): Promise<unknown> => (await call('get', '/goals/definitions', key)).body.data;
    const before = await listed();
    const trial = await call('post', '/goals/definitions?dry_run=true', key, definition);
    assert.equal(trial.status, 200, JSON.stringify(trial.body));
    assert.deepEqual(await listed(), before);
    for (const dryRun of ['false', 'TRUE'])
      assert.equal(
        refused(await call('post', `/goals/definitions?dry_run=${dryRun}`, key, definition)),
        '409 entitlement_required',
      );
  });

  await t.test('is audited when it changes something, and refuses other profiles, bodies and names', async () => {
    const rows = (): unknown =>
      base.state.db.prepare("select count(*) from audit where action = 'profile.entitlement_set'").pluck().get();
    const before = Number(rows());
    await put('svc_attribution', { enabled: true });
    await put('svc_attribution', { enabled: true });
    assert.equal(rows(), before + 1);
    for (const unknown of ['svc_other', 'svc_Attribution', 'svc_attribution_'])
      assert.equal(refused(await put(unknown, { enabled: true })), '400 invalid_parameter', unknown);
    assert.equal(rows(), before + 1);
    assert.equal(refused(await put('svc_attribution', { enabled: true }, partner.token, ann.profile_id)), '404 not_found');
    assert.equal(refused(await put('svc_attribution', { enabled: 'yes' })), '422 validation_error');
    assert.equal(refused(await put('Bad-Name', { enabled: true })), '400 invalid_parameter');
    assert.equal(refused(await put('svc_attribution', { enabled: true }, ann.session_token)), '403 forbidden');
  });
});

test('adoptProfile', async (t) => {
  const { call, partner, ann, zoe, base } = await openPartner(t);
  const adopt = (profileId: string, token = partner.token) => call('post', `/profiles/${profileId}/adopt`, token);
  const listed = async (): Promise<string[]> =>
    (await call('get', '/profiles', partner.token)).body.data.map((row: { profile_id: string }) => row.profile_id);

  await t.test(
    'in a workspace of people an admin approves it, beside the agreement; elsewhere the profile is not found',
    async () => {
      assert.equal(refused(await adopt(ann.profile_id)), '404 not_found');
      assert.equal(refused(await adopt(randomUUID())), '404 not_found');
      assert.equal((await call('post', dpa(ann.workspace_id, partner.appId, 'accept'), ann.session_token)).status, 200);
      const request = await Promise.all([adopt(ann.profile_id), adopt(ann.profile_id)]);
      assert.deepEqual(request.map(refused), ['403 forbidden', '403 forbidden']);
      assert.equal(new Set(request.map(({ body }) => body.error.handoff.id)).size, 1, 'two at once raise one hand-off');
      assert.ok(!(await listed()).includes(ann.profile_id), 'the agreement alone adopts nothing that people made');
      const handoff = await approve(base, request.map(({ body }) => body.error.handoff.url).find(Boolean), ann.session_token);
      assert.deepEqual(handoff.result, { outcome: 'approved', ...(await adopt(ann.profile_id)).body.data, adopted: true });
      assert.deepEqual([(await adopt(ann.profile_id)).status, (await adopt(ann.profile_id)).body.data.adopted], [200, false]);
      assert.ok((await listed()).includes(ann.profile_id));
      assert.equal(refused(await adopt(zoe.profile_id)), '404 not_found');
      assert.equal(refused(await adopt(ann.profile_id, consumerApp(base).token)), '404 not_found', 'it was this app alone');
    },
  );

  await t.test('an app that adopted does not archive, and has nothing left once the agreement is withdrawn', async () => {
    const params = { profile_id: ann.profile_id, name: 'k', scopes: ['analytics:read'] };
    const key = (await call('post', `/workspaces/${ann.workspace_id}/api-keys`, partner.token, params)).body.data.api_key;
    assert.equal((await call('get', '/profile', key)).status, 200);
    assert.equal(refused(await call('delete', `/profiles/${ann.profile_id}`, partner.token)), '409 invalid_state');
    const withdrawn = await call('post', dpa(ann.workspace_id, partner.appId, 'withdraw'), ann.session_token);
    assert.deepEqual([withdrawn.body.data.api_keys_revoked, withdrawn.body.data.profiles_given_up], [1, 1]);
    assert.equal(refused(await call('get', '/profile', key)), '401 unauthorized');
    assert.ok(!(await listed()).includes(ann.profile_id));
    assert.equal(refused(await adopt(ann.profile_id)), '404 not_found');
    assert.equal((await call('get', '/profile', ann.api_key)).status, 200, 'the keys of people go on');
  });
});

test('adoptProfile, in a workspace that the app made', async (t) => {
  const { call, partner, workspaceId, ann, base, principal } = await openPartner(t);
  const personId = principal(ann.session_token).personId as string;
  setWorkspaceRole(base, { workspaceId, personId, role: 'owner', actor: 'system' });
  const result = await call('post', '/profiles', ann.session_token, { workspace_id: workspaceId, name: 'Made by Ann' });
  const profileId: string = result.body.data.profile_id;
  const adopt = () => call('post', `/profiles/${profileId}/adopt`, partner.token);
  const decide = (what: 'accept' | 'withdraw') => call('post', dpa(workspaceId, partner.appId, what), ann.session_token);
  let page = '';

  await t.test('a profile that a person made is refused with a hand-off, with an accepted agreement too', async () => {
    const none = await adopt();
    assert.equal(refused(none), '403 forbidden');
    page = none.body.error.handoff.url;
    assert.match(page, /\/h\//);
    assert.equal((await decide('accept')).status, 200);
    assert.equal(refused(await adopt()), '403 forbidden');
    const params = { profile_id: profileId, name: 'k', scopes: ['customers:read'] };
    const mint = await call('post', `/workspaces/${workspaceId}/api-keys`, partner.token, params);
    assert.equal(refused(mint), '404 not_found');
  });
  await t.test('once approved it is adopted; withdrawal ends that and the keys for good', async () => {
    await approve(base, page, ann.session_token);
    assert.deepEqual([(await adopt()).status, (await adopt()).body.data.adopted], [200, false]);
    const values = { profile_id: profileId, name: 'k', scopes: ['customers:read'] };
    const key = (await call('post', `/workspaces/${workspaceId}/api-keys`, partner.token, values)).body.data.api_key;
    assert.equal((await call('get', '/customers/search?q=xy', key)).status, 200);
    const { data } = (await decide('withdraw')).body;
    assert.deepEqual([data.api_keys_revoked, data.profiles_given_up], [1, 1]);
    assert.equal(refused(await call('get', '/customers/search?q=xy', key)), '401 unauthorized');
    assert.equal(refused(await adopt()), '404 not_found');
  });
});

test('adoptProfile, after the workspace took the profile from the app', async (t) => {
  const { call, partner, profileId, workspaceId, ann, base, clock, principal } = await openPartner(t);
  const adopt = (id: string) => call('post', `/profiles/${id}/adopt`, partner.token);
  const takeAway = async (workspace: string, id: string, token: string): Promise<void> => {
    clock.advance(1_000);
    const path = `/workspaces/${workspace}/connected-apps`;
    const stored: { id: string; profile_id: string }[] = (await call('get', path, token)).body.data;
    const authorization = stored.find((each) => each.profile_id === id)?.id;
    assert.equal((await call('delete', `${path}/${authorization}`, token)).status, 200);
    clock.advance(1_000);
  };

  await t.test('the app does not come back by the agreement that it had, only by a new one', async () => {
    await call('post', dpa(ann.workspace_id, partner.appId, 'accept'), ann.session_token);
    authorizeApp(base, {
      appId: partner.appId,
      place: { profileId: ann.profile_id, workspaceId: ann.workspace_id },
      kind: 'adopted',
    });
    await takeAway(ann.workspace_id, ann.profile_id, ann.session_token);
    assert.equal(refused(await adopt(ann.profile_id)), '404 not_found');
    await call('post', dpa(ann.workspace_id, partner.appId, 'accept'), ann.session_token);
    assert.equal(refused(await adopt(ann.profile_id)), '404 not_found', 'which was in force all the time');
    await call('post', dpa(ann.workspace_id, partner.appId, 'withdraw'), ann.session_token);
    await call('post', dpa(ann.workspace_id, partner.appId, 'accept'), ann.session_token);
    assert.equal(refused(await adopt(ann.profile_id)), '403 forbidden', 'an admin may approve it again');
  });

  await t.test('nor by the workspace that it made', async () => {
    const personId = principal(ann.session_token).personId as string;
    setWorkspaceRole(base, { workspaceId, personId, role: 'owner', actor: 'system' });
    await takeAway(workspaceId, profileId, ann.session_token);
    assert.equal(refused(await adopt(profileId)), '404 not_found');
    assert.equal(refused(await call('delete', `/profiles/${profileId}`, partner.token)), '404 not_found');
  });

  await t.test('what it made itself comes back by a new agreement, without a hand-off', async () => {
    assert.equal((await call('post', dpa(workspaceId, partner.appId, 'accept'), ann.session_token)).status, 200);
    const back = await adopt(profileId);
    assert.deepEqual([back.status, back.body.data.adopted], [201, true]);
  });
});

test('deleteProfile', async (t) => {
  const { call, partner, profileId, workspaceId, ann, base, clock } = await openPartner(t);
  const remove = (token: string) => call('delete', `/profiles/${profileId}`, token);
  await call('put', `/profiles/${profileId}/entitlements/svc_attribution`, partner.token, { enabled: true });
  const params = { profile_id: profileId, name: 'k', scopes: ['analytics:read'] };
  const key = (await call('post', `/workspaces/${workspaceId}/api-keys`, partner.token, params)).body.data.api_key;

  await t.test('is the maker’s alone', async () => {
    assert.equal(refused(await remove(ann.session_token)), '403 forbidden');
    assert.equal(refused(await remove(key)), '403 forbidden');
    assert.equal(refused(await remove(consumerApp(base).token)), '404 not_found');
  });

  await t.test('archives and purges it; a second call answers the first time; nobody reaches it', async () => {
    const first = await remove(partner.token);
    assert.deepEqual([first.status, first.body.data.archived, first.body.data.purged], [200, true, true]);
    clock.advance(1_000);
    const again = await remove(partner.token);
    assert.deepEqual(again.body.data, { ...first.body.data, archived: false });
    assert.equal(refused(await remove(consumerApp(base).token)), '404 not_found');
    assert.equal(refused(await call('get', '/profile', key)), '401 unauthorized');
    assert.deepEqual((await call('get', '/profiles', partner.token)).body.data, []);
    const put = await call('put', `/profiles/${profileId}/entitlements/svc_attribution`, partner.token, { enabled: true });
    assert.equal(refused(put), '404 not_found');
    assert.equal(refused(await call('post', `/profiles/${profileId}/adopt`, partner.token)), '404 not_found');
    const next = await call('post', '/profiles', partner.token, { workspace_id: workspaceId, name: 'Client shop' });
    assert.equal(next.status, 201, 'its name and its place in the plan are free again');
  });
});
