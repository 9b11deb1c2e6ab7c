// Invitations to a workspace through the door: who may send them, whom they let in, and every way they can be too late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizeApp, registerApp } from '../../../src/account/apps/index.ts';
import { checkAudit } from '../../../src/account/audit/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { workspacesOf } from '../../../src/account/places/index.ts';
import { refused } from '../door.ts';
import { DAY_MS } from '../world.ts';
import { accept, onlyMail, openDoor, sessionOf } from './people.ts';

test('createWorkspaceInvitation', async (t) => {
  const world = await openDoor(t);
  const { call, ann, zoe, base, memberToken } = world;
  const path = `/workspaces/${ann.workspace_id}/invitations`;
  const invite = (body: unknown, token = ann.session_token) => call('post', path, token, body);
  const count = (): number => base.state.db.prepare('select count(*) from invitations').pluck().get() as number;

  await t.test('sends one mail with the link, and without a mail server answers it to the owner, who hands it on', async () => {
    const { status, body } = await invite({ email: ' Bob@North.EXAMPLE', role: 'admin' });
    assert.equal(status, 201);
    assert.deepEqual([body.data.email, body.data.role, body.data.status], ['bob@north.example', 'admin', 'pending']);
    const mail = await onlyMail(world);
    assert.deepEqual([mail.to, mail.subject], ['bob@north.example', 'Invitation to North']);
    assert.match(mail.text, /ann@north\.example invites you to the workspace "North"/);
    assert.match(mail.token, /^svc_invite_[\w-]{43}$/);
    assert.ok(body.data.link.endsWith(mail.path));
    const listed = await call('get', path, ann.session_token);
    assert.ok(!JSON.stringify(listed.body).includes('svc_invite_'), 'it is answered once');
    const kept = JSON.stringify(base.state.db.prepare('select * from invitations').all());
    assert.ok(!kept.includes(mail.token.slice(-20)), 'the secret is not kept');
    const audited = JSON.stringify(base.state.db.prepare('select * from audit').all());
    assert.ok(!audited.includes('bob@north.example'), 'no address in the audit');
  });

  await t.test('the same address again, also as many at once, gets no second one', async () => {
    assert.equal(refused(await invite({ email: 'BOB@north.example', role: 'member' })), '409 invalid_state');
    const before = count();
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite({ email: 'crowd@north.example', role: 'member' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    assert.equal(count(), before + 1);
    await onlyMail(world);
  });

  await t.test('an address that would be two, or a header, is refused and nothing is sent', async () => {
    const before = count();
    for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example,c@d.example', '"x" <a@b.example>', 'nobody']) {
      assert.equal(refused(await invite({ email, role: 'member' })), '422 validation_error', email);
    }
    assert.equal(refused(await invite({ email: 'a@b.example', role: 'king' })), '422 validation_error');
    assert.equal(refused(await invite({ email: 'a@b.example' })), '422 validation_error');
    assert.deepEqual([count(), (await world.mails()).length], [before, 0]);
  });

  await t.test('a name in a mail stays a name', async () => {
    const hostile = `Ann\u2028Bcc: x@y.example ${'<b>"'}`;
    await call('patch', '/me', ann.session_token, { name: hostile });
    await invite({ email: 'named@north.example', role: 'member' });
    const mail = await onlyMail(world);
    assert.equal(mail.to, 'named@north.example');
    assert.equal(mail.subject, 'Invitation to North');
    assert.equal(
      refused(await call('patch', '/me', ann.session_token, { name: 'a\r\nBcc: x@y.example' })),
      '422 validation_error',
    );
  });

  await t.test('who is in already is told so, a higher role may be offered', async () => {
    memberToken('mia@north.example');
    assert.equal(refused(await invite({ email: 'mia@north.example', role: 'member' })), '409 invalid_state');
    assert.equal(refused(await invite({ email: 'ann@north.example', role: 'admin' })), '409 invalid_state');
    assert.equal((await invite({ email: 'mia@north.example', role: 'admin' })).status, 201);
    await world.mails();
  });

  await t.test('only owners and admins, and only an owner invites an owner', async () => {
    const member = memberToken('max@north.example', 'manager');
    assert.equal(refused(await invite({ email: 'x@north.example', role: 'member' }, member)), '403 forbidden');
    assert.equal(refused(await invite({ email: 'x@north.example', role: 'member' }, zoe.session_token)), '404 not_found');
    assert.equal(refused(await invite({ email: 'x@north.example', role: 'member' }, ann.api_key)), '403 forbidden');
    const admin = sessionOf(world, 'adam@north.example');
    await invite({ email: 'adam@north.example', role: 'admin' });
    await accept(world, admin, (await onlyMail(world)).token);
    assert.equal(refused(await invite({ email: 'x@north.example', role: 'owner' }, admin)), '403 forbidden');
    const sent = await invite({ email: 'x@north.example', role: 'admin' }, admin);
    assert.deepEqual([sent.status, sent.body.data.link], [201, undefined], 'an admin gets no link');
    assert.equal((await invite({ email: 'y@north.example', role: 'owner' })).status, 201);
  });

  await t.test('a hundred an hour by one person, in however many sessions', async () => {
    const sessions = Array.from({ length: 5 }, () => sessionOf(world, 'zoe@south.example'));
    const send = (n: number) => {
      const body = { email: `stranger${n}@elsewhere.example`, role: 'member' };
      return call('post', `/workspaces/${zoe.workspace_id}/invitations`, sessions[n % 5], body);
    };
    for (let n = 0; n < 100; n += 1) assert.equal((await send(n)).status, 201);
    const refusal = await send(100);
    assert.equal(refused(refusal), '429 rate_limit_exceeded');
    assert.ok(Number(refusal.headers['retry-after']) > 0);
    assert.equal((await invite({ email: 'z@north.example', role: 'member' })).status, 201, 'others go on');
    await world.mails();
  });

  await t.test('in a workspace that an app made, the app alone invites', async () => {
    const values = { name: 'Partner', tier: 'standard' as const, redirectUris: [], allowedReturnOrigins: [], actor: 'system' };
    const { appId } = registerApp(base, values);
    authorizeApp(base, { appId, place: { workspaceId: zoe.workspace_id }, kind: 'provisioned' });
    const answer = await call('post', `/workspaces/${zoe.workspace_id}/invitations`, zoe.session_token, {
      email: 'x@south.example',
      role: 'member',
    });
    assert.equal(refused(answer), '403 app_provisioned_workspace');
  });
});

test('listWorkspaceInvitations', async (t) => {
  const world = await openDoor(t);
  const { call, clock, ann, zoe, memberToken } = world;
  const path = `/workspaces/${ann.workspace_id}/invitations`;

  await t.test('every state, newest first, a page at a time, with those who are in', async () => {
    const emails = ['one@north.example', 'two@north.example', 'three@north.example'];
    for (const email of emails) await call('post', path, ann.session_token, { email, role: 'member' });
    const first = await call('get', `${path}?limit=2`, ann.session_token);
    assert.deepEqual(
      first.body.data.map((row: { email: string }) => row.email),
      ['three@north.example', 'two@north.example'],
    );
    assert.equal(first.body.pagination.has_next, true);
    const rest = await call('get', `${path}?limit=2&cursor=${first.body.pagination.cursor}`, ann.session_token);
    assert.deepEqual([rest.body.data.length, rest.body.pagination], [1, { has_next: false, cursor: null }]);
    assert.deepEqual(
      rest.body.meta.members.map((row: { email: string; role: string }) => [row.email, row.role]),
      [['ann@north.example', 'owner']],
    );
    clock.advance(7 * DAY_MS);
    const late = await call('get', path, ann.session_token);
    assert.ok(late.body.data.every((row: { status: string }) => row.status === 'expired'));
  });

  await t.test('not for members, strangers and keys', async () => {
    assert.equal(refused(await call('get', path, memberToken('mo@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path, ann.api_key)), '403 forbidden');
  });
});

test('deleteWorkspaceInvitation', async (t) => {
  const world = await openDoor(t);
  const { call, ann, zoe } = world;
  const path = `/workspaces/${ann.workspace_id}/invitations`;

  await t.test('its link is dead, a second time answers the same', async () => {
    const { body } = await call('post', path, ann.session_token, { email: 'bob@north.example', role: 'member' });
    const { token } = await onlyMail(world);
    const first = await call('delete', `${path}/${body.data.id}`, ann.session_token);
    assert.deepEqual([first.status, first.body.data.status], [200, 'revoked']);
    assert.deepEqual((await call('delete', `${path}/${body.data.id}`, ann.session_token)).body, first.body);
    assert.equal(refused(await accept(world, sessionOf(world, 'bob@north.example'), token)), '409 invalid_state');
    assert.equal((await call('post', path, ann.session_token, { email: 'bob@north.example', role: 'member' })).status, 201);
  });

  await t.test('neither an accepted one nor one of another workspace', async () => {
    const { token } = await onlyMail(world);
    const accepted = (await accept(world, sessionOf(world, 'bob@north.example'), token)).body.data;
    assert.equal(refused(await call('delete', `${path}/${accepted.id}`, ann.session_token)), '409 invalid_state');
    const other = `/workspaces/${zoe.workspace_id}/invitations/${accepted.id}`;
    assert.equal(refused(await call('delete', other, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('delete', `${path}/${accepted.id}`, zoe.session_token)), '404 not_found');
  });
});

test('acceptInvitation', async (t) => {
  const world = await openDoor(t);
  const { call, clock, ann, zoe, base } = world;
  const path = `/workspaces/${ann.workspace_id}/invitations`;
  const invited = async (email: string, role = 'member'): Promise<string> => {
    await call('post', path, ann.session_token, { email, role });
    return (await onlyMail(world)).token;
  };
  const roles = (email: string) => workspacesOf(base, findPerson(base, email)?.personId ?? '');

  await t.test('makes a member, once, also when sent many times at once', async () => {
    const token = await invited('bob@north.example', 'admin');
    const bob = sessionOf(world, 'bob@north.example');
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(world, bob, token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    assert.deepEqual(roles('bob@north.example'), [{ workspaceId: ann.workspace_id, role: 'admin' }]);
    assert.equal(refused(await accept(world, bob, token)), '409 invalid_state');
    assert.equal(checkAudit(base).brokenAt, undefined);
  });

  await t.test('is for its address alone, in whatever case', async () => {
    const token = await invited('Carol@North.example');
    assert.equal(refused(await accept(world, zoe.session_token, token)), '403 forbidden');
    assert.equal(refused(await accept(world, sessionOf(world, 'carol@north.example.evil.example'), token)), '403 forbidden');
    assert.equal((await accept(world, sessionOf(world, 'carol@north.example'), token)).status, 200);
    assert.equal(refused(await accept(world, zoe.session_token, token)), '403 forbidden', 'nobody else learns that it was used');
  });

  await t.test('a made-up link is none, and so is half of one', async () => {
    const token = await invited('dan@north.example');
    const dan = sessionOf(world, 'dan@north.example');
    for (const bad of ['x', token.slice(0, -1), `${token}x`, `svc_invite_${'a'.repeat(43)}`, ann.session_token])
      assert.equal(refused(await accept(world, dan, bad)), '404 not_found');
    assert.equal(refused(await call('post', '/invitations/accept', dan, {})), '422 validation_error');
    assert.equal(refused(await call('post', '/invitations/accept', ann.api_key, { token })), '403 forbidden');
    assert.deepEqual(roles('dan@north.example'), []);
  });

  await t.test('ends after seven days', async () => {
    const token = await invited('eve@north.example');
    clock.advance(7 * DAY_MS - 1);
    const soon = sessionOf(world, 'eve@north.example');
    clock.advance(1);
    assert.equal(refused(await accept(world, soon, token)), '409 invalid_state');
    assert.deepEqual(roles('eve@north.example'), []);
  });

  await t.test('never lowers a role', async () => {
    const token = await invited('fay@north.example');
    const person = sessionOf(world, 'fay@north.example');
    const higher = (await call('post', path, ann.session_token, { email: 'fay@north.example', role: 'admin' })).status;
    assert.equal(higher, 409);
    base.state.db
      .prepare("insert into workspace_members values (?, ?, 'owner', 0)")
      .run(ann.workspace_id, findPerson(base, 'fay@north.example')?.personId);
    assert.equal((await accept(world, person, token)).status, 200);
    assert.deepEqual(roles('fay@north.example'), [{ workspaceId: ann.workspace_id, role: 'owner' }]);
  });

  await t.test('an archived workspace is told before anything else', async () => {
    const token = await invited('gus@north.example');
    base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(ann.workspace_id);
    assert.equal(refused(await accept(world, zoe.session_token, token)), '410 workspace_archived');
    base.state.db.prepare('update invitations set revoked_at = 1').run();
    const gus = sessionOf(world, 'gus@north.example');
    assert.equal(refused(await accept(world, gus, token)), '410 workspace_archived');
    assert.equal(refused(await call('get', path, ann.session_token)), '404 not_found');
    assert.deepEqual(roles('gus@north.example'), []);
  });
});
