// The second factor: how it is set up, what it stops, that no code works twice, and the ways back for a person who lost the phone.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import decodeQr from 'qr/decode.js';
import { createPerson, findPerson, hashPassword, putPassword } from '../../../src/account/people/index.ts';
import { base32, codeOf, matchingStep, stepAt } from '../../../src/account/people/second-factor/totp.ts';
import { carryOut } from '../../../src/doors/jobs/commands.ts';
import { type Browser, browserOf, linkFor, OWNER, signedIn } from '../../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { bytesOf, sendCode } from './code-form.ts';
import { imageOf } from './svg-image.ts';

const PASSWORD = 'seven new bicycles';
const STEP_MS = 30_000;

const bearerOf = ({ cookie }: Browser): string => /tributary_session=([^;]+)/.exec(cookie)?.[1] ?? '';
const idOf = (app: TestApp, email: string): string => findPerson(app.base, email)?.personId ?? '';

interface Phone {
  /** The code of now, or of so many steps later. */
  code(steps?: number): string;
}

const phoneOf = (app: TestApp, secret: string): Phone => ({
  code: (steps = 0) => codeOf(bytesOf(secret), stepAt(app.clock.now()) + steps),
});

async function open(t: TestContext): Promise<TestApp> {
  const app = await startTestApp();
  t.after(() => app.close());
  const hashed = await hashPassword(PASSWORD);
  app.base.state.tx(() => putPassword(app.base, idOf(app, OWNER), hashed));
  return app;
}

/** Switches it on in this session. */
async function enrol(app: TestApp, bearer: string): Promise<{ phone: Phone; codes: string[] }> {
  const api = app.api(bearer);
  const { data } = (await api.post('/me/second-factor', { current_password: PASSWORD })).body;
  const phone = phoneOf(app, data.secret);
  const confirmed = await api.put('/me/second-factor', { code: phone.code() });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  return { phone, codes: confirmed.body.data.recovery_codes };
}

/** The page after the password. */
async function passwordPage(browser: Browser, email = OWNER) {
  return browser.submit('/console/sign-in', { email, password: PASSWORD });
}

test('codes are those of the standard', () => {
  const secret = Buffer.from('12345678901234567890');
  // RFC 6238, appendix B: the last six of eight digits.
  const vectors: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of vectors) assert.equal(codeOf(secret, stepAt(seconds * 1000)), code);
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.equal(base32(Buffer.from('fooba')), 'MZXW6YTB');
  assert.equal(base32(Buffer.from('foob')), 'MZXW6YQ');
  const at = (step: number, now: number): number | undefined =>
    matchingStep(secret, codeOf(secret, step), { now: now * STEP_MS, lastStep: 0 });
  assert.deepEqual(
    [98, 99, 100, 101, 102].map((step) => at(step, 100)),
    [undefined, 99, 100, 101, undefined],
  );
});

test('createMySecondFactor', async (t) => {
  const app = await open(t);
  const api = app.api(app.session);

  await t.test('asks for the password, and returns a secret that is sealed in state', async () => {
    assert.equal((await api.post('/me/second-factor', {})).body.error.code, 'current_password_required');
    const wrong = await api.post('/me/second-factor', { current_password: 'another one' });
    assert.equal(wrong.body.error.code, 'current_password_invalid');
    const { status, body } = await api.post('/me/second-factor', { current_password: PASSWORD });
    assert.equal(status, 200);
    const { secret, otpauth_uri, qr_svg } = body.data;
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(new URL(otpauth_uri).searchParams.get('secret'), secret);
    assert.ok(otpauth_uri.startsWith(`otpauth://totp/Tributary:${encodeURIComponent(OWNER)}?`));
    assert.equal(decodeQr(imageOf(qr_svg)), otpauth_uri);
    const row = app.base.state.db.prepare('select secret from second_factors').pluck().get();
    assert.ok(Buffer.isBuffer(row) && !row.includes(bytesOf(secret)) && !row.includes(secret));
  });

  await t.test('getMySecondFactor', async () => {
    assert.deepEqual((await api.get('/me/second-factor')).body.data, {
      is_on: false,
      confirmed_at: null,
      recovery_codes_left: 0,
    });
    assert.equal((await passwordPage(browserOf(app))).status, 303, 'nothing is asked for before it is confirmed');
  });

  await t.test('begins anew with another secret, until one is confirmed', async () => {
    const first = (await api.post('/me/second-factor', { current_password: PASSWORD })).body.data.secret;
    const second = (await api.post('/me/second-factor', { current_password: PASSWORD })).body.data.secret;
    const refused = await api.put('/me/second-factor', { code: phoneOf(app, first).code() });
    assert.equal(refused.status, 422);
    assert.equal((await api.put('/me/second-factor', { code: phoneOf(app, second).code() })).status, 200);
    assert.equal((await api.post('/me/second-factor', { current_password: PASSWORD })).status, 409);
    assert.equal((await api.put('/me/second-factor', { code: phoneOf(app, second).code(1) })).status, 409);
  });

  await t.test('keys and agents have none', async () => {
    assert.equal((await app.api(app.apiKey).get('/me/second-factor')).status, 403);
  });
});

test('confirmMySecondFactor', async (t) => {
  const app = await open(t);
  const before = await signedIn(app);
  assert.equal(
    (await app.api(app.session).put('/me/second-factor', { code: '123456' })).status,
    409,
    'there is nothing to confirm',
  );
  const { codes } = await enrol(app, app.session);
  assert.equal(codes.length, 10);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  assert.equal((await app.api(bearerOf(before)).get('/me')).status, 401, 'sessions from before end');
  assert.equal((await app.api(app.session).get('/me')).status, 200, 'the own one stays');
  const rows = app.base.state.db.prepare('select hash from recovery_codes').pluck().all();
  assert.equal(rows.length, 10);
  for (const code of codes) assert.ok(!rows.some((row) => Buffer.from(Object(row)).includes(code.replaceAll('-', ''))));
  const [mail] = (await app.mails()).slice(-1);
  assert.deepEqual([mail?.to, mail?.subject], [OWNER, 'Your account requires a code from now on']);
  const [session] = (await app.api(app.session).get('/me/sessions')).body.data;
  assert.equal(session.second_factor, 'code');
});

test('signing in with a second factor', async (t) => {
  const app = await open(t);
  const { phone, codes } = await enrol(app, app.session);
  app.clock.advance(STEP_MS);

  await t.test('asks for a code after the password, and opens nothing before', async () => {
    const browser = browserOf(app);
    const page = await browser.submit(
      '/console/sign-in?continue=%2Fconsole%2Faccount',
      { email: OWNER, password: PASSWORD },
      '/console/sign-in',
    );
    assert.equal(page.status, 200);
    assert.match(page.text, /Code of your phone/);
    assert.doesNotMatch(browser.cookie, /tributary_session/);
    const done = await sendCode(browser, page, phone.code());
    assert.deepEqual([done.status, done.headers.get('location')], [303, '/console/account']);
    const [session] = (await app.api(bearerOf(browser)).get('/me/sessions')).body.data;
    assert.deepEqual([session.opened_by, session.second_factor], ['password', 'code']);
  });

  await t.test('takes no code twice, and none from before the last', async () => {
    const browser = browserOf(app);
    const page = await passwordPage(browser);
    for (const code of [phone.code(), phone.code(-1)]) {
      const refused = await sendCode(browser, page, code);
      assert.equal(refused.status, 401);
      assert.match(refused.text, /role="alert">This is not the code of now/);
    }
    app.clock.advance(STEP_MS);
    assert.equal((await sendCode(browser, page, phone.code())).status, 303);
  });

  await t.test('lets a phone be half a minute off, and no more', async () => {
    app.clock.advance(10 * STEP_MS);
    const browser = browserOf(app);
    const page = await passwordPage(browser);
    for (const steps of [-2, 2]) assert.equal((await sendCode(browser, page, phone.code(steps))).status, 401, String(steps));
    assert.equal((await sendCode(browser, page, phone.code(-1))).status, 303);
    assert.equal((await sendCode(browserOf(app, browser.cookie), page, phone.code(1))).status, 303);
  });

  await t.test('of two at once with one code, one gets in', async () => {
    app.clock.advance(10 * STEP_MS);
    const browsers = [browserOf(app), browserOf(app)];
    const pages = await Promise.all(browsers.map((browser) => passwordPage(browser)));
    const code = phone.code();
    const ends = await Promise.all(browsers.map((browser, at) => sendCode(browser, pages[at] ?? { text: '' }, code)));
    assert.deepEqual(ends.map(({ status }) => status).sort(), [303, 401]);
  });

  await t.test('mailed links and links of the operator ask too', async () => {
    const reset = browserOf(app);
    await reset.submit('/console/reset', { email: OWNER });
    const mail = (await app.mails()).at(-1);
    const afterMail = await reset.submit(mail?.path ?? '', { password: PASSWORD });
    const linked = browserOf(app);
    const afterLink = await linked.submit(linkFor(app.base), {});
    for (const [browser, page] of [
      [reset, afterMail],
      [linked, afterLink],
    ] as const) {
      app.clock.advance(2 * STEP_MS);
      assert.match(page.text, /One more step/);
      assert.doesNotMatch(browser.cookie, /tributary_session/);
      assert.equal((await sendCode(browser, page, phone.code())).status, 303);
    }
    const [latest, earlier] = (await app.api(bearerOf(linked)).get('/me/sessions')).body.data;
    assert.deepEqual([latest.opened_by, earlier.opened_by], ['operator_link', 'mailed_link']);
  });

  await t.test('a recovery code works once, with its mail', async () => {
    const browser = browserOf(app);
    const page = await passwordPage(browser);
    const [code = ''] = codes;
    assert.equal((await sendCode(browser, page, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status, 303);
    assert.equal((await sendCode(browserOf(app, browser.cookie), page, code)).status, 401);
    const api = app.api(bearerOf(browser));
    assert.equal((await api.get('/me/second-factor')).body.data.recovery_codes_left, 9);
    assert.equal((await api.get('/me/sessions')).body.data[0].second_factor, 'recovery_code');
    assert.match((await app.mails()).at(-1)?.subject ?? '', /recovery code/);
  });

  await t.test('what was shown before the code ends after ten minutes, and with a new password', async () => {
    const browser = browserOf(app);
    const late = await passwordPage(browser);
    app.clock.advance(10 * 60_000 + 1_000);
    const refused = await sendCode(browser, late, phone.code());
    assert.equal(refused.status, 401);
    assert.match(refused.text, /took too long/);
    const page = await passwordPage(browser);
    const hashed = await hashPassword(PASSWORD);
    app.base.state.tx(() => putPassword(app.base, idOf(app, OWNER), hashed));
    assert.match((await sendCode(browser, page, phone.code())).text, /took too long/);
    for (const pending of ['', 'x', 'A'.repeat(5_000)])
      assert.match(
        (
          await sendCode(
            browser,
            { text: late.text.replace(/name="pending" value="[^"]*"/, `name="pending" value="${pending}"`) },
            phone.code(),
          )
        ).text,
        /took too long/,
      );
    assert.equal((await browserOf(app).post('/console/sign-in/code', {})).status, 403);
  });

  await t.test('the code of another account opens nothing', async () => {
    app.clock.advance(10 * STEP_MS);
    const eve = createPerson(app.base, { email: 'eve@shop.example', actor: 'system' });
    const hashed = await hashPassword(PASSWORD);
    app.base.state.tx(() => putPassword(app.base, eve.personId, hashed));
    const own = browserOf(app);
    await passwordPage(own, 'eve@shop.example');
    const { phone: hers, codes: hersToo } = await enrol(app, bearerOf(own));
    const browser = browserOf(app);
    const page = await passwordPage(browser);
    for (const code of [hers.code(1), hersToo[0] ?? '']) assert.equal((await sendCode(browser, page, code)).status, 401);
  });

  await t.test('wrong codes are limited, for this account alone', async () => {
    const browser = browserOf(app);
    const page = await passwordPage(browser);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await sendCode(browser, page, '000000')).status);
    assert.equal(statuses.at(-1), 429);
    app.clock.advance(STEP_MS);
    assert.equal((await sendCode(browser, page, phone.code())).status, 429, 'the right one too');
    app.clock.advance(3_600_000);
    assert.equal((await sendCode(browser, await passwordPage(browser), phone.code())).status, 303);
  });
});

test('deleteMySecondFactor', async (t) => {
  const app = await open(t);
  const api = app.api(app.session);
  assert.equal((await api.post('/me/second-factor/remove', { code: '123456' })).status, 409);
  const { phone, codes } = await enrol(app, app.session);

  await t.test('renewMyRecoveryCodes', async () => {
    assert.equal((await api.post('/me/second-factor/recovery-codes', { code: phone.code() })).status, 422, 'used to confirm');
    app.clock.advance(STEP_MS);
    const { body } = await api.post('/me/second-factor/recovery-codes', { code: phone.code() });
    assert.equal(body.data.recovery_codes.length, 10);
    assert.equal((await api.post('/me/second-factor/remove', { code: codes[1] })).status, 422, 'earlier ones have ended');
    const used = await api.post('/me/second-factor/recovery-codes', { code: body.data.recovery_codes[0] });
    assert.equal(used.status, 200, 'a recovery code replaces the phone');
  });

  await t.test('needs a code', async () => {
    assert.equal((await api.post('/me/second-factor/remove', { code: '000000' })).status, 422);
    assert.equal((await api.get('/me/second-factor')).body.data.is_on, true);
    app.clock.advance(STEP_MS);
    assert.equal((await api.post('/me/second-factor/remove', { code: phone.code() })).body.data.is_on, false);
    assert.match((await app.mails()).at(-1)?.subject ?? '', /no longer requires a code/);
    assert.equal((await passwordPage(browserOf(app))).status, 303);
  });

  await t.test('and the operator switches it off by a command', async () => {
    app.clock.advance(STEP_MS);
    await enrol(app, app.session);
    const run = (email: string) => carryOut(app.base, 'second-factor-remove', { email }, () => undefined);
    assert.deepEqual([(await run(OWNER))['removed'], (await run(OWNER))['removed']], [true, false]);
    await assert.rejects(run('nobody@shop.example'), /Nobody here/);
    assert.equal((await passwordPage(browserOf(app))).status, 303);
    const actions = app.base.state.db
      .prepare("select action from audit where action like 'second_factor.%' order by rowid")
      .pluck()
      .all();
    assert.deepEqual(actions.slice(-2), ['second_factor.confirmed', 'second_factor.removed']);
  });
});
