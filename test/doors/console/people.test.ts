// Signing up, in and out and choosing passwords, as a browser without scripts does it; and what a forger or a guesser gets.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findPerson } from '../../../src/account/people/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Browser, browserOf, OWNER, signedIn } from './browser.ts';

const PASSWORD = 'seven new bicycles';
const ALERT = /role="alert">([^<]*)</;

let app: TestApp;
before(async () => {
  app = await startTestApp({ config: { signUp: 'open' } });
});
after(() => app?.close());

/** Limits of mails and tries are an hour's at most. */
const later = (): void => app.clock.advance(61 * 60_000);

async function signUp(email: string, next?: string) {
  const browser = browserOf(app);
  const path = next === undefined ? '/console/sign-up' : `/console/sign-up?${new URLSearchParams({ continue: next })}`;
  const sent = await browser.submit(path, { email }, '/console/sign-up');
  const mails = await app.mails();
  return { browser, sent, mails, link: mails[0]?.path ?? '' };
}

test('signing up', async (t) => {
  await t.test('a mail, a password, and on to where one was going', async () => {
    const next = '/oauth/mcp/authorize?client_id=mcpc_1&state=a%26b&scope=mcp%3Aread';
    const { sent, mails, link } = await signUp('New.Person@Example.com', next);
    assert.equal(sent.status, 200);
    assert.match(sent.text, /Check your mail/);
    assert.deepEqual([mails.length, mails[0]?.to], [1, 'new.person@example.com']);
    assert.equal(findPerson(app.base, 'new.person@example.com'), undefined, 'nobody is made before the mail is read');
    const other = browserOf(app); // the mail is opened elsewhere
    assert.match((await other.get(link)).text, /Finish signing up/);
    const done = await other.submit(link, { name: 'New Person', password: PASSWORD });
    assert.deepEqual([done.status, done.headers.get('location')], [303, next]);
    const person = findPerson(app.base, 'new.person@example.com');
    assert.equal(person?.name, 'New Person');
    assert.ok(person.emailConfirmedAt);
    assert.equal((await other.get('/console/account')).status, 200);
    assert.equal((await browserOf(app).get(link)).status, 410, 'the link works once');
    const home = (await other.get('/console/')).text;
    assert.match(home, /There is no profile yet/);
    assert.ok(home.includes(`<code>${app.baseUrl}/mcp</code>`), 'who has no way to the machine is told another');
  });

  await t.test('a weak or a known password is refused beside the form, and the link still works', async () => {
    const { link } = await signUp('picky@example.com');
    const browser = browserOf(app);
    const weak = await browser.submit(link, { password: 'short' });
    assert.deepEqual([weak.status, /at least 10 characters/.test(ALERT.exec(weak.text)?.[1] ?? '')], [422, true]);
    assert.equal((await browser.submit(link, { password: '1q2w3e4r5t' })).status, 422);
    for (const own of ['Picky@Example.com', 'picky123456!'])
      assert.match((await browser.submit(link, { password: own })).text, /not your own e-mail address/);
    assert.equal((await browser.submit(link, { password: PASSWORD, name: 'a\r\nBcc: x@y.example' })).status, 422);
    assert.equal(findPerson(app.base, 'picky@example.com'), undefined);
    assert.equal((await browser.submit(link, { password: PASSWORD })).status, 303);
  });

  await t.test('an address with an account is answered the same, and its mail says so', async () => {
    later();
    const fresh = await signUp('fresh@example.com');
    const known = await signUp('NEW.person@example.com');
    const plain = (text: string): string => text.replace(/value="[^"]*"/g, '');
    assert.equal(plain(known.sent.text), plain(fresh.sent.text));
    assert.equal(known.sent.status, fresh.sent.status);
    assert.equal(known.mails[0]?.subject, 'You have an account already');
  });

  await t.test('a link ends after a day, and one that never was is not repeated', async () => {
    const { link } = await signUp('slow@example.com');
    app.clock.advance(24 * 3_600_000);
    assert.equal((await browserOf(app).get(link)).status, 410);
    const page = await browserOf(app).get(`/console/link/${encodeURIComponent('<script>alert(1)</script>')}`);
    assert.equal(page.status, 404);
    assert.ok(!page.text.includes('<script'));
  });

  await t.test('no address that could be two, or a header', async () => {
    const bad = [
      'a',
      'a@b,c@d.example',
      'a@b.example\r\nBcc: c@d.example',
      '"a" <a@b.example>',
      'a@b.example;c',
      'a b@c.example',
      '',
    ];
    for (const email of bad) {
      later();
      const { sent, mails } = await signUp(email);
      assert.deepEqual([sent.status, mails.length], [422, 0], JSON.stringify(email));
    }
  });

  await t.test('mails to one address are few, whoever has it', async () => {
    later();
    for (const email of [OWNER, 'nobody@example.com']) {
      const statuses = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await signUp(email)).sent.status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429], email);
    }
  });
});

test('signing in', async (t) => {
  const enter = (email: string, password: string, next = '/console/') =>
    browserOf(app).submit(`/console/sign-in?${new URLSearchParams({ continue: next })}`, { email, password }, '/console/sign-in');

  await t.test('with the password, in any case of the address, and back to where one was', async () => {
    const done = await enter(' NEW.Person@example.COM ', PASSWORD, '/console/account');
    assert.deepEqual([done.status, done.headers.get('location')], [303, '/console/account']);
    assert.match(
      done.headers.getSetCookie().join(),
      /tributary_session=svc_sess_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax/,
    );
  });

  await t.test('a wrong password and an unknown address are told the same', async () => {
    const wrong = await enter('new.person@example.com', 'not the password');
    const unknown = await enter('who.is.that@example.com', 'not the password');
    const noPassword = await enter(OWNER, 'not the password');
    for (const page of [wrong, unknown, noPassword]) {
      assert.equal(page.status, 401);
      assert.equal(ALERT.exec(page.text)?.[1], 'This e-mail address and password do not belong together.');
      assert.ok(!page.headers.getSetCookie().join().includes('svc_sess_'));
    }
  });

  await t.test('guessing waits, for an account and for an unknown address alike; others come in', async () => {
    later();
    for (const email of ['new.person@example.com', 'who.is.that@example.com']) {
      const statuses = await Promise.all(Array.from({ length: 15 }, async (_, n) => (await enter(email, `guess ${n}`)).status));
      assert.deepEqual(statuses.sort(), [...Array(10).fill(401), ...Array(5).fill(429)], email);
    }
    const right = await enter('new.person@example.com', PASSWORD);
    assert.equal(right.status, 429, 'also with the right one');
    assert.ok(Number(right.headers.get('retry-after')) > 0);
    assert.equal((await enter('picky@example.com', PASSWORD)).status, 303);
    later();
    assert.equal((await enter('new.person@example.com', PASSWORD)).status, 303);
  });

  await t.test('a stranger who guesses and asks for mails from elsewhere keeps nobody out', async (t) => {
    const shop = await startTestApp({ config: { trustedProxies: '127.0.0.1' } });
    t.after(() => shop.close());
    const from = (address: string): Browser => browserOf(shop, '', { 'x-forwarded-for': address });
    const fresh = from('203.0.113.1');
    const tried = async (browser: Browser, password: string): Promise<number> =>
      (await browser.submit('/console/sign-in', { email: OWNER, password })).status;
    const asked = async (browser: Browser): Promise<number> => (await browser.submit('/console/reset', { email: OWNER })).status;
    assert.equal(await asked(fresh), 200);
    const [mail] = await shop.mails();
    assert.equal((await fresh.submit(mail?.path ?? '', { password: PASSWORD })).status, 303);
    const device = fresh.cookie.split('; ').find((each) => each.startsWith('tributary_device='));
    assert.ok(device, 'the browser is remembered');
    const elsewhere = (cookie = ''): Browser => browserOf(shop, cookie, { 'x-forwarded-for': '198.51.100.7' });

    const stranger = from('198.51.100.7');
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => tried(elsewhere(), `guess ${n}`)));
    assert.deepEqual([...new Set(guesses)].sort(), [401, 429], 'the stranger waits');
    assert.equal(await tried(from('203.0.113.2'), PASSWORD), 303, 'another address does not');
    assert.equal(await tried(elsewhere(), PASSWORD), 429, 'at the same address an unknown browser waits');
    assert.equal(await tried(elsewhere(device), PASSWORD), 303, 'at the same address the known browser does not');
    for (let n = 0; n < 6; n += 1) await asked(stranger);
    assert.deepEqual([await asked(stranger), await asked(from('203.0.113.2'))], [429, 200]);
    assert.equal(await asked(elsewhere(device)), 200);

    // From everywhere: unknown browsers wait at last, the known one does not.
    const many = Array.from({ length: 130 }, (_, n) => tried(from(`198.51.${n}.9`), 'a guess'));
    assert.ok((await Promise.all(many)).includes(429), 'guesses from many addresses end');
    assert.equal(await tried(from('203.0.113.3'), PASSWORD), 429);
    assert.equal(await tried(elsewhere(device), PASSWORD), 303);

    // It opens nothing, is nobody else's, is not endless, and cannot be made up.
    assert.equal((await browserOf(shop, device).get('/console/account')).status, 401);
    const guessing = browserOf(shop, device, { 'x-forwarded-for': '192.0.2.1' });
    const wrong: number[] = [];
    for (let n = 0; n < 12; n += 1) wrong.push(await tried(guessing, `guess ${n}`));
    assert.deepEqual(wrong.slice(-2), [429, 429]);
    assert.equal(await tried(elsewhere(`${device}x`), PASSWORD), 429);
    shop.clock.advance(366 * 86_400_000);
    const late = elsewhere(device);
    for (let n = 0; n < 10; n += 1) await tried(stranger, 'a guess');
    assert.equal(await tried(late, PASSWORD), 429, 'after a year it is a browser like any other');
  });

  await t.test('leads nowhere but to this service', async () => {
    const away = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example'.replace('%09', '\t'),
      'javascript:alert(1)',
      '/x\r\nSet-Cookie: a=b',
      '/.//evil.example',
      'console',
      `/${'x'.repeat(9_000)}`,
    ];
    for (const next of away) {
      later();
      const done = await enter('picky@example.com', PASSWORD, next);
      assert.deepEqual([done.status, done.headers.get('location')], [303, '/console/'], next.slice(0, 40));
    }
  });

  await t.test('who is in already is sent on', async () => {
    const browser = await signedIn(app);
    const page = await browser.get('/console/sign-in?continue=/console/account');
    assert.deepEqual([page.status, page.headers.get('location')], [303, '/console/account']);
  });
});

test('choosing a new password', async () => {
  later();
  const inside = await signedIn(app, 'picky@example.com');
  const browser = browserOf(app);
  await browser.submit('/console/reset?continue=%2Fconsole%2Faccount', { email: 'picky@example.com' }, '/console/reset');
  await browser.submit('/console/reset', { email: 'picky@example.com' });
  const [first, second] = (await app.mails()).map(({ path }) => path);
  assert.ok(first && second);
  const done = await browser.submit(first, { password: 'three old horses' });
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/console/account']);
  assert.equal((await inside.get('/console/account')).status, 401, 'earlier sessions end');
  assert.equal((await browser.get('/console/account')).status, 200);
  assert.equal((await browserOf(app).get(second)).status, 410, 'so do other links to the address');
  const entered = await browserOf(app).submit('/console/sign-in', { email: 'picky@example.com', password: 'three old horses' });
  assert.equal(entered.status, 303);
});

test('forms are ours alone', async (t) => {
  const forms: [string, Record<string, string>][] = [
    ['/console/sign-in', { email: 'picky@example.com', password: 'three old horses' }],
    ['/console/sign-up', { email: 'x@example.com' }],
    ['/console/reset', { email: 'x@example.com' }],
    ['/console/sign-out', {}],
  ];

  await t.test('a form without a token, or with one of another browser, does nothing', async () => {
    const foreign = /name="token" value="([^"]+)"/.exec((await browserOf(app).get('/console/sign-in')).text)?.[1] as string;
    for (const [path, fields] of forms) {
      const inside = await signedIn(app);
      for (const token of [{}, { token: '' }, { token: foreign }]) {
        assert.equal((await inside.post(path, { ...fields, ...token })).status, 403, path);
        if (!/sign-out/.test(path)) assert.equal((await browserOf(app).post(path, { ...fields, ...token })).status, 403);
      }
      assert.equal((await inside.get('/console/account')).status, 200);
    }
    assert.deepEqual(await app.mails(), []);
  });

  await t.test('forged, broken and foreign cookies are nobody', async () => {
    for (const value of ['svc_sess_', `svc_sess_${'A'.repeat(43)}`, app.apiKey, "' or 1=1 --", 'x'.repeat(4_000)])
      assert.equal((await browserOf(app, `tributary_session=${value}`).get('/console/account')).status, 401);
  });

  await t.test('a long form, a field twice and broken text are refused', async () => {
    const browser = browserOf(app);
    const token = /name="token" value="([^"]+)"/.exec((await browser.get('/console/sign-in')).text)?.[1] as string;
    const post = (body: string) =>
      browser.get('/console/sign-in', { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    assert.equal((await post(`token=${token}&email=a@b.example&password=${'x'.repeat(20_000)}`)).status, 413);
    assert.equal((await post(`token=${token}&email=a@b.example&email=c@d.example&password=x`)).status, 400);
    assert.equal((await post(`token=${token}&email=a%00@b.example&password=x`)).status, 422);
    const json = { method: 'POST', body: '{"token":1}', headers: { 'content-type': 'application/json' } };
    assert.equal((await browser.get('/console/sign-in', json)).status, 403);
  });

  await t.test('no page may be framed, run a script, be cached or tell where one came from', async () => {
    for (const path of ['/console/sign-in', '/console/sign-up', '/console/reset', '/console/link/x', '/console/account']) {
      const { headers } = await browserOf(app).get(path);
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
      );
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
    }
  });
});
