// May this credential do this here: every kind of container, role and scope, and what an outsider sees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Access, authorize, type Need } from '../../../src/account/access/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { Principal } from '../../../src/base/contract/operation.ts';
import { openWorld, refusal } from '../world.ts';

const READ: Need = { grain: 'profile', role: 'viewer', scopes: ['analytics:read'], auth: ['session', 'user', 'key'] };

test('authorize on a profile', async (t) => {
  const world = await openWorld(t);
  const { base, ann, zoe } = world;
  const annSession = world.principal(ann.session_token);
  const annKey = world.principal(ann.api_key);
  const on = (principal: Principal | undefined, need: Partial<Need> = {}): Access =>
    authorize(base, principal, { ...READ, profileId: ann.profile_id, ...need });

  await t.test('nobody is unauthorized, unless the operation is public', () => {
    assert.throws(() => on(undefined), refusal('unauthorized'));
    assert.equal(on(undefined, { auth: ['public'] }).scopes.size, 0);
  });

  await t.test('an owner opens the profile they name, with every scope', () => {
    const access = on(annSession);
    assert.deepEqual(access.profile, { profileId: ann.profile_id, workspaceId: ann.workspace_id });
    assert.ok(access.scopes.has('workspaces:write') && access.scopes.has('customers:read'));
  });

  await t.test('a person must name the profile, as a UUID, in any case', () => {
    assert.throws(() => on(annSession, { profileId: undefined }), refusal('invalid_parameter'));
    assert.throws(() => on(annSession, { profileId: 'north' }), refusal('invalid_parameter'));
    assert.equal(on(annSession, { profileId: ann.profile_id.toUpperCase() }).profile?.profileId, ann.profile_id);
  });

  await t.test('what a person cannot reach looks like what does not exist', () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    assert.throws(() => on(annSession, { profileId: zoe.profile_id }), refusal('not_found'));
    assert.throws(() => on(annSession, { profileId: missing }), refusal('not_found'));
    assert.throws(() => on(annSession, { workspaceId: zoe.workspace_id }), refusal('not_found'));
    assert.throws(() => on(world.member('bob@north.example')), refusal('not_found')); // a member without a role on the profile
  });

  await t.test('a key needs no profile_id and never reaches another profile', () => {
    assert.equal(on(annKey, { profileId: undefined }).profile?.profileId, ann.profile_id);
    assert.equal(on(annKey).profile?.profileId, ann.profile_id);
    assert.throws(() => on(annKey, { profileId: zoe.profile_id }), refusal('not_found'));
  });

  await t.test('a key lacks what it was not given and says what is needed; any of several scopes is enough', () => {
    const minted = createApiKey(base, {
      profileId: ann.profile_id,
      name: 'Narrow',
      scopes: ['conversions:read'],
      actor: 'system',
    });
    const narrow = world.principal(minted.secret);
    assert.throws(() => on(narrow), refusal('insufficient_scope', { required_scopes: ['analytics:read'] }));
    assert.ok(on(narrow, { scopes: ['conversions:read', 'customers:read'] }));
    assert.ok(on(narrow, { scopes: [] }));
  });

  await t.test('a kind of credential that the operation does not list is forbidden', () => {
    assert.throws(() => on(annKey, { auth: ['session', 'user'] }), refusal('forbidden'));
    assert.throws(() => on(annSession, { auth: ['key'] }), refusal('forbidden'));
  });

  await t.test('roles rank viewer, analyst, manager, and allow their scopes', () => {
    const viewer = world.member('vic@north.example', 'viewer');
    const analyst = world.member('eve@north.example', 'analyst');
    const blind = world.member('kim@north.example', 'analyst', false);
    const manager = world.member('max@north.example', 'manager');
    assert.deepEqual([...on(viewer).scopes].sort(), ['analytics:read', 'campaigns:read', 'conversions:read']);
    assert.throws(() => on(viewer, { role: 'analyst' }), refusal('forbidden'));
    assert.throws(() => on(viewer, { scopes: ['customers:read'] }), refusal('insufficient_scope'));
    assert.ok(on(analyst, { role: 'analyst', scopes: ['creatives:write'] }));
    assert.ok(on(analyst, { scopes: ['customers:read'] }));
    assert.throws(() => on(analyst, { scopes: ['goals:write'] }), refusal('insufficient_scope'));
    assert.throws(() => on(blind, { scopes: ['customers:read'] }), refusal('insufficient_scope'));
    assert.throws(() => on(blind, { scopes: ['visitors:read'] }), refusal('insufficient_scope'));
    assert.ok(on(blind, { scopes: ['conversions:read', 'customers:read'] }));
    assert.ok(on(manager, { role: 'manager', scopes: ['profiles:write'] }));
    assert.throws(() => on(manager, { scopes: ['workspaces:write'] }), refusal('insufficient_scope'));
    assert.throws(() => on(manager, { role: 'admin' }), refusal('forbidden'));
    assert.ok(on(annSession, { role: 'admin' }));
  });

  await t.test('a role on the profile counts only for members of its workspace', () => {
    const ivy = world.member('ivy@north.example', 'viewer');
    assert.ok(on(ivy));
    base.state.db.prepare('delete from workspace_members where person_id = ?').run(ivy.personId);
    assert.throws(() => on(ivy), refusal('not_found'));
  });

  await t.test('an archived workspace takes its profiles out of reach', () => {
    const zoeSession = world.principal(zoe.session_token);
    assert.ok(on(zoeSession, { profileId: zoe.profile_id }));
    base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(zoe.workspace_id);
    assert.throws(() => on(zoeSession, { profileId: zoe.profile_id }), refusal('not_found'));
    assert.throws(() => on(world.principal(zoe.api_key), { profileId: undefined }), refusal('not_found'));
  });
});

test('authorize on a workspace and without a container', async (t) => {
  const world = await openWorld(t);
  const { base, ann, zoe } = world;
  const annSession = world.principal(ann.session_token);
  const inside = (principal: Principal, need: Partial<Need> = {}): Access =>
    authorize(base, principal, {
      grain: 'workspace',
      role: 'member',
      scopes: [],
      auth: ['session'],
      workspaceId: ann.workspace_id,
      ...need,
    });

  await t.test('a workspace is found by its members only', () => {
    assert.equal(inside(annSession).workspaceId, ann.workspace_id);
    assert.throws(() => inside(annSession, { workspaceId: zoe.workspace_id }), refusal('not_found'));
    assert.throws(() => inside(world.principal(zoe.session_token)), refusal('not_found'));
    assert.throws(() => inside(annSession, { workspaceId: undefined }), refusal('validation_error'));
  });

  await t.test('roles rank member, admin, owner', () => {
    const person = createPerson(base, { email: 'abe@north.example', actor: 'system' });
    const place = { workspaceId: ann.workspace_id, personId: person.personId, actor: 'system' };
    const abe = world.principal(createSession(base, { personId: person.personId, actor: 'system' }).token);
    setWorkspaceRole(base, { ...place, role: 'member' });
    assert.ok(inside(abe));
    assert.throws(() => inside(abe, { role: 'admin' }), refusal('forbidden'));
    setWorkspaceRole(base, { ...place, role: 'admin' });
    assert.ok(inside(abe, { role: 'admin', scopes: ['profiles:write'] }));
    assert.throws(() => inside(abe, { role: 'owner' }), refusal('forbidden'));
    assert.ok(inside(annSession, { role: 'owner' }));
  });

  await t.test('a member brings the scopes of their roles on its profiles, and nothing over the containers', () => {
    const bare = world.member('bea@north.example');
    const manager = world.member('mia@north.example', 'manager');
    assert.throws(() => inside(bare, { scopes: ['analytics:read'] }), refusal('insufficient_scope'));
    assert.throws(() => inside(bare, { role: 'analyst' }), refusal('forbidden'));
    assert.ok(inside(manager, { role: 'analyst', scopes: ['creatives:write'] }));
    assert.throws(() => inside(manager, { scopes: ['profiles:write'] }), refusal('insufficient_scope'));
  });

  await t.test('an operation without a container asks for the grant alone', () => {
    const need: Need = { grain: 'none', role: 'none', scopes: ['workspaces:write'], auth: ['session', 'user', 'key'] };
    assert.ok(authorize(base, world.member('new@north.example'), need).scopes.has('workspaces:write'));
    const refused = refusal('insufficient_scope', { required_scopes: ['workspaces:write'] });
    assert.throws(() => authorize(base, world.principal(ann.api_key), need), refused);
  });
});
