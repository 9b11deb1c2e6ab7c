// The token and the revocation endpoint: what a code, a refresh token and an app's secret are worth, once and no more.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { authorizeApp, registerApp } from '../../../src/account/apps/index.ts';
import { checkAudit } from '../../../src/account/audit/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { approvedCode, ask, CALLBACK, exchange, granted, newClient, opens, post, refresh, refused, VERIFIER } from './flow.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
beforeEach(() => app.clock.advance(3_600_000 - 1)); // limits of an hour
after(() => app?.close());

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

test('RFC 6749 §4.1.4: a code becomes a bearer and a refresh token, and nothing is cached', async () => {
  const clientId = await newClient(app);
  const { status, body, headers } = await exchange(app, clientId, await approvedCode(app, clientId));
  assert.equal(status, 200);
  assert.match(body.access_token, /^svc_user_/);
  assert.match(body.refresh_token, /^svc_refresh_/);
  assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'mcp:read mcp:write']);
  assert.deepEqual([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache']);
  assert.equal(await opens(app, body.access_token), true);
  assert.equal((await app.api(body.access_token).get('/me')).status, 403, 'what a credential belongs to it cannot administer');
  app.clock.advance(3_600_000);
  assert.equal(await opens(app, body.access_token), false, 'for an hour');
});

for (const { title, changes, answer } of [
  { title: 'RFC 7636 §4.6: another verifier', changes: { code_verifier: VERIFIER.toUpperCase() }, answer: '400 invalid_grant' },
  { title: 'RFC 7636 §4.1: a verifier of 42 characters', changes: { code_verifier: 'a'.repeat(42) }, answer: '400 invalid_request' },
  { title: 'RFC 7636 §4.1: a verifier of 129 characters', changes: { code_verifier: 'a'.repeat(129) }, answer: '400 invalid_request' },
  { title: 'RFC 7636 §4.5: no verifier', changes: { code_verifier: '' }, answer: '400 invalid_request' },
  { title: 'RFC 6749 §4.1.3: another redirect URI', changes: { redirect_uri: `${CALLBACK}?x` }, answer: '400 invalid_grant' },
  { title: 'RFC 6749 §4.1.3: no redirect URI', changes: { redirect_uri: '' }, answer: '400 invalid_request' },
  { title: 'RFC 8707 §2: another resource', changes: { resource: 'https://other.example/mcp' }, answer: '400 invalid_target' },
  { title: 'RFC 6749 §5.2: an unknown code', changes: { code: 'svc_code_unknown' }, answer: '400 invalid_grant' },
  { title: 'RFC 6749 §5.2: an unknown client', changes: { client_id: 'mcpc_unknown' }, answer: '401 invalid_client' },
  { title: 'RFC 6749 §3.2.1: no client', changes: { client_id: '' }, answer: '400 invalid_request' },
  { title: 'RFC 6749 §2.3.1: a client with a secret', changes: { client_secret: 'secret' }, answer: '401 invalid_client' },
  { title: 'RFC 6749 §5.2: another grant type', changes: { grant_type: 'password' }, answer: '400 unsupported_grant_type' },
  { title: 'a grant type that every object has', changes: { grant_type: 'constructor' }, answer: '400 unsupported_grant_type' },
  { title: 'RFC 6749 §4.4: credentials of a client that has none', changes: { grant_type: 'client_credentials' }, answer: '400 unauthorized_client' },
]) // biome-ignore format: a table
  test(`${title} is refused, and the code is still good`, async () => {
    const clientId = await newClient(app);
    const code = await approvedCode(app, clientId);
    assert.equal(refused(await exchange(app, clientId, code, changes)), answer);
    assert.equal((await exchange(app, clientId, code)).status, 200);
  });

test('RFC 6749 §4.1.2: a code is its client’s, for a minute', async () => {
  const clientId = await newClient(app);
  const code = await approvedCode(app, clientId);
  assert.equal(refused(await exchange(app, await newClient(app), code)), '400 invalid_grant');
  app.clock.advance(59_999);
  assert.equal((await exchange(app, clientId, code)).status, 200);
  const late = await approvedCode(app, clientId);
  app.clock.advance(60_000);
  assert.equal(refused(await exchange(app, clientId, late)), '400 invalid_grant');
});

test('RFC 6749 §4.1.2: a code that comes again revokes what it produced', async () => {
  const { clientId, code, access, refresh: token } = await granted(app);
  const renewed = (await refresh(app, clientId, token)).body;
  app.clock.advance(61_000);
  assert.equal(refused(await exchange(app, clientId, code)), '400 invalid_grant');
  assert.equal(await opens(app, access), false);
  assert.equal(await opens(app, renewed.access_token), false, 'also what was renewed since');
  assert.equal(refused(await refresh(app, clientId, renewed.refresh_token)), '400 invalid_grant');
  assert.equal(checkAudit(app.base).brokenAt, undefined);
});

test('RFC 6749 §10.5: of ten exchanges at once one succeeds, and its tokens end with the others', async () => {
  const clientId = await newClient(app);
  const code = await approvedCode(app, clientId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(app, clientId, code)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  assert.equal(await opens(app, won[0]?.body.access_token), false);
});

test('RFC 6749 §3.2: a parameter that came twice, another form and another method', async () => {
  const twice: [string, string][] = [
    ['grant_type', 'authorization_code'],
    ['client_id', 'a'],
    ['client_id', 'a'],
  ];
  assert.equal(refused(await post(app, '/oauth/mcp/token', twice)), '400 invalid_request');
  const json = await ask(app, '/oauth/mcp/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'authorization_code' }),
  });
  assert.equal(refused(json), '400 invalid_request');
  assert.equal(refused(await post(app, '/oauth/mcp/token', {})), '400 invalid_request');
  assert.equal(refused(await post(app, '/oauth/mcp/token', { code: 'a'.repeat(20_000) })), '413 invalid_request');
  assert.equal((await ask(app, '/oauth/mcp/token?grant_type=refresh_token', {})).status, 405);
});

test('RFC 6749 §6: a refresh token is rotated; the new one counts from its own day', async () => {
  const { clientId, refresh: first } = await granted(app);
  app.clock.advance(59 * DAY_MS);
  const second = await refresh(app, clientId, first);
  assert.equal(second.status, 200);
  assert.notEqual(second.body.refresh_token, first);
  assert.equal(second.body.scope, 'mcp:read mcp:write');
  assert.equal(await opens(app, second.body.access_token), true);
  app.clock.advance(59 * DAY_MS);
  const third = await refresh(app, clientId, second.body.refresh_token, { resource: `${app.baseUrl}/mcp` });
  assert.equal(third.status, 200);
  app.clock.advance(60 * DAY_MS);
  assert.equal(refused(await refresh(app, clientId, third.body.refresh_token)), '400 invalid_grant', 'after 60 days');
});

test('RFC 9700 §4.14.2: a refresh token that comes again burns its family', async () => {
  const { clientId, refresh: first } = await granted(app);
  const { body } = await refresh(app, clientId, first);
  assert.equal(refused(await refresh(app, clientId, first)), '400 invalid_grant');
  assert.equal(await opens(app, body.access_token), false);
  assert.equal(refused(await refresh(app, clientId, body.refresh_token)), '400 invalid_grant');
  const other = await granted(app);
  assert.equal(await opens(app, other.access), true, 'another grant is another family');
});

test('RFC 9700 §4.14.2: of ten renewals at once one succeeds, and the family is burnt', async () => {
  const { clientId, refresh: token } = await granted(app);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(app, clientId, token)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  assert.equal(await opens(app, won[0]?.body.access_token), false);
});

test('RFC 6749 §6: a scope may be left out and comes back, and none is added', async () => {
  const { clientId, refresh: token } = await granted(app);
  const narrow = await refresh(app, clientId, token, { scope: 'mcp:read' });
  assert.equal(narrow.body.scope, 'mcp:read');
  const refusedWrite = await app.api(narrow.body.access_token).post('/workspaces', { name: 'New' });
  assert.equal(refusedWrite.body.error.code, 'insufficient_scope');
  const { refresh_token: next } = narrow.body;
  assert.equal(refused(await refresh(app, clientId, next, { scope: 'mcp:read customers:read' })), '400 invalid_scope');
  assert.equal((await refresh(app, clientId, next)).body.scope, 'mcp:read mcp:write', 'a refusal used nothing up');
});

test('RFC 6749 §6, RFC 8707 §2: a refresh token of another client, or for another resource', async () => {
  const { clientId, refresh: token } = await granted(app);
  assert.equal(refused(await refresh(app, await newClient(app), token)), '400 invalid_grant');
  assert.equal(refused(await refresh(app, clientId, token, { resource: 'https://other.example' })), '400 invalid_target');
  assert.equal(refused(await refresh(app, clientId, 'svc_refresh_unknown')), '400 invalid_grant');
  assert.equal((await refresh(app, clientId, token)).status, 200);
});

test('OAUTH_REFRESH_GRACE_SECONDS: a moment later the rotated token gives a bearer and no more', async (t) => {
  const lenient = await startTestApp({ config: { oauthRefreshGraceSeconds: 10 } });
  t.after(() => lenient.close());
  const { clientId, refresh: first } = await granted(lenient);
  const { body } = await refresh(lenient, clientId, first);
  lenient.clock.advance(10_000);
  const late = await refresh(lenient, clientId, first, { scope: 'mcp:read' });
  assert.deepEqual([late.status, late.body.refresh_token, late.body.scope], [200, undefined, 'mcp:read']);
  assert.equal(await opens(lenient, late.body.access_token), true);
  lenient.clock.advance(1);
  assert.equal(refused(await refresh(lenient, clientId, first)), '400 invalid_grant');
  assert.equal(await opens(lenient, body.access_token), false);
});

test('RFC 7009 §2: a token refunded ends its grant, and nothing is told about others', async () => {
  const revoke = (form: Record<string, string>) => post(app, '/oauth/mcp/revoke', form);
  const one = await granted(app);
  const stranger = await newClient(app);
  const input = await revoke({ token: one.access, client_id: stranger });
  assert.deepEqual([input.status, await opens(app, one.access)], [200, true], 'not another client’s');
  assert.equal((await revoke({ token: 'svc_user_unknown', client_id: one.clientId })).status, 200);
  assert.equal((await revoke({ token: one.refresh, client_id: one.clientId, token_type_hint: 'access_token' })).status, 200);
  assert.equal(await opens(app, one.access), false);
  assert.equal((await revoke({ token: one.refresh, client_id: one.clientId })).status, 200, 'twice is once');
  const two = await granted(app);
  assert.equal((await revoke({ token: two.access, client_id: two.clientId })).status, 200);
  assert.equal(refused(await refresh(app, two.clientId, two.refresh)), '400 invalid_grant');
  assert.equal(refused(await revoke({ client_id: one.clientId })), '400 invalid_request');
  assert.equal(refused(await revoke({ token: 'a', client_id: 'mcpc_unknown' })), '401 invalid_client');
});

test('RFC 6749 §4.4: an app gets a bearer for its secret, by HTTP Basic alone', async () => {
  const { appId, secret } = registerApp(app.base, {
    name: 'Partner',
    tier: 'standard',
    scopes: ['analytics:read', 'profiles:write'],
    actor: 'system',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
  });
  authorizeApp(app.base, { appId, place: { workspaceId: app.workspaceId }, kind: 'adopted' });
  const credentials = { grant_type: 'client_credentials' };
  const { status, body, headers } = await post(app, '/oauth/mcp/token', credentials, basic(appId, secret));
  assert.equal(status, 200);
  assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'analytics:read profiles:write']);
  assert.deepEqual([body.refresh_token, headers.get('cache-control')], [undefined, 'no-store']);
  assert.equal((await app.api(body.access_token).get('/me')).body.data.kind, 'app');

  const wrong = await post(app, '/oauth/mcp/token', credentials, basic(appId, 'svc_secret_wrong'));
  assert.equal(refused(wrong), '401 invalid_client');
  assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic realm=/);
  const ways: [Record<string, string>, Record<string, string>, string][] = [
    [{ client_id: appId, client_secret: secret }, {}, '401 invalid_client'],
    [{}, { authorization: `Bearer ${body.access_token}` }, '401 invalid_client'],
    [{ client_id: 'mcpc_1' }, basic(appId, secret), '400 invalid_request'],
    [{ scope: 'customers:read' }, basic(appId, secret), '400 invalid_scope'],
    [{ resource: `${app.baseUrl}/mcp` }, basic(appId, secret), '400 invalid_target'],
    [{ grant_type: 'refresh_token', refresh_token: 'a' }, basic(appId, secret), '400 unauthorized_client'],
  ];
  for (const [form, sent, answer] of ways)
    assert.equal(refused(await post(app, '/oauth/mcp/token', { ...credentials, ...form }, sent)), answer);

  const back = await post(app, '/oauth/mcp/revoke', { token: body.access_token }, basic(appId, secret));
  assert.deepEqual([back.status, (await app.api(body.access_token).get('/me')).status], [200, 401]);
});

test('RFC 9700 §4.10: calls of the token endpoint are limited by address', async () => {
  const answers = new Set<string>();
  for (let at = 0; at < 601; at += 1) answers.add(refused(await refresh(app, 'mcpc_unknown', 'svc_refresh_guess')));
  assert.deepEqual([...answers], ['401 invalid_client', '429 temporarily_unavailable']);
});
