// Customers told of in lists: whom each row names, what it may change, and that a bad row stops nobody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOf } from '../../../src/base/kit/ids.ts';
import { customerByEmail, describeCustomers } from '../../../src/collect/identity/index.ts';
import type { TestApp } from '../../harness.ts';
import { startTestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const NOBODY = 'One of phone, email and national_id is needed; external_id is not sufficient.';

async function sent(app: TestApp, rows: unknown[], more: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await app.api(app.apiKey).post('/customers', { rows, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
const statuses = ({ results }: Json): string[] => results.map(({ status }: Json) => status);
const search = async (app: TestApp, q: string): Promise<Json[]> =>
  (await app.api(app.apiKey).get(`/customers/search?q=${encodeURIComponent(q)}`)).body.data;
const phonesAsGiven = (app: TestApp, id: string): unknown => {
  const customer = numberOf('customer', app.profileId, id) as bigint;
  return describeCustomers(app.base, app.profileId, [customer]).get(customer)?.phones_as_given;
};
const decisions = (app: TestApp): number => Number(app.base.state.lastDecision(app.profileId));

test('importCustomers', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { profileId } = app;

  await t.test('answers a row in its place: created, matched by any identifier, or rejected with the reason', async () => {
    const data = await sent(app, [
      { email: ' Ada@Example.org ', phone: '+56 9 8765 4321', external_id: 'c-81', first_name: 'Ada', last_name: 'Rojas' },
      { external_id: 'c-82' },
      { phone: '+56987654321', national_id: '12.345.678-5' },
      { email: 'bo@example.org', external_id: 82 },
    ]);
    assert.deepEqual(statuses(data), ['created', 'rejected', 'matched', 'created']);
    assert.deepEqual(data.summary, { total: 4, created: 2, matched: 1, rejected: 1 });
    const [ada, lone, again, bo] = data.results;
    assert.equal(again.customer_profile_id, ada.customer_profile_id);
    assert.notEqual(bo.customer_profile_id, ada.customer_profile_id);
    assert.deepEqual([lone.index, lone.customer_profile_id, lone.reason], [1, null, NOBODY]);
    for (const q of ['ada@example.org', '12.345.678-5', 'rojas', 'C-81'])
      assert.deepEqual(
        (await search(app, q)).map((row) => row.customer_profile_id),
        [ada.customer_profile_id],
        q,
      );
  });

  await t.test('sent again, everything matches and nothing is decided', async () => {
    const rows = [
      { email: 'ada@example.org', external_id: 'c-81', first_name: 'Ada' },
      { email: 'bo@example.org', external_id: '82' },
    ];
    const before = decisions(app);
    assert.deepEqual(statuses(await sent(app, rows)), ['matched', 'matched']);
    assert.deepEqual(statuses(await sent(app, rows)), ['matched', 'matched']);
    assert.equal(decisions(app), before);
  });

  await t.test('names fill what is missing and replace nothing, and an import is no sighting', async () => {
    const [before] = await search(app, 'ada@example.org');
    app.clock.advance(3_600_000);
    await sent(app, [
      { email: 'ada@example.org', first_name: 'Ida', last_name: 'Other' },
      { email: 'bo@example.org', first_name: 'Bo' },
    ]);
    const [ada] = await search(app, 'ada@example.org');
    const [bo] = await search(app, 'bo@example.org');
    assert.deepEqual([ada.first_name, ada.last_name, ada.last_seen_at], ['Ada', 'Rojas', before.last_seen_at]);
    assert.deepEqual([bo.first_name, bo.last_name], ['Bo', null]);
  });

  await t.test('of a merged person, the members that were seen say when', async () => {
    const before = app.clock.now();
    app.clock.advance(3_600_000);
    const [message] = (await sent(app, [{ email: 'told@example.org' }])).results;
    const event = {
      event_type: 'lead_created',
      occurred_at: new Date(before).toISOString(),
      user_traits: { email: 'seen@example.org' },
    };
    assert.equal((await app.api(app.apiKey).post('/events', event)).status, 201);
    await app.settle();
    const customers = ['told@example.org', 'seen@example.org'].map(
      (email) => customerByEmail(app.base, profileId, email) as bigint,
    );
    assert.equal(numberOf('customer', profileId, message.customer_profile_id), customers[0]);
    const seen = (customer: bigint) => {
      const { first_seen_at, last_seen_at } = describeCustomers(app.base, profileId, [customer]).get(customer) ?? {};
      return [first_seen_at, last_seen_at].map((at) => Date.parse(at as string));
    };
    assert.deepEqual(seen(customers[0] as bigint), [before + 3_600_000, before + 3_600_000]);
    app.base.state.db.prepare('insert into merge_edges values (?, ?, ?, 1)').run(profileId, ...customers);
    for (const customer of customers) assert.deepEqual(seen(customer), [before, before]);
  });

  await t.test('they replace a name that a browser gave', async () => {
    const post = {
      tracking_key: app.trackingKey,
      anonymous_id: 'b-1',
      events: [{ event_id: 'e-1', event_type: 'identify', user_traits: { email: 'cy@example.org', first_name: 'Cy' } }],
    };
    const answer = await fetch(`${app.baseUrl}/t/collect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(post),
    });
    assert.equal(answer.status, 204);
    await app.settle();
    assert.deepEqual(statuses(await sent(app, [{ email: 'cy@example.org', first_name: 'Cyrus' }])), ['matched']);
    assert.equal((await search(app, 'cy@example.org'))[0].first_name, 'Cyrus');
  });

  await t.test('a national id of another country is refused with that reason, and the rest goes on', async () => {
    const rows = [
      { national_id: '44051401458', email: 'di@example.org' },
      { email: 'ed@example.org', phone: '2025550123' },
    ];
    const data = await sent(app, rows, { country: 'US' });
    assert.deepEqual(statuses(data), ['rejected', 'created']);
    assert.match(data.results[0].reason, /^national_id: .*only CL can/);
    assert.deepEqual(await search(app, 'di@example.org'), []);
    assert.equal((await search(app, 'ed@example.org'))[0].primary_phone, '+12025550123');
  });

  await t.test('what cannot be read is left out and said; what is left must name somebody', async () => {
    const data = await sent(app, [
      { email: 'fay@example.org', phone: '12', national_id: '12.345.678-9' },
      { email: 'null', external_id: 'c-9' },
      { email: 'gil@example.org', external_id: 'c-81' },
    ]);
    assert.deepEqual(statuses(data), ['created', 'rejected', 'matched']);
    assert.deepEqual(
      data.results[0].left_out.map(({ reason }: Json) => reason),
      [
        'national_id: has a wrong check digit.',
        'phone: cannot be read as a phone number; write it with + and its country code. It is stored unchanged and matches nobody.',
      ],
    );
    const again = await sent(app, [{ email: 'fay2@example.org', phone: '12' }]);
    assert.deepEqual(statuses(again), ['created'], 'a phone as it was given leads to nobody');
    for (const id of [data.results[0].customer_profile_id, again.results[0].customer_profile_id])
      assert.deepEqual(phonesAsGiven(app, id), ['12']);
    await app.api(app.apiKey).post('/events', { event_type: 'seen', user_traits: { email: 'fay@example.org', phone: '3 xq 4' } });
    await app.settle();
    assert.deepEqual(phonesAsGiven(app, data.results[0].customer_profile_id), ['12', '3 xq 4']);
    assert.deepEqual(await search(app, '3 xq 4'), []);
    assert.equal(data.results[1].reason, `${NOBODY} email: is a placeholder that names nobody.`);
    const other = await sent(app, [{ email: 'bo@example.org', external_id: 'c-81' }]);
    assert.deepEqual(other.results[0].left_out, [
      { field: 'email', reason: 'email: belongs to another customer, who keeps it.' },
    ]);
  });

  await t.test('a hostile row stops nobody', async () => {
    const rows = [
      'x',
      null,
      [],
      7,
      { email: 'hal@example.org', is_admin: true },
      { email: { a: 1 } },
      { email: 'a\u0000b@example.org' },
    ];
    const data = await sent(app, [...rows, { email: `${'x'.repeat(300)}@example.org` }, { email: 'ivy@example.org' }]);
    assert.deepEqual(statuses(data), [...Array.from({ length: 8 }, () => 'rejected'), 'created']);
    for (const { status, reason } of data.results) assert.equal(typeof reason, status === 'rejected' ? 'string' : 'undefined');
    const many = Array.from({ length: 1_001 }, (_, i) => ({ email: `m${i}@example.org` }));
    for (const body of [{ rows: many }, { rows: [] }, {}, { rows: [{}], country: 'CHL' }])
      assert.equal((await app.api(app.apiKey).post('/customers', body)).body.error.code, 'validation_error');
    assert.deepEqual(await search(app, 'm1@example.org'), []);
  });

  await t.test('an event that names one of them later is theirs, and the import itself is none', async () => {
    await app.settle();
    const day = new Date(app.clock.now()).toISOString().slice(0, 10);
    const overview = async (): Promise<number> =>
      (await app.api(app.apiKey).get(`/overview?date_from=${day}&date_to=${day}`)).body.data.current.outcomes;
    assert.equal(await overview(), 0);
    const value = { amount: '10', currency: 'USD' };
    const body = { event_type: 'payment_received', idempotency_key: 'p-1', value, user_traits: { phone: '+56987654321' } };
    assert.equal((await app.api(app.apiKey).post('/events', body)).status, 201);
    await app.settle();
    assert.equal(await overview(), 1);
    const [ada] = await search(app, 'ada@example.org');
    const { data } = (await app.api(app.apiKey).get(`/customers/${ada.customer_profile_id}/journey`)).body;
    assert.deepEqual(
      data.events.map(({ event_type }: Json) => event_type),
      ['payment_received'],
    );
  });

  await t.test('they stand the sealing of the journal and a warehouse made anew', async () => {
    await app.settle();
    const request = async (): Promise<Json> =>
      (await app.api(app.apiKey).get('/customers/search?q=example.org&limit=50')).body.data;
    const before = await request();
    await app.base.archive.seal(profileId, app.base.journal.lastSeq(profileId));
    await app.base.warehouse.remove(profileId);
    await app.settle();
    assert.deepEqual(await request(), before);
    assert.deepEqual(await app.base.archive.verify(profileId), []);
  });

  await t.test('two lists at once with the same people make each of them once', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({ email: `twin${i}@example.org`, external_id: `t-${i}` }));
    const [one, two] = await Promise.all([sent(app, rows), sent(app, rows)]);
    assert.equal(one.summary.created + two.summary.created, 300);
    assert.deepEqual(
      one.results.map((row: Json) => row.customer_profile_id),
      two.results.map((row: Json) => row.customer_profile_id),
    );
    const facts = app.base.journal.read(profileId, 0n, 10_000).filter(({ kind }) => kind === 'identity');
    assert.ok(
      facts.every(({ traits, body }) => traits === null && body === '{}'),
      'once stitched, nothing in clear stays behind',
    );
  });
});
