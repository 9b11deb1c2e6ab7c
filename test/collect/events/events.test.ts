import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Fact } from '../../../src/base/journal/journal.ts';
import { numberOf } from '../../../src/base/kit/ids.ts';
import type { EventBody } from '../../../src/collect/events/event-body.ts';
import { type ApiAnswer, startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
});
after(() => app.close());

const value = { amount: '12.50', currency: 'EUR' };
let keys = 0;
const freshKey = (): string => `key-${++keys}`;
const facts = (): Fact[] => app.base.journal.read(app.profileId, 0n, 10_000);
const bodyOf = (fact: Fact | undefined): EventBody => JSON.parse(fact?.body ?? '{}') as EventBody;
const post = (body: unknown): Promise<ApiAnswer> => app.api(app.apiKey).post('/events', body);
const last = (): EventBody => bodyOf(facts().at(-1));

/** As the text it is, for bodies that no JSON writer would make. */
async function postText(path: string, text: string | Uint8Array<ArrayBuffer>, type = 'application/json') {
  const response = await fetch(new URL(path, app.baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': type },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as { error: { code: string; message: string } } };
}

test('createEvent', async (t) => {
  await t.test('answers 201 once the outcome is on disk', async () => {
    const { status, body } = await post({
      event_type: 'payment_received',
      idempotency_key: freshKey(),
      occurred_at: '2026-03-30T10:00:00.123456Z',
      value,
      user_traits: { external_id: 'c-1', email: 'ada@example.org' },
      utm: { source: 'news', medium: 'email' },
      context: { ip: '192.0.2.7', user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0' },
    });
    assert.equal(status, 201);
    assert.equal(body.data.status, 'created');
    const fact = facts().at(-1);
    assert.equal(numberOf('fact', app.profileId, body.data.outcome_event_id), fact?.seq);
    assert.equal(fact?.occurredAt, Date.parse('2026-03-30T10:00:00.123Z') * 1000 + 456);
    assert.equal(fact?.trust, 'server');
    const kept = bodyOf(fact);
    assert.deepEqual([kept.value_amount, kept.currency, kept.browser], ['12.50', 'EUR', 'Firefox']);
    assert.deepEqual(kept.origin, { utm_source: 'news', utm_medium: 'email' });
    assert.ok(!JSON.stringify(kept).includes('192.0.2.7'), 'the address is not kept');
  });

  await t.test('answers a repeat with the same id, whatever the order of its fields', async () => {
    const idempotency_key = freshKey();
    const first = await post({ event_type: 'payment_received', idempotency_key, value });
    const again = await post({ value: { currency: 'EUR', amount: '12.50' }, idempotency_key, event_type: 'payment_received' });
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.deepEqual(again.body.data, { outcome_event_id: first.body.data.outcome_event_id, status: 'duplicate' });
  });

  await t.test(
    'answers a repeat that says the same in other letters: the amount by its value, the moment by itself',
    async () => {
      const idempotency_key = freshKey();
      const pay = (change: object) =>
        post({ event_type: 'payment_received', idempotency_key, value, occurred_at: '2026-03-14T09:26:53Z', ...change });
      assert.equal((await pay({})).status, 201);
      const same = [
        { value: { amount: 12.5, currency: 'EUR' } },
        { value: { amount: '012.500000', currency: 'eur' } },
        { occurred_at: '2026-03-14T10:26:53.000+01:00' },
        { occurred_at: '2026-03-14T09:26:53+0000' },
        { occurred_at: '2026-03-14T06:26:53-03' },
        { occurred_at: '2026-03-14 09:26:53.000z' },
      ];
      for (const change of same) assert.equal((await pay(change)).status, 200, JSON.stringify(change));
      const others = [
        { value: { amount: '12.500001', currency: 'EUR' } },
        { value: { amount: '12.50', currency: 'USD' } },
        { occurred_at: '2026-03-14T09:26:53.001Z' },
        { occurred_at: undefined },
      ];
      for (const change of others) assert.equal((await pay(change)).status, 409, JSON.stringify(change));
    },
  );

  await t.test('takes a time without seconds, at every door that takes times', async () => {
    const api = app.api(app.apiKey);
    const idempotency_key = freshKey();
    const sent = { event_type: 'payment_received', idempotency_key, value };
    assert.equal((await post({ ...sent, occurred_at: '2026-03-14T10:00Z' })).status, 201);
    assert.equal((await post({ ...sent, occurred_at: '2026-03-14T10:00:00.000Z' })).status, 200);
    await app.settle();
    const range = { from: '2026-03-14T07:00-03', to: '2026-03-14 10:01:00 UTC' };
    for (const path of ['/payments', '/tracking/events']) assert.equal((await api.get(path, range)).status, 200, path);
    const payment = {
      gateway: 'g',
      payment_ref: idempotency_key,
      amount: '5',
      currency: 'EUR',
      paid_at: '2026-03-14T07:00-0300',
    };
    assert.equal((await api.post('/payments/card_gateway', payment)).status, 201);
  });

  await t.test('lets the clock go on between repeats: defaults of ours are not part of the body', async () => {
    const idempotency_key = freshKey();
    await post({ event_type: 'lead_created', idempotency_key });
    app.clock.advance(60_000);
    assert.equal((await post({ event_type: 'lead_created', idempotency_key })).status, 200);
  });

  await t.test('answers 409 to another body under the same key, and changes nothing', async () => {
    const idempotency_key = freshKey();
    await post({ event_type: 'payment_received', idempotency_key, value });
    const before = facts().length;
    const { status, body } = await post({ event_type: 'payment_received', idempotency_key, value: { ...value, amount: '13' } });
    assert.deepEqual([status, body.error.code], [409, 'idempotency_key_conflict']);
    assert.equal(facts().length, before);
  });

  await t.test('makes one outcome of many equal posts at once', async () => {
    const idempotency_key = freshKey();
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ event_type: 'x', idempotency_key, value })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(new Set(answers.map(({ body }) => body.data.outcome_event_id)).size, 1);
  });

  await t.test('makes a fresh outcome of each post without a key and value', async () => {
    const one = await post({ event_type: 'lead_created' });
    const two = await post({ event_type: 'lead_created' });
    assert.deepEqual([one.status, two.status], [201, 201]);
    assert.notEqual(one.body.data.outcome_event_id, two.body.data.outcome_event_id);
  });

  await t.test('refuses a value without a key, by its name', async () => {
    const { status, body } = await post({ event_type: 'payment_received', value });
    assert.deepEqual([status, body.error.code], [422, 'validation_error']);
    assert.match(body.error.message, /^idempotency_key/);
  });

  await t.test('is for those who may write: no key, a read-only person', async () => {
    assert.equal((await app.api().post('/events', { event_type: 'x' })).status, 401);
    assert.equal((await app.api(app.session).post('/events', { event_type: 'x' })).status, 400, 'a session names the profile');
    assert.equal((await app.api(app.session).post('/events', { event_type: 'x' }, { profile_id: app.profileId })).status, 201);
  });
});

test('createEvent: bad input', async (t) => {
  const pay = { event_type: 'payment_received', value };
  const refused: [string, Record<string, unknown>, string][] = [
    ['a wrong type', { event_type: 7 }, 'event_type'],
    ['an empty type', { event_type: '' }, 'event_type'],
    ['no type', {}, 'event_type'],
    ['a field nobody knows', { event_type: 'x', colour: 'red' }, 'colour'],
    ['a field nobody knows in a trait', { event_type: 'x', user_traits: { shoe_size: '9' } }, 'user_traits.shoe_size'],
    ['an impossible date', { event_type: 'x', occurred_at: '2026-02-30T00:00:00Z' }, 'occurred_at'],
    ['a date without a zone', { event_type: 'x', occurred_at: '2026-02-20T00:00:00' }, 'occurred_at'],
    ['an event of 1970', { event_type: 'x', occurred_at: '1970-01-01T00:00:00Z' }, 'occurred_at'],
    ['an unknown enum', { event_type: 'x', action_source: 'pigeon' }, 'action_source'],
    ['no object for an object', { event_type: 'x', user_traits: 'ada' }, 'user_traits'],
    ['NUL', { event_type: 'a\0b' }, 'event_type'],
    ['half a surrogate pair', { event_type: 'x', properties: { a: 'b\ud83d' } }, 'properties.a'],
    ['a reserved name', { event_type: 'x', properties: Object.fromEntries([['__proto__', { a: 1 }]]) }, 'properties.__proto__'],
    ['an empty amount', { ...pay, value: { ...value, amount: '' } }, 'value.amount'],
    ['negative money', { ...pay, value: { ...value, amount: -1 } }, 'value.amount'],
    ['seven decimals', { ...pay, value: { ...value, amount: '1.0000001' } }, 'value.amount'],
    ['seven decimals of a number', { ...pay, value: { ...value, amount: 1.0000001 } }, 'value.amount'],
    ['1e308', { ...pay, value: { ...value, amount: 1e308 } }, 'value.amount'],
    ['money without a currency', { ...pay, value: { amount: '1' } }, 'value.currency'],
    ['an unknown currency', { ...pay, value: { amount: '1', currency: 'QQQ' } }, 'value.currency'],
    ['a long key', { ...pay, idempotency_key: 'k'.repeat(257) }, 'idempotency_key'],
    ['a page that is none', { event_type: 'x', event_source_url: 'javascript:alert(1)' }, 'event_source_url'],
    ['a reversal without a value', { event_type: 'x', idempotency_key: 'r', refund_of: 'k' }, 'value'],
  ];
  for (const [name, body, field] of refused) {
    await t.test(`${name}: 422 naming ${field}`, async () => {
      const before = facts().length;
      const answer = await post({ idempotency_key: freshKey(), ...body });
      assert.deepEqual([answer.status, answer.body.error?.code], [422, 'validation_error'], JSON.stringify(answer.body));
      assert.ok(answer.body.error.message.startsWith(field), answer.body.error.message);
      assert.equal(facts().length, before);
    });
  }

  await t.test('an event in the future: taken at the time of receipt, flagged', async () => {
    assert.equal((await post({ event_type: 'x', occurred_at: '2030-01-01T00:00:00Z' })).status, 201);
    assert.equal(facts().at(-1)?.occurredAt, app.clock.now() * 1000);
    assert.deepEqual(last().flags, ['future_clamped']);
  });
  await t.test('identifiers that identify nobody: left out, flagged', async () => {
    assert.equal((await post({ event_type: 'x', user_traits: { email: 'nobody', phone: '123' } })).status, 201);
    assert.deepEqual(last().flags, ['refused_email', 'refused_phone']);
  });
  await t.test('invalid JSON, no JSON, no UTF-8: 400', async () => {
    for (const text of ['{', '', 'event_type=x', '{"event_type":"x"}}'])
      assert.equal((await postText('/api/v1/events', text)).body.error.code, 'invalid_request', text);
    assert.equal((await postText('/api/v1/events', '{"event_type":"x"}', 'text/plain')).body.error.code, 'invalid_request');
    assert.equal((await postText('/api/v1/events', new Uint8Array([0x22, 0xff, 0x22]))).body.error.code, 'invalid_request');
  });
  await t.test('a list, a text, null for a body: 422', async () => {
    for (const text of ['[]', '"x"', 'null', '7']) assert.equal((await postText('/api/v1/events', text)).status, 422, text);
  });
  await t.test('nested 100,000 levels: 400', async () => {
    const text = `{"event_type":"x","properties":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    assert.equal((await postText('/api/v1/events', text)).status, 400);
  });
  await t.test('too large: 413', async () => {
    const text = JSON.stringify({ event_type: 'x', properties: { a: 'y'.repeat(6 * 1024 * 1024) } });
    const { status, body } = await postText('/api/v1/events', text);
    assert.deepEqual([status, body.error.code], [413, 'payload_too_large']);
  });
});

test('createEventBatch', async (t) => {
  const batch = (events: unknown[]): Promise<ApiAnswer> => app.api(app.apiKey).post('/events/batch', { events });

  await t.test('answers every row in its place, and keeps the sound ones', async () => {
    const existing = freshKey();
    await post({ event_type: 'payment_received', idempotency_key: existing, value });
    const fresh = freshKey();
    const before = facts().length;
    const { status, body } = await batch([
      { event_type: 'payment_received', idempotency_key: existing, value },
      { event_type: 'payment_received', idempotency_key: fresh, value },
      { event_type: 'payment_received', value },
      { event_type: 'payment_received', idempotency_key: fresh, value },
      { event_type: 'payment_received', idempotency_key: fresh, value: { ...value, amount: 1 } },
      'no event',
      null,
      { event_type: 'x', properties: { a: '\ud800' } },
      { event_type: 'lead_created' },
    ]);
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.results.map((row: { index: number; status: string; error?: { code: string } }) => [
        row.index,
        row.status,
        row.error?.code,
      ]),
      [
        [0, 'duplicate', undefined],
        [1, 'created', undefined],
        [2, 'rejected', 'validation_error'],
        [3, 'duplicate', undefined],
        [4, 'rejected', 'idempotency_key_conflict'],
        [5, 'rejected', 'validation_error'],
        [6, 'rejected', 'validation_error'],
        [7, 'rejected', 'validation_error'],
        [8, 'created', undefined],
      ],
    );
    assert.equal(body.data.results[1].outcome_event_id, body.data.results[3].outcome_event_id);
    assert.deepEqual(body.data.summary, { total: 9, created: 2, duplicate: 2, rejected: 5 });
    assert.equal(facts().length, before + 2);
  });

  await t.test('takes 1,000 rows, not 1,001 and not none', async () => {
    const rows = Array.from({ length: 1001 }, () => ({ event_type: 'x', idempotency_key: freshKey(), value }));
    const { body } = await batch(rows.slice(1));
    assert.equal(body.data.summary.created, 1000);
    assert.equal((await batch(rows)).status, 422);
    assert.equal((await batch([])).status, 422);
  });

  await t.test('takes up to 5 MB', async () => {
    const rows = Array.from({ length: 150 }, () => ({ event_type: 'x', properties: { a: 'y'.repeat(30_000) } }));
    assert.equal((await batch(rows)).body.data.summary.created, 150);
    const more = Array.from({ length: 200 }, () => ({ event_type: 'x', properties: { a: 'y'.repeat(30_000) } }));
    assert.equal((await batch(more)).status, 413);
  });
});
