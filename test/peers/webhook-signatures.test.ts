// Signatures of webhooks as providers document them: every vector that must verify does, and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Secret } from '../../src/providers/secret.ts';
import { isSignedByStripe } from '../../src/providers/stripe-account/hooks.ts';
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
