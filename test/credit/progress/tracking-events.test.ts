// The feed of events: pages to go on with, filters, what is held back, and the same events as a stream of Arrow's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Table, tableFromIPC } from 'apache-arrow';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { publicId } from '../../../src/base/kit/ids.ts';
import { type ApiAnswer, startTestApp, type TestApp } from '../../harness.ts';

const PATH = '/tracking/events';
const ARROW = 'application/vnd.apache.arrow.stream';

let app: TestApp;
let narrow: string;

before(async () => {
  app = await startTestApp({ installation: { domain: 'shop.example' } });
  const scopes = ['visitors:read'] as const;
  narrow = createApiKey(app.base, { profileId: app.profileId, name: 'Feed', scopes: [...scopes], actor: 'system' }).secret;
  const visit = (anonymous_id: string, url: string, more: object = {}) => ({
    event_type: 'page_view',
    anonymous_id,
    url,
    ...more,
  });
  const events = [
    visit('ana', 'https://shop.example/boots?utm_source=google&utm_medium=cpc&utm_campaign=spring&gclid=Xy1'),
    visit('ana', 'https://shop.example/cart', { page_title: 'Ein Käse für zwölf, 合計で十二個です', properties: { step: 2 } }),
    visit('bob', 'https://shop.example/', { referrer: 'https://news.example/' }),
  ];
  const agents = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36',
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
  ];
  for (const [at, agent] of agents.entries()) {
    const body = JSON.stringify({
      tracking_key: app.trackingKey,
      events: at === 0 ? events : [visit('bot', 'https://shop.example/x')],
    });
    const answer = await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers: { 'user-agent': agent } });
    assert.equal(answer.status, 204);
  }
  const paid = {
    event_type: 'payment_received',
    anonymous_id: 'ana',
    user_traits: { email: 'ana@example.com' },
    value: { amount: '1234567890.123456', currency: 'USD' },
    idempotency_key: 'p1',
  };
  assert.equal((await app.api(app.apiKey).post('/events', paid)).status, 201);
  assert.equal((await app.api(app.apiKey).post('/events', { event_type: 'lead_created' })).status, 201);
  await app.settle();
});
after(() => app?.close());

const list = (query: Record<string, unknown> = {}, key = app.apiKey): Promise<ApiAnswer> => app.api(key).get(PATH, query);
const types = ({ body }: ApiAnswer): string[] =>
  body.data.map(({ event_type, path }: Record<string, string>) => path ?? event_type);
const ALL = ['/boots', '/cart', '/', '/x', 'payment_received', 'lead_created'];

test('listTrackingEvents', async (t) => {
  await t.test('answers them in order of taking in, with what was found out', async () => {
    const answer = await list();
    assert.deepEqual(types(answer), ALL);
    const [boots, cart, news, bot, paid, lead] = answer.body.data;
    assert.equal(boots.event_id, publicId('fact', app.profileId, 1));
    assert.deepEqual(
      [boots.channel, boots.campaign, boots.click_kinds, boots.click_ids],
      ['Paid Search', 'spring', ['gclid'], { gclid: 'Xy1' }],
    );
    assert.deepEqual(
      [cart.channel, cart.page_title, cart.properties],
      [null, 'Ein Käse für zwölf, 合計で十二個です', { step: 2 }],
    );
    assert.deepEqual([news.channel, news.referrer_host, news.device], ['Referral', 'news.example', 'desktop']);
    assert.deepEqual([bot.is_excluded, lead.customer_profile_id, lead.visitor_id], [true, null, null]);
    assert.deepEqual([paid.value_amount, paid.currency, paid.trust], ['1234567890.123456', 'USD', 'server']);
  });

  await t.test("a person's events carry the id that journeys take", async () => {
    const [boots, , news] = (await list()).body.data;
    assert.notEqual(boots.customer_profile_id, boots.visitor_id, 'the browser is known as a customer');
    assert.equal(news.customer_profile_id, news.visitor_id);
    for (const { customer_profile_id } of [boots, news]) {
      const journey = await app.api(app.apiKey).get(`/customers/${customer_profile_id}/journey`);
      const own = await list({ customer_profile_id });
      assert.equal(own.body.data.length, journey.body.data.total_count);
      assert.ok(own.body.data.length > 0);
    }
  });

  await t.test('pages, from either end, join without gap, and go on when more has come', async () => {
    for (const order of ['oldest', 'newest']) {
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let more = true; more; ) {
        const page = await list({ order, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...types(page));
        ({ has_next: more, cursor } = page.body.pagination);
      }
      assert.deepEqual(seen, order === 'oldest' ? ALL : ALL.toReversed());
      const rest = await list({ order, cursor });
      assert.deepEqual([types(rest), rest.body.pagination], [[], { has_next: false, cursor }]);
    }
    assert.deepEqual((await list({ cursor: publicId('fact', app.workspaceId, 1) })).body.error.code, 'invalid_parameter');
  });

  await t.test('filters', async () => {
    const cases: [Record<string, unknown>, string[]][] = [
      [{ traffic: 'excluded' }, ['/x']],
      [{ traffic: 'people', event_type: 'page_view' }, ['/boots', '/cart', '/']],
      [{ anonymous_id: 'ana', event_type: 'page_view' }, ['/boots', '/cart']],
      [{ anonymous_id: 'nobody' }, []],
      [{ customer_profile_id: app.workspaceId }, []],
      [{ channel: 'Paid Search' }, ['/boots']],
      [{ source: 'google', medium: 'cpc', campaign: 'spring' }, ['/boots']],
      [{ device: 'mobile' }, []],
      [{ to: '2026-03-31T12:00:00Z' }, []],
      [{ from: '2026-03-31T14:00:00+02:00', to: '2026-03-31T12:00:00.001Z' }, ALL],
    ];
    for (const [query, found] of cases) assert.deepEqual(types(await list(query)), found, JSON.stringify(query));
    assert.equal((await list({ from: '2026-03-31T14:00:00Z', to: '2026-03-31T12:00:00Z' })).body.error.code, 'invalid_parameter');
    assert.equal((await list({ from: 'yesterday' })).body.error.code, 'invalid_parameter');
  });

  await t.test('without customers:read nothing that somebody wrote into an id, a URL or a property', async () => {
    const { status, body } = await list({}, narrow);
    assert.equal(status, 200);
    assert.equal(body.data[0].url, 'https://shop.example/boots');
    for (const { click_ids, properties } of body.data) assert.deepEqual([click_ids, properties], [null, null]);
    const other = createApiKey(app.base, {
      profileId: app.profileId,
      name: 'Other',
      scopes: ['analytics:read'],
      actor: 'system',
    });
    assert.equal((await list({}, other.secret)).body.error.code, 'insufficient_scope');
  });
});

test('listTrackingEvents, as Arrow', async (t) => {
  const stream = (query: string, key = app.apiKey) =>
    fetch(`${app.baseUrl}/api/v1${PATH}${query}`, { headers: { authorization: `Bearer ${key}`, accept: `${ARROW}, */*` } });
  const read = async (query: string, key?: string): Promise<Table> =>
    tableFromIPC(new Uint8Array(await (await stream(query, key)).arrayBuffer()));

  await t.test('the same events, to the letter', async () => {
    const answer = await stream('');
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, ARROW]);
    const { data } = (await list()).body;
    const table = await read('');
    assert.equal(table.numRows, data.length);
    const places = Array.from(table.getChild('event_id') ?? []);
    for (const event of data)
      for (const [name, value] of Object.entries(event)) {
        const found = table.getChild(name)?.get(places.indexOf(event.event_id));
        if (/_(time|at)$/.test(name)) assert.equal(new Date(Number(found)).toISOString(), value);
        else if (name === 'value_amount' && value !== null) assert.equal(`${found}`, String(value).replace('.', ''));
        else if (value === null || typeof value === 'string' || typeof value === 'boolean') assert.equal(found, value, name);
        else assert.equal(String(found ?? ''), Array.isArray(value) ? value.join() : JSON.stringify(value), name);
      }
  });

  await t.test('takes the filters, holds the same back, and is a stream also when it is empty', async () => {
    const one = await read('?channel=Paid%20Search', narrow);
    assert.deepEqual(
      [one.numRows, one.getChild('url')?.get(0), one.getChild('click_ids')?.get(0)],
      [1, 'https://shop.example/boots', null],
    );
    const none = await read('?anonymous_id=nobody');
    assert.deepEqual([none.numRows, none.schema.fields.length], [0, Object.keys((await list()).body.data[0]).length]);
  });

  await t.test('refuses as JSON', async () => {
    const answer = await stream('?traffic=some');
    assert.deepEqual(
      [answer.status, ((await answer.json()) as { error: { code: string } }).error.code],
      [400, 'invalid_parameter'],
    );
  });

  await t.test('whoever leaves in the middle holds nothing up', async () => {
    const leaving = await stream('');
    await leaving.body?.cancel();
    for (let n = 0; n < 4; n += 1) assert.equal((await read('')).numRows, ALL.length);
  });
});

test('getTrackingOps', async (t) => {
  const ops = async () => (await app.api(app.apiKey).get('/tracking/ops')).body.data;

  await t.test('says how far the facts have come, and how much room they take', async () => {
    const data = await ops();
    assert.deepEqual([data.status, data.next], ['ok', null]);
    assert.deepEqual([data.journal.accepted_seq, data.journal.facts_kept, data.archive.unsealed_facts], [6, 6, 6]);
    assert.equal(data.journal.newest_at, '2026-03-31T12:00:00.000Z');
    assert.deepEqual([data.stitching.behind_facts, data.landing.behind_facts, data.landing.seq], [0, 0, 6]);
    assert.ok(data.warehouse.bytes > 10_000);
    assert.deepEqual(data.quarantine, { facts: 0, newest_seq: null, newest_reason: null });
  });

  await t.test('what waits shows, and for how long', async () => {
    assert.equal((await app.api(app.apiKey).post('/events', { event_type: 'lead_created' })).status, 201);
    app.clock.advance(90_000);
    const data = await ops();
    assert.deepEqual([data.status, data.stitching.behind_facts, data.landing.behind_seconds], ['attention', 1, 90]);
    assert.match(data.next, /behind/);
  });

  await t.test('sealed facts are counted in the archive', async () => {
    await app.settle();
    await app.base.archive.seal(app.profileId, 5n);
    const { archive, quarantine } = await ops();
    assert.deepEqual([archive.sealed_seq, archive.facts, archive.segments, archive.unsealed_facts], [5, 5, 1, 2]);
    assert.ok(archive.bytes > 500);
    assert.equal(quarantine.facts, 0);
  });
});
