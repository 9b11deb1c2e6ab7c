// The page behind an invitation's link, as a browser without scripts meets it: looked at by anybody, accepted by whom it is for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archiveWorkspace, createPerson, findPerson, workspacesOf } from '../../../src/account/access/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { browserOf, signedIn } from './browser.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

async function invite(email: string): Promise<string> {
  await app.api(app.session).post(`/workspaces/${app.workspaceId}/invitations`, { email, role: 'member' });
  return (await app.mails())[0]?.path ?? '';
}
const rolesOf = (email: string) => workspacesOf(app.base, findPerson(app.base, email)?.personId ?? '');

test('an invitation', async (t) => {
  await t.test('from the mail through signing up to the workspace', async () => {
    const path = await invite('new@shop.example');
    const browser = browserOf(app);
    const looked = await browser.get(path);
    assert.equal(looked.status, 200);
    assert.match(looked.text, /Shop/);
    assert.ok(!looked.text.includes('new@shop.example'), 'the address is not for everybody with the link');
    const signUp = /href="(\/console\/sign-up[^"]*)"/.exec(looked.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    await browser.submit(signUp, { email: 'new@shop.example' }, '/console/sign-up');
    const link = (await app.mails())[0]?.path ?? '';
    const done = await browser.submit(link, { password: 'seven new bicycles' });
    assert.equal(done.headers.get('location'), path);
    const accepted = await browser.submit(path, {});
    assert.deepEqual([accepted.status, accepted.headers.get('location')], [303, '/console/']);
    assert.deepEqual(rolesOf('new@shop.example'), [{ workspaceId: app.workspaceId, role: 'member' }]);
    assert.match((await browser.get(path)).text, /accepted already/);
  });

  await t.test('is told to who is signed in as somebody else, and is not used up', async () => {
    createPerson(app.base, { email: 'right@shop.example', actor: 'system' });
    const path = await invite('right@shop.example');
    const wrong = await signedIn(app);
    const refused = await wrong.submit(path, {});
    assert.equal(refused.status, 403);
    assert.match(refused.text, /another address/);
    const right = await signedIn(app, 'right@shop.example');
    assert.equal((await right.submit(path, {})).status, 303);
  });

  await t.test('is not accepted by a page of somebody else, nor signed out', async () => {
    createPerson(app.base, { email: 'csrf@shop.example', actor: 'system' });
    const path = await invite('csrf@shop.example');
    const browser = await signedIn(app, 'csrf@shop.example');
    assert.equal((await browser.post(path, {})).status, 403);
    assert.equal((await browser.post(path, { token: 'x'.repeat(43) })).status, 403);
    assert.equal((await browserOf(app).post(path, {})).status, 401);
    assert.deepEqual(rolesOf('csrf@shop.example'), []);
    assert.equal((await browser.get(path)).headers.get('x-frame-options'), 'DENY');
    assert.equal((await browser.get('/console/invitation/nothing')).status, 404);
  });

  await t.test('to a workspace that was archived says so, and no longer its name', async () => {
    const path = await invite('late@shop.example');
    await archiveWorkspace(app.base, { workspaceId: app.workspaceId, actor: 'system' });
    const { status, text } = await browserOf(app).get(path);
    assert.equal(status, 410);
    assert.match(text, /was archived/);
    assert.ok(!/<strong>Shop/.test(text));
  });
});
