// The client of a merchant's Stripe account against its fake: what every client must do, pages, amounts and what counts of a charge.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createStripeAccount } from '../../../src/providers/stripe-account/client.ts';
import { amountOf } from '../../../src/providers/stripe-account/money.ts';
import { startFakeStripeAccount } from '../../fakes/stripe-account.ts';
import { testConformance, timeoutOf } from '../conformance.ts';
import { account, changedOf, clock, conforming, failureOf, grantOf, NOW } from '../record-sources.ts';

const SECONDS = NOW / 1000;

async function start(t: TestContext) {
  const stripe = await startFakeStripeAccount(t);
  const source = createStripeAccount(stripe.settings, { clock, timeoutMs: timeoutOf(t) });
  assert.ok(source);
  const token = stripe.grants.accessToken();
  return { stripe, source, token, grant: grantOf(token) };
}

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { stripe, source, token } = await start(t);
      return { server: stripe.server, ...conforming(source, token) };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('money in units of Stripe', () => {
  assert.equal(amountOf(1_999, 'eur'), '19.99');
  assert.equal(amountOf(500, 'jpy'), '500');
  assert.equal(amountOf(12_345, 'bhd'), '12.345');
  // By Stripe's own table: two decimals that ISO 4217 does not have, and none where it has two.
  assert.equal(amountOf(500_00, 'isk'), '500');
  assert.equal(amountOf(500_00, 'ugx'), '500');
  assert.equal(amountOf(500, 'mga'), '500');
  assert.equal(amountOf(Number.MAX_SAFE_INTEGER, 'usd'), '90071992547409.91');
});

test('charges of many pages, with many refunds each', async (t) => {
  const { stripe, source, grant } = await start(t);
  for (let n = 0; n < 250; n += 1) stripe.pay({ id: `ch_${n}`, amount: 100 + n, currency: 'eur', created: SECONDS - 1_000 - n });
  for (let n = 0; n < 30; n += 1) stripe.refund('ch_7', { id: `re_${n}`, amount: 1, created: SECONDS - 1_000 });
  stripe.server.requests.length = 0;
  const records = await changedOf(source, grant, 'acct_1');
  assert.equal(records.length, 250);
  const found = records.find(({ id }) => id === 'ch_7');
  assert.ok(found?.type === 'sale');
  assert.equal(found.reversals.length, 30);
  assert.equal(stripe.server.requests.filter(({ url }) => url.startsWith('/v1/charges')).length, 3);
});

test('what of a charge counts', async (t) => {
  const { stripe, source, grant } = await start(t);
  const base = { amount: 1_000, currency: 'eur', created: SECONDS - 10 };
  stripe.pay({ id: 'ch_part', ...base, amount_captured: 400 });
  stripe.pay({ id: 'ch_test', ...base, livemode: false });
  stripe.pay({ id: 'ch_open', ...base, status: 'pending', paid: false });
  stripe.pay({ id: 'ch_held', ...base, amount_captured: 0 });
  for (const status of ['warning_needs_response', 'needs_response', 'under_review', 'lost', 'won', 'charge_refunded'])
    stripe.pay({
      id: `ch_${status}`,
      ...base,
      dispute: { id: `dp_${status}`, amount: 900, currency: 'eur', created: SECONDS, status },
    });
  const records = await changedOf(source, grant, 'acct_1');
  const counts = records.flatMap((each) =>
    each.type === 'sale' ? each.payments.map(({ ref, amount }) => `${ref} ${amount}`) : [],
  );
  assert.deepEqual(counts.slice(0, 1), ['ch_part 4']);
  assert.equal(counts.length, 7);
  const back = records.flatMap((each) => (each.type === 'sale' ? each.reversals.map(({ ref }) => ref) : []));
  assert.deepEqual(back, ['dp_needs_response', 'dp_under_review', 'dp_lost']);
});

test('what Stripe refuses', async (t) => {
  const { stripe, source, grant } = await start(t);
  const gone = await source.read(grant, account('acct_1'), { type: 'sale', id: 'ch_unknown' });
  assert.deepEqual(gone, { type: 'sale', id: 'ch_unknown', payments: [], reversals: [] });
  stripe.grants.revoke();
  assert.equal((await failureOf(source.listAccounts(grant))).outcome, 'reconnect');
});
