// Payments of the week in test/report/shop.ts: order-1 of 100 with 25 refunded and order-2 of 50 are Ana's, order-3 of 20 is of
// a browser that nobody knows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { payerPatience } from '../../../src/collect/payments/payer.ts';
import { holdPipeline, pipelineStatus, startPipeline } from '../../../src/credit/pipeline/index.ts';
import { assertContract } from '../../harness.ts';
import { openShop, type Shop, startShop } from '../../report/shop.ts';
import { until } from '../../until.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers whose form the contract has just been checked against
type Json = any;

let shop: Shop;
const orders: Record<string, string> = {};
before(async () => {
  shop = await openShop();
  const { data, error } = (await shop.owner.get('/payments')).body;
  assert.equal(error, undefined);
  for (const row of data as Json[]) orders[row.amount] = row.payment_id;
});
after(() => shop.close());

const list = async (query: Record<string, unknown> = {}, api = shop.owner): Promise<Json[]> =>
  (await api.get('/payments', query)).body.data;

test('listPayments', async (t) => {
  await t.test('newest first, with what was refunded and who paid', async () => {
    const rows = await list();
    assert.deepEqual(
      rows.map((row) => [row.paid_at, row.amount, row.refunded_amount, row.net_amount, row.status, row.payer?.name]),
      [
        ['2026-03-06T12:00:00.000Z', '50', '0', '50', 'identified', 'Ana Rojas'],
        ['2026-03-05T12:00:00.000Z', '100', '25', '75', 'identified', 'Ana Rojas'],
        ['2026-03-02T11:30:00.000Z', '20', '0', '20', 'unidentified', undefined],
      ],
    );
    const [refund] = rows[1].refunds;
    assert.deepEqual([refund.amount, refund.is_manual, refund.refunded_at], ['25', false, '2026-03-07T12:00:00.000Z']);
  });
  await t.test('those whose payer nobody knows', async () => {
    assert.deepEqual(
      (await list({ status: 'unidentified' })).map((row) => row.amount),
      ['20'],
    );
  });
  await t.test('between two moments, both inside', async () => {
    const between = (from: string, to: string) => list({ from, to });
    assert.equal((await between('2026-03-05T12:00:00Z', '2026-03-06T13:00:00+01:00')).length, 2);
    assert.equal((await between('2026-03-05T12:00:00.001Z', '2026-03-06T11:59:59Z')).length, 0);
  });
  await t.test('the cursor walks all rows once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await shop.owner.get('/payments', { limit: 1, cursor });
      seen.push(body.data[0].amount);
      cursor = body.pagination.cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(seen, ['50', '100', '20']);
  });
  await t.test('sorted over the whole list, each way, and the cursor walks all rows once', async () => {
    const sorted = async (sort: string, order: string, status = 'all'): Promise<string[]> => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await shop.owner.get('/payments', { sort, order, status, limit: 1, cursor });
        seen.push(...body.data.map((row: Json) => row.amount));
        cursor = body.pagination.cursor ?? undefined;
      } while (cursor !== undefined);
      return seen;
    };
    assert.deepEqual(await sorted('amount', 'desc'), ['100', '50', '20']);
    assert.deepEqual(await sorted('amount', 'asc'), ['20', '50', '100']);
    assert.deepEqual(await sorted('paid_at', 'asc'), ['20', '100', '50']);
    assert.deepEqual(
      await sorted('refunded_amount', 'desc'),
      ['100', '20', '50'],
      'the later received one first where both are 0',
    );
    assert.deepEqual(await sorted('net_amount', 'desc'), ['100', '50', '20']);
    assert.deepEqual(await sorted('amount', 'desc', 'unidentified'), ['20']);
    assert.deepEqual(await sorted('amount', 'desc', 'same_sale'), []);
    const { pagination } = (await shop.owner.get('/payments', { sort: 'amount', limit: 1 })).body;
    for (const query of [{}, { sort: 'amount', order: 'asc' }, { sort: 'net_amount' }])
      assert.equal((await shop.owner.get('/payments', { ...query, cursor: pagination.cursor })).status, 400);
    assert.equal((await shop.owner.get('/payments', { sort: 'payer' })).status, 400);
  });
  await t.test('without customers:read nobody is named', async () => {
    const [row] = await list({}, shop.conversionsOnly);
    assert.deepEqual([row.payer.name, row.payer.email], [null, null]);
    assert.ok(row.payer.customer_profile_id);
  });
  await t.test('refuses half a range, one backwards, one that is none, and an unknown status', async () => {
    const at = '2026-03-05T12:00:00Z';
    for (const [query, code] of [
      [{ from: at }, 'range_invalid'],
      [{ from: at, to: '2026-03-05T11:59:59Z' }, 'range_invalid'],
      [{ from: 'yesterday', to: at }, 'range_invalid'],
      [{ status: 'lost' }, 'status_invalid'],
      [{ cursor: 'bm9uZQ' }, 'invalid_parameter'],
    ] as const) {
      const { status, body } = await shop.owner.get('/payments', query);
      assert.deepEqual([status, body.error.code], [code === 'invalid_parameter' ? 400 : 422, code], JSON.stringify(query));
    }
  });
});

/** The code of a refusal, or the data of an answer. */
const said = ({ status, body }: { status: number; body: Json }): Json =>
  status < 300 ? body.data : `${status} ${body.error.code}`;
const paymentOf = async (amount: string): Promise<Json> => (await list()).find((row) => row.amount === amount);
const at = (amount: string, what: string): string => `/payments/${orders[amount]}/${what}`;
/** Sale-axis and cash-axis revenue of a day. */
const moneyOn = async (day: string): Promise<[number, number]> => {
  const { current } = (await shop.owner.get('/overview', { date_from: day, date_to: day })).body.data;
  return [current.revenue, current.cash_revenue];
};

test('createPaymentRefund', async (t) => {
  const url = at('100', 'refund');
  await t.test('under an Idempotency-Key it answers as without one, and a refusal keeps nothing', async () => {
    const path = `/api/v1${at('50', 'refund')}`;
    const send = async (key: string, amount: string) => {
      const response = await fetch(new URL(path, shop.baseUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ amount }),
      });
      const answer = { status: response.status, body: await response.json(), headers: Object.fromEntries(response.headers) };
      assertContract('post', path, answer);
      return answer;
    };
    assert.equal(said(await send('far too much', '50.01')), '422 amount_invalid');
    assert.equal(said(await send('far too much', '50.01')), '422 amount_invalid', 'refused again, not answered again');
    const first = await send('seven', '7');
    assert.deepEqual([first.status, first.body.data.amount], [201, '7']);
    const again = await send('seven', '7');
    assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true']);
    assert.equal(said(await send('eight', '8')), '422 manual_refund_exists');
    await shop.settle();
    assert.equal((await paymentOf('50')).net_amount, '43');
    assert.equal(said(await shop.owner.delete(at('50', 'refund'))).withdrawn, true);
    await shop.settle();
    assert.equal((await paymentOf('50')).net_amount, '50');
  });
  await t.test('refuses nothing, too much, a debt, a moment to come, and what is no payment', async () => {
    for (const amount of ['0', '75.000001', '-1', 'ten', 76])
      assert.equal(said(await shop.owner.post(url, { amount })), '422 amount_invalid', `${amount}`);
    for (const refunded_at of ['2026-03-05T11:59:59Z', '2026-03-08T00:00:01Z'])
      assert.equal(said(await shop.owner.post(url, { amount: '1', refunded_at })), '422 validation_error');
    for (const id of ['order-1', 'x'.repeat(129)])
      assert.equal(said(await shop.owner.post(`/payments/${id}/refund`, { amount: '1' })), '422 payment_ref_invalid');
    assert.equal(said(await shop.owner.post(`/payments/${shop.profileId}/refund`, { amount: '1' })), '404 not_found');
    assert.equal(said(await shop.conversionsOnly.post(url, { amount: '1' })), '403 insufficient_scope');
  });
  await t.test('goes back through the sale: revenue on its day, cash on the day of the refund', async () => {
    const both = await Promise.all(
      ['15', '15.00'].map((amount) => shop.owner.post(url, { amount, refunded_at: '2026-03-07T15:00:00Z' })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422], 'of two at once one is recorded');
    assert.equal(both.find(({ status }) => status === 201)?.body.data.amount, '15');
    assert.equal(said(both.find(({ status }) => status === 422) as Json), '422 manual_refund_exists');
    await shop.settle();
    assert.deepEqual(
      [await moneyOn('2026-03-05'), await moneyOn('2026-03-07')],
      [
        [60, 100],
        [0, -40],
      ],
    );
    const { net_amount, refunds } = await paymentOf('100');
    assert.deepEqual(
      [net_amount, refunds.map((refund: Json) => [refund.amount, refund.is_manual])],
      [
        '60',
        [
          ['25', false],
          ['15', true],
        ],
      ],
    );
  });
});

test('deletePaymentRefund', async () => {
  const url = at('100', 'refund');
  assert.equal(said(await shop.owner.delete(url)).withdrawn, true);
  assert.equal(said(await shop.owner.delete(url)), '404 not_found');
  await shop.settle();
  assert.deepEqual(
    [await moneyOn('2026-03-05'), await moneyOn('2026-03-07')],
    [
      [75, 100],
      [0, -25],
    ],
  );
  assert.deepEqual([(await paymentOf('100')).refunds.length, (await paymentOf('100')).net_amount], [1, '75']);
  // Nothing of it stands in the way of another one, of all that is left.
  assert.equal(said(await shop.owner.post(url, { amount: '75' })).amount, '75');
  await shop.settle();
  assert.equal((await paymentOf('100')).net_amount, '0');
  assert.equal((await shop.owner.delete(url)).status, 200);
  await shop.settle();
  assert.equal((await paymentOf('100')).net_amount, '75');
});

test('putPaymentInstallment', async (t) => {
  const url = at('50', 'installment');
  await t.test('is cash of its first payment, and no sale of its own', async () => {
    const answer = said(await shop.owner.put(url, { is_installment: true, first_payment_id: orders['100'] }));
    assert.deepEqual([answer.first_payment_id, answer.changed], [orders['100'], true]);
    assert.equal(said(await shop.owner.put(url, { is_installment: true })).changed, false);
    await shop.settle();
    assert.deepEqual([await moneyOn('2026-03-06'), (await paymentOf('50')).first_payment_id], [[0, 50], orders['100']]);
  });
  await t.test('refuses itself, another instalment, and none named', async () => {
    const first = (amount: string, first_payment_id?: string) =>
      shop.owner.put(at(amount, 'installment'), { is_installment: true, first_payment_id });
    for (const refused of [first('20'), first('20', orders['20']), first('20', orders['50'])])
      assert.equal(said(await refused), '422 validation_error');
  });
  await t.test('unmarked and marked again, one that names its first payment itself continues that', async () => {
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'order-2-later',
      installment_of: 'order-2',
      occurred_at: '2026-03-06T13:00:00Z',
      value: { amount: '7', currency: 'USD' },
      user_traits: { external_id: 'cust-1' },
    });
    await shop.settle();
    const later = `/payments/${(await paymentOf('7')).payment_id}`;
    const mark = async (is_installment: boolean) => {
      const answer = said(await shop.owner.put(`${later}/installment`, { is_installment }));
      await shop.settle();
      return [answer.changed, (await paymentOf('7')).first_payment_id];
    };
    const said_itself = (await paymentOf('7')).first_payment_id;
    assert.deepEqual(await mark(false), [true, null]);
    assert.deepEqual(await mark(true), [true, said_itself]);
    assert.deepEqual(await mark(true), [false, said_itself]);
    await shop.outcome({
      event_type: 'refund',
      idempotency_key: 'order-2-later-back',
      refund_of: 'order-2-later',
      occurred_at: '2026-03-06T14:00:00Z',
      value: { amount: '7', currency: 'USD' },
    });
    await shop.settle();
  });
  await t.test('unmarked it is a sale again', async () => {
    assert.equal(said(await shop.owner.put(url, { is_installment: false })).changed, true);
    await shop.settle();
    assert.deepEqual([await moneyOn('2026-03-06'), (await paymentOf('50')).is_installment], [[50, 50], false]);
  });
  await t.test('what was settled a moment ago counts before the figures know it', async () => {
    const mark = (amount: string, first_payment_id: string | undefined) =>
      shop.owner.put(at(amount, 'installment'), { is_installment: true, first_payment_id });
    assert.equal(said(await mark('20', orders['50'])).changed, true);
    assert.equal(said(await mark('50', orders['20'])), '422 validation_error', 'it would continue its own continuation');
    assert.equal(said(await shop.owner.put(at('20', 'installment'), { is_installment: false })).changed, true);
    assert.equal(said(await mark('50', orders['20'])).changed, true);
    assert.equal(said(await shop.owner.put(url, { is_installment: false })).changed, true);
    await shop.settle();
    assert.deepEqual([(await paymentOf('20')).is_installment, (await paymentOf('50')).is_installment], [false, false]);
  });
});

test('putPaymentPayer', async (t) => {
  const pipeline = startPipeline(shop.base);
  t.after(() => pipeline.stop());
  const ana = (await paymentOf('100')).payer.customer_profile_id;
  const [cal] = (await shop.owner.get('/customers/search', { q: 'cal@example.com' })).body.data;
  const nameOnce = (amount: string, customer_profile_id: string | null) =>
    shop.owner.put(at(amount, 'payer'), { customer_profile_id });
  /** Again while the figures do not know it yet, as the error asks. */
  const name = (...asked: Parameters<typeof nameOnce>) =>
    until(async () => {
      const answer = await nameOnce(...asked);
      return answer.status !== 502 && answer;
    }, 'the figures know the payer');
  await t.test('names who paid, in figures and lists at once', async () => {
    assert.deepEqual(said(await name('20', ana)), { payment_id: orders['20'], customer_profile_id: ana, conflict: null });
    const { payer, status } = await paymentOf('20');
    assert.deepEqual([status, payer.name, payer.is_assigned], ['identified', 'Ana Rojas', true]);
    assert.deepEqual(await list({ status: 'unidentified' }), []);
  });
  await t.test('says whom the payment itself names', async () => {
    assert.deepEqual(said(await name('50', cal.customer_profile_id)).conflict, { customer_profile_id: ana });
    assert.equal((await paymentOf('50')).payer.name, 'Cal');
  });
  await t.test('null takes it back', async () => {
    for (const amount of ['20', '50']) assert.equal(said(await name(amount, null)).customer_profile_id, null);
    assert.deepEqual([(await paymentOf('20')).payer, (await paymentOf('50')).payer.name], [null, 'Ana Rojas']);
  });
  await t.test('says when the figures do not know it yet, and what is called again goes on from there', async () => {
    const decided = () =>
      shop.base.state.decisions(shop.profileId, 0n, 1000).filter(({ kind }) => kind === 'payment_payer').length;
    const before = decided();
    const release = holdPipeline(shop.base, shop.profileId);
    // A round that is under way lands what comes meanwhile.
    await until(() => pipelineStatus(shop.base).every(({ isRunning }) => !isRunning), 'no round is under way', 1);
    const patience = payerPatience(shop.base);
    const { ms } = patience;
    patience.ms = 100;
    try {
      assert.equal(said(await nameOnce('20', ana)), '502 payment_assignment_incomplete');
      assert.equal(said(await nameOnce('20', ana)), '502 payment_assignment_incomplete');
      assert.equal((await paymentOf('20')).payer, null);
    } finally {
      patience.ms = ms;
      release();
    }
    assert.equal(said(await name('20', ana)).customer_profile_id, ana);
    assert.deepEqual([decided() - before, (await paymentOf('20')).payer.is_assigned], [1, true], 'recorded once');
    assert.equal(said(await name('20', null)).customer_profile_id, null);
  });
  await t.test('refuses whoever is no customer here', async () => {
    assert.equal(said(await name('20', shop.profileId)), '422 customer_not_in_profile');
  });
});

test('createCardGatewayPayment', async (t) => {
  const payment = {
    gateway: 'transbank',
    payment_ref: '2026-77',
    amount: '9.90',
    currency: 'USD',
    paid_at: '2026-03-07T10:00:00Z',
  };
  const report = (change: Record<string, unknown>) => shop.owner.post('/payments/card_gateway', { ...payment, ...change });
  await t.test('once per gateway and reference', async () => {
    const first = said(await report({}));
    assert.deepEqual([first.status, first.payment_key], ['created', 'card_gateway:transbank:2026-77']);
    assert.deepEqual(said(await report({})), { ...first, status: 'duplicate' });
    for (const change of [{ amount: 9.9 }, { amount: '9.9' }, { currency: 'usd' }, { paid_at: '2026-03-07T11:00:00.0+01:00' }])
      assert.deepEqual(
        said(await report(change)),
        { ...first, status: 'duplicate' },
        `the same payment: ${JSON.stringify(change)}`,
      );
    const other = await report({ amount: '9.91' });
    assert.equal(said(other), '409 idempotency_key_conflict');
    assert.match(other.body.error.message, /^payment_ref: used before for a payment/);
    const wrong: [object, RegExp][] = [
      [{ amount: '0.00' }, /^amount: must be above 0/],
      [{ amount: null }, /^amount: must be string or number\./],
      [{ amount: '-1' }, /^amount: must not be negative\.$/],
      [{ paid_at: '2026-03-08T00:10:01Z' }, /^paid_at: is still to come/],
      [{ currency: 'XXQ' }, /^currency: /],
      [{ amount: '' }, /^amount: must be a decimal/],
      [{ amount: '1.0000001' }, /^amount: /],
      [{ installment_of_ref: 'new' }, /^installment_of_ref: names the payment itself/],
    ];
    for (const [change, words] of wrong)
      assert.match((await report({ ...change, payment_ref: 'new' })).body.error.message, words);
    assert.equal(said(await report({ gateway: 'other' })).status, 'created');
    await shop.settle();
    assert.equal((await list()).filter((row) => row.amount === '9.9').length, 2);
  });
  await t.test('refuses what is no reference, and the number of a card', async () => {
    for (const payment_ref of ['', 'a b', '-77', '4111 1111 1111 1111', '4111-1111-1111-1111', 'x'.repeat(129), 'x'.repeat(257)])
      assert.equal(said(await report({ payment_ref })), '422 payment_ref_invalid', payment_ref);
  });
});

test('createPaymentRefund counts refunds that are accepted and not computed yet', async (t) => {
  const own = await startShop({ at: '2026-03-08T00:00:00Z' });
  t.after(() => own.close());
  const value = (amount: string, currency = 'USD') => ({ value: { amount, currency } });
  const sale = { event_type: 'payment_received', idempotency_key: 'sale', occurred_at: '2026-03-05T12:00:00Z', ...value('100') };
  await own.outcome({ ...sale, user_traits: { external_id: 'cust-1' } });
  await own.settle();
  const payment = async (): Promise<Json> => (await list({}, own.owner))[0];
  const url = `/payments/${(await payment()).payment_id}/refund`;
  const refund = async (amount: string) => said(await own.owner.post(url, { amount }));
  const back = { event_type: 'refund', refund_of: 'sale', occurred_at: '2026-03-07T16:00:00Z' };
  await t.test('of a provider, still in the journal', async () => {
    await own.outcome({ ...back, idempotency_key: 'back', ...value('70') });
    await own.outcome({ ...back, idempotency_key: 'back in euros', ...value('70', 'EUR') }); // nothing of this payment
    assert.equal(await refund('31'), '422 amount_invalid');
    assert.equal((await refund('30')).amount, '30');
    assert.equal((await own.owner.delete(url)).status, 200);
    assert.equal(await refund('30.000001'), '422 amount_invalid');
  });
  await t.test('and once they are computed', async () => {
    await own.settle();
    assert.equal(await refund('31'), '422 amount_invalid');
    assert.equal((await refund('30')).amount, '30');
    await own.settle();
    assert.equal((await payment()).net_amount, '0');
  });
  await t.test('a provider that returns more than was paid is named', async () => {
    await own.outcome({ ...back, idempotency_key: 'back again', ...value('12.5') });
    await own.settle();
    const { refunded_amount, net_amount, excess_refund_amount } = await payment();
    assert.deepEqual([refunded_amount, net_amount, excess_refund_amount], ['100', '0', '12.5']);
  });
});

test('a sale that several systems report is listed once, and the other reports say which counts', async (t) => {
  const own: Shop = await startShop();
  t.after(() => own.close());
  const paid = (key: string, amount: string, sale: object, more: object = {}) =>
    own.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: '2026-03-07T15:00:00Z',
      sale,
      ...more,
      value: { amount, currency: 'USD' },
    });
  const payment_ids = ['pi_00000001'];
  await paid('ch_00000001', '80', { system: 'stripe:acct_1', payment_ids }, { user_traits: { email: 'ana@mail.example' } });
  await paid('shop-1', '81', { system: 'shopify', payment_ids });
  await paid('shop-2', '82', { system: 'shopify' });
  const back = { event_type: 'refund', refund_of: 'ch_00000001', idempotency_key: 're_1', occurred_at: '2026-03-08T15:00:00Z' };
  await own.outcome({ ...back, value: { amount: '5', currency: 'USD' } });
  await own.settle();

  const shown = (rows: Json[]) =>
    rows.map((row) => [row.amount, row.refunded_amount, row.payer !== null, row.same_sale_as === null]).sort();
  const counted: Json[] = (await own.owner.get('/payments')).body.data;
  assert.deepEqual(shown(counted), [
    ['81', '5', true, true],
    ['82', '0', false, true],
  ]);
  const { data, meta } = (await own.owner.get('/payments', { status: 'same_sale' })).body;
  assert.deepEqual(shown(data), [['80', '0', true, false]]);
  assert.equal(meta.status, 'same_sale');
  assert.equal(data[0].same_sale_as, counted.find(({ amount }) => amount === '81')?.payment_id);
  const before = { status: 'same_sale', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
  assert.deepEqual((await own.owner.get('/payments', before)).body.data, []);
});
