// Signatures of deliveries as the vectors of Standard Webhooks have them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { signedHeaders } from '../../src/act/webhooks/secrets.ts';
import { publicText } from './public-data.ts';

const vectors = z.object({
  valid: z.array(
    z.object({
      name: z.string(),
      secret: z.string().optional(),
      secrets: z.array(z.string()).optional(),
      id: z.string(),
      timestamp: z.number(),
      body: z.string(),
      signature: z.string(),
    }),
  ),
});

test('standard webhooks', () => {
  const { valid } = vectors.parse(JSON.parse(publicText('messaging/signatures', 'standard-webhooks.json')));
  assert.ok(valid.length >= 4);
  for (const { name, secret, secrets = [secret ?? ''], id, timestamp, body, signature } of valid) {
    const keys = secrets.map((each) => ({ secret: each, until: null }));
    const headers = signedHeaders(keys, { id, at: timestamp * 1000, body });
    for (const each of headers['webhook-signature']?.split(' ') ?? []) assert.ok(signature.split(' ').includes(each), name);
  }
});
