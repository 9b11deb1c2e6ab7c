// Signing in as people do it, in a real browser: an owner sets a provider up in the tab Sign-in, signs in there and enforces it; a person sets a code of
// the phone up and signs in with it. SCREENSHOTS=<folder> keeps pictures.
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findPerson, hashPassword, putPassword } from '../../../src/account/people/index.ts';
import { codeOf, stepAt } from '../../../src/account/people/second-factor/totp.ts';
import { bytesOf } from '../../account/people/code-form.ts';
import { CLIENT, openSso } from '../../account/sso/idp.ts';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLooks } from '../look.ts';

after(closeBrowsers);

/** In the page's own terms. */
const IS_DRAWN = 'document.querySelector("img.account-qr").naturalWidth > 0';
const PASSWORD = 'seven new bicycles';
const ANN = { sub: 'ann-1', email: OWNER, email_verified: true, name: 'Ann' };

async function givePassword(app: TestApp): Promise<void> {
  const hashed = await hashPassword(PASSWORD);
  app.base.state.tx(() => putPassword(app.base, findPerson(app.base, OWNER)?.personId ?? '', hashed));
}

async function open(t: TestContext, app: TestApp) {
  const watched = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await watched.context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base));
  return { ...watched, page };
}

/** Chromium itself writes refusals to its console. */
const refusedOnly = (complaints: readonly string[]): string[] => complaints.filter((each) => !each.includes('status of 4'));

/** Sets the code of the phone up on the page My account; answers the phone. */
async function setUpPhone(page: Page, app: TestApp): Promise<{ secret: Buffer; codes: string[] }> {
  await page.goto(`${app.baseUrl}/console/account`);
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Code of your phone' }) });
  await panel.getByLabel('Your password').fill(PASSWORD);
  await checkLooks(page, 'account-code-off');
  await panel.getByRole('button', { name: 'Set it up' }).click();
  const secret = bytesOf((await page.getByRole('region', { name: 'Text of the key' }).textContent()) ?? '');
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  await until(() => page.evaluate<boolean>(IS_DRAWN), 'the picture is drawn');
  await checkLooks(page, 'account-code-key');
  await panel.getByLabel('The code that the app shows').fill('000000');
  await panel.getByRole('button', { name: 'Confirm' }).click();
  await panel.getByText('this is not the code of now').waitFor();
  await panel.getByLabel('The code that the app shows').fill(codeOf(secret, stepAt(app.clock.now())));
  await panel.getByRole('button', { name: 'Confirm' }).click();
  const codes = ((await page.getByRole('region', { name: 'Text of the recovery codes' }).textContent()) ?? '').trim().split('\n');
  assert.equal(codes.length, 10);
  await checkLooks(page, 'account-code-on');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Recovery codes: keep').waitFor({ state: 'detached' });
  return { secret, codes };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(/\/console\/sign-in/);
}

test('a code of the phone', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  await givePassword(app);
  const { page, complaints } = await open(t, app);
  const { secret, codes } = await setUpPhone(page, app);
  await signOut(page);
  app.clock.advance(60_000);
  await page.getByLabel('E-mail').fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await checkLooks(page, 'doorstep-code');
  await page.getByLabel('Code of your phone').fill(codeOf(secret, stepAt(app.clock.now())));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/console\/[0-9a-f-]{36}/);
  await page.goto(`${app.baseUrl}/console/account`);
  await page.getByRole('table', { name: 'Where you are signed in' }).getByText('password and code').waitFor();
  await page.getByRole('checkbox', { name: /Switch it off/ }).check();
  await page.getByRole('textbox', { name: /^Code/ }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Switch it off' }).click();
  await page.getByRole('button', { name: 'Set it up' }).waitFor();
  assert.deepEqual(refusedOnly(complaints), []);
});

test('the tab Sign-in', async (t) => {
  const { app, idp } = await openSso(t);
  await givePassword(app);
  const { page, context } = await open(t, app);
  await setUpPhone(page, app);
  const tab = `${app.baseUrl}/console/workspaces/${app.workspaceId}/settings/sign-in`;
  await page.goto(tab);
  await page.getByLabel('Issuer').fill(`${idp.issuer}/elsewhere`);
  await page.getByLabel('Client ID').fill(CLIENT.client_id);
  await page.getByLabel('Client secret').fill(CLIENT.client_secret);
  await page.getByLabel('People in none of these groups').selectOption('member');
  await page.getByRole('button', { name: 'Set the provider' }).click();
  await page.getByText('did not respond as an OpenID Connect provider does').waitFor();
  await page.getByLabel('Issuer').fill(idp.issuer);
  await page.getByRole('button', { name: 'Set the provider' }).click();
  await page.getByText('Nobody has signed in by it yet.').waitFor();
  await page.getByText('This shows that it lets an owner in.').waitFor();
  await checkLooks(page, 'settings-sign-in-set');

  // The session of the account says that the person at the provider is the same.
  idp.account = ANN;
  await page.getByRole('link', { name: 'sign in at the provider' }).click();
  await page.getByRole('button', { name: /^Continue to / }).click();
  await page.waitForURL(/\/console\/[0-9a-f-]{36}/);
  await page.goto(tab);
  await page.getByLabel('Owner who gets in when the provider fails').waitFor();
  await checkLooks(page, 'settings-sign-in-enforce');
  await page.getByRole('button', { name: 'Enforce it' }).click();
  await page.getByText('Members reach this workspace by the provider alone').waitFor();
  await checkLooks(page, 'settings-sign-in-enforced');

  // Another browser, with a password and a code: sent to the provider, which is down, and in by breaking the glass.
  idp.isDown = true;
  const other = await context.browser()?.newContext({ bypassCSP: true, reducedMotion: 'reduce' });
  assert.ok(other);
  t.after(() => other.close());
  const outside = await other.newPage();
  app.clock.advance(60_000);
  await outside.goto(tab);
  await outside.getByLabel('E-mail').fill(OWNER);
  await outside.getByLabel('Password').fill(PASSWORD);
  await outside.getByRole('button', { name: 'Sign in', exact: true }).click();
  const secret = app.base.state
    .statement('account/people/second_factor_get')
    .get({ person_id: findPerson(app.base, OWNER)?.personId ?? '' });
  assert.ok(secret);
  const key = Buffer.from(
    app.base.state.vault.open(`second factor ${findPerson(app.base, OWNER)?.personId}`, secret.secret),
    'base64',
  );
  await outside.getByLabel('Code of your phone').fill(codeOf(key, stepAt(app.clock.now())));
  await outside.getByRole('button', { name: 'Sign in' }).click();
  await outside.getByRole('button', { name: /^Continue to / }).click();
  await outside.getByText('does not respond').waitFor();
  await checkLooks(outside, 'doorstep-provider-down');
  await outside.getByRole('link', { name: 'its break-glass owner gets in here' }).click();
  await outside.getByRole('button', { name: 'Open it for 4 hours' }).waitFor();
  await checkLooks(outside, 'doorstep-break-glass');
  await outside.getByRole('button', { name: 'Open it for 4 hours' }).click();
  await outside.getByText('Members reach this workspace by the provider alone').waitFor();
  await outside.getByRole('button', { name: 'End the enforcement' }).click();
  await outside.getByRole('dialog').getByRole('button', { name: 'End the enforcement' }).click();
  await outside.getByText('This shows that it lets an owner in.').waitFor();
});
