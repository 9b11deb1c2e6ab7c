// Consent that is withdrawn: lists lose the person at every platform, what is pending is not sent, and the same list twice at a moment is one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberUpkeep, removalJob } from '../../../src/act/sync/audiences/audience-removal.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { type FakeLists, startGoogleLists, startMetaLists } from '../../fakes/conversions/audiences.ts';
import { connect } from './connect.ts';
import { openSyncWorld } from './sync-world.ts';

test('createAudience: consent that is withdrawn later', async (t) => {
  const lists = { meta: await startMetaLists(t), google_ads: await startGoogleLists(t) };
  const app = { clientId: 'app', clientSecret: 'secret' };
  const world = await openSyncWorld(t, {
    providers: {
      meta: { ...app, url: lists.meta.server.url, apiVersion: 'v26.0' },
      google_ads: { ...app, developerToken: 'developer', url: lists.google_ads.server.url },
    },
  });
  const { base, clock, keyed, outcome, profileId, settle } = world;
  const names = ['ada', 'bob', 'cleo', 'dan', 'eve'];
  for (const name of names) await outcome(name, { user_traits: { email: `${name}@buyers.example` }, anonymous_id: name });
  await settle();
  const make = (provider: keyof typeof lists, name: string) =>
    keyed('/exports/audiences', { connection_id: connections[provider], name, goal: 'payment_received' });
  const connections = { meta: connect(world), google_ads: connect(world, '1234567890', 'google_ads') };
  const sizeOf = ({ lists: found }: FakeLists): number => [...found.values()].reduce((sum, each) => sum + each.members.size, 0);
  const look = async (): Promise<void> => {
    await settle();
    clock.set(new Date(clock.now() + 3_600_000).toISOString());
    scheduleNext(base, memberUpkeep, profileId, true);
    await runDue(base, [memberUpkeep]);
    await runDue(base, [removalJob]);
  };

  await t.test('two same calls at one moment make one list', async () => {
    for (const provider of ['meta', 'google_ads'] as const) {
      const made = await Promise.all([make(provider, 'Buyers'), make(provider, 'Buyers')]);
      for (const { status, body } of made) assert.equal(status, 201, JSON.stringify(body));
      assert.equal(new Set(made.map(({ body }) => body.data.platform_audience_id)).size, 1);
      assert.equal(lists[provider].lists.size, 1, provider);
      assert.equal(sizeOf(lists[provider]), 5, provider);
    }
  });

  await t.test('nobody leaves who said nothing, or yes', async () => {
    await outcome('yes', {
      event_type: 'consent',
      user_traits: { email: 'ada@buyers.example' },
      properties: { ad_user_data: 'granted' },
    });
    await look();
    assert.deepEqual([sizeOf(lists.meta), sizeOf(lists.google_ads)], [5, 5]);
  });

  await t.test('a server says no for the person, and a browser by Global Privacy Control', async () => {
    const no = { user_traits: { email: 'bob@buyers.example' }, properties: { ad_personalization: ' Denied ' } };
    await outcome('no', { event_type: 'consent', ...no });
    const view = { event_type: 'page_view', url: 'https://shop.example/' };
    const response = await fetch(new URL('/t/collect', world.baseUrl), {
      method: 'POST',
      headers: { 'sec-gpc': '1', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      body: JSON.stringify({ tracking_key: world.trackingKey, anonymous_id: 'cleo', events: [view] }),
    });
    assert.equal(response.status, 204);
    await look();
    assert.deepEqual([sizeOf(lists.meta), sizeOf(lists.google_ads)], [3, 3], 'ada, dan and eve');
    const { body } = await make('meta', 'Later');
    assert.equal(body.data.members, 3, 'a new list has no one who objected after the conversion');
  });

  await t.test('a removal that the platform refuses once is made later', async () => {
    await outcome('no-2', {
      event_type: 'consent',
      user_traits: { email: 'dan@buyers.example' },
      properties: { ad_user_data: false },
    });
    lists.meta.server.failWrites(undefined, 'throttled');
    await look();
    await look();
    assert.equal(sizeOf(lists.google_ads), 2);
    for (const { members } of lists.meta.lists.values()) assert.equal(members.size, 2, 'ada and eve');
  });

  await t.test('refusals are read from the last look on, and all of them once somebody is linked', async () => {
    const asked: unknown[] = [];
    const query = base.warehouse.query.bind(base.warehouse);
    base.warehouse.query = (target, statements, options) => {
      for (const { params } of [statements].flat()) if (params && 'noes' in params) asked.push(params['after_seq']);
      return query(target, statements, options);
    };
    t.after(() => {
      base.warehouse.query = query;
    });
    const no = { event_type: 'consent', properties: { ad_user_data: 'no' } };
    await outcome('no-3', { ...no, anonymous_id: 'a phone' });
    await look();
    await look();
    assert.equal(sizeOf(lists.google_ads), 2, 'nobody knows whose phone it is');
    assert.ok(Number(asked.at(-1)) > 0, `after ${asked}`);
    await outcome('link', { event_type: 'sign_in', anonymous_id: 'a phone', user_traits: { email: 'eve@buyers.example' } });
    await look();
    assert.equal(asked.at(-1), 0);
    assert.equal(sizeOf(lists.google_ads), 1, 'ada');
    await look();
    await look();
    const before = asked.length;
    await outcome('no-4', { ...no, anonymous_id: 'another phone' });
    await look();
    assert.deepEqual(
      asked.slice(before).map((each) => Number(each) > 0),
      [true],
      'one look, at what is new',
    );
    assert.equal(sizeOf(lists.google_ads), 1);
  });

  await t.test('in hipaa mode everybody leaves', async () => {
    await world.put('/conversion-sync/catalog', { privacy_mode: 'hipaa' });
    await look();
    assert.deepEqual([sizeOf(lists.meta), sizeOf(lists.google_ads)], [0, 0]);
  });
});

test('putConversionCatalog: a conversion whose consent is withdrawn before it is sent', async (t) => {
  const world = await openSyncWorld(t);
  const { enable, outcome, sync, owner, endpoint, deliveries } = world;
  await enable(['payment_received']);
  const settings = { target_id: endpoint.url };
  await owner.post('/exports/destinations', { kind: 'https', settings, status: 'paused' });
  for (const name of ['eva', 'fay']) await outcome(name, { user_traits: { email: `${name}@buyers.example` } });
  await sync();
  world.clock.set(new Date(world.clock.now() + 60_000).toISOString());
  await outcome('no', {
    event_type: 'consent',
    user_traits: { email: 'eva@buyers.example' },
    properties: { ad_user_data: 'no' },
  });
  await owner.post('/exports/destinations', { kind: 'https', settings, status: 'active' });
  await sync();
  const states = (await deliveries()).map(({ status, reason }) => `${status} ${reason}`).sort();
  assert.deepEqual(states, ['accepted null', 'skipped consent']);
  assert.equal(endpoint.accepted.size, 1);
});
