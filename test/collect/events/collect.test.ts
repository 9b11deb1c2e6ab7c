import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Fact } from '../../../src/base/journal/journal.ts';
import type { EventBody } from '../../../src/collect/events/event-body.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z', config: { trustedProxies: '127.0.0.0/8, 10.1.0.0/16' } });
});
after(() => app.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const facts = (): Fact[] => app.base.journal.read(app.profileId, 0n, 10_000);
const bodiesAfter = (count: number): EventBody[] =>
  facts()
    .slice(count)
    .map(({ body }) => JSON.parse(body) as EventBody);
const page = { event_type: 'page_view', url: 'https://shop.example/?utm_source=news' };

interface Sent {
  headers?: Record<string, string>;
  method?: string;
}
async function send(body: unknown, { headers = {}, method = 'POST' }: Sent = {}) {
  const response = await fetch(new URL('/t/collect', app.baseUrl), {
    method,
    headers: { 'user-agent': FIREFOX, 'content-type': 'text/plain', origin: 'https://shop.example', ...headers },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
const post = (events: unknown[], extra: Record<string, unknown> = {}, sent: Sent = {}) =>
  send({ tracking_key: app.trackingKey, events, ...extra }, sent);
const json = { headers: { accept: 'application/json' } };

test('collectEvents', async (t) => {
  await t.test('answers 204 once the events are on disk', async () => {
    const count = facts().length;
    const { status, body } = await post([{ ...page, event_id: 'e1' }], { anonymous_id: 'browser-1' });
    assert.deepEqual([status, body], [204, undefined]);
    const [fact] = facts().slice(count);
    assert.deepEqual([fact?.trust, fact?.eventType], ['browser', 'page_view']);
    assert.ok(fact?.anonymousToken && fact.anonymousToken !== 'browser-1');
    const [kept] = bodiesAfter(count);
    assert.deepEqual([kept?.browser, kept?.os, kept?.device], ['Firefox', 'Linux', 'desktop']);
    assert.deepEqual(kept?.origin, { utm_source: 'news' });
  });

  await t.test('takes text/plain and application/json, and tells those who ask what became of the events', async () => {
    const asJson = { headers: { 'content-type': 'application/json', accept: 'application/json' } };
    const { status, body } = await post([page, page], {}, asJson);
    assert.deepEqual([status, body], [200, { data: { accepted: 2, rejected: [] } }]);
  });

  await t.test('ignores fields nobody knows', async () => {
    const { body } = await post([{ ...page, colour: 'red' }], { version: 9 }, json);
    assert.deepEqual(body.data, { accepted: 1, rejected: [] });
  });

  await t.test('keeps the sound events beside bad ones', async () => {
    const count = facts().length;
    const { body } = await post([{ url: 'x' }, page, 7, { event_type: {} }, null, { ...page, value: 'much' }], {}, json);
    assert.equal(body.data.accepted, 1);
    assert.deepEqual(
      body.data.rejected.map(({ index }: { index: number }) => index),
      [0, 2, 3, 4, 5],
    );
    assert.ok(body.data.rejected.every(({ reason }: { reason: string }) => reason.length > 5));
    assert.equal(facts().length, count + 1);
  });

  await t.test('repairs odd text and says so by a flag', async () => {
    const count = facts().length;
    await post([{ ...page, page_title: 'a\0b\ud800', properties: Object.fromEntries([['__proto__', 1]]) }]);
    const [kept] = bodiesAfter(count);
    assert.deepEqual([kept?.page_title, kept?.flags], ['a\ufffdb\ufffd', ['text_repaired']]);
  });

  await t.test('corrects the clock of the browser', async () => {
    const count = facts().length;
    const wrong = Date.parse('2031-05-05T05:05:05Z');
    await post([{ ...page, client_time: wrong - 3_000 }], { sent_at: wrong });
    assert.equal(facts()[count]?.occurredAt, (app.clock.now() - 3_000) * 1000);
  });

  await t.test('keeps money that a browser names, flagged, without an identity', async () => {
    const count = facts().length;
    const paid = { event_type: 'payment_received', idempotency_key: 'order-1', value: { amount: '9', currency: 'EUR' } };
    await post([paid]);
    const [kept] = bodiesAfter(count);
    assert.deepEqual([kept?.value_amount, kept?.outcome_key, kept?.flags], ['9', undefined, ['untrusted_value']]);
    // The key is still free for the server's payment.
    assert.equal((await app.api(app.apiKey).post('/events', { ...paid, value: { amount: '10', currency: 'EUR' } })).status, 201);
  });

  await t.test('believes a country only from a trusted edge, and records an opt-out', async () => {
    const count = facts().length;
    await post([page], {}, { headers: { 'cf-ipcountry': 'de', 'sec-gpc': '1' } });
    const [kept] = bodiesAfter(count);
    assert.deepEqual([kept?.country, kept?.flags], ['DE', ['gpc']]);
  });
});

test('collectEvents: any origin', async (t) => {
  const open = (headers: Headers): void => {
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-allow-credentials'), null);
  };
  await t.test('may ask first', async () => {
    const { status, headers } = await send(undefined, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });
    assert.equal(status, 204);
    open(headers);
    assert.match(headers.get('access-control-allow-headers') ?? '', /content-type/i);
  });
  await t.test('reads refusals too', async () => {
    open((await post([page])).headers);
    open((await send('{')).headers);
    open((await send({ tracking_key: 'trk_live_nobody', events: [page] })).headers);
  });
});

test('collectEvents: refusals', async (t) => {
  const refuses = async (answer: Promise<Awaited<ReturnType<typeof send>>>, status: number, code: string): Promise<void> => {
    const { body, ...rest } = await answer;
    assert.deepEqual([rest.status, body?.error?.code], [status, code], JSON.stringify(body));
    assert.equal(body.error.status, status);
    assert.match(body.error.docs_url, new RegExp(`#${code}$`));
    assert.ok(body.error.request_id);
  };
  await t.test('an unknown key: 401', () => refuses(send({ tracking_key: 'trk_live_x', events: [page] }), 401, 'unauthorized'));
  await t.test('an API key in its place: 401', () =>
    refuses(send({ tracking_key: app.apiKey, events: [page] }), 401, 'unauthorized'),
  );
  await t.test('no key: 422', () => refuses(send({ events: [page] }), 422, 'validation_error'));
  await t.test('no events: 422', () => refuses(post([]), 422, 'validation_error'));
  await t.test('101 events: 422', () => refuses(post(Array.from({ length: 101 }, () => page)), 422, 'validation_error'));
  await t.test('no JSON: 400', () => refuses(send('events=1'), 400, 'invalid_request'));
  await t.test('no body: 400', () => refuses(send(''), 400, 'invalid_request'));
  await t.test('a list: 422', () => refuses(send('[]'), 422, 'validation_error'));
  await t.test('more than 512 KB: 413', () => refuses(post([{ ...page, x: 'y'.repeat(525_000) }]), 413, 'payload_too_large'));
  await t.test('100 events are taken', async () => {
    const { body } = await post(
      Array.from({ length: 100 }, () => page),
      {},
      json,
    );
    assert.equal(body.data.accepted, 100);
  });
  await t.test('500 KB nested to its end: the event is repaired', async () => {
    const text = `{"tracking_key":"${app.trackingKey}","events":[{"event_type":"x","properties":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}]}`;
    assert.equal((await send(text)).status, 204);
  });
  await t.test('a revoked key: 401 at once', async () => {
    const session = app.api(app.session);
    const { body } = await session.get('/tracking/keys', { profile_id: app.profileId });
    const [key] = body.data;
    await session.delete(`/tracking/keys/${key.id}`, { profile_id: app.profileId });
    await refuses(post([page]), 401, 'unauthorized');
  });
});
