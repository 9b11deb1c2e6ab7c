// The sandbox as a destination, by a connection: what it takes, what it names as bad, and that it keeps nobody.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectDemo } from '../../../src/act/connections/index.ts';
import { sandboxOf } from '../../../src/sandbox/index.ts';
import { openSyncWorld } from './sync-world.ts';

test('conversions reach the sandbox', async (t) => {
  const world = await openSyncWorld(t);
  const { owner, base, profileId, outcome, sync, deliveries, clock } = world;
  await connectDemo(base, profileId);
  const [connection] = (await owner.get('/connections')).body.data;
  const [{ id: target_id }] = connection.accounts;
  const settings = { target_id };
  const made = await owner.post('/exports/destinations', { kind: 'sandbox', settings, connection_id: connection.id });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.ok(!('secret' in made.body.data));
  const destination_id = made.body.data.id;
  await world.put('/conversion-sync/catalog', { destinations: [{ destination_id, events: [{ goal: 'payment_received' }] }] });
  clock.set('2026-03-31T12:05:00Z');
  await outcome('one', { user_traits: { email: 'ada@sandbox.example' }, click_ids: { gclid: 'click-1' } });
  await outcome('two');
  await sync();
  await outcome('refund', { event_type: 'payment_refunded', refund_of: 'one', value: { amount: '9.90', currency: 'USD' } });
  await sync();
  assert.deepEqual(
    (await deliveries({ destination_id })).map(({ kind, status, action_source }) => [kind, status, action_source]),
    [
      ['restatement', 'accepted', null],
      ['conversion', 'accepted', null],
      ['conversion', 'accepted', null],
    ],
  );
  await sandboxOf(base);
  const file = readFileSync(join(base.config.dataDir, 'sandbox.json'), 'utf8');
  const { advertisers } = JSON.parse(file);
  assert.deepEqual(
    advertisers[0].conversions.map(({ name, kind, value }: Record<string, unknown>) => [name, kind, value]),
    [
      ['purchase', 'conversion', { amount: '49.900000', currency: 'USD' }],
      ['purchase', 'conversion', { amount: '49.900000', currency: 'USD' }],
      ['purchase', 'restatement', { amount: '40.000000', currency: 'USD' }],
    ],
  );
  assert.ok(!file.includes('ada@'));
});
