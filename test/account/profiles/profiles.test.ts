// Profiles through the door: made within the plan's allowance, once, and listed to those who can open them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAudit } from '../../../src/account/audit/index.ts';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { zoneTableVersion } from '../../../src/base/kit/time/zone-shifts.ts';
import { openDoor, refused } from '../door.ts';
import { START } from '../world.ts';

test('createProfile', async (t) => {
  const { call, base, clock, ann, zoe, memberToken } = await openDoor(t, { plans: true });
  const growth = (await call('post', '/workspaces', ann.session_token, { name: 'Big', plan: 'growth', timezone: 'Asia/Tokyo' }))
    .body.data.workspace_id;
  const create = (body: object, token = ann.session_token) => call('post', '/profiles', token, { workspace_id: growth, ...body });
  const count = (): number => base.state.db.prepare('select count(*) from profiles').pluck().get() as number;

  await t.test('takes currency and time zone from the workspace and writes its settings as decisions', async () => {
    const { status, body } = await create({ name: 'One' });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body.data).sort(), ['created', 'profile_id', 'workspace_id']);
    assert.deepEqual([body.data.workspace_id, body.data.created], [growth, true]);
    const decisions = base.state.decisions(body.data.profile_id, 0n, 10);
    assert.deepEqual(
      decisions.map(({ kind, payload }) => [kind, payload]),
      [
        ['setting', { name: 'timezone', value: 'Asia/Tokyo', shifts: [[0, 32_400]], version: zoneTableVersion() }],
        ['setting', { name: 'currency', value: 'USD' }],
        ['setting', { name: 'privacy_mode', value: 'standard' }],
        ['setting', { name: 'own_domains', value: '[]' }],
      ],
    );
    assert.match(decisions[0]?.actor ?? '', /^person:/);
    assert.ok(base.state.keys.token(body.data.profile_id, 'email', 'a@b.example')); // it has a key of its own
  });

  await t.test('tells others that there are decisions', async () => {
    const messages: string[] = [];
    const stop = base.signals.on('decisions', (profileId) => messages.push(profileId));
    const { body } = await create({ name: 'Heard', currency: 'JPY', timezone: 'Asia/Seoul' });
    await create({ name: 'Heard' });
    stop();
    assert.deepEqual(messages, [body.data.profile_id]);
  });

  await t.test('a name that another admin took a moment ago is taken', async () => {
    const person = createPerson(base, { email: 'abe@north.example', actor: 'system' });
    setWorkspaceRole(base, { workspaceId: growth, personId: person.personId, role: 'admin', actor: 'system' });
    const abe = createSession(base, { personId: person.personId, actor: 'system' }).token;
    assert.equal(refused(await create({ name: 'Heard' }, abe)), '409 invalid_state');
  });

  await t.test('a repeat by the same caller within ten minutes answers the same one; later the name is taken', async () => {
    const first = await create({ name: 'Twice' });
    clock.advance(10 * 60_000 - 1);
    const again = await create({ name: ' Twice ' });
    assert.deepEqual([first.status, again.status, again.body.data.created], [201, 200, false]);
    assert.equal(again.body.data.profile_id, first.body.data.profile_id);
    clock.advance(1);
    assert.equal(refused(await create({ name: 'Twice' })), '409 invalid_state');
  });

  await t.test('ten requests at once make one', async () => {
    const before = count();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Crowd' })));
    assert.equal(new Set(answers.map(({ body }) => body.data.profile_id)).size, 1);
    assert.equal(count(), before + 1);
  });

  await t.test('stops at the allowance of the plan, and says which plan allows more', async () => {
    assert.equal((await create({ name: 'Fifth' })).status, 201);
    const before = count();
    const { status, body } = await create({ name: 'Sixth' });
    assert.equal(status, 403);
    assert.deepEqual(
      [body.error.code, body.error.upgrade_required, body.error.upgrade],
      ['profile_limit_reached', true, { plan: 'agency' }],
    );
    assert.equal((await create({ name: 'Crowd' })).status, 200); // a repeat is answered all the same
    const small = await create({ workspace_id: ann.workspace_id, name: 'Second' });
    assert.deepEqual([refused(small), small.body.error.upgrade], ['403 profile_limit_reached', { plan: 'growth' }]);
    assert.equal(count(), before);
  });

  await t.test('is for admins of that workspace; strangers do not find it', async () => {
    const body = { workspace_id: ann.workspace_id, name: 'Mine' };
    assert.equal(refused(await create(body, zoe.session_token)), '404 not_found');
    assert.equal(refused(await create(body, memberToken('mia@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await create(body, ann.api_key)), '403 forbidden');
    assert.equal(refused(await call('post', '/profiles', undefined, body)), '401 unauthorized');
    const missing = { ...body, workspace_id: '00000000-0000-4000-8000-000000000000' };
    assert.equal(refused(await create(missing)), '404 not_found');
  });

  await t.test('refuses bad bodies by the name of the field and leaves nothing behind', async () => {
    const big = (await call('post', '/workspaces', ann.session_token, { name: 'Huge', plan: 'agency' })).body.data.workspace_id;
    const before = count();
    const bad: [object, RegExp][] = [
      [{ workspace_id: undefined, name: 'a' }, /workspace_id/],
      [{ workspace_id: 7, name: 'a' }, /workspace_id/],
      [{ workspace_id: 'north', name: 'a' }, /workspace_id/],
      [{}, /name/],
      [{ name: ' ' }, /name/],
      [{ name: 'a', currency: 'eur' }, /currency/],
      [{ name: 'a', currency: 'XYZ' }, /currency/],
      [{ name: 'a', timezone: 'GMT+5' }, /timezone/],
      [{ name: 'a', plan: 'growth' }, /plan/],
    ];
    for (const [body, field] of bad) {
      const answer = await create({ workspace_id: big, ...body });
      assert.equal(refused(answer), '422 validation_error', JSON.stringify(body));
      assert.match(answer.body.error.message, field);
    }
    assert.equal(count(), before);
    assert.equal(checkAudit(base).brokenAt, undefined);
  });
});

test('listProfiles', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t, { plans: true });
  const rowOf = (role: string | null) => ({
    profile_id: ann.profile_id,
    workspace_id: ann.workspace_id,
    name: 'North Shop',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    role,
    created_at: new Date(START).toISOString(),
  });

  await t.test('lists what a person can open, over their workspaces, with their role', async () => {
    assert.deepEqual((await call('get', '/profiles', ann.session_token)).body, { data: [rowOf('manager')] });
    assert.deepEqual((await call('get', '/profiles', memberToken('vic@north.example', 'viewer'))).body, {
      data: [rowOf('viewer')],
    });
    assert.deepEqual((await call('get', '/profiles', memberToken('bob@north.example'))).body, { data: [] });
    const zoes = (await call('get', '/profiles', zoe.session_token)).body.data;
    assert.deepEqual(
      zoes.map((row: { profile_id: string }) => row.profile_id),
      [zoe.profile_id],
    );
  });

  await t.test('lists the one profile of a key', async () => {
    assert.deepEqual((await call('get', '/profiles', ann.api_key)).body, { data: [rowOf(null)] });
  });

  await t.test('is for nobody without a credential', async () => {
    assert.equal(refused(await call('get', '/profiles')), '401 unauthorized');
    assert.equal(refused(await call('get', '/profiles', ann.tracking_key)), '401 unauthorized');
  });
});

test('listWorkspaceProfiles', async (t) => {
  const { call, base, ann, zoe, memberToken } = await openDoor(t, { plans: true });
  const path = `/workspaces/${ann.workspace_id}/profiles`;

  await t.test('lists the profiles of this workspace only', async () => {
    const other = (await call('post', '/workspaces', ann.session_token, { name: 'Other' })).body.data.workspace_id;
    await call('post', '/profiles', ann.session_token, { workspace_id: other, name: 'Elsewhere' });
    const { status, body } = await call('get', path, ann.session_token);
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map((row: { name: string }) => row.name),
      ['North Shop'],
    );
    assert.deepEqual(body.meta, { workspace_id: ann.workspace_id });
  });

  await t.test('shows a member those on which they hold a role', async () => {
    assert.deepEqual((await call('get', path, memberToken('bob@north.example'))).body.data, []);
    assert.equal((await call('get', path, memberToken('vic@north.example', 'viewer'))).body.data[0].role, 'viewer');
  });

  await t.test('a stranger does not find the workspace, a key is refused, a bad id is named', async () => {
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path, ann.api_key)), '403 forbidden');
    assert.equal(refused(await call('get', path)), '401 unauthorized');
    assert.equal(refused(await call('get', '/workspaces/north/profiles', ann.session_token)), '400 invalid_parameter');
  });

  await t.test('leaves archived profiles out', async () => {
    base.state.db.prepare('update access_profiles set archived_at = 1 where profile_id = ?').run(ann.profile_id);
    assert.deepEqual((await call('get', path, ann.session_token)).body.data, []);
  });
});
