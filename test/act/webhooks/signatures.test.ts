// Signatures as an independent verifier judges them: what is signed here is accepted there, and nothing that was changed on the way.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { acceptSecret, rotateSecrets, signedHeaders, type WebhookSecret } from '../../../src/act/webhooks/secrets.ts';

const HOUR_MS = 3_600_000;

/** Whether a receiver that knows one secret takes it. */
function isAccepted(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

const present = (secret: string): WebhookSecret => ({ secret, until: null });

test('the verifier accepts every delivery and refuses every changed one', () => {
  const bodies = [
    '{}',
    '{"a":"ñandú 🦤","b":"\\u00e9"}',
    '{\n  "pretty": true\n}\n',
    JSON.stringify({ text: 'x'.repeat(20_000) }),
  ];
  for (const bytes of [24, 25, 32, 64])
    for (const body of bodies) {
      const secret = acceptSecret(`whsec_${randomBytes(bytes).toString('base64')}`);
      const id = `msg_${randomBytes(16).toString('hex')}`;
      const headers = signedHeaders([present(secret)], { id, at: Date.now(), body });
      assert.ok(isAccepted(secret, headers, body));
      const at = randomInt(body.length);
      const changed = body.slice(0, at) + (body[at] === 'z' ? 'y' : 'z') + body.slice(at + 1);
      const now = Number(headers['webhook-timestamp']);
      const signature = headers['webhook-signature'] ?? '';
      const flipped = signature.slice(0, 10) + (signature[10] === 'A' ? 'B' : 'A') + signature.slice(11);
      assert.ok(!isAccepted(secret, headers, changed), `the body at ${at}`);
      assert.ok(!isAccepted(secret, headers, `${body} `), 'a blank more');
      assert.ok(!isAccepted(secret, { ...headers, 'webhook-id': `${id}0` }, body), 'another id');
      assert.ok(!isAccepted(secret, { ...headers, 'webhook-timestamp': String(now + 1) }, body), 'another time');
      assert.ok(!isAccepted(secret, { ...headers, 'webhook-signature': flipped }, body), 'another signature');
      assert.ok(!isAccepted(acceptSecret(undefined), headers, body), 'another secret');
      const late = signedHeaders([present(secret)], { id, at: Date.now() - 301_000, body });
      assert.ok(!isAccepted(secret, late, body), 'an attempt of long ago');
    }
});

test('during a rotation both secrets are good, before and after it exactly one', () => {
  const [first, second] = [acceptSecret(undefined), acceptSecret(undefined)];
  const now = Date.now();
  const secrets = rotateSecrets([present(first)], { secret: second, overlapHours: 24, now });
  assert.deepEqual(secrets, [present(second), { secret: first, until: now + 24 * HOUR_MS }]);
  const given = { id: 'msg_1', at: now, body: '{}' };
  const verdicts = (list: WebhookSecret[]) =>
    [first, second].map((secret) => isAccepted(secret, signedHeaders(list, given), '{}'));
  assert.deepEqual(verdicts([present(first)]), [true, false]);
  assert.deepEqual(verdicts(secrets), [true, true]);
  assert.deepEqual(verdicts([present(second)]), [false, true]);
});
