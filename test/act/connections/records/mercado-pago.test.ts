// A seller's account at Mercado Pago through the door: connected, read back, told of by webhooks of the app; payment, refund and dispute.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakeMercadoPago, startFakeMercadoPago } from '../../../fakes/mercado-pago.ts';
import { DAY_SECONDS, HOUR_MS, NOW_MS, type RecordWorld, startRecordWorld } from './record-world.ts';

const DAY_MS = DAY_SECONDS * 1_000;

async function start(t: TestContext): Promise<{ pago: FakeMercadoPago; w: RecordWorld }> {
  const pago = await startFakeMercadoPago(t);
  return { pago, w: await startRecordWorld(t, { mercado_pago: pago.settings }) };
}

const post = (w: RecordWorld, { query, ...hook }: ReturnType<FakeMercadoPago['hook']>): Promise<number> =>
  w.post(`${w.app.baseUrl}/hooks/mercado_pago${query}`, hook);

async function send(w: RecordWorld, pago: FakeMercadoPago, ids: (number | string)[]): Promise<void> {
  for (const id of ids) assert.equal(await post(w, pago.hook(id, w.app.clock.now())), 200);
  await w.work();
}

test('an account is connected, read back and followed', async (t) => {
  const { pago, w } = await start(t);
  pago.put({ id: 1, transaction_amount: 12_990 }, NOW_MS - 200 * DAY_MS);
  pago.put({ id: 2, transaction_amount: 58.8, currency_id: 'BRL' }, NOW_MS - 100 * DAY_MS);
  pago.put({ id: 3, transaction_amount: 12.345, currency_id: 'KWD' }, NOW_MS - 90 * DAY_MS);
  pago.put(
    { id: 4, status: 'charged_back', status_detail: 'settled', date_approved: pago.payments[0]?.date_last_updated },
    NOW_MS - 80 * DAY_MS,
  );

  await t.test('connecting says which account, and reads a year', async () => {
    const done = await w.connect('mercado_pago');
    assert.match((await w.visitor.open(done.url)).html, /The account is connected/);
    await w.work();
    const connection = await w.connection();
    assert.deepEqual([connection.kind, connection.status, connection.accounts[0].id], ['payments', 'active', pago.accountId]);
    assert.equal(connection.accounts[0].is_history_complete, true);
    assert.equal(connection.webhook_url, `${w.app.baseUrl}/hooks/mercado_pago`);
    const payments = await w.payments();
    assert.deepEqual([...payments].sort(), [
      '1000 CLP, 1000 back',
      '12.345 KWD, 0 back',
      '12990 CLP, 0 back',
      '58.8 BRL, 0 back',
    ]);
  });

  await t.test('a payment, its refund, its dispute and a dispute that is won come by webhooks', async () => {
    const seen: string[] = [];
    const step = async (change: () => unknown): Promise<void> => {
      change();
      await send(w, pago, [5]);
      seen.push((await w.payments()).at(-1) ?? '');
    };
    await step(() => pago.put({ id: 5, transaction_amount: 10_000 }, NOW_MS));
    await step(() => pago.refund(5, { id: 51, amount: 2_500 }, NOW_MS));
    await step(() => pago.put({ id: 5, status: 'in_mediation' }, NOW_MS));
    await step(() => pago.put({ id: 5, status: 'charged_back', status_detail: 'in_process' }, NOW_MS));
    await step(() => pago.put({ id: 5, status: 'charged_back', status_detail: 'reimbursed' }, NOW_MS));
    const [paid, refunded, disputed] = ['10000 CLP, 0 back', '10000 CLP, 2500 back', '10000 CLP, 10000 back'];
    assert.deepEqual(seen, [paid, refunded, disputed, disputed, refunded]);
  });

  await t.test('the same webhooks again, in another order, write nothing', async () => {
    const [before, facts] = [await w.payments(), w.facts()];
    await send(w, pago, [5, 4, 3, 2, 1, 5, 5, 1]);
    assert.deepEqual([await w.payments(), w.facts()], [before, facts]);
  });

  await t.test('what no webhook told of comes by the hour', async () => {
    pago.refund(1, { id: 11, amount: 990 }, NOW_MS + 60_000);
    pago.put({ id: 6, transaction_amount: 4_200 }, NOW_MS + 120_000);
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    const payments = await w.payments();
    assert.deepEqual([payments.includes('12990 CLP, 990 back'), payments.at(-1)], [true, '4200 CLP, 0 back']);
    assert.equal(pago.grants.refreshes(), 1);
  });

  await t.test('throttling, a page of somebody else and an outage change nothing', async () => {
    const before = await w.payments();
    for (const script of ['html', 'throttled', 'redirect', 'wrong_json'] as const) {
      pago.server.fail(script);
      w.app.clock.advance(HOUR_MS + 60_000);
      await w.work();
      assert.equal((await w.connection()).status, 'active', script);
    }
    assert.deepEqual(await w.payments(), before);
  });

  await t.test('a grant that ended is noticed once, and connecting again counts nothing twice', async () => {
    pago.grants.revoke();
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    const [{ id, status, status_reason }, before] = [await w.connection(), await w.payments()];
    assert.deepEqual([status, status_reason], ['reconnect_required', 'grant_ended']);
    const asked = pago.server.requests.length;
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    assert.equal(pago.server.requests.length, asked);
    await w.connect('mercado_pago');
    await w.work();
    const [connection, ...others] = await w.connections();
    assert.deepEqual([connection.id, connection.status, others.length, await w.payments()], [id, 'active', 0, before]);
  });

  await t.test('the end of the connection says that the grant is left to the seller', async () => {
    const { id } = await w.connection();
    const { body } = await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId });
    assert.equal(body.data.revocation, 'failed');
    const facts = w.facts();
    pago.put({ id: 7 }, w.app.clock.now());
    await send(w, pago, [7]);
    assert.equal(w.facts(), facts);
  });
});

test('webhooks that are not of Mercado Pago, or of nobody here', async (t) => {
  const { pago, w } = await start(t);
  await w.connect('mercado_pago');
  await w.work();
  pago.put({ id: 1 }, NOW_MS);
  pago.put({ id: 2 }, NOW_MS);
  const right = pago.hook(1, NOW_MS);
  const wrong = [
    { ...right, query: right.query.replace('data.id=1', 'data.id=2') },
    { ...right, query: `${right.query}&data.id=2` },
    { ...right, headers: {} },
    { ...right, headers: { ...right.headers, 'x-request-id': 'other' } },
    pago.hook(1, NOW_MS - 301_000),
    pago.hook(1, NOW_MS + 301_000),
  ];
  for (const hook of wrong) assert.equal(await post(w, hook), 401, hook.query);
  const foreign = { ...right, body: right.body.replace('724484980', '999') };
  const another = { ...right, query: right.query.replace('type=payment', 'type=topic_claims_integration_wh') };
  for (const hook of [foreign, another, { ...right, body: 'no json' }]) assert.equal(await post(w, hook), 200);
  await w.work();
  assert.equal(w.facts(), 0);
  assert.equal(await post(w, right), 200);
  await w.work();
  assert.equal(w.facts(), 1);
});
