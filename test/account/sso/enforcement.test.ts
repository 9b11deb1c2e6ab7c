// Enforced single sign-on: which doors close, who still gets in, and that nobody is locked out for good.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPerson, createSession, findPerson, hashPassword, putPassword } from '../../../src/account/people/index.ts';
import { putSecondFactor } from '../../../src/account/people/second-factor/codes.ts';
import { codeOf, stepAt } from '../../../src/account/people/second-factor/totp.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { carryOut } from '../../../src/doors/jobs/commands.ts';
import { type Browser, browserOf, OWNER, signedIn } from '../../doors/console/browser.ts';
import { decide, exchange, newClient, request } from '../../doors/oauth/flow.ts';
import { sendCode } from '../people/code-form.ts';
import { openSso, type SsoWorld } from './idp.ts';

const BEA = { sub: 'bea-1', email: 'bea@shop.example', email_verified: true, name: 'Bea' };
const ANN = { sub: 'ann-1', email: OWNER, email_verified: true, name: 'Ann' };
const PASSWORD = 'seven new bicycles';
const ALERT = /role="alert">([^<]*)</;

const bearerOf = ({ cookie }: Browser): string => /tributary_session=([^;]+)/.exec(cookie)?.[1] ?? '';
const idOf = ({ app }: SsoWorld, email: string): string => findPerson(app.base, email)?.personId ?? '';

async function givePassword({ app }: SsoWorld, email: string): Promise<void> {
  const person = findPerson(app.base, email) ?? createPerson(app.base, { email, actor: 'system' });
  const hashed = await hashPassword(PASSWORD);
  app.base.state.tx(() => putPassword(app.base, person.personId, hashed));
}

/** The same phone for each person. */
const PHONE = Buffer.from('12345678901234567890');

function givePhone({ app }: SsoWorld, email: string): void {
  const personId = findPerson(app.base, email)?.personId ?? '';
  app.base.state.tx(() => {
    putSecondFactor(app.base, personId, PHONE);
    app.base.state.statement('account/people/second_factor_confirm').run({ person_id: personId, now: app.clock.now() });
  });
}

interface Enforcing extends SsoWorld {
  /** The owner's session of the provider. */
  owner: Browser;
  enforcement: string;
}

/** A workspace with a provider, whose owner Ann is linked and signed in by it, and whose owner Dora has a password. */
async function open(t: TestContext): Promise<Enforcing> {
  const world = await openSso(t);
  const { app, put } = world;
  assert.equal((await put()).status, 200);
  for (const email of [OWNER, 'dora@shop.example']) await givePassword(world, email);
  setWorkspaceRole(app.base, {
    workspaceId: app.workspaceId,
    personId: idOf(world, 'dora@shop.example'),
    role: 'owner',
    actor: 'system',
  });
  const { browser: owner } = await world.signIn(ANN, await signedIn(app));
  givePhone(world, 'dora@shop.example');
  return { ...world, owner, enforcement: `${world.path}/enforcement` };
}

async function enforce(world: Enforcing): Promise<void> {
  const { app, owner, enforcement } = world;
  const sent = await app.api(bearerOf(owner)).put(enforcement, { break_glass_user_id: idOf(world, 'dora@shop.example') });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
}

/** With a code of the phone, where the account has one. */
async function byPassword({ app }: SsoWorld, email: string): Promise<Browser> {
  const browser = browserOf(app);
  const page = await browser.submit('/console/sign-in', { email, password: PASSWORD });
  if (page.status === 303) return browser;
  app.clock.advance(60_000);
  const done = await sendCode(browser, page, codeOf(PHONE, stepAt(app.clock.now())));
  assert.equal(done.status, 303, done.text);
  return browser;
}

const actions = ({ app }: SsoWorld): string[] =>
  app.base.state.db
    .prepare("select action from audit where action like 'single_sign_on.%' order by rowid")
    .pluck()
    .all()
    .map(String);

test('putSingleSignOnEnforcement', async (t) => {
  const world = await open(t);
  const { app, owner, enforcement, path } = world;
  const [ann, dora] = [idOf(world, OWNER), idOf(world, 'dora@shop.example')];
  const inside = app.api(bearerOf(owner));

  await t.test('comes from a session of the provider, of an owner, with another owner who has a password', async () => {
    const byOldSession = await app.api(app.session).put(enforcement, { break_glass_user_id: dora });
    assert.deepEqual([byOldSession.status, byOldSession.body.error.code], [409, 'invalid_state']);
    assert.match(byOldSession.body.error.message, /Sign in at \/console\/sso\//);
    const { browser } = await world.signIn(BEA);
    const member = app.api(bearerOf(browser));
    assert.equal((await member.put(enforcement, { break_glass_user_id: dora })).status, 403);
    for (const id of [idOf(world, BEA.email), '5d3c1a52-7f5b-4e1f-8f4a-3f1f7f0f9a20'])
      assert.match((await inside.put(enforcement, { break_glass_user_id: id })).body.error.message, /no owner of this workspace/);
    createPerson(app.base, { email: 'eve@shop.example', actor: 'system' });
    const eve = idOf(world, 'eve@shop.example');
    setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId: eve, role: 'owner', actor: 'system' });
    assert.match((await inside.put(enforcement, { break_glass_user_id: eve })).body.error.message, /has no password/);
    await givePassword(world, 'eve@shop.example');
    assert.match((await inside.put(enforcement, { break_glass_user_id: eve })).body.error.message, /requires no code of a phone/);
    assert.equal((await app.api(app.session).get(path)).body.data.enforcement, null);
  });

  await t.test('sent twice it is enforced once, and another owner can be named', async () => {
    await enforce(world);
    const first = (await inside.get(path)).body.data.enforcement;
    app.clock.advance(60_000);
    await enforce(world);
    assert.deepEqual((await inside.get(path)).body.data.enforcement, first);
    assert.equal(actions(world).filter((each) => each === 'single_sign_on.enforced').length, 1);
    givePhone(world, OWNER);
    const { body } = await inside.put(enforcement, { break_glass_user_id: ann });
    assert.deepEqual(body.data.enforcement, { since: first.since, break_glass_user_id: ann });
  });

  await t.test('then the provider is replaced by no other, and its break-glass owner stays one', async () => {
    const { issuer } = world.idp;
    const other = await inside.put(path, { issuer, client_id: 'another' });
    assert.deepEqual([other.status, other.body.error.code], [409, 'invalid_state']);
    assert.match(other.body.error.message, /could lock everybody out/);
    const demoted = await inside.patch(`/workspaces/${app.workspaceId}/members/${ann}`, { role: 'admin' });
    assert.match(demoted.body.error.message, /gets in where the provider/);
    const left = await inside.post(`/workspaces/${app.workspaceId}/members/${ann}/remove`);
    assert.match(left.body.error.message, /gets in where the provider/);
  });
});

test('an enforced workspace opens to its provider alone', async (t) => {
  const world = await open(t);
  const { app, owner } = world;
  const bea = (await world.signIn(BEA)).browser;
  await givePassword(world, BEA.email);
  const { data: other } = (await app.api(app.session).post('/workspaces', { name: 'Other' })).body;
  setWorkspaceRole(app.base, {
    workspaceId: other.workspace_id,
    personId: idOf(world, BEA.email),
    role: 'member',
    actor: 'system',
  });
  const before = await byPassword(world, BEA.email);
  const clientId = await newClient(app);
  const back = await decide(before, request(app, clientId), {
    decision: 'approve',
    'scope:mcp:read': 'on',
    'scope:mcp:write': 'on',
  });
  const agent = app.api((await exchange(app, clientId, back.searchParams.get('code') ?? '')).body.access_token);
  const workspaces = async (api: typeof agent): Promise<string[]> =>
    (await api.get('/workspaces')).body.data.map(({ workspace_id }: { workspace_id: string }) => workspace_id).sort();
  const both = [app.workspaceId, other.workspace_id].sort();
  assert.deepEqual(await workspaces(app.api(bearerOf(before))), both);
  assert.deepEqual(await workspaces(agent), both);

  await enforce(world);
  const here = `/workspaces/${app.workspaceId}/profiles`;

  await t.test('open sessions and agents keep what is elsewhere, and are referred to the provider here', async () => {
    for (const api of [app.api(bearerOf(before)), app.api(app.session), agent]) {
      assert.deepEqual(await workspaces(api), [other.workspace_id]);
      const refused = await api.get(here);
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'forbidden']);
      assert.match(refused.body.error.message, new RegExp(`Sign in at /console/sso/${app.workspaceId}`));
      assert.equal((await api.get(`/overview?profile_id=${app.profileId}`)).status, 403);
    }
    assert.equal((await app.api(bearerOf(bea)).get(here)).status, 200);
    assert.equal((await app.api(bearerOf(owner)).get(here)).status, 200);
  });

  await t.test('a stranger learns nothing of it', async () => {
    createPerson(app.base, { email: 'zoe@else.example', actor: 'system' });
    const { token } = createSession(app.base, { personId: idOf(world, 'zoe@else.example'), actor: 'system' });
    assert.equal((await app.api(token).get(here)).status, 404);
  });

  await t.test('passwords, mailed links and one-time links sign in to the account and no further', async () => {
    const reset = browserOf(app);
    await reset.submit('/console/reset', { email: BEA.email });
    const mail = (await app.mails()).at(-1);
    await reset.submit(mail?.path ?? '', { password: 'eleven old tractors' });
    for (const browser of [reset, await signedIn(app, BEA.email)]) {
      const api = app.api(bearerOf(browser));
      assert.equal((await api.get('/me')).status, 200);
      assert.deepEqual(await workspaces(api), [other.workspace_id]);
      assert.equal((await api.get(here)).status, 403);
      const page = await browser.get(`/console/workspaces/${app.workspaceId}/settings`);
      assert.equal(page.status, 302);
      assert.match(page.headers.get('location') ?? '', new RegExp(`^/console/sso/${app.workspaceId}\\?continue=`));
      const profile = await browser.get(`/console/${app.profileId}/`);
      assert.match(profile.headers.get('location') ?? '', new RegExp(`^/console/sso/${app.workspaceId}\\?continue=`));
    }
  });

  await t.test('an invitation makes a member, who is sent to the provider', async () => {
    const invited = await app
      .api(bearerOf(owner))
      .post(`/workspaces/${app.workspaceId}/invitations`, { email: 'cid@shop.example', role: 'member' });
    assert.equal(invited.status, 201, JSON.stringify(invited.body));
    const link = (await app.mails()).at(-1)?.path ?? '';
    const browser = browserOf(app);
    const joined = await browser.submit(link, { email: 'cid@shop.example', password: PASSWORD, name: 'Cid' });
    assert.equal(joined.status, 303, joined.text);
    const api = app.api(bearerOf(browser));
    assert.deepEqual(await workspaces(api), []);
    assert.equal((await api.get(here)).status, 403);
    assert.equal((await browser.get('/console/')).headers.get('location'), `/console/sso/${app.workspaceId}`);
  });

  await t.test('an agent that is allowed in a session of the provider gets in', async () => {
    const inside = await decide((await world.signIn(BEA)).browser, request(app, clientId), {
      decision: 'approve',
      'scope:mcp:read': 'on',
      'scope:mcp:write': 'on',
    });
    const token = (await exchange(app, clientId, inside.searchParams.get('code') ?? '')).body.access_token;
    assert.deepEqual(await workspaces(app.api(token)), [app.workspaceId]);
  });

  await t.test('keys of profiles work on', async () => {
    assert.equal((await app.api(app.apiKey).get('/profile')).status, 200);
  });
});

test('nobody is locked out for good', async (t) => {
  const world = await open(t);
  const { app, idp, enforcement, path } = world;
  await enforce(world);
  const glass = `/console/sso/${app.workspaceId}/break-glass`;
  const here = `/workspaces/${app.workspaceId}/profiles`;
  const dora = await byPassword(world, 'dora@shop.example');

  await t.test('a provider that is down says so, and names the way for the break-glass owner', async () => {
    idp.isDown = true;
    const sent = await browserOf(app).submit(`/console/sso/${app.workspaceId}`, {});
    assert.equal(sent.status, 503);
    assert.match(ALERT.exec(sent.text)?.[1] ?? '', /does not respond/);
    assert.ok(sent.text.includes(`href="${glass}"`));
  });

  await t.test('the break-glass owner opens it by a button, and all owners get a mail', async () => {
    assert.equal((await app.api(bearerOf(dora)).get(here)).status, 403, 'signing in alone opens nothing');
    const page = await dora.get(glass);
    assert.equal(page.status, 200, page.text);
    assert.equal((await app.api(bearerOf(dora)).get(here)).status, 403, 'looking opens nothing');
    const opened = await dora.submit(glass, {});
    assert.equal(opened.status, 303, opened.text);
    assert.equal((await app.api(bearerOf(dora)).get(here)).status, 200);
    const mails = (await app.mails()).filter(({ subject }) => /was opened without its provider/.test(subject));
    assert.deepEqual(mails.map(({ to }) => to).sort(), ['dora@shop.example', OWNER].sort());
    assert.equal(actions(world).at(-1), 'single_sign_on.break_glass_used');
  });

  await t.test('a session without a code of the phone does not', async () => {
    const personId = idOf(world, 'dora@shop.example');
    const { token } = createSession(app.base, { personId, actor: 'system', openedBy: 'password' });
    const page = await browserOf(app, `tributary_session=${token}`).get(glass);
    assert.equal(page.status, 403);
    assert.match(page.text, /without a code of your phone/);
  });

  await t.test('it is this session, for four hours, and no agent of it', async () => {
    const another = await byPassword(world, 'dora@shop.example');
    assert.equal((await app.api(bearerOf(another)).get(here)).status, 403);
    const clientId = await newClient(app);
    const back = await decide(dora, request(app, clientId), { decision: 'approve', 'scope:mcp:read': 'on' });
    const token = (await exchange(app, clientId, back.searchParams.get('code') ?? '')).body.access_token;
    assert.deepEqual((await app.api(token).get('/workspaces')).body.data, []);
    app.clock.advance(4 * 3_600_000 - 61_000); // signing in again took a minute
    assert.equal((await app.api(bearerOf(dora)).get(here)).status, 200);
    app.clock.advance(2_000);
    assert.equal((await app.api(bearerOf(dora)).get(here)).status, 403);
  });

  await t.test('nobody else gets in so, nor by a form of another page', async () => {
    const ann = await byPassword(world, OWNER);
    assert.equal((await ann.get(glass)).status, 403);
    assert.equal((await ann.submit('/console/sign-out', {}, glass)).status, 403);
    assert.equal((await dora.post(glass, {})).status, 403);
    assert.equal((await browserOf(app).get(glass)).status, 401);
    assert.equal((await dora.get('/console/sso/5d3c1a52-7f5b-4e1f-8f4a-3f1f7f0f9a20/break-glass')).status, 403);
  });

  await t.test('deleteSingleSignOnEnforcement', async () => {
    assert.equal((await app.api(bearerOf(dora)).delete(enforcement)).status, 403);
    await dora.submit(glass, {});
    const ended = await app.api(bearerOf(dora)).delete(enforcement);
    assert.equal(ended.status, 200, JSON.stringify(ended.body));
    assert.equal(ended.body.data.enforcement, null);
    assert.equal((await app.api(app.session).get(here)).status, 200);
    assert.equal((await app.api(app.session).delete(enforcement)).status, 200);
    assert.equal(actions(world).filter((each) => each === 'single_sign_on.relaxed').length, 1);
  });

  await t.test('and the operator ends it by a command', async () => {
    idp.isDown = false;
    const { browser } = await world.signIn(ANN);
    await enforce({ ...world, owner: browser });
    const list = await carryOut(app.base, 'sso-list', {}, () => undefined);
    assert.match(JSON.stringify(list), /"enforced_since":"20/);
    const run = () => carryOut(app.base, 'sso-relax', {}, () => undefined);
    assert.deepEqual([(await run())['relaxed'], (await run())['relaxed']], [true, false]);
    assert.equal((await app.api(app.session).get(path)).body.data.enforcement, null);
    assert.equal((await app.api(app.session).get(here)).status, 200);
  });

  await t.test('the operator enforces it by a command, for an owner who can get in without the provider', async () => {
    const run = (email: string) => carryOut(app.base, 'sso-enforce', { break_glass: email }, () => undefined);
    await assert.rejects(run('nobody@shop.example'), /no owner of this workspace/);
    await assert.rejects(run(OWNER), /requires no code of a phone/);
    assert.equal((await app.api(app.session).get(here)).status, 200);
    assert.deepEqual([(await run('Dora@shop.example'))['changed'], (await run('dora@shop.example'))['changed']], [true, false]);
    assert.notEqual((await app.api(app.session).get(here)).status, 200);
    await carryOut(app.base, 'sso-relax', {}, () => undefined);
    assert.equal((await app.api(app.session).get(here)).status, 200);
    app.base.state.db.prepare('update single_sign_on set used_at = null').run();
    await assert.rejects(run('dora@shop.example'), /Nobody has signed in by the provider yet/);
  });

  await t.test('nor by removing the provider, which ends the enforcement with it', async () => {
    const { browser } = await world.signIn(ANN);
    await enforce({ ...world, owner: browser });
    assert.equal((await app.api(bearerOf(browser)).delete(path)).status, 200);
    assert.equal((await app.api(app.session).get(here)).status, 200);
  });
});
