// Tags of other tools that send here instead: their calls are events of a browser, under the same limits as the tracker's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Analytics } from '@segment/analytics-node';
import { PostHog } from 'posthog-node';
import type { EventBody } from '../../../src/collect/events/event-body.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: new Date().toISOString(), installation: { domain: 'shop.example' } });
});
after(() => app.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, app.baseUrl), {
    method: 'POST',
    headers: { 'user-agent': FIREFOX, 'content-type': 'text/plain', origin: 'https://shop.example', ...headers },
    body: body instanceof Uint8Array ? new Uint8Array(body) : typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse((await response.text()) || 'null'), headers: response.headers };
}

/** Facts that come while `work` runs. */
async function brought(work: () => Promise<unknown>) {
  const last = app.base.journal.lastSeq(app.profileId);
  await work();
  return app.base.journal.read(app.profileId, last, 1_000).map((fact) => ({ ...fact, body: JSON.parse(fact.body) as EventBody }));
}

async function visits(): Promise<{ sessions: number; views: number }> {
  await app.settle();
  const sql = 'select count(*)::int as sessions, coalesce(sum(page_views), 0)::int as views from sessions';
  const [row] = await app.base.warehouse.query({ profileId: app.profileId }, { sql });
  return { sessions: Number(row?.['sessions']), views: Number(row?.['views']) };
}

const basic = (key: string): Record<string, string> => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` });
const AT = (): string => new Date().toISOString();

const segmentPage = (messageId: string, more: object = {}) => ({
  type: 'page',
  messageId,
  anonymousId: 'ajs-1',
  originalTimestamp: AT(),
  sentAt: AT(),
  context: {
    page: { url: 'https://shop.example/shoes?utm_source=news', referrer: 'https://www.google.com/', title: 'Shoes' },
    campaign: { source: 'news', medium: 'email', name: 'may' },
  },
  ...more,
});

test('collectEvents: calls of Segment and RudderStack', async (t) => {
  await t.test('a page is a page view of the browser, with its campaign', async () => {
    const [fact, ...more] = await brought(async () => {
      const { status, body } = await send('/v1/page', segmentPage('m-1'), basic(app.trackingKey));
      assert.deepEqual([status, body], [200, { success: true }]);
    });
    assert.equal(more.length, 0);
    assert.deepEqual([fact?.trust, fact?.eventType, fact?.body.page_title], ['browser', 'page_view', 'Shoes']);
    assert.deepEqual(
      [fact?.body.origin.utm_source, fact?.body.origin.utm_medium, fact?.body.origin.utm_campaign, fact?.body.browser],
      ['news', 'email', 'may', 'Firefox'],
    );
  });

  await t.test('a campaign that the library cut at an equals sign is that of the address', async () => {
    const url = 'https://shop.example/shoes?utm_source=news&utm_campaign=size=42&utm_term=red+shoes=&utm_content=a%3Db';
    const campaign = { source: 'other', name: 'size', term: 'red shoes', content: 'own' };
    const [fact] = await brought(() =>
      send('/v1/page', segmentPage('m-cut', { context: { page: { url }, campaign } }), basic(app.trackingKey)),
    );
    const { utm_source, utm_campaign } = fact?.body.origin ?? {};
    const { utm_term, utm_content } = fact?.body ?? {};
    assert.deepEqual([utm_source, utm_campaign, utm_term, utm_content], ['other', 'size=42', 'red shoes=', 'own']);
  });

  await t.test('what comes by both doors under one id is one page view, and one browser one visit', async () => {
    const before = await visits();
    await send('/v1/p', segmentPage('m-both', { anonymousId: 'ajs-2', writeKey: app.trackingKey }));
    const event = { event_id: 'm-both', event_type: 'page_view', url: 'https://shop.example/shoes?utm_source=news' };
    const { status } = await fetch(new URL('/t/collect', app.baseUrl), {
      method: 'POST',
      headers: { 'user-agent': FIREFOX, 'content-type': 'text/plain' },
      body: JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'ajs-2', events: [event] }),
    });
    assert.equal(status, 204);
    await send('/t/v1/page', segmentPage('m-both', { anonymousId: 'ajs-2', writeKey: app.trackingKey }));
    await send('/v1/page', segmentPage('m-next', { anonymousId: 'ajs-2', writeKey: app.trackingKey }));
    const now = await visits();
    assert.deepEqual([now.sessions - before.sessions, now.views - before.views], [1, 2]);
  });

  await t.test('a batch is each of its calls; an order of a browser is money that nobody confirmed', async () => {
    const batch = [
      segmentPage('b-1', { context: { page: { url: 'https://shop.example/' }, userAgent: FIREFOX } }),
      { type: 'identify', messageId: 'b-2', anonymousId: 'ajs-1', userId: 'u-1', traits: { email: 'ann@example.org' } },
      { type: 'group', messageId: 'b-3', anonymousId: 'ajs-1', groupId: 'g' },
      {
        type: 'track',
        messageId: 'b-4',
        anonymousId: 'ajs-1',
        userId: 'u-1',
        event: 'Order Completed',
        properties: { order_id: 'O-1', total: 30, currency: 'EUR' },
      },
      { type: 'alias', messageId: 'b-5', previousId: 'ajs-0', userId: 'u-1' },
      'odd',
    ];
    const facts = await brought(() => send('/v1/batch', { batch, sentAt: AT() }, basic(app.trackingKey)));
    assert.deepEqual(facts.map(({ eventType }) => eventType).sort(), ['identify', 'identify', 'page_view', 'payment_received']);
    const order = facts.find(({ eventType }) => eventType === 'payment_received');
    assert.ok(order?.body.flags?.includes('untrusted_value'));
    assert.ok(facts.filter(({ eventType }) => eventType === 'identify').every(({ body }) => body.identifiers?.length));
  });

  await t.test("the vendor's own library sends here", async () => {
    const facts = await brought(async () => {
      const analytics = new Analytics({ writeKey: app.trackingKey, host: app.baseUrl, path: '/v1/batch' });
      analytics.page({ anonymousId: 'lib-1', properties: { url: 'https://shop.example/lib' }, context: { userAgent: FIREFOX } });
      analytics.track({ userId: 'u-9', event: 'signup' });
      await analytics.closeAndFlush();
    });
    assert.deepEqual(facts.map(({ eventType }) => eventType).sort(), ['page_view', 'signup']);
  });
});

test('collectEvents: captures of PostHog', async (t) => {
  const properties = {
    $current_url: 'https://shop.example/?gclid=x1',
    $referrer: '$direct',
    $device_id: 'd-1',
    distinct_id: 'd-1',
    $session_id: 's1',
    title: 'Home',
  };
  const view = (uuid: string) => ({
    uuid,
    event: '$pageview',
    properties: { ...properties, token: app.trackingKey },
    timestamp: AT(),
  });

  await t.test('plain, in base64 in a form, and packed, by each of its addresses', async () => {
    const forms: [string, string | Uint8Array][] = [
      ['/e/', JSON.stringify(view('p-1'))],
      ['/capture/', `data=${encodeURIComponent(Buffer.from(JSON.stringify(view('p-2'))).toString('base64'))}`],
      ['/i/v0/e/?compression=gzip-js', gzipSync(JSON.stringify([view('p-3')]))],
      ['/t/batch', JSON.stringify({ api_key: app.trackingKey, batch: [view('p-4')] })],
    ];
    for (const [path, body] of forms) {
      const [fact] = await brought(async () => assert.deepEqual((await send(path, body)).body, { status: 1 }, path));
      assert.deepEqual(
        [fact?.eventType, fact?.body.click_ids, fact?.body.page_title],
        ['page_view', { gclid: 'x1' }, 'Home'],
        path,
      );
    }
  });

  await t.test('each click id of the table is taken from the properties', async () => {
    const ids = { twclid: 'tw-1', oppref: 'op-1', sccid: 'sc-1', irclickid: 'ir-1' };
    const [fact] = await brought(() =>
      send('/e/', { ...view('p-5'), properties: { ...properties, ...ids, token: app.trackingKey } }),
    );
    assert.deepEqual(fact?.body.click_ids, { gclid: 'x1', ...ids });
  });

  await t.test('identify joins the device and the person; what says nothing of a visit is left out', async () => {
    const calls = [
      { uuid: 'i-1', event: '$identify', properties: { distinct_id: 'u-5', $anon_distinct_id: 'd-5', $device_id: 'd-5' } },
      { uuid: 'i-2', event: '$autocapture', properties: { distinct_id: 'u-5' } },
      { uuid: 'i-3', event: 'plan chosen', properties: { distinct_id: 'u-5', $device_id: 'd-5', plan: 'pro', $lib: 'web' } },
    ];
    const facts = await brought(() => send('/batch/', { api_key: app.trackingKey, batch: calls }));
    assert.deepEqual(
      facts.map(({ eventType, body }) => [eventType, body.properties, body.identifiers?.length]),
      [
        ['identify', undefined, 1],
        ['plan chosen', { plan: 'pro' }, 1],
      ],
    );
    assert.equal(new Set(facts.map(({ anonymousToken }) => anonymousToken)).size, 1);
  });

  await t.test("the vendor's own library sends here", async () => {
    const facts = await brought(async () => {
      const posthog = new PostHog(app.trackingKey, { host: app.baseUrl, flushAt: 1, disableGeoip: true });
      posthog.capture({ distinctId: 'u-7', event: 'signup' });
      await posthog.shutdown();
    });
    assert.deepEqual(
      facts.map(({ eventType }) => eventType),
      ['signup'],
    );
  });
});

test('collectEvents: what other tags send is refused as the tracker is', async (t) => {
  const cases: [string, unknown, Record<string, string>, number][] = [
    ['/v1/page', segmentPage('x'), {}, 401],
    ['/v1/page', segmentPage('x'), basic('trk_live_unknown'), 401],
    ['/v1/page', '{"a":', {}, 400],
    ['/v1/page', '[]', {}, 400],
    ['/capture', { event: '$pageview', api_key: 'trk_live_unknown' }, {}, 401],
    ['/capture', 'data=%%%', {}, 400],
    ['/e', gzipSync(Buffer.alloc(4_000_000, 97)), {}, 413],
    ['/e', gzipSync('{}').subarray(0, 12), {}, 400],
    ['/v1/batch', 'x'.repeat(600_000), {}, 413],
  ];
  for (const [path, body, headers, status] of cases)
    await t.test(`${path}: ${status}`, async () => {
      const facts = await brought(async () => {
        const answer = await send(path, body, headers);
        assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [status, '*']);
      });
      assert.equal(facts.length, 0);
    });

  await t.test('a key of the API is none of a tag: it is never to be on a page', async () => {
    assert.equal((await send('/v1/page', segmentPage('x'), basic(app.apiKey))).status, 401);
  });

  await t.test('a browser may ask before it sends a key', async () => {
    const { status, headers } = await fetch(new URL('/v1/track', app.baseUrl), { method: 'OPTIONS' });
    assert.deepEqual([status, headers.get('access-control-allow-headers')?.includes('Authorization')], [204, true]);
  });
});
