// Links that tell whose browser follows them: from the token to the journey, and every way in which a token means nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sealLinkToken } from '../../../src/collect/identity/links/sealed-link.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const DAY_MS = 86_400_000;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';
let views = 0;

async function visit(app: TestApp, browser: string, path: string, token?: string): Promise<void> {
  views += 1;
  const event = { event_id: `view-${views}`, event_type: 'page_view', url: `https://shop.example${path}`, svc_t: token };
  const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: browser, events: [event] });
  const headers = { 'content-type': 'application/json', 'user-agent': CHROME };
  const answer = await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', headers, body });
  assert.equal(answer.status, 204);
}
async function tokensFor(app: TestApp, customers: unknown[], more: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await app.api(app.apiKey).post('/customers/link-tokens', { customers, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
async function paths(app: TestApp, customerId: string): Promise<string[]> {
  await app.settle();
  const { body } = await app.api(app.apiKey).get(`/customers/${customerId}/journey`);
  return body.data.events.map(({ path }: Json) => path).sort();
}
async function refusals(app: TestApp): Promise<number> {
  await app.settle();
  const sql = `select count(*) as n from events where list_contains(flags, 'refused_link_token')`;
  const [row] = await app.base.warehouse.query({ profileId: app.profileId }, { sql });
  return Number(row?.['n']);
}

test('createLinkTokens', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const rows = [
    { email: 'ada@example.org', phone: '+56987654321', external_id: 'c-81' },
    { email: 'bo@example.org', national_id: '12.345.678-5' },
  ];
  const result = (await app.api(app.apiKey).post('/customers', { rows })).body.data.results;
  const [ada, bo] = result.map(({ customer_profile_id }: Json) => customer_profile_id);
  const tokenOf = async (email: string): Promise<string> => (await tokensFor(app, [{ email }])).results[0].token;

  await t.test('knows a customer by any of the ways of naming one, and makes none', async () => {
    const data = await tokensFor(app, [
      { customer_profile_id: ada },
      { email: ' ADA@example.org' },
      { phone: '+56 9 8765 4321' },
      { identifier_type: 'national_id', identifier_value: '12345678-5' },
      { email: 'nobody@example.org' },
      { customer_profile_id: '7b0f9a41-3c52-8d10-a9e2-04c5f1d2e3b4' },
      { email: 'ada@example.org', phone: '+56987654321' },
      { identifier_type: 'email' },
      { name: 'Ada' },
      null,
      { email: 'ada.example.org' },
      { phone: '12' },
      { identifier_type: 'national_id', identifier_value: '12345678-4' },
    ]);
    assert.deepEqual(
      data.results.map(({ status, customer_profile_id: id }: Json) => [status, id]),
      [
        ...Array.from({ length: 3 }, () => ['minted', ada]),
        ['minted', bo],
        ['not_found', undefined],
        ['not_found', undefined],
        ...Array.from({ length: 7 }, () => ['invalid', undefined]),
      ],
    );
    assert.deepEqual(
      data.results.slice(6).map(({ reason }: Json) => reason),
      [
        'Name the customer by one of customer_profile_id, email, phone, or identifier_type with identifier_value.',
        'identifier_type and identifier_value belong together.',
        'name: is not a known field; the fields are customer_profile_id, email, phone, identifier_type, identifier_value.',
        'The row must be an object with customer_profile_id, email, phone, identifier_type, identifier_value.',
        'email: is not written as such.',
        'phone: cannot be read as a phone number; write it with + and its country code.',
        'national_id: has a wrong check digit.',
      ],
    );
    const tokens = data.results.slice(0, 4).map(({ token }: Json) => token);
    assert.equal(new Set(tokens).size, 4, 'no two are alike, of one customer either');
    for (const token of tokens) assert.match(token, /^[\w-]{71}$/);
    const expires = new Date(Math.floor(app.clock.now() / 1000) * 1000 + 90 * DAY_MS).toISOString();
    assert.deepEqual(
      data.results.map(({ expires_at }: Json) => expires_at),
      [...Array.from({ length: 4 }, () => expires), ...Array.from({ length: 9 }, () => undefined)],
    );
    assert.deepEqual([data.param, data.minted, data.not_found, data.invalid], ['svc_t', 4, 2, 7]);
    for (const { link_template, merge_tag } of data.recipes)
      assert.ok(link_template.endsWith(`&svc_t=${merge_tag}`), link_template);
    const { data: found } = (await app.api(app.apiKey).get('/customers/search?q=nobody@example.org')).body;
    assert.deepEqual(found, []);
  });

  await t.test('the browser that brings one is the customer’s, with what it did before', async () => {
    await visit(app, 'phone', '/first');
    assert.deepEqual(await paths(app, ada), []);
    await visit(app, 'phone', '/offer', await tokenOf('ada@example.org'));
    await visit(app, 'phone', '/cart');
    assert.deepEqual(await paths(app, ada), ['/cart', '/first', '/offer']);
  });

  await t.test('a browser that is somebody’s stays theirs; the two become a pair to decide on', async () => {
    await visit(app, 'phone', '/lent', await tokenOf('bo@example.org'));
    assert.deepEqual(await paths(app, bo), []);
    assert.deepEqual(await paths(app, ada), ['/cart', '/first', '/lent', '/offer']);
    const pairs = app.base.state.db.prepare('select count(*) from proposals').pluck().get();
    assert.equal(pairs, 1);
  });

  await t.test('changed by one character anywhere it means nothing, and is counted', async () => {
    const token = await tokenOf('bo@example.org');
    const before = await refusals(app);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      await visit(app, `changed-${at}`, '/x', token.slice(0, at) + other + token.slice(at + 1));
    }
    // The last character carries two spare bits: its neighbours decode to the same bytes.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(token.at(-1) as string);
    await visit(app, 'spare-bits', '/x', token.slice(0, -1) + letters[last ^ 1]);
    for (const odd of ['', 'x', `${token}A`, `${token}=`, token.slice(1)]) await visit(app, `odd-${odd.length}`, '/x', odd);
    assert.deepEqual(await paths(app, bo), []);
    assert.equal((await refusals(app)) - before, token.length + 1 + 4, 'an empty one is none');
  });

  await t.test('so do one of another profile and one whose time is over', async () => {
    const other = randomUUID();
    app.base.state.keys.create(other);
    const inAnHour = Math.floor(app.clock.now() / 1000) + 3_600;
    const before = await refusals(app);
    await visit(app, 'foreign', '/x', sealLinkToken(app.base, other, 2n, inAnHour));
    await visit(app, 'gone', '/x', sealLinkToken(app.base, app.profileId, 999_999n, inAnHour));
    const token = (await tokensFor(app, [{ email: 'bo@example.org' }], { expires_in_days: 1 })).results[0].token;
    app.clock.advance(DAY_MS - 2_000);
    await visit(app, 'in-time', '/in-time', token);
    app.clock.advance(3_000);
    await visit(app, 'late', '/late', token);
    assert.deepEqual(await paths(app, bo), ['/in-time']);
    assert.equal((await refusals(app)) - before, 2, 'another profile’s and the late one');
    const { signals } = (await app.api(app.apiKey).get('/tracking/quality')).body.data;
    const expired = signals.find(({ name }: Json) => name === 'link_tokens_expired');
    assert.deepEqual([expired.count, expired.status], [1, 'attention']);
  });

  await t.test('one of a customer who was merged away follows the person, and goes back with the merge', async () => {
    const owner = app.api(app.session);
    const profile_id = app.profileId;
    const openPairs = async () => (await owner.get('/identity/merge-proposals', { profile_id })).body;
    const old = await tokenOf('bo@example.org');
    const [pair] = (await openPairs()).data;
    const merged = await owner.post(`/identity/merge-proposals/${pair.proposal_id}/decide`, { action: 'merge' }, { profile_id });
    assert.equal(merged.status, 200, JSON.stringify(merged.body));
    await visit(app, 'tablet', '/merged', old);
    const [created] = (await tokensFor(app, [{ customer_profile_id: bo }])).results;
    assert.deepEqual([created.status, created.customer_profile_id], ['minted', ada]);
    await visit(app, 'desk', '/after', created.token);
    await visit(app, 'phone', '/again', created.token);
    const whole = ['/after', '/again', '/cart', '/first', '/in-time', '/lent', '/merged', '/offer'];
    assert.deepEqual([await paths(app, ada), await paths(app, bo)], [whole, whole]);
    assert.equal((await openPairs()).status_counts.open, 0, 'one person’s browser is no doubt');

    assert.equal(
      (await owner.post(`/identity/merges/${merged.body.data.audit_log_id}/undo`, undefined, { profile_id })).status,
      200,
    );
    assert.deepEqual(await paths(app, bo), ['/after', '/in-time', '/merged']);
    assert.deepEqual(await paths(app, ada), ['/again', '/cart', '/first', '/lent', '/offer']);
  });

  await t.test('refuses what is not a request', async () => {
    const many = Array.from({ length: 501 }, () => ({ email: 'ada@example.org' }));
    const one = [{ email: 'ada@example.org' }];
    for (const body of [
      {},
      { customers: [] },
      { customers: many },
      { customers: one, expires_in_days: 366 },
      { customers: one, x: 1 },
    ])
      assert.equal((await app.api(app.apiKey).post('/customers/link-tokens', body)).body.error.code, 'validation_error');
  });
});

test('browsers_per_link_token', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { results } = (await app.api(app.apiKey).post('/customers', { rows: [{ email: 'ada@example.org' }] })).body.data;
  const ada = results[0].customer_profile_id;
  const tokenOf = async (): Promise<string> => (await tokensFor(app, [{ email: 'ada@example.org' }])).results[0].token;
  const refused = async (): Promise<number> => {
    await app.settle();
    const { signals } = (await app.api(app.apiKey).get('/tracking/quality')).body.data;
    return signals.find(({ name }: Json) => name === 'link_tokens_forwarded').count;
  };

  await t.test('a token that is forwarded links five browsers, and the rest is counted', async () => {
    const token = await tokenOf();
    for (let i = 1; i <= 8; i++) await visit(app, `forwarded-${i}`, `/f${i}`, token);
    await visit(app, 'forwarded-1', '/again', token);
    assert.deepEqual(await paths(app, ada), ['/again', '/f1', '/f2', '/f3', '/f4', '/f5']);
    assert.equal(await refused(), 3);
  });

  await t.test('each token counts its own, by the number that held when its visit came', async () => {
    const token = await tokenOf();
    await visit(app, 'other-1', '/o1', token);
    const { status } = await app.api(app.apiKey).patch('/tracking/settings', { browsers_per_link_token: 1 });
    assert.equal(status, 200);
    await visit(app, 'other-2', '/o2', token);
    const seen = await paths(app, ada);
    assert.ok(seen.includes('/o1') && !seen.includes('/o2'), JSON.stringify(seen));
    assert.equal(await refused(), 4);
  });
});

test('identify_browsers_by', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const api = app.api(app.apiKey);
  const { results } = (await api.post('/customers', { rows: [{ email: 'ada@example.org' }] })).body.data;
  const ada = results[0].customer_profile_id;
  const introduce = async (browser: string): Promise<void> => {
    const events = [{ event_type: 'identify', user_traits: { email: 'ada@example.org' } }];
    const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: browser, events });
    const headers = { 'content-type': 'application/json', 'user-agent': CHROME };
    assert.equal((await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', headers, body })).status, 204);
  };
  /** The identify event that the address was typed with has no page. */
  const pages = async (): Promise<string[]> => (await paths(app, ada)).map((path) => path ?? 'introduced').sort();
  const listed = async (query = ''): Promise<string[]> => {
    await app.settle();
    const { body } = await api.get(`/tracking/events?limit=100${query}`);
    return body.data
      .map(({ path, customer_profile_id: id }: Json) => `${path ?? 'introduced'} ${id === ada ? 'ada' : 'nobody'}`)
      .sort();
  };
  const [{ token }] = (await tokensFor(app, [{ email: 'ada@example.org' }])).results;
  await visit(app, 'typed', '/typed');
  await introduce('typed');
  await visit(app, 'mailed', '/mailed', token);
  await introduce('stranger');
  const all = ['/mailed', '/typed', 'introduced', 'introduced'];
  assert.deepEqual(await pages(), all);

  await t.test('by link tokens alone, what was typed in a browser links nothing, of all history', async () => {
    const { body } = await api.patch('/tracking/settings', { identify_browsers_by: 'link_token' });
    assert.equal(body.data.identify_browsers_by, 'link_token');
    assert.deepEqual(await pages(), ['/mailed']);
    assert.deepEqual(await listed(), ['/mailed ada', '/typed nobody', 'introduced nobody', 'introduced nobody']);
    assert.deepEqual(await listed(`&customer_profile_id=${ada}`), ['/mailed ada']);
  });
  await t.test('what a linked browser typed is its own customer’s, whomever it named', async () => {
    await introduce('mailed');
    assert.deepEqual(await pages(), ['/mailed', 'introduced']);
    assert.deepEqual(await listed(`&customer_profile_id=${ada}`), ['/mailed ada', 'introduced ada']);
  });
  await t.test('a server’s event goes on to name its customer', async () => {
    const event = { event_type: 'lead_created', idempotency_key: 'k1', user_traits: { email: 'ada@example.org' } };
    assert.equal((await api.post('/events', event)).status, 201);
    assert.deepEqual(await pages(), ['/mailed', 'introduced', 'introduced']);
  });
  await t.test('and again once it is switched back', async () => {
    await api.patch('/tracking/settings', { identify_browsers_by: 'traits' });
    assert.deepEqual(await pages(), [...all, 'introduced', 'introduced']);
    assert.equal((await listed(`&customer_profile_id=${ada}`)).length, 6);
  });
});
