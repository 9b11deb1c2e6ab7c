// Into the console and out of it: links that work once, a cookie that opens pages and nothing else.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import supertest from 'supertest';
import { createSession, findPerson } from '../../../src/account/people/index.ts';
import { createApp } from '../../../src/app.ts';
import { slices } from '../../../src/slices.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { browserOf, enterBySupertest, linkFor, OWNER, signedIn } from './browser.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

test('signing in', async (t) => {
  await t.test('the button of a link opens a session once, and leads to the overview', async () => {
    const link = linkFor(app.base);
    const browser = browserOf(app);
    const shown = await browser.get(link);
    assert.match(shown.text, /This link signs you in as <strong>owner@shop\.example<\/strong>/);
    const first = await browser.submit(link, {});
    assert.equal(first.status, 303);
    assert.equal(first.headers.get('location'), '/console/');
    const [cookie = ''] = first.headers.getSetCookie();
    assert.match(cookie, /^tributary_session=svc_sess_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    assert.equal(first.headers.get('cache-control'), 'no-store');
    const home = await browser.get('/console/');
    assert.equal(home.status, 302);
    assert.equal(home.headers.get('location'), `/console/${app.profileId}/`);
    assert.equal((await browser.get(`/console/${app.profileId}/`)).status, 200);

    const other = browserOf(app);
    const second = await other.get(link);
    assert.equal(second.status, 410);
    assert.match(second.text, /This link was used already/);
    assert.match(second.text, /tributary open/);
    assert.equal(other.cookie, '');
  });

  await t.test('an expired link says so', async () => {
    const link = linkFor(app.base);
    app.clock.advance(15 * 60_000);
    const page = await browserOf(app).get(link);
    assert.equal(page.status, 410);
    assert.match(page.text, /This link is too old/);
    assert.equal(page.headers.get('set-cookie'), null);
  });

  await t.test('a link that never was is not valid, and its text is not repeated', async () => {
    for (const token of ['svc_link_nothing', '<script>alert(1)</script>', '..%2f..%2fetc', 'x'.repeat(2_000)]) {
      const page = await browserOf(app).get(`/console/sign-in/${encodeURIComponent(token)}`);
      assert.equal(page.status, 404, token);
      assert.match(page.text, /This link is not valid/);
      assert.ok(!page.text.includes('<script'));
    }
  });

  await t.test('looking at a link does not use it up', async () => {
    const link = linkFor(app.base);
    const asked: RequestInit[] = [{ method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }, {}];
    for (const init of asked) {
      const { status, headers } = await browserOf(app).get(link, init);
      assert.equal(status, 200);
      assert.doesNotMatch(headers.getSetCookie().join(), /session/);
    }
    assert.equal((await browserOf(app).submit(link, {})).status, 303);
  });

  await t.test('the form has to be of a page of ours', async () => {
    const link = linkFor(app.base);
    assert.equal((await browserOf(app).post(link, {})).status, 403, 'a form of another page');
    assert.equal((await browserOf(app, '', { 'sec-fetch-site': 'cross-site' }).submit(link, {})).status, 403);
    assert.equal((await browserOf(app).submit(link, {})).status, 303, 'the link is not used up');
  });

  await t.test('without a cookie, with a wrong one or an old one, the page says how to get a link', async () => {
    const old = await signedIn(app);
    const person = findPerson(app.base, OWNER);
    const short = createSession(app.base, { personId: person?.personId as string, actor: 'system', days: 1 });
    app.clock.advance(24 * 60 * 60_000);
    const cookies = [
      '',
      'tributary_session=',
      'tributary_session=svc_sess_wrong',
      `tributary_session=${short.token}`,
      old.cookie.replace('tributary_session', 'other'),
    ];
    for (const cookie of [...cookies, `tributary_session=${app.apiKey}`])
      for (const path of ['/console/', `/console/${app.profileId}/`]) {
        const page = await browserOf(app, cookie).get(path);
        assert.equal(page.status, 401, cookie);
        assert.match(page.text, /A link signs you in/);
        assert.match(page.text, /\.\/bin\/tributary open/);
      }
  });

  await t.test('the address without its end leads there', async () => {
    const page = await browserOf(app).get('/console');
    assert.equal(page.status, 302);
    assert.equal(page.headers.get('location'), '/console/');
  });

  await t.test('under https the cookie is bound to this host and to encryption', async () => {
    const secure = supertest(await createApp(app.base, slices, { baseUrl: () => 'https://tributary.example' }));
    const [cookie = ''] = await enterBySupertest(secure, linkFor(app.base));
    assert.match(cookie, /^__Host-tributary_session=svc_sess_[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
    const { headers } = await secure.get('/console/sign-in');
    assert.match(String(headers['strict-transport-security']), /max-age/);
    await secure
      .get('/console/')
      .set('Cookie', cookie.split(';')[0] as string)
      .expect(302);
    await secure
      .get('/console/')
      .set('Cookie', (cookie.split(';')[0] as string).replace('__Host-', ''))
      .expect(401);
  });

  await t.test('too many tries from one address wait', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await browserOf(app).get('/console/sign-in/svc_link_guess')).status),
    );
    assert.deepEqual([...new Set(statuses)].sort(), [404, 429]);
  });
});

test('the cookie opens pages and nothing else', async () => {
  const browser = await signedIn(await fresh());
  assert.equal((await browser.get('/api/v1/profiles')).status, 401);
  const change = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Mine"}' };
  assert.equal((await browser.get('/api/v1/workspaces', change)).status, 401);
});

test('signing out', async (t) => {
  const target = await fresh();
  const browser = await signedIn(target);
  const path = `/console/${target.profileId}/`;
  const token = /name="token" value="([\w-]+)"/.exec((await browser.get('/console/nothing/')).text)?.[1] as string;

  await t.test('takes the token of a page of ours', async () => {
    for (const fields of [{}, { token: '' }, { token: 'x' }, { token: `${token.slice(0, -1)}_` }] as Record<string, string>[]) {
      assert.equal((await browser.post('/console/sign-out', fields)).status, 403);
      assert.equal((await browser.get(path)).status, 200);
    }
  });

  await t.test('is not done by a link', async () => {
    assert.equal((await browser.get('/console/sign-out')).status, 404);
    assert.equal((await browser.get(path)).status, 200);
  });

  await t.test('ends the session itself, not only the cookie', async () => {
    const { cookie } = browser;
    const answer = await browser.post('/console/sign-out', { token });
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get('set-cookie') ?? '', /^tributary_session=; Path=\/; Max-Age=0;/);
    assert.equal((await browserOf(target, cookie).get(path)).status, 401);
  });
});

test('no secret of the console reaches the log', async () => {
  const { base } = app;
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const quiet = base.log;
  base.log = pino({ level: 'trace' }, sink);
  try {
    const request = supertest(await createApp(base, slices, { baseUrl: () => 'http://127.0.0.1' }));
    const link = linkFor(base);
    await request.get(`${link}?again=${link.slice(-43)}`).expect(200);
    const [cookie = ''] = await enterBySupertest(request, link);
    await request.get(link).expect(410);
    await request.get('/console/').set('Cookie', cookie).expect(302);
    const text = lines.join('');
    assert.match(text, /\/console\/sign-in\/…/); // the log is on
    assert.ok(!text.includes(link.slice(-40)), 'the link is in the log');
    assert.ok(!text.includes(cookie.slice(30, 60)), 'the session is in the log');
  } finally {
    base.log = quiet;
  }
});

/** A service whose limits no other test has used up. */
async function fresh(): Promise<TestApp> {
  const made = await startTestApp();
  after(() => made.close());
  return made;
}
