// The authorization endpoint and its consent page: what is refused, where to, and what a decision sends back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AGENT_SCOPES } from '../../../src/base/contract/scopes.ts';
import { SCOPE_WORDS } from '../../../src/doors/console/consent/scope-words.ts';
import { formToken } from '../../../src/doors/http/cookies.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { browserOf, signedIn } from '../console/browser.ts';
import { ask, CALLBACK, challengeOf, decide, exchange, newClient, post, register, request, STATE, VERIFIER } from './flow.ts';

let app: TestApp;
let clientId: string;
before(async () => {
  app = await startTestApp({ config: { signUp: 'open' } });
  clientId = await newClient(app, [CALLBACK, 'https://shop.example/cb?keep=1']);
});
after(() => app?.close());

/** Where nobody has signed in yet. */
async function redirectedWith(path: string): Promise<Record<string, string>> {
  const { status, headers } = await ask(app, path, {});
  assert.equal(status, 303, path);
  const url = new URL(headers.get('location') ?? '');
  assert.equal(url.origin + url.pathname, CALLBACK);
  const { error_description: description, ...rest } = Object.fromEntries(url.searchParams);
  assert.match(description ?? '', /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, 'RFC 6749 §4.1.2.1: the characters of a description');
  return rest;
}

/** The scopes whose boxes are ticked on a consent page. */
const tickedOn = (text: string): string[] =>
  [...text.matchAll(/name="scope:([^"]+)" value="on" checked/g)].map(([, name]) => String(name));

test('RFC 6749 §4.1.2.1: an untrusted client or redirect URI is a page, never a redirect', async () => {
  const uri = encodeURIComponent(CALLBACK);
  for (const path of [
    request(app, 'mcpc_unknown'),
    request(app, clientId, { client_id: undefined }),
    request(app, clientId, { redirect_uri: undefined }),
    request(app, clientId, { redirect_uri: `${CALLBACK}/` }),
    request(app, clientId, { redirect_uri: `${CALLBACK}?more=1` }),
    request(app, clientId, { redirect_uri: CALLBACK.replace('33418', '33419') }),
    request(app, clientId, { redirect_uri: 'https://attacker.example/' }),
    request(app, clientId, { redirect_uri: 'javascript:alert(1)' }),
    `${request(app, clientId)}&client_id=${clientId}`,
    `${request(app, clientId)}&redirect_uri=${uri}`,
    '/oauth/mcp/authorize',
  ]) {
    const { status, headers, body } = await ask(app, path, {});
    assert.equal(status, 400, path);
    assert.equal(headers.get('location'), null);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(body, /This request is not valid/);
  }
});

for (const { title, changes, error } of [
  { title: 'RFC 6749 §3.1.1: a response type that is not offered', changes: { response_type: 'token' }, error: 'unsupported_response_type' },
  { title: 'RFC 6749 §3.1.1: no response type', changes: { response_type: undefined }, error: 'invalid_request' },
  { title: 'RFC 7636 §4.4.1: no challenge', changes: { code_challenge: undefined }, error: 'invalid_request' },
  { title: 'RFC 7636 §4.4.1: plain', changes: { code_challenge_method: 'plain' }, error: 'invalid_request' },
  { title: 'RFC 7636 §4.3: no method means plain', changes: { code_challenge_method: undefined }, error: 'invalid_request' },
  { title: 'RFC 7636 §4.2: a challenge that no SHA-256 is', changes: { code_challenge: 'short' }, error: 'invalid_request' },
  { title: 'RFC 8707 §2: another resource', changes: { resource: 'https://other.example/mcp' }, error: 'invalid_target' },
  { title: 'RFC 6749 §4.1.2.1: a scope that no client is granted', changes: { scope: 'mcp:read exports:read' }, error: 'invalid_scope' },
  { title: 'RFC 6749 §3.3: an unknown scope', changes: { scope: 'everything' }, error: 'invalid_scope' },
  { title: 'a mode of response that is not offered', changes: { response_mode: 'fragment' }, error: 'invalid_request' },
  { title: 'a request too long to be kept through a sign-in', changes: { nonce: 'a'.repeat(4_000) }, error: 'invalid_request' },
]) // biome-ignore format: a table
  test(`${title} is sent back with state and iss (RFC 9207)`, async () => {
    assert.deepEqual(await redirectedWith(request(app, clientId, changes)), { error, state: STATE, iss: app.baseUrl });
  });

test('RFC 9700 §4.11.2: a client that the person does not know yet sends nobody anywhere by a request that is not valid', async () => {
  const away = 'https://attacker.example/landing';
  const client = await newClient(app, [away]);
  const invalid = request(app, client, { redirect_uri: away, response_type: 'token' });
  const browser = await signedIn(app);
  for (const { status, headers, text } of [await browserOf(app).get(invalid), await browser.get(invalid)]) {
    assert.deepEqual([status, headers.get('location')], [400, null]);
    assert.match(text, /<code>attacker\.example<\/code>/);
    assert.match(text, /response_type: only code is offered/);
    assert.match(
      text,
      /href="https:\/\/attacker\.example\/landing\?error=unsupported_response_type/,
      'by the person’s own click',
    );
  }
  const fields = { decision: 'approve', 'scope:mcp:read': 'on' };
  const back = await decide(browser, request(app, client, { redirect_uri: away }), fields);
  await exchange(app, client, back.searchParams.get('code') ?? '', { redirect_uri: away });
  assert.equal((await browser.get(invalid)).status, 303, 'once the person has allowed it');
  assert.equal((await browserOf(app).get(invalid)).status, 400, 'and for this person alone');
});

test('RFC 6749 §3.1: a parameter that came twice is sent back, a doubled state is not', async () => {
  assert.deepEqual(await redirectedWith(`${request(app, clientId)}&scope=mcp:read`), {
    error: 'invalid_request',
    state: STATE,
    iss: app.baseUrl,
  });
  assert.deepEqual(await redirectedWith(`${request(app, clientId)}&state=x`), { error: 'invalid_request', iss: app.baseUrl });
});

test('RFC 9700 §4.16: no frame, no referrer, no script, no cache; and the form may lead back to the client', async () => {
  const browser = await signedIn(app);
  const { status, headers, text } = await browser.get(request(app, clientId));
  assert.equal(status, 200);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /form-action 'self' https: http:\/\/127\.0\.0\.1:33418(;|$)/);
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(text.includes('<script'), false);
});

test('the page shows who asks, what for and where the answer goes, as text', async () => {
  const { body } = await register(app, { client_name: '<b>Bank</b> & "Co"', redirect_uris: ['https://agent.example/cb'] });
  const path = request(app, body.client_id, { redirect_uri: 'https://agent.example/cb', scope: AGENT_SCOPES.join(' ') });
  const { text } = await (await signedIn(app)).get(path);
  assert.match(text, /<bdi>&lt;b>Bank&lt;\/b> &amp; &quot;Co&quot;<\/bdi>/);
  assert.match(text, /<code>agent\.example<\/code>/);
  assert.match(text, /owner@shop\.example/);
  for (const scope of AGENT_SCOPES) {
    assert.ok(SCOPE_WORDS[scope], `${scope} is said in words`);
    assert.ok(text.includes(`type="checkbox" name="scope:${scope}" value="on"`), scope);
  }
  assert.deepEqual(tickedOn(text), ['mcp:read'], 'a person ticks what goes further');
  const groups = [...text.matchAll(/<legend[^>]*>([^<]+)<\/legend>(.*?)<\/fieldset>/gs)];
  assert.deepEqual(
    groups.map(([, legend, lines = '']) => [legend, [...lines.matchAll(/name="scope:([^"]+)"/g)].map(([, name]) => name)]),
    [
      ['Reading', ['mcp:read', 'analytics:read', 'campaigns:read', 'conversions:read']],
      ['Personal data', ['customers:read', 'visitors:read']],
      [
        'Changing',
        [
          'mcp:write',
          'campaigns:apply',
          'attribution:write',
          'goals:write',
          'creatives:write',
          'workspaces:write',
          'profiles:write',
        ],
      ],
    ],
  );
  assert.deepEqual(Object.keys(SCOPE_WORDS).sort(), [...AGENT_SCOPES].sort());
});

test('approving sends back a code with state and iss; only what was ticked is granted', async () => {
  const fields = { decision: 'approve', 'scope:mcp:read': 'on', 'scope:customers:read': 'on' };
  const back = await decide(await signedIn(app), request(app, clientId), fields);
  assert.equal(back.origin + back.pathname, CALLBACK);
  const { code = '', ...rest } = Object.fromEntries(back.searchParams);
  assert.deepEqual(rest, { state: STATE, iss: app.baseUrl });
  const { body } = await exchange(app, clientId, code);
  assert.equal(body.scope, 'mcp:read', 'not what was not ticked, and not what was not asked');
});

test('what the person granted this client before is ticked, for another client and after its end it is not', async () => {
  const browser = await signedIn(app);
  const client = await newClient(app);
  const scope = 'mcp:read customers:read goals:write';
  const ticked = async (id: string): Promise<string[]> => tickedOn((await browser.get(request(app, id, { scope }))).text);
  const fields = { decision: 'approve', 'scope:customers:read': 'on' };
  const back = await decide(browser, request(app, client, { scope }), fields);
  assert.deepEqual(await ticked(client), ['mcp:read'], 'a code alone grants nothing');
  const { body } = await exchange(app, client, back.searchParams.get('code') ?? '');
  assert.equal(body.scope, 'customers:read');
  assert.deepEqual(await ticked(client), ['mcp:read', 'customers:read']);
  assert.deepEqual(await ticked(await newClient(app)), ['mcp:read']);
  await post(app, '/oauth/mcp/revoke', { token: body.refresh_token, client_id: client });
  assert.deepEqual(await ticked(client), ['mcp:read']);
});

test('RFC 6749 §3.1.2: the query of a redirect URI is kept, and no state is made up', async () => {
  const path = request(app, clientId, { redirect_uri: 'https://shop.example/cb?keep=1', state: undefined });
  const back = await decide(await signedIn(app), path, { decision: 'approve', 'scope:mcp:read': 'on' });
  assert.deepEqual([...back.searchParams.keys()], ['keep', 'code', 'iss']);
});

test('RFC 6749 §4.1.2.1: denying is access_denied', async () => {
  const back = await decide(await signedIn(app), request(app, clientId), { decision: 'deny' });
  assert.deepEqual(
    [back.searchParams.get('error'), back.searchParams.get('state'), back.searchParams.get('iss')],
    ['access_denied', STATE, app.baseUrl],
  );
});

test('nothing ticked is asked again', async () => {
  const page = await (await signedIn(app)).submit(request(app, clientId), { decision: 'approve' }, '/oauth/mcp/consent');
  assert.equal(page.status, 422);
  assert.match(page.text, /role="alert">Tick at least one line/);
});

test('RFC 9700 §4.7: a decision without the token of our page decides nothing', async () => {
  const browser = await signedIn(app);
  const query = request(app, clientId).split('?')[1] ?? '';
  const fields = { request: query, decision: 'approve', 'scope:mcp:read': 'on' };
  assert.equal((await browser.post('/oauth/mcp/consent', fields)).status, 403);
  assert.equal((await browser.post('/oauth/mcp/consent', { ...fields, token: 'forged' })).status, 403);
  const cookieless = await browserOf(app).post('/oauth/mcp/consent', fields);
  assert.deepEqual([cookieless.status, cookieless.headers.get('location')], [401, null], 'nobody is asked to sign in');
  const forged = await browserOf(app, 'tributary_session=svc_sess_forged').post('/oauth/mcp/consent', fields);
  assert.equal(forged.status, 401);
  // A cookie that another program on this host could set, and the token that belongs to it.
  const visit = 'chosen-by-somebody-else';
  const planted = browserOf(app, `${browser.cookie}; tributary_visit=${visit}`);
  assert.equal((await planted.post('/oauth/mcp/consent', { ...fields, token: formToken(visit) })).status, 403);
});

test('RFC 9700 §4.7: a form that another page sent decides nothing, though its token is right', async () => {
  const browser = await signedIn(app);
  const token = /name="token" value="([^"]+)"/.exec((await browser.get(request(app, clientId))).text)?.[1] ?? '';
  const form = { token, request: request(app, clientId).split('?')[1] ?? '', decision: 'approve', 'scope:mcp:read': 'on' };
  const from = async (site: string): Promise<number> => {
    const headers = { cookie: browser.cookie, 'sec-fetch-site': site };
    return (await ask(app, '/oauth/mcp/consent', { method: 'POST', headers, body: new URLSearchParams(form) })).status;
  };
  assert.deepEqual([await from('cross-site'), await from('same-site'), await from('same-origin')], [403, 403, 303]);
});

test('the decision is checked as the request was: nothing can be slipped in with the form', async () => {
  const browser = await signedIn(app);
  const page = (await browser.get(request(app, clientId))).text;
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const send = (path: string) =>
    browser.post('/oauth/mcp/consent', { token, request: path.split('?')[1] ?? '', decision: 'approve', 'scope:mcp:read': 'on' });
  assert.equal((await send(request(app, clientId, { redirect_uri: 'https://attacker.example/' }))).status, 400);
  const twice = new URLSearchParams({ token, request: request(app, clientId).split('?')[1] ?? '', decision: 'approve' });
  twice.append('request', 'x');
  const headers = { cookie: browser.cookie };
  assert.equal((await ask(app, '/oauth/mcp/consent', { method: 'POST', headers, body: twice })).status, 400);
  const refusedBack = new URL((await send(request(app, clientId, { scope: 'exports:read' }))).headers.get('location') ?? '');
  assert.equal(refusedBack.searchParams.get('error'), 'invalid_scope');
});

test('who is not signed in is asked to, and comes back to the same request', async () => {
  const path = request(app, clientId);
  const browser = browserOf(app);
  const { status, text } = await browser.get(path);
  assert.equal(status, 401);
  const kept = /name="continue" value="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  assert.equal(kept, path);
  assert.ok(text.includes(`/console/sign-up?${new URLSearchParams({ continue: path })}`.replaceAll('&', '&amp;')));
});

test('RFC 8252 §7.3: with OAUTH_LOOPBACK_ANY_PORT the port of a loopback address may differ, and nothing else', async (t) => {
  const lenient = await startTestApp({ config: { oauthLoopbackAnyPort: true } });
  t.after(() => lenient.close());
  const client = await newClient(lenient, [CALLBACK, 'https://shop.example:8443/cb']);
  const status = async (uri: string) => (await ask(lenient, request(lenient, client, { redirect_uri: uri }), {})).status;
  assert.equal(await status(CALLBACK), 401);
  assert.equal(await status('http://127.0.0.1:5/callback'), 401);
  assert.equal(await status('http://127.0.0.1/callback'), 401);
  for (const uri of [
    'http://127.0.0.1:5/other',
    'http://localhost:33418/callback',
    'https://127.0.0.1:33418/callback',
    'http://127.0.0.1:5@attacker.example/callback',
    'https://shop.example:9443/cb',
  ])
    assert.equal(await status(uri), 400, uri);
  const other = 'http://127.0.0.1:5/callback';
  const browser = await signedIn(lenient);
  const back = await decide(browser, request(lenient, client, { redirect_uri: other }), {
    decision: 'approve',
    'scope:mcp:read': 'on',
  });
  const code = back.searchParams.get('code') ?? '';
  assert.equal(back.port, '5');
  assert.equal((await exchange(lenient, client, code)).body.error, 'invalid_grant', 'the address of the request counts');
  assert.equal((await exchange(lenient, client, code, { redirect_uri: other })).status, 200);
  assert.equal(challengeOf(VERIFIER).length, 43);
});

test('the page says beside campaigns:apply which changes of ads are approved, workspace by workspace, and can have them all approved', async (t) => {
  const shops = await startTestApp({ config: { signUp: 'open' }, installation: { workspace: 'North' } });
  t.after(() => shops.close());
  const owner = shops.api(shops.session);
  const id = await newClient(shops);
  const path = request(shops, id, { scope: 'mcp:read campaigns:apply' });
  const browser = await signedIn(shops);
  const words = async (to = path): Promise<string> => (await browser.get(to)).text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  const settings = (workspaceId: string) => owner.get(`/workspaces/${workspaceId}/mcp-settings`);
  const needs = async (workspaceId: string) => (await settings(workspaceId)).body.data.require_approval_for_tokens;

  assert.match(await words(), /In North it changes ads at once, and nobody is asked before/);
  assert.doesNotMatch(await words(request(shops, id, { scope: 'mcp:read' })), /changes ads at once/);
  const { workspace_id: south } = (await owner.post('/workspaces', { name: 'South & Co' })).body.data;
  assert.match((await browser.get(path)).text, /South &amp; Co/);

  const fields = { 'scope:campaigns:apply': 'on', require_approval: 'on' };
  await decide(browser, path, { ...fields, decision: 'deny' });
  assert.deepEqual([await needs(shops.workspaceId), await needs(south)], [false, false], 'who denies sets nothing');
  await decide(browser, path, { ...fields, decision: 'approve' });
  assert.deepEqual([await needs(shops.workspaceId), await needs(south)], [true, true]);
  assert.match(await words(), /In North, South &amp; Co an owner or admin approves each change of an ad before it is made/);

  await owner.put(`/workspaces/${south}/mcp-settings`, { require_approval_for_tokens: false });
  const mixed = await words();
  assert.match(mixed, /In North an owner or admin approves each change/);
  assert.match(mixed, /In South &amp; Co it changes ads at once/);
  await decide(browser, path, { 'scope:campaigns:apply': 'on', decision: 'approve' });
  assert.equal(await needs(south), false, 'what is not ticked stays as it is');
});
