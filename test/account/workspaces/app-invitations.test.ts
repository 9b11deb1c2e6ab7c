// People whom a consumer app names by e-mail: invited, and in only once they accept. Whether an address has an account stays unsaid.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { workspacesOf } from '../../../src/account/places/index.ts';
import { invitationPath, joinByInvitation } from '../../../src/account/workspaces/index.ts';
import { browserOf } from '../../doors/console/browser.ts';
import type { ApiAnswer } from '../../harness.ts';
import { refused } from '../door.ts';
import { DAY_MS } from '../world.ts';
import { accept, handedOn, onlyMail, openDoor, sessionOf } from './people.ts';

const ZOE = 'zoe@south.example';

async function openPartner(t: TestContext) {
  const world = await openDoor(t);
  const { base, call } = world;
  const register = (name: string) => {
    const uris = { redirectUris: [], allowedReturnOrigins: [] };
    const { appId } = registerApp(base, { name, tier: 'standard', ...uris, actor: 'system' });
    return { appId, token: issueAppToken(base, appId).token };
  };
  const app = register('Partner');
  const create = (email: string, token = app.token) => call('post', '/workspaces', token, { name: 'Client', email });
  const put = (workspaceId: string, body: object) => call('put', `/workspaces/${workspaceId}/members`, app.token, body);
  const list = async (workspaceId: string) => (await call('get', `/workspaces/${workspaceId}/members`, app.token)).body.data;
  return { ...world, app, register, create, put, list };
}

/** An answer without what differs from call to call. */
function shapeOf({ status, body }: ApiAnswer): string {
  const text = JSON.stringify([status, body]);
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replaceAll(/[a-z]+@[a-z.]+/g, 'ADDRESS');
}

test('a workspace that an app makes for somebody is theirs only once they accept', async (t) => {
  const world = await openPartner(t);
  const { base, baseUrl, call, app, create, put, list, mails, zoe } = world;

  await t.test('the app is answered the same for an address with an account and one without, and nobody is made', async () => {
    const existing = await create(ZOE);
    const unknown = await create('new@client.example');
    assert.equal(existing.status, 201);
    assert.equal(shapeOf(existing), shapeOf(unknown));
    const place: string = existing.body.data.workspace_id;
    const request = { role: 'member', name: 'Somebody' };
    const members = [
      await put(place, { ...request, email: 'ann@north.example' }),
      await put(place, { ...request, email: 'b@c.example' }),
    ];
    assert.deepEqual(members.map(shapeOf)[0], shapeOf(members[1] as ApiAnswer));
    assert.deepEqual(
      [members[0]?.body.data.status, members[0]?.body.data.name],
      ['invited', 'Somebody'],
      'not the name of the account',
    );
    assert.equal(findPerson(base, 'new@client.example'), undefined);
    assert.equal(findPerson(base, 'b@c.example'), undefined);
    assert.deepEqual(await mails(), [], 'nobody gets a mail of ours');
    const pages = members.map(({ body }) => new URL(body.data.accept_url).pathname);
    assert.deepEqual(
      pages,
      members.map(({ body }) => `/console/invitation/${body.data.user_id}`),
    );
  });

  await t.test('until then nothing of it reaches them, and nothing of theirs the app', async () => {
    const { workspace_id } = (await create(ZOE)).body.data;
    const profile = (await call('post', '/profiles', app.token, { workspace_id, name: 'Client shop' })).body.data.profile_id;
    await call('put', `/profiles/${profile}/entitlements/svc_attribution`, app.token, { enabled: true });
    const own = (await call('get', '/workspaces', zoe.session_token)).body.data;
    assert.deepEqual(
      own.map((row: { workspace_id: string }) => row.workspace_id),
      [zoe.workspace_id],
    );
    assert.equal(refused(await call('get', `/workspaces/${workspace_id}/subscription`, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', `/customers?profile_id=${profile}`, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', `/workspaces/${zoe.workspace_id}/members`, app.token)), '404 not_found');
    assert.deepEqual(
      (await list(workspace_id)).map((row: { status: string }) => row.status),
      ['invited'],
    );
    assert.ok(!JSON.stringify(await list(workspace_id)).includes(findPerson(base, ZOE)?.personId ?? '-'));
    const key = { profile_id: profile, name: 'k', scopes: ['attribution:write'] };
    const minted = (await call('post', `/workspaces/${workspace_id}/api-keys`, app.token, key)).body.data.api_key;
    const event = { event_type: 'lead_created', idempotency_key: 'l-1' };
    assert.equal((await call('post', '/events', minted, event)).status, 201, 'the app goes on working');
    const dpa = `/workspaces/${workspace_id}/oauth-apps/${app.appId}/dpa/accept`;
    assert.equal(refused(await call('post', dpa, zoe.session_token)), '404 not_found');

    const [invited] = await list(workspace_id);
    const page = await (await fetch(new URL(new URL(invited.accept_url).pathname, baseUrl))).text();
    assert.match(page, /The app &quot;Partner&quot; invites you/);
    assert.ok(!page.includes('name="password"'), 'the address is not proven yet');
    const id: string = invited.user_id;
    assert.equal(refused(await accept(world, sessionOf(world, 'ann@north.example'), id)), '403 forbidden');
    assert.equal((await accept(world, zoe.session_token, id)).status, 200);
    assert.deepEqual(await mails(), []);
    assert.equal((await call('post', dpa, zoe.session_token)).status, 200);
    const [member] = await list(workspace_id);
    assert.deepEqual([member.email, member.role, member.status], [ZOE, 'owner', 'active']);
    assert.equal((await call('delete', `/profiles/${profile}`, app.token)).status, 200);
  });

  await t.test('who has no account makes it by a mail that they request, while sign-up is closed', async () => {
    const email = 'later@client.example';
    const { workspace_id } = (await create(email)).body.data;
    const id = handedOn(world, email);
    const chosen = { email, password: 'a-long-enough-one-7', name: '' };
    await assert.rejects(joinByInvitation(base, id, chosen), /No such invitation/, 'an app could make the account of anybody');
    const browser = browserOf(world);
    const page = invitationPath(id);
    assert.ok((await browser.get(page)).text.includes('request a link by mail'));
    await browser.submit(`/console/reset?continue=${encodeURIComponent(page)}`, { email }, '/console/reset');
    const mail = await onlyMail(world);
    assert.deepEqual([mail.to, /Confirm|sign up/i.test(mail.text)], [email, true]);
    const { headers } = await browser.submit(mail.path, { password: chosen.password, name: '' });
    assert.equal(headers.get('location'), page);
    await browser.submit(page, {});
    const person = findPerson(base, email);
    assert.deepEqual(workspacesOf(base, person?.personId ?? ''), [{ workspaceId: workspace_id, role: 'owner' }]);
    await browser.submit('/console/reset', { email: 'stranger@client.example' });
    assert.match((await onlyMail(world)).text, /Accounts are made by invitation/);
  });
});

test('a member whom an app names is one only once they accept', async (t) => {
  const world = await openPartner(t);
  const { base, clock, call, app, create, put, list, mails, zoe } = world;
  const place: string = (await create('owner@client.example')).body.data.workspace_id;
  const result = await call('post', '/profiles', app.token, { workspace_id: place, name: 'Client shop' });
  const analyst = { profile_id: result.body.data.profile_id as string, role: 'analyst' };
  const remove = (id: string) => call('delete', `/workspaces/${place}/members/${id}`, app.token);
  const reached = async (): Promise<string[]> =>
    (await call('get', '/profiles', zoe.session_token)).body.data.map((row: { profile_id: string }) => row.profile_id);
  const entry = async () => (await list(place)).filter((row: { email: string }) => row.email === ZOE);
  await mails();

  await t.test('named again it is the same invitation, with what was asked for last', async () => {
    const first = await put(place, { email: ZOE, role: 'admin' });
    const again = await Promise.all([1, 2].map(() => put(place, { email: ZOE.toUpperCase(), role: 'admin' })));
    assert.deepEqual([first.status, first.body.data.created], [201, true]);
    for (const { status, body } of again) assert.deepEqual([status, body.data], [200, { ...first.body.data, created: false }]);
    const changed = await put(place, { email: ZOE, role: 'member', profiles: [{ ...analyst, permissions: { pii: false } }] });
    assert.deepEqual(
      [changed.status, changed.body.data.user_id, changed.body.data.role, changed.body.data.profiles],
      [200, first.body.data.user_id, 'member', [{ ...analyst, permissions: { pii: false } }]],
    );
    const kept = await put(place, { email: ZOE, role: 'member' });
    assert.deepEqual(kept.body.data.profiles, changed.body.data.profiles, 'profiles that are not named stay');
    assert.equal((await entry()).length, 1);
    assert.deepEqual(await reached(), [zoe.profile_id]);
    assert.equal((await accept(world, zoe.session_token, handedOn(world, ZOE))).status, 200);
    assert.deepEqual(await reached(), [zoe.profile_id, analyst.profile_id]);
    assert.deepEqual(
      (await entry()).map(({ status, role, profiles }: Record<string, unknown>) => [status, role, profiles]),
      [['active', 'member', [{ ...analyst, permissions: { pii: false } }]]],
    );
    assert.equal(
      (await put(place, { email: ZOE, role: 'admin' })).body.data.status,
      'active',
      'a role of a member changes at once',
    );
  });

  await t.test('removed by either id; to come back they accept again', async () => {
    const { user_id } = (await put(place, { email: 'bob@north.example', role: 'member' })).body.data;
    assert.equal((await accept(world, sessionOf(world, 'bob@north.example'), user_id)).status, 200);
    assert.deepEqual((await remove(user_id)).body.data, { user_id, removed: true });
    const bob = findPerson(base, 'bob@north.example')?.personId ?? '';
    assert.deepEqual(workspacesOf(base, bob), []);
    assert.equal((await remove(bob)).status, 200);
    assert.equal((await put(place, { email: 'bob@north.example', role: 'member' })).body.data.status, 'invited');
    assert.deepEqual(workspacesOf(base, bob), []);
  });

  await t.test('withdrawn or too old, nothing is left of it', async () => {
    const withdrawn = (await put(place, { email: 'c@north.example', role: 'owner' })).body.data.user_id;
    for (const _ of [1, 2]) assert.deepEqual((await remove(withdrawn)).body.data, { user_id: withdrawn, removed: true });
    assert.equal(refused(await accept(world, sessionOf(world, 'c@north.example'), withdrawn)), '409 invalid_state');
    const old = (await put(place, { email: 'd@north.example', role: 'member' })).body.data.user_id;
    clock.advance(7 * DAY_MS);
    const token = issueAppToken(base, app.appId).token;
    const { data } = (await call('get', `/workspaces/${place}/members`, token)).body;
    assert.deepEqual(
      data.map((row: { email: string }) => row.email),
      [ZOE],
    );
    assert.equal(refused(await accept(world, sessionOf(world, 'd@north.example'), old)), '409 invalid_state');
  });
});

test('an app cannot flood an address', async (t) => {
  const { base, create, register, mails } = await openPartner(t);
  const workspaces = (): unknown => base.state.db.prepare('select count(*) from workspaces').pluck().get();
  for (let n = 0; n < 10; n += 1) assert.equal((await create(ZOE)).status, 201);
  const before = workspaces();
  const refusal = await create(` ${ZOE.toUpperCase()} `);
  assert.equal(refused(refusal), '429 rate_limit_exceeded');
  assert.equal(workspaces(), before, 'no workspace that nobody can own');
  assert.equal((await create('other@client.example')).status, 201);
  for (let n = 0; n < 10; n += 1) assert.equal((await create('nobody@client.example')).status, 201);
  assert.equal(shapeOf(await create('nobody@client.example')).replaceAll(/\d+/g, 'N'), shapeOf(refusal).replaceAll(/\d+/g, 'N'));
  assert.equal((await create(ZOE, register('Other partner').token)).status, 201, 'each app has its own count');
  assert.deepEqual(await mails(), []);
});
