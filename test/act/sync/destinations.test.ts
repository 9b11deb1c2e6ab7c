// Destinations, the catalog, and lanes under failures: who may see and change them, and what becomes of deliveries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { laneJob } from '../../../src/act/sync/lane.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { type Json, openSyncWorld, type SyncWorld } from './sync-world.ts';

let world: SyncWorld;
const closers: (() => Promise<void> | void)[] = [];
before(async () => {
  world = await openSyncWorld({ after: (close) => void closers.push(close) });
});
after(async () => {
  for (const close of closers.reverse()) await close();
});

const MINUTE_MS = 60_000;

async function pass({ clock, base }: SyncWorld, ms: number): Promise<void> {
  clock.set(new Date(clock.now() + ms).toISOString());
  await runDue(base, [laneJob]);
}

test('listDestinations', async () => {
  const { data } = (await world.owner.get('/exports/destinations')).body;
  const [{ id, kind, settings, platform_safe_target, status }] = data;
  assert.deepEqual([id, kind, platform_safe_target, status], [world.destinationId, 'https', null, 'active']);
  assert.equal(settings.target_id, world.endpoint.url);
  assert.equal((await world.api().get('/exports/destinations', { profile_id: world.profileId })).status, 401);
});
test('getConversionCatalog', async () => {
  await world.enable([{ goal: 'lead_created', event_name: 'SubmittedForm', value: 'none' }]);
  assert.equal((await world.api().get('/conversion-sync/catalog', { profile_id: world.profileId })).status, 401);
  const { data } = (await world.owner.get('/conversion-sync/catalog')).body;
  assert.equal(data.privacy_mode, 'standard');
  const [{ events }] = data.destinations;
  assert.deepEqual(
    events.map(({ enabled_at: _, ...each }: Json) => each),
    [{ goal: 'lead_created', event_name: 'SubmittedForm', value: 'none' }],
  );
  assert.equal(data.goals.find(({ goal }: Json) => goal === 'payment_received').default_event_name, 'purchase');
  const changed = await world.put('/conversion-sync/catalog', { privacy_mode: 'hipaa' });
  assert.deepEqual([changed.status, changed.body.data.privacy_mode, changed.body.data.replay_queued], [200, 'hipaa', true]);
  assert.equal((await world.owner.get('/profile')).body.data.privacy_mode, 'hipaa');
  assert.equal((await world.put('/conversion-sync/catalog', { privacy_mode: 'standard' })).status, 200);
});

test('listConversionDeliveries', async (t) => {
  const { endpoint, enable, outcome, sync, deliveries } = world;
  await enable(['payment_received']);

  await t.test('an endpoint that names bad events gets the others in the second request', async () => {
    for (let n = 0; n < 6; n += 1) await outcome(`batch ${n}`, { value: { amount: String(n + 1), currency: 'USD' } });
    endpoint.script = (events) => {
      const bad = events.flatMap(({ value }, index) => (['2.000000', '5.000000'].includes(value.amount) ? [index] : []));
      const rejected = bad.map((index, at) => ({ index, reason: at === 0 ? 'bad_value' : '56987654321' }));
      return bad.length > 0 ? { status: 422, body: JSON.stringify({ rejected }) } : undefined;
    };
    await sync();
    assert.equal(endpoint.received.length, 2);
    assert.equal(endpoint.accepted.size, 4);
    const rejected = await deliveries({ status: 'rejected' });
    assert.deepEqual(
      rejected.map(({ reason, next_attempt_at }) => [reason, next_attempt_at]).sort(),
      [
        ['bad_value', null],
        ['refused', null],
      ],
      'what is no code is not kept',
    );
  });

  await t.test('pages have each delivery once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await world.owner.get('/conversion-sync/deliveries', { limit: 2, cursor });
      seen.push(...body.data.map(({ delivery_id }: Json) => delivery_id));
      cursor = body.pagination.cursor;
    }
    assert.deepEqual(
      seen,
      (await deliveries()).map(({ delivery_id }) => delivery_id),
    );
    assert.equal(seen.length, 6);
    assert.equal((await world.owner.get('/conversion-sync/deliveries', { cursor: 'x' })).status, 400);
  });

  await t.test('what may have arrived is sent again under the same id', async () => {
    let isCut = true;
    endpoint.script = async (events) => {
      if (!isCut) return undefined;
      isCut = false;
      for (const event of events) endpoint.accepted.set(event.event_id, event);
      return 'hang up';
    };
    await outcome('cut');
    await sync();
    const [sent] = await deliveries();
    assert.equal(sent.status, 'sent');
    assert.ok(sent.next_attempt_at);
    await pass(world, 5 * MINUTE_MS);
    const [accepted] = await deliveries();
    assert.deepEqual([accepted.status, accepted.attempts, accepted.event_id], ['accepted', 2, sent.event_id]);
    assert.equal(endpoint.repeats, 1);
  });

  await t.test('a throttle is waited for', async () => {
    let count = 0;
    endpoint.script = () => {
      count += 1;
      return count === 1 ? { status: 429, headers: { 'retry-after': '900' } } : undefined;
    };
    await outcome('throttled', { user_traits: { external_id: 'Ana@ids.example' } });
    await sync();
    await pass(world, 10 * MINUTE_MS);
    assert.equal(count, 1);
    await pass(world, 10 * MINUTE_MS);
    assert.equal(count, 2);
    const [first] = await deliveries();
    assert.equal(first.status, 'accepted');
    assert.match(endpoint.accepted.get(first.event_id).person.external_id, /^[0-9a-f]{64}$/, 'an address as an id');
  });

  await t.test('an endpoint that is down until an event is too old', async () => {
    endpoint.script = () => ({ status: 500 });
    await outcome('down');
    await sync();
    for (let day = 0; day < 32; day += 1) await pass(world, 24 * 60 * MINUTE_MS);
    const [ended] = await deliveries();
    assert.deepEqual([ended.status, ended.reason, ended.next_attempt_at], ['sent', 'too_old', null]);
  });

  await t.test('an endpoint that is gone is disabled', async () => {
    endpoint.script = () => ({ status: 410 });
    await outcome('gone', { occurred_at: undefined });
    await sync();
    const [{ status, reason }] = await deliveries();
    assert.deepEqual([status, reason], ['skipped', 'destination_gone']);
    const [{ status: destination }] = (await world.owner.get('/exports/destinations')).body.data;
    assert.equal(destination, 'disabled');
  });
});

test('putDestination', async (t) => {
  const { owner, endpoint, destinationId, api, apiKey, profileId } = world;
  const settings = { target_id: endpoint.url };

  await t.test('a repeated call finds the destination and shows no secret', async () => {
    const again = await owner.post('/exports/destinations', { kind: 'https', settings, name: 'Data team' });
    assert.deepEqual([again.status, again.body.data.id, again.body.data.name], [200, destinationId, 'Data team']);
    assert.ok(!('secret' in again.body.data));
    assert.ok(!JSON.stringify((await owner.get('/exports/destinations')).body).includes(endpoint.secret));
  });

  await t.test('what cannot be a destination is refused', async () => {
    const tries: [Json, number, string][] = [
      [{ kind: 'https', settings: { target_id: 'https://10.0.0.1/in' } }, 422, 'validation_error'],
      [{ kind: 'https', settings: { target_id: 'http://hooks.example/in' } }, 422, 'validation_error'],
      [{ kind: 'https', settings, connection_id: '00000000-0000-4000-8000-000000000000' }, 404, 'not_found'],
      [{ kind: 'snap', settings: { target_id: 'pixel-1' } }, 409, 'adplatform_connection_required'],
      [{ kind: 'meta', settings: { target_id: 'dataset-1' }, access_token: 'token-123' }, 501, 'not_implemented'],
      [{ kind: 'https', settings: {} }, 422, 'validation_error'],
    ];
    for (const [body, status, code] of tries) {
      const answer = await owner.post('/exports/destinations', body);
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], JSON.stringify(body));
    }
    assert.equal((await api(apiKey).post('/exports/destinations', { kind: 'https', settings })).status, 403);
  });

  await t.test('another workspace sees nothing of it', async () => {
    const other = initInstallation(world.base, {
      email: 'eve@other.example',
      workspace: 'Other',
      profile: 'Other',
      currency: 'USD',
      timezone: 'UTC',
    });
    const eve = api(other.session_token);
    assert.equal((await eve.get('/exports/destinations', { profile_id: profileId })).status, 404);
    const theirs = await eve.get('/conversion-sync/deliveries', { profile_id: other.profile_id, destination_id: destinationId });
    assert.deepEqual([theirs.status, theirs.body.error.code], [404, 'not_found']);
  });

  await t.test('a removed one ends what waits', async () => {
    await owner.post('/exports/destinations', { kind: 'https', settings, status: 'active' });
    endpoint.script = () => 'hang up';
    await world.outcome('doubt');
    await world.sync();
    await world.outcome('waits');
    await owner.post('/exports/destinations', { kind: 'https', settings, status: 'paused' });
    const before = endpoint.received.length;
    await world.sync();
    await owner.post('/exports/destinations', { kind: 'https', settings, status: 'removed' });
    await world.sync();
    const [ended, doubt] = await world.deliveries({ destination_id: destinationId });
    assert.deepEqual([ended.status, ended.reason], ['skipped', 'destination_removed']);
    assert.deepEqual([doubt.status, doubt.next_attempt_at], ['sent', null], 'perhaps accepted');
    assert.equal(endpoint.received.length, before);
    assert.equal((await owner.post('/exports/destinations', { kind: 'https', settings, status: 'removed' })).status, 404);
  });
});
