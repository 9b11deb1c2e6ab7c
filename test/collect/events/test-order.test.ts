// What says that an outcome is a test is noted as a flag, and a product with "test" in a longer word is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markTests } from '../../../src/collect/events/enrich/test-order.ts';
import type { EventInput } from '../../../src/collect/events/event-input.ts';
import { Reading } from '../../../src/collect/events/reading.ts';

function flagsOf(event: EventInput, isServer = true): string[] {
  const reading = new Reading({ event_type: 'purchase', value: { amount: '1', currency: 'EUR' }, ...event }, isServer);
  markTests(reading, event.properties ?? undefined);
  return [...reading.flags].sort();
}

test('marks of tests', () => {
  for (const properties of [{ test: true }, { test: 'TRUE' }, { livemode: false }, { is_test: 1 }, { environment: 'Sandbox' }])
    assert.deepEqual(flagsOf({ properties }), ['test_order'], JSON.stringify(properties));
  for (const properties of [{ test: false }, { livemode: true }, { mode: 'payment' }, { test: 'A/B 7' }])
    assert.deepEqual(flagsOf({ properties }), [], JSON.stringify(properties));
  for (const key of ['test', 'order-test-7', 'cs_test_a1B2', 'TEST-1', 'shop:sandbox:4'])
    assert.deepEqual(flagsOf({ idempotency_key: key }), ['test_reference'], key);
  for (const key of ['latest-1', 'contest9', 'attestation', 'greatest', 'order-17'])
    assert.deepEqual(flagsOf({ idempotency_key: key }), [], key);
  for (const email of [
    'test@shop.example',
    'Tester@shop.de',
    'test+5@gmail.com',
    'ana+test@gmail.com',
    'ana@shop.test',
    'x@test.com',
  ])
    assert.deepEqual(flagsOf({ user_traits: { email } }), ['test_address'], email);
  for (const email of ['testa@rossi.it', 'ana@latest.com', 'contest@shop.de', 'ana@example.com', 'tested@proof.io'])
    assert.deepEqual(flagsOf({ user_traits: { email } }), [], email);
  assert.deepEqual(flagsOf({ properties: { test: true } }, false), [], 'what a browser says counts nothing');
  assert.deepEqual(flagsOf({ idempotency_key: 'test-1', value: undefined }), [], 'an outcome without money');
});
