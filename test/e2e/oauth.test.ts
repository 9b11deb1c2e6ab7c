// A program without an account connects through a person's browser: registers, asks, the person signs up, confirms the address, ticks
// what it may, and is sent back; with scripts switched off and on. SCREENSHOTS=<folder> keeps a picture of every page.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { exchange, newClient, opens, request, STATE } from '../doors/oauth/flow.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { openBrowser } from './chromium.ts';

const PASSWORD = 'seven new bicycles';

let app: TestApp;
let program: Server;
let callback: string;
before(async () => {
  app = await startTestApp();
  // The program's own small page, at which the browser ends.
  program = createServer((_request, response) => response.end('You can close this page.'));
  await new Promise<void>((done) => program.listen(0, '127.0.0.1', done));
  callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
});
after(async () => {
  program?.closeAllConnections();
  program?.close();
  await app?.close();
});

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function enter(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
}

for (const { scripts, scheme, width } of [
  { scripts: false, scheme: 'light', width: 360 },
  { scripts: true, scheme: 'dark', width: 1280 },
] as const)
  test(`register, sign up, confirm, consent, token; scripts ${scripts ? 'on' : 'off'}`, async (t) => {
    const options = { javaScriptEnabled: scripts, colorScheme: scheme, viewport: { width, height: 900 } };
    const { context, complaints } = await openBrowser(t, app.baseUrl, options);
    const page = await context.newPage();
    const email = `agent-${scheme}@example.com`;
    const clientId = await newClient(app, [callback]);
    const changes = { redirect_uri: callback, scope: 'mcp:read mcp:write customers:read' };

    await page.goto(app.baseUrl + request(app, clientId, changes));
    assert.equal(await page.locator('h1').textContent(), 'Sign in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await enter(page, { 'E-mail': email }, 'Send the link');
    const [mail] = await app.mails();
    assert.equal(mail?.to, email);
    await page.goto(app.baseUrl + mail.path);
    await enter(page, { Name: 'Ada', Password: PASSWORD }, 'Sign up');

    assert.equal(await page.locator('h1').textContent(), 'Allow access?', 'the pending request was kept');
    await look(page, `consent-${scheme}-${width}`);
    assert.equal(await page.getByRole('checkbox').count(), 3);
    assert.ok((await page.getByRole('main').textContent())?.includes(new URL(callback).host));
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Approve' }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /Tick at least one line/);
    await look(page, `consent-nothing-ticked-${scheme}-${width}`);
    await page.getByLabel(/Read your marketing figures/).check();
    await page.getByLabel(/Create and archive workspaces and profiles/).check();
    await page.getByRole('button', { name: 'Approve' }).click();

    await page.waitForURL(`${callback}?**`);
    assert.equal(await page.locator('body').textContent(), 'You can close this page.');
    const { code = '', state, iss } = Object.fromEntries(new URL(page.url()).searchParams);
    assert.deepEqual([state, iss], [STATE, app.baseUrl]);
    const { body } = await exchange(app, clientId, code, { redirect_uri: callback });
    assert.equal(body.scope, 'mcp:read mcp:write');
    assert.equal(await opens(app, body.access_token), true);
    assert.deepEqual(
      (await app.api(body.access_token).get('/workspaces')).body.data,
      [],
      'a person without a workspace may approve',
    );
    const made = await app.api(body.access_token).post('/workspaces', { name: `Shop ${scheme}` });
    assert.equal(made.status, 201);

    // A second time, and the person says no.
    await page.goto(app.baseUrl + request(app, clientId, changes));
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${callback}?**`);
    assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
    // The program's own page is another host's, and asks for an icon of its own; Chromium tells of 401 and 422 on its console.
    const origin = new URL(callback).origin;
    assert.deepEqual(
      complaints.filter((each) => !each.includes(origin) && !/status of 4\d\d/.test(each)),
      [],
    );
  });

for (const { scheme, width } of [
  { scheme: 'dark', width: 360 },
  { scheme: 'light', width: 1280 },
] as const)
  test(`the consent page is readable and reachable, ${scheme}, ${width} wide`, async (t) => {
    const options = { colorScheme: scheme, viewport: { width, height: 900 }, bypassCSP: true };
    const { context } = await openBrowser(t, app.baseUrl, options);
    const page = await context.newPage();
    const path = request(app, await newClient(app, [callback]), { redirect_uri: callback });
    await page.goto(app.baseUrl + path);
    await enter(page, { 'E-mail': 'agent-light@example.com', Password: PASSWORD }, 'Sign in');
    assert.equal(await page.locator('h1').textContent(), 'Allow access?');
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), 'no wider than its window');
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
      [],
    );
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    assert.equal(await page.getByRole('checkbox').first().isChecked(), false, 'by the keyboard alone');
    await look(page, `consent-keyboard-${scheme}-${width}`);
  });
