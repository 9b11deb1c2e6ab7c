// What the collect door finds out about a browser beside what it sends, and whom it believes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import type { EventBody } from '../../../src/collect/events/event-body.ts';
import { createCollectLimits } from '../../../src/doors/collect/limits.ts';
import { networkOf, openPlaces } from '../../../src/doors/collect/places.ts';
import { trustedProxies } from '../../../src/doors/http/trusted-proxies.ts';
import { testConfig } from '../../base/folder.ts';
import { placesFile } from '../../fakes/places-file.ts';
import { startTestApp, type TestApp, type TestOptions } from '../../harness.ts';

const PLACES = {
  '203.0.113.0/24': { country: 'CL', city: 'Valparaíso' },
  '198.51.100.0/24': { country: 'PE' },
  '2001:db8:7:0:0:0:0:0/48': { country: 'NO', city: 'Tromsø' },
};

function fileOfPlaces(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-places-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'places.mmdb');
  writeFileSync(file, placesFile(PLACES));
  return file;
}

async function open(t: TestContext, config: TestOptions['config']): Promise<TestApp> {
  const app = await startTestApp({ config: config ?? {}, installation: { domain: 'shop.example' } });
  t.after(() => app.close());
  return app;
}

/** What was kept of one page view that came with these headers. */
async function kept(app: TestApp, headers: Record<string, string>): Promise<EventBody> {
  const last = app.base.journal.lastSeq(app.profileId);
  assert.equal((await post(app, headers)).status, 204);
  const [fact] = app.base.journal.read(app.profileId, last, 10);
  return JSON.parse(fact?.body ?? '{}') as EventBody;
}

const VIEW = { event_type: 'page_view', url: 'https://shop.example/' };

function post(app: TestApp, headers: Record<string, string>, events: object[] = [VIEW]): Promise<Response> {
  const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'b1', events });
  return fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers });
}

const placeOf = ({ country, city }: EventBody): unknown[] => [country, city];

test('collectEvents: where a visitor was', async (t) => {
  await t.test('nobody is believed by default', async (t) => {
    const app = await open(t, { placesFile: fileOfPlaces(t) });
    const message = { 'x-forwarded-for': '203.0.113.9', 'cf-ipcountry': 'DE', 'cf-ipcity': 'Mainz' };
    assert.deepEqual(placeOf(await kept(app, message)), [undefined, undefined]);
  });

  await t.test('an edge that is trusted is, in UTF-8, by the names configured', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', countryHeader: 'X-Country', cityHeader: 'X-City' });
    const city = Buffer.from('Köln', 'utf8').toString('latin1');
    assert.deepEqual(placeOf(await kept(app, { 'x-country': 'de', 'x-city': city })), ['DE', 'Köln']);
    assert.deepEqual(placeOf(await kept(app, { 'cf-ipcountry': 'DE' })), [undefined, undefined]);
  });

  await t.test('the file of places goes first, by the nearest address that no proxy of ours has', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1, 10.0.0.0/8', placesFile: fileOfPlaces(t) });
    const edge = { 'cf-ipcountry': 'DE', 'cf-ipcity': 'Mainz' };
    const from = (address: string, more = {}): Promise<EventBody> => kept(app, { 'x-forwarded-for': address, ...more });
    assert.deepEqual(placeOf(await from('203.0.113.9', edge)), ['CL', 'Valparaíso']);
    assert.deepEqual(placeOf(await from('198.51.100.77', edge)), ['PE', undefined]);
    assert.deepEqual(placeOf(await from('2001:db8:7::5')), ['NO', 'Tromsø']);
    assert.deepEqual(placeOf(await from('198.51.100.77, 203.0.113.9, 10.1.1.1')), ['CL', 'Valparaíso']);
    assert.deepEqual(placeOf(await from('192.0.2.1', edge)), ['DE', 'Mainz']);
    assert.deepEqual(placeOf(await from('192.0.2.1')), [undefined, undefined]);
  });

  await t.test('a file that is none stops the start by name', () => {
    for (const file of ['/nowhere.mmdb', import.meta.filename])
      assert.throws(() => openPlaces(file), /^Error: TRIBUTARY_PLACES_FILE: /);
  });
});

test("collectEvents: a visitor's address", async (t) => {
  const app = await open(t, { trustedProxies: '127.0.0.1' });
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const set = (change: object) => app.api(app.apiKey).patch('/tracking/settings', change);

  await t.test('is nowhere, unless the profile keeps its network; and never in the healthcare family', async () => {
    assert.equal((await kept(app, from)).client_network, undefined);
    await set({ client_address: 'truncated' });
    const body = await kept(app, from);
    assert.equal(body.client_network, '203.0.113.0/24');
    assert.ok(!JSON.stringify(body).includes('113.9'));
    for (const message of ['203.0.113.9:5678', '[::ffff:203.0.113.9]:80'])
      assert.equal((await kept(app, { 'x-forwarded-for': message })).client_network, '203.0.113.0/24', message);
    assert.equal((await kept(app, { 'x-forwarded-for': '[2001:DB8::1]:80' })).client_network, '2001:db8:0::/48');
    await app.api(app.session).patch(`/profile?profile_id=${app.profileId}`, { privacy_mode: 'hipaa' });
    assert.equal((await kept(app, from)).client_network, undefined);
  });

  await t.test('is cut at /24 and /48', () => {
    const cases = {
      '192.0.2.77': '192.0.2.0/24',
      '2001:db8:1:2:3:4:5:6': '2001:db8:1::/48',
      '2001:db8::6': '2001:db8:0::/48',
      '2001:0DB8::6': '2001:db8:0::/48',
      '::1': '0:0:0::/48',
      'fe80::': 'fe80:0:0::/48',
    };
    for (const [address, network] of Object.entries(cases)) assert.equal(networkOf(address), network);
  });
});

test('collectEvents: whose pages may send', async (t) => {
  const app = await open(t, {});
  const from = async (origin?: string): Promise<string> => {
    const response = await post(app, origin === undefined ? {} : { origin });
    const text = await response.text();
    assert.equal(response.headers.get('access-control-allow-origin'), '*', 'a page can read why');
    return text === '' ? String(response.status) : `${response.status} ${JSON.parse(text).error.code}`;
  };

  await t.test("anybody's at first", async () => {
    for (const origin of [undefined, 'https://shop.example', 'https://thief.example']) assert.equal(await from(origin), '204');
  });

  await t.test('then those of its own hosts, and who names none', async () => {
    await app.api(app.apiKey).patch('/tracking/settings', { origin_policy: 'own_domains', extra_origins: ['pay.example'] });
    const last = app.base.journal.lastSeq(app.profileId);
    for (const origin of ['https://thief.example', 'https://notshop.example', 'https://shop.example.thief.example', 'odd'])
      assert.equal(await from(origin), '403 forbidden', origin);
    assert.equal(app.base.journal.lastSeq(app.profileId), last);
    for (const origin of [undefined, 'null', 'https://shop.example', 'http://www.shop.example:8080', 'https://pay.example'])
      assert.equal(await from(origin), '204', origin);
  });
});

test('trustedProxies', async (t) => {
  await t.test('trusts nobody by default', () => {
    assert.equal(trustedProxies('')('127.0.0.1'), false);
    assert.equal(trustedProxies('10.0.0.0/8')('not an address'), false);
  });
  await t.test('knows networks of both families', () => {
    const isTrusted = trustedProxies('10.0.0.0/8, 192.0.2.1, 2001:db8::/32');
    for (const address of ['10.1.2.3', '192.0.2.1', '2001:db8::7']) assert.equal(isTrusted(address), true, address);
    for (const address of ['11.1.2.3', '192.0.2.2', '2001:4860::1']) assert.equal(isTrusted(address), false, address);
  });
  await t.test('refuses to start on a list that cannot be meant', () => {
    for (const list of ['example.org', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/', '10.0.0.0/-1', '::1/129'])
      assert.throws(() => trustedProxies(list), /TRUSTED_PROXIES/);
  });
});

test('collectEvents: a tracking key may send as often as the operator says', async (t) => {
  const app = await open(t, { collectPerMinute: 2 });
  assert.deepEqual([(await post(app, {})).status, (await post(app, {})).status], [204, 204]);
  const refused = await post(app, {});
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('access-control-allow-origin'), '*', 'a page can read why');
  const seconds = Number(refused.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60, `retry after ${seconds} s`);
  assert.equal(Number(refused.headers.get('x-ratelimit-reset')), Math.ceil(app.clock.now() / 1000) + seconds);
  app.clock.advance(seconds * 1000);
  assert.equal((await post(app, {})).status, 204, 'and goes on as it was told');
});

test('collectEvents: limits of an address and of a profile', async (t) => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statuses = async (app: TestApp, addresses: readonly string[]): Promise<number[]> => {
    const found: number[] = [];
    for (const address of addresses) found.push((await post(app, from(address))).status);
    return found;
  };

  await t.test('an address that floods is refused, and the next visitor of the same key is not', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', collectPerAddress: 2 });
    const one = '203.0.113.9';
    assert.deepEqual(await statuses(app, [one, one, one, '203.0.113.10', one]), [204, 204, 429, 204, 429]);
    const refused = await post(app, from(one));
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    assert.deepEqual([error.code, error.message], ['rate_limit_exceeded', 'More than 2 requests in a minute from this address.']);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.equal(Number(refused.headers.get('x-ratelimit-reset')), Math.ceil(app.clock.now() / 1000) + seconds);
    app.clock.advance(seconds * 1000);
    assert.deepEqual(await statuses(app, [one]), [204]);
  });

  await t.test('posts without a key count as well, and a /64 of IPv6 is one address', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', collectPerAddress: 2 });
    const unknown = () => fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body: '{}', headers: from('2001:db8:7:1::1') });
    await unknown();
    await unknown();
    assert.deepEqual(await statuses(app, ['2001:db8:7:1:ffff::2', '2001:db8:7:2::1']), [429, 204]);
  });

  await t.test('behind a proxy that the operator has not named, nobody is refused for all', async (t) => {
    const app = await open(t, { collectPerAddress: 2 });
    assert.deepEqual(await statuses(app, ['203.0.113.9', '203.0.113.10', '203.0.113.11']), [204, 204, 204]);
    assert.deepEqual([(await post(app, {})).status, (await post(app, {})).status, (await post(app, {})).status], [204, 204, 429]);
  });

  await t.test('a profile has one limit for all its keys, one after the other', async (t) => {
    const app = await open(t, { collectPerProfile: 3 });
    const api = app.api(app.session);
    assert.deepEqual([(await post(app, {})).status, (await post(app, {})).status], [204, 204]);
    const [key] = (await api.get('/tracking/keys', { profile_id: app.profileId })).body.data;
    await api.delete(`/tracking/keys/${key.id}`, { profile_id: app.profileId });
    const result = await api.post('/tracking/keys', undefined, { profile_id: app.profileId });
    assert.equal(result.status, 201, JSON.stringify(result.body));
    const next = { ...app, trackingKey: result.body.data.public_key as string };
    assert.deepEqual([(await post(next, {})).status, (await post(next, {})).status], [204, 429]);
  });
});

test('collectEvents: budgets of bytes and events', async (t) => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const [ONE, OTHER] = [from('203.0.113.9'), from('203.0.113.10')];
  const views = (n: number): object[] => Array.from({ length: n }, () => VIEW);
  /** A body of some kilobytes more. */
  const padded = (kb: number): object[] => [{ ...VIEW, properties: { note: 'x'.repeat(kb * 1_000) } }];
  const answerOf = async (response: Response): Promise<string> => {
    if (response.status === 204) return '204';
    return `${response.status} ${((await response.json()) as { error: { message: string } }).error.message}`;
  };
  const keptBy = (app: TestApp): bigint => app.base.journal.lastSeq(app.profileId);

  await t.test('an address has its events at once, and then as they come back; a /64 of IPv6 is one', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', collectEventsPerAddress: 60 });
    const refused = '429 More than 60 events in a minute from this address.';
    assert.equal(await answerOf(await post(app, ONE, views(60))), '204');
    const before = keptBy(app);
    const response = await post(app, ONE, views(20));
    assert.equal(response.headers.get('retry-after'), '20');
    assert.equal(await answerOf(response), refused);
    assert.equal(keptBy(app), before, 'nothing of it is kept: the tracker sends it again');
    assert.equal(await answerOf(await post(app, OTHER, views(20))), '204');
    app.clock.advance(20_000);
    assert.equal(await answerOf(await post(app, ONE, views(20))), '204');
    assert.equal(keptBy(app), before + 40n);
    assert.equal(await answerOf(await post(app, from('2001:db8:7:1::1'), views(60))), '204');
    assert.equal(await answerOf(await post(app, from('2001:db8:7:1:ffff::2'), views(1))), refused);
    assert.equal(await answerOf(await post(app, from('2001:db8:7:2::1'), views(1))), '204');
  });

  await t.test('an address has its bytes, whatever is in them, and more of them are not read', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', collectMbPerAddress: 1 });
    const refused = '429 More than 1 MB in a minute from this address.';
    const junk = 'x'.repeat(450_000);
    for (let n = 0; n < 2; n += 1)
      assert.equal((await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body: junk, headers: ONE })).status, 400);
    assert.equal(await answerOf(await post(app, ONE, padded(200))), refused);
    assert.equal(await answerOf(await post(app, ONE, padded(50))), '204', 'a smaller body fits');
    assert.equal(await answerOf(await post(app, OTHER, padded(200))), '204');
  });

  await t.test('bytes count as they are after decompression', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', collectMbPerAddress: 1 });
    const body = gzipSync(JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'b1', events: padded(400) }));
    const send = () =>
      fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers: { ...ONE, 'content-encoding': 'gzip' } });
    assert.deepEqual([(await send()).status, (await send()).status, (await send()).status], [204, 204, 429]);
  });

  await t.test('a profile has bytes and events of its own, from however many addresses', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', collectEventsPerProfile: 30, collectMbPerProfile: 1 });
    const found: string[] = [];
    for (let n = 0; n < 4; n += 1) found.push(await answerOf(await post(app, from(`203.0.113.${n}`), views(10))));
    assert.deepEqual(found, ['204', '204', '204', '429 More than 30 events in a minute from the trackers of this profile.']);
    app.clock.advance(60_000);
    found.length = 0;
    for (let n = 0; n < 3; n += 1) found.push(await answerOf(await post(app, from(`203.0.113.${n}`), padded(400))));
    assert.deepEqual(found, ['204', '204', '429 More than 1 MB in a minute from the trackers of this profile.']);
  });

  await t.test('posts at once do not pass together what none of them could alone', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1', collectEventsPerAddress: 100, collectMbPerAddress: 1 });
    const before = keptBy(app);
    const found = await Promise.all(Array.from({ length: 20 }, () => post(app, ONE, views(10))));
    assert.deepEqual(found.map(({ status }) => status).sort(), [...Array(10).fill(204), ...Array(10).fill(429)]);
    assert.equal(keptBy(app), before + 100n);
    const large = await Promise.all(Array.from({ length: 8 }, () => post(app, OTHER, padded(300))));
    assert.equal(large.filter(({ status }) => status === 204).length, 3);
  });

  await t.test('an office of a thousand people is no flood', async (t) => {
    const app = await open(t, { trustedProxies: '127.0.0.1' });
    // Two and a half pages a minute each, and what they clicked.
    const found = await Promise.all(Array.from({ length: 100 }, async () => (await post(app, ONE, views(100))).status));
    assert.deepEqual(new Set(found), new Set([204]));
  });
});

test('the more addresses there are, the wider are the networks that are counted as one', () => {
  const limits = createCollectLimits(fakeClock('2026-03-01T12:00:00Z'), testConfig('unused'), trustedProxies('127.0.0.1'));
  const sender = (address: string) =>
    limits.countRequest({ headers: { 'x-forwarded-for': address }, socket: { remoteAddress: '127.0.0.1' } } as never);
  const first = sender('198.51.100.7');
  assert.equal(first, '198.51.100.7');
  for (let n = 0; n < 50_000; n += 1) sender(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  assert.deepEqual([sender('198.51.100.8'), sender('2001:db8:7:1::1')], ['198.51.100.0/24', '2001:db8:7::/48']);
  for (let n = 0; n < 50_000; n += 1) sender(`11.${n >> 8}.${n & 255}.1`);
  assert.deepEqual([sender('198.51.100.9'), sender('2001:db8:7:1::2')], ['198.51.0.0/16', '2001:db8::/32']);
});
