// The session of the console as a credential of /api/v1: for scripts of our own pages alone, whatever another site tries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import supertest from 'supertest';
import { createPerson } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { createApp } from '../../../src/app.ts';
import { contract } from '../../../src/base/contract/document.ts';
import { slices } from '../../../src/slices.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Browser, enterBySupertest, linkFor, signedIn } from '../console/browser.ts';

let app: TestApp;
let browser: Browser;
let csrf: string;
before(async () => {
  app = await startTestApp();
  browser = await signedIn(app);
  csrf = await tokenOf(browser);
});
after(() => app?.close());

/** The token that the page has, as its scripts read it. */
async function tokenOf(who: Browser): Promise<string> {
  const { text } = await who.get(`/console/${app.profileId}/`);
  return /<meta name="csrf-token" content="([^"]+)">/.exec(text)?.[1] ?? assert.fail('the page has no token');
}

const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' };
const pairOf = (cookies: string, name: string): string => cookies.split('; ').find((each) => each.startsWith(`${name}=`)) ?? '';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  cookie?: string;
  body?: unknown;
}

async function ask(path: string, { method = 'GET', headers = OWN, cookie = browser.cookie, body }: Sent = {}) {
  const request = app.request[method === 'GET' ? 'get' : method === 'PATCH' ? 'patch' : 'post'](`/api/v1${path}`).set(headers);
  if (cookie !== '') request.set('cookie', cookie);
  const response = await (body === undefined ? request : request.send(body as object));
  return {
    status: response.status,
    code: response.body?.error?.code,
    message: response.body?.error?.message,
    body: response.body,
  };
}
const rename = (headers: Record<string, string>, cookie = browser.cookie) =>
  ask('/me', { method: 'PATCH', headers, cookie, body: { name: 'Ada' } });

test('the page sets a cookie of its own that no other site can make a browser send', async () => {
  const { headers } = await browser.get(`/console/${app.profileId}/`);
  const [set = ''] = headers.getSetCookie();
  assert.match(set, /^tributary_workbench=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/);
});

test('where TLS ends in front, the cookie is bound to this host and to encryption', async () => {
  const secure = supertest(await createApp(app.base, slices, { baseUrl: () => 'https://tributary.example' }));
  const [session = ''] = String(await enterBySupertest(secure, linkFor(app.base))).split(';');
  const page = await secure.get(`/console/${app.profileId}/`).set('cookie', session).expect(200);
  const [set = ''] = page.headers['set-cookie'] as unknown as string[];
  assert.match(set, /^__Host-tributary_workbench=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const pair = set.split(';')[0] ?? '';
  const read = (cookie: string) => secure.get('/api/v1/me').set(OWN).set('cookie', cookie);
  assert.equal((await read(pair)).status, 200);
  assert.equal((await read(pair.replace('__Host-', ''))).status, 401, 'a cookie that http could have set');
});

test('a script of our page reads and writes as the person does by token', async () => {
  const { status, body } = await ask('/me');
  assert.equal(status, 200);
  assert.deepEqual(body, (await app.api(app.session).get('/me')).body);
  const changed = await rename({ ...OWN, 'x-csrf-token': csrf });
  assert.equal(changed.status, 200, changed.message);
  assert.equal(changed.body.data.name, 'Ada');
});

test('a request from anywhere else is refused, and says why', async () => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    const { status, code, message } = await ask('/me', { headers: { ...OWN, 'sec-fetch-site': site } });
    assert.deepEqual([status, code], [403, 'forbidden'], site);
    assert.match(message, new RegExp(`Sec-Fetch-Site is ${site}, not same-origin`));
  }
  const silent = await ask('/me', { headers: {} });
  assert.deepEqual([silent.status, silent.code], [403, 'forbidden']);
  assert.match(silent.message, /https/);
});

test('the Origin is that of this service, where it is said', async () => {
  const own = new URL(app.baseUrl).origin;
  const from = async (origin: string) => (await ask('/me', { headers: { ...OWN, origin } })).status;
  assert.deepEqual([await from(own), await from('null')], [200, 200]);
  for (const origin of ['https://evil.example', `${own}.evil.example`, 'http://127.0.0.1:1', 'file://', 'nonsense'])
    assert.equal(await from(origin), 403, origin);
  const secure = supertest(await createApp(app.base, slices, { baseUrl: () => 'https://tributary.example' }));
  const fields = (origin: string) =>
    secure.post('/console/reset').set({ origin, host: 'tributary.example' }).type('form').send({ token: 'x' });
  const page = await secure.get('/console/reset').expect(200);
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? '';
  const posted = async (origin: string) =>
    (await fields(origin).set('cookie', cookie).send({ token, email: 'a@b.example' })).status;
  assert.deepEqual([await posted('https://tributary.example'), await posted('null')], [200, 200]);
  for (const origin of ['https://evil.example', 'http://tributary.example']) assert.equal(await posted(origin), 403, origin);
});

test('a page, a frame, a picture or a form cannot use it, not even on this host', async () => {
  for (const destination of ['document', 'iframe', 'frame', 'image', 'script', 'embed']) {
    const { status, message } = await ask('/me', { headers: { ...OWN, 'sec-fetch-dest': destination } });
    assert.equal(status, 403, destination);
    assert.match(message, /scripts alone/);
  }
});

test('a write needs the token of its session', async () => {
  const missing = await rename(OWN);
  assert.deepEqual([missing.status, missing.code], [403, 'forbidden']);
  assert.match(missing.message, /needs the header X-CSRF-Token/);
  const { personId } = createPerson(app.base, { email: 'eve@shop.example', actor: 'system' });
  setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role: 'admin', actor: 'system' });
  const other = await tokenOf(await signedIn(app, 'eve@shop.example'));
  for (const wrong of ['', 'x', other, `${csrf}x`, csrf.slice(1)]) {
    const refused = await rename({ ...OWN, 'x-csrf-token': wrong });
    assert.equal(refused.status, 403, wrong);
    assert.match(refused.message, /not that of this session/);
  }
});

test('the token of a form is none of a call', async () => {
  const { text } = await browser.get('/console/nothing/');
  const [, form = ''] = /name="token" value="([^"]+)"/.exec(text) ?? [];
  assert.ok(form.length > 20);
  assert.equal((await rename({ ...OWN, 'x-csrf-token': form })).status, 403);
});

test('the session’s other cookie, which travels with links, opens nothing', async () => {
  const { status, code } = await ask('/me', { cookie: pairOf(browser.cookie, 'tributary_session') });
  assert.deepEqual([status, code], [401, 'unauthorized']);
});

test('a token in a URL is no credential', async () => {
  for (const name of ['access_token', 'token', 'session']) {
    const { status, code } = await ask(`/me?${name}=${app.session}`, { headers: {}, cookie: '' });
    assert.deepEqual([status, code], [401, 'unauthorized'], name);
  }
});

test('a credential in the header counts, and the cookie beside it does not', async () => {
  const wrong = await ask('/me', { headers: { ...OWN, authorization: 'Bearer svc_live_wrong' } });
  assert.equal(wrong.status, 401);
  const key = await ask('/profile', { headers: { authorization: `Bearer ${app.apiKey}`, 'sec-fetch-site': 'cross-site' } });
  assert.equal(key.status, 200);
});

test('it opens what sessions open, and no more', async () => {
  const operations = contract().operations.filter(
    ({ auth, method, path }) =>
      !auth.includes('public') && !auth.includes('session') && method === 'get' && path.startsWith('/api/v1/'),
  );
  assert.ok(operations.length > 0);
  for (const { path } of operations) {
    const { status, code } = await ask(path.replace('/api/v1', '').replace(/\{\w+\}/g, app.profileId));
    assert.deepEqual([status, code], [403, 'forbidden'], path);
  }
});

test('what needs nobody is answered without looking at the cookie', async () => {
  assert.equal((await ask('/openapi.json', { headers: {} })).status, 200);
});

test('a session that has ended opens nothing, and signing out takes the cookie away', async () => {
  const own = await signedIn(app);
  await own.get(`/console/${app.profileId}/`);
  const { body } = await ask('/me/sessions', { cookie: own.cookie });
  const current = body.data.find(({ is_current }: { is_current: boolean }) => is_current);
  const kept = own.cookie;
  const out = await own.submit('/console/nothing/', {}, '/console/sign-out');
  assert.equal(out.status, 303);
  assert.equal(pairOf(own.cookie, 'tributary_workbench'), '');
  const late = await ask('/me', { cookie: kept });
  assert.deepEqual([late.status, late.code], [401, 'unauthorized']);
  assert.match(late.message, /session of the console has ended/);
  assert.ok(current.id);
});
