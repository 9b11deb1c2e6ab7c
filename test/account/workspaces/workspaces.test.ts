// Workspaces through the door: a person's own, made once however often the request is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { openDoor, refused } from '../door.ts';
import { START } from '../world.ts';

test('listWorkspaces', async (t) => {
  const { call, base, ann, zoe, memberToken } = await openDoor(t, { plans: true });

  await t.test('lists the workspaces of the person with their role, and no other', async () => {
    const { status, body } = await call('get', '/workspaces', ann.session_token);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      data: [
        {
          workspace_id: ann.workspace_id,
          name: 'North',
          timezone: 'Europe/Berlin',
          plan: 'starter',
          status: 'active',
          reporting_currency: 'EUR',
          created_at: new Date(START).toISOString(),
          role: 'owner',
        },
      ],
    });
    const bob = memberToken('bob@north.example');
    const seen = (await call('get', '/workspaces', bob)).body.data;
    assert.deepEqual([seen.length, seen[0].workspace_id, seen[0].role], [1, ann.workspace_id, 'member']);
  });

  await t.test('is empty for a person without a workspace', async () => {
    const person = createPerson(base, { email: 'new@nowhere.example', actor: 'system' });
    const token = createSession(base, { personId: person.personId, actor: 'system' }).token;
    assert.deepEqual((await call('get', '/workspaces', token)).body, { data: [] });
  });

  await t.test('is for people only', async () => {
    assert.equal(refused(await call('get', '/workspaces')), '401 unauthorized');
    assert.equal(refused(await call('get', '/workspaces', 'svc_sess_unknown')), '401 unauthorized');
    assert.equal(refused(await call('get', '/workspaces', ann.api_key)), '403 forbidden');
  });

  await t.test('leaves archived workspaces out', async () => {
    base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(zoe.workspace_id);
    assert.deepEqual((await call('get', '/workspaces', zoe.session_token)).body.data, []);
  });
});

test('createWorkspace', async (t) => {
  const { call, clock, base, ann, zoe } = await openDoor(t, { plans: true });
  const create = (body: unknown, token = ann.session_token) => call('post', '/workspaces', token, body);
  const count = (): number => base.state.db.prepare('select count(*) from workspaces').pluck().get() as number;

  await t.test('makes a workspace that its maker owns', async () => {
    const { status, body } = await create({ name: '  West ', timezone: 'America/New_York' });
    assert.equal(status, 201);
    const { workspace_id, created_at, ...rest } = body.data;
    assert.deepEqual(rest, {
      name: 'West',
      timezone: 'America/New_York',
      plan: 'starter',
      status: 'active',
      reporting_currency: 'USD',
      created: true,
      checkout: null,
    });
    assert.ok(created_at);
    assert.equal(body.warnings, undefined);
    const listed = (await call('get', '/workspaces', ann.session_token)).body.data;
    assert.ok(
      listed.some((row: { workspace_id: string; role: string }) => row.workspace_id === workspace_id && row.role === 'owner'),
    );
    assert.equal(refused(await call('get', `/workspaces/${workspace_id}/profiles`, zoe.session_token)), '404 not_found');
  });

  await t.test('a repeat within ten minutes answers the same one; later it is another', async () => {
    const first = await create({ name: 'Twice', plan: 'growth' });
    clock.advance(10 * 60_000 - 1);
    const again = await create({ name: 'Twice', plan: 'growth' });
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.equal(again.body.data.workspace_id, first.body.data.workspace_id);
    assert.deepEqual([again.body.data.created, again.body.data.checkout, again.body.warnings], [false, null, undefined]);
    const otherwise = await create({ name: 'Twice', plan: 'agency', timezone: 'Europe/Paris' });
    assert.deepEqual([otherwise.status, otherwise.body.data.plan], [200, 'growth']);
    assert.deepEqual(
      otherwise.body.warnings.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`),
      [
        'replayed_unchanged plan: the workspace made a moment ago under this name has growth, not agency; nothing was changed.',
        'replayed_unchanged timezone: the workspace made a moment ago under this name has UTC, not Europe/Paris; nothing was changed.',
      ],
    );
    assert.equal((await create({ name: 'Twice' })).body.warnings, undefined, 'what is left out asks for nothing');
    clock.advance(1);
    const later = await create({ name: 'Twice' });
    assert.equal(later.status, 201);
    assert.notEqual(later.body.data.workspace_id, first.body.data.workspace_id);
  });

  await t.test('another person making one of the same name gets their own', async () => {
    const mine = await create({ name: 'Same' });
    const theirs = await create({ name: 'Same' }, zoe.session_token);
    assert.deepEqual([mine.status, theirs.status], [201, 201]);
    assert.notEqual(mine.body.data.workspace_id, theirs.body.data.workspace_id);
  });

  await t.test('twenty requests at once make one', async () => {
    const before = count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Crowd' })));
    assert.equal(new Set(answers.map(({ body }) => body.data.workspace_id)).size, 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(count(), before + 1);
  });

  await t.test('paid plans start on trial at their own limits, with a checkout', async () => {
    const { status, body } = await create({ name: 'Big', plan: 'agency' });
    assert.deepEqual([status, body.data.plan, body.data.status], [201, 'agency', 'trialing']);
    assert.match(body.data.checkout.url, /\/h\/svc_hand_[\w-]{43}$/);
    assert.equal(body.warnings, undefined);
    assert.equal((await create({ name: 'Big', plan: 'agency' })).body.data.checkout, null);
    const { workspace_id } = body.data;
    for (const name of ['One', 'Two'])
      assert.equal((await call('post', '/profiles', ann.session_token, { workspace_id, name })).status, 201);
  });

  await t.test('refuses bad bodies by the name of the field and leaves nothing behind', async () => {
    const before = count();
    const bad: [unknown, RegExp][] = [
      [{}, /name/],
      [{ name: '' }, /name/],
      [{ name: '   ' }, /name/],
      [{ name: 'x'.repeat(201) }, /name/],
      [{ name: 7 }, /name/],
      [{ name: 'North\r\nBcc: x@y.example' }, /name: has characters that no name has/],
      [{ name: 'North \u202eelpmaxe' }, /name: has characters that no name has/],
      [{ name: 'a', timezone: '+02:00' }, /timezone/],
      [{ name: 'a', timezone: 'Mars/Base' }, /timezone/],
      [{ name: 'a', plan: 'enterprise' }, /plan/],
      [{ name: 'a', extra: 1 }, /extra/],
    ];
    for (const [body, field] of bad) {
      const answer = await create(body);
      assert.equal(refused(answer), '422 validation_error', JSON.stringify(body));
      assert.match(answer.body.error.message, field);
    }
    assert.equal(count(), before);
  });

  await t.test('is for people only', async () => {
    assert.equal(refused(await call('post', '/workspaces', undefined, { name: 'a' })), '401 unauthorized');
    assert.equal(refused(await create({ name: 'a' }, ann.api_key)), '403 forbidden');
  });
});
