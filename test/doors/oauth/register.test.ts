// Dynamic client registration and the two documents by which a client finds it (RFC 7591, RFC 8414, RFC 9728).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { registerApp } from '../../../src/account/apps/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { ask, CALLBACK, newClient, OFFERED, refused, register, request } from './flow.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

test('RFC 8414 §3: the server describes itself under its own name', async () => {
  const { status, body, headers } = await ask(app, '/.well-known/oauth-authorization-server', {});
  assert.equal(status, 200);
  assert.equal(body.issuer, app.baseUrl);
  assert.deepEqual(body.code_challenge_methods_supported, ['S256']);
  assert.equal(body.authorization_response_iss_parameter_supported, true);
  assert.deepEqual(body.token_endpoint_auth_methods_supported, ['none', 'client_secret_basic']);
  for (const name of ['authorization', 'token', 'registration', 'revocation'])
    assert.ok(body[`${name}_endpoint`].startsWith(`${app.baseUrl}/oauth/mcp/`), name);
  assert.equal(body.scopes_supported.includes('exports:read'), false, 'never for a client');
  for (const scope of OFFERED) assert.ok(body.scopes_supported.includes(scope), scope);
  assert.equal(headers.get('access-control-allow-origin'), '*');
});

test('RFC 9728 §3: the resource names its server, at its own path and at the root', async () => {
  for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
    const { status, body } = await ask(app, path, {});
    assert.equal(status, 200);
    assert.equal(body.resource, `${app.baseUrl}/mcp`);
    assert.deepEqual(body.authorization_servers, [app.baseUrl]);
    assert.deepEqual(body.scopes_supported, OFFERED, 'what a person may grant, without what a bundle covers');
    assert.deepEqual(body.bearer_methods_supported, ['header']);
  }
});

test('RFC 7591 §3.2.1: what was registered is told back', async () => {
  const { status, body, headers } = await register(app, {
    client_name: 'Claude',
    redirect_uris: ['https://claude.example/callback', CALLBACK],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'mcp:read',
    software_id: 'what we do not know is left out',
  });
  assert.equal(status, 201);
  assert.match(body.client_id, /^mcpc_[0-9a-f]{32}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(body, {
    client_id: body.client_id,
    client_id_issued_at: app.clock.now() / 1000,
    client_name: 'Claude',
    redirect_uris: ['https://claude.example/callback', CALLBACK],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'mcp:read',
  });
  const lean = await register(app, { client_name: 'Lean', redirect_uris: [CALLBACK], grant_types: ['authorization_code'] });
  assert.deepEqual(lean.body.grant_types, ['authorization_code']);
});

test('RFC 7591 §3.2.2: one forbidden redirect URI among good ones refuses the registration and is named', async () => {
  for (const uri of ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://attacker.example/cb', 'javascript:alert(1)']) {
    const answer = await register(app, { redirect_uris: [CALLBACK, uri, 'http://[::1]:8080/cb'] });
    assert.equal(refused(answer), '400 invalid_redirect_uri', uri);
    assert.match(answer.body.error_description, /^redirect_uris\[1\]:/);
  }
});

test('RFC 7591 §2: the same redirect URI twice is one; of the scopes the grantable ones are registered', async () => {
  const { body } = await register(app, {
    redirect_uris: [CALLBACK, CALLBACK, 'http://[::1]:8080/cb'],
    scope: 'openid mcp:read exports:read mcp:read',
  });
  assert.deepEqual(body.redirect_uris, [CALLBACK, 'http://[::1]:8080/cb']);
  assert.equal(body.scope, 'mcp:read');
  assert.equal(body.client_name, 'Unnamed client');
});

test('a name that is blank, or looks like another, is refused', async () => {
  const { base } = app;
  const partner = { name: 'Northwind Partner', tier: 'standard' as const, redirectUris: [], allowedReturnOrigins: [] };
  registerApp(base, { ...partner, actor: 'system' });
  const named = (client_name: string) => register(app, { redirect_uris: [CALLBACK], client_name });
  const blank = ['', '   ', '\u00a0\u2003', '\u3164', '\u2800', '...', '- -', '\u115f\u1160'];
  const mixed = ['Cl\u0430ude', '\u0421laude Desktop', 'Chat\u0393PT', '\ud835\udc02laude', '\uff23laude'];
  const ours = [
    'Tributary',
    'tributary  support',
    'Tri-butary',
    'TR1BUTARY',
    'Tr\u00edbutary',
    'Tributarу',
    'Official Tributary app',
    '(Tributary)',
    'northwind  PARTNER',
    'N0rthwind-Partner',
  ];
  for (const name of [...blank, ...mixed, ...ours])
    assert.equal(refused(await named(name)), '400 invalid_client_metadata', JSON.stringify(name));
  for (const name of [
    'Claude',
    'Claude Code (tributary-mcp)',
    'Курсор',
    '千客',
    'Müller & Söhne',
    'Ω Analytics',
    '7',
    'Agent™ 2',
    'Claude Code (tributary)',
  ])
    assert.equal((await named(name)).status, 201, name);
});

test('RFC 7591 §3.2.2: redirect URIs that nobody should be sent to', async () => {
  for (const uri of [
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'http://attacker.example/callback',
    'https://shop.example/callback#part',
    'https://user:secret@shop.example/callback',
    'http://localhost@attacker.example/',
    'https://*.shop.example/callback',
    'https://shop.example/call back',
    'https://shop.example/\r\nSet-Cookie: a=b',
    ' https://shop.example/',
    'https:shop.example',
    'http://localhost.attacker.example/',
    // Hosts that are read otherwise than they are written.
    'http://127.1/callback',
    'http://0x7f000001/callback',
    'http://2130706433/callback',
    'https://%61ttacker.example/',
    'https://.',
    'https://shop..example/',
    `https://shop.example/${'a'.repeat(2_000)}`,
    '',
  ])
    assert.equal(refused(await register(app, { redirect_uris: [uri] })), '400 invalid_redirect_uri', uri);
  assert.equal(refused(await register(app, { redirect_uris: [] })), '400 invalid_redirect_uri');
  assert.equal(refused(await register(app, {})), '400 invalid_redirect_uri');
  const eleven = Array.from({ length: 11 }, (_, at) => `https://shop.example/${at}`);
  assert.equal(refused(await register(app, { redirect_uris: eleven })), '400 invalid_redirect_uri');
});

test('RFC 7591 §3.2.2: metadata that we cannot keep to', async () => {
  const bad = [
    { token_endpoint_auth_method: 'client_secret_basic' },
    { grant_types: ['client_credentials'] },
    { response_types: ['token'] },
    { client_name: 'a\u202eb' },
    { client_name: `a${'\u0351'.repeat(5)}` },
    { client_name: 'a\r\nBcc: x@y.example' },
    { client_name: 'a'.repeat(201) },
    { client_name: 7 },
    { scope: ['mcp:read'] },
    { redirect_uris: CALLBACK },
    { redirect_uris: [CALLBACK, 7] },
  ];
  for (const metadata of bad) {
    const answer = await register(app, { redirect_uris: [CALLBACK], ...metadata });
    assert.equal(refused(answer), '400 invalid_client_metadata', JSON.stringify(metadata));
  }
  for (const body of ['{', '[]', 'null', '"text"', ''])
    assert.equal(refused(await register(app, body)), '400 invalid_client_metadata', body);
  const broken = Buffer.from(`{"client_name":"a\xff","redirect_uris":["${CALLBACK}"]}`, 'latin1');
  const headers = { 'content-type': 'application/json' };
  const notText = await ask(app, '/oauth/mcp/register', { method: 'POST', headers, body: broken });
  assert.equal(refused(notText), '400 invalid_request');
  const form = await ask(app, '/oauth/mcp/register', { method: 'POST', body: new URLSearchParams({ client_name: 'a' }) });
  assert.equal(refused(form), '400 invalid_client_metadata');
});

test('RFC 7591 §3: an oversized registration is refused unread', async () => {
  const answer = await register(app, { redirect_uris: [CALLBACK], client_name: 'a'.repeat(20_000) });
  assert.equal(refused(answer), '413 invalid_request');
});

test('RFC 7591 §5: a client that never came to use is forgotten, one in its first two days is not', async () => {
  const old = await newClient(app);
  app.clock.advance(47 * 3_600_000);
  const young = await newClient(app);
  assert.equal((await ask(app, request(app, old), {})).status, 401, 'both may ask a person to sign in');
  app.clock.advance(2 * 3_600_000);
  await newClient(app);
  assert.equal((await ask(app, request(app, old), {})).status, 400);
  assert.equal((await ask(app, request(app, young), {})).status, 401);
});

test('RFC 7591 §5: a thousand registrations in an hour from one address', async () => {
  app.clock.advance(3_600_000);
  const counts = new Map<number, number>();
  let last: Awaited<ReturnType<typeof register>> | undefined;
  for (let at = 0; at < 1_000; at += 1) {
    last = await register(app, { redirect_uris: [CALLBACK] });
    counts.set(last.status, (counts.get(last.status) ?? 0) + 1);
  }
  assert.deepEqual([...counts], [[201, 100], [429, 900]]); // biome-ignore format: two pairs
  assert.equal(last?.body.error, 'temporarily_unavailable');
  const wait = Number(last?.headers.get('retry-after'));
  assert.ok(wait > 0);
  assert.equal(Number(last?.headers.get('x-ratelimit-reset')), Math.ceil(app.clock.now() / 1000) + wait);
  app.clock.advance(3_600_000);
  assert.equal((await register(app, { redirect_uris: [CALLBACK] })).status, 201);
});

test('Fetch §4.8: a page of any origin may ask first, and read a refusal', async () => {
  for (const path of [
    '/oauth/mcp/register',
    '/oauth/mcp/token',
    '/oauth/mcp/revoke',
    '/.well-known/oauth-authorization-server',
  ]) {
    const preflight = await ask(app, path, { method: 'OPTIONS', headers: { origin: 'https://inspector.example' } });
    assert.equal(preflight.status, 204, path);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization, Content-Type/);
  }
  const refusal = await register(app, '{');
  assert.equal(refusal.headers.get('access-control-allow-origin'), '*');
  const page = await ask(app, '/oauth/mcp/authorize', {});
  assert.equal(page.headers.get('access-control-allow-origin'), null, 'a page of people is nobody else’s');
});

test('RFC 9110 §15.5.6: another method says which there are', async () => {
  const get = await ask(app, '/oauth/mcp/token', {});
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST, OPTIONS']);
  const posted = await ask(app, '/.well-known/oauth-authorization-server', { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  for (const [path, method, allow] of [
    ['/oauth/mcp/authorize', 'POST', 'GET, HEAD'],
    ['/oauth/mcp/authorize', 'OPTIONS', 'GET, HEAD'],
    ['/oauth/mcp/consent', 'GET', 'POST'],
  ] as const) {
    const page = await ask(app, path, { method });
    assert.deepEqual([page.status, page.headers.get('allow')], [405, allow], `${method} ${path}`);
    assert.match(page.body, /<h1>This request is not valid/);
  }
});
