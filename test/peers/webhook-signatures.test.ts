// Signatures of webhooks as providers document them: every vector that must verify does, and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { isSignedByMercadoPago } from '../../src/providers/mercado-pago/hooks.ts';
import { Secret } from '../../src/providers/secret.ts';
import { judgeShopify } from '../../src/providers/shopify/errors.ts';
import { isSignedByShopify, signatureOf } from '../../src/providers/shopify/hooks.ts';
import { isSignedByStripe } from '../../src/providers/stripe-account/hooks.ts';
import { isSignedByWooCommerce, readWooCommerceHook } from '../../src/providers/woocommerce/hooks.ts';
import { publicText } from './public-data.ts';

const read = <Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> =>
  shape.parse(JSON.parse(publicText('messaging/signatures', file)));

const stripeVector = z.object({
  name: z.string(),
  secret: z.string(),
  timestamp: z.number(),
  body: z.string(),
  header: z.string(),
});

test('stripe', () => {
  const { valid, invalid } = read('stripe.json', z.object({ valid: z.array(stripeVector), invalid: z.array(stripeVector) }));
  const verdict = ({ header, body, secret, timestamp }: z.infer<typeof stripeVector>, skewMs = 0): boolean =>
    isSignedByStripe(header, Buffer.from(body), new Secret(secret), timestamp * 1000 + skewMs);
  assert.ok(valid.length >= 4 && invalid.length >= 6);
  for (const vector of valid) {
    assert.equal(verdict(vector), true, vector.name);
    assert.equal(verdict(vector, 300_000), true, `${vector.name}, five minutes later`);
    assert.equal(verdict(vector, 301_000), false, `${vector.name}, too late`);
    assert.equal(verdict(vector, -301_000), false, `${vector.name}, too early`);
  }
  for (const vector of invalid) assert.equal(verdict(vector), false, vector.name);
});

const bodyVector = z.object({
  provider: z.string(),
  header: z.string().optional(),
  secret: z.string().optional(),
  body: z.string(),
  signature: z.string().nullable(),
  valid: z.boolean().nullable(),
  name: z.string().optional(),
});
type BodyVector = z.infer<typeof bodyVector>;

/** Those of a provider that are signed, and those that are no signed events at all. */
function bodyVectors(provider: string): { signed: (BodyVector & { secret: string })[]; unsigned: BodyVector[] } {
  const all = read('body-hmac.json', z.array(bodyVector)).filter((vector) => vector.provider === provider);
  const signed = all.flatMap((vector) => (vector.secret === undefined ? [] : [{ ...vector, secret: vector.secret }]));
  assert.ok(signed.some(({ valid }) => valid) && signed.some(({ valid }) => !valid), provider);
  return { signed, unsigned: all.filter(({ valid }) => valid === null) };
}

test('woocommerce', () => {
  const { signed, unsigned } = bodyVectors('woocommerce');
  for (const { body, secret, signature, valid, name } of signed)
    assert.equal(isSignedByWooCommerce(signature ?? undefined, Buffer.from(body), new Secret(secret)), valid, name);
  assert.equal(unsigned.length, 1);
  for (const { body, name } of unsigned) {
    const request = {
      method: 'POST',
      url: 'https://tributary.example/hooks/woocommerce/x',
      headers: {},
      body: Buffer.from(body),
    };
    assert.deepEqual(readWooCommerceHook(request, { secret: new Secret('x'), now: 0 }), [], name);
  }
});

test('shopify', () => {
  for (const provider of ['shopify', 'shopify_events'])
    for (const { header = '', body, secret, signature, valid, name } of bodyVectors(provider).signed) {
      const sent = signatureOf({ [header.toLowerCase()]: signature ?? undefined });
      assert.equal(isSignedByShopify(sent, Buffer.from(body), new Secret(secret)), valid, name);
    }
});

test('the recorded error of shopify', () => {
  const recorded = z.array(z.object({ provider: z.string(), http_status: z.number().nullable(), body: z.unknown() }));
  const found = recorded
    .parse(JSON.parse(publicText('messaging/errors', 'provider-errors.json')))
    .filter((each) => each.provider === 'shopify');
  assert.equal(found.length, 1);
  for (const { http_status: status, body } of found) {
    const judged = judgeShopify({ status: status ?? 0, body, headers: new Headers(), text: '', requestId: undefined });
    assert.deepEqual(judged, { outcome: 'throttled', code: 'THROTTLED', retryAfterMs: 1_500 });
  }
});

const pagoVector = z.object({
  name: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  secret: z.string(),
});

test('mercado_pago', () => {
  const { valid, invalid } = read('mercado-pago.json', z.object({ valid: z.array(pagoVector), invalid: z.array(pagoVector) }));
  const verdict = ({ url, headers, secret }: z.infer<typeof pagoVector>, skewMs = 0): boolean =>
    isSignedByMercadoPago({ url, headers }, new Secret(secret), 1_795_500_000_000 + skewMs);
  assert.ok(valid.length >= 5 && invalid.length >= 4);
  for (const vector of valid) {
    assert.equal(verdict(vector), true, vector.name);
    assert.equal(verdict(vector, 301_000), false, `${vector.name}, too late`);
  }
  for (const vector of invalid) assert.equal(verdict(vector), false, vector.name);
});
