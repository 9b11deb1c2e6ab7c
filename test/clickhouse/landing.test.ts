// The tables of facts and decisions, landed by each engine from the same archive, journal and state: what doors refuse or earlier versions wrote too.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Base } from '../../src/base/base.ts';
import type { NewFact } from '../../src/base/journal/journal.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import type { DecisionKind } from '../../src/base/state/decisions.ts';
import { ClickHouse } from '../../src/base/warehouse/clickhouse/clickhouse.ts';
import { replay } from '../../src/credit/pipeline/index.ts';
import { quarantine } from '../../src/credit/pipeline/quarantine.ts';
import { type Verification, verifyClickHouse } from '../../src/credit/second-engine/index.ts';
import { testConfig } from '../base/folder.ts';
import { fact } from '../base/journal/facts.ts';
import { differencesOf } from './tools/differences.ts';
import { EmbeddedEngine } from './tools/embedded.ts';
import { NOW, openShop, type Shop } from './tools/shop.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
const engine = new EmbeddedEngine();
const clickhouse = new ClickHouse(engine, '');
let base: Base;
let shop: Shop;
before(async () => {
  base = await openBase(testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 }), { clock: fakeClock(NOW) });
  shop = openShop(base, 'landing');
});
after(async () => {
  await closeBase(base);
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const SPACES = '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';
const MOMENT = Date.parse('2027-02-01T10:00:00.123Z');
const at = (no: number): Partial<NewFact> => ({ receivedAt: MOMENT + no, occurredAt: (MOMENT + no) * 1000 + 7, trust: 'server' });

const event = (no: number, body: object, more: Partial<NewFact> = {}): NewFact =>
  fact(shop.profileId, '', {
    ...at(no),
    kind: 'event',
    eventType: 'page_view',
    ...more,
    body: JSON.stringify({
      origin_id: '11',
      origin: {},
      is_page_view: true,
      has_page: true,
      is_bot: false,
      is_internal: false,
      visitor_key: '77',
      ...body,
    }),
  });
const other = (no: number, kind: 'spend_day' | 'ad_objects', body: object): NewFact =>
  fact(shop.profileId, '', { ...at(no), kind, body: JSON.stringify(body) });

/** JSON has integers that no engine has, and texts that look like them. */
const PROPERTIES = {
  large: [123456789012345680000, -9223372036854778000, 18446744073709552000, 9223372036854776000, 9007199254740992],
  small: [1e21, 1e-7, 0.000001, 5e-324, -0, 0.1 + 0.2, 1.7976931348623157e308],
  texts: ['12345678901234567890', '"12345678901234567890"', '\\"123456789012345678901,', 'a/b\u001f\n\u007f<é\u2028😀', ''],
  'a "key": 12345678901234567890': { nothing: null, empty: {}, none: [], yes: true },
};

const eventFacts = (): NewFact[] => [
  event(1, {
    properties: PROPERTIES,
    click_ids: { gclid: 'a"b\\c/ü', fbclid: '' },
    clicks: [{ kind: 'gclid', click_key: '4611686018427387903' }],
  }),
  event(2, { properties: { n: 1 }, url: '', page_title: 'a\tb', flags: [], utm_term: '\u00a0', path: '\\N' }),
  // Without keys, as before they were stored.
  event(3, { origin_id: '12', origin: { utm_source: `${SPACES} İSTANBUL ΣΑΣ${SPACES}`, utm_medium: ' CPC ', utm_campaign: '' } }),
  event(4, { origin_id: '12', origin: { utm_source: `${SPACES} İSTANBUL ΣΑΣ${SPACES}`, utm_medium: ' CPC ', utm_campaign: '' } }),
  event(5, {
    origin_id: '13',
    origin: { utm_source: 'İx', source_key: 'stored', click_kinds: 'gclid', referrer_host: 'news.example' },
  }),
  event(6, { is_bot: true, bot_agent: 'BotÄ/1' }, { eventType: 'Ereignis Ä ΣΣ' }),
  event(7, { is_bot: true, bot_agent: 'Friend/1' }),
  event(8, { engaged_seconds: 12.3455 }),
  event(9, { engaged_ms: 3, engaged_seconds: 9 }),
  event(10, { type_key: 'a key', clicked_at: 1_700_000_000_000_123, flags: ['gpc', 'text_cut'] }, { eventType: 'Anything' }),
  event(11, {}, { dedupeHash: 5n }),
  event(12, { url: 'https://shop.example/again' }, { dedupeHash: 5n }),
  event(
    13,
    { has_page: false, is_page_view: false, value_amount: '999999999999.999999', currency: 'USD', outcome_key: '21' },
    { eventType: 'payment_received' },
  ),
  event(
    14,
    {
      has_page: false,
      is_page_view: false,
      value_amount: '0.0000005',
      currency: 'USD',
      outcome_key: '22',
      installment_of_key: '21',
    },
    { eventType: 'payment_received' },
  ),
  event(
    15,
    { has_page: false, is_page_view: false, value_amount: '-1.0000004999', currency: 'USD', outcome_key: '23' },
    { eventType: 'payment_received' },
  ),
  event(16, {
    identifiers: [
      { type: 'external_id', priority: 1, identifier_key: '31' },
      { type: 'email', priority: 4, identifier_key: '4611686018427387903' },
    ],
  }),
];

const row = (more: object) => ({ campaign_id: 'c', spend: '1.5', ...more });
const otherFacts = (): NewFact[] => [
  other(20, 'spend_day', {
    platform: 'google',
    account_id: 'a',
    day: '2027-01-31',
    currency: 'USD',
    rows: [
      row({ campaign_name: `${SPACES}İlk ΣΑΣ `, impressions: 9_007_199_254_740_991, clicks: 0, frequency: '1.234567' }),
      row({
        campaign_name: 'PLAIN ',
        campaign_key: 'stored',
        spend: '99999999999.9999995',
        platform_conversion_value: '0.0000005',
      }),
      { spend: '0' },
    ],
  }),
  other(21, 'spend_day', { platform: 'google', account_id: 'a', day: '2027-02-01', currency: 'USD', rows: [] }),
  other(22, 'ad_objects', {
    platform: 'google',
    account_id: 'a',
    currency: 'EUR',
    objects: [
      { type: 'campaign', id: 'c', name: 'Ü "x"', effective_status: 'active', daily_budget: '12.3456785', lifetime_budget: '7' },
      {
        type: 'ad',
        id: 'd',
        effective_status: 'paused',
        created_at: 1_700_000_000_000_123,
        creative: { id: 'e', url_tags: 'a=b&c={d}', type: 'image' },
      },
      { type: 'ad', id: 'f', effective_status: 'removed' },
    ],
  }),
];

function decide(kind: DecisionKind, payload: object): void {
  base.state.tx(() =>
    base.state.decide({
      profileId: shop.profileId,
      kind,
      payload,
      actor: 'system',
      subject: 'check',
      decidedAt: base.clock.now(),
      afterSeq: base.journal.lastSeq(shop.profileId),
    }),
  );
}

/** A chain of customers, one of them away from it again, and two that were taken over by another. */
function decideIdentity(): void {
  for (let no = 1; no <= 40; no += 1) decide('customer_created', {});
  for (let no = 40; no > 1; no -= 1) decide('merge_edge_added', { customer_a: String(no - 1), customer_b: String(no) });
  decide('merge_edge_removed', { customer_a: '20', customer_b: '21' });
  decide('customer_followed', { customer_no: '1', into_customer_no: '2' });
  decide('customer_followed', { customer_no: '9223372036854775807', into_customer_no: '9223372036854775806' });
  decide('identifier_added', { type: 'email', identifier_key: '31', customer_no: '3' });
  decide('identifier_added', { type: 'email', identifier_key: '32', customer_no: '30' });
  decide('identifier_moved', { type: 'email', identifier_key: '32', customer_no: null });
  decide('identifier_moved', { type: 'email', identifier_key: '31', customer_no: '25' });
  decide('browser_linked', { visitor_key: '77', customer_no: '5' });
  decide('browser_relinked', { visitor_key: '77', customer_no: '26', is_claim: true });
}

function decideRest(): void {
  const seqOf = (no: number): string => String(no);
  decide('payment_payer', { payment_seq: seqOf(13), customer_no: '4' });
  decide('payment_payer', { payment_seq: seqOf(15), customer_no: '4' });
  decide('payment_payer', { payment_seq: seqOf(15), customer_no: null });
  decide('payment_installment', { payment_seq: seqOf(14), installment_of_key: null });
  decide('payment_installment', { payment_seq: seqOf(15), installment_of_key: '21' });
  decide('facts_withdrawn', {
    import_id: 'i',
    ranges: [
      [2, 4],
      [13, 13],
    ],
  });
  decide('facts_restored', { import_id: 'i', ranges: [[3, 3]] });
  decide('rate', {
    in: 'USD',
    rates: [
      { day: '2027-01-31', currency: 'EUR', rate: '1.0823456785' },
      { day: '2027-02-01', currency: 'EUR', rate: '1' },
    ],
  });
  decide('rate', { in: 'USD', rates: [{ day: '2027-02-01', currency: 'EUR', rate: '1.1' }] });
  decide('fit', {
    conversion_key: 'purchase',
    base_probability: '0.1234567895',
    conversions: '12',
    channels: [{ channel: 'Direct', removal_effect: '0.333333333', touches: '9007199254740993' }],
  });
  decide('setting', { name: 'bot_exceptions', value: '["friend","botä"]' });
  decide('setting', { name: 'own_domains', value: '["SHOP.example","Ä.example","shop.example"]' });
  // As before clocks and keys were recorded.
  decide('setting', { name: 'timezone', value: 'Europe/Berlin' });
  decide('definition', {
    definition_no: 2000,
    conversion_key: 'own',
    name: 'Ö',
    event_types: [`${SPACES}İ ΣΑΣ `, 'PAID '],
    revenue_type: 'none',
    counting: 'every',
    value_rule: 'fixed',
    fixed_value: '1.0000005',
    fixed_currency: 'USD',
    lookback_window_days: 30,
    is_default: false,
    is_active: true,
  });
  decide('channel_rules', {
    rules: [
      {
        rule_no: 1,
        rule_id: 'r',
        channel: 'Own',
        is_paid: true,
        source_pattern: '(?-s:a.b)',
        click_kinds: ['gclid'],
        any_of: false,
      },
    ],
  });
}

async function verified(): Promise<Map<string, number>> {
  const result: Verification = await verifyClickHouse(base, clickhouse, shop.profileId);
  assert.equal(differencesOf(result), '');
  return new Map(result.tables.map(({ table, rows }) => [table, Number(rows)]));
}

const TABLES = [
  'events',
  'repeated_events',
  'event_identifiers',
  'event_clicks',
  'origin_parts',
  'spend_facts',
  'ad_object_facts',
  'customers',
  'identifier_map',
  'browser_map',
  'followed_customers',
  'merge_edges',
  'component_map',
  'payment_payers',
  'payment_installments',
  'withdrawn_facts',
  'settings',
  'own_domains',
  'definitions',
  'rates',
  'fits',
  'zone_shifts',
  'channel_rules',
];

test('both engines land the same of bodies and decisions of every kind, from journal and archive', async () => {
  await base.journal.append([...eventFacts(), ...otherFacts()]);
  decideIdentity();
  decideRest();
  await replay(base, shop.profileId);
  const rows = await verified();
  for (const table of TABLES) assert.ok((rows.get(table) ?? 0) > 0, `${table} has no rows`);
  const [large] = await base.warehouse.query(
    { profileId: shop.profileId },
    { sql: 'select properties from events where seq = 1' },
  );
  assert.match(String(large?.['properties']), /"large":\[123456789012345680000,-9223372036854778000,/);

  // The first part sealed; then facts that repeat a sealed one, and one that cannot be read.
  await base.archive.seal(shop.profileId, 10n);
  await base.journal.append([event(30, {}, { dedupeHash: 5n }), event(31, {})]);
  const [unreadable] = await base.journal.append([event(32, { origin_id: 'none' })]);
  quarantine(base, shop.profileId, unreadable?.seq ?? 0n, 'its body cannot be read');
  await replay(base, shop.profileId);
  const later = await verified();
  assert.equal(later.get('events'), (rows.get('events') ?? 0) + 1);
  assert.equal(later.get('repeated_events'), 2);
});
