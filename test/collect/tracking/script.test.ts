// The tracker's script as a page loads it: small, cached shortly or for ever, and the profile's own.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

/** What a page may be asked to carry. */
/** The tracker has at most 3,000 (`npm run tracker`); its settings come with it. */
const MAX_BYTES = 3090;

let app: TestApp;
before(async () => {
  app = await startTestApp({ installation: { domain: 'shop.example' } });
});
after(() => app?.close());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** As it goes over the wire, which `fetch` would unpack; the address as it is spelt. */
function load(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(app.baseUrl, { path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }));
    });
    sent.on('error', failed).end();
  });
}

/** What the service put at the end of the tracker for it to obey. */
async function givenNow(): Promise<Record<string, unknown>> {
  const text = (await load(`/t/${app.trackingKey}.js`)).body.toString();
  return JSON.parse(/\}\((\{.*\})\);\n$/.exec(text)?.[1] ?? 'null') as Record<string, unknown>;
}

test('getTrackerScript', async (t) => {
  const path = (): string => `/t/${app.trackingKey}.js`;

  await t.test('is small in both encodings, and the same text', async () => {
    const [plain, gzip, br] = await Promise.all([
      load(path()),
      load(path(), { 'accept-encoding': 'gzip' }),
      load(path(), { 'accept-encoding': 'gzip, deflate, br' }),
    ]);
    t.diagnostic(`${plain.body.length} bytes, ${gzip.body.length} with gzip, ${br.body.length} with brotli`);
    assert.deepEqual(
      [plain, gzip, br].map(({ headers }) => headers['content-encoding']),
      [undefined, 'gzip', 'br'],
    );
    assert.ok(gzip.body.length <= MAX_BYTES && br.body.length <= MAX_BYTES);
    assert.deepEqual([gunzipSync(gzip.body), brotliDecompressSync(br.body)], [plain.body, plain.body]);
    assert.equal(br.headers['vary'], 'Accept-Encoding');
    const refusing = await load(path(), { 'accept-encoding': 'br;q=0, gzip;q=0' });
    assert.equal(refusing.headers['content-encoding'], undefined);
  });

  await t.test('on the site’s own host the answer renews the cookie of the id; anywhere else it does not', async () => {
    const cookie = '_trb=0a1b2c';
    const renewed = '_trb=0a1b2c; Path=/; Max-Age=34128000; SameSite=Lax; Domain=shop.example';
    for (const host of ['shop.example', 'www.Shop.example:8080']) {
      const { headers, body } = await load(path(), { host, cookie });
      assert.deepEqual([headers['set-cookie'], headers['cache-control']], [[renewed], 'private, no-cache'], host);
      assert.match(body.toString(), /"renewed":true/);
      assert.equal((await load(path(), { host })).headers['set-cookie'], undefined, 'nobody gets one that has none');
    }
    for (const host of ['other.example', 'notshop.example', 'shop.example.other.example'])
      assert.equal((await load(path(), { host, cookie })).headers['set-cookie'], undefined, host);
    const message = { cookie, 'x-forwarded-host': 'shop.example' };
    assert.equal((await load(path(), message)).headers['set-cookie'], undefined, 'whoever says so is no proxy of ours');
    const behind = await startTestApp({
      config: { trustedProxies: '127.0.0.1' },
      installation: { domain: 'shop.example' },
    });
    try {
      const url = new URL(`/t/${behind.trackingKey}.js`, behind.baseUrl);
      const cookieFor = async (name: string) =>
        (await fetch(url, { headers: { cookie, 'x-forwarded-host': name } })).headers.get('set-cookie');
      assert.equal(await cookieFor('shop.example'), renewed);
      for (const odd of ['evil;x.shop.example', 'evil.example/.shop.example', '[::1].shop.example'])
        assert.equal(await cookieFor(odd), null, odd);
    } finally {
      await behind.close();
    }
  });

  await t.test('is a script for pages of any origin, kept for five minutes, then requested by its tag', async () => {
    const { status, headers, body } = await load(path());
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(String(headers['cache-control']), /^public, max-age=300\b/);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.ok(headers['x-request-id']);
    const again = await load(path(), { 'if-none-match': String(headers['etag']) });
    assert.deepEqual([again.status, again.body.length, again.headers['etag']], [304, 0, headers['etag']]);
    assert.equal((await load(path(), { 'if-none-match': 'W/"other"' })).status, 200);
    const head = await load(path(), {}, 'HEAD');
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.equal(Number(head.headers['content-length']), body.length);
  });

  await t.test('is the same text however a proxy spells its address', async () => {
    const { body } = await load(path());
    for (const spelt of [`${path()}/`, `${path()}/?v=1`, `${app.baseUrl}${path()}`]) {
      const again = await load(spelt);
      assert.deepEqual(
        [again.status, again.headers['content-type'], again.body],
        [200, 'text/javascript; charset=utf-8', body],
        spelt,
      );
    }
  });

  await t.test('is told the settings, and changes its tag with them', async () => {
    const before = (await load(path())).headers['etag'];
    assert.deepEqual(await givenNow(), { key: app.trackingKey, days: 395, own: ['shop.example'] });
    await app.api(app.apiKey).patch('/tracking/settings', {
      consent_mode: 'required',
      gpc_mode: 'refuse',
      hash_routes: true,
      id_lifetime_days: 30,
      extra_origins: ['pay.example'],
    });
    assert.deepEqual(await givenNow(), {
      key: app.trackingKey,
      days: 30,
      consent: true,
      gpc: true,
      hash: true,
      own: ['shop.example', 'pay.example'],
    });
    assert.notEqual((await load(path())).headers['etag'], before);
  });

  await t.test('is there for no unknown key, in the envelope', async () => {
    for (const name of ['trk_live_nothing', 'tracker-0123456789abcdef0123', app.apiKey.slice(0, 100)]) {
      const { status, body, headers } = await load(`/t/${name}.js`);
      assert.equal(status, 404);
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(JSON.parse(body.toString()).error.code, 'not_found');
    }
    for (const name of [`%74${app.trackingKey.slice(1)}`, 'a.b', 'x'.repeat(200)]) {
      const { status, body } = await load(`/t/${name}.js`);
      assert.deepEqual([status, JSON.parse(body.toString()).error.code], [404, 'not_found']);
      assert.match(body.toString(), /There is nothing at/);
    }
    assert.equal((await load('/t/../t/x/y.js')).status, 404);
    assert.equal((await load(path(), {}, 'POST')).status, 404);
  });

  await t.test('goes with its key', async () => {
    const [{ id }] = (await app.api(app.session).get('/tracking/keys', { profile_id: app.profileId })).body.data;
    await app.api(app.session).delete(`/tracking/keys/${id}`, { profile_id: app.profileId });
    assert.equal((await load(path())).status, 404);
  });
});

test('getTrackerScript: what is committed is what the source says', () => {
  const run = spawnSync(process.execPath, [projectFile('bin', 'tracker.ts'), '--check'], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /^tracker: \d+ bytes, \d+ with gzip, \d+ with brotli/);
});
