// Conversions become deliveries once each: a replay sends nothing, and a refund, a merge or an erasure changes what it must and no more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from '../../../src/credit/pipeline/index.ts';
import { openSyncWorld } from './sync-world.ts';

test('putConversionCatalog', async (t) => {
  const world = await openSyncWorld(t);
  const { endpoint, enable, outcome, sync, deliveries, base, profileId, clock } = world;
  await outcome('before');
  await sync();

  await t.test('history from before a goal was enabled is not sent', async () => {
    clock.set('2026-03-31T12:30:00Z');
    assert.equal((await enable(['payment_received'])).status, 200);
    await sync();
    assert.deepEqual(await deliveries(), []);
    assert.equal(endpoint.received.length, 0);
  });

  await t.test('a conversion is sent once, and a replay sends nothing and changes no id', async () => {
    clock.set('2026-03-31T12:31:00Z');
    await outcome('order-1', { user_traits: { email: 'Ada@Example.com', external_id: 'c-1' }, click_ids: { gclid: 'g1' } });
    await sync();
    const [first, ...others] = await deliveries();
    assert.deepEqual(others, []);
    assert.equal(first.status, 'accepted');
    assert.deepEqual(first.match_keys, ['email_sha256', 'external_id', 'gclid']);
    assert.deepEqual(first.value, { amount: '49.900000', currency: 'USD' });
    assert.equal(first.action_source, null);
    assert.ok(!JSON.stringify(first).toLowerCase().includes('ada@'));
    await replay(base, profileId);
    await sync();
    await enable(['payment_received', 'lead_created']);
    await sync();
    assert.deepEqual(await deliveries(), [first]);
    assert.deepEqual([...endpoint.accepted.keys()], [first.event_id]);
    assert.equal(endpoint.received.length, 1);
  });

  await t.test('a partial refund restates, a whole one retracts', async () => {
    const [first] = await deliveries();
    const refund = { event_type: 'payment_refunded', refund_of: 'order-1' };
    await outcome('refund-1', { ...refund, value: { amount: '9.90', currency: 'USD' } });
    await sync();
    const [restated] = await deliveries();
    assert.deepEqual([restated.kind, restated.status, restated.value.amount], ['restatement', 'accepted', '40.000000']);
    assert.equal(restated.event_id, `${first.event_id}.2`);
    assert.equal(endpoint.accepted.get(restated.event_id).original_event_id, first.event_id);
    await outcome('refund-2', { ...refund, value: { amount: '40', currency: 'USD' } });
    await sync();
    const [retracted] = await deliveries();
    assert.deepEqual([retracted.kind, retracted.status], ['retraction', 'accepted']);
    await replay(base, profileId);
    await sync();
    const all = await deliveries({ conversion_id: first.conversion_id });
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ['retraction', 'restatement', 'conversion'],
    );
    assert.equal(endpoint.accepted.size, 3);
    assert.equal(endpoint.repeats, 0);
  });

  await t.test('a conversion that is refunded before it was sent is not sent', async () => {
    await outcome('order-2');
    await outcome('refund-3', {
      event_type: 'payment_refunded',
      refund_of: 'order-2',
      value: { amount: '9.90', currency: 'USD' },
    });
    await sync();
    const [only] = await deliveries();
    assert.deepEqual([only.kind, only.value.amount, only.status], ['conversion', '40.000000', 'accepted']);
    assert.equal(endpoint.accepted.size, 4);
  });

  await t.test('a destination that is paused keeps what waits', async () => {
    const settings = { target_id: endpoint.url };
    await world.owner.post('/exports/destinations', { kind: 'https', settings, status: 'paused' });
    await outcome('order-3');
    await sync();
    assert.equal(endpoint.accepted.size, 4);
    await world.owner.post('/exports/destinations', { kind: 'https', settings, status: 'active' });
    await sync();
    assert.equal(endpoint.accepted.size, 5);
  });

  await t.test('a visitor who objects is skipped', async () => {
    await outcome('order-4', { properties: { ad_user_data: 'denied' } });
    await sync();
    const [skipped] = await deliveries();
    assert.deepEqual([skipped.status, skipped.reason, skipped.attempts], ['skipped', 'consent', 0]);
  });

  await t.test('bad input', async () => {
    const [unknown, twice, shared] = await Promise.all([
      enable(['no_such_goal']),
      enable(['lead_created', 'lead_created']),
      enable(['lead_created', 'appointment_booked']),
    ]);
    for (const { status, body } of [unknown, twice, shared])
      assert.deepEqual([status, body.error.code], [422, 'validation_error'], JSON.stringify(body));
    assert.match(shared.body.error.message, /shared_event_names/);
    const other = '00000000-0000-4000-8000-000000000000';
    const missing = await world.put('/conversion-sync/catalog', { destinations: [{ destination_id: other, events: [] }] });
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'not_found']);
  });
});

test('listConversionDeliveries: an answer of which a part cannot be read', async (t) => {
  const world = await openSyncWorld(t);
  const { endpoint, enable, outcome, sync, deliveries, clock } = world;
  await enable(['payment_received']);
  clock.set('2026-03-31T12:31:00Z');
  const spoilt = JSON.stringify({ rejected: [{ index: 1, reason: 'bad_value' }, { reason: 'bad_value' }] });
  endpoint.script = (events) => (events.length === 3 ? { status: 200, body: spoilt } : undefined);
  for (const key of ['a', 'b', 'c']) await outcome(key);
  await sync();
  const states = async (): Promise<string[]> => (await deliveries()).map(({ status, reason }) => `${status} ${reason}`).sort();
  assert.deepEqual(await states(), ['rejected bad_value', 'sent answer_unreadable', 'sent answer_unreadable']);
  clock.advance(3_600_000);
  await sync();
  assert.deepEqual(await states(), ['accepted null', 'accepted null', 'rejected bad_value']);
});
