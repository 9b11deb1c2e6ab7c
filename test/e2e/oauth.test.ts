// An agent without an account comes to figures through a person's browser: finds the way from the MCP address alone, registers, the
// person signs up, confirms the address and ticks what it may; the agent asks for more when it needs more, makes a workspace, a profile
// a tracking key, reads what is still missing and, once let, changes something by a tool. With scripts switched off and on. SCREENSHOTS=<folder> keeps every page.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { inToolWords } from '../../src/doors/mcp/names.ts';
import { agentWith } from '../doors/mcp/agent.ts';
import { challengeOf, newClient, OFFERED, request, STATE, VERIFIER } from '../doors/oauth/flow.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { closeBrowsers, openBrowser } from './chromium.ts';

const PASSWORD = 'seven new bicycles';

let app: TestApp;
let program: Server;
let callback: string;
before(async () => {
  app = await startTestApp({ config: { signUp: 'open' } });
  // The program's own small page, at which the browser ends.
  program = createServer((_request, response) => response.end('You can close this page.'));
  await new Promise<void>((done) => program.listen(0, '127.0.0.1', done));
  callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
});
after(closeBrowsers);
after(async () => {
  program?.closeAllConnections();
  program?.close();
  await app?.close();
});

/** A page as a person sees it, kept where pictures are asked for. */
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

/** What a program has read on its way from the MCP address to its own registration. */
interface Found {
  resource: string;
  scope: string;
  issuer: string;
  authorize: string;
  token: string;
  clientId: string;
}

// biome-ignore lint/suspicious/noExplicitAny: what other documents prescribe
const jsonOf = async (response: Response): Promise<any> => {
  assert.ok(response.ok, `${response.url} answered ${response.status}`);
  return response.json();
};

/** Knows nothing but the MCP address; every other one is told on the way (RFC 9728, 8414, 7591). */
async function findAndRegister(mcpUrl: string): Promise<Found> {
  const stranger = await fetch(mcpUrl, { method: 'POST', body: '{}' });
  assert.equal(stranger.status, 401);
  const challenge = stranger.headers.get('www-authenticate') ?? '';
  const said = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? assert.fail(challenge);
  const resource = await jsonOf(await fetch(said('resource_metadata')));
  assert.equal(resource.resource, mcpUrl);
  const [issuer] = resource.authorization_servers;
  const server = await jsonOf(await fetch(`${issuer}/.well-known/oauth-authorization-server`));
  assert.deepEqual([server.issuer, server.code_challenge_methods_supported], [issuer, ['S256']]);
  const client = await jsonOf(
    await fetch(server.registration_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Marketing helper',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: said('scope'),
      }),
    }),
  );
  return {
    resource: resource.resource,
    scope: said('scope'),
    issuer,
    clientId: client.client_id,
    authorize: server.authorization_endpoint,
    token: server.token_endpoint,
  };
}

/** Where the program sends the person. */
const asking = ({ authorize, clientId, resource }: Found, scope: string): string => {
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    scope,
    state: STATE,
    resource,
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
  };
  return `${authorize}?${new URLSearchParams(query)}`;
};

/** The program's side of the way back: checks state and issuer, and changes the code for a token. */
async function tokenOf(page: Page, { token, clientId, issuer }: Found): Promise<{ scope: string; access_token: string }> {
  await page.waitForURL(`${callback}?**`);
  assert.equal(await page.locator('body').textContent(), 'You can close this page.');
  const { code = '', state, iss } = Object.fromEntries(new URL(page.url()).searchParams);
  assert.deepEqual([state, iss], [STATE, issuer]);
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: clientId, code_verifier: VERIFIER };
  return jsonOf(await fetch(token, { method: 'POST', body: new URLSearchParams(form) }));
}

for (const { scripts, scheme, width } of [
  { scripts: false, scheme: 'light', width: 360 },
  { scripts: true, scheme: 'dark', width: 1280 },
] as const)
  test(`an agent without an account; scripts ${scripts ? 'on' : 'off'}`, async (t) => {
    const options = { javaScriptEnabled: scripts, colorScheme: scheme, viewport: { width, height: 900 } };
    const { context, complaints } = await openBrowser(t, app.baseUrl, options);
    const page = await context.newPage();
    const see = (name: string) => look(page, `agent-${scheme}-${width}-${name}`);
    const email = `agent-${scheme}@example.com`;

    const found = await findAndRegister(`${app.baseUrl}/mcp`);
    assert.equal(found.scope, OFFERED.join(' '));

    // The person has no account: signs up on the way, and the request waits for them.
    await page.goto(asking(found, found.scope));
    assert.equal(await heading(page), 'Sign in');
    assert.match((await page.getByRole('main').textContent()) ?? '', /A program that calls itself .* asks to act for you/);
    await see('1-sign-in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await see('2-sign-up');
    await enter(page, { 'E-mail': email }, 'Send the link');
    await see('3-mail-is-on-its-way');
    const [mail] = await app.mails();
    assert.equal(mail?.to, email);
    await page.goto(app.baseUrl + mail.path);
    await see('4-password');
    await enter(page, { Name: 'Ada', Password: PASSWORD }, 'Sign up');

    assert.equal(await heading(page), 'Allow access?', 'the pending request was kept');
    await see('5-consent');
    const main = (await page.getByRole('main').textContent()) ?? '';
    for (const message of ['Marketing helper', new URL(callback).host, email]) assert.ok(main.includes(message), message);
    assert.equal(await page.getByRole('checkbox').count(), OFFERED.length);
    assert.deepEqual(await page.getByRole('group').locator('legend').allTextContents(), ['Reading', 'Personal data', 'Changing']);
    assert.equal(await page.locator('input:checked').count(), 1, 'reading figures alone is ticked');
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Approve' }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /Tick at least one line/);
    await see('6-nothing-ticked');
    await page.getByLabel(/Read your marketing figures/).check();
    await page.getByRole('button', { name: 'Approve' }).click();

    const first = await tokenOf(page, found);
    assert.equal(first.scope, 'mcp:read', 'what was not ticked is not granted');
    const reader = app.api(first.access_token);
    const { structured: nothing } = await agentWith(app, first.access_token).tool('whoami');
    assert.deepEqual(nothing.data.workspaces, [], 'a person without a workspace may approve');
    assert.deepEqual((await reader.get('/workspaces')).body.data, []);
    const early = await reader.post('/workspaces', { name: `Shop ${scheme}` });
    assert.equal(early.status, 403);
    assert.deepEqual([early.body.error.code, early.body.error.required_scopes], ['insufficient_scope', ['workspaces:write']]);

    // It needs more, and asks for it: the person is signed in already.
    await page.goto(asking(found, 'mcp:read mcp:write'));
    assert.equal(await heading(page), 'Allow access?');
    assert.equal(await page.getByLabel(/Read your marketing figures/).isChecked(), true, 'granted before');
    assert.equal(await page.getByLabel(/Create and archive workspaces and profiles/).isChecked(), false, 'a person ticks it');
    await page.getByLabel(/Create and archive workspaces and profiles/).check();
    await see('7-consent-for-more');
    await page.getByRole('button', { name: 'Approve' }).click();
    const second = await tokenOf(page, found);
    assert.equal(second.scope, 'mcp:read mcp:write');
    const writer = app.api(second.access_token);
    const agent = agentWith(app, second.access_token);

    const workspace = await writer.post('/workspaces', { name: `Shop ${scheme}`, timezone: 'Europe/Berlin' });
    assert.deepEqual([workspace.status, workspace.body.data.created, workspace.body.data.checkout], [201, true, null]);
    const { workspace_id } = workspace.body.data;
    const profile = await writer.post('/profiles', { workspace_id, name: 'Main' });
    assert.equal(profile.status, 201);
    const { profile_id } = profile.body.data;
    assert.equal((await writer.post('/tracking/keys')).status, 400, 'the profile is never guessed');
    const key = await writer.post('/tracking/keys', undefined, { profile_id });
    assert.match(key.body.data.public_key, /^trk_live_/);
    assert.deepEqual([key.status, key.body.data.status, key.body.data.created], [201, 'active', true]);

    const { body: readiness } = await writer.get('/profile/readiness', { profile_id });
    const step = (name: string) => readiness.data.steps.find((each: { name: string }) => each.name === name);
    assert.equal(step('tracking_key_issued').done, true);
    assert.equal(step('crm_or_outcome_source_connected').done, false);
    assert.equal(readiness.data.summary.total, readiness.data.steps.length);
    const report = await agent.tool('get_profile_readiness', { profile_id });
    assert.deepEqual(report.structured, inToolWords(readiness), 'the tool answers what REST does, in words of tools');
    const { structured: reached } = await agent.tool('whoami');
    assert.deepEqual(
      reached.data.workspaces.map((each: { workspace_id: string; role: string; profiles: { profile_id: string }[] }) => [
        each.workspace_id,
        each.role,
        each.profiles.map((one) => one.profile_id),
      ]),
      [[workspace_id, 'owner', [profile_id]]],
    );
    const { body: seen } = await reader.get('/workspaces');
    assert.equal(seen.data[0].workspace_id, workspace_id, 'the first token spans what came later');

    // A tool that writes asks the person once, on a page.
    const change = { profile_id, domains: ['shop.example'] };
    const closed = await agent.tool('update_profile', { ...change, step: 'dry_run' });
    const { handoff } = JSON.parse(closed.texts[1] as string).error;
    await page.goto(handoff.url);
    await see('8-let-agents-write');
    await page.getByRole('button', { name: 'Let agents write' }).click();
    assert.match((await page.getByRole('main').textContent()) ?? '', /approved|done/i);
    await see('9-decided');
    const trial = await agent.tool('update_profile', { ...change, step: 'dry_run' });
    const { confirm_token } = trial.structured;
    const done = await agent.tool('update_profile', { ...change, step: 'confirm', confirm_token });
    assert.deepEqual(done.structured.answer.data.domains, ['shop.example']);

    // Another time the person says no.
    await page.goto(asking(found, 'mcp:read mcp:write'));
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
