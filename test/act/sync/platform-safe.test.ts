// Platform-Safe, lists of customers and the wiring, at a fake of Meta: prerequisites, what is made once, what is refused with which code.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, type TestContext, test } from 'node:test';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { removalJob } from '../../../src/act/sync/audiences/audience-removal.ts';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { eraseDue } from '../../../src/collect/identity/index.ts';
import { type FakeLists, startMetaLists } from '../../fakes/conversions/audiences.ts';
import { ACCOUNT, connect } from './connect.ts';
import { openSyncWorld, type SyncWorld } from './sync-world.ts';

let world: SyncWorld;
let meta: FakeLists;
let connectionId: string;
const closers: (() => Promise<void> | void)[] = [];

const PROVISION = '/conversion-sync/platform-safe/provision';
const TARGET = '/conversion-sync/platform-safe/target';

const removeConnection = ({ base }: SyncWorld, id: string): void =>
  void base.state.db.prepare('update connections set removed_at = 1 where connection_id = ?').run(id);

before(async () => {
  const closing = { after: (close: () => Promise<void> | void) => void closers.push(close) };
  meta = await startMetaLists(closing as unknown as TestContext);
  const settings = { clientId: 'app', clientSecret: 'secret', url: meta.server.url, apiVersion: 'v26.0' };
  world = await openSyncWorld(closing, { providers: { meta: settings } });
});
after(async () => {
  for (const close of closers.reverse()) await close();
});

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }): unknown[] => [
  status,
  body.error?.code,
];

test('provisionPlatformSafe', async () => {
  assert.deepEqual(codeOf(await world.keyed(PROVISION, undefined)), [409, 'platform_safe_required']);
  const { base, profileId } = world;
  setHealthcare(base, { profileId }, true);
  const health = await world.keyed(PROVISION, undefined);
  assert.deepEqual(codeOf(health), [409, 'adplatform_connection_required'], 'healthcare is sent as platform_safe');
  setHealthcare(base, { profileId }, false);
  await world.put('/conversion-sync/catalog', { privacy_mode: 'platform_safe' });
  assert.deepEqual(codeOf(await world.keyed(PROVISION, undefined)), [409, 'adplatform_connection_required']);
  assert.deepEqual(codeOf(await world.keyed(TARGET, { target: 'clean' })), [409, 'adplatform_connection_required']);
  assert.equal((await world.keyed(TARGET, { target: 'existing' })).status, 200, 'nothing to leave, and no connection');
  connectionId = connect(world);
  const second = connect(world, '103');
  assert.deepEqual(codeOf(await world.keyed(PROVISION, undefined)), [409, 'adplatform_connection_required'], 'two accounts');
  removeConnection(world, second);
  meta.business = undefined;
  const without = await world.keyed(PROVISION, undefined);
  assert.equal(without.status, 200);
  assert.equal(without.body.data.clean_dataset, null);
  assert.equal(without.body.data.checks.find(({ name }: { name: string }) => name === 'business').status, 'failed');
  assert.equal(meta.datasets.size, 0);
  meta.business = '42';
  meta.permissions = [];
  assert.equal((await world.keyed(PROVISION, undefined)).body.data.clean_dataset, null);
  meta.permissions = ['ads_management', 'business_management'];
  const both = await Promise.all([world.keyed(PROVISION, undefined), world.keyed(PROVISION, undefined)]);
  for (const { status } of both) assert.equal(status, 200);
  assert.equal(meta.datasets.size, 1, 'two calls at one moment');
  meta.datasets.clear();
  meta.server.fail('reset_after_apply');
  const made = await world.keyed(PROVISION, undefined, 'provision');
  assert.deepEqual(made.body, (await world.keyed(PROVISION, undefined, 'provision')).body, 'the same key');
  const again = await world.keyed(PROVISION, undefined);
  assert.equal(again.status, 200, JSON.stringify(again.body));
  assert.equal(meta.datasets.size, 1, 'made once, also after a lost response');
  const [[id, { accounts }] = ['', { accounts: [] }]] = meta.datasets;
  assert.deepEqual(accounts, [ACCOUNT]);
  assert.deepEqual([again.body.data.clean_dataset.id, again.body.data.platform_safe_target], [id, 'existing']);
});

test('setPlatformSafeTarget', async () => {
  const { owner } = world;
  const dataset = { kind: 'meta', settings: { target_id: 'existing-1' }, connection_id: connectionId };
  assert.equal((await owner.post('/exports/destinations', dataset)).status, 201);
  const [[clean] = ['']] = meta.datasets;
  meta.adSets = [{ id: '1', name: 'Spring', effective_status: 'ACTIVE', promoted_object: { pixel_id: 'existing-1' } }];
  meta.permissions = ['ads_read'];
  assert.deepEqual(codeOf(await world.keyed(TARGET, { target: 'clean' })), [403, 'adplatform_write_permission_missing']);
  meta.permissions = ['ads_management', 'business_management'];
  const { status, body } = await world.keyed(TARGET, { target: 'clean' });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.data.ad_sets_to_recreate, [{ id: '1', name: 'Spring' }]);
  const targetOf = async (): Promise<unknown> =>
    (await owner.get('/exports/destinations')).body.data.find(({ kind }: { kind: string }) => kind === 'meta')
      .platform_safe_target;
  assert.equal(await targetOf(), 'clean');

  meta.adSets = [{ id: '2', name: 'Clean', effective_status: 'ACTIVE', promoted_object: { pixel_id: clean } }];
  assert.deepEqual(codeOf(await world.keyed(TARGET, { target: 'existing' })), [409, 'clean_dataset_has_live_ad_sets']);
  assert.equal(await targetOf(), 'clean');
  const confirmed = await world.keyed(TARGET, { target: 'existing', confirm_live_ad_sets: true });
  assert.deepEqual([confirmed.status, await targetOf()], [200, 'existing']);
  assert.equal((await world.keyed(TARGET, { target: 'clean' })).status, 200);
  meta.adSets = [{ id: '2', name: 'Clean', effective_status: 'PAUSED', promoted_object: { pixel_id: clean } }];
  assert.equal((await world.keyed(TARGET, { target: 'existing' })).body.data.platform_safe_target, 'existing');
  assert.deepEqual(codeOf(await world.keyed(TARGET, { target: 'other' })), [422, 'validation_error']);
});

test('setPlatformSafeTarget: the clean dataset ends with the mode', async () => {
  const { owner, put, outcome, sync, clock, base, profileId } = world;
  meta.adSets = [];
  const found = (await owner.get('/exports/destinations')).body.data.find(({ kind }: { kind: string }) => kind === 'meta');
  const events = [{ goal: 'lead_created' }];
  clock.set('2026-03-31T12:10:00Z');
  await put('/conversion-sync/catalog', { destinations: [{ destination_id: found.id, events }] });
  const [[clean] = ['']] = meta.datasets;
  /** What the wiring and the destination say, and where a lead goes. */
  const seen = async (key: string): Promise<unknown[]> => {
    const lead = { event_type: 'lead_created', value: undefined, user_traits: { email: `${key}@dataset.example` } };
    await outcome(key, { occurred_at: '2026-03-31T12:10:30Z', action_source: 'other', ...lead });
    await sync();
    const { data: wiring } = (await owner.get('/conversion-sync/wiring')).body;
    const { data } = (await owner.get('/exports/destinations')).body;
    const shown = data.find(({ kind }: { kind: string }) => kind === 'meta').platform_safe_target;
    return [wiring.platform_safe.is_active, wiring.platform_safe.target, shown, meta.events.at(-1)?.dataset];
  };
  assert.equal((await world.keyed(TARGET, { target: 'clean' })).status, 200);
  assert.deepEqual(await seen('safe'), [true, 'clean', 'clean', clean]);
  for (const privacy_mode of ['standard', 'hipaa'] as const) {
    await put('/conversion-sync/catalog', { privacy_mode });
    // By an address alone nothing is sent in `hipaa`.
    const last = privacy_mode === 'standard' ? 'existing-1' : meta.events.at(-1)?.dataset;
    assert.deepEqual(await seen(privacy_mode), [false, 'existing', 'existing', last], privacy_mode);
  }
  await put('/conversion-sync/catalog', { privacy_mode: 'standard' });
  setHealthcare(base, { profileId }, true);
  assert.deepEqual(await seen('health'), [true, 'clean', 'clean', clean], 'healthcare is sent as platform_safe');
  setHealthcare(base, { profileId }, false);
  assert.deepEqual(codeOf(await world.keyed(TARGET, { target: 'clean' })), [409, 'platform_safe_required']);
  const back = await world.keyed(TARGET, { target: 'existing' });
  assert.deepEqual([back.status, back.body.data?.platform_safe_target], [200, 'existing'], JSON.stringify(back.body));
  await put('/conversion-sync/catalog', { privacy_mode: 'platform_safe' });
  assert.deepEqual(await seen('again'), [true, 'existing', 'existing', 'existing-1'], 'the choice was taken back');
  await put('/conversion-sync/catalog', { destinations: [{ destination_id: found.id, events: [] }] });
});

test('setPlatformSafeTarget to existing without a Meta that can be read', async () => {
  const { db } = world.base.state;
  const setStatus = (status: string): void =>
    void db.prepare('update connections set status = ? where connection_id = ?').run(status, connectionId);
  assert.equal((await world.keyed(TARGET, { target: 'clean' })).status, 200);
  setStatus('reconnect_required');
  assert.deepEqual(codeOf(await world.keyed(TARGET, { target: 'clean' })), [409, 'connection_not_ready']);
  assert.deepEqual(codeOf(await world.keyed(TARGET, { target: 'existing' })), [409, 'clean_dataset_has_live_ad_sets']);
  const confirmed = await world.keyed(TARGET, { target: 'existing', confirm_live_ad_sets: true });
  assert.deepEqual([confirmed.status, confirmed.body.data?.platform_safe_target], [200, 'existing']);
  setStatus('active');
});

test('a destination of a removed connection gets no goals', async () => {
  const gone = connect(world, '104');
  const settings = { target_id: 'dataset-gone' };
  const made = await world.owner.post('/exports/destinations', { kind: 'meta', settings, connection_id: gone });
  removeConnection(world, gone);
  const listed = (await world.owner.get('/exports/destinations')).body.data;
  const reasons = listed.map(({ id, status_reason }: { id: string; status_reason: string }) => [id, status_reason]);
  assert.equal(new Map(reasons).get(made.body.data.id), 'connection', 'before anything is sent');
  const events = [{ goal: 'payment_received' }];
  const refused = await world.put('/conversion-sync/catalog', { destinations: [{ destination_id: made.body.data.id, events }] });
  assert.deepEqual(codeOf(refused), [409, 'connection_not_ready']);
  const again = await world.owner.post('/exports/destinations', { kind: 'meta', settings, connection_id: gone });
  assert.deepEqual(codeOf(again), [404, 'not_found']);
  const end = { kind: 'meta', settings, connection_id: gone };
  const other = { ...end, connection_id: randomUUID(), status: 'paused' };
  assert.deepEqual(codeOf(await world.owner.post('/exports/destinations', other)), [404, 'not_found']);
  for (const status of ['paused', 'removed']) {
    const ended = await world.owner.post('/exports/destinations', { ...end, status });
    assert.equal(ended.status, 200, JSON.stringify(ended.body));
  }
});

test('createAudience', async (t) => {
  const { owner, outcome, settle, base, profileId, workspaceId, session, api } = world;
  const body = { connection_id: connectionId, name: 'Buyers', goal: 'payment_received' };
  await outcome('ada', { user_traits: { email: 'ada@buyers.example', first_name: 'Ada' } });
  await outcome('bob', { user_traits: { email: 'bob@buyers.example', phone: '+56987654321' } });
  await outcome('nobody');
  await settle();

  await t.test('without terms nothing is made, and the message has the link', async () => {
    meta.hasTerms = false;
    const refused = await world.keyed('/exports/audiences', body);
    assert.deepEqual(codeOf(refused), [428, 'audience_tos_required']);
    assert.match(refused.body.error.message, /customaudiences\/tos\/\?act=102/);
    assert.equal(meta.lists.size, 0);
    meta.hasTerms = true;
  });

  await t.test('bad input', async () => {
    assert.deepEqual(codeOf(await world.keyed('/exports/audiences', { ...body, goal: 'nothing' })), [422, 'validation_error']);
    assert.deepEqual(codeOf(await world.keyed('/exports/audiences', { ...body, account_id: '999' })), [422, 'validation_error']);
    assert.deepEqual(codeOf(await world.keyed('/exports/audiences', { ...body, connection_id: randomUUID() })), [
      404,
      'not_found',
    ]);
    const byKey = await api(world.apiKey).post('/exports/audiences', body);
    assert.equal(byKey.status, 403);
  });

  await t.test('a list has the customers of the goal, once', async () => {
    const made = await world.keyed('/exports/audiences', body, 'audience');
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { members, received, invalid, platform_audience_id: listId } = made.body.data;
    assert.deepEqual([members, received, invalid], [2, 2, 0]);
    assert.equal(meta.lists.get(listId)?.members.size, 2);
    const again = await world.keyed('/exports/audiences', body, 'audience');
    assert.deepEqual(again.body, made.body);
    assert.equal(meta.lists.size, 1);
  });

  const erase = async (query: string): Promise<void> => {
    const found = await owner.get('/customers/search', { q: query });
    const customer = { profile_id: profileId, customer_profile_id: found.body.data[0].customer_profile_id };
    const asked = await api(session).post(`/workspaces/${workspaceId}/customer-erasures`, customer);
    assert.ok(asked.status === 200 || asked.status === 202, JSON.stringify(asked.body));
    await eraseDue(base, profileId);
    await runDue(base, [removalJob]);
  };

  await t.test('an erased person is taken out', async () => {
    const [list] = meta.lists.values();
    await erase('bob@buyers');
    assert.equal(list?.members.size, 1);
  });

  await t.test('who said no, in words or by the browser, is in no list', async () => {
    const person = (name: string) => ({ email: `${name}@buyers.example` });
    await outcome('dee', { user_traits: person('dee'), properties: { ad_user_data: 'denied' } });
    await outcome('eva', { user_traits: person('eva'), properties: { ad_personalization: 'no' } });
    await outcome('fay', { user_traits: person('fay'), properties: { ad_user_data: 'granted' } });
    const view = { event_type: 'page_view', url: 'https://shop.example/?gclid=g-1' };
    const response = await fetch(new URL('/t/collect', world.baseUrl), {
      method: 'POST',
      headers: { 'sec-gpc': '1', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      body: JSON.stringify({ tracking_key: world.trackingKey, anonymous_id: 'gus', events: [view] }),
    });
    assert.equal(response.status, 204);
    await outcome('gus', { anonymous_id: 'gus', user_traits: person('gus') });
    await settle();
    const made = await world.keyed('/exports/audiences', { ...body, name: 'Consent' });
    assert.equal(made.body.data.members, 2, 'ada and fay');
  });

  await t.test('who is erased during the upload is taken out again', async () => {
    meta.beforeUsers = async () => {
      meta.beforeUsers = undefined;
      await erase('fay@buyers');
    };
    const made = await world.keyed('/exports/audiences', { ...body, name: 'Erased meanwhile' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await runDue(base, [removalJob]);
    assert.equal(meta.lists.get(made.body.data.platform_audience_id)?.members.size, 1);
  });

  await t.test('not in hipaa mode', async () => {
    await world.put('/conversion-sync/catalog', { privacy_mode: 'hipaa' });
    assert.deepEqual(codeOf(await world.keyed('/exports/audiences', body)), [409, 'invalid_state']);
    await world.put('/conversion-sync/catalog', { privacy_mode: 'standard' });
  });
});

test('getConversionWiring', async () => {
  const { owner, enable, outcome, sync, destinationId, clock } = world;
  clock.set('2026-03-31T12:30:00Z');
  await enable(['payment_received']);
  await outcome('wired', { user_traits: { email: 'cleo@buyers.example' } });
  await outcome('bare');
  await outcome('objects', { properties: { ad_user_data: 'denied' } });
  await sync();
  const { data } = (await owner.get('/conversion-sync/wiring')).body;
  const wired = data.destinations.find((each: { destination_id: string }) => each.destination_id === destinationId);
  assert.equal(wired.flow.sampled, 3);
  const accepted = wired.flow.statuses.find(({ status }: { status: string }) => status === 'accepted');
  assert.equal(accepted.deliveries, 2);
  assert.deepEqual(wired.flow.skip_reasons, [{ reason: 'consent', deliveries: 1 }]);
  assert.deepEqual([wired.quality.match_rate, wired.quality.delivered_within_1h], [0.333, 0.667]);
  assert.ok(wired.quality.estimated_event_match_quality > 0);
  assert.deepEqual([data.platform_safe.is_active, data.platform_safe.target], [false, 'existing']);
});

test('createAudience after a pause of the platform', async () => {
  const { base, clock } = world;
  const body = { connection_id: connectionId, name: 'Paused', goal: 'payment_received' };
  const before = meta.lists.size;
  meta.server.failWrites(undefined, 'throttled');
  assert.deepEqual(codeOf(await world.keyed('/exports/audiences', body, 'paused')), [503, 'provider_error']);
  assert.equal(meta.lists.size, before + 1);
  assert.deepEqual(codeOf(await world.keyed('/exports/audiences', body, 'paused')), [409, 'idempotency_key_in_flight']);
  clock.set('2026-03-31T15:00:00Z');
  await runDue(base, [intentJob]);
  const [first, other] = [await world.keyed('/exports/audiences', body, 'paused'), await world.keyed('/exports/audiences', body)];
  assert.equal(first.status, 201, JSON.stringify(first.body));
  assert.equal(other.body.data.platform_audience_id, first.body.data.platform_audience_id, 'the same call under another key');
  assert.equal(meta.lists.size, before + 1, 'made once');
  assert.equal(meta.lists.get(first.body.data.platform_audience_id)?.members.size, first.body.data.members);
});
