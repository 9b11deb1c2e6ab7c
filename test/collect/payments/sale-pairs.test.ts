// Sales that may be seen twice, through the door: proposed with their money, called one sale or two, and undone; and the system of record.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Shop, startShop } from '../../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers whose form the contract has just been checked against
type Json = any;

let shop: Shop;
const ids: Record<string, string> = {};
before(async () => {
  shop = await startShop();
  const paid = async (key: string, system: string, at: string, amount: string, more: object = {}) => {
    ids[key] = await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: at,
      sale: { system, ...more },
      value: { amount, currency: 'USD' },
      user_traits: { email: 'ana@mail.example' },
    });
  };
  await paid('order', 'shopify', '2026-03-02T10:00:00Z', '80');
  await paid('capture', 'stripe', '2026-03-04T10:00:00Z', '80');
  await paid('later', 'stripe', '2026-02-10T10:00:00Z', '80');
  await paid('a', 'shopify', '2026-03-05T10:00:00Z', '30', { order_ids: ['7'] });
  await paid('b', 'paypal', '2026-03-05T12:00:00Z', '31', { order_ids: ['7'] });
  await shop.settle();
});
after(() => shop.close());

const list = async (status = 'open'): Promise<Json> => (await shop.owner.get('/payments/sale_pairs', { status, limit: 1 })).body;
const decide = (one: string, other: string, verdict: string) =>
  shop.owner.put(`/payments/${ids[one]}/sale_pair`, { other_payment_id: ids[other], verdict });
const counted = async (): Promise<string[]> =>
  (await shop.owner.get('/payments')).body.data.map(({ amount }: Json) => amount).sort();

test('listSalePairs', async () => {
  const first = await list();
  assert.deepEqual(first.meta.maybe_twice, [{ currency: 'USD', payments: 2, amount: '111' }]);
  assert.deepEqual(
    first.data[0].payments.map(({ system, amount, is_counted, reference }: Json) => [system, amount, is_counted, reference]),
    [
      ['shopify', '80', true, null],
      ['stripe', '80', true, null],
    ],
  );
  const order = await shop.base.warehouse.query(
    { profileId: shop.profileId },
    { sql: `select min(seq)::integer as seq from events where event_type = 'payment_received'` },
  );
  shop.base.state.statement('act/connections/source_fact_put').run({
    profile_id: shop.profileId,
    provider: 'shopify',
    account_id: 'a',
    record_id: '1001',
    outcome_key: 'shopify:1001',
    part: '',
    generation: 0,
    seq: Number(order[0]?.['seq']),
    content_hash: Buffer.alloc(8),
    is_own: 1,
    is_withdrawn: 0,
    occurred_at: Date.parse('2026-03-02'),
  });
  const named = (api = shop.owner) => api.get('/payments/sale_pairs', { limit: 1 });
  assert.deepEqual(
    (await named()).body.data[0].payments.map(({ reference, payer }: Json) => [reference, payer.email]),
    [
      ['shopify:1001', 'ana@mail.example'],
      [null, 'ana@mail.example'],
    ],
  );
  const hidden = (await named(shop.conversionsOnly)).body.data[0].payments;
  assert.deepEqual(
    hidden.map(({ reference, payer }: Json) => [reference, payer.email, payer.name]),
    [
      [null, null, null],
      [null, null, null],
    ],
  );
  const { body } = await shop.owner.get('/payments/sale_pairs', { limit: 1, cursor: first.pagination.cursor });
  assert.deepEqual([body.data[0].reason, body.data[0].is_same_money, body.pagination.has_next], ['same_order', false, false]);
  assert.equal((await shop.owner.get('/payments/sale_pairs', { cursor: 'bm9uZQ' })).status, 400);
});

test('putSalePair', async (t) => {
  assert.deepEqual((await decide('capture', 'order', 'same')).body.data.changed, true);
  assert.equal((await decide('a', 'b', 'apart')).status, 200);
  await shop.settle();
  assert.deepEqual(await counted(), ['30', '31', '80', '80']);
  assert.deepEqual([(await list()).data, (await list()).meta.maybe_twice], [[], []]);
  assert.equal((await list('same')).data[0].payments[1].is_counted, false);
  assert.equal((await list('apart')).data.length, 1);
  assert.equal((await decide('order', 'capture', 'same')).body.data.changed, false);
  assert.equal((await decide('order', 'capture', 'undecided')).body.data.changed, true);
  assert.equal((await decide('order', 'capture', 'apart')).body.data.changed, true, 'the figures have neither yet');
  assert.equal((await decide('capture', 'order', 'apart')).body.data.changed, false);
  assert.equal((await decide('order', 'capture', 'undecided')).body.data.changed, true);
  await shop.settle();
  assert.deepEqual(await counted(), ['30', '31', '80', '80', '80']);
  assert.equal((await decide('a', 'a', 'same')).status, 422);
  assert.equal(
    (await shop.owner.put(`/payments/${ids['a']}/sale_pair`, { other_payment_id: crypto.randomUUID(), verdict: 'same' })).status,
    404,
  );

  const report = async (key: string, system: string, at: string, more: object = {}) => {
    ids[key] = await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: at,
      value: { amount: '55', currency: 'USD' },
      sale: { system },
      user_traits: { email: 'bob@mail.example' },
      ...more,
    });
  };
  const bobs = async (): Promise<string[]> => {
    await shop.settle();
    const { data } = (await shop.owner.get('/payments/sale_pairs')).body;
    const named = new Map(Object.entries(ids).map(([key, id]) => [id, key]));
    return data
      .filter(({ payments }: Json) => payments[0].amount === '55')
      .map(({ payments, reason }: Json) =>
        [...payments.map(({ payment_id }: Json) => named.get(payment_id)).sort(), reason].join(' '),
      )
      .sort();
  };

  await t.test('two equal orders and their captures are two pairs, and what was called apart meets the next', async () => {
    await report('o1', 'shopify', '2026-02-20T10:00:00Z');
    await report('o2', 'shopify', '2026-02-21T10:00:00Z');
    await report('c1', 'stripe', '2026-02-22T10:00:00Z');
    await report('c2', 'stripe', '2026-02-22T11:00:00Z');
    assert.deepEqual(await bobs(), ['c1 o2 same_person', 'c2 o2 same_person'], 'both captures');
    await decide('o2', 'c1', 'apart');
    assert.deepEqual(await bobs(), ['c1 o1 same_person', 'c2 o2 same_person']);
    await decide('o1', 'c1', 'same');
    await decide('o2', 'c2', 'same');
    assert.deepEqual(await bobs(), []);
  });

  await t.test('one payment id under event types of two goals is proposed, and joined by a decision alone', async () => {
    const deposits = { conversion_key: 'deposits', event_types: ['deposit_paid'], revenue_type: 'cash' };
    assert.equal((await shop.owner.post('/goals/definitions', deposits)).status, 201);
    const at = (system: string) => ({ sale: { system, payment_ids: ['pi_99999999'] }, user_traits: undefined });
    await report('deposit', 'shopify', '2026-01-20T10:00:00Z', { ...at('shopify'), event_type: 'deposit_paid' });
    await report('paid', 'stripe', '2026-01-22T10:00:00Z', at('stripe'));
    assert.deepEqual(await bobs(), ['deposit paid same_payment']);
    const before = (await counted()).length;
    assert.equal((await decide('deposit', 'paid', 'same')).status, 200);
    assert.deepEqual([await bobs(), (await counted()).length], [[], before - 1]);
  });
});
