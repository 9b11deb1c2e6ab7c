// How much of the known money the figures count. Each reason why money is outside is made through the door, then cured: what is known of each currency is the
// same before and after, whatever the cure.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { auditOf } from '../../../src/account/audit/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { type Shop, startShop } from '../shop.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ at: '2026-03-20T10:00:00Z', installation: { currency: 'EUR' } });
});
after(() => shop.close());

const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };

interface Row {
  kind: string;
  reason: string;
  subject: string;
  status: string;
  entries: number;
  amount: string;
  is_contained: boolean;
  beside: { currency: string; amount: string }[];
  cure: { text: string; operation: { name: string; params: Record<string, unknown> } | null };
  closing: { id: string; decision: string } | null;
}

const look = async () => {
  await shop.settle();
  const { status, body } = await shop.owner.get('/completeness', MARCH);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const reasonOf = (data: { reasons: Row[] }, reason: string): Row | undefined => data.reasons.find((row) => row.reason === reason);
const knownOf = (data: { currencies: { currency: string; known: string }[] }): Record<string, string> =>
  Object.fromEntries(data.currencies.map(({ currency, known }) => [currency, known]));

const sale = (key: string, amount: string, more: object = {}) => ({
  event_type: 'payment_received',
  idempotency_key: key,
  value: { amount, currency: 'EUR' },
  anonymous_id: key,
  occurred_at: '2026-03-10T12:00:00Z',
  ...more,
});
const inCurrency = (amount: string, currency: string) => ({ value: { amount, currency } });
const refund = (key: string, of: string, amount: string, currency = 'EUR') =>
  sale(key, amount, { event_type: 'refund', refund_of: of, ...inCurrency(amount, currency) });

/** What is known stays, and a reason ends. */
async function cured(reason: string, cure: () => Promise<unknown>): Promise<void> {
  const earlier = await look();
  assert.equal(reasonOf(earlier, reason)?.status, 'open', `${reason}: ${JSON.stringify(earlier.reasons)}`);
  await cure();
  const later = await look();
  assert.deepEqual(knownOf(later), knownOf(earlier), reason);
  assert.equal(reasonOf(later, reason), undefined, reason);
}

test('getCompleteness', async (t) => {
  await t.test('an empty profile is complete', async () => {
    const data = await look();
    assert.deepEqual([data.counted, data.known, data.share, data.is_complete, data.reasons], ['0', '0', null, true, []]);
  });

  await t.test('money that is counted, and nothing else', async () => {
    await shop.outcome(sale('order-1', '739.72'));
    await shop.outcome(sale('order-2', '40'));
    await shop.outcome(refund('back-2', 'order-2', '40'));
    const data = await look();
    assert.deepEqual(
      [data.counted, data.not_counted, data.known, data.share, data.is_complete],
      ['739.72', '0', '739.72', 1, true],
    );
    const { body } = await shop.owner.get('/overview', MARCH);
    assert.equal(body.data.current.cash_revenue, 739.72, 'counted is the cash revenue of the overview');
  });

  await t.test('a type that no goal counts, with its refund, and money without a rate beside', async () => {
    await shop.outcome(sale('old-1', '464.38', { event_type: 'Order Completed' }));
    await shop.outcome(sale('old-2', '10', { event_type: 'Order Completed' }));
    await shop.outcome(refund('back-old', 'old-2', '10'));
    for (const [at, amount] of ['100', '200', '10'].entries())
      await shop.outcome(sale(`pound-${at}`, amount, inCurrency(amount, 'GBP')));
    const data = await look();
    assert.equal(data.sentence, 'Counted €739.72 of €1,204.10 known; beside it 3 payments of £310.00 without a rate.');
    assert.deepEqual([data.counted, data.not_counted, data.known, data.share], ['739.72', '464.38', '1204.1', 0.6143]);
    assert.deepEqual(data.beside, [{ currency: 'GBP', entries: 3, refunds: 0, amount: '310' }]);
    assert.deepEqual(
      data.currencies.map(({ maybe_twice: _, ...row }: Record<string, unknown>) => row),
      [
        {
          currency: 'EUR',
          has_rate: true,
          counted: '739.72',
          known: '1204.1',
          not_counted: [{ reason: 'uncounted_type', entries: 3, amount: '464.38' }],
        },
        {
          currency: 'GBP',
          has_rate: false,
          counted: '0',
          known: '310',
          not_counted: [{ reason: 'without_rate', entries: 3, amount: '310' }],
        },
      ],
    );
    const type = reasonOf(data, 'uncounted_type');
    assert.deepEqual([type?.subject, type?.entries, type?.cure.operation?.name], ['order completed', 3, 'putDefinition']);
  });

  await t.test('refused, refunds without effect or sale: each is named', async () => {
    assert.equal((await shop.owner.post('/events', sale('bad-1', '-7'))).status, 422);
    await shop.outcome(refund('back-lost', 'lost-sale', '30'));
    await shop.outcome(sale('order-3', '20'));
    await shop.outcome(refund('back-3', 'order-3', '25'));
    const data = await look();
    const shown = data.reasons.map(({ reason, entries, amount }: Row) => [reason, entries, amount]);
    assert.deepEqual(
      new Map(shown.map(([reason, ...rest]: [string, number, string]) => [reason, rest])),
      new Map<string, unknown>([
        ['uncounted_type', [3, '464.38']],
        ['refund_without_sale', [1, '-30']],
        ['refused', [1, '7']],
        ['refund_without_effect', [1, '-5']],
        ['without_rate', [3, '0']],
      ]),
    );
    const { not_counted, counted, known } = data;
    assert.deepEqual([counted, not_counted, known], ['739.72', '436.38', '1176.1']);
  });

  await t.test('every cure leaves what is known as it is', async () => {
    const { cure } = reasonOf(await look(), 'uncounted_type') as Row;
    await cured('uncounted_type', () => shop.owner.post('/goals/definitions', cure.operation?.params ?? {}));
    // A refused row has no day of its own: it is outside under the day of the refusal.
    await cured('refused', () => shop.outcome(sale('bad-1', '7')));
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'rates.csv'), 'day,base,currency,rate\n2026-03-10,GBP,EUR,1.153\n');
    await cured('without_rate', async () => {
      await commands['rates-import'](shop.base, { file: join(folder, 'rates.csv') }, () => undefined);
      await shop.owner.post('/profile/recompute-fx');
    });
    const { known, beside } = await look();
    assert.deepEqual([known, beside], ['1533.53', []], 'with 310 pounds at 1.153');
    const first = { conversion_key: 'payment_received', counting: 'first_per_customer' };
    const again = [sale('twice-1', '11', { anonymous_id: 'ana' }), sale('twice-2', '12', { anonymous_id: 'ana' })];
    for (const each of again) await shop.outcome(each);
    const every = knownOf(await look());
    await shop.owner.post('/goals/definitions', first);
    const data = await look();
    assert.deepEqual(knownOf(data), every, 'another rule of a goal');
    assert.deepEqual([reasonOf(data, 'left_out_by_goal')?.entries, reasonOf(data, 'left_out_by_goal')?.amount], [1, '12']);
    await cured('left_out_by_goal', () => shop.owner.post('/goals/definitions', { ...first, counting: 'every' }));
  });

  await t.test('a cure that sends more money adds just that; what nothing cures is closed by a decision', async () => {
    const { known } = await look();
    await shop.outcome(sale('lost-sale', '30'));
    const later = await look();
    assert.deepEqual([reasonOf(later, 'refund_without_sale'), Number(later.known) - Number(known)], [undefined, 30]);
    const body = { reason: 'refund_without_effect', subject: 'refund', decision: 'not_ours' };
    assert.equal((await shop.owner.post('/completeness/closings', body)).status, 201);
    const { is_complete, share, ...data } = await look();
    assert.deepEqual([is_complete, share, data.closed, data.known], [true, 1, '-5', later.known]);
  });

  await t.test('a second report of one sale, and its refunds, are not outside', async () => {
    const before = await look();
    const system = (name: string) => ({ sale: { system: name, payment_ids: ['ch_1'] } });
    await shop.outcome(sale('shop-1', '60', system('shopify')));
    await shop.outcome(sale('stripe-1', '60', system('stripe')));
    await shop.outcome(refund('shop-back', 'shop-1', '10'));
    await shop.outcome(refund('stripe-back', 'stripe-1', '10'));
    const data = await look();
    assert.deepEqual([Number(data.known) - Number(before.known), data.is_complete], [50, true], JSON.stringify(data.reasons));
  });

  await t.test(
    'what may be counted twice is what the queue of pairs has, on the days of the range, until somebody decides',
    async () => {
      const before = await look();
      const of = (system: string, at: string) => ({ anonymous_id: 'eva', occurred_at: at, sale: { system } });
      const order = await shop.outcome(sale('twin-order', '80', of('shopify', '2026-03-03T10:00:00Z')));
      const capture = await shop.outcome(sale('twin-capture', '80', of('stripe', '2026-03-05T10:00:00Z')));
      await shop.outcome(refund('twin-back', 'twin-capture', '30'));
      await shop.outcome(sale('early-order', '70', of('shopify', '2026-02-03T10:00:00Z')));
      await shop.outcome(sale('early-capture', '70', of('stripe', '2026-02-05T10:00:00Z')));
      const data = await look();
      const { body } = await shop.owner.get('/payments/sale_pairs');
      assert.deepEqual(body.meta.maybe_twice, [{ currency: 'EUR', payments: 2, amount: '120' }], 'of all time');
      assert.deepEqual([data.maybe_twice.entries, data.maybe_twice.amount], [1, '50']);
      assert.equal(Number(data.counted) - Number(before.counted), 130, 'it is contained');
      const decide = (verdict: string) => shop.owner.put(`/payments/${order}/sale_pair`, { other_payment_id: capture, verdict });
      assert.equal((await decide('apart')).status, 200);
      const apart = await look();
      assert.deepEqual([apart.maybe_twice.entries, apart.known], [0, data.known]);
      assert.equal((await decide('same')).status, 200);
      const same = await look();
      assert.deepEqual([same.maybe_twice.entries, Number(same.known) - Number(before.known)], [0, 50]);
    },
  );

  await t.test('what is an expected value, a behaviour or of a browser is no cash', async () => {
    const { known } = await look();
    await shop.outcome(sale('lead-1', '900', { event_type: 'lead_created' }));
    await shop.outcome(sale('lead-back', '900', { event_type: 'refund', refund_of: 'lead-1' }));
    assert.equal((await look()).known, known);
  });

  await t.test('sales before tracking and spend of an unknown platform are contained; spend without a rate is not', async () => {
    await shop.visit({ at: '2026-03-20T10:00:00Z', browser: 'late', url: 'https://shop.example/' });
    await shop.spend('sky_writing', { '2026-03-10': [{ campaign_id: 'c', spend: '12.5' }] }, 'EUR');
    await shop.spend('google', { '2026-03-10': [{ campaign_id: 'c', spend: '3' }] }, 'SEK');
    const data = await look();
    assert.deepEqual([reasonOf(data, 'before_tracking')?.is_contained, reasonOf(data, 'before_tracking')?.entries], [true, 14]);
    assert.deepEqual(
      [reasonOf(data, 'unknown_platform')?.subject, reasonOf(data, 'unknown_platform')?.amount],
      ['sky_writing', '12.5'],
    );
    assert.deepEqual(data.spend, { counted: '12.5', beside: [{ currency: 'SEK', entries: 1, refunds: 0, amount: '3' }] });
    assert.match(data.sentence, /; 1 row of spend of SEK\s3\.00 without a rate\.$/);
    assert.equal(data.is_complete, false);
  });
});

test('closeMoneyReason', async (t) => {
  const close = (body: object, api = shop.owner) => api.post('/completeness/closings', body);
  await shop.outcome(sale('deposit-1', '200', { event_type: 'deposit_paid' }));
  const body = { reason: 'uncounted_type', subject: 'deposit_paid', decision: 'not_a_conversion' };
  const earlier = await look();
  await t.test('closes a reason once, and what is known stays', async () => {
    const { status, body: answer } = await close(body);
    assert.equal(status, 201, JSON.stringify(answer));
    assert.deepEqual([(await close(body)).status, (await close(body)).body.data.id], [200, answer.data.id]);
    const later = await look();
    assert.deepEqual([later.known, later.closed, later.not_counted], [earlier.known, '195', earlier.not_counted]);
    const row = reasonOf(later, 'uncounted_type');
    assert.deepEqual([row?.status, row?.closing?.decision], ['closed', 'not_a_conversion']);
    assert.equal(later.share, 1);
    assert.match(
      later.sentence,
      /€200\.00 of it was decided to be none of its conversions; of what is not taken off, €5\.00 was decided/,
    );
  });
  await t.test('another decision takes its place, and the audit has both', async () => {
    assert.equal((await close({ ...body, decision: 'not_ours' })).status, 201);
    assert.equal(reasonOf(await look(), 'uncounted_type')?.closing?.decision, 'not_ours');
    const audited = auditOf(shop.base, { profileId: shop.profileId, workspaceId: shop.workspaceId, limit: 10 });
    assert.deepEqual(audited.filter(({ action }) => action === 'money_reason.closed').length, 3);
  });
  await t.test('refuses what is no reason outside, other scopes and unknown decisions', async () => {
    assert.equal((await close({ ...body, reason: 'maybe_twice' })).status, 422);
    assert.equal((await close({ ...body, decision: 'wrong' })).status, 422);
    const scopes = ['analytics:read' as const];
    const reader = createApiKey(shop.base, { profileId: shop.profileId, name: 'reader', scopes, actor: 'system' });
    assert.equal((await close(body, shop.api(reader.secret))).status, 403);
    assert.equal((await shop.api(reader.secret).get('/completeness', MARCH)).status, 200);
    assert.equal((await shop.conversionsOnly.get('/completeness', MARCH)).status, 403);
  });
});

test('reopenMoneyReason', async () => {
  const data = await look();
  const id = reasonOf(data, 'uncounted_type')?.closing?.id;
  const reopen = () => shop.owner.delete(`/completeness/closings/${id}`);
  assert.equal((await reopen()).status, 200);
  const { known, closed, reasons } = await look();
  assert.deepEqual([known, closed, reasonOf({ reasons }, 'uncounted_type')?.status], [data.known, '-5', 'open']);
  assert.equal((await reopen()).status, 404);
});

test('a report of a type that no goal counts is known once beside a counted one of its sale, and so are its refunds', async () => {
  const first = knownOf(await look());
  const order = (key: string, amount: string, more: object) => sale(key, amount, { event_type: 'shop order', ...more });
  const named = (system: string, ids: object) => ({ sale: { system, ...ids } });
  const both = (key: string, amount: string, ids: object) => [
    order(`${key}-shop`, amount, named('shopify', ids)),
    sale(`${key}-stripe`, amount, named('stripe', ids)),
  ];
  const reports = [
    ...both('once-1', '60', { payment_ids: ['ch_once0001'] }),
    ...both('once-2', '40', { order_ids: ['#4711'] }),
    refund('once-shop-back', 'once-1-shop', '25'),
    refund('once-stripe-back', 'once-1-stripe', '10'),
    // Another sale, and a number of an order that another amount has.
    order('other-shop', '7', named('shopify', { payment_ids: ['ch_other001'] })),
    order('number-shop', '5', named('shopify', { order_ids: ['#4712'] })),
    sale('number-stripe', '6', named('stripe', { order_ids: ['#4712'] })),
  ];
  for (const each of reports) await shop.outcome(each);
  const ofShop = ({ reasons }: { reasons: Row[] }) => reasons.find(({ subject }) => subject === 'shop order');
  const data = await look();
  const row = ofShop(data);
  // Of 25 given back in the shop, its provider knows of 10.
  assert.deepEqual([row?.subject, row?.entries, row?.amount], ['shop order', 3, '-3']);
  assert.equal(Number(knownOf(data)['EUR']) - Number(first['EUR']), 100 - 10 + 6 - 3);
  const { cure } = ofShop(data) as Row;
  const { body } = await shop.owner.get('/goals/definitions');
  const [payments] = body.data.filter((goal: { conversion_key: string }) => goal.conversion_key === 'payment_received');
  const event_types = [...payments.event_types, 'shop order'];
  assert.equal(cure.operation?.name, 'putDefinition');
  const { conversion_key, counting } = payments;
  assert.equal((await shop.owner.post('/goals/definitions', { conversion_key, counting, event_types })).status, 200);
  const cured = await look();
  assert.deepEqual([ofShop(cured), knownOf(cured)], [undefined, knownOf(data)]);
});
