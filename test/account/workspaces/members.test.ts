// The members of a workspace: as a consumer app keeps those of its own, invited first and never without an owner, and as owners and admins
// change theirs.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { createPerson, createSession, findPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole, workspacesOf } from '../../../src/account/places/index.ts';
import type { WorkspaceRole } from '../../../src/base/contract/scopes.ts';
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

/** Ann owns the workspace; each name has a role in it, and a session. */
async function openStaff(t: Parameters<typeof openDoor>[0]) {
  const world = await openDoor(t);
  const { base, ann, call } = world;
  const idOf = (name: string): string => findPerson(base, `${name}@north.example`)?.personId ?? '';
  const roleOf = (name: string) => workspacesOf(base, idOf(name)).find((each) => each.workspaceId === ann.workspace_id)?.role;
  const sessions = new Map([['ann', ann.session_token]]);
  const put = (name: string, role: WorkspaceRole): void => {
    const person =
      findPerson(base, `${name}@north.example`) ?? createPerson(base, { email: `${name}@north.example`, actor: 'system' });
    setWorkspaceRole(base, { workspaceId: ann.workspace_id, personId: person.personId, role, actor: 'system' });
    sessions.set(name, createSession(base, { personId: person.personId, actor: 'system' }).token);
  };
  for (const [name, role] of [
    ['ada', 'admin'],
    ['mia', 'member'],
    ['max', 'member'],
  ] as const)
    put(name, role);
  const path = (whom: string): string => `/workspaces/${ann.workspace_id}/members/${idOf(whom) || whom}`;
  const change = (who: string, whom: string, role: string) => call('patch', path(whom), sessions.get(who), { role });
  const remove = (who: string, whom: string) => call('post', `${path(whom)}/remove`, sessions.get(who), {});
  const provision = (appId: string | null) =>
    base.state.db.prepare('update access_workspaces set provisioned_by = ? where workspace_id = ?').run(appId, ann.workspace_id);
  const actions = (): unknown[] =>
    base.state.db.prepare("select action from audit where action like 'workspace_member.%'").pluck().all();
  return { ...world, idOf, roleOf, sessions, put, change, remove, provision, actions };
}

function appIn({ base }: Awaited<ReturnType<typeof openStaff>>): string {
  const values = { name: 'Partner', tier: 'standard' as const, redirectUris: [], allowedReturnOrigins: [], actor: 'system' };
  return registerApp(base, values).appId;
}

test('updateWorkspaceMember', async (t) => {
  const world = await openStaff(t);
  const { call, ann, zoe, change, roleOf, provision, actions, idOf } = world;

  await t.test('an owner changes anybody, an admin nobody above, a member nobody', async () => {
    for (const [who, whom, role, answer] of [
      ['ann', 'mia', 'admin', 200],
      ['ada', 'mia', 'member', 200],
      ['ada', 'mia', 'owner', '403 forbidden'],
      ['ada', 'ann', 'member', '403 forbidden'],
      ['max', 'max', 'admin', '403 forbidden'],
      ['max', 'mia', 'admin', '403 forbidden'],
      ['ann', 'ann', 'member', '409 invalid_state'],
      ['ann', 'mia', 'emperor', '422 validation_error'],
    ] as const) {
      const before = roleOf(whom);
      const response = await change(who, whom, role);
      if (answer === 200) assert.deepEqual(response.body.data, { user_id: idOf(whom), role });
      else assert.equal(refused(response), answer, `${who} ${whom} ${role}`);
      assert.equal(roleOf(whom), answer === 200 ? role : before);
    }
  });

  await t.test('the same again changes nothing', async () => {
    const before = actions().length;
    assert.equal((await change('ann', 'mia', 'member')).status, 200);
    assert.equal((await change('ann', 'ann', 'owner')).status, 200, 'the last owner may stay one');
    assert.equal(actions().length, before);
  });

  await t.test('not in what a consumer app made, nobody unknown, no stranger, no key', async () => {
    provision(appIn(world));
    assert.equal(refused(await change('ann', 'mia', 'admin')), '403 app_provisioned_workspace');
    provision(null);
    assert.equal(refused(await change('ann', randomUUID(), 'admin')), '404 not_found');
    const path = `/workspaces/${ann.workspace_id}/members/${idOf('mia')}`;
    assert.equal(refused(await call('patch', path, zoe.session_token, { role: 'admin' })), '404 not_found');
    assert.equal(refused(await call('patch', path, ann.api_key, { role: 'admin' })), '403 forbidden');
    const elsewhere = `/workspaces/${zoe.workspace_id}/members/${idOf('mia')}`;
    assert.equal(refused(await call('patch', elsewhere, zoe.session_token, { role: 'admin' })), '404 not_found');
    assert.equal(roleOf('mia'), 'member');
  });
});

test('endWorkspaceMembership', async (t) => {
  const world = await openStaff(t);
  const { call, ann, zoe, base, remove, roleOf, provision, put, sessions, actions, idOf } = world;

  await t.test('removed, they are out at once and on the record; anybody leaves by themselves', async () => {
    const profile = { profileId: ann.profile_id, workspaceId: ann.workspace_id };
    setProfileRole(base, { profile, personId: idOf('mia'), role: 'manager', canSeePii: true, actor: 'system' });
    const read = () => call('get', `/profile?profile_id=${ann.profile_id}`, sessions.get('mia'));
    assert.equal((await read()).status, 200);
    assert.equal(refused(await remove('max', 'mia')), '403 forbidden');
    assert.equal(refused(await remove('ada', 'ann')), '403 forbidden');
    assert.deepEqual((await remove('ada', 'mia')).body.data, { user_id: idOf('mia'), removed: true });
    assert.equal(refused(await read()), '404 not_found');
    assert.equal(refused(await remove('ada', 'mia')), '404 not_found', 'it is over');
    assert.equal((await remove('max', 'max')).status, 200);
    assert.equal(roleOf('max'), undefined);
    assert.deepEqual(actions().slice(-2), ['workspace_member.removed', 'workspace_member.removed']);
  });

  await t.test('not the last owner; two at once who are the last ones leave one', async () => {
    assert.equal(refused(await remove('ann', 'ann')), '409 invalid_state');
    put('ada', 'owner');
    const answers = await Promise.all([remove('ann', 'ann'), remove('ada', 'ada')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    for (const name of ['ann', 'ada']) put(name, 'owner');
  });

  await t.test('what a consumer app made is kept by the app, and still left by a person; no stranger, no key', async () => {
    put('mia', 'member');
    provision(appIn(world));
    assert.equal(refused(await remove('ann', 'mia')), '403 app_provisioned_workspace');
    assert.equal((await remove('mia', 'mia')).status, 200);
    provision(null);
    const path = `/workspaces/${ann.workspace_id}/members/${idOf('ada')}/remove`;
    assert.equal(refused(await call('post', path, zoe.session_token, {})), '404 not_found');
    assert.equal(refused(await call('post', path, ann.api_key, {})), '403 forbidden');
    assert.equal(roleOf('ada'), 'owner');
  });
});
