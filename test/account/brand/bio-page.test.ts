// The page of links of a profile: its handle, what anybody sees at its address, where its links lead, and what is counted.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { type TestContext, test } from 'node:test';
import { skeletonOf } from '../../../src/account/brand/handles.ts';
import { openDoor, refused } from '../door.ts';
import { picture } from '../workspaces/pictures.ts';
import { DAY_MS } from '../world.ts';

const HOST = 'pages.example';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Seen {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

async function openBio(t: TestContext) {
  const world = await openDoor(t, { publicHost: HOST });
  const { call, ann, zoe, baseUrl } = world;
  const pathOf = (profileId: string) => `/profile/bio-page?profile_id=${profileId}`;
  const put = (body: object, token = ann.session_token) =>
    call('put', pathOf(token === zoe.session_token ? zoe.profile_id : ann.profile_id), token, { is_published: true, ...body });
  const shown = async () => (await call('get', pathOf(ann.profile_id), ann.session_token)).body.data;
  const see = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Seen>((done, failed) => {
      const options = { method, headers: { host: HOST, 'user-agent': BROWSER, ...headers } };
      get(new URL(path, baseUrl), options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
      }).on('error', failed);
    });
  const free = async (handle: string, profileId = ann.profile_id, token = ann.session_token) =>
    (await call('get', `/profile/bio-page/slug-availability?profile_id=${profileId}&handle=${encodeURIComponent(handle)}`, token))
      .body.data;
  return { ...world, put, shown, see, free };
}

test('getBioPage', async (t) => {
  const { call, ann, shown, memberToken } = await openBio(t);
  const { counts, ...page } = await shown();
  assert.deepEqual(page, {
    profile_id: ann.profile_id,
    handle: null,
    title: null,
    text: null,
    links: [],
    theme: 'auto',
    is_published: false,
    url: null,
    is_public: false,
    reason: 'not_set',
  });
  assert.deepEqual(counts, { date_from: '2026-01-31', date_to: '2026-03-01', views: 0, clicks: 0 });
  assert.equal((await call('get', '/profile/bio-page', ann.api_key)).status, 200);
  const viewer = memberToken('vi@north.example', 'viewer');
  assert.equal((await call('get', `/profile/bio-page?profile_id=${ann.profile_id}`, viewer)).status, 200);
});

test('putBioPage', async (t) => {
  const { put, shown, see, zoe, call, ann, memberToken, base } = await openBio(t);
  const links = [
    { label: 'Coats & <hats>', url: 'https://north.example/coats' },
    { label: 'News', url: 'https://news.example/?utm_source=own', utm: { campaign: 'spring' } },
  ];

  await t.test('is shown at its address, with what was written as text and nothing that runs', async () => {
    await call('post', `/profile/branding/logo?profile_id=${ann.profile_id}`, ann.session_token, {
      content: picture().toString('base64'),
    });
    const { body } = await put({ handle: ' North-Shop ', title: 'North "Shop" </title>', text: 'Wool\r\n<script>', links });
    assert.equal(body.data.url, `https://${HOST}/b/north-shop`);
    assert.equal(body.data.links[0].utm.campaign, 'north-shop');
    const { status, headers, text } = await see('/b/north-shop');
    assert.equal(status, 200);
    assert.ok(!/<script|<\/title>.*<\/title>/s.test(text), text);
    assert.match(text, /Coats &amp; &lt;hats>/);
    assert.match(String(headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/);
    assert.equal(headers['set-cookie'], undefined);
    assert.ok(text.length < 15_000, `${text.length} bytes`);
    const [, logo = ''] = /<img src="([^"]+)"/.exec(text) ?? [];
    assert.equal((await see(logo)).status, 200);
  });

  await t.test('the same again is the same', async () => {
    const body = { handle: 'north-shop', title: 'North', links };
    const first = await put(body);
    assert.deepEqual((await put(body)).body, first.body);
    const moved = await put({ ...body, links: links.toReversed() });
    assert.deepEqual(moved.body.data.links.toReversed(), first.body.data.links, 'a link that moves keeps its id');
  });

  await t.test('links lead on with their tags, past a page that names a host which is not proven', async () => {
    await put({ handle: 'north-shop', links });
    const [coats, news] = (await shown()).links;
    const { status, text } = await see(`/b/north-shop/${coats.id}`);
    assert.equal(status, 200);
    assert.match(text, /<strong>north\.example<\/strong>/);
    assert.match(
      text,
      /href="https:\/\/north\.example\/coats\?utm_source=bio&amp;utm_medium=social&amp;utm_campaign=north-shop"/,
    );
    const claim = base.state.db.prepare(
      "insert into custom_domains (custom_domain_id, profile_id, host, proof, created_by, created_at, verified_at) values ('d', ?, 'north.example', 'p', 'system', 1, 1)",
    );
    claim.run(ann.profile_id);
    const proven = await see(`/b/north-shop/${coats.id}`);
    assert.equal(proven.status, 302);
    assert.equal(proven.headers.location, 'https://north.example/coats?utm_source=bio&utm_medium=social&utm_campaign=north-shop');
    assert.match((await see(`/b/north-shop/${news.id}`)).text, /\?utm_source=own&amp;utm_medium=social&amp;utm_campaign=spring/);
    assert.equal((await see('/b/north-shop/gone')).headers.location, '/b/north-shop');
  });

  await t.test('counts views and clicks of people by day, and nothing else', async () => {
    const before = await shown();
    const [coats] = before.links;
    await see('/b/north-shop');
    await see('/b/north-shop', {}, 'HEAD');
    await see('/b/north-shop', { 'sec-purpose': 'prefetch' });
    await see('/b/north-shop', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await see(`/b/north-shop/${coats.id}`);
    const after = await shown();
    assert.equal(after.counts.views - before.counts.views, 1);
    assert.equal(after.counts.clicks - before.counts.clicks, 1);
    assert.equal(after.links[0].clicks - coats.clicks, 1);
    assert.deepEqual(
      base.state.db.prepare('select distinct day from bio_days').all(),
      [{ day: '2026-03-01' }],
      'the local day and no moment',
    );
  });

  await t.test('an earlier handle leads to the page for 90 days, and only the last three do', async () => {
    await put({ handle: 'north-wool', links });
    assert.equal((await see('/b/north-shop')).headers.location, '/b/north-wool');
    assert.equal((await see('/b/NORTH-Wool')).headers.location, '/b/north-wool');
    assert.equal(refused(await put({ handle: 'n0rth-sh0p' }, zoe.session_token)), '409 invalid_state');
    base.state.db.prepare('update bio_handles set retired_at = retired_at - ?').run(90 * DAY_MS);
    assert.equal((await see('/b/north-shop')).status, 404);
    assert.equal((await put({ handle: 'n0rth-sh0p' }, zoe.session_token)).status, 200);
    for (const handle of ['aaa', 'bbb', 'ccc', 'ddd', 'north-wool']) await put({ handle, links });
    assert.equal((await see('/b/aaa')).status, 404);
    assert.equal((await see('/b/bbb')).headers.location, '/b/north-wool');
  });

  await t.test('what is no page, no link and no handle is refused, and nothing is changed', async () => {
    const before = await shown();
    const refusals: [object, string][] = [
      [{ handle: 'a' }, '422 validation_error'],
      [{ handle: 'two--hyphens' }, '422 validation_error'],
      [{ handle: 'größe' }, '422 validation_error'],
      [{ handle: 'adm1n' }, '409 invalid_state'],
      [{ handle: 'fine', links: [{ label: 'x', url: 'http://north.example' }] }, '422 validation_error'],
      [{ handle: 'fine', links: [{ label: 'x', url: 'javascript:alert(1)' }] }, '422 validation_error'],
      [{ handle: 'fine', links: [links[0], { ...links[0], label: 'again' }] }, '422 validation_error'],
      [{ handle: 'fine', text: 'a\u202eb' }, '422 validation_error'],
      [{ handle: 'fine', text: 'a\u0007b' }, '422 validation_error'],
      [{ handle: 'fine', theme: 'neon' }, '422 validation_error'],
    ];
    for (const [body, expected] of refusals) assert.equal(refused(await put(body)), expected, JSON.stringify(body));
    assert.equal(refused(await put({ handle: 'fine' }, memberToken('al@north.example', 'analyst'))), '403 forbidden');
    assert.deepEqual(await shown(), before);
  });

  await t.test('nobody sees one that is not published, on another host, or of an archived profile', async () => {
    assert.equal((await see('/b/north-wool', { host: 'other.example' })).status, 404);
    assert.equal((await put({ handle: 'north-wool', is_published: false })).body.data.reason, 'not_published');
    assert.equal((await see('/b/north-wool')).status, 404);
    await put({ handle: 'north-wool' });
    assert.equal((await see('/b/north-wool')).status, 200);
    base.state.db.prepare('update access_profiles set archived_at = 1 where profile_id = ?').run(ann.profile_id);
    assert.equal((await see('/b/north-wool')).status, 404);
  });
});

test('getSlugAvailability', async (t) => {
  const { put, free, zoe } = await openBio(t);
  await put({ handle: 'north' });
  const ofZoe = (handle: string) => free(handle, zoe.profile_id, zoe.session_token);
  assert.deepEqual(await free('North'), { handle: 'north', is_available: true, reason: null }, "one's own");
  assert.deepEqual(await ofZoe('north'), { handle: 'north', is_available: false, reason: 'taken' });
  assert.equal((await ofZoe('n0rth')).reason, 'too_similar');
  assert.equal((await ofZoe('no-rth')).reason, 'too_similar');
  assert.equal((await ofZoe('support')).reason, 'reserved');
  assert.equal((await ofZoe('supp0rt')).reason, 'reserved');
  assert.equal((await ofZoe('-north')).reason, 'invalid');
  assert.equal((await ofZoe('south')).reason, null);
});

test('a page without a public host is there only while the installation has one workspace', async (t) => {
  const { call, ann } = await openDoor(t);
  const { body } = await call('put', `/profile/bio-page?profile_id=${ann.profile_id}`, ann.session_token, {
    handle: 'north',
    is_published: true,
  });
  assert.deepEqual([body.data.is_public, body.data.reason, body.data.url], [false, 'no_public_host', null]);
});

test('handles that look alike have one skeleton, and others do not', () => {
  const alike = [
    ['north', 'n0rth'],
    ['illi', '1ll1'],
    ['modern', 'modem'],
    ['vvool', 'wool'],
    ['cloud', 'doud'],
    ['a-b-c', 'abc'],
  ];
  for (const [one = '', other = ''] of alike) assert.equal(skeletonOf(one), skeletonOf(other));
  assert.notEqual(skeletonOf('north'), skeletonOf('south'));
});
