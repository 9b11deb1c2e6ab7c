// What is connected to a workspace, and how it is cut off: consumer apps and the programs that members let act for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizeApp, createGrant, issueUserToken, registerApp, registerClient } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { type DoorWorld, openDoor, refused } from '../door.ts';
import { DAY_MS } from '../world.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const listed = async ({ call }: DoorWorld, workspaceId: string, token: string): Promise<Record<string, unknown>[]> =>
  (await call('get', `/workspaces/${workspaceId}/connected-apps`, token)).body.data;

/** An agent of this person's, with a token. */
function agentOf({ base, principal }: DoorWorld, session: string): { grantId: string; token: string } {
  const clientId = registerClient(base, { name: 'Claude', redirectUris: ['https://claude.example/cb'], scopes: ['mcp:read'] });
  const personId = principal(session).personId as string;
  const { grantId } = createGrant(base, { personId, clientId, scopes: ['mcp:read'], resource: 'https://host.example/mcp' });
  return { grantId, token: issueUserToken(base, { grantId, scopes: ['mcp:read'] }).token };
}

/** A consumer app on Ann's workspace and profile, with a key that it minted there. */
function appOf({ base, ann }: DoorWorld): { appId: string; credential: string; key: string } {
  const { appId } = registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    scopes: ['analytics:read'],
    actor: 'system',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
  });
  const place = { workspaceId: ann.workspace_id, profileId: ann.profile_id };
  authorizeApp(base, { appId, place: { workspaceId: ann.workspace_id }, kind: 'adopted' });
  authorizeApp(base, { appId, place, kind: 'adopted' });
  const { secret } = createApiKey(base, { ...place, name: 'p', scopes: ['analytics:read'], actor: `app:${appId}`, appId });
  return { appId, credential: appId, key: secret };
}

test('listConnectedApps', async (t) => {
  const world = await openDoor(t);
  const { ann, zoe, clock, call, memberToken } = world;
  assert.deepEqual(await listed(world, ann.workspace_id, ann.session_token), []);
  const { appId } = appOf(world);
  const { grantId } = agentOf(world, ann.session_token);

  await t.test('apps with what they hold, agents with whom they act for', async () => {
    const [workspace, profile, agent, ...more] = await listed(world, ann.workspace_id, ann.session_token);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [workspace?.['kind'], workspace?.['app_id'], workspace?.['profile_id'], workspace?.['authorized_by']],
      ['app', appId, null, 'adopted'],
    );
    assert.equal(profile?.['profile_id'], ann.profile_id);
    assert.deepEqual(
      [agent?.['id'], agent?.['kind'], agent?.['name'], agent?.['scopes']],
      [grantId, 'agent', 'Claude', ['mcp:read']],
    );
    assert.equal((agent?.['person'] as { email?: string } | undefined)?.email, 'ann@north.example');
  });

  await t.test('another workspace sees neither, and an agent whose tokens are over is gone', async () => {
    assert.deepEqual(await listed(world, zoe.workspace_id, zoe.session_token), []);
    clock.advance(DAY_MS);
    const kinds = (await listed(world, ann.workspace_id, ann.session_token)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['app', 'app']);
  });

  await t.test('for owners and admins alone, and for no token', async () => {
    const path = `/workspaces/${ann.workspace_id}/connected-apps`;
    assert.equal(refused(await call('get', path, memberToken('m@north.example'))), '403 forbidden');
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path, agentOf(world, ann.session_token).token)), '403 forbidden');
    assert.equal(refused(await call('get', path, ann.api_key)), '403 forbidden');
    assert.equal(refused(await call('get', path)), '401 unauthorized');
  });
});

test('revokeConnectedApp', async (t) => {
  const world = await openDoor(t);
  const { ann, zoe, clock, call, base, memberToken } = world;
  const end = (id: string, token = ann.session_token, workspaceId = ann.workspace_id) =>
    call('delete', `/workspaces/${workspaceId}/connected-apps/${id}`, token);

  await t.test('an agent loses its tokens; a second time answers the same', async () => {
    const { grantId, token } = agentOf(world, ann.session_token);
    assert.equal((await call('get', '/workspaces', token)).status, 200);
    const ended = await end(grantId);
    assert.deepEqual(ended.body.data, { id: grantId, revoked_at: '2026-03-01T12:00:00.000Z' });
    assert.equal((await call('get', '/workspaces', token)).status, 401);
    clock.advance(1_000);
    assert.deepEqual((await end(grantId.toUpperCase())).body.data, ended.body.data);
    assert.deepEqual(await listed(world, ann.workspace_id, ann.session_token), []);
  });

  await t.test('an app loses the profile and the keys that it minted for it, and keeps the rest', async () => {
    const { appId, key } = appOf(world);
    assert.equal((await call('get', '/profile', key)).status, 200);
    const profile = (await listed(world, ann.workspace_id, ann.session_token)).find((each) => each['profile_id'] !== null);
    assert.equal((await end(String(profile?.['id']))).status, 200);
    assert.equal((await call('get', '/profile', key)).status, 401);
    assert.equal((await call('get', '/profile', ann.api_key)).status, 200, 'not the keys of others');
    const left = await listed(world, ann.workspace_id, ann.session_token);
    assert.deepEqual(
      left.map((each) => [each['app_id'], each['profile_id']]),
      [[appId, null]],
    );
  });

  await t.test('only what is connected here, and only by owners and admins', async () => {
    const stranger = agentOf(world, zoe.session_token);
    assert.equal(refused(await end(stranger.grantId)), '404 not_found');
    assert.equal(refused(await end(UNKNOWN)), '404 not_found');
    assert.equal(refused(await end('everything')), '400 invalid_parameter');
    const own = agentOf(world, ann.session_token);
    assert.equal(refused(await end(own.grantId, memberToken('n@north.example'))), '403 forbidden');
    assert.equal(refused(await end(own.grantId, zoe.session_token)), '404 not_found');
    assert.equal(refused(await end(own.grantId, zoe.session_token, zoe.workspace_id)), '404 not_found');
    assert.equal((await call('get', '/workspaces', stranger.token)).status, 200);
    const admin = createPerson(base, { email: 'admin@north.example', actor: 'system' });
    setWorkspaceRole(base, { workspaceId: ann.workspace_id, personId: admin.personId, role: 'admin', actor: 'system' });
    const session = createSession(base, { personId: admin.personId, actor: 'system' }).token;
    assert.equal((await end(own.grantId, session)).status, 200);
  });
});

test('listMyAgents', async (t) => {
  const world = await openDoor(t);
  const { ann, zoe, call, clock } = world;
  const { grantId, token } = agentOf(world, ann.session_token);
  agentOf(world, zoe.session_token);
  const read = (credential: string) => call('get', '/me/agents', credential);

  await t.test('shows the own ones alone, while a token of theirs may be used', async () => {
    assert.deepEqual((await read(ann.session_token)).body.data, [
      { id: grantId, name: 'Claude', scopes: ['mcp:read'], created_at: '2026-03-01T12:00:00.000Z', last_used_at: null },
    ]);
    clock.advance(DAY_MS);
    assert.deepEqual((await read(ann.session_token)).body.data, []);
  });
  await t.test('is out of reach of tokens and keys', async () => {
    for (const credential of [token, ann.api_key]) assert.notEqual((await read(credential)).status, 200);
  });
});

test('deleteMyAgent', async (t) => {
  const world = await openDoor(t);
  const { ann, zoe, call } = world;
  const own = agentOf(world, ann.session_token);
  const end = (id: string, token = ann.session_token) => call('delete', `/me/agents/${id}`, token);
  assert.equal(refused(await end(own.grantId, zoe.session_token)), '404 not_found', "another person's is not there");
  assert.equal((await end(own.grantId.toUpperCase())).body.data.id, own.grantId);
  assert.deepEqual((await call('get', '/me/agents', ann.session_token)).body.data, []);
  assert.equal(refused(await end(own.grantId)), '404 not_found', 'it is over');
  assert.equal(refused(await end(UNKNOWN)), '404 not_found');
  assert.equal(refused(await call('get', '/workspaces', own.token)), '401 unauthorized', 'its tokens have ended');
});
