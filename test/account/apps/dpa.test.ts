// The consumer apps of a workspace: who sees them, and who accepts and withdraws their agreements.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { archiveProfile } from '../../../src/account/access/index.ts';
import { authorizeApp, createGrant, issueUserToken, registerApp, registerClient } from '../../../src/account/apps/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { addProfile } from '../../../src/account/profiles/index.ts';
import { openDoor, refused } from '../door.ts';
import { ANN } from '../world.ts';

async function openAgreement(t: TestContext) {
  const world = await openDoor(t);
  const { appId } = registerApp(world.base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: [],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  const decide = (what: 'accept' | 'withdraw', token: string, app = appId) =>
    world.call('post', `/workspaces/${world.ann.workspace_id}/oauth-apps/${app}/dpa/${what}`, token);
  return { ...world, appId, decide };
}

test('listOAuthApps', async (t) => {
  const { base, ann, zoe, appId, call, clock, decide, memberToken } = await openAgreement(t);
  const list = (token = ann.session_token, workspaceId = ann.workspace_id) =>
    call('get', `/workspaces/${workspaceId}/oauth-apps`, token);
  const appNamed = (name: string): string =>
    registerApp(base, {
      name,
      tier: 'standard',
      scopes: ['analytics:read'],
      redirectUris: [],
      allowedReturnOrigins: [],
      actor: 'system',
    }).appId;
  const none = { holds_workspace: false, profiles_provisioned: 0, profiles_adopted: 0 };

  await t.test('an app is there once somebody here has dealt with it, and stays with what became of its agreement', async () => {
    assert.deepEqual((await list()).body.data, [], 'a registered app is nobody here yet');
    await decide('accept', ann.session_token);
    const accepted = { status: 'accepted', accepted_at: new Date(clock.now()).toISOString(), withdrawn_at: null };
    const [first, ...more] = (await list()).body.data;
    assert.deepEqual(
      [{ ...first, scopes: [] }, more],
      [{ app_id: appId, name: 'Partner', scopes: [], ...none, dpa: accepted }, []],
    );
    clock.advance(1_000);
    await decide('withdraw', ann.session_token);
    const withdrawn = { ...accepted, status: 'withdrawn', withdrawn_at: new Date(clock.now()).toISOString() };
    assert.deepEqual((await list()).body.data[0].dpa, withdrawn);
    assert.deepEqual((await list(zoe.session_token, zoe.workspace_id)).body.data, [], 'another workspace has nothing of it');
  });

  await t.test('what apps hold here is counted, by name; what was archived counts no more', async () => {
    const { workspace_id: workspaceId } = ann;
    const beta = appNamed('Beta');
    const place = { workspaceId, profileId: ann.profile_id };
    base.state.db.prepare("update workspaces set plan = 'agency' where workspace_id = ?").run(workspaceId);
    const result = addProfile(base, { workspaceId, name: 'Of Beta', actor: `app:${beta}` });
    authorizeApp(base, { appId: beta, place: { workspaceId }, kind: 'provisioned' });
    authorizeApp(base, { appId: beta, place, kind: 'adopted' });
    authorizeApp(base, { appId: beta, place: result, kind: 'provisioned' });
    const [first, second] = (await list()).body.data;
    assert.deepEqual([first.name, second.name], ['Beta', 'Partner']);
    const dpa = { status: 'none', accepted_at: null, withdrawn_at: null };
    const stored = { holds_workspace: true, profiles_provisioned: 1, profiles_adopted: 1 };
    assert.deepEqual(first, { app_id: beta, name: 'Beta', scopes: ['analytics:read'], ...stored, dpa });
    await archiveProfile(base, { profileId: result.profileId, actor: 'system' });
    assert.equal((await list()).body.data[0].profiles_provisioned, 0);
  });

  await t.test('for owners and admins in person', async () => {
    assert.equal(refused(await list(memberToken('n@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await list(ann.api_key)), '403 forbidden');
    assert.equal(refused(await list(zoe.session_token)), '404 not_found');
  });
});

test('acceptDpa', async (t) => {
  const { base, ann, zoe, appId, clock, decide, memberToken } = await openAgreement(t);

  await t.test('by an admin in person: no member, no stranger, no token, no key', async () => {
    const clientId = registerClient(base, { name: 'Agent', redirectUris: ['https://a.example/cb'], scopes: ['mcp:write'] });
    const personId = findPerson(base, ANN.email)?.personId ?? '';
    const grant = createGrant(base, { personId, clientId, scopes: ['mcp:write'], resource: 'https://m.example/mcp' });
    const agent = issueUserToken(base, { grantId: grant.grantId, scopes: grant.scopes }).token;
    assert.equal(refused(await decide('accept', agent)), '403 forbidden');
    assert.equal(refused(await decide('accept', ann.api_key)), '403 forbidden');
    assert.equal(refused(await decide('accept', memberToken('m@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await decide('accept', zoe.session_token)), '404 not_found');
    assert.equal(refused(await decide('accept', ann.session_token, randomUUID())), '404 not_found');
  });

  await t.test('once: again it changes nothing', async () => {
    const first = await decide('accept', ann.session_token);
    assert.deepEqual(first.body.data, {
      app_id: appId,
      name: 'Partner',
      dpa: { status: 'accepted', accepted_at: new Date(clock.now()).toISOString(), withdrawn_at: null },
    });
    clock.advance(1_000);
    assert.deepEqual((await decide('accept', ann.session_token)).body.data, first.body.data);
    const rows = base.state.db.prepare("select count(*) from audit where action = 'app.dpa_accepted'").pluck().get();
    assert.equal(rows, 1);
  });
});

test('withdrawDpa', async (t) => {
  const { ann, zoe, clock, decide } = await openAgreement(t);

  await t.test('before it was accepted it changes nothing; afterwards it may be accepted anew', async () => {
    assert.equal((await decide('withdraw', ann.session_token)).body.data.dpa.status, 'none');
    await decide('accept', ann.session_token);
    assert.equal(refused(await decide('withdraw', zoe.session_token)), '404 not_found');
    const withdrawn = (await decide('withdraw', ann.session_token)).body.data.dpa;
    assert.deepEqual([withdrawn.status, withdrawn.withdrawn_at], ['withdrawn', new Date(clock.now()).toISOString()]);
    clock.advance(1_000);
    const again = (await decide('accept', ann.session_token)).body.data.dpa;
    assert.deepEqual([again.status, again.accepted_at], ['accepted', new Date(clock.now()).toISOString()]);
  });
});
