// Who may sign up, as the operator settled it; by default nobody asks for an account.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPerson, findPerson } from '../../../src/account/people/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { browserOf } from './browser.ts';

const STRANGER = 'stranger@example.com';
const GUEST = 'guest@example.com';

async function appWith(t: TestContext, config: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const app = await startTestApp(config);
  t.after(() => app.close());
  await app.api(app.session).post(`/workspaces/${app.workspaceId}/invitations`, { email: GUEST, role: 'member' });
  await app.mails();
  return app;
}

async function linksAfter(app: TestApp, page: 'sign-up' | 'reset', email: string): Promise<{ status: number; paths: string[] }> {
  const { status } = await browserOf(app).submit(`/console/${page}`, { email });
  return { status, paths: (await app.mails()).map(({ path }) => path) };
}

test('sign-up is closed by default', async (t) => {
  const app = await appWith(t);
  await t.test('no page offers it, and its own says how accounts are made', async () => {
    assert.doesNotMatch((await browserOf(app).get('/console/sign-in')).text, /sign-up/);
    const page = await browserOf(app).get('/console/sign-up');
    assert.equal(page.status, 403);
    assert.match(page.text, /by invitation/);
    assert.doesNotMatch(page.text, /<form/);
  });
  await t.test('a form that is sent all the same makes nothing, with an invitation neither', async () => {
    for (const email of [STRANGER, GUEST]) {
      const browser = browserOf(app);
      const sent = await browser.submit('/console/reset', { email }, '/console/reset');
      assert.equal(sent.status, 200, 'the answer does not say who has an account');
      const [mail] = await app.mails();
      assert.equal(mail?.to, email);
      assert.doesNotMatch(mail.text, /\/console\/link\//);
      assert.match(mail.text, /has no account/);
    }
    const browser = browserOf(app);
    const token = /name="token" value="([^"]+)"/.exec((await browser.get('/console/reset')).text)?.[1] ?? '';
    assert.equal((await browser.post('/console/sign-up', { token, email: STRANGER })).status, 403);
    assert.deepEqual(await app.mails(), []);
    assert.equal(findPerson(app.base, STRANGER), undefined);
  });
  await t.test('who has an account without a password still chooses one', async () => {
    createPerson(app.base, { email: 'known@example.com', actor: 'system' });
    const { paths } = await linksAfter(app, 'reset', 'known@example.com');
    const done = await browserOf(app).submit(paths[0] ?? '', { password: 'seven new bicycles' });
    assert.equal(done.status, 303);
  });
});

test('sign-up for those who are invited', async (t) => {
  const app = await appWith(t, { config: { signUp: 'invited' } });
  const stranger = await linksAfter(app, 'sign-up', STRANGER);
  assert.equal(stranger.status, 200);
  assert.ok(!stranger.paths.some((path) => path.startsWith('/console/link/')), 'a stranger gets no link');
  const guest = await linksAfter(app, 'sign-up', GUEST);
  assert.equal(guest.status, 200);
  assert.match(guest.paths[0] ?? '', /^\/console\/link\//);
  app.clock.advance(8 * 86_400_000);
  const late = await linksAfter(app, 'sign-up', GUEST);
  assert.ok(!late.paths.some((path) => path.startsWith('/console/link/')), 'the invitation is over');
});

test('sign-up for everybody', async (t) => {
  const app = await appWith(t, { config: { signUp: 'open' } });
  assert.match((await browserOf(app).get('/console/sign-in')).text, /\/console\/sign-up/);
  assert.match((await linksAfter(app, 'sign-up', STRANGER)).paths[0] ?? '', /^\/console\/link\//);
});
