// Own domains joined, over HTTP as trackers speak it: a token from the answer of collect makes one visitor of two browsers' ids, once; every other
// token means nothing, and no page hears of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseDue } from '../../../src/collect/identity/index.ts';
import { ask } from '../../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';
const SECOND_MS = 1000;
let views = 0;

const post = (app: TestApp, body: object, key = app.trackingKey): Promise<Response> =>
  fetch(`${app.baseUrl}/t/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', accept: 'application/json', 'user-agent': CHROME },
    body: JSON.stringify({ tracking_key: key, ...body }),
  });

/** A page view; the page hears that all is well, whatever the token is. */
async function visit(app: TestApp, browser: string, url: string, token?: string, id = `view-${++views}`): Promise<void> {
  const event = { event_id: id, event_type: 'page_view', url, svc_t: token };
  const answer = await post(app, { anonymous_id: browser, events: [event] });
  assert.deepEqual([answer.status, await answer.json()], [200, { data: { accepted: 1, rejected: [] } }]);
}

async function tokenFor(app: TestApp, browser: string, host = 'blog.example', key?: string): Promise<string> {
  const answer = await post(app, { anonymous_id: browser, link_to: host, events: [] }, key);
  const { data } = (await answer.json()) as Json;
  assert.equal(answer.status, 200);
  return data.link_token;
}

test('collectEvents: own domains joined', async (t) => {
  const app = await startTestApp({
    at: '2026-03-02T10:00:00Z',
    installation: { domain: 'shop.example' },
    config: { checkResponses: true },
  });
  t.after(() => app.close());
  const owner = app.api(app.apiKey);
  assert.equal((await owner.patch('/tracking/settings', { extra_origins: ['www.blog.example', 'news.example'] })).status, 200);
  const rows = async (sql: string): Promise<Json[]> => {
    await app.settle();
    return ask(app.base, app.profileId, { sql });
  };
  /** The browsers of the page views with these paths, as one letter each in their order. */
  const browsersOf = async (...paths: string[]): Promise<string> => {
    const list = paths.map((path) => `'${path}'`).join(', ');
    const found = await rows(`select visitor_key from events where path in (${list}) order by seq`);
    const keys = found.map(({ visitor_key }) => String(visitor_key));
    return keys.map((key) => 'abcdef'[[...new Set(keys)].indexOf(key)]).join('');
  };
  const refusals = async (): Promise<number> =>
    Number((await rows(`select count(*) as n from events where list_contains(flags, 'refused_link_token')`))[0].n);

  await t.test('one browser, one visit, on both domains and from then on', async () => {
    await visit(app, 'anna', 'https://shop.example/anna-1?utm_source=news&utm_medium=email');
    const token = await tokenFor(app, 'anna');
    assert.match(token, /^b-[\w-]+$/);
    assert.ok(!Buffer.from(token.slice(2), 'base64url').toString('latin1').includes('anna'), 'nothing can be read in it');
    app.clock.advance(5 * SECOND_MS);
    await visit(app, 'anna-on-blog', 'https://www.blog.example/anna-2', token, 'first');
    await visit(app, 'anna-on-blog', 'https://www.blog.example/anna-2', token, 'first');
    await visit(app, 'anna-on-blog', 'https://blog.example/anna-3');
    await visit(app, 'anna', 'https://shop.example/anna-4');
    const paid = { event_type: 'payment_received', idempotency_key: 'o1', anonymous_id: 'anna-on-blog' };
    const order = { ...paid, value: { amount: '10', currency: 'USD' } };
    assert.equal((await owner.post('/events', order)).status, 201);
    assert.equal((await owner.post('/events', order)).status, 200, 'a repeat is what was sent before');
    assert.equal(await browsersOf('/anna-1', '/anna-2', '/anna-3', '/anna-4'), 'aaaa');
    const sessions = await rows('select source, page_views from sessions join origins using (origin_id)');
    assert.deepEqual(sessions, [{ source: 'news', page_views: 4 }]);
    const credit = await rows('select source from credit join origins using (origin_id) where last_touch > 0');
    assert.deepEqual(credit, [{ source: 'news' }]);
    assert.equal(await refusals(), 0);
    assert.equal(Number((await rows('select count(*) as n from customers'))[0].n), 0, 'it names nobody');
  });

  await t.test('a chain of domains leads to the first, and a circle back to it', async () => {
    await visit(app, 'carl', 'https://shop.example/carl-1');
    await visit(app, 'carl-on-blog', 'https://blog.example/carl-2', await tokenFor(app, 'carl'));
    await visit(app, 'carl-on-news', 'https://news.example/carl-3', await tokenFor(app, 'carl-on-blog', 'news.example'));
    await visit(app, 'carl', 'https://shop.example/carl-4', await tokenFor(app, 'carl-on-news', 'shop.example'));
    assert.equal(await browsersOf('/carl-1', '/carl-2', '/carl-3', '/carl-4'), 'aaaa');
    assert.equal(await refusals(), 0);
  });

  await t.test('used by another browser, forged, expired, of another host or profile: it means nothing', async () => {
    const used = await tokenFor(app, 'bert');
    await visit(app, 'bert', 'https://shop.example/bert-1');
    await visit(app, 'bert-on-blog', 'https://blog.example/bert-2', used);
    const others = await startTestApp({ at: '2026-03-02T10:00:00Z', installation: { domain: 'blog.example' } });
    t.after(() => others.close());
    const fresh = await tokenFor(app, 'bert');
    const middle = Math.floor(fresh.length / 2);
    const forged = fresh.slice(0, middle) + (fresh[middle] === 'A' ? 'B' : 'A') + fresh.slice(middle + 1);
    const tried: [string, string, string?][] = [
      ['replay', used],
      ['forged', forged],
      ['cut', fresh.slice(0, -4)],
      ['nothing', 'b-'],
      ['long', `b-${'A'.repeat(9000)}`],
      ['other-tenant', await tokenFor(others, 'bert')],
      ['other-host', fresh, 'https://news.example'],
      ['no-host', fresh, 'about:blank'],
    ];
    for (const [name, token, site = 'https://blog.example'] of tried) await visit(app, `thief-${name}`, `${site}/thief`, token);
    app.clock.advance(120 * SECOND_MS);
    await visit(app, 'thief-late', 'https://blog.example/thief', fresh);
    const paths = await browsersOf('/bert-1', '/bert-2', '/thief');
    assert.equal(paths.slice(0, 2), 'aa');
    assert.ok(!paths.slice(2).includes('a'), paths);
    assert.ok((await refusals()) >= 8);
  });

  await t.test('a browser that is known as a customer’s stays theirs', async () => {
    const identify = { event_type: 'identify', event_id: 'known', user_traits: { email: 'dora@example.org' } };
    await post(app, { anonymous_id: 'dora', events: [{ ...identify, url: 'https://blog.example/dora-1' }] });
    await app.settle();
    await visit(app, 'dora', 'https://blog.example/dora-2', await tokenFor(app, 'eve'));
    await visit(app, 'eve', 'https://shop.example/eve');
    assert.equal(await browsersOf('/dora-1', '/dora-2', '/eve'), 'aab');
  });

  await t.test('an erasure of the person takes the join with it', async () => {
    const known = { event_type: 'account_created', idempotency_key: 'fay', anonymous_id: 'fay' };
    assert.equal((await owner.post('/events', { ...known, user_traits: { email: 'fay@example.org' } })).status, 201);
    await app.settle();
    await visit(app, 'fay-on-blog', 'https://blog.example/fay-1', await tokenFor(app, 'fay'));
    await visit(app, 'fay', 'https://shop.example/fay-1');
    assert.equal(await browsersOf('/fay-1'), 'aa');
    const erasure = { profile_id: app.profileId, email: 'fay@example.org' };
    const answer = await app.api(app.session).post(`/workspaces/${app.workspaceId}/customer-erasures`, erasure);
    assert.ok([200, 202].includes(answer.status), 'done, or under way');
    await eraseDue(app.base, app.profileId);
    await visit(app, 'fay-on-blog', 'https://blog.example/fay-2');
    await visit(app, 'fay', 'https://shop.example/fay-2');
    assert.equal(await browsersOf('/fay-2'), 'ab');
  });

  await t.test('there is no token for a host of others, nor without a browser', async () => {
    for (const host of ['other.example', 'shop.example.evil.test', 'notblog.example', '', 'x'])
      assert.equal(await tokenFor(app, 'anna', host), undefined, host);
    assert.equal(((await (await post(app, { link_to: 'blog.example', events: [] })).json()) as Json).data.link_token, undefined);
    assert.equal((await post(app, { anonymous_id: 'anna', events: [] })).status, 422, 'nothing was asked for');
    assert.equal((await post(app, { anonymous_id: 'a'.repeat(300), link_to: 'blog.example', events: [] })).status, 200);
  });

  await t.test('the tracker has its piece for it where there are several domains, and not where there is one', async () => {
    const script = async (): Promise<string> => (await fetch(`${app.baseUrl}/t/${app.trackingKey}.js`)).text();
    assert.match(await script(), /link_to/);
    assert.equal((await owner.patch('/tracking/settings', { extra_origins: ['pay.shop.example'] })).status, 200);
    assert.doesNotMatch(await script(), /link_to/);
  });
});
