// Whether the tracker works on a page: a small site answers as pages do, and each fault is said in words.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { networkTest } from '../../../src/base/kit/networks.ts';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import { createOutside, setOutside } from '../../../src/providers/http/guard.ts';
import { nameServer } from '../../fakes/name-server.ts';
import { type ApiAnswer, startTestApp, type TestApp } from '../../harness.ts';

interface Page {
  status?: number;
  headers?: Record<string, string>;
  html?: string;
}

interface World {
  app: TestApp;
  page: Page;
  url: string;
  start(): Promise<ApiAnswer>;
  latest(): Promise<ApiAnswer>;
  /** A browser's event on this host. */
  visit(host: string, userAgent?: string, times?: number): Promise<void>;
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function openWorld(t: TestContext): Promise<World> {
  const app = await startTestApp({ installation: { domain: 'shop.example' }, config: { host: '0.0.0.0' } });
  t.after(() => app.close());
  const server = createServer((_, answer) => {
    const { status = 200, headers = {}, html = '' } = world.page;
    answer.writeHead(status, headers).end(html);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const names = await nameServer(t, [['127.0.0.1']]);
  const isAllowed = networkTest('127.0.0.1', 'here');
  setOutside(app.base, createOutside({ servers: [names.server], ports: [80, port], isAllowed }));
  const url = `http://www.shop.example:${port}/`;
  const api = app.api(app.apiKey);
  const world: World = {
    app,
    url,
    page: {},
    start: () => api.post('/tracking/verification', { url }),
    latest: () => api.get('/tracking/verification'),
    visit: async (host, userAgent = BROWSER, times = 1) => {
      const events = Array.from({ length: times }, () => ({ event_type: 'page_view', url: `https://${host}/` }));
      const body = JSON.stringify({ tracking_key: app.trackingKey, events });
      assert.equal(
        (await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers: { 'user-agent': userAgent } })).status,
        204,
      );
    },
  };
  return world;
}

const verdicts = ({ body }: ApiAnswer): unknown[] =>
  body.data.checks.map(({ name, passed }: { name: string; passed: boolean | null }) => `${name} ${passed}`);

test('startTrackingVerification', async (t) => {
  const world = await openWorld(t);
  const { app } = world;
  const script = `${app.baseUrl}/t/${app.trackingKey}.js`;
  const tag = `<script async src="${script}"></script>`;
  const { pinned } = (await app.api(app.apiKey).get('/tracking/snippet')).body.data;
  const asks = async (page: Page): Promise<ApiAnswer> => {
    app.clock.advance(60_000); // ten a minute
    world.page = page;
    const answer = await world.start();
    assert.equal(answer.status, 202);
    return answer;
  };
  const WAITS = ['page_reached true', 'script_found true', 'key_matches true', 'policy_lets_in true', 'live_event null'];

  await t.test('finds the tag, pinned or passed on by the site itself, and waits for a browser', async () => {
    for (const html of [
      tag,
      `<SCRIPT SRC='${script}' defer></SCRIPT>`,
      `<script src=/m/${app.trackingKey}.js></script>`,
      pinned.html,
      `<!-- <script src="/t/trk_live_old.js"></script> -->${tag}`,
    ]) {
      const answer = await asks({ html });
      assert.deepEqual([answer.body.data.status, verdicts(answer)], ['waiting', WAITS], html);
    }
  });

  const faults: [string, Page, string, string, RegExp][] = [
    // what it is about, page, status, verdict, words
    ['no tag', { html: '<p>Hello</p>' }, 'failed', 'script_found false', /snippet/],
    ['a tag in a comment', { html: `<!--${tag}-->` }, 'failed', 'script_found false', /not on the page/],
    ['a tag in a comment that does not end', { html: `<!--${tag}` }, 'failed', 'script_found false', /not on the page/],
    // Each of them takes minutes where every opening is read on to the end of the page.
    ['comments without end', { html: '<!--'.repeat(250_000) }, 'failed', 'script_found false', /not on the page/],
    ['tags without end', { html: '<script '.repeat(125_000) }, 'failed', 'script_found false', /not on the page/],
    [
      'Tag Manager',
      { html: `<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"></script>` },
      'waiting',
      'script_found null',
      /browser/,
    ],
    [
      'a script that loads it',
      { html: `<link rel="preload" as="script" href="${script}"><script>load("${script}")</script>` },
      'waiting',
      'script_found null',
      /names the tracker/,
    ],
    [
      'tags that lead nowhere',
      { html: `<script src="http://[/trk_live_a.js"></script><script src="data:text/javascript,/trk_live_a.js"></script>` },
      'waiting',
      'script_found null',
      /names the tracker/,
    ],
    [
      'another key',
      { html: `<script src="/t/trk_live_another.js"></script>` },
      'failed',
      'key_matches false',
      /trk_live_another/,
    ],
    [
      'a pinned script without settings',
      { html: pinned.html.replace(/ data-settings="[^"]*"/, '') },
      'failed',
      'key_matches false',
      /data-settings/,
    ],
    ['the tag twice', { html: tag + tag }, 'failed', 'key_matches false', /2 times/],
    [
      'a page that leads on',
      { status: 301, headers: { location: 'https://shop.example/' } },
      'failed',
      'page_reached false',
      /https:\/\/shop\.example\//,
    ],
    ['a missing page', { status: 404, html: tag }, 'failed', 'page_reached false', /404/],
    ['a compressed page', { headers: { 'content-encoding': 'br' }, html: tag }, 'failed', 'page_reached false', /compression/],
    [
      'a policy without it',
      { headers: { 'content-security-policy': "default-src 'self'" }, html: tag },
      'failed',
      'policy_lets_in false',
      /script-src http.* and connect-src http/,
    ],
    [
      'a policy that lets the script in alone',
      { headers: { 'content-security-policy': `script-src ${app.baseUrl}; connect-src 'none'` }, html: tag },
      'failed',
      'policy_lets_in false',
      /add connect-src/,
    ],
    [
      'two policies, of which one keeps it out',
      { headers: { 'content-security-policy': `default-src *, default-src ${app.baseUrl}; connect-src 'self'` }, html: tag },
      'failed',
      'policy_lets_in false',
      /add connect-src/,
    ],
  ];
  for (const [name, page, status, verdict, words] of faults) {
    await t.test(name, async () => {
      const answer = await asks(page);
      assert.equal(answer.body.data.status, status);
      assert.ok(verdicts(answer).includes(verdict), verdicts(answer).join());
      const said = answer.body.data.checks.map(({ message }: { message: string }) => message).join(' ');
      assert.match(said, words);
    });
  }

  await t.test('a policy that lets it in', async () => {
    for (const policy of [
      `default-src ${app.baseUrl}`,
      'script-src http:; connect-src *',
      "script-src 'nonce-x' 'strict-dynamic'",
      "img-src 'none'",
      `default-src ${app.baseUrl}, script-src ${app.baseUrl}`,
      `script-src 'none'; script-src-elem ${app.baseUrl}`,
    ]) {
      const answer = await asks({ headers: { 'content-security-policy': policy }, html: tag });
      assert.deepEqual(verdicts(answer), WAITS, policy);
    }
  });

  await t.test('asks nobody who is not public, and changes nothing then', async () => {
    const before = (await world.latest()).body;
    for (const url of [
      'http://127.0.0.2/',
      'http://169.254.169.254/latest/',
      'file:///etc/passwd',
      'http://localhost/',
      'shop.example',
    ]) {
      app.clock.advance(60_000);
      const { status, body } = await app.api(app.apiKey).post('/tracking/verification', { url });
      assert.deepEqual([status, body.error.code], [422, 'validation_error'], url);
      assert.match(body.error.message, /^url: /);
    }
    assert.equal((await world.latest()).body.data.url, before.data.url);
  });

  await t.test('is for managers, ten times a minute', async () => {
    const stranger = await app.api().post('/tracking/verification', { url: world.url });
    assert.equal(stranger.status, 401);
    app.clock.advance(60_000);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await world.start()).status);
    assert.deepEqual(statuses, [...Array(10).fill(202), 429]);
  });
});

test('getTrackingVerification', async (t) => {
  const world = await openWorld(t);
  const { app, latest, start, visit } = world;
  world.page = { html: `<script src="/t/${app.trackingKey}.js"></script>` };

  await t.test('is null before the first', async () => assert.equal((await latest()).body.data, null));

  await t.test('an event from the page verifies it; from elsewhere, of a bot, of a server or from before none does', async () => {
    await visit('shop.example');
    await start();
    await visit('other.example');
    await visit('shop.example', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
    const outcome = { event_type: 'lead_created', event_source_url: 'https://shop.example/' };
    assert.equal((await app.api(app.apiKey).post('/events', outcome)).status, 201);
    const row = { event_type: 'page_view', occurred_at: '2026-03-30T10:00:00Z', url: 'https://shop.example/' };
    const file = join(app.dataDir, 'events.ndjson');
    writeFileSync(file, JSON.stringify(row));
    await backfillEvents(app.base, { profileId: app.profileId, file });
    assert.equal((await latest()).body.data.status, 'waiting');
    app.clock.advance(60_000);
    await visit('shop.example');
    const { data } = (await latest()).body;
    assert.deepEqual(
      [data.status, data.live_event_at, data.checks.at(-1).passed],
      ['verified', new Date(app.clock.now()).toISOString(), true],
    );
  });

  await t.test('stays verified when the facts have left the journal', async () => {
    await app.base.journal.trim(app.profileId, app.base.journal.lastSeq(app.profileId));
    app.clock.advance(3_600_000);
    assert.equal((await latest()).body.data.status, 'verified');
  });

  await t.test('gives up after fifteen minutes, and says what to do', async () => {
    await start();
    app.clock.advance(15 * 60_000 - 1);
    assert.equal((await latest()).body.data.status, 'waiting');
    app.clock.advance(1);
    const { data } = (await latest()).body;
    assert.equal(data.status, 'timed_out');
    assert.match(data.checks.at(-1).message, /blocker/);
  });

  await t.test('looks at no event twice, however many come from elsewhere', async () => {
    await start();
    for (let i = 0; i < 15; i++) await visit('other.example', BROWSER, 100);
    const begun = app.base.journal.lastSeq(app.profileId) - 1500n;
    assert.equal((await latest()).body.data.status, 'waiting');
    const { after_seq: lookedAt } = app.base.state
      .statement('collect/tracking/verification_get')
      .get({ profile_id: app.profileId }) as { after_seq: string };
    assert.equal(BigInt(lookedAt), begun + 1000n, 'what is less than a whole piece is looked at again');
    await visit('shop.example');
    assert.equal((await latest()).body.data.status, 'verified');
  });

  await t.test('a page that says no event can come is believed less than an event', async () => {
    world.page = { html: 'nothing' };
    await start();
    assert.equal((await latest()).body.data.status, 'failed');
    await visit('www.shop.example');
    assert.equal((await latest()).body.data.status, 'verified');
  });
});
