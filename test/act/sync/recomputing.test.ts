// While figures are recomputed, what arrives keeps its customer: deliveries and events wait until the decisions that were made for their facts
// are in the figures. A conversion that nothing could be matched by is looked at again, as its customer may become known.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSession, findPerson } from '../../../src/account/people/index.ts';
import { followJob } from '../../../src/act/sync/follow.ts';
import { laneJob } from '../../../src/act/sync/lane.ts';
import { followJob as webhookFollowJob } from '../../../src/act/webhooks/follow.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { advance } from '../../../src/credit/pipeline/advance.ts';
import { receiverSettings, startConversionReceiver } from '../../fakes/conversions/platforms.ts';
import { type Receiver, TOKEN } from '../../fakes/conversions/receiver.ts';
import { recordEvents } from '../webhooks/events.ts';
import { type Json, openSyncWorld, type SyncWorld } from './sync-world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const GOALS = [{ goal: 'payment_received' }];

let world: SyncWorld;
let google: Receiver;
let googleId: string;
let announced: ReturnType<typeof recordEvents>;
const closing: (() => Promise<void> | void)[] = [];

before(async () => {
  const t = { after: (close: () => Promise<void> | void) => void closing.push(close) };
  google = await startConversionReceiver(t, 'google_ads');
  world = await openSyncWorld(t, { providers: receiverSettings('google_ads', google.url) });
  google.now = () => world.clock.now();
  const settings = { target_id: '777', account_id: '1234567890' };
  const made = await world.owner.post('/exports/destinations', { kind: 'google_ads', settings, access_token: TOKEN });
  googleId = made.body.data.id;
  const destinations = [world.destinationId, googleId].map((destination_id) => ({ destination_id, events: GOALS }));
  assert.equal((await world.put('/conversion-sync/catalog', { destinations })).status, 200);
  announced = recordEvents(world.base, world.profileId);
  await world.sync();
});
after(async () => {
  for (const close of closing.reverse()) await close();
});

/** What the service does between two events, without the replay. */
async function work(): Promise<void> {
  const { base, profileId } = world;
  await advance(base, profileId);
  await runDue(base, [followJob, webhookFollowJob]);
  await runDue(base, [laneJob]);
}

async function settle(): Promise<void> {
  await world.sync();
  await runDue(world.base, [webhookFollowJob]);
}

async function changeWindow(days: number): Promise<void> {
  const { api, session, profileId } = world;
  const change = { click_window_days: days };
  const { status } = await api(session).patch('/profile/attribution-settings', change, { profile_id: profileId });
  assert.equal(status, 200);
}

/** Customers of payments that were announced. */
const customers = (): unknown[] =>
  announced()
    .filter(({ type }) => type === 'payment.recorded')
    .map(({ data }) => data['customer_profile_id']);

const toGoogle = async (): Promise<string[]> =>
  (await world.deliveries({ destination_id: googleId })).map(({ status, reason }: Json) => `${status} ${reason}`);

test('what arrives while a replay waits goes out after the swap, with its customer', async () => {
  const { endpoint, outcome, deliveries } = world;
  await changeWindow(14);
  await outcome('during', { user_traits: { email: 'ada@example.com', external_id: 'c-1' } });
  await work();
  assert.deepEqual([endpoint.accepted.size, await deliveries(), customers()], [0, [], []]);
  const wiring = async (): Promise<Json> => (await world.owner.get('/conversion-sync/wiring')).body.data;
  assert.equal((await wiring()).waits_for_figures, true);
  await settle();
  assert.equal((await wiring()).waits_for_figures, false);
  const [sent] = [...endpoint.accepted.values()];
  assert.equal(sent.person.external_id, 'c-1');
  assert.match(String(customers()), /^[0-9a-f-]{36}$/);
  assert.deepEqual(await toGoogle(), ['sent null']);
});

test('what came before the change does not wait for the replay', async () => {
  const { endpoint, outcome } = world;
  await outcome('before', { user_traits: { external_id: 'c-2', email: 'bea@example.com' } });
  await advance(world.base, world.profileId);
  await changeWindow(15);
  await outcome('behind', { user_traits: { external_id: 'c-3', email: 'cia@example.com' } });
  await work();
  assert.deepEqual([...endpoint.accepted.values()].map(({ person }) => person.external_id).slice(1), ['c-2']);
  assert.equal(customers().length, 2);
  await settle();
  assert.deepEqual([...endpoint.accepted.values()].map(({ person }) => person.external_id).slice(1), ['c-2', 'c-3']);
  assert.ok(customers().every((id) => typeof id === 'string'));
});

test('figures that are lost while deliveries wait are built again, and nothing is withdrawn', async () => {
  const { base, profileId, endpoint, outcome, deliveries, destinationId } = world;
  await outcome('lost', { user_traits: { external_id: 'c-4' } });
  await advance(base, profileId);
  await runDue(base, [followJob, webhookFollowJob]);
  await base.warehouse.remove(profileId);
  await runDue(base, [laneJob]);
  const status = async (): Promise<string> => (await deliveries({ destination_id: destinationId }))[0].status;
  assert.notEqual(await status(), 'skipped');
  // Where the build takes longer than the lane waits, the next look finds it.
  world.clock.advance(2 * MINUTE_MS);
  await settle();
  assert.equal(await status(), 'accepted');
  assert.equal([...endpoint.accepted.values()].at(-1).person.external_id, 'c-4');
});

test('a conversion without a match key is looked at again when its customer becomes known', async () => {
  const { outcome } = world;
  await outcome('anonymous', { anonymous_id: 'b-1' });
  await settle();
  assert.equal((await toGoogle())[0], 'skipped no_match_key');
  await outcome('lead', {
    event_type: 'lead_created',
    anonymous_id: 'b-1',
    value: undefined,
    user_traits: { email: 'dan@example.com' },
  });
  await settle();
  assert.equal((await toGoogle())[0], 'sent null');
  assert.equal(new Set(google.kept.map(({ event }) => Object(event).transactionId)).size, google.kept.length);
});

test('and so is one whose customer gets an address later, within the age that the platform takes', async () => {
  const { outcome, clock, deliveries } = world;
  await outcome('known', { user_traits: { external_id: 'c-9' } });
  await settle();
  const [skipped] = await deliveries({ destination_id: googleId });
  assert.equal(`${skipped.status} ${skipped.reason}`, 'skipped no_match_key');
  assert.ok(Date.parse(skipped.next_attempt_at) - clock.now() <= MINUTE_MS);
  clock.advance(2 * MINUTE_MS);
  await settle();
  assert.equal((await toGoogle())[0], 'skipped no_match_key');
  const traits = { external_id: 'c-9', email: 'eve@example.com' };
  await outcome('later', { event_type: 'lead_created', value: undefined, user_traits: traits });
  await settle();
  clock.advance(3 * MINUTE_MS);
  await settle();
  assert.equal((await toGoogle())[0], 'sent null');

  await outcome('never', { user_traits: { external_id: 'c-10' } });
  await settle();
  for (let days = 0; days < 95; days += 5) {
    clock.advance(5 * DAY_MS);
    await settle();
  }
  // The session of before has ended.
  const { token } = createSession(world.base, {
    personId: findPerson(world.base, 'owner@shop.example')?.personId ?? '',
    actor: 'system',
  });
  const query = { profile_id: world.profileId, destination_id: googleId };
  const [never] = (await world.api(token).get('/conversion-sync/deliveries', query)).body.data;
  assert.deepEqual([never.status, never.reason, never.next_attempt_at], ['skipped', 'no_match_key', null]);
});
