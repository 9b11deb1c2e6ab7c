// Roles on one profile through the door: inviting to it, changing and taking away, and what the permission `pii` keeps back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findPerson } from '../../../src/account/people/index.ts';
import { refused } from '../door.ts';
import { accept, onlyMail, openDoor, sessionOf } from './people.ts';

const CUSTOMERS = 'date_from=2026-02-01&date_to=2026-02-28&goal=payment_received';

async function openProfile(t: Parameters<typeof openDoor>[0]) {
  const world = await openDoor(t);
  const { call, ann, zoe } = world;
  const at = `/workspaces/${ann.workspace_id}/profiles/${ann.profile_id}`;
  const invite = (body: unknown, token = ann.session_token) => call('post', `${at}/invitations`, token, body);
  const members = async () => (await call('get', `${at}/invitations`, ann.session_token)).body.meta.members;
  /** Invited, and in. */
  const joined = async (email: string, body: object): Promise<string> => {
    await invite({ email, ...body });
    const session = sessionOf(world, email);
    const answer = await accept(world, session, (await onlyMail(world)).token);
    assert.equal(answer.status, 200);
    return session;
  };
  /** The same path in another tenant's names. */
  const foreign = [
    `/workspaces/${zoe.workspace_id}/profiles/${ann.profile_id}`,
    `/workspaces/${ann.workspace_id}/profiles/${zoe.profile_id}`,
    `/workspaces/${randomUUID()}/profiles/${ann.profile_id}`,
  ];
  return { ...world, at, invite, members, joined, foreign };
}

test('createProfileInvitation', async (t) => {
  const world = await openProfile(t);
  const { call, ann, zoe, invite, joined, foreign } = world;

  await t.test('lets a person into one profile with a role, and into the workspace as a member', async () => {
    const bob = await joined('bob@north.example', { role: 'analyst' });
    const { data } = (await call('get', '/profiles', bob)).body;
    assert.deepEqual([data.length, data[0].profile_id, data[0].role], [1, ann.profile_id, 'analyst']);
    assert.equal((await call('get', `/customers?profile_id=${ann.profile_id}&${CUSTOMERS}`, bob)).status, 200);
    assert.equal((await call('get', '/workspaces', bob)).body.data[0].role, 'member');
  });

  await t.test('without the permission, the role shows no personal data', async () => {
    const cat = await joined('cat@north.example', { role: 'manager', permissions: { pii: false } });
    const answer = await call('get', `/customers?profile_id=${ann.profile_id}&${CUSTOMERS}`, cat);
    assert.equal(refused(answer), '403 insufficient_scope');
  });

  await t.test('who has a role, or manages all, is not invited again', async () => {
    assert.equal(refused(await invite({ email: 'bob@north.example', role: 'manager' })), '409 invalid_state');
    assert.equal(refused(await invite({ email: 'ann@north.example', role: 'viewer' })), '409 invalid_state');
    assert.equal((await invite({ email: 'dee@north.example', role: 'viewer' })).status, 201);
    assert.equal(refused(await invite({ email: 'dee@north.example', role: 'viewer' })), '409 invalid_state');
  });

  await t.test('not by who only manages the profile, nor by strangers, nor across tenants', async () => {
    const body = { email: 'x@north.example', role: 'viewer' };
    const manager = await (async () => {
      await world.mails();
      return joined('mia@north.example', { role: 'manager' });
    })();
    assert.equal(refused(await invite(body, manager)), '403 forbidden');
    assert.equal(refused(await invite(body, zoe.session_token)), '404 not_found');
    assert.equal(refused(await invite(body, ann.api_key)), '403 forbidden');
    for (const path of foreign) {
      for (const token of [ann.session_token, zoe.session_token])
        assert.equal(refused(await call('post', `${path}/invitations`, token, body)), '404 not_found', path);
    }
    assert.equal(refused(await invite({ ...body, role: 'admin' })), '422 validation_error');
    assert.equal((await world.mails()).length, 0);
  });

  await t.test('an archived profile takes nobody in', async () => {
    await invite({ email: 'late@north.example', role: 'viewer' });
    const { token } = await onlyMail(world);
    world.base.state.db.prepare('update access_profiles set archived_at = 1 where profile_id = ?').run(ann.profile_id);
    const late = sessionOf(world, 'late@north.example');
    assert.equal(refused(await accept(world, late, token)), '409 invalid_state');
    assert.deepEqual((await call('get', '/workspaces', late)).body.data, [], 'nothing is half done');
    assert.equal(refused(await invite({ email: 'later@north.example', role: 'viewer' })), '404 not_found');
  });
});

test('listProfileInvitations', async (t) => {
  const { call, ann, zoe, at, invite, joined, foreign } = await openProfile(t);

  await t.test('the invitations of this profile, and who has a role on it', async () => {
    await joined('bob@north.example', { role: 'analyst', permissions: { pii: false } });
    await invite({ email: 'cat@north.example', role: 'viewer' });
    await call('post', `/workspaces/${ann.workspace_id}/invitations`, ann.session_token, {
      email: 'other@north.example',
      role: 'member',
    });
    const { body } = await call('get', `${at}/invitations`, ann.session_token);
    assert.deepEqual(
      body.data.map((row: { email: string; status: string }) => [row.email, row.status]),
      [
        ['cat@north.example', 'pending'],
        ['bob@north.example', 'accepted'],
      ],
    );
    const [bob, ...others] = body.meta.members;
    assert.deepEqual([others.length, bob.email, bob.role, bob.permissions], [0, 'bob@north.example', 'analyst', { pii: false }]);
    const inWorkspace = await call('get', `/workspaces/${ann.workspace_id}/invitations`, ann.session_token);
    assert.deepEqual(
      inWorkspace.body.data.map((row: { email: string }) => row.email),
      ['other@north.example'],
    );
  });

  await t.test('for nobody else', async () => {
    for (const path of foreign)
      assert.equal(refused(await call('get', `${path}/invitations`, ann.session_token)), '404 not_found');
    assert.equal(refused(await call('get', `${at}/invitations`, zoe.session_token)), '404 not_found');
  });
});

test('deleteProfileInvitation', async (t) => {
  const world = await openProfile(t);
  const { call, ann, zoe, at, invite } = world;

  await t.test('ends the link, and only where the invitation belongs', async () => {
    const { id } = (await invite({ email: 'bob@north.example', role: 'viewer' })).body.data;
    const { token } = await onlyMail(world);
    const asWorkspace = `/workspaces/${ann.workspace_id}/invitations/${id}`;
    assert.equal(refused(await call('delete', asWorkspace, ann.session_token)), '404 not_found');
    assert.equal(refused(await call('delete', `${at}/invitations/${id}`, zoe.session_token)), '404 not_found');
    const revoked = await call('delete', `${at}/invitations/${id}`, ann.session_token);
    assert.deepEqual([revoked.status, revoked.body.data.status], [200, 'revoked']);
    assert.deepEqual((await call('delete', `${at}/invitations/${id}`, ann.session_token)).body, revoked.body);
    assert.equal(refused(await accept(world, sessionOf(world, 'bob@north.example'), token)), '409 invalid_state');
    assert.equal(refused(await call('delete', `${at}/invitations/${randomUUID()}`, ann.session_token)), '404 not_found');
  });
});

test('updateProfileMember', async (t) => {
  const { call, ann, zoe, at, members, joined, foreign } = await openProfile(t);
  const bob = await joined('bob@north.example', { role: 'analyst' });
  const [{ membership_id }] = await members();
  const path = `${at}/members/${membership_id}`;
  const change = (body: unknown, token = ann.session_token) => call('patch', path, token, body);

  await t.test('role and permissions, each by itself, in force at once', async () => {
    const { status, body } = await change({ permissions: { pii: false } });
    assert.deepEqual([status, body.data.role, body.data.permissions], [200, 'analyst', { pii: false }]);
    const customers = `/customers?profile_id=${ann.profile_id}&${CUSTOMERS}`;
    assert.equal(refused(await call('get', customers, bob)), '403 insufficient_scope');
    assert.equal((await change({ permissions: { pii: true } })).status, 200);
    assert.equal((await call('get', customers, bob)).status, 200);
    const lower = (await change({ role: 'viewer' })).body.data;
    assert.deepEqual([lower.membership_id, lower.role, lower.permissions], [membership_id, 'viewer', { pii: true }]);
    assert.equal(refused(await call('get', customers, bob)), '403 forbidden');
  });

  await t.test('says what is wrong with a body, and changes nothing', async () => {
    for (const body of [{}, { role: 'owner' }, { permissions: {} }, { permissions: { pii: 1 } }, { other: 1 }])
      assert.equal(refused(await change(body)), '422 validation_error', JSON.stringify(body));
    assert.equal((await members())[0].role, 'viewer');
  });

  await t.test('not by the person, a stranger, or by another name', async () => {
    assert.equal(refused(await change({ role: 'manager' }, bob)), '403 forbidden');
    assert.equal(refused(await change({ role: 'manager' }, zoe.session_token)), '404 not_found');
    for (const other of foreign)
      assert.equal(
        refused(await call('patch', `${other}/members/${membership_id}`, ann.session_token, { role: 'manager' })),
        '404 not_found',
      );
    const unknown = `${at}/members/${randomUUID()}`;
    assert.equal(refused(await call('patch', unknown, ann.session_token, { role: 'manager' })), '404 not_found');
    assert.equal((await members())[0].role, 'viewer');
  });
});

test('deleteProfileMember', async (t) => {
  const { base, call, ann, zoe, at, members, joined } = await openProfile(t);
  const bob = await joined('bob@north.example', { role: 'manager' });
  const [{ membership_id }] = await members();
  const path = `${at}/members/${membership_id}`;

  await t.test('the profile is shut to them, once', async () => {
    assert.equal(refused(await call('delete', path, bob)), '403 forbidden');
    assert.equal(refused(await call('delete', path, zoe.session_token)), '404 not_found');
    assert.equal((await call('delete', path, ann.session_token)).body.data.removed, true);
    assert.equal(refused(await call('get', `/profile?profile_id=${ann.profile_id}`, bob)), '404 not_found');
    assert.deepEqual((await call('get', '/profiles', bob)).body.data, []);
    assert.equal((await call('get', '/workspaces', bob)).body.data.length, 1);
    assert.deepEqual((await call('delete', path, ann.session_token)).body.data, {
      membership_id,
      user_id: findPerson(base, 'bob@north.example')?.personId,
      removed: true,
    });
    assert.equal(refused(await call('delete', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('delete', `${at}/members/${randomUUID()}`, ann.session_token)), '404 not_found');
  });
});
