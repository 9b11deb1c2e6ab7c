// Short links: what they lead to, who may change them, what is counted, and where they answer.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { type TestContext, test } from 'node:test';
import { openDoor, refused } from '../door.ts';

const HOST = 'pages.example';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const COATS = 'https://north.example/coats';

async function openLinks(t: TestContext, publicHost: string | null = HOST) {
  const world = await openDoor(t, publicHost === null ? {} : { publicHost });
  const { call, ann, baseUrl } = world;
  const at = (path = '', profileId = ann.profile_id) => `/links${path}?profile_id=${profileId}`;
  const create = (body: object, token = ann.session_token) => call('post', at(), token, body);
  const list = async () => (await call('get', at(), ann.session_token)).body.data;
  const see = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; location: string | undefined; text: string; cookies: unknown }>((done, failed) => {
      const options = { method, headers: { host: HOST, 'user-agent': BROWSER, ...headers } };
      get(new URL(path, baseUrl), options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          const { location, 'set-cookie': cookies } = response.headers;
          done({ status: response.statusCode ?? 0, location, text, cookies });
        });
      }).on('error', failed);
    });
  const prove = () =>
    world.base.state.db
      .prepare(
        "insert into custom_domains (custom_domain_id, profile_id, host, proof, created_by, created_at, verified_at) values ('d', ?, 'north.example', 'p', 'system', 1, 1)",
      )
      .run(ann.profile_id);
  return { ...world, at, create, list, see, prove };
}

const pathOf = (shortUrl: string): string => new URL(shortUrl).pathname;

test('createShortLink', async (t) => {
  const { create, list, call, ann, zoe, at, memberToken, base, baseUrl } = await openLinks(t);

  await t.test('has an address of its own, and the tags of Organic Social unless others are chosen', async () => {
    const { status, body } = await create({ label: 'Flyer', url: COATS, utm: { source: 'flyer', campaign: 'fair' } });
    assert.equal(status, 201);
    assert.match(body.data.short_url, new RegExp(`^https://${HOST}/l/[a-z2-9]{8}$`));
    assert.equal(body.data.tagged_url, `${COATS}?utm_source=flyer&utm_medium=social&utm_campaign=fair`);
    assert.deepEqual([body.data.clicks, body.data.clicks_recent, body.data.label], [0, 0, 'Flyer']);
    assert.deepEqual(await list(), [body.data]);
  });

  await t.test('leads to the share destination where no address is named', async () => {
    assert.equal(refused(await create({})), '422 validation_error');
    const share = { url: 'https://north.example/', utm: { medium: 'email' } };
    await call('put', `/profile/share-destination?profile_id=${ann.profile_id}`, ann.session_token, share);
    const { body } = await create({ utm: { content: 'story' } });
    assert.equal(body.data.tagged_url, 'https://north.example/?utm_source=share&utm_medium=email&utm_content=story');
  });

  await t.test('the same call repeated with its key makes one link', async () => {
    const before = (await list()).length;
    const headers = {
      authorization: `Bearer ${ann.session_token}`,
      'content-type': 'application/json',
      'idempotency-key': 'once-and-again',
    };
    const send = async () => {
      const answer = await fetch(`${baseUrl}/api/v1${at()}`, { method: 'POST', headers, body: JSON.stringify({ url: COATS }) });
      assert.equal(answer.status, 201);
      return answer.json();
    };
    assert.deepEqual(await send(), await send());
    assert.equal((await list()).length, before + 1);
  });

  await t.test('what is no address outside, or comes from somebody who may not, is refused', async () => {
    const before = await list();
    for (const url of [
      'http://north.example/',
      'javascript:alert(1)',
      'https://a:b@north.example/',
      `https://a.example/${'x'.repeat(2000)}`,
    ])
      assert.equal(refused(await create({ url })), '422 validation_error', url);
    assert.equal(refused(await create({ url: COATS, label: 'a\u202eb' })), '422 validation_error');
    assert.equal(refused(await create({ url: COATS }, memberToken('al@north.example', 'analyst'))), '403 forbidden');
    assert.equal((await create({ url: COATS }, zoe.session_token)).status, 404, 'the profile of another tenant');
    assert.deepEqual(await list(), before);
  });

  await t.test('a profile has at most 500', async () => {
    const add = base.state.db.prepare(
      "insert into short_links (link_id, profile_id, token, url, utm, created_by, created_at) values (?, ?, ?, ?, '{}', 'system', 1)",
    );
    const missing = 500 - (await list()).length;
    for (let i = 0; i < missing; i++) add.run(`full-${i}`, ann.profile_id, `full-${i}`, COATS);
    assert.equal(refused(await create({ url: COATS })), '409 invalid_state');
  });
});

test('a link leads on with its tags, and its clicks are counted by day', async (t) => {
  const { create, list, see, prove, base } = await openLinks(t);
  const { short_url } = (await create({ url: COATS })).body.data;
  const path = pathOf(short_url);

  const named = await see(path);
  assert.equal(named.status, 200);
  assert.match(named.text, /<strong>north\.example<\/strong>/, 'a host that is not verified is named first');
  assert.match(named.text, /href="https:\/\/north\.example\/coats\?utm_source=share&amp;utm_medium=social"/);
  assert.ok(!named.text.includes('<script'));
  prove();
  const led = await see(path.toUpperCase().replace('/L/', '/l/'));
  assert.deepEqual([led.status, led.location], [302, `${COATS}?utm_source=share&utm_medium=social`]);
  assert.equal(led.cookies, undefined);

  await see(path, {}, 'HEAD');
  await see(path, { 'sec-purpose': 'prefetch' });
  await see(path, { 'user-agent': 'facebookexternalhit/1.1' });
  const [counted] = await list();
  assert.deepEqual([counted.clicks, counted.clicks_recent], [2, 2], 'those of people');
  base.state.db.prepare("update short_link_days set day = '2025-12-01'").run();
  await see(path);
  const [later] = await list();
  assert.deepEqual([later.clicks, later.clicks_recent], [3, 1]);
});

test('listShortLinks', async (t) => {
  const { create, list, call, at, ann, memberToken } = await openLinks(t);
  const labels = ['first', 'second', 'third'];
  for (const label of labels) await create({ label, url: COATS });
  assert.deepEqual((await list()).map(({ label }: { label: string }) => label).toSorted(), labels.toSorted());
  for (const token of [ann.api_key, memberToken('vi@north.example', 'viewer')])
    assert.equal((await call('get', at(), token)).body.data.length, 3);
});

async function openLink(t: TestContext) {
  const world = await openLinks(t);
  world.prove();
  const { link_id, short_url } = (await world.create({ label: 'Flyer', url: COATS, utm: { source: 'flyer' } })).body.data;
  return { ...world, link_id, short_url, path: pathOf(short_url) };
}

test('updateShortLink', async (t) => {
  const { call, see, at, ann, zoe, link_id, short_url, path } = await openLink(t);
  const change = (body: object, token = ann.session_token, profileId = ann.profile_id) =>
    call('patch', at(`/${link_id}`, profileId), token, body);
  const changed = await change({ url: 'https://north.example/sale' });
  assert.equal(changed.body.data.short_url, short_url, 'what is printed stays right');
  assert.deepEqual([changed.body.data.label, changed.body.data.utm.source], ['Flyer', 'flyer']);
  assert.equal((await see(path)).location, 'https://north.example/sale?utm_source=flyer&utm_medium=social');
  assert.equal((await change({ label: null, utm: null })).body.data.utm.source, 'share');
  assert.equal(refused(await change({})), '422 validation_error');
  assert.equal(refused(await change({ url: 'ftp://north.example' })), '422 validation_error');
  assert.equal((await change({ label: 'x' }, zoe.session_token, zoe.profile_id)).status, 404, 'a link of another profile');
});

test('getShortLinkQrCode', async (t) => {
  const { call, at, ann, zoe, link_id, short_url } = await openLink(t);
  const code = await call('get', at(`/${link_id}/qr-code`), ann.session_token);
  assert.equal(code.body.data.short_url, short_url);
  assert.match(code.body.data.svg, /^<svg [^>]*>.*fill="#fff".*<\/svg>\s*$/s);
  assert.equal((await call('get', at(`/${link_id}/qr-code`, zoe.profile_id), zoe.session_token)).status, 404);
});

test('deleteShortLink', async (t) => {
  const { call, list, see, at, ann, link_id, path } = await openLink(t);
  await see(path);
  const remove = () => call('delete', at(`/${link_id}`), ann.session_token);
  assert.equal((await remove()).body.data.deleted, true);
  assert.equal((await remove()).status, 404);
  assert.equal((await see(path)).status, 404);
  assert.deepEqual(await list(), []);
});

test('a link answers on the public host alone, and for live profiles', async (t) => {
  const { create, see, base, ann } = await openLinks(t);
  const path = pathOf((await create({ url: COATS })).body.data.short_url);
  assert.equal((await see(path)).status, 200);
  assert.equal((await see(path, { host: 'other.example' })).status, 404);
  assert.equal((await see('/l/zzzzzzzz')).status, 404);
  base.state.db.prepare('update access_profiles set archived_at = 1 where profile_id = ?').run(ann.profile_id);
  assert.equal((await see(path)).status, 404);
});

test('without a public host links have no address while the installation has several workspaces', async (t) => {
  const { create, call, at, ann } = await openLinks(t, null);
  const { data } = (await create({ url: COATS })).body;
  assert.equal(data.short_url, null);
  assert.equal(refused(await call('get', at(`/${data.link_id}/qr-code`), ann.session_token)), '409 invalid_state');
});
