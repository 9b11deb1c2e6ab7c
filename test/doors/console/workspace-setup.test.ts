// A workspace made and filled in the console alone, by a browser without scripts: workspace, profiles, colleagues, API keys.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPerson } from '../../../src/account/people/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Browser, browserOf, signedIn } from './browser.ts';

const PASSWORD = 'seven new bicycles';

let app: TestApp;
let owner: Browser;
let path: string;
before(async () => {
  app = await startTestApp();
  owner = await signedIn(app);
  path = `/console/workspaces/${app.workspaceId}`;
});
after(() => app?.close());

const profileIn = (location: string | null): string => /^\/console\/([0-9a-f-]{36})\/$/.exec(location ?? '')?.[1] ?? '';
const keyIn = (text: string): string => /(svc_live_[\w-]+)/.exec(text)?.[1] ?? '';

test('a workspace of one’s own', async (t) => {
  const fields = { name: 'Second firm', profile: 'Second shop', currency: 'eur', timezone: 'Europe/Berlin' };
  await t.test('is made with a profile that can be tracked, and leads to its overview', async () => {
    const made = await owner.submit('/console/workspaces/new', fields);
    const profileId = profileIn(made.headers.get('location'));
    assert.equal(made.status, 303);
    const api = app.api(app.session);
    const { data } = (await api.get('/profiles')).body;
    const found = data.find((each: { profile_id: string }) => each.profile_id === profileId);
    assert.deepEqual([found?.name, found?.currency, found?.timezone], ['Second shop', 'EUR', 'Europe/Berlin']);
    const keys = (await api.get('/tracking/keys', { profile_id: profileId })).body.data;
    assert.equal(keys.length, 1);
    assert.equal((await owner.get(`/console/${profileId}/`)).status, 200);
    const again = await owner.submit('/console/workspaces/new', fields);
    assert.equal(profileIn(again.headers.get('location')), profileId, 'the same form sent twice makes one');
  });
  await t.test('is not made in half: what is wrong is said on the form, which keeps what was typed', async () => {
    const before = (await app.api(app.session).get('/workspaces')).body.data.length;
    for (const [name, value, words] of [
      ['currency', 'EURO', /currency: /],
      ['timezone', 'Mars/Base', /timezone: /],
      ['profile', ' ', /profile: /],
    ] as const) {
      const refused = await owner.submit('/console/workspaces/new', { ...fields, name: 'Third firm', [name]: value });
      assert.equal(refused.status, 422);
      assert.match(refused.text, words);
      assert.match(refused.text, /value="Third firm"/);
    }
    assert.equal((await app.api(app.session).get('/workspaces')).body.data.length, before);
  });
  await t.test('is made by who is signed in, on a form of ours', async () => {
    assert.equal((await browserOf(app).get('/console/workspaces/new')).status, 401);
    assert.equal((await owner.post('/console/workspaces/new', fields)).status, 403);
  });
});

test('another profile', async (t) => {
  const fields = { profile: 'Outlet', currency: 'USD', timezone: 'UTC' };
  await t.test('is made on the page of the workspace and leads to its overview', async () => {
    const made = await owner.submit(path, fields, `${path}/profile`);
    const profileId = profileIn(made.headers.get('location'));
    assert.equal((await owner.get(`/console/${profileId}/`)).status, 200);
    assert.match((await owner.get(path)).text, /Outlet/);
    assert.match((await owner.get(path)).text, new RegExp(`href="/console/${profileId}/"`));
  });
  await t.test('is refused under a name that is there already, with the reason', async () => {
    app.clock.advance(11 * 60_000);
    const refused = await owner.submit(path, fields, `${path}/profile`);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /has a profile of this name already/);
  });
});

test('a colleague invited to a profile', async (t) => {
  const email = 'colleague@shop.example';
  const fields = { email, profile: app.profileId, role: 'analyst' };
  const colleague = browserOf(app);
  await t.test('gets a link, chooses a password, and lands on that profile', async () => {
    const sent = await owner.submit(path, fields, `${path}/invite-to-profile`);
    assert.equal(sent.headers.get('location'), `${path}?done=invited`);
    assert.match((await owner.get(path)).text, /analyst of Main/);
    const [mail] = await app.mails();
    assert.equal(mail?.to, email);
    const joined = await colleague.submit(mail.path, { email, password: PASSWORD });
    assert.equal(profileIn(joined.headers.get('location')), app.profileId);
    assert.equal((await colleague.get(`/console/${app.profileId}/`)).status, 200);
  });
  await t.test('sees the profile on the workspace’s page, and none of its keys and forms', async () => {
    const { status, text } = await colleague.get(path);
    assert.equal(status, 200);
    assert.match(text, new RegExp(`href="/console/${app.profileId}/"`));
    assert.doesNotMatch(text, /API keys|Make another profile|invite-to-profile/);
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    for (const [act, more] of [
      ['profile', { profile: 'Theirs', currency: 'EUR', timezone: 'UTC' }],
      ['key', { name: 'Theirs', key_profile: app.profileId, use: 'all' }],
      ['invite-to-profile', { email: 'eve@shop.example', profile: app.profileId, role: 'viewer' }],
    ] as const)
      assert.equal((await colleague.post(`${path}/${act}`, { token, ...more })).status, 403, act);
  });
  await t.test('an invitation that is withdrawn opens nothing', async () => {
    await owner.submit(path, { ...fields, email: 'late@shop.example' }, `${path}/invite-to-profile`);
    const [mail] = await app.mails();
    const withdrawn = await owner.submit(path, {}, `${path}/withdraw`);
    assert.equal(withdrawn.headers.get('location'), `${path}?done=withdrawn`);
    const answer = await browserOf(app).submit(mail?.path ?? '', { email: 'late@shop.example', password: PASSWORD });
    assert.equal(answer.status, 403);
  });
  await t.test('a profile of another workspace is not found', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    for (const profile of [other, 'x']) {
      const refused = await owner.submit(path, { ...fields, email: 'x@shop.example', profile }, `${path}/invite-to-profile`);
      assert.equal(refused.status, 404);
    }
  });
});

test('API keys', async (t) => {
  let key = '';
  await t.test('are made, shown once, and work', async () => {
    const made = await owner.submit(path, { name: 'Order system', key_profile: app.profileId, use: 'send' }, `${path}/key`);
    assert.equal(made.status, 200);
    assert.equal(made.headers.get('cache-control'), 'no-store');
    key = keyIn(made.text);
    const sent = await app.api(key).post('/events', { event_type: 'lead_created', idempotency_key: 'lead-1' });
    assert.equal(sent.status, 201);
    assert.equal((await app.api(key).get('/customers/search', { q: 'a@b.example' })).status, 403, 'it contains what was chosen');
    assert.equal(keyIn((await owner.get(path)).text), '', 'never again');
  });
  await t.test('are revoked at once', async () => {
    const page = (await owner.get(path)).text;
    const row = page.split('<li').find((each) => each.includes('Order system')) ?? '';
    const id = /name="id" value="([^"]+)"/.exec(row)?.[1] ?? '';
    const ended = await owner.submit(path, { id }, `${path}/revoke-key`);
    assert.equal(ended.headers.get('location'), `${path}?done=key_revoked`);
    assert.equal((await app.api(key).get('/profile/freshness')).status, 401);
    assert.doesNotMatch((await owner.get(path)).text, /Order system/);
  });
  await t.test('are not made for a profile of somebody else, nor for an unknown use', async () => {
    createPerson(app.base, { email: 'zoe@south.example', actor: 'system' });
    const zoe = await signedIn(app, 'zoe@south.example');
    const made = await zoe.submit('/console/workspaces/new', { name: 'South', profile: 'S', currency: 'EUR', timezone: 'UTC' });
    const theirs = profileIn(made.headers.get('location'));
    for (const [fields, status] of [
      [{ name: 'a', key_profile: theirs, use: 'all' }, 404],
      [{ name: 'a', key_profile: app.profileId, use: 'everything' }, 422],
      [{ name: ' ', key_profile: app.profileId, use: 'all' }, 422],
    ] as const)
      assert.equal((await owner.submit(path, fields, `${path}/key`)).status, status);
    assert.equal((await zoe.get(path)).status, 404);
  });
});
