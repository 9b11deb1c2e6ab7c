// Signing in at the identity provider of a workspace, with the real oidc-provider: who gets in, with which roles, how far such a session reaches, and
// what a provider that lies, rotates its keys or is down can do.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPerson, findPerson } from '../../../src/account/people/index.ts';
import { setWorkspaceRole, workspaceRole } from '../../../src/account/places/index.ts';
import { carryOut } from '../../../src/doors/jobs/commands.ts';
import { browserOf, OWNER, signedIn } from '../../doors/console/browser.ts';
import { decide, exchange, newClient, request } from '../../doors/oauth/flow.ts';
import { CLIENT, openSso, type SsoWorld } from './idp.ts';

const BEA = { sub: 'bea-1', email: 'bea@shop.example', email_verified: true, name: 'Bea', groups: ['marketing'] };
const ALERT = /role="alert">([^<]*)</;
const alert = (text: string): string => (ALERT.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');

/** The bearer of a browser's session. */
const bearerOf = (cookie: string): string => /tributary_session=([^;]+)/.exec(cookie)?.[1] ?? '';

const audit = ({ app }: SsoWorld): string[] =>
  app.base.state.db
    .prepare("select action from audit where action like 'single_sign_on%' order by rowid")
    .all()
    .map((row) => String(Object(row).action));

async function open(t: TestContext, change: Record<string, unknown> = {}): Promise<SsoWorld> {
  const world = await openSso(t);
  const { status, body } = await world.put(change);
  assert.equal(status, 200, JSON.stringify(body));
  return world;
}

test('putSingleSignOn', async (t) => {
  const world = await openSso(t);
  const { app, idp, put, path } = world;
  const api = app.api(app.session);
  assert.deepEqual((await api.get(path)).body.data, null);

  await t.test('is kept without its secret in any answer, and sealed', async () => {
    const rules = [
      { group: 'marketing', role: 'member' },
      { group: 'analysts', role: 'analyst', profile_id: app.profileId, permissions: { pii: true } },
    ];
    const { status, body } = await put({ default_role: null, group_rules: rules });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.data.has_client_secret, true);
    assert.deepEqual(body.data.group_rules[1], { ...rules[1] });
    assert.doesNotMatch(JSON.stringify(body), /a-secret-of/);
    const row = app.base.state.db.prepare('select client_secret from single_sign_on').get();
    assert.ok(!Buffer.from(Object(row).client_secret).includes('a-secret-of'));
    assert.deepEqual((await api.get(path)).body.data, body.data);
  });

  await t.test('an omitted secret stays with its issuer and client, and goes to no other', async () => {
    assert.equal((await put({ client_secret: undefined })).body.data.has_client_secret, true);
    assert.equal((await put({ client_secret: undefined, client_id: 'other' })).body.data.has_client_secret, false);
    assert.equal((await put()).body.data.has_client_secret, true);
  });

  await t.test(
    'an issuer that is none, is another, is inside or is down is refused with its reason, and nothing changes',
    async () => {
      const before = (await api.get(path)).body.data;
      const refusals: [string, RegExp][] = [
        [`${idp.issuer}/elsewhere`, /did not respond as an OpenID Connect provider does/],
        ['http://login.example.com', /has to be an https address/],
        ['https://127.0.0.1:9', /may not be asked/],
        ['https://10.0.0.7', /may not be asked/],
        ['https://user:secret@login.example.com', /without a query/],
        ['nonsense', /address of the provider/],
      ];
      for (const [issuer, words] of refusals) {
        const { status, body } = await put({ issuer });
        assert.deepEqual([status, body.error.code], [422, 'validation_error'], issuer);
        assert.match(body.error.message, words, issuer);
      }
      idp.isDown = true;
      assert.match((await put()).body.error.message, /does not respond/);
      idp.isDown = false;
      assert.deepEqual((await api.get(path)).body.data, before);
    },
  );

  await t.test('rules name roles where they are, and profiles of the workspace', async () => {
    const wrong = [
      { group: 'a', role: 'owner' },
      { group: 'a', role: 'analyst' },
      { group: 'a', role: 'member', profile_id: app.profileId },
      { group: 'a', role: 'viewer', profile_id: '5d3c1a52-7f5b-4e1f-8f4a-3f1f7f0f9a20' },
    ];
    for (const rule of wrong) assert.equal((await put({ group_rules: [rule] })).status, 422, JSON.stringify(rule));
  });

  await t.test('owners alone change it', async () => {
    const admin = await world.signIn({ ...BEA, groups: [] });
    const personId = findPerson(app.base, BEA.email)?.personId ?? '';
    setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role: 'admin', actor: 'system' });
    const bearer = app.api(bearerOf(admin.browser.cookie));
    assert.equal((await bearer.get(path)).status, 200);
    assert.equal((await bearer.put(path, { issuer: idp.issuer, client_id: 'mine' })).status, 403);
    assert.equal((await bearer.delete(path)).status, 403);
    assert.equal((await app.api(app.apiKey).get(path)).status, 403);
  });

  await t.test('the operator sets, lists and removes it by commands', async () => {
    const run = (name: 'sso-list' | 'sso-set' | 'sso-remove', args: Record<string, unknown> = {}) =>
      carryOut(app.base, name, args, () => undefined);
    const groups = [{ group: 'marketing', role: 'admin' }];
    const made = await run('sso-set', { issuer: idp.issuer, ...CLIENT, groups });
    assert.equal(made['path'], `/console/sso/${app.workspaceId}`);
    assert.doesNotMatch(JSON.stringify(made), /a-secret-of/);
    assert.equal((await api.get(path)).body.data.group_rules[0].role, 'admin');
    assert.match(JSON.stringify(await run('sso-list')), new RegExp(idp.issuer));
    await assert.rejects(run('sso-set', { issuer: `${idp.issuer}/x`, ...CLIENT }), /OpenID Connect provider/);
    await assert.rejects(run('sso-set', { workspace_id: 'none', issuer: idp.issuer, ...CLIENT }), /No workspace has the id/);
    assert.deepEqual([(await run('sso-remove'))['removed'], (await run('sso-remove'))['removed']], [true, false]);
  });
});

test('getSingleSignOn', async (t) => {
  const { app, path, signIn } = await open(t);
  const elsewhere = path.replace(app.workspaceId, '5d3c1a52-7f5b-4e1f-8f4a-3f1f7f0f9a20');
  assert.equal((await app.api(app.session).get(elsewhere)).status, 404);

  await t.test('deleteSingleSignOn', async () => {
    const { browser } = await signIn(BEA);
    const bea = app.api(bearerOf(browser.cookie));
    assert.equal((await bea.get('/me')).status, 200);
    assert.deepEqual((await app.api(app.session).delete(path)).body, { data: null });
    assert.equal((await bea.get('/me')).status, 401, 'what the provider opened has ended');
    assert.equal((await app.api(app.session).delete(path)).status, 200);
    assert.equal((await app.api(app.session).get('/me')).status, 200);
    assert.equal((await browserOf(app).get(`/console/sso/${app.workspaceId}`)).status, 404);
  });
});

test('a member signs in at the provider', async (t) => {
  const world = await open(t, {
    default_role: null,
    group_rules: [
      { group: 'marketing', role: 'member' },
      { group: 'heads', role: 'admin' },
    ],
  });
  const { app, signIn, idp } = world;
  const roleOf = (email: string) => workspaceRole(app.base, findPerson(app.base, email)?.personId ?? '', app.workspaceId);

  await t.test('and goes on to where they were going', async () => {
    const next = '/oauth/mcp/authorize?client_id=mcpc_1&state=a%26b';
    const { page, browser } = await signIn(BEA, browserOf(app), next);
    assert.deepEqual([page.status, page.headers.get('location')], [303, next], page.text);
    assert.equal(findPerson(app.base, BEA.email)?.name, 'Bea');
    assert.equal(roleOf(BEA.email), 'member');
    const me = (await app.api(bearerOf(browser.cookie)).get('/me')).body.data;
    assert.deepEqual([me.email, me.workspace_id, me.email_confirmed], [BEA.email, app.workspaceId, false]);
    assert.deepEqual(audit(world).slice(-2), ['single_sign_on.linked', 'single_sign_on.used']);
  });

  await t.test('is offered it on the sign-in page, and not led elsewhere', async () => {
    const page = await browserOf(app).get('/console/sign-in?continue=%2Fh%2Fx');
    assert.ok(page.text.includes(`href="/console/sso/${app.workspaceId}?continue=%2Fh%2Fx"`), page.text);
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const { page: back } = await signIn(BEA, browserOf(app), next);
      assert.equal(back.headers.get('location'), '/console/', next);
    }
  });

  await t.test('groups decide the role at each sign-in, and who is in none is out', async () => {
    await signIn({ ...BEA, groups: ['heads', 'marketing'] });
    assert.equal(roleOf(BEA.email), 'admin');
    await signIn(BEA);
    assert.equal(roleOf(BEA.email), 'member');
    const { page } = await signIn({ ...BEA, groups: ['sales'] });
    assert.equal(page.status, 403);
    assert.match(alert(page.text), /None of your groups opens this workspace/);
    assert.equal(roleOf(BEA.email), undefined);
    const { page: none } = await signIn({ ...BEA, groups: [] });
    assert.match(alert(none.text), /named none of your groups/);
    await signIn(BEA);
    assert.equal(roleOf(BEA.email), 'member');
  });

  await t.test('an address that the provider has not verified opens nothing', async () => {
    for (const email_verified of [false, undefined]) {
      const { page } = await signIn({
        sub: 'cid-1',
        email: 'cid@shop.example',
        groups: ['marketing'],
        ...(email_verified === undefined ? {} : { email_verified }),
      });
      assert.equal(page.status, 403);
      assert.match(alert(page.text), /has not verified the address cid@shop\.example/);
    }
    const { page } = await signIn({ sub: 'cid-1', groups: ['marketing'] });
    assert.match(alert(page.text), /named no e-mail address/);
    assert.equal(findPerson(app.base, 'cid@shop.example'), undefined);
  });

  await t.test('the state comes back once, and to the browser that began', async () => {
    const { browser, callback } = await signIn(BEA);
    const again = await browser.get(callback);
    assert.equal(again.status, 410);
    assert.match(alert(again.text), /used already, or it began in another browser/);
    const start = `/console/sso/${app.workspaceId}`;
    const victim = browserOf(app);
    const sent = await victim.submit(start, {});
    const stolen = await idp.answer(sent.headers.get('location') ?? '');
    const other = browserOf(app);
    assert.equal((await other.get(stolen)).status, 410);
    assert.doesNotMatch(other.cookie, /tributary_session/);
    assert.equal((await victim.get(stolen)).status, 303, 'the other browser has used nothing up');
    const slow = browserOf(app);
    const late = await idp.answer((await slow.submit(start, {})).headers.get('location') ?? '');
    app.clock.advance(11 * 60_000);
    assert.match(alert((await slow.get(late)).text), /longer than ten minutes/);
  });

  await t.test('a form of another page starts nothing', async () => {
    assert.equal((await browserOf(app).post(`/console/sso/${app.workspaceId}`, {})).status, 403);
    const elsewhere = browserOf(app, '', { 'sec-fetch-site': 'cross-site' });
    assert.equal((await elsewhere.submit(`/console/sso/${app.workspaceId}`, {})).status, 403);
  });
});

test('a provider that lies, fails or changes its keys', async (t) => {
  const { app, idp, signIn } = await open(t);

  await t.test('a token for another application, issuer or sign-in is refused in words', async () => {
    const lies: [Record<string, unknown>, RegExp][] = [
      [{ aud: 'another-application' }, /is meant for another application/],
      [{ iss: 'https://evil.example' }, /names another issuer/],
      [{ nonce: 'another' }, /belongs to another sign-in/],
      [{ exp: 1_000 }, /is too old/],
    ];
    for (const [claims, words] of lies) {
      idp.lies = claims;
      const { page, browser } = await signIn(BEA);
      assert.equal(page.status, 502, page.text);
      assert.match(alert(page.text), words);
      assert.doesNotMatch(browser.cookie, /tributary_session/);
    }
    idp.lies = {};
    idp.hasForeignKey = true;
    assert.match(alert((await signIn(BEA)).page.text), /signature/i);
    idp.hasForeignKey = false;
    assert.equal(findPerson(app.base, BEA.email), undefined);
  });

  await t.test('new keys are read at the next sign-in', async () => {
    assert.equal((await signIn(BEA)).page.status, 303);
    await idp.rotate();
    assert.equal((await signIn(BEA)).page.status, 303);
  });

  await t.test('while it is down, the page says so, and the password opens as before', async () => {
    const browser = browserOf(app);
    idp.isDown = true;
    const sent = await browser.submit(`/console/sso/${app.workspaceId}`, {});
    assert.equal(sent.status, 503);
    assert.match(alert(sent.text), /does not respond\. Try again in a while/);
    idp.isDown = false;
    assert.equal((await signIn(BEA)).page.status, 303);
  });

  await t.test('what it refuses is shown in its words, as text', async () => {
    const browser = browserOf(app);
    const sent = await browser.submit(`/console/sso/${app.workspaceId}`, {});
    const state = new URL(sent.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, iss: idp.issuer, error: 'access_denied', error_description: '<b>No</b> entry' });
    const page = await browser.get(`/console/sso/callback?${query}`);
    assert.equal(page.status, 502);
    assert.match(page.text, /did not sign you in: &lt;b>No&lt;\/b> entry\./);
  });
});

test('an account that exists is linked by its own person', async (t) => {
  const { app, signIn } = await open(t);
  const owner = { sub: 'own-1', email: OWNER, email_verified: true };

  await t.test('never by the address alone: a mail to it asks', async () => {
    const { page, browser } = await signIn(owner);
    assert.equal(page.status, 200);
    assert.match(page.text, /This address has an account/);
    assert.doesNotMatch(browser.cookie, /tributary_session/);
    const [mail] = await app.mails();
    assert.equal(mail?.to, OWNER);
    const link = mail.path ?? '';
    const reader = browserOf(app);
    assert.match((await reader.get(link)).text, /can sign you in to the workspace/);
    assert.equal((await signIn(owner)).page.status, 200, 'looking links nothing');
    assert.match((await reader.submit(link, {})).text, /Your account is linked/);
    assert.equal((await reader.get(link)).status, 410);
    assert.equal((await signIn(owner)).page.status, 303);
  });

  await t.test('or a session of the account says so', async () => {
    createPerson(app.base, { email: 'dora@shop.example', actor: 'system' });
    const dora = { sub: 'dora-1', email: 'dora@shop.example', email_verified: true };
    const before = await signedIn(app, dora.email);
    const { page } = await signIn(dora, before);
    assert.equal(page.status, 303);
    assert.equal((await app.api(bearerOf(before.cookie)).get('/me')).body.data.workspace_id, app.workspaceId);
    assert.equal((await signIn(dora)).page.status, 303);
  });

  await t.test('a session of somebody else says nothing', async () => {
    createPerson(app.base, { email: 'emil@shop.example', actor: 'system' });
    const other = await signedIn(app, 'dora@shop.example');
    const { page } = await signIn({ sub: 'emil-1', email: 'emil@shop.example', email_verified: true }, other);
    assert.match(page.text, /This address has an account/);
  });
});

test('a session of a provider reaches its workspace alone', async (t) => {
  const { app, signIn } = await open(t);
  const owner = { sub: 'own-1', email: OWNER, email_verified: true };
  const { data: other } = (await app.api(app.session).post('/workspaces', { name: 'Second' })).body;
  const { browser } = await signIn(owner, await signedIn(app));
  const api = app.api(bearerOf(browser.cookie));
  const ids = (rows: { workspace_id: string }[]): string[] => rows.map(({ workspace_id }) => workspace_id);
  assert.deepEqual(ids((await api.get('/workspaces')).body.data), [app.workspaceId]);
  assert.ok(
    (await api.get('/profiles')).body.data.every((row: { workspace_id: string }) => row.workspace_id === app.workspaceId),
  );
  assert.equal((await api.get(`/workspaces/${other.workspace_id}/profiles`)).status, 404);
  assert.equal((await api.get(`/workspaces/${app.workspaceId}/profiles`)).status, 200);
  const changes: [string, () => Promise<{ status: number; body: { error: { message: string } } }>][] = [
    ['a password', () => api.put('/me/password', { new_password: 'seven new bicycles' })],
    ['a name', () => api.patch('/me', { name: 'Mallory' })],
    ['a workspace', () => api.post('/workspaces', { name: 'Third' })],
  ];
  for (const [what, change] of changes) {
    const { status, body } = await change();
    assert.equal(status, 403, what);
    assert.match(body.error.message, /reaches that workspace alone/, what);
  }
  const sessions = (await api.get('/me/sessions')).body.data;
  assert.deepEqual([sessions.length, sessions[0].is_current], [1, true]);

  await t.test('and so does an agent that is allowed in one', async () => {
    const clientId = await newClient(app);
    const back = await decide(browser, request(app, clientId), {
      decision: 'approve',
      'scope:mcp:read': 'on',
      'scope:mcp:write': 'on',
    });
    const { body } = await exchange(app, clientId, back.searchParams.get('code') ?? '');
    const agent = app.api(body.access_token);
    assert.deepEqual(ids((await agent.get('/workspaces')).body.data), [app.workspaceId]);
    assert.equal((await agent.get(`/workspaces/${other.workspace_id}/profiles`)).status, 404);
    assert.equal((await agent.post('/workspaces', { name: 'Third' })).status, 403);
    assert.equal((await api.get('/me/agents')).body.data.length, 1);
  });

  app.clock.advance(12 * 3_600_000 + 1_000);
  assert.equal((await api.get('/me')).status, 401, 'after a working day the provider is asked again');
});
