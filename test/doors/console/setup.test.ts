// Setting a profile up in the console alone, by a browser without scripts, on the machine that the service runs on: every step has its
// form, tag or command, a page on localhost is verified, and its visits are shown as test traffic.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Browser, browserOf, signedIn } from './browser.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface World {
  app: TestApp;
  owner: Browser;
  path: string;
  /** What the site of this machine answers. */
  html: string;
  /** Its address, under a name or a number of this machine. */
  siteAt(host: string): string;
  visit(url: string): Promise<void>;
}

async function openWorld(t: TestContext, config: Parameters<typeof startTestApp>[0] = {}): Promise<World> {
  const app = await startTestApp(config);
  t.after(() => app.close());
  const site = createServer((_, answer) => void answer.end(world.html)).listen(0, '127.0.0.1');
  await new Promise((done) => site.once('listening', done));
  t.after(() => site.close());
  const { port } = site.address() as AddressInfo;
  const world: World = {
    ...{ app, owner: await signedIn(app), path: `/console/${app.profileId}/setup`, html: '' },
    siteAt: (host) => `http://${host}:${port}/`,
    visit: async (url) => {
      const body = JSON.stringify({
        tracking_key: app.trackingKey,
        anonymous_id: 'me',
        events: [{ event_type: 'page_view', url }],
      });
      const sent = await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers: { 'user-agent': CHROME } });
      assert.equal(sent.status, 204);
    },
  };
  return world;
}

test('setting up', async (t) => {
  const world = await openWorld(t);
  const { app, owner, path } = world;
  const verify = (url: string) => owner.submit(path, { url }, `${path}/verify`);
  const page = async (): Promise<string> => (await owner.get(path)).text;
  const stepOf = async (name: string): Promise<string> =>
    (await page()).split('<section').find((each) => each.includes(`id="${name}"`)) ?? '';

  await t.test('it names no call of REST', async () => {
    assert.doesNotMatch(await page(), /(GET|POST|PATCH|PUT) \//);
  });
  await t.test('the profile is saved by its form, and what is refused says why', async () => {
    const fields = { name: 'Main', currency: 'eur', timezone: 'Europe/Berlin', domains: 'shop.example, www.shop.example' };
    const refused = await owner.submit(path, { ...fields, timezone: 'Mars/Base' }, `${path}/profile`);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /timezone: /);
    const saved = await owner.submit(path, fields, `${path}/profile`);
    assert.equal(saved.headers.get('location'), `${path}?done=profile`);
    const { data } = (await app.api(app.session).get('/profile', { profile_id: app.profileId })).body;
    assert.deepEqual(
      [data.currency, data.timezone, data.domains],
      ['EUR', 'Europe/Berlin', ['shop.example', 'www.shop.example']],
    );
    assert.match(await stepOf('profile_configured'), /✓ Done/);
  });
  await t.test('the tag to copy is the profile’s own', async () => {
    assert.ok((await stepOf('tracker_installed')).includes(`/t/${app.trackingKey}.js&quot;>&lt;/script>`));
  });
  await t.test(
    'a page on this machine is looked at, under its name and its number; without the tag it fails and says so',
    async () => {
      for (const host of ['localhost', '127.0.0.1']) {
        assert.equal((await verify(world.siteAt(host))).headers.get('location'), `${path}?done=verify`);
        assert.match(await stepOf('tracker_installed'), /✗ The tag is not on the page: copy it from above/);
      }
      assert.doesNotMatch(await page(), /http-equiv="refresh"/);
    },
  );
  await t.test('with the tag it waits for a visit, looking again by itself, and the visit verifies it', async () => {
    world.html = `<script async src="${app.baseUrl}/t/${app.trackingKey}.js"></script>`;
    await verify(world.siteAt('localhost'));
    const waiting = await page();
    assert.match(waiting, /Waiting for a visit/);
    assert.match(waiting, /<meta http-equiv="refresh" content="3"/);
    await world.visit(world.siteAt('localhost'));
    const verified = await page();
    assert.match(verified, /The tracker works on this page/);
    assert.doesNotMatch(verified, /http-equiv="refresh"/);
    assert.match(await stepOf('tracker_installed'), /✓ Done/);
  });
  await t.test('visits to this machine are shown as test traffic, and count in no figure', async () => {
    await app.settle();
    const shown = await stepOf('test-traffic');
    assert.ok(shown.includes(`page_view: ${world.siteAt('localhost')}`), shown);
    assert.match(await stepOf('first_event_received'), /Only test traffic has arrived so far/);
    const { body } = await app.api(app.session).get('/profile/readiness', { profile_id: app.profileId });
    const step = body.data.steps.find(({ name }: { name: string }) => name === 'first_event_received');
    assert.deepEqual([step.done, /they are test traffic/.test(step.next)], [false, true]);
    await world.visit('https://shop.example/');
    await app.settle();
    assert.match(await stepOf('first_event_received'), /✓ Done/);
  });
  await t.test('what counts is settled as it is by a button', async () => {
    const before = (await app.api(app.apiKey).get('/goals/definitions')).body.data;
    assert.match(await stepOf('definitions_reviewed'), /Payments/);
    await owner.submit(path, {}, `${path}/definitions`);
    assert.match(await stepOf('definitions_reviewed'), /✓ Done/);
    assert.deepEqual((await app.api(app.apiKey).get('/goals/definitions')).body.data, before);
  });
  await t.test('outcomes that no goal counts are shown with their money, and counted by a button', async () => {
    const purchase = { event_type: 'purchase', idempotency_key: 'p-1', value: { amount: '77.00', currency: 'EUR' } };
    assert.equal((await app.api(app.apiKey).post('/events', purchase)).status, 201);
    await app.settle();
    const open = await stepOf('outcomes_counted');
    assert.match(open, /purchase<\/bdi><\/strong>: 1, 77 EUR/);
    assert.equal((await owner.submit(path, { event_type: 'payment_received' }, `${path}/count`)).status, 409);
    const counted = await owner.submit(path, {}, `${path}/count`);
    assert.equal(counted.headers.get('location'), `${path}?done=count`);
    await app.settle();
    assert.match(await stepOf('outcomes_counted'), /✓ Done/);
  });
  await t.test('a viewer sees the steps without forms, a stranger nothing, and no form from elsewhere is taken', async () => {
    const { personId } = createPerson(app.base, { email: 'vera@shop.example', actor: 'system' });
    const profile = { profileId: app.profileId, workspaceId: app.workspaceId };
    setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role: 'member', actor: 'system' });
    setProfileRole(app.base, { profile, personId, role: 'viewer', canSeePii: false, actor: 'system' });
    const vera = await signedIn(app, 'vera@shop.example');
    const seen = await vera.get(path);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.text, /setup\/verify|id="test-traffic"/);
    const token = /name="token" value="([^"]+)"/.exec(seen.text)?.[1] ?? '';
    for (const act of ['profile', 'key', 'verify', 'definitions'])
      assert.equal(
        (await vera.post(`${path}/${act}`, { token, url: 'http://localhost/', name: 'x', currency: 'EUR', timezone: 'UTC' }))
          .status,
        403,
        act,
      );
    assert.equal((await owner.post(`${path}/definitions`, {})).status, 403);
    createPerson(app.base, { email: 'zoe@south.example', actor: 'system' });
    assert.equal((await (await signedIn(app, 'zoe@south.example')).get(path)).status, 404);
    assert.equal((await browserOf(app).get(path)).status, 401);
  });
});

test('a page of this machine is asked for only where nobody else reaches the service', async (t) => {
  const asks = async (app: TestApp, url: string): Promise<[number, string]> => {
    app.clock.advance(60_000);
    const { status, body } = await app.api(app.apiKey).post('/tracking/verification', { url });
    return [status, body.error?.message ?? ''];
  };
  for (const config of [{ host: '0.0.0.0' }, { baseUrl: 'https://stats.example.com' }, { trustedProxies: '127.0.0.1' }]) {
    const { app, siteAt } = await openWorld(t, { config });
    for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '[::1]']) {
      const [status, message] = await asks(app, siteAt(host));
      assert.deepEqual([status, message.slice(0, 5)], [422, 'url: '], `${JSON.stringify(config)} ${host}`);
    }
  }
  const { app } = await openWorld(t);
  for (const host of ['192.168.1.1', '169.254.169.254', '10.0.0.1', '0.0.0.0', 'localhost.localdomain'])
    assert.equal((await asks(app, `http://${host}/`))[0], 422, `its network is none of this machine: ${host}`);
});
