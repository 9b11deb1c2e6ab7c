// Whether senders send: purchases that are late or sent twice, accounts without spend, and how rare so few arrivals are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chanceOfSoFew } from '../../../src/report/quality/senders/arrivals.ts';
import { startTestApp } from '../../harness.ts';
import { type Shop, startShop } from '../shop.ts';
import { openLines } from './open-world.ts';

let shop: Shop;
let sentTwice: string[] = [];
before(async () => {
  shop = await startShop({ at: '2026-03-20T10:00:00Z' });
  for (let i = 0; i < 36; i += 1)
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: `order-${i}`,
      value: { amount: '20', currency: 'USD' },
      occurred_at: `2026-03-${String(1 + (i % 12)).padStart(2, '0')}T0${i % 9}:00:00Z`,
      user_traits: { external_id: `c-${i}` },
    });
  const twice = { event_type: 'payment_received', occurred_at: '2026-03-20T09:00:00Z', user_traits: { external_id: 'c-1' } };
  const page = await shop.outcome({ ...twice, idempotency_key: 'page-1', value: { amount: '99', currency: 'USD' } });
  const server = await shop.outcome({
    ...twice,
    occurred_at: '2026-03-20T09:04:00Z',
    idempotency_key: 'server-1',
    value: { amount: '99', currency: 'USD' },
  });
  sentTwice = [page, server];
  await shop.outcome({ ...twice, idempotency_key: 'free', value: undefined });
  const row = (spend: string) => [{ campaign_id: 'c', ad_id: 'a', spend }];
  await shop.spend('google', { '2026-03-15': row('100'), '2026-03-16': row('100'), '2026-03-17': row('100') });
  await shop.spend('google', { '2026-03-15': row('150') });
  await shop.settle();
});
after(() => shop.close());

interface Found {
  name: string;
  status: string;
  count: number;
  of: number;
  evidence: { label: string; count: number; note: string | null }[];
  explanation: string;
  fix: { operation: string } | null;
}
const findings = async (): Promise<Record<string, Found>> => {
  const { body } = await shop.owner.get('/quality/instrumentation-health');
  return Object.fromEntries((body.data as Found[]).map((finding) => [finding.name, finding]));
};

test('getInstrumentationHealth', async (t) => {
  await t.test('counts what was late, sent twice and sent without money', async () => {
    const { late, double_sale, value_missing, value_outlier } = await findings();
    assert.deepEqual([late?.status, late?.count, late?.of], ['problem', 36, 39], 'a week late, most of them');
    assert.deepEqual([double_sale?.count, double_sale?.evidence[0]?.count], [1, 1]);
    assert.equal(value_missing?.count, 1);
    assert.deepEqual([value_outlier?.status, value_outlier?.count], ['ok', 0]);
  });
  await t.test('leaves out two payments that were called two sales', async () => {
    const [page, server] = sentTwice;
    const decide = (verdict: string) => shop.owner.put(`/payments/${page}/sale_pair`, { other_payment_id: server, verdict });
    const found = async () => {
      await shop.settle();
      return (await findings())['double_sale']?.count;
    };
    assert.equal((await decide('apart')).status, 200);
    assert.equal(await found(), 0);
    assert.equal((await decide('undecided')).status, 200);
    assert.equal(await found(), 1);
  });
  await t.test('names accounts without spend, and those that changed it', async () => {
    const { spend_stale, spend_restated } = await findings();
    assert.deepEqual([spend_stale?.status, spend_stale?.evidence[0]?.label], ['attention', 'google google-1']);
    assert.equal(spend_stale?.evidence[0]?.note, 'last day 2026-03-17');
    assert.deepEqual([spend_restated?.status, spend_restated?.evidence[0]?.count], ['problem', 17]);
    shop.clock.set('2026-03-20T12:30:00Z');
    assert.equal((await findings())['spend_stale']?.status, 'problem', 'two days are missing at noon');
  });
  await t.test('compares with no shop where none is connected', async () => {
    const { shop_reconciliation } = await findings();
    assert.deepEqual([shop_reconciliation?.status, shop_reconciliation?.of], ['ok', 0]);
    assert.match(shop_reconciliation?.explanation ?? '', /No connected shop and no imported statement/);
  });
  await t.test('compares with the shop: under one key both are one purchase, what one side lacks is named', async () => {
    const sql = `select seq::integer as seq from events where event_type = 'payment_received' order by seq`;
    const payments = () => shop.base.warehouse.query({ profileId: shop.profileId }, { sql });
    const facts = await payments();
    const put = (seq: number, name: string, isOwn: 0 | 1) =>
      shop.base.state.statement('act/connections/source_fact_put').run({
        profile_id: shop.profileId,
        provider: 'shopify',
        account_id: 'a',
        record_id: name,
        outcome_key: name,
        part: '',
        generation: 0,
        seq,
        content_hash: Buffer.alloc(8),
        occurred_at: Date.parse('2026-03-10'),
        is_own: isOwn,
        is_withdrawn: 0,
      });
    for (const { seq } of facts) put(Number(seq), `order ${seq}`, 0);
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'shop-only',
      occurred_at: '2026-03-19T09:00:00Z',
      value: { amount: '77', currency: 'USD' },
      properties: { connection: 'shopify:a' },
    });
    await shop.settle();
    put(Number((await payments()).at(-1)?.['seq']), 'order 1001', 1);
    const both = (await findings())['shop_reconciliation'];
    assert.deepEqual([both?.status, both?.count, both?.of], ['ok', 39, 40], 'one of forty may be by chance');
    assert.deepEqual([both?.evidence[0]?.label, both?.evidence[0]?.note], ['2026-03-19', 'not sent: order 1001']);
  });
  await t.test('says which destination refuses what it is sent, and why', async () => {
    assert.match((await findings())['delivery']?.explanation ?? '', /Nothing was sent/);
    const url = 'https://8.8.8.8/secret-path';
    const { body } = await shop.api(shop.session).post(
      '/webhooks/subscriptions',
      { url, event_types: ['payment.recorded'] },
      {
        profile_id: shop.profileId,
      },
    );
    const content = { type: 'payment.recorded', occurred_at: 0, body: '{}', tries: 1, answer: null, reason: null };
    const attempt = (error: string | null) => [{ at: 0, status: 400, error, ms: 1 }];
    await shop.base.ledger.append(
      Array.from({ length: 40 }, (_, i) => ({
        ledger: 'webhooks',
        profileId: shop.profileId,
        key: `delivery ${i}`,
        at: shop.clock.now(),
        lane: body.data.id,
        state: i < 30 ? 'delivered' : 'exhausted',
        body: { ...content, attempts: attempt(i === 39 ? 'no such user ana@example.com' : null) },
      })),
    );
    shop.clock.advance(3_600_000);
    const refused = (await findings())['delivery'];
    assert.deepEqual([refused?.status, refused?.count, refused?.of], ['problem', 30, 40]);
    assert.deepEqual([refused?.evidence[0]?.label, refused?.evidence[0]?.note], ['webhooks of 8.8.8.8', 'http_400']);
    assert.doesNotMatch(JSON.stringify(refused), /ana@|secret-path/, 'what a receiver says in words is not shown');
    assert.equal(refused?.fix?.operation, 'listWebhookDeliveries');
  });
  await t.test('is of one profile and of days that exist', async () => {
    assert.equal((await shop.api().get('/quality/instrumentation-health')).status, 401);
    assert.equal((await shop.owner.get('/quality/instrumentation-health', { days: 100 })).status, 400);
  });
});

test('so few arrivals are rare only against weeks that were steady', () => {
  const steady = [100, 104, 96, 101, 99, 103, 97, 100];
  assert.ok(chanceOfSoFew(0, steady) < 1e-4);
  assert.ok(chanceOfSoFew(80, steady) > 0.01, 'no sender is steadier than one in ten');
  assert.ok(chanceOfSoFew(40, [10, 200, 60, 150, 30, 90, 220, 40]) > 0.1);
  assert.equal(chanceOfSoFew(0, [100, 100, 100]), 1, 'three weeks say nothing');
  assert.equal(chanceOfSoFew(0, [0, 0, 0, 0]), 1);
  // Poisson with mean 10, beside the variation of one in ten: P(X ≤ 2) is a little above 0.0028.
  const few = chanceOfSoFew(2, new Array<number>(8).fill(10));
  assert.ok(few > 0.0028 && few < 0.0045, String(few));
  const large = chanceOfSoFew(7_000, new Array<number>(8).fill(10_000));
  assert.ok(large > 0.0005 && large < 0.003, String(large));
});

test('an import is no sender that could fall silent', async (t) => {
  const app = await startTestApp({ at: '2026-04-02T12:00:00Z' });
  t.after(() => app.close());
  const lines = Array.from({ length: 600 }, (_, i) => ({
    event_id: `view-${i}`,
    event_type: 'page_view',
    anonymous_id: `browser-${i}`,
    url: 'https://shop.example/',
    occurred_at: new Date(Date.parse('2026-02-01') + i * 8_640_000).toISOString(),
  }));
  const { api } = await openLines(app, 'Imported', lines);
  const { body } = await api.get('/quality/instrumentation-health');
  const { status, count } = body.data.find(({ name }: Found) => name === 'silence');
  assert.deepEqual([status, count], ['ok', 0]);
});
