// Random bodies of facts, half of them sealed: both engines make the same rows of them. Nothing is folded, so that thousands may be tried (BODIES).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Base } from '../../src/base/base.ts';
import type { NewFact } from '../../src/base/journal/journal.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { ClickHouse } from '../../src/base/warehouse/clickhouse/clickhouse.ts';
import { stitch } from '../../src/collect/identity/index.ts';
import { landUpTo, newFileStatements } from '../../src/credit/pipeline/index.ts';
import { compareTable, tablesOf } from '../../src/credit/second-engine/compare.ts';
import { createTables } from '../../src/credit/second-engine/fold.ts';
import { landDecisions } from '../../src/credit/second-engine/land-decisions.ts';
import { landFacts } from '../../src/credit/second-engine/land-facts.ts';
import { testConfig } from '../base/folder.ts';
import { fact } from '../base/journal/facts.ts';
import { SEED } from '../credit/pipeline/over-histories.ts';
import { EmbeddedEngine } from './tools/embedded.ts';
import { NOW, openShop } from './tools/shop.ts';

const BODIES = Number(process.env['BODIES'] ?? 600);
const DATABASE = 'bodies';

/** Where readers and writers of JSON, spaces and cases of letters differ. */
const ODD = [
  '',
  ' ',
  '\u00a0x\u3000',
  'İ',
  'ΣΑΣ',
  'ẞ',
  '\u2028',
  '\\u2028',
  '\\\\u2029\\',
  '12345678901234567890',
  '"',
  '\\N',
  'null',
  '\u007f',
  '\ufeff',
];
const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string(), fc.constantFrom(...ODD))
  .map((each) => each.replaceAll('\0', ''));
const wholeBelow = (limit: number): fc.Arbitrary<number> => fc.double({ min: -limit, max: limit, noNaN: true }).map(Math.round);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  wholeBelow(1e22),
  wholeBelow(1e20),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
}));
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const key = fc.bigInt({ min: 0n, max: 2n ** 62n - 1n }).map(String);
const micros = fc.integer({ min: 0, max: 4e15 });
const amount = fc
  .tuple(fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }), maybe(fc.stringMatching(/^[0-9]{1,8}$/)))
  .map(([whole, decimals]) => (decimals === undefined ? String(whole) : `${whole}.${decimals}`));

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, maybe(text)]));
const listOf = (shape: Record<string, fc.Arbitrary<unknown>>) => fc.array(fc.record(shape), { maxLength: 3 });
const flag = fc.boolean();

const eventBody = fc.record({
  ...texts(
    'event_name',
    'url',
    'host',
    'path',
    'page_title',
    'utm_term',
    'utm_content',
    'device',
    'browser',
    'os',
    'country',
    'city',
  ),
  ...texts('bot_agent', 'agent_key', 'type_key', 'action_source', 'event_source_url', 'currency'),
  origin_id: key,
  origin: fc.record(
    texts('utm_source', 'utm_medium', 'utm_campaign', 'platform', 'ad_id', 'referrer_host', 'source_key', 'campaign_key'),
  ),
  click_ids: maybe(fc.dictionary(text, text, { minKeys: 1, maxKeys: 3 })),
  clicks: maybe(listOf({ kind: text, click_key: key })),
  identifiers: maybe(listOf({ type: text, priority: fc.integer({ min: 1, max: 5 }), identifier_key: key })),
  click_hash: maybe(key),
  clicked_at: maybe(micros),
  visitor_key: maybe(key),
  outcome_key: maybe(key),
  deal_key: maybe(key),
  is_page_view: flag,
  has_page: flag,
  is_bot: flag,
  is_internal: flag,
  engaged_ms: maybe(fc.nat()),
  engaged_seconds: maybe(fc.double({ min: 0, max: 86_400, noNaN: true })),
  value_amount: maybe(amount),
  flags: maybe(fc.array(text, { maxLength: 3 })),
  properties: maybe(fc.dictionary(text, value, { maxKeys: 5 })),
});
const spendBody = fc.record({
  platform: text,
  account_id: text,
  currency: text,
  day: fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  rows: listOf({
    ...texts('campaign_id', 'campaign_name', 'campaign_key', 'ad_name'),
    spend: amount,
    impressions: maybe(fc.maxSafeInteger()),
    frequency: maybe(amount),
    platform_conversions: maybe(amount),
  }),
});
const objectsBody = fc.record({
  platform: text,
  account_id: text,
  currency: text,
  objects: listOf({
    type: text,
    id: text,
    effective_status: text,
    name: maybe(text),
    daily_budget: maybe(amount),
    created_at: maybe(micros),
    creative: maybe(fc.record(texts('id', 'name', 'url_tags'))),
  }),
});

const hash = maybe(fc.bigInt({ min: 0n, max: BigInt(BODIES) }));
const anyFact = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('event' as const), eventType: text, dedupeHash: hash, body: eventBody }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spend_day' as const), body: spendBody }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ad_objects' as const), body: objectsBody }) },
);

const factsOf = (profileId: string): NewFact[] =>
  fc.sample(anyFact, { numRuns: BODIES, seed: SEED }).map((each, no): NewFact => {
    const { eventType, dedupeHash } = 'eventType' in each ? each : {};
    return fact(profileId, '', {
      kind: each.kind,
      occurredAt: 1_700_000_000_000_000 + no * 1_001,
      body: JSON.stringify(each.body),
      ...(eventType === undefined ? {} : { eventType }),
      ...(dedupeHash === undefined ? {} : { dedupeHash }),
    });
  });

async function compareLanded(base: Base, clickhouse: ClickHouse, profileId: string, landedSeq: bigint): Promise<string[]> {
  const file = await base.warehouse.startBuild(profileId, { isSmall: true });
  try {
    await base.warehouse.write(file, newFileStatements());
    await landUpTo(base, file, landedSeq);
    await clickhouse.execute(undefined, [{ sql: `create database ${DATABASE}` }]);
    await createTables(clickhouse, DATABASE);
    // The seeds, which a new file of DuckDB has, too; no decision.
    await landDecisions(base, clickhouse, { profileId, landedDecision: 0n, database: DATABASE });
    await landFacts(base, clickhouse, { profileId, landedSeq, database: DATABASE, onProgress: () => undefined });
    const lines: string[] = [];
    for (const table of tablesOf('1-facts.sql').filter((name) => name !== 'cursors')) {
      const { rows, columns, samples } = await compareTable({ base, target: file, clickhouse, database: DATABASE }, table);
      assert.notEqual(rows, '0', `${table} has no rows`);
      if (columns.length > 0)
        lines.push(`${table}: ${columns.join(', ')}`, ...samples.map(({ engine, row }) => `  ${engine}: ${row}`));
    }
    return lines;
  } finally {
    await base.warehouse.dropBuild(file);
  }
}

test(`both engines land the same of ${BODIES} random bodies (seed ${SEED})`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const engine = new EmbeddedEngine();
  const base = await openBase(testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 }), { clock: fakeClock(NOW) });
  try {
    const { profileId } = openShop(base, 'bodies');
    const facts = factsOf(profileId);
    for (let from = 0; from < facts.length; from += 500) await base.journal.append(facts.slice(from, from + 500));
    await stitch(base, profileId);
    const landedSeq = base.journal.lastSeq(profileId);
    await base.archive.seal(profileId, landedSeq / 2n);
    assert.deepEqual(await compareLanded(base, new ClickHouse(engine, ''), profileId, landedSeq), []);
  } finally {
    await closeBase(base);
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
