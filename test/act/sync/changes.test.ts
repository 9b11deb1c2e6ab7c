// What changes after it was sent: a merge and its undo change which conversion is a customer's first, an erasure stops what is pending, and a
// late touch changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followJob } from '../../../src/act/sync/follow.ts';
import { laneJob } from '../../../src/act/sync/lane.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { eraseDue } from '../../../src/collect/identity/index.ts';
import { openSyncWorld } from './sync-world.ts';

test('changes of what was sent', async (t) => {
  const world = await openSyncWorld(t);
  const { owner, endpoint, enable, outcome, sync, deliveries, clock, base, profileId, workspaceId, apiKey, session, api } = world;
  const made = await api(apiKey).post('/goals/definitions', {
    conversion_key: 'first_order',
    event_types: ['payment_received'],
    revenue_type: 'gross',
    counting: 'first_per_customer',
  });
  assert.ok(made.status < 300, JSON.stringify(made.body));
  await world.settle();
  await enable(['first_order']);
  const pay = (name: string, hour: number) =>
    outcome(`order-${name}`, {
      occurred_at: `2026-03-31T1${hour}:00:00Z`,
      user_traits: { external_id: name, email: `${name}@example.com`, first_name: name, last_name: 'Rojas' },
    });
  clock.set('2026-03-31T18:00:00Z');
  await pay('ana', 3);
  await pay('bea', 4);
  await sync();
  assert.deepEqual(
    (await deliveries()).map(({ kind, status }) => [kind, status]),
    [
      ['conversion', 'accepted'],
      ['conversion', 'accepted'],
    ],
  );
  const [, first] = await deliveries();

  await t.test('a merge takes the second conversion back, and its undo brings it again', async () => {
    await api(apiKey).post('/events', {
      event_type: 'lead_created',
      idempotency_key: 'both',
      occurred_at: '2026-03-31T15:00:00Z',
      user_traits: { external_id: 'ana', email: 'bea@example.com' },
    });
    await world.settle();
    const queue = await owner.get('/identity/merge-proposals');
    const [{ proposal_id: id }] = queue.body.data;
    const merged = await owner.post(`/identity/merge-proposals/${id}/decide`, { action: 'merge' });
    assert.equal(merged.status, 200, JSON.stringify(merged.body));
    await sync();
    const [retraction, ...others] = await deliveries();
    assert.equal(others.length, 2, 'nothing else changes');
    assert.deepEqual([retraction.kind, retraction.status], ['retraction', 'accepted']);
    assert.notEqual(retraction.conversion_id, first.conversion_id);
    assert.equal(endpoint.accepted.get(retraction.event_id).original_event_id, retraction.conversion_id);
    const undone = await owner.post(`/identity/merges/${merged.body.data.audit_log_id}/undo`, undefined);
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    await sync();
    const [restated, ...before] = await deliveries();
    assert.equal(before.length, 3);
    assert.deepEqual(
      [restated.kind, restated.status, restated.conversion_id],
      ['restatement', 'accepted', retraction.conversion_id],
    );
    assert.equal(endpoint.repeats, 0);
  });

  await t.test('a late touch changes nothing', async () => {
    const before = endpoint.received.length;
    await api(apiKey).post('/events', {
      event_type: 'lead_created',
      idempotency_key: 'late',
      occurred_at: '2026-03-31T12:30:00Z',
      user_traits: { external_id: 'ana' },
      click_ids: { gclid: 'late-click' },
      utm: { source: 'google', medium: 'cpc' },
    });
    await sync();
    assert.equal(endpoint.received.length, before);
    assert.equal((await deliveries()).length, 4);
  });

  await t.test('figures that are behind say nothing of what was sent', async () => {
    const before = { requests: endpoint.received.length, deliveries: (await deliveries()).length };
    const look = async (): Promise<void> => {
      addJob(base, followJob, { profileId, payload: {}, dedupeKey: profileId });
      await runDue(base, [followJob]);
      await runDue(base, [laneJob]);
    };
    const run = (...texts: string[]) =>
      base.warehouse.write(
        { profileId },
        texts.map((sql) => ({ sql, params: {} })),
      );
    // As a file that is built again, in which nothing has landed yet.
    await run(
      'create table conversions_aside as from conversions',
      'create table cursors_aside as from cursors',
      'delete from conversions',
      "update cursors set value = 0 where name = 'landed_seq'",
    );
    await look();
    await run(
      'insert into conversions from conversions_aside',
      'delete from cursors',
      'insert into cursors from cursors_aside',
      'drop table conversions_aside',
      'drop table cursors_aside',
    );
    await look();
    assert.deepEqual({ requests: endpoint.received.length, deliveries: (await deliveries()).length }, before);
  });

  await t.test('after the ledger was lost a refund restates, and sends nothing again', async () => {
    await base.ledger.purge(profileId);
    const refund = { event_type: 'payment_refunded', refund_of: 'order-bea', value: { amount: '9.90', currency: 'USD' } };
    await outcome('refund-bea', refund);
    await sync();
    const [restated, ...others] = await deliveries();
    assert.equal(others.length, 0);
    assert.deepEqual([restated.kind, restated.status, restated.value.amount], ['restatement', 'accepted', '40.000000']);
    assert.equal(endpoint.accepted.get(restated.event_id).original_event_id, restated.conversion_id);
    assert.equal(endpoint.repeats, 0);
  });

  await t.test('an erasure stops what is pending', async () => {
    const settings = { target_id: endpoint.url };
    await owner.post('/exports/destinations', { kind: 'https', settings, status: 'paused' });
    await pay('cia', 6);
    await pay('dan', 7);
    await sync();
    const found = await owner.get('/customers/search', { q: 'cia@example' });
    assert.equal(found.status, 200, JSON.stringify(found.body));
    const customer = { profile_id: profileId, customer_profile_id: found.body.data[0].customer_profile_id };
    const asked = await api(session).post(`/workspaces/${workspaceId}/customer-erasures`, customer);
    assert.ok(asked.status < 300, JSON.stringify(asked.body));
    await eraseDue(base, profileId);
    await owner.post('/exports/destinations', { kind: 'https', settings, status: 'active' });
    const before = endpoint.accepted.size;
    await sync();
    const [one, two] = await deliveries();
    assert.deepEqual([one, two].map(({ status, reason }) => [status, reason]).sort(), [
      ['accepted', null],
      ['skipped', 'erased'],
    ]);
    assert.equal(endpoint.accepted.size, before + 1);
  });
});
