// The page behind an invitation's link, as a browser without scripts meets it: looked at by anybody, accepted by whom it is for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archiveWorkspace } from '../../../src/account/access/index.ts';
import { createPerson, findPerson } from '../../../src/account/people/index.ts';
import { workspacesOf } from '../../../src/account/places/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { browserOf, signedIn } from './browser.ts';

const PASSWORD = 'seven new bicycles';

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
  await t.test('to a profile: from the mail through a password to the overview of that profile', async () => {
    const where = `/workspaces/${app.workspaceId}/profiles/${app.profileId}/invitations`;
    const given = { email: 'new@shop.example', role: 'analyst', permissions: { pii: false } };
    assert.equal((await app.api(app.session).post(where, given)).status, 201);
    const path = (await app.mails())[0]?.path ?? '';
    const browser = browserOf(app);
    const looked = await browser.get(path);
    assert.equal(looked.status, 200);
    assert.match(looked.text, /Shop/);
    assert.ok(!looked.text.includes('new@shop.example'), 'the address is not for everybody with the link');
    assert.equal((await browser.submit(path, { email: 'new@shop.example', password: 'short' })).status, 422);
    const elsewhere = await browser.submit(path, { email: 'eve@shop.example', password: PASSWORD });
    assert.equal(elsewhere.status, 403);
    assert.match(elsewhere.text, /for another address/);
    assert.match(elsewhere.text, /value="eve@shop\.example"/, 'what was typed is kept');
    assert.deepEqual(
      [findPerson(app.base, 'new@shop.example'), findPerson(app.base, 'eve@shop.example')],
      [undefined, undefined],
    );
    const joined = await browser.submit(path, { email: 'New@Shop.example', name: 'Nell', password: PASSWORD });
    assert.deepEqual([joined.status, joined.headers.get('location')], [303, `/console/${app.profileId}/`]);
    assert.equal((await browser.get(`/console/${app.profileId}/`)).status, 200);
    assert.equal(findPerson(app.base, 'new@shop.example')?.name, 'Nell');
    assert.deepEqual(rolesOf('new@shop.example'), [{ workspaceId: app.workspaceId, role: 'member' }]);
    assert.match((await browser.get(path)).text, /already accepted/);
    assert.equal((await browserOf(app).submit(path, { email: 'new@shop.example', password: PASSWORD })).status, 403);
    const again = browserOf(app);
    const signed = await again.submit('/console/sign-in', { email: 'new@shop.example', password: PASSWORD });
    assert.equal(signed.status, 303, 'the password is theirs');
  });

  await t.test('two browsers at once make one account', async () => {
    const path = await invite('twice@shop.example');
    const both = [browserOf(app), browserOf(app)];
    const answers = await Promise.all(both.map((each) => each.submit(path, { email: 'twice@shop.example', password: PASSWORD })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409]);
  });

  await t.test('makes no second account, and no way into one, for an address that has one', async () => {
    createPerson(app.base, { email: 'has@shop.example', actor: 'system' });
    const path = await invite('has@shop.example');
    const answer = await browserOf(app).submit(path, { email: 'has@shop.example', password: PASSWORD });
    assert.equal(answer.status, 409);
    assert.match(answer.text, /has an account/);
    assert.equal(answer.headers.get('location'), null);
  });

  await t.test('accepted by who is signed in leads to the profile too', async () => {
    createPerson(app.base, { email: 'old@shop.example', actor: 'system' });
    const where = `/workspaces/${app.workspaceId}/profiles/${app.profileId}/invitations`;
    await app.api(app.session).post(where, { email: 'old@shop.example', role: 'viewer' });
    const path = (await app.mails())[0]?.path ?? '';
    const accepted = await (await signedIn(app, 'old@shop.example')).submit(path, {});
    assert.equal(accepted.headers.get('location'), `/console/${app.profileId}/`);
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
    assert.equal((await browserOf(app).post(path, {})).status, 403);
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
