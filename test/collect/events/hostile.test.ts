// Whatever JSON is posted to whatever intake door: never a 500, never an answer the contract does not know, and never a sound
// row lost beside a bad one. The seed of the run is printed; TEST_SEED repeats it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../harness.ts';

const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env['TEST_RUNS'] ?? 60);

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  '\ud800',
  'x\udfffy',
  '__proto__',
  'null',
  '-1',
  '2026-02-30',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  'https://',
  'https://[::1',
  'javascript:alert(1)',
  'https://a.example/?%',
  '%'.repeat(50),
  'x'.repeat(9_000),
  '٣',
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e308,
  1e-300,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  Object.fromEntries([['__proto__', { polluted: true }]]),
  Object.fromEntries([['constructor', { prototype: { polluted: true } }]]),
);
const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) as fc.Arbitrary<unknown>);
const deep = fc.integer({ min: 1, max: 2_000 }).map((levels) => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = i % 2 ? { a: value } : [value];
  return value;
});

/** Objects that look like what a door takes, with any of the fields wrong. */
const fieldsOf = (names: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(names.split(' ').map((name) => [name, anything])), { requiredKeys: [] });
const nested = {
  value: fc.oneof(fieldsOf('amount currency'), anything),
  user_traits: fc.oneof(
    fieldsOf('external_id crm_contact_id national_id email phone first_name last_name country').map((traits) => ({ ...traits })),
    anything,
  ),
  click_ids: fc.oneof(fieldsOf('gclid FBCLID fbc _fbc other'), anything),
  ad: fc.oneof(fieldsOf('platform campaign_id adset_id ad_id'), anything),
  utm: fc.oneof(fieldsOf('source medium campaign term content id'), anything),
  properties: fc.oneof(deep, anything),
};
const event = fc
  .tuple(
    fieldsOf(
      'event_type event_name idempotency_key occurred_at refund_of installment_of deal_id anonymous_id action_source event_source_url context ' +
        'event_id client_time url referrer page_title engaged_seconds',
    ),
    fc.record(nested, { requiredKeys: [] }),
    fc.constantFrom({}, { event_type: 'page_view' }, { event_type: 'payment_received', idempotency_key: 'k' }),
  )
  .map(([fields, parts, sound]) => ({ ...fields, ...parts, ...sound }));
const row = fc.oneof({ weight: 4, arbitrary: event as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });
const params = { event_type: 'lead_created', anonymous_id: 'somebody' };

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body) ?? '';
  const response = await fetch(new URL(path, app.baseUrl), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
    },
    body: text,
  });
  const answer = await response.text();
  assert.ok(response.status < 500, `${path} answered ${response.status} to ${text.slice(0, 2_000)}: ${answer}`);
  if (response.status >= 400) assert.equal(JSON.parse(answer).error.status, response.status);
  return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) };
}
const count = (): number => Number(app.base.journal.lastSeq(app.profileId));

/** Bad rows with sound ones between them, whose places are known. */
const mixed = fc.array(fc.oneof(row, fc.constant(params)), { minLength: 1, maxLength: 8 });

async function holds<T>(property: fc.IAsyncProperty<T>): Promise<void> {
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
}

test(`hostile input (TEST_SEED=${seed})`, async (t) => {
  t.diagnostic(`TEST_SEED=${seed} TEST_RUNS=${runs}`);

  await t.test('POST /events refuses or takes, and takes what it says it takes', () =>
    holds(
      fc.asyncProperty(row, async (body) => {
        const before = count();
        const { status } = await post('/api/v1/events', body);
        assert.ok([200, 201, 400, 409, 422].includes(status), String(status));
        assert.equal(count() - before, status === 201 ? 1 : 0);
      }),
    ),
  );

  await t.test('POST /events/batch answers every row and keeps every sound one', () =>
    holds(
      fc.asyncProperty(mixed, async (events) => {
        const before = count();
        const { status, body } = await post('/api/v1/events/batch', { events });
        assert.equal(status, 200);
        const results = body.data.results as { index: number; status: string }[];
        assert.deepEqual(
          results.map(({ index }) => index),
          events.map((_, index) => index),
        );
        for (const { index, status: outcome } of results) if (events[index] === params) assert.equal(outcome, 'created');
        assert.equal(count() - before, results.filter((result) => result.status === 'created').length);
      }),
    ),
  );

  await t.test('POST /t/collect rejects single events and keeps every sound one', () =>
    holds(
      fc.asyncProperty(mixed, fc.oneof(fc.constant(undefined), anything), async (events, extra) => {
        const before = count();
        const { status, body } = await post('/t/collect', { tracking_key: app.trackingKey, events, extra });
        assert.equal(status, 200);
        const rejected = new Set((body.data.rejected as { index: number }[]).map(({ index }) => index));
        for (const [index, sent] of events.entries()) if (sent === params) assert.ok(!rejected.has(index));
        assert.equal(body.data.accepted, events.length - rejected.size);
        assert.equal(count() - before, body.data.accepted);
      }),
    ),
  );

  await t.test('bodies of any form are refused by all doors', () =>
    holds(
      fc.asyncProperty(fc.oneof(anything, deep), async (body) => {
        for (const path of ['/api/v1/events/batch', '/t/collect', '/api/v1/spend']) {
          const { status } = await post(path, body);
          assert.ok([400, 422].includes(status), `${path} ${status}`);
        }
      }),
    ),
  );

  await t.test('POST /spend takes a whole report or nothing', () => {
    const sound = { platform: 'meta', account_id: 'a', currency: 'EUR', days: [{ day: '2026-03-01', rows: [{ spend: '1' }] }] };
    const spendRow = fieldsOf('campaign_id campaign_name adset_id ad_id ad_name spend impressions clicks');
    const day = fc.oneof(
      fc.record({ day: fc.oneof(fc.constant('2026-03-02'), anything), rows: fc.oneof(fc.array(spendRow), anything) }),
      anything,
    );
    const report = fc.oneof(
      fieldsOf('platform account_id currency days').map((fields) => ({ ...sound, ...fields })),
      fc.array(day, { maxLength: 3 }).map((days) => ({ ...sound, days })),
    );
    return holds(
      fc.asyncProperty(report, async (body) => {
        const before = count();
        const { status, body: answer } = await post('/api/v1/spend', body);
        assert.ok([200, 400, 422].includes(status), String(status));
        const days = (status === 200 ? answer.data.days : []) as { status: string }[];
        assert.equal(count() - before, days.filter((each) => each.status !== 'unchanged').length);
      }),
    );
  });

  await t.test('and everything that was taken lands', async () => {
    await app.settle();
    const { base, profileId } = app;
    const quarantined = base.state.db.prepare('select * from landing_quarantine').all();
    assert.deepEqual(quarantined, []);
    const sql = `select (select count(*) from events) + (select count(distinct seq) from spend_facts) as landed,
      (select value from cursors where name = 'landed_seq') as landed_seq`;
    const [found] = await base.warehouse.query({ profileId }, { sql });
    assert.equal(found?.['landed_seq'], base.journal.lastSeq(profileId));
    // Repeated event ids land once.
    const facts = base.journal.read(profileId, 0n, 1_000_000);
    const ids = facts.flatMap(({ dedupeHash }) => (dedupeHash === null ? [] : [dedupeHash]));
    assert.equal(Number(found?.['landed']), facts.length - (ids.length - new Set(ids).size));
  });
});
