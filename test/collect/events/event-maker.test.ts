// Events enriched in the journal's thread are those that are enriched here, whatever was posted. The seed is printed; TEST_SEED repeats it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { NewFact, Refused } from '../../../src/base/journal/journal.ts';
import { factEncoder } from '../../../src/collect/events/enrich/fact-encoder.ts';
import { tokeniserOf } from '../../../src/collect/events/enrich/tokeniser.ts';
import { type EventRow, factOf, type RejectedEvent } from '../../../src/collect/events/load/event-row.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env['TEST_RUNS'] ?? 200);
const receivedAt = Date.parse('2026-03-01T10:00:00Z');

let app: TestApp;
before(async () => {
  app = await startTestApp();
  factEncoder.learn(app.profileId, app.base.state.keys.forThread(app.profileId) as never);
});
after(() => app.close());

const text = fc.oneof(
  fc.constantFrom('', ' ', 'a@b.example', 'A@B.example ', 'null', '+49 30 901820', '12345678-5', '4111 1111 1111 1111'),
  fc.string({ unit: 'binary' }),
);
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>);
const objectOf = (names: string, value: fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(names.split(' ').map((name) => [name, value])), { requiredKeys: [] });
const instant = fc.oneof(fc.constantFrom('2026-02-28T12:00:00Z', '2026-02-28', 1_772_000_000), anything);
const url = fc.oneof(
  fc.constantFrom(
    'https://shop.example/l/1?utm_source=google&gclid=Cj0abcdefgh',
    'https://shop.example/?mail=a%40b.example',
    '/x',
  ),
  anything,
);
const input = fc.record(
  {
    event_type: fc.oneof(fc.constantFrom('page_view', 'payment_received', 'ad_view', 'lead_created'), anything),
    occurred_at: instant,
    client_time: instant,
    sent_at: instant,
    url,
    referrer: url,
    value: fc.oneof(objectOf('amount currency', fc.constantFrom('12.50', 'EUR', -1, 7)), anything),
    user_traits: objectOf('external_id email phone national_id first_name country', text),
    utm: objectOf('source medium campaign id', text),
    click_ids: objectOf('gclid fbclid', text),
    ad: objectOf('platform campaign_id ad_id', text),
    properties: anything,
    ...Object.fromEntries(
      'event_id event_name anonymous_id idempotency_key refund_of deal_id page_title'.split(' ').map((n) => [n, text]),
    ),
    user_agent: fc.oneof(fc.constant('Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'), text),
    engaged_seconds: fc.oneof(fc.integer(), anything),
    svc_t: text,
  },
  { requiredKeys: ['event_type'] },
);

/** What is sealed differs each time; what was sealed does not. */
const opened = (result: NewFact | Refused): unknown =>
  'traits' in result && result.traits
    ? { ...result, traits: app.base.state.keys.decrypt(app.profileId, 'traits', result.traits) }
    : result;

/** What throws here fails its order there: an intake of plain JSON never does. */
function enriched(row: EventRow, trust: 'server' | 'browser'): NewFact | Refused {
  const tokens = tokeniserOf(app.base, app.profileId);
  const result: NewFact | RejectedEvent = factOf(row, { profileId: app.profileId, receivedAt, trust, tokens });
  return 'body' in result ? result : { refused: result };
}

test('an event becomes the same fact in the thread as here', (t) => {
  t.diagnostic(`seed ${seed}, runs ${runs}`);
  const rows = fc.array(fc.record({ input, content: anything }, { requiredKeys: ['input'] }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(rows, fc.constantFrom<'server' | 'browser'>('server', 'browser'), (sent, trust) => {
      // As they come from a body: plain JSON.
      const posted = JSON.parse(JSON.stringify(sent)) as EventRow[];
      const results = factEncoder.make(app.profileId, JSON.stringify({ receivedAt, trust, rows: posted }));
      assert.deepEqual(
        results.map(opened),
        posted.map((row) => opened(enriched(row, trust))),
      );
    }),
    { seed, numRuns: runs },
  );
});

test('what the thread loads is little: no operation, no engine, no contract', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(process.argv[1]);
    console.log(JSON.stringify(loaded));`;
  const module = new URL('../../../src/collect/events/enrich/fact-encoder.ts', import.meta.url).href;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script, module], { encoding: 'utf8' });
  const loaded = JSON.parse(out) as string[];
  assert.ok(loaded.length > 20, 'it was looked at');
  const heavy = /\/src\/doors\/|\/index\.ts$|\/node_modules\/(?:express|zod|ajv|better-sqlite3|@duckdb|yaml)\//;
  const ours = loaded.filter((url) => !/\/node_modules\/(?!express|zod|ajv|better-sqlite3|@duckdb|yaml)/.test(url));
  assert.deepEqual(
    ours.filter((url) => heavy.test(url)),
    [],
  );
});
