// The page of a workspace and the programs on one's own page, as a browser without scripts uses them: who may change whom, and that
// every form is ours.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createGrant, issueUserToken, registerApp, registerClient } from '../../../src/account/apps/index.ts';
import { createPerson, findPerson } from '../../../src/account/people/index.ts';
import { registerWorkspace, setWorkspaceRole, workspacesOf } from '../../../src/account/places/index.ts';
import type { WorkspaceRole } from '../../../src/base/contract/scopes.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Browser, browserOf, signedIn } from './browser.ts';

let app: TestApp;
let path: string;
before(async () => {
  app = await startTestApp();
  path = `/console/workspaces/${app.workspaceId}`;
  for (const [name, role] of [
    ['admin', 'admin'],
    ['other', 'admin'],
    ['mia', 'member'],
    ['max', 'member'],
  ] as const)
    put(name, role);
});
after(() => app?.close());

const emailOf = (name: string): string => (name === 'owner' ? 'owner@shop.example' : `${name}@shop.example`);
const idOf = (name: string): string => findPerson(app.base, emailOf(name))?.personId ?? '';
const roleOf = (name: string) => workspacesOf(app.base, idOf(name)).find((each) => each.workspaceId === app.workspaceId)?.role;

function put(name: string, role: WorkspaceRole): void {
  const person = findPerson(app.base, emailOf(name)) ?? createPerson(app.base, { email: emailOf(name), name, actor: 'system' });
  setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId: person.personId, role, actor: 'system' });
}

const browsers = new Map<string, Promise<Browser>>();
/** Signed in once each: links are limited. */
function browserFor(name: string): Promise<Browser> {
  const known = browsers.get(name) ?? signedIn(app, emailOf(name));
  browsers.set(name, known);
  return known;
}

/** Sends a form of the page with the token that the page gave, whether or not it offers that very button. */
async function send(who: string, act: string, fields: Record<string, string>) {
  const browser = await browserFor(who);
  const token = /name="token" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? '';
  return browser.post(`${path}/${act}`, { token, ...fields });
}

test('members of a workspace', async (t) => {
  await t.test('an owner changes anybody, an admin nobody above, a member nobody', async () => {
    const cases: [string, string, string, string | null, number][] = [
      ['owner', 'role', 'mia', 'admin', 303],
      ['admin', 'role', 'mia', 'member', 303],
      ['admin', 'role', 'mia', 'owner', 403],
      ['admin', 'role', 'owner', 'member', 403],
      ['admin', 'remove', 'owner', null, 403],
      ['max', 'role', 'max', 'admin', 403],
      ['max', 'remove', 'mia', null, 403],
      ['owner', 'role', 'owner', 'member', 409],
      ['owner', 'remove', 'owner', null, 409],
      ['owner', 'role', 'mia', 'emperor', 422],
    ];
    for (const [who, act, whom, role, status] of cases) {
      const before = roleOf(whom);
      const answer = await send(who, act, { id: idOf(whom), ...(role === null ? {} : { role }) });
      assert.equal(answer.status, status, `${who} ${act} ${whom} ${role}`);
      assert.equal(roleOf(whom), status === 303 ? role : before);
      if (status !== 303) assert.match(answer.text, /role="alert"/);
    }
  });

  await t.test('removed, they are out at once and on the record; anybody leaves by themselves', async () => {
    const mia = await browserFor('mia');
    assert.equal((await mia.get(path)).status, 200);
    assert.equal((await send('admin', 'remove', { id: idOf('mia') })).headers.get('location'), `${path}?done=removed`);
    assert.equal((await mia.get(path)).status, 404);
    assert.equal((await send('max', 'remove', { id: idOf('max') })).headers.get('location'), '/console/account');
    assert.equal(roleOf('max'), undefined);
    const { body } = await app.api(app.session).get(`/workspaces/${app.workspaceId}/audit?limit=5`);
    assert.deepEqual(
      body.data.slice(0, 2).map((entry: { action: string }) => entry.action),
      ['workspace_member.removed', 'workspace_member.removed'],
    );
  });

  await t.test('a member sees no list, and what a consumer app made is kept by the app', async () => {
    put('mia', 'member');
    const shown = (await (await browserFor('mia')).get(path)).text;
    assert.ok(!shown.includes(emailOf('admin')) && shown.includes('Leave'));
    const redirectUris: string[] = [];
    const made = registerApp(app.base, {
      name: 'Partner',
      tier: 'standard',
      redirectUris,
      allowedReturnOrigins: [],
      actor: 'system',
    });
    const provisioned = app.base.state.db.prepare('update access_workspaces set provisioned_by = ? where workspace_id = ?');
    provisioned.run(made.appId, app.workspaceId);
    assert.equal((await send('owner', 'role', { id: idOf('mia'), role: 'admin' })).status, 403);
    assert.equal((await send('mia', 'remove', { id: idOf('mia') })).status, 303);
    provisioned.run(null, app.workspaceId);
  });

  await t.test('strangers, other workspaces and forged forms change nothing', async () => {
    createPerson(app.base, { email: 'stranger@shop.example', actor: 'system' });
    const stranger = await browserFor('stranger');
    assert.equal((await stranger.get(path)).status, 404);
    const token = /name="token" value="([^"]+)"/.exec((await stranger.get('/console/account')).text)?.[1] ?? '';
    const forms = ['role', 'remove', 'invite', 'withdraw', 'end', 'agents'];
    const fields = { id: idOf('admin'), role: 'member', email: 'x@shop.example', agents_write: 'on' };
    for (const form of forms) {
      assert.equal((await stranger.post(`${path}/${form}`, { token, ...fields })).status, 404, form);
      assert.equal((await (await browserFor('owner')).post(`${path}/${form}`, fields)).status, 403, form);
      assert.equal((await browserOf(app).post(`${path}/${form}`, { token, ...fields })).status, 401, form);
    }
    const elsewhere = registerWorkspace(app.base, { ownerId: idOf('stranger'), actor: 'system' });
    assert.equal((await send('owner', 'remove', { id: idOf('stranger') })).status, 404);
    assert.equal((await (await browserFor('owner')).get(`/console/workspaces/${elsewhere}`)).status, 404);
    assert.equal((await (await browserFor('owner')).get('/console/workspaces/1')).status, 404);
    assert.equal(roleOf('admin'), 'admin');
  });
});

test('invitations, agents and what reaches the workspace', async (t) => {
  const page = async (who = 'owner') => (await (await browserFor(who)).get(path)).text;

  await t.test('inviting and withdrawing', async () => {
    assert.equal((await send('owner', 'invite', { email: 'new@shop.example', role: 'member' })).status, 303);
    assert.equal((await app.mails())[0]?.to, 'new@shop.example');
    const refused = await send('admin', 'invite', { email: 'boss@shop.example', role: 'owner' });
    assert.deepEqual([refused.status, /Only an owner can invite/.test(refused.text)], [403, true]);
    const id = /withdraw.*?name="id" value="([^"]+)"/s.exec(await page())?.[1] ?? '';
    assert.equal((await send('owner', 'withdraw', { id })).status, 303);
    assert.ok(!(await page()).includes('new@shop.example'));
  });

  await t.test('agents may write once an admin says so, and no longer when they say no', async () => {
    assert.match(await page(), /Let agents write/);
    assert.equal((await send('admin', 'agents', { agents_write: 'on' })).status, 303);
    assert.match(await page(), /Stop agents from writing/);
    assert.equal((await send('mia', 'agents', { agents_write: 'off' })).status, 404, 'who left is nobody here');
    assert.equal((await send('admin', 'agents', { agents_write: 'off' })).status, 303);
  });

  await t.test('a program is ended by its person on their page, or by an admin on this one; not by anybody else', async () => {
    const scopes = ['mcp:read'];
    const clientId = registerClient(app.base, { name: 'Helper <i>', redirectUris: ['http://localhost:1/cb'], scopes });
    const allow = (name: string): string => {
      const grant = createGrant(app.base, { personId: idOf(name), clientId, scopes, resource: `${app.baseUrl}/mcp` });
      issueUserToken(app.base, { grantId: grant.grantId, scopes });
      return grant.grantId;
    };
    const [own, others] = [allow('admin'), allow('owner')];
    const admin = await browserFor('admin');
    const account = await admin.get('/console/account');
    assert.ok(account.text.includes('Helper &lt;i>') && account.text.includes(own) && !account.text.includes(others));
    const token = /name="token" value="([^"]+)"/.exec(account.text)?.[1] ?? '';
    assert.equal((await admin.post('/console/account/agents', { token, id: others })).status, 404);
    assert.equal((await admin.post('/console/account/agents', { token, id: own })).status, 303);
    assert.ok(!(await admin.get('/console/account')).text.includes(own));
    assert.ok((await page('admin')).includes(others));
    assert.equal((await send('admin', 'end', { id: others })).status, 303);
    assert.ok(!(await page()).includes(others));
  });
});
