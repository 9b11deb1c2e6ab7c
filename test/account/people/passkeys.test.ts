// Passkeys in a real browser with Chromium's virtual authenticator: added, used, refused where they are not valid, named and removed.
// SCREENSHOTS=<folder> keeps pictures.
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import {
  createPerson,
  createSession,
  findPerson,
  hashPassword,
  putPassword,
  signInByPasskey,
} from '../../../src/account/people/index.ts';
import { setPublicAddress } from '../../../src/base/kit/public-address.ts';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser } from '../../e2e/chromium.ts';
import { checkLooks } from '../../e2e/look.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

after(closeBrowsers);

const PASSWORD = 'seven new bicycles';
const ADDRESS = '192.0.2.7';

interface World {
  app: TestApp;
  page: Page;
  complaints: readonly string[];
  cdp: CDPSession;
  authenticatorId: string;
}

async function open(t: TestContext): Promise<World> {
  const app = await startTestApp({ hostName: 'localhost' });
  t.after(() => app.close());
  const hashed = await hashPassword(PASSWORD);
  app.base.state.tx(() => putPassword(app.base, findPerson(app.base, OWNER)?.personId ?? '', hashed));
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enterBy(page, app.baseUrl + linkFor(app.base));
  return { app, page, complaints, cdp, authenticatorId };
}

/** Chromium itself writes refusals to its console. */
const refusedOnly = (complaints: readonly string[]): string[] => complaints.filter((each) => !each.includes('status of 4'));

async function add({ app, page }: World, name: string): Promise<void> {
  await page.goto(`${app.baseUrl}/console/account`);
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).getByText(name).waitFor();
}

async function signOut({ app, page }: World): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${app.baseUrl}/console/sign-in`);
}

/** What the page would send, taken out of it in place of being sent. */
async function answerOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const { dataset } = document.querySelector('[data-passkey]');
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(dataset.passkey));
    return JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON());
  })()`);
}

test('a passkey signs its person in', async (t) => {
  const world = await open(t);
  const { app, page, complaints } = world;
  await add(world, 'My <b>laptop</b>');
  const [mail] = (await app.mails()).slice(-1);
  assert.deepEqual([mail?.to, mail?.subject], [OWNER, 'The passkeys of your account changed']);
  await signOut(world);
  await page.getByRole('link', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/console\/[0-9a-f-]{36}/);
  await page.goto(`${app.baseUrl}/console/account`);
  await page.getByRole('table', { name: 'Where you are signed in' }).getByText('passkey', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove My <b>laptop</b>' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).waitFor({ state: 'detached' });
  await signOut(world);
  await page.goto(`${app.baseUrl}/console/sign-in/passkey`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey opens no account here').waitFor();
  assert.deepEqual(refusedOnly(complaints), []);
});

test('an answer that is not valid opens nothing', async (t) => {
  const world = await open(t);
  const { app, page, cdp, authenticatorId } = world;
  const { base } = app;
  await add(world, 'Phone');
  await signOut(world);
  const fresh = async (): Promise<string> => {
    await page.goto(`${app.baseUrl}/console/sign-in/passkey`);
    return answerOf(page);
  };
  const enter = (answer: string) => signInByPasskey(base, { answer, address: ADDRESS });

  await t.test('a second time', async () => {
    const answer = await fresh();
    const ends = await Promise.all([enter(answer), enter(answer)]);
    assert.equal(ends.filter((end) => end !== undefined).length, 1, 'of two at once, one');
    assert.equal(await enter(answer), undefined);
  });

  await t.test('after five minutes, at another address, with another counter, or changed', async () => {
    const late = await fresh();
    app.clock.advance(5 * 60_000 + 1_000);
    assert.equal(await enter(late), undefined);

    const elsewhere = await fresh();
    setPublicAddress(base, () => 'https://evil.example');
    assert.equal(await enter(elsewhere), undefined);
    setPublicAddress(base, () => app.baseUrl);

    const copied = await fresh();
    base.state.db.prepare('update passkeys set counter = 1000000').run();
    assert.equal(await enter(copied), undefined, 'a counter that runs back is a copy of the key');
    base.state.db.prepare('update passkeys set counter = 0').run();

    const answer = JSON.parse(await fresh());
    const forged = { ...answer, response: { ...answer.response, signature: answer.response.signature.replace(/.{4}$/, 'AAAA') } };
    assert.equal(await enter(JSON.stringify(forged)), undefined);
    for (const text of ['', '{}', 'null', '[', 'x'.repeat(20_000)]) assert.equal(await enter(text), undefined);
    assert.ok(await enter(await fresh()), 'the right one still opens');
  });

  await t.test('without a finger, face or PIN', async () => {
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.goto(`${app.baseUrl}/console/sign-in/passkey`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('No passkey was used.').waitFor();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });
});

test('createMyPasskeyOptions', async (t) => {
  const world = await open(t);
  const { app, page } = world;
  const api = app.api(app.session);
  assert.equal((await api.post('/me/passkeys/options', {})).body.error.code, 'current_password_required');
  await page.goto(`${app.baseUrl}/console/account`);
  const begin = async (): Promise<Record<string, unknown>> =>
    (await api.post('/me/passkeys/options', { current_password: PASSWORD })).body.data.options;
  const create = (options: Record<string, unknown>): Promise<Record<string, unknown>> =>
    page.evaluate(`(async () => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)});
      return (await navigator.credentials.create({ publicKey })).toJSON();
    })()`);

  await t.test('createMyPasskey', async () => {
    const options = await begin();
    const credential = await create(options);
    const { personId } = createPerson(app.base, { email: 'eve@shop.example', actor: 'system' });
    const eve = app.api(createSession(app.base, { personId, actor: 'system' }).token);
    assert.equal((await eve.post('/me/passkeys', { name: 'Stolen', credential })).status, 422, 'made for another person');
    const made = await api.post('/me/passkeys', { name: 'Stick', credential });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.equal((await api.post('/me/passkeys', { name: 'Again', credential })).status, 422, 'a challenge is answered once');
    assert.equal((await api.post('/me/passkeys', { name: 'None', credential: { id: 'x' } })).status, 422);
    await assert.rejects(create(await begin()), /excluded|InvalidState|registered/i);
    assert.deepEqual((await eve.get('/me/passkeys')).body.data, []);
  });

  await t.test('listMyPasskeys', async () => {
    const { data } = (await api.get('/me/passkeys')).body;
    assert.deepEqual([data.length, data[0].name, data[0].last_used_at], [1, 'Stick', null]);
  });

  await t.test('updateMyPasskey', async () => {
    const [{ id }] = (await api.get('/me/passkeys')).body.data;
    assert.equal((await api.patch(`/me/passkeys/${id}`, { name: 'Blue stick' })).body.data.name, 'Blue stick');
    const { token } = createSession(app.base, {
      personId: findPerson(app.base, 'eve@shop.example')?.personId ?? '',
      actor: 'system',
    });
    assert.equal((await app.api(token).patch(`/me/passkeys/${id}`, { name: 'Mine' })).status, 404);
    assert.equal((await app.api(token).delete(`/me/passkeys/${id}`)).status, 404);
    assert.equal((await api.get('/me/passkeys')).body.data[0].name, 'Blue stick');
  });

  await t.test('deleteMyPasskey', async () => {
    const [{ id }] = (await api.get('/me/passkeys')).body.data;
    assert.deepEqual((await api.delete(`/me/passkeys/${id}`)).body.data, { id, removed: true });
    assert.equal((await api.delete(`/me/passkeys/${id}`)).status, 404);
  });

  await t.test('a service without a host name has none', async () => {
    setPublicAddress(app.base, () => 'http://127.0.0.1:3000');
    const refused = await api.post('/me/passkeys/options', { current_password: PASSWORD });
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'invalid_state']);
    setPublicAddress(app.base, () => app.baseUrl);
  });
});

test('the pages of passkeys are whole and readable', async (t) => {
  const app = await startTestApp({ hostName: 'localhost' });
  t.after(() => app.close());
  const { context } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${app.baseUrl}/console/sign-in/passkey`);
  await checkLooks(page, 'doorstep-passkey');
  await page.goto(`${app.baseUrl}/console/sign-in`);
  await checkLooks(page, 'doorstep-sign-in');
});
