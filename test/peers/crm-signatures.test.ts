// Signatures of webhooks of CRMs as these document them: every vector that must verify does, and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { readConfig } from '../../src/base/config/config.ts';
import { isSignedByGoHighLevel, publicKeyOf } from '../../src/providers/gohighlevel/hooks.ts';
import { isSignedByHubSpot } from '../../src/providers/hubspot/hooks.ts';
import { Secret } from '../../src/providers/secret.ts';
import { publicText } from './public-data.ts';

const read = <Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> =>
  shape.parse(JSON.parse(publicText('messaging/signatures', file)));

const hubSpotVector = z.object({
  version: z.enum(['v1', 'v2', 'v3']),
  header: z.string(),
  client_secret: z.string(),
  body: z.string(),
  signature: z.string(),
  method: z.string().default('POST'),
  uri: z.string().default(''),
  timestamp: z.number().optional(),
  name: z.string().optional(),
  now_ms: z.number().optional(),
});

test('hubspot', () => {
  const { valid, invalid } = read('hubspot.json', z.object({ valid: z.array(hubSpotVector), invalid: z.array(hubSpotVector) }));
  const verdict = (vector: z.infer<typeof hubSpotVector>, allowsOldSignatures: boolean): boolean => {
    const { version, header, client_secret, body, signature, method, uri: url, timestamp = 0, now_ms = timestamp } = vector;
    const times = timestamp === 0 ? {} : { 'x-hubspot-request-timestamp': String(timestamp) };
    const headers = { [header.toLowerCase()]: signature, 'x-hubspot-signature-version': version, ...times };
    const key = { clientSecret: new Secret(client_secret), allowsOldSignatures, now: now_ms };
    return isSignedByHubSpot({ method, url, headers, body: Buffer.from(body) }, key);
  };
  assert.ok(valid.length >= 5 && invalid.length >= 4);
  for (const vector of valid) {
    assert.equal(verdict(vector, true), true, `${vector.version} ${vector.uri}`);
    assert.equal(verdict(vector, false), vector.version === 'v3', `${vector.version}, where old ones are refused`);
  }
  for (const vector of invalid) assert.equal(verdict(vector, true), false, vector.name);
});

const goHighLevelVector = z.object({
  body: z.string(),
  signature: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  name: z.string().optional(),
});

test('gohighlevel', () => {
  const { header, test_public_key_spki_base64, provider_public_key_spki_base64, valid, invalid } = read(
    'gohighlevel.json',
    z.object({
      header: z.string(),
      test_public_key_spki_base64: z.string(),
      provider_public_key_spki_base64: z.string(),
      valid: z.array(goHighLevelVector),
      invalid: z.array(goHighLevelVector),
    }),
  );
  const verdict = ({ body, signature, headers }: z.infer<typeof goHighLevelVector>, key: string): boolean => {
    const sent = { ...headers, ...(signature === undefined ? {} : { [header.toLowerCase()]: signature }) };
    const request = {
      method: 'POST',
      url: 'https://tributary.example/hooks/gohighlevel',
      headers: sent,
      body: Buffer.from(body),
    };
    return isSignedByGoHighLevel(request, publicKeyOf(key));
  };
  assert.ok(valid.length >= 1 && invalid.length >= 4);
  assert.equal(readConfig({ dataDir: 'unused' }, {}).providers.gohighlevel.webhookKey, provider_public_key_spki_base64);
  for (const vector of valid) {
    assert.equal(verdict(vector, test_public_key_spki_base64), true);
    assert.equal(verdict(vector, provider_public_key_spki_base64), false, 'of another key');
  }
  for (const vector of invalid) assert.equal(verdict(vector, test_public_key_spki_base64), false, vector.name);
});
