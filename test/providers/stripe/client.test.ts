// The client of Stripe against its fake: what every provider's client must do, and its table of errors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from '../../../src/providers/http/failure.ts';
import { createStripe, type NewCheckout } from '../../../src/providers/stripe/client.ts';
import { stripeErrorCode, stripeErrors } from '../../../src/providers/stripe/errors.ts';
import { startFakeStripe, stripeConfig } from '../../fakes/stripe.ts';
import { testConformance } from '../conformance.ts';

const checkout = (idempotencyKey: string): NewCheckout => ({
  price: 'price_growth',
  reference: 'reference',
  successUrl: 'http://127.0.0.1/ok',
  cancelUrl: 'http://127.0.0.1/cancel',
  expiresAt: 1_800_000_000_000,
  idempotencyKey,
});

test('the client conforms', (t) =>
  testConformance(t, async (t) => {
    const fake = await startFakeStripe(t, () => 1_790_000_000);
    const config = stripeConfig(fake);
    const stripe = createStripe(config, 300);
    assert.ok(stripe);
    const { id } = await stripe.createCheckout(checkout('known'));
    fake.server.requests.length = 0;
    return {
      server: fake.server,
      read: () => stripe.checkout(id),
      writes: { write: (key) => stripe.createCheckout(checkout(key)), effects: () => fake.sessions.size },
      secret: config.stripeSecretKey,
    };
  }));

test('error codes have the outcomes of the table', () => {
  const cases: [number, unknown, string][] = [
    [401, { error: { type: 'invalid_request_error' } }, 'forbidden'],
    [402, { error: { code: 'card_declined' } }, 'rejected'],
    [404, { error: { code: 'resource_missing' } }, 'not_found'],
    [400, { error: { code: 'resource_missing' } }, 'not_found'],
    [409, { error: { code: 'idempotency_key_in_use' } }, 'unavailable'],
    [409, { error: { code: 'state_conflict' } }, 'conflict'],
    [429, { error: { code: 'rate_limit' } }, 'throttled'],
    [429, { error: { code: 'lock_timeout' } }, 'unavailable'],
    [400, { error: { code: 'parameter_invalid_empty' } }, 'rejected'],
    [500, { error: { type: 'api_error' } }, 'unavailable'],
    [503, '<html>', 'unavailable'],
    [302, undefined, 'unusable'],
  ];
  for (const [status, body, outcome] of cases)
    assert.equal(outcomeOf(stripeErrors, status, stripeErrorCode(body)), outcome, `${status} ${JSON.stringify(body)}`);
});
