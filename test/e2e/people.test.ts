// A person in a real browser, with scripts switched off: signs up, follows the mail, changes the password, signs out and in again.
// Light and dark, narrow and wide; axe finds nothing serious. SCREENSHOTS=<folder> keeps a picture of every page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { createGrant, issueUserToken, registerClient } from '../../src/account/apps/index.ts';
import { createPerson, findPerson } from '../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../src/account/places/index.ts';
import { linkFor, OWNER } from '../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';

const PASSWORD = 'seven new bicycles';

let app: TestApp;
before(async () => {
  app = await startTestApp({ config: { signUp: 'open', plans: true } });
});
after(closeBrowsers);
after(() => app?.close());

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function enter(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  // The click waits for the answer's beginning; who goes on before its end breaks it off.
  await page.waitForLoadState();
}

const heading = (page: Page): Promise<string | null> => page.locator('h1').textContent();

test('sign up, confirm, sign out, sign in, without scripts', async (t) => {
  const options = { javaScriptEnabled: false, colorScheme: 'light', viewport: { width: 360, height: 800 } } as const;
  const { context, complaints } = await openBrowser(t, app.baseUrl, options);
  const page = await context.newPage();

  await page.goto(`${app.baseUrl}/console/sign-up?continue=%2Fconsole%2Faccount`);
  await look(page, 'sign-up');
  await enter(page, { 'E-mail': 'ada@example.com' }, 'Send the link');
  assert.equal(await heading(page), 'Check your mail');
  await look(page, 'mail-sent');

  const [mail] = await app.mails();
  assert.equal(mail?.to, 'ada@example.com');
  await page.goto(app.baseUrl + mail.path);
  assert.equal(await heading(page), 'Finish signing up');
  await enter(page, { Name: 'Ada', Password: '1q2w3e4r5t' }, 'Sign up');
  assert.match((await page.getByRole('alert').textContent()) ?? '', /public lists of stolen passwords/);
  await look(page, 'choose-password');
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Ada', 'what was typed is kept');
  await enter(page, { Password: PASSWORD }, 'Sign up');

  assert.equal(new URL(page.url()).pathname, '/console/account', 'on to where one was going');
  await page.goto(`${app.baseUrl}/console/`);
  assert.equal(await heading(page), 'There is no profile yet');
  await look(page, 'no-profile');
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  assert.equal(await heading(page), 'Sign in');

  await enter(page, { 'E-mail': 'ada@example.com', Password: 'not the password' }, 'Sign in');
  assert.match((await page.getByRole('alert').textContent()) ?? '', /do not belong together/);
  await look(page, 'sign-in');
  await enter(page, { Password: PASSWORD }, 'Sign in');
  assert.equal(await heading(page), 'There is no profile yet');
  // Chromium itself tells of answers like 401 on its console, and of the workbench's scripts that it does not run.
  assert.deepEqual(
    complaints.filter((each) => !/status of 4\d\d|failed: csp$/.test(each)),
    [],
  );
});

/** Goes there; nothing is cut off, axe finds nothing, and the focus can be seen. */
async function check(page: Page, path: string, name: string): Promise<void> {
  await page.goto(app.baseUrl + path);
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), `${path} is wider than its window`);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  const messages = violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`);
  assert.deepEqual(messages, []);
  await page.keyboard.press('Tab');
  const ring = await page.evaluate('getComputedStyle(document.activeElement).outlineWidth');
  assert.equal(ring, '3px', `${path} shows where the focus is`);
  await look(page, name);
}

/** What people land on before they are in, an invitation and a hand-off; wide and dark too. */
for (const { scheme, width } of [
  { scheme: 'light', width: 360 },
  { scheme: 'dark', width: 1280 },
] as const)
  test(`the pages are readable and reachable, ${scheme}, ${width} wide`, async (t) => {
    const options = { colorScheme: scheme, viewport: { width, height: 900 }, bypassCSP: true };
    const { context } = await openBrowser(t, app.baseUrl, options);
    const page = await context.newPage();
    const named = (name: string): string => `${name}-${scheme}-${width}`;
    const { invitation, handoff } = await scene(scheme);
    for (const name of ['sign-in', 'sign-up', 'reset']) await check(page, `/console/${name}`, named(name));
    await check(page, invitation, named('invitation-signed-out'));
    await check(page, handoff, named('handoff-signed-out'));
    await enterBy(page, `${app.baseUrl}${linkFor(app.base)}`);
    await check(page, invitation, named('invitation'));
    await check(page, handoff, named('handoff'));
  });

/** A workspace with people, an invitation, a program and a hand-off to decide. */
async function scene(key: string): Promise<{ invitation: string; handoff: string }> {
  const { base, workspaceId } = app;
  const name = `Bartholomew ${key} Featherstonehaugh-Cholmondeley`;
  const { personId } = createPerson(base, {
    email: `a.member.with.a.long.address.${key}@department.shop.example`,
    name,
    actor: 'system',
  });
  setWorkspaceRole(base, { workspaceId, personId, role: 'admin', actor: 'system' });
  const scopes = ['mcp:read', 'mcp:write'];
  const clientId = registerClient(base, { name: 'An assistant', redirectUris: ['http://localhost:1/cb'], scopes });
  for (const id of [personId, findPerson(base, OWNER)?.personId ?? '']) {
    const { grantId } = createGrant(base, { personId: id, clientId, scopes, resource: `${app.baseUrl}/mcp` });
    issueUserToken(base, { grantId, scopes });
  }
  const api = app.api(app.session);
  await api.post(`/workspaces/${workspaceId}/invitations`, { email: `guest.${key}@shop.example`, role: 'member' });
  const [mail] = await app.mails();
  const { body } = await api.post(`/workspaces/${workspaceId}/checkout-session`, { plan: 'growth' });
  return { invitation: mail?.path ?? '', handoff: new URL(body.data.url).pathname };
}
