// The client of accounts at Mercado Pago against its fake: what every client must do, pages while payments change, and what of a payment counts.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createMercadoPago } from '../../../src/providers/mercado-pago/client.ts';
import type { SaleRecord } from '../../../src/providers/record-source.ts';
import { startFakeMercadoPago } from '../../fakes/mercado-pago.ts';
import { testConformance, timeoutOf } from '../conformance.ts';
import { account, changedOf, conforming, failureOf, grantOf, NOW } from '../record-sources.ts';

const DAY_MS = 86_400_000;
const SELLER = '724484980';
const clock = { now: () => NOW };

async function start(t: TestContext) {
  const pago = await startFakeMercadoPago(t);
  const source = createMercadoPago(pago.settings, { clock: { now: Date.now }, timeoutMs: timeoutOf(t) });
  const fixed = createMercadoPago(pago.settings, { clock, timeoutMs: timeoutOf(t) });
  assert.ok(source && fixed);
  const token = pago.grants.accessToken();
  const saleOf = async (id: number | string): Promise<SaleRecord> => {
    const record = await fixed.read(grantOf(token), account(SELLER), { type: 'sale', id: String(id) });
    assert.ok(record?.type === 'sale');
    return record;
  };
  return { pago, source, fixed, token, grant: grantOf(token), saleOf };
}

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { pago, source, token } = await start(t);
      return { server: pago.server, ...conforming(source, token) };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('every payment once, though payments change while pages are read', async (t) => {
  const { pago, fixed, grant } = await start(t);
  for (let n = 0; n < 250; n += 1) pago.put({ id: 1_000 + n }, NOW - 5 * DAY_MS - n * 1_000);
  const ids = new Set<string>();
  const range = { since: NOW - 10 * DAY_MS, until: NOW - DAY_MS, formIds: [], stageIds: [] };
  for await (const page of fixed.readChanged(grant, account(SELLER), range)) {
    for (const { id } of page) ids.add(id);
    if (page[0]) pago.put({ id: Number(page[0].id) }, NOW);
  }
  assert.equal(ids.size, 250);
  pago.server.requests.length = 0;
  const old = { since: NOW - 400 * DAY_MS, until: NOW - 370 * DAY_MS };
  assert.deepEqual([await changedOf(fixed, grant, SELLER, old), pago.server.requests.length], [[], 0], 'not listed any more');
});

test('amounts and ids', async (t) => {
  const { pago, saleOf } = await start(t);
  for (const [currency_id, transaction_amount, exact] of [
    ['CLP', 990, '990'],
    ['ARS', 1_234_567.89, '1234567.89'],
    ['BRL', 0.1, '0.1'],
    ['KWD', 12.345, '12.345'],
  ] as const) {
    pago.put({ id: 1, currency_id, transaction_amount }, NOW);
    assert.deepEqual(
      (await saleOf(1)).payments.map(({ amount, currency }) => [amount, currency]),
      [[exact, currency_id]],
    );
  }
  pago.put({ id: '9007199254740993' }, NOW);
  const [payment] = (await saleOf('9007199254740993')).payments;
  assert.equal(payment?.ref, `mercado_pago:${SELLER}:payment:9007199254740993`);
  assert.deepEqual([payment?.orderId, payment?.person.email], ['order-9007199254740993', 'ana@example.com']);
});

test('what of a payment counts', async (t) => {
  const { pago, fixed, grant, saleOf } = await start(t);
  for (const [at, more] of [
    { status: 'pending' },
    { status: 'rejected' },
    { status: 'authorized' },
    { date_approved: null },
    { live_mode: false },
    { operation_type: 'money_transfer' },
    { collector_id: 1 },
    { transaction_amount: 0 },
  ].entries()) {
    pago.put({ id: 100 + at, ...more }, NOW);
    assert.deepEqual((await saleOf(100 + at)).payments, [], JSON.stringify(more));
  }
  const backOf = async (): Promise<string[]> =>
    (await saleOf(1)).reversals.map(({ ref, amount }) => `${ref.replace(`mercado_pago:${SELLER}:`, '')} ${amount}`);
  pago.put({ id: 1 }, NOW);
  pago.refund(1, { id: 11, amount: 200 }, NOW - 1_000);
  pago.refund(1, { id: 12, amount: 300, status: 'rejected' }, NOW);
  assert.deepEqual(await backOf(), ['refund:11 200']);
  for (const [status, status_detail, back] of [
    ['in_mediation', 'pending', ['dispute:1 800']],
    ['charged_back', 'in_process', ['dispute:1 800']],
    ['charged_back', 'settled', ['dispute:1 800']],
    ['charged_back', 'reimbursed', []],
    ['refunded', 'refunded', ['rest:1 800']],
  ] as const) {
    pago.put({ id: 1, status, status_detail }, NOW);
    assert.deepEqual(await backOf(), ['refund:11 200', ...back], status_detail);
  }
  // A list without refunds is no reason to forget them.
  pago.hidesRefunds = true;
  pago.put({ id: 1, status: 'approved', status_detail: 'partially_refunded' }, NOW - DAY_MS);
  const listed = (await changedOf(fixed, grant, SELLER, { since: NOW - 2 * DAY_MS })).find(({ id }) => id === '1');
  assert.ok(listed?.type === 'sale');
  assert.deepEqual([listed.reversals.length, listed.reversals[0]?.at], [1, NOW - 1_000]);
  assert.deepEqual((await saleOf(404)).payments, []);
});

test('accounts, and grants that only the seller ends', async (t) => {
  const { source, grant, pago, token } = await start(t);
  const [seen] = await source.listAccounts(grant);
  assert.deepEqual([seen?.id, seen?.name, seen?.currency, seen?.timezone], [SELLER, 'NORTE', 'CLP', 'America/Santiago']);
  const tokens = { accessToken: await grantOf(token).accessToken(), refreshToken: undefined, expiresAt: undefined, scopes: [] };
  assert.ok(source.oauth);
  assert.equal((await failureOf(source.oauth.revoke(tokens))).outcome, 'unsupported');
  pago.grants.revoke();
  assert.equal((await failureOf(source.listAccounts(grant))).outcome, 'reconnect');
});
