// The members of a workspace that a consumer app made, as the app keeps them: invited first, never without an owner, nobody else's.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { workspacesOf } from '../../../src/account/places/index.ts';
import { refused } from '../door.ts';
import { acceptAs, openDoor } from './people.ts';

async function openApp(t: Parameters<typeof openDoor>[0]) {
  const world = await openDoor(t);
  const { base, ann } = world;
  const values = { name: 'Partner', tier: 'standard' as const, redirectUris: [], allowedReturnOrigins: [], actor: 'system' };
  const { appId } = registerApp(base, values);
  authorizeApp(base, { appId, place: { workspaceId: ann.workspace_id }, kind: 'provisioned' });
  const app = issueAppToken(base, appId).token;
  const path = `/workspaces/${ann.workspace_id}/members`;
  const put = (body: unknown, token = app) => world.call('put', path, token, body);
  const roleOf = (email: string) => workspacesOf(base, findPerson(base, email)?.personId ?? '')[0]?.role;
  return { ...world, app, path, put, roleOf };
}

test('putWorkspaceMember', async (t) => {
  const world = await openApp(t);
  const { call, ann, zoe, base, path, put, roleOf, app } = world;
  const profile = { profile_id: ann.profile_id, role: 'analyst' };

  await t.test('invites a person nobody knew, with roles on profiles, who is a member once they accept', async () => {
    const { status, body } = await put({ email: 'Bob@North.example', name: 'Bob', role: 'member', profiles: [profile] });
    assert.equal(status, 201);
    const { email, name, created } = body.data;
    assert.deepEqual([email, name, created, body.data.status], ['bob@north.example', 'Bob', true, 'invited']);
    assert.deepEqual(body.data.profiles, [{ ...profile, permissions: { pii: true } }]);
    assert.equal(findPerson(base, 'bob@north.example'), undefined);
    await acceptAs(world, 'bob@north.example');
    assert.equal(roleOf('bob@north.example'), 'member');
  });

  await t.test('the same again changes nothing and says so', async () => {
    const audit = (): number => base.state.db.prepare('select count(*) from audit').pluck().get() as number;
    const before = audit();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => put({ email: 'bob@north.example', name: 'Other', role: 'member', profiles: [profile] })),
    );
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.data.created, body.data.name, body.data.status]),
      Array.from({ length: 3 }, () => [200, false, null, 'active']),
      'the name is the person’s own',
    );
    assert.equal(audit(), before);
  });

  await t.test('raises and lowers, but never the last owner', async () => {
    assert.equal((await put({ email: 'bob@north.example', role: 'owner' })).body.data.role, 'owner');
    assert.equal((await put({ email: 'ann@north.example', role: 'member' })).body.data.role, 'member');
    assert.equal(refused(await put({ email: 'bob@north.example', role: 'admin' })), '409 invalid_state');
    assert.equal(roleOf('bob@north.example'), 'owner');
  });

  await t.test('a profile of somebody else is refused, and nobody is made', async () => {
    const body = { email: 'new@north.example', role: 'member', profiles: [{ ...profile, profile_id: zoe.profile_id }] };
    assert.equal(refused(await put(body)), '422 validation_error');
    assert.equal(findPerson(base, 'new@north.example'), undefined);
    assert.equal(refused(await put({ email: 'a@b.example\r\nx', role: 'member' })), '422 validation_error');
    assert.equal(refused(await put({ email: 'n@north.example', name: 'a\r\nb', role: 'member' })), '422 validation_error');
  });

  await t.test('for the app of this workspace alone', async () => {
    const body = { email: 'x@north.example', role: 'member' };
    assert.equal(refused(await put(body, ann.session_token)), '403 forbidden');
    assert.equal(refused(await call('put', `/workspaces/${zoe.workspace_id}/members`, app, body)), '404 not_found');
    base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(ann.workspace_id);
    assert.equal(refused(await call('put', path, app, body)), '404 not_found');
    assert.equal(findPerson(base, 'x@north.example'), undefined);
  });
});

test('listWorkspaceMembers', async (t) => {
  const world = await openApp(t);
  const { call, ann, zoe, app, path, put } = world;

  await t.test('everybody with their roles', async () => {
    await put({ email: 'bob@north.example', role: 'member', profiles: [{ profile_id: ann.profile_id, role: 'viewer' }] });
    await acceptAs(world, 'bob@north.example');
    const { data } = (await call('get', path, app)).body;
    assert.deepEqual(
      data.map((row: { email: string; role: string; profiles: unknown[] }) => [row.email, row.role, row.profiles.length]),
      [
        ['ann@north.example', 'owner', 0],
        ['bob@north.example', 'member', 1],
      ],
    );
  });

  await t.test('for the app of this workspace alone', async () => {
    assert.equal(refused(await call('get', path, ann.session_token)), '403 forbidden');
    assert.equal(refused(await call('get', `/workspaces/${zoe.workspace_id}/members`, app)), '404 not_found');
  });
});

test('deleteWorkspaceMember', async (t) => {
  const world = await openApp(t);
  const { call, ann, base, app, path, put, roleOf } = world;
  const idOf = (email: string): string => findPerson(base, email)?.personId ?? '';

  await t.test('takes every role with it, also when they come back', async () => {
    await put({ email: 'bob@north.example', role: 'member', profiles: [{ profile_id: ann.profile_id, role: 'manager' }] });
    const bob = await acceptAs(world, 'bob@north.example');
    assert.equal((await call('get', `/profile?profile_id=${ann.profile_id}`, bob)).status, 200);
    assert.equal((await call('delete', `${path}/${idOf('bob@north.example')}`, app)).body.data.removed, true);
    assert.equal(refused(await call('get', `/profile?profile_id=${ann.profile_id}`, bob)), '404 not_found');
    const again = await call('delete', `${path}/${idOf('bob@north.example')}`, app);
    assert.deepEqual([again.status, again.body.data.removed], [200, true], 'sent again it answers the same');
    await put({ email: 'bob@north.example', role: 'member' });
    await acceptAs(world, 'bob@north.example');
    assert.equal(roleOf('bob@north.example'), 'member');
    assert.deepEqual((await call('get', '/profiles', bob)).body.data, []);
  });

  await t.test('not the last owner, nobody unknown, not by a person', async () => {
    assert.equal(refused(await call('delete', `${path}/${idOf('ann@north.example')}`, app)), '409 invalid_state');
    assert.equal(roleOf('ann@north.example'), 'owner');
    assert.equal(refused(await call('delete', `${path}/${randomUUID()}`, app)), '404 not_found');
    assert.equal(refused(await call('delete', `${path}/${idOf('zoe@south.example')}`, app)), '404 not_found');
    assert.equal(refused(await call('delete', `${path}/${idOf('bob@north.example')}`, ann.session_token)), '403 forbidden');
  });
});
