// The page of the workbench: what it lets in and who may open it. What it shows is what /api/v1 answers; test/e2e looks at that in a browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Browser, browserOf, signedIn } from './browser.ts';

let app: TestApp;
let browser: Browser;
before(async () => {
  app = await startTestApp({ installation: { plan: 'growth', profile: `"><script>alert('x')</script>` } });
  browser = await signedIn(app);
});
after(() => app?.close());

test('the page', async (t) => {
  const page = await browser.get(`/console/${app.profileId}/`);
  await t.test('lets in scripts of this host alone, none of them inline, and no frame around it', () => {
    assert.equal(page.status, 200);
    const policy = page.headers.get('content-security-policy')?.split('; ');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
      assert.ok(policy?.includes(rule), rule);
    assert.equal(page.headers.get('x-frame-options'), 'DENY');
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(page.text, /<style| style=| on\w+=|javascript:|https?:\/\//);
    assert.doesNotMatch(page.text, /<script(?! (?:type="module" )?src="\/console\/assets\/[\w.-]+"><\/script>)/);
    assert.doesNotMatch(page.text, /alert/, 'nothing that somebody wrote is in it');
  });
  await t.test('names its files, which may be kept for ever', async () => {
    const files = [...page.text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(files.length >= 4);
    for (const path of files) {
      const file = await browserOf(app).get(path);
      assert.equal(file.status, 200, path);
      assert.match(file.headers.get('cache-control') ?? '', /immutable/, path);
      assert.match(file.headers.get('content-type') ?? '', path.endsWith('.js') ? /^text\/javascript/ : /css|svg/, path);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
    }
  });
  await t.test('is the same below its pages, and of a workspace', async () => {
    const plain = (text: string): string => text;
    const below = await browser.get(`/console/${app.profileId}/customers/some-one`);
    assert.equal(plain(below.text), plain(page.text));
    for (const path of ['portfolio', 'settings', 'settings/keys'])
      assert.equal((await browser.get(`/console/workspaces/${app.workspaceId}/${path}`)).status, 200, path);
  });
});

test('who may', async (t) => {
  const join = (email: string, role?: 'viewer') => {
    const { personId } = createPerson(app.base, { email, actor: 'system' });
    setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role: 'member', actor: 'system' });
    const profile = { profileId: app.profileId, workspaceId: app.workspaceId };
    if (role) setProfileRole(app.base, { profile, personId, role, canSeePii: false, actor: 'system' });
    return signedIn(app, email);
  };
  await t.test('nobody who is not signed in: the form, which leads back', async () => {
    const { status, text } = await browserOf(app).get(`/console/${app.profileId}/?period=7d`);
    assert.equal(status, 401);
    assert.match(text, /period=7d/);
    assert.doesNotMatch(text, /csrf-token/);
  });
  await t.test("a stranger's profile and one that never was look the same", async () => {
    const other = initInstallation(app.base, {
      email: 'zoe@south.example',
      workspace: 'South',
      profile: 'Secret shop',
      currency: 'USD',
      timezone: 'UTC',
    });
    const plain = (text: string): string => text.replace(/Request [\w-]+/, '');
    for (const path of [
      '/console/ID/',
      '/console/ID/customers',
      '/console/workspaces/ID/portfolio',
      '/console/workspaces/ID/settings',
    ]) {
      const strange = await browser.get(path.replace('ID', other.profile_id));
      const missing = await browser.get(path.replace('ID', '00000000-0000-4000-8000-000000000000'));
      assert.equal(strange.status, 404, path);
      assert.equal(plain(strange.text), plain(missing.text));
      assert.doesNotMatch(strange.text, /Secret shop/);
    }
  });
  await t.test('the account and a new workspace, for everybody who is signed in', async () => {
    const stranger = await join('nils@shop.example');
    for (const path of ['/console/account', '/console/workspaces/new']) {
      assert.match((await stranger.get(path)).text, /csrf-token/, path);
      assert.equal((await browserOf(app).get(path)).status, 401, path);
    }
  });
  await t.test('the address of a workspace leads to its settings', async () => {
    const path = `/console/workspaces/${app.workspaceId}`;
    assert.equal((await browser.get(path)).headers.get('location'), `${path}/settings`);
  });
  await t.test('a viewer', async () => {
    const viewer = await join('vera@shop.example', 'viewer');
    assert.equal((await viewer.get(`/console/${app.profileId}/`)).status, 200);
  });
  await t.test('a member without a profile is told whom to ask', async () => {
    const page = await (await join('milo@shop.example')).get('/console/');
    assert.equal(page.status, 200);
    assert.match(page.text, /You cannot open a profile here/);
  });
  await t.test('what is no page is not found', async () => {
    for (const odd of ['/console/nothing/', '/console/a/b/c', '/console/%00/', '/console/assets/..%2f..%2fpackage.json'])
      assert.equal((await browser.get(odd)).status, 404, odd);
  });
});

test('/console/ leads to the profile asked for, or to the first', async () => {
  const made = await app.api(app.session).post('/profiles', { workspace_id: app.workspaceId, name: 'Second' });
  const second = made.body.data.profile_id;
  const to = async (query: string) => (await browser.get(`/console/${query}`)).headers.get('location');
  assert.equal(await to(`?profile=${second}`), `/console/${second}/`);
  assert.equal(await to('?profile=//evil.example'), `/console/${app.profileId}/`);
});
