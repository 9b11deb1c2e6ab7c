// Settings and account in a real browser: inviting, roles, keys, agents, an erasure, sessions; what a member sees; every tab in light and
// dark, wide and narrow. SCREENSHOTS=<folder> keeps a picture of every tab.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { authorizeApp, createGrant, issueUserToken, registerApp, registerClient } from '../../src/account/apps/index.ts';
import { createPerson, findPerson } from '../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../src/account/places/index.ts';
import { linkFor, OWNER } from '../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { until } from '../until.ts';
import { closeBrowsers, enterBy, openBrowser, textOf } from './chromium.ts';
import { checkLooks, picture, seriousOf, settled } from './look.ts';

const TABS = ['', 'sign-in', 'profiles', 'keys', 'apps', 'agents', 'privacy', 'audit', 'snapshots', 'mail', 'workspace', 'plan'];

let app: TestApp;
before(async () => {
  app = await startTestApp({ config: { plans: true } });
  // Which has branding and a domain of its own to send from.
  app.base.state.db.prepare("update workspaces set plan = 'growth'").run();
});
after(closeBrowsers);
after(() => app?.close());

const settings = (tab = ''): string => `${app.baseUrl}/console/workspaces/${app.workspaceId}/settings${tab && `/${tab}`}`;
const owner = () => app.api(app.session);
const people = async () => (await owner().get(`/workspaces/${app.workspaceId}/invitations`)).body;

async function open(t: TestContext, email = OWNER) {
  const watched = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await watched.context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base, email));
  return { ...watched, page };
}

function join(email: string, role: 'admin' | 'member', name: string): string {
  const { personId } = createPerson(app.base, { email, name, actor: 'system' });
  setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role, actor: 'system' });
  return personId;
}

test('a colleague is invited, gets another role, and is removed', async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(settings());
  await page.getByRole('textbox', { name: 'E-mail' }).fill('bea@shop.example');
  await page.getByRole('combobox', { name: 'As' }).selectOption('analyst');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('table', { name: 'Open invitations' }).getByText('bea@shop.example').waitFor();
  const [mail] = await app.mails();
  assert.equal(mail?.to, 'bea@shop.example');
  // There is no mail server, so the owner hands the link on.
  const link = page.getByRole('region', { name: 'Text of the invitation of bea@shop.example' });
  assert.ok(mail?.text.includes((await link.textContent()) ?? '-'));
  await checkLooks(page, 'invitation-link');
  await page.getByRole('button', { name: 'Withdraw the invitation of bea@shop.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('table', { name: 'Open invitations' }).waitFor({ state: 'detached' });
  join('max@shop.example', 'member', 'Max <b>Moritz</b>');
  await page.reload();
  await page.getByLabel('Role of Max <b>Moritz</b>').selectOption('admin');
  await page.waitForFunction(`document.querySelector('[aria-label^="Role of Max"]').value === 'admin'`);
  const roleOf = async () =>
    (await people()).meta.members.find(({ email }: { email: string }) => email === 'max@shop.example')?.role;
  await until(async () => (await roleOf()) === 'admin', 'Max is an admin');
  await page.getByRole('button', { name: 'Remove Max <b>Moritz</b>' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Role of Max <b>Moritz</b>').waitFor({ state: 'detached' });
  assert.equal(await roleOf(), undefined);
  // The last owner stays, and the page says why.
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('A workspace keeps at least one owner').waitFor();
  assert.deepEqual(refusedOnly(complaints), []);
});

/** Chromium itself writes refusals to its console. */
const refusedOnly = (complaints: readonly string[]): string[] => complaints.filter((each) => !each.includes('status of 4'));

test('a key is made, rotated and revoked; its secret is shown once', async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(settings('keys'));
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Purpose').fill('Order system');
  await page.getByLabel('It may').selectOption('read');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const secretOf = async (name: string) =>
    (await page.getByRole('region', { name: `the secret of ${name}` }).textContent()) ?? '';
  const secret = await secretOf('Order system');
  assert.match(secret, /^svc_live_/);
  assert.equal((await app.api(secret).get('/profile', {})).status, 200);
  await page.getByRole('button', { name: 'Rotate Order system' }).click();
  await page.getByLabel('The old key ends').selectOption('0');
  await page.getByRole('button', { name: 'Make the new key' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const next = await secretOf('Order system');
  assert.notEqual(next, secret);
  assert.deepEqual(
    [(await app.api(secret).get('/profile', {})).status, (await app.api(next).get('/profile', {})).status],
    [401, 200],
  );
  await page.getByRole('button', { name: 'Revoke Order system' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await app.api(next).get('/profile', {})).status, 401);
  await page.reload();
  await settled(page);
  assert.ok(!(await page.content()).includes('svc_live_'));
  assert.deepEqual(complaints, []);
});

test('agents, an erasure, the audit', async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(settings('agents'));
  await page.getByRole('button', { name: 'Let agents write' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Let agents write' }).click();
  await page.getByText('Writing switched on').waitFor();
  await page.getByRole('button', { name: 'Stop agents from writing' }).click();
  await page.getByText('Writing switched off').waitFor();
  await page.getByText('through the REST API and, if agents may write, with tools').waitFor();
  await page.getByRole('button', { name: 'Require approval of each change' }).click();
  await page.getByText('Approval of ad changes required').waitFor();
  await page.getByText('approves each change of an ad that an agent makes').waitFor();
  await page.getByRole('button', { name: 'Let agents change ads at once' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Let agents change ads at once' }).click();
  await page.getByText('Approval of ad changes waived').waitFor();
  const purchase = { event_type: 'payment_received', idempotency_key: 'p', value: { amount: '9.00', currency: 'USD' } };
  await app.api(app.apiKey).post('/events', { ...purchase, user_traits: { email: 'gone@example.com' } });
  await app.settle();
  await page.getByRole('link', { name: 'Personal data' }).click();
  await page.getByRole('textbox', { name: 'Identifier' }).fill('gone@example.com');
  await page.getByRole('button', { name: 'Erase the customer' }).click();
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('status').getByText('Receipt').waitFor();
  await page.getByRole('combobox', { name: 'Visitors' }).selectOption('13 months');
  await page.getByRole('button', { name: 'See what would be removed' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^0 of \d+, with 0 events$/)
    .waitFor();
  await picture(page, 'retention-question');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('table', { name: 'What is kept of people' }).getByText('395 days after').waitFor();
  assert.deepEqual(await seriousOf(page), [], 'personal data');
  await picture(page, 'personal-data');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as Markdown' }).click();
  assert.match(await textOf(await saved), /^# Record of processing: /);
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('table', { name: 'Changes' }).getByText(OWNER).first().waitFor();
  await page.getByRole('table', { name: 'Changes' }).getByText('API key revoked').waitFor();
  assert.deepEqual(complaints, []);
});

test('the account: a name, a password, other sessions, and signing out everywhere', async (t) => {
  join('ada@shop.example', 'admin', 'Ada');
  const other = await open(t, 'ada@shop.example');
  const { page, complaints } = await open(t, 'ada@shop.example');
  await page.goto(`${app.baseUrl}/console/account`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada L.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your name is saved').waitFor();
  await page.getByLabel('New password').fill('1q2w3e4r5t');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('public lists of stolen passwords').waitFor();
  await page.getByLabel('New password').fill('seven new bicycles');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('You are signed out everywhere else').waitFor();
  await other.page.goto(`${app.baseUrl}/console/account`);
  assert.equal(await other.page.locator('h1').textContent(), 'Sign in');
  const again = await open(t, 'ada@shop.example');
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(/sign-in/);
  await again.page.goto(`${app.baseUrl}/console/account`);
  assert.equal(await again.page.locator('h1').textContent(), 'Sign in');
  assert.deepEqual(refusedOnly(complaints), []);
});

test('a member sees what members may read, and why there is no more', async (t) => {
  const personId = join('mia@shop.example', 'member', 'Mia');
  const profile = { profileId: app.profileId, workspaceId: app.workspaceId };
  setProfileRole(app.base, { profile, personId, role: 'viewer', canSeePii: false, actor: 'system' });
  const { page, complaints } = await open(t, 'mia@shop.example');
  await page.goto(settings('keys'));
  await page.getByText('API keys: for owners and admins').waitFor();
  const tabs = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents();
  assert.deepEqual(tabs, ['People', 'Profiles', 'Agents', 'Shared reports', 'Mail', 'Workspace', 'Plan']);
  for (const tab of tabs) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab }).click();
    await settled(page);
    assert.ok(!(await page.content()).includes(OWNER), tab);
  }
  await page.goto(`${app.baseUrl}/console/${app.profileId}/tracker`);
  const tracked = page.locator('form.tracker-settings');
  assert.equal(await tracked.getByLabel('Global Privacy Control').isDisabled(), true);
  assert.equal(await tracked.getByRole('button').count(), 0);
  await page.goto(settings());
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/console\/account/);
  await page.getByText('You belong to none').waitFor();
  assert.deepEqual(complaints, []);
});

test('settings of the tracker that one did not change stay as another person set them', async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(`${app.baseUrl}/console/${app.profileId}/tracker`);
  const form = page.locator('form.tracker-settings');
  await form.getByLabel('Global Privacy Control').selectOption('refuse');
  const api = app.api(app.apiKey);
  assert.equal(
    (await api.patch('/tracking/settings', { id_lifetime_days: 33, extra_origins: ['help.shop.example'] })).status,
    200,
  );
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.').waitFor();
  const { gpc_mode, id_lifetime_days, extra_origins } = (await api.get('/tracking/settings')).body.data;
  assert.deepEqual([gpc_mode, id_lifetime_days, extra_origins], ['refuse', 33, ['help.shop.example']]);
  assert.deepEqual(complaints, []);
});

test('a workspace of one’s own, from nothing', async (t) => {
  createPerson(app.base, { email: 'nils@shop.example', actor: 'system' });
  const { page, complaints } = await open(t, 'nils@shop.example');
  await page.getByRole('link', { name: 'Create a workspace and a profile' }).click();
  await page.getByLabel('Name of the firm or client').fill('Second firm');
  await page.getByLabel('Name of the shop or site').fill('Second shop');
  await page.getByLabel('Currency').fill('zz1');
  await page.getByRole('button', { name: 'Create the workspace' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Currency').fill('eur');
  await page.getByRole('button', { name: 'Create the workspace' }).click();
  await page.waitForURL(/console\/[0-9a-f-]{36}\/$/);
  await page.getByText('From here to the first chart').waitFor();
  assert.deepEqual(refusedOnly(complaints), []);
});

/** An agent, a consumer app, an invitation and a domain, so that each tab has its table. */
async function scene(): Promise<void> {
  const scopes = ['mcp:read', 'mcp:write'];
  const clientId = registerClient(app.base, { name: 'An assistant', redirectUris: ['http://localhost:1/cb'], scopes });
  const personId = findPerson(app.base, OWNER)?.personId ?? '';
  const { grantId } = createGrant(app.base, { personId, clientId, scopes, resource: `${app.baseUrl}/mcp` });
  issueUserToken(app.base, { grantId, scopes });
  const values = { name: 'A partner', tier: 'standard' as const, redirectUris: [], allowedReturnOrigins: [], actor: 'system' };
  const { appId } = registerApp(app.base, values);
  authorizeApp(app.base, { appId, place: { workspaceId: app.workspaceId }, kind: 'adopted' });
  const email = 'a.member.with.a.long.address@department.shop.example';
  await owner().post(`/workspaces/${app.workspaceId}/invitations`, { email, role: 'member' });
  await owner().post(`/workspaces/${app.workspaceId}/sender-domain`, { domain: 'mail.shop.example' });
}

/** Narrow in light, wide in dark. */
async function look(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await checkLooks(page, name);
}

test('how a workspace looks, and its end under its own name', async (t) => {
  const { page, complaints } = await open(t);
  await page.goto(settings('workspace'));
  await page.getByLabel('Name shown').fill('North <i>&');
  await page.getByLabel('Main colour', { exact: true }).fill('#12345');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Main colour', { exact: true }).fill('#123456');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { body } = await owner().get(`/workspaces/${app.workspaceId}/branding`);
  assert.deepEqual([body.data.display_name, body.data.primary_color], ['North <i>&', '#123456']);
  const made = (await owner().post('/workspaces', { name: 'Short <b>life' })).body;
  const id = made.data.workspace_id;
  await page.goto(`${app.baseUrl}/console/workspaces/${id}/settings/workspace`);
  await page.getByRole('button', { name: 'Delete the workspace' }).click();
  const dialog = page.getByRole('dialog');
  const end = dialog.getByRole('button', { name: 'Delete it with all data' });
  await dialog.getByLabel('Type Short <b>life to confirm').fill('Short');
  assert.equal(await end.isDisabled(), true);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Type Short <b>life to confirm').fill('Short <b>life');
  await end.click();
  await page.waitForURL(/\/console\/account/);
  const { data } = (await owner().get('/workspaces')).body;
  assert.equal(
    data.some((each: { workspace_id: string }) => each.workspace_id === id),
    false,
  );
  assert.deepEqual(refusedOnly(complaints), []);
});

test('every tab is whole and readable', async (t) => {
  await scene();
  const { page, complaints } = await open(t);
  for (const tab of TABS) await look(page, settings(tab), `settings-${tab || 'people'}`);
  await look(page, `${app.baseUrl}/console/account`, 'account');
  await look(page, `${app.baseUrl}/console/workspaces/new`, 'new-workspace');
  assert.deepEqual(complaints, []);
});
