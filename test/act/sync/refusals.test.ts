// The refusals of conversion sync, each with its code: objects of another profile, features that a platform lacks, and redirects. Money
// without a rate is sent in its own currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { startMetaLists } from '../../fakes/conversions/audiences.ts';
import { connect } from './connect.ts';
import { type Json, openSyncWorld } from './sync-world.ts';

const codeOf = ({ status, body }: { status: number; body: Json }): unknown[] => [status, body.error?.code];

test('createAudience and putDestination: refusals', async (t) => {
  const meta = await startMetaLists(t);
  const app = { clientId: 'app', clientSecret: 'secret' };
  const world = await openSyncWorld(t, { providers: { meta: { ...app, url: meta.server.url, apiVersion: 'v26.0' } } });
  const { base, clock, owner, keyed, enable, outcome, sync, deliveries, endpoint } = world;
  const audience = (connection_id: string) =>
    keyed('/exports/audiences', { connection_id, name: 'Buyers', goal: 'payment_received' });

  await t.test('the connection of another profile is not there', async () => {
    const names = { workspace: 'Other', profile: 'Other', currency: 'USD', timezone: 'UTC' };
    const other = initInstallation(base, { email: 'eve@other.example', ...names });
    const theirs = connect({ ...world, profileId: other.profile_id });
    assert.deepEqual(codeOf(await audience(theirs)), [404, 'not_found']);
    const body = { kind: 'meta', settings: { target_id: 'dataset' }, connection_id: theirs };
    assert.deepEqual(codeOf(await owner.post('/exports/destinations', body)), [404, 'not_found']);
    assert.equal(meta.lists.size, 0);
  });

  await t.test('platforms without lists say what they lack', async () => {
    for (const [provider, word] of [
      ['tiktok', /as files/],
      ['linkedin', /partners/],
      ['microsoft_ads', /takes none/],
    ] as const) {
      const refused = await audience(connect(world, '1', provider));
      assert.deepEqual(codeOf(refused), [501, 'not_implemented'], provider);
      assert.match(refused.body.error.message, word);
    }
  });

  await t.test('clean needs a clean dataset, which an account without a business cannot have', async () => {
    await world.put('/conversion-sync/catalog', { privacy_mode: 'platform_safe' });
    connect(world);
    meta.business = undefined;
    const target = '/conversion-sync/platform-safe/target';
    assert.deepEqual(codeOf(await keyed(target, { target: 'clean' })), [409, 'invalid_state']);
    assert.equal((await owner.get('/conversion-sync/wiring')).body.data.platform_safe.target, 'existing');
    await world.put('/conversion-sync/catalog', { privacy_mode: 'standard' });
  });

  await t.test('money without a rate is sent in its own currency', async () => {
    await enable(['payment_received']);
    await outcome('far', { value: { amount: '1200', currency: 'BTN' } });
    await sync();
    const [sent] = await deliveries();
    assert.deepEqual([sent.status, sent.value], ['accepted', { amount: '1200.000000', currency: 'BTN' }]);
    assert.equal([...endpoint.accepted.values()][0].value.currency, 'BTN');
    const unknown = { event_type: 'payment_received', idempotency_key: 'x', value: { amount: '1', currency: 'XYZ1' } };
    assert.equal((await world.api(world.apiKey).post('/events', unknown)).status, 422);
  });

  await t.test('a redirect is not followed, and the delivery waits', async () => {
    endpoint.script = () => ({ status: 307, headers: { location: `${endpoint.url}?again` } });
    await outcome('moved');
    await sync();
    const before = endpoint.received.length;
    const [waits] = await deliveries();
    assert.ok(['pending', 'sent'].includes(waits.status), waits.status);
    assert.ok(endpoint.received.every(({ path }) => !path.includes('again')));
    endpoint.script = () => undefined;
    clock.set(new Date(clock.now() + 3_600_000).toISOString());
    await sync();
    assert.deepEqual([endpoint.received.length, endpoint.accepted.size], [before + 1, 2]);
  });
});
