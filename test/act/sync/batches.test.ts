// A thousand conversions with bad ones among them, through the service and over HTTP: all good ones are accepted once, with few requests, and
// one of eight days stops none of the young ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { laneJob } from '../../../src/act/sync/lane.ts';
import { INSTALLATION_KEY_SCOPES } from '../../../src/base/contract/scopes.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { receiverSettings, startConversionReceiver } from '../../fakes/conversions/platforms.ts';
import { TOKEN } from '../../fakes/conversions/receiver.ts';
import { type Json, openSyncWorld } from './sync-world.ts';

const COUNT = 1_000;
const BAD = 5;
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test('listConversionDeliveries: a thousand conversions with bad ones', async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const ids = ['meta', 'reddit'] as const;
  const receivers = await Promise.all(ids.map((id) => startConversionReceiver(t, id)));
  const providers = Object.assign({}, ...ids.map((id, at) => receiverSettings(id, receivers[at]?.url ?? '')));
  const world = await openSyncWorld(t, { providers });
  const { owner, base, clock, sync } = world;
  for (const [at, id] of ids.entries()) {
    const receiver = receivers[at];
    assert.ok(receiver);
    receiver.now = () => clock.now();
    const made = await owner.post('/exports/destinations', { kind: id, settings: { target_id: '777' }, access_token: TOKEN });
    const events = [{ goal: 'payment_received' }];
    await world.put('/conversion-sync/catalog', { destinations: [{ destination_id: made.body.data.id, events }] });
  }
  const bad = new Set(Array.from({ length: BAD }, (_, n) => ((SEED + n * 211) % COUNT) + 1));
  const amountOf = (event: Json): number =>
    Number(event.custom_data?.value ?? event.event_metadata?.value_decimal ?? event.metadata?.value);
  for (const receiver of receivers) receiver.refuse = (event) => (bad.has(amountOf(event)) ? 'this one' : undefined);
  clock.set('2026-03-31T13:00:00Z');
  const key = { profileId: world.profileId, name: 'many', ratePerMinute: 100_000, actor: 'test' };
  const many = world.api(createApiKey(base, { ...key, scopes: [...INSTALLATION_KEY_SCOPES] }).secret);
  const send = async (n: number): Promise<void> => {
    const { status, body } = await many.post('/events', {
      event_type: 'payment_received',
      idempotency_key: `order-${n}`,
      occurred_at: '2026-03-31T12:30:00Z',
      user_traits: { email: `buyer.${n}@example.com` },
      value: { amount: String(n), currency: 'USD' },
    });
    assert.equal(status, 201, JSON.stringify(body));
  };
  for (let n = 1; n <= COUNT; n += 50) await Promise.all(Array.from({ length: 50 }, (_, i) => send(n + i)));
  await sync();
  for (const [at, id] of ids.entries()) {
    const { kept = [], repeated = [], requests = [] } = receivers[at] ?? {};
    assert.equal(kept.length, COUNT - bad.size, id);
    assert.equal(repeated.length, 0, id);
    const limit = 1 + 2 * bad.size * Math.log2(COUNT);
    assert.ok(requests.length <= limit, `${id}: ${requests.length} requests, at most ${limit}`);
    t.diagnostic(`${id}: ${requests.length} requests for ${bad.size} bad of ${COUNT}`);
  }
  await t.test('one that got eight days old while the platform was away stops no young one', async () => {
    const [meta] = receivers;
    assert.ok(meta);
    meta.fail('throttled', 1);
    const old = '2026-03-31T13:00:00Z';
    await world.outcome('old', { occurred_at: old, user_traits: { email: 'old@example.com' } });
    await sync();
    clock.set('2026-04-08T14:00:00Z');
    await world.outcome('young', { occurred_at: '2026-04-08T13:30:00Z', user_traits: { email: 'young@example.com' } });
    const before = meta.kept.length;
    await sync();
    await runDue(base, [laneJob]);
    assert.equal(meta.kept.length, before + 1);
    const states = await world.deliveries({ status: 'expired' });
    assert.deepEqual(
      states.map(({ reason }) => reason),
      ['too_old'],
    );
  });
});
