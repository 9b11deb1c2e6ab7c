// How deliveries end where a platform decides later, and where it refuses the destination and not an event: nothing is lost, what a person mends
// continues, and what was rejected is sent again at request.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { laneJob } from '../../../src/act/sync/lane.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { googleState, type ReceiverId, receiverSettings, startConversionReceiver } from '../../fakes/conversions/platforms.ts';
import { type Receiver, TOKEN } from '../../fakes/conversions/receiver.ts';
import { type Json, openSyncWorld, type SyncWorld } from './sync-world.ts';

const TERMS = 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED';
const SETTINGS = { target_id: '777', account_id: '1234567890' };

interface Platform {
  receiver: Receiver;
  destination_id: string;
  /** The destination as it is shown. */
  shown: () => Promise<Json>;
  /** Statuses and reasons by conversion, the oldest first. */
  ends: () => Promise<unknown[]>;
}

const closers: (() => Promise<void> | void)[] = [];
let world: SyncWorld;
const platforms = new Map<ReceiverId, Platform>();

before(async () => {
  const closing = { after: (close: () => Promise<void> | void) => void closers.push(close) };
  const ids = ['google_ads', 'linkedin', 'microsoft_ads', 'meta'] as const;
  const receivers = await Promise.all(
    ids.map(async (id) => [id, await startConversionReceiver(closing as unknown as TestContext, id)] as const),
  );
  world = await openSyncWorld(closing, {
    providers: Object.assign({}, ...receivers.map(([id, { url }]) => receiverSettings(id, url))),
  });
  const { owner, clock, deliveries } = world;
  for (const [id, receiver] of receivers) {
    receiver.now = () => clock.now();
    const made = await owner.post('/exports/destinations', { kind: id, settings: SETTINGS, access_token: TOKEN });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const destination_id: string = made.body.data.id;
    platforms.set(id, {
      receiver,
      destination_id,
      shown: async () => (await owner.get('/exports/destinations')).body.data.find((each: Json) => each.id === destination_id),
      ends: async () => (await deliveries({ destination_id })).reverse().map(({ status, reason }) => [status, reason]),
    });
  }
});
after(async () => {
  for (const close of closers.reverse()) await close();
});

/** Conversions go to this platform alone from now on. */
async function use(id: ReceiverId): Promise<Platform> {
  const destinations = [...platforms].map(([each, { destination_id }]) => ({
    destination_id,
    events: each === id ? [{ goal: 'payment_received' }] : [],
  }));
  assert.equal((await world.put('/conversion-sync/catalog', { destinations })).status, 200);
  world.clock.set(new Date(world.clock.now() + 3_600_000).toISOString());
  const found = platforms.get(id);
  assert.ok(found);
  return found;
}

/** A payment of somebody that the platforms can find, half an hour ago. */
async function pay(key: string): Promise<void> {
  const occurred_at = new Date(world.clock.now() - 1_800_000).toISOString();
  const user_traits = { email: `${key}@example.com` };
  await world.outcome(key, { occurred_at, user_traits, click_ids: { li_fat_id: key, msclkid: key } });
}

async function later(minutes: number): Promise<void> {
  world.clock.set(new Date(world.clock.now() + minutes * 60_000).toISOString());
  await runDue(world.base, [laneJob]);
}

test('listConversionDeliveries: what Google decides later', async (t) => {
  const { receiver, shown, ends } = await use('google_ads');
  const { sync } = world;
  let paid = 0;
  /** Two payments in one request, and how they end when Google says this. */
  const endOf = async (...states: unknown[]): Promise<unknown[]> => {
    await pay(`a${paid}`);
    await pay(`b${paid}`);
    paid += 1;
    await sync();
    receiver.states = states;
    await later(11);
    return (await ends()).slice(-2);
  };
  const both = (status: string, reason: string | null): unknown[] => [
    [status, reason],
    [status, reason],
  ];

  await t.test('ends without counts, repetitions and refusals', async () => {
    assert.deepEqual(await endOf(googleState('SUCCESS')), both('accepted', null));
    assert.deepEqual(await endOf(googleState('FAILED')), both('rejected', 'unexplained'));
    assert.deepEqual(await endOf(googleState('PARTIAL_SUCCESS')), both('accepted', 'refused_in_part unexplained'));
    assert.deepEqual(await endOf(googleState('FAILED', { DUPLICATE_GCLID: 2 })), both('accepted', 'duplicate'));
    assert.deepEqual(await endOf(googleState('FAILED', { INVALID_GCLID: 2 })), both('rejected', 'INVALID_GCLID'));
    assert.equal((await shown()).status_reason, null);
  });

  await t.test('a state that is none is asked for again', async () => {
    assert.deepEqual(await endOf(googleState('REQUEST_STATUS_UNKNOWN')), both('sent', null));
    receiver.states = [];
    await later(11);
    assert.deepEqual((await ends()).slice(-2), both('sent', null));
    receiver.states = [googleState('SUCCESS')];
    await later(11);
    assert.deepEqual((await ends()).slice(-2), both('accepted', null));
  });

  await t.test('an error of its own is tried again, also where it concerns one of two', async () => {
    assert.deepEqual(
      await endOf(googleState('PARTIAL_SUCCESS', { INTERNAL_ERROR: 1 })),
      both('sent', 'unavailable INTERNAL_ERROR'),
    );
    const before = receiver.repeated.length;
    receiver.states = [googleState('SUCCESS')];
    await later(2);
    assert.equal(receiver.repeated.length, before + 2, 'the id of the transaction makes the repetition harmless');
    await later(11);
    assert.deepEqual((await ends()).slice(-2), both('accepted', null));
    assert.deepEqual(await endOf(googleState('FAILED', { INTERNAL_ERROR: 2 })), both('pending', 'unavailable INTERNAL_ERROR'));
    receiver.states = [googleState('SUCCESS')];
    await later(2);
    await later(11);
    assert.deepEqual((await ends()).slice(-2), both('accepted', null));
  });

  for (const [reason, status_reason, outcome] of [
    [TERMS, 'terms', 'terms'],
    ['NO_CONSENT', 'configuration', 'misconfigured'],
  ] as const)
    await t.test(`${reason} pauses the destination and keeps its conversions`, async () => {
      assert.deepEqual(await endOf(googleState('FAILED', { [reason]: 2 })), both('pending', `${outcome} ${reason}`));
      assert.deepEqual([(await shown()).status, (await shown()).status_reason], ['active', status_reason]);
      const { body } = await world.api(world.session).get(`/workspaces/${world.workspaceId}/tab-counts`);
      assert.equal(body.data.tabs.deliver, 1, 'the navigation says that a destination waits');
      const requests = receiver.requests.length;
      await pay(`during-${status_reason}`);
      await sync();
      assert.equal(receiver.requests.length, requests, 'nothing is sent meanwhile');
      await later(61);
      assert.equal((await shown()).status_reason, status_reason, 'that a request is accepted says nothing yet');
      receiver.states = [googleState('SUCCESS')];
      await later(11);
      assert.deepEqual((await ends()).slice(-3), [...both('accepted', null), ['accepted', null]]);
      assert.equal((await shown()).status_reason, null);
    });
});

test('listConversionDeliveries: Google gets a correction at once, and only what is taken back by the Google Ads API', async (t) => {
  const { receiver, destination_id } = await use('google_ads');
  const { outcome, sync, deliveries } = world;
  receiver.states = [googleState('PROCESSING')];
  const corrected = 'corrected';
  const refund = async (amount: string): Promise<void> => {
    const value = { amount, currency: 'USD' };
    await outcome(`${corrected} less ${amount}`, { event_type: 'payment_refunded', refund_of: corrected, value });
    await sync();
  };
  const ofOne = async (): Promise<unknown[]> =>
    (await deliveries({ destination_id }))
      .filter(({ conversion_id }) => conversion_id === first.conversion_id)
      .map(({ kind, status, reason, value }) => [kind, status, reason, value && Number(value.amount)]);
  const got = (): unknown[] =>
    [...receiver.kept, ...receiver.repeated.map((event) => ({ event }))]
      .map(({ event }) => Object(event))
      .filter(({ transactionId }) => transactionId === first.conversion_id)
      .map(({ conversionValue }) => conversionValue);
  await pay(corrected);
  await sync();
  const [first] = await deliveries({ destination_id });

  await t.test('each under the id of the conversion, before Google has decided about the one before it', async () => {
    await refund('10');
    await refund('5');
    assert.deepEqual(got(), [49.9, 39.9, 34.9]);
    assert.deepEqual(await ofOne(), [
      ['restatement', 'sent', null, 34.9],
      ['restatement', 'sent', null, 39.9],
      ['conversion', 'sent', null, 49.9],
    ]);
    receiver.states = [googleState('SUCCESS', { DUPLICATE_TRANSACTION_ID: 1 })];
    await later(11);
    assert.deepEqual(new Set((await ofOne()).map((each) => Object(each)[1])), new Set(['accepted']));
  });

  await t.test('a conversion of which nothing is left is taken back a day after it', async () => {
    const adjustments = (): unknown[] => receiver.requests.filter(({ url }) => url.includes('uploadConversionAdjustments'));
    const before = adjustments().length;
    await refund('34.90');
    assert.deepEqual(Object((await ofOne())[0]).slice(0, 2), ['retraction', 'pending']);
    await later(23 * 60);
    assert.equal(adjustments().length, before);
    await later(2 * 60);
    assert.deepEqual(Object((await ofOne())[0]).slice(0, 3), ['retraction', 'accepted', null]);
    assert.equal(adjustments().length, before + 1);
    assert.deepEqual(got().length, 3, 'no conversion of nothing');
  });
});

test('putDestination: a refusal of the destination pauses it, and its cure sends what waited', async (t) => {
  for (const id of ['linkedin', 'microsoft_ads'] as const)
    await t.test(`${id}: mended at the platform`, async () => {
      const { receiver, shown, ends } = await use(id);
      receiver.isTargetWrong = true;
      await pay(`ana-${id}`);
      await pay(`bea-${id}`);
      await world.sync();
      assert.deepEqual([(await shown()).status, (await shown()).status_reason], ['active', 'configuration']);
      assert.ok(
        (await ends()).every((end) => Object(end)[0] === 'pending'),
        JSON.stringify(await ends()),
      );
      receiver.isTargetWrong = false;
      await later(30);
      assert.equal(receiver.kept.length, 0, 'once an hour');
      const again = await world.owner.post('/exports/destinations', { kind: id, settings: SETTINGS, status: 'active' });
      assert.equal(again.status, 200, JSON.stringify(again.body));
      await later(0);
      assert.deepEqual(await ends(), [
        ['accepted', null],
        ['accepted', null],
      ]);
      assert.deepEqual([receiver.kept.length, (await shown()).status_reason], [2, null]);
    });

  await t.test('another target is set, and gets what waited; what became too old is not sent', async () => {
    const { receiver, destination_id, ends } = await use('meta');
    const { owner } = world;
    receiver.isTargetWrong = true;
    await pay('old');
    await world.sync();
    await later(6 * 24 * 60 + 23 * 60 + 40);
    await pay('new');
    await world.sync();
    receiver.isTargetWrong = false;
    const change = { kind: 'meta', destination_id, settings: { target_id: '888' } };
    const other = await owner.post('/exports/destinations', {
      kind: 'meta',
      settings: { target_id: '999', account_id: SETTINGS.account_id },
      access_token: TOKEN,
    });
    assert.equal(other.status, 201);
    const codeOf = (answer: { status: number; body: Json }): unknown[] => [answer.status, answer.body.error?.code];
    const taken = { ...change, settings: { target_id: '999' } };
    assert.deepEqual(codeOf(await owner.post('/exports/destinations', taken)), [409, 'invalid_state']);
    assert.deepEqual(codeOf(await owner.post('/exports/destinations', { ...change, kind: 'snap' })), [422, 'validation_error']);
    const changed = await owner.post('/exports/destinations', change);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { id, settings, status_reason } = changed.body.data;
    assert.deepEqual(
      [id, settings.target_id, settings.account_id, status_reason],
      [destination_id, '888', SETTINGS.account_id, null],
    );
    await later(0);
    assert.deepEqual(await ends(), [
      ['expired', 'too_old'],
      ['accepted', null],
    ]);
    assert.deepEqual(
      receiver.kept.map(({ target }) => target),
      ['888'],
    );
    const back = await owner.post('/exports/destinations', { ...change, settings: { target_id: '777' } });
    assert.deepEqual(codeOf(back), [409, 'invalid_state'], 'conversions were sent there');
  });
});

test('resendConversionDeliveries', async (t) => {
  const { receiver, destination_id, ends } = await use('meta');
  const { owner, deliveries, profileId } = world;
  const { length: kept } = receiver.kept;
  const PATH = '/conversion-sync/deliveries/resend';
  receiver.refuse = () => 'refused';
  for (const key of ['ana', 'bea', 'cia']) await pay(key);
  await world.sync();
  const statuses = async (last: number): Promise<unknown[]> => (await ends()).slice(-last).map((end) => Object(end)[0]);
  assert.deepEqual(await statuses(3), ['rejected', 'rejected', 'rejected']);
  const [cia, bea] = await deliveries({ destination_id });
  delete receiver.refuse;

  await t.test('those that are named, in one status and of this destination alone', async () => {
    const ids = [bea.delivery_id, bea.delivery_id];
    const one = await owner.post(PATH, { destination_id, delivery_ids: ids });
    assert.deepEqual([one.status, one.body.data], [202, { queued: 1, too_old: 0, not_rejected: 0, has_more: false }]);
    assert.deepEqual((await owner.post(PATH, { destination_id, delivery_ids: ids })).body, one.body, 'a repeated call');
    await later(0);
    assert.deepEqual(
      receiver.kept.slice(kept).map(({ event }) => Object(event).event_id),
      [bea.event_id],
      'under the same id',
    );
    const again = await owner.post(PATH, { destination_id, delivery_ids: [bea.delivery_id] });
    assert.deepEqual(again.body.data, { queued: 0, too_old: 0, not_rejected: 1, has_more: false });
    for (const [body, expected] of [
      [{ destination_id: world.destinationId, delivery_ids: [cia.delivery_id] }, [404, 'not_found']],
      [{ destination_id: profileId }, [404, 'not_found']],
      [{ destination_id, delivery_ids: [] }, [422, 'validation_error']],
    ] as const) {
      const { status, body: answer } = await owner.post(PATH, body);
      assert.deepEqual([status, answer.error.code], expected);
    }
  });

  await t.test('all that are young enough', async () => {
    await later(6 * 24 * 60 + 23 * 60 + 40);
    await pay('dan');
    receiver.refuse = () => 'refused';
    await world.sync();
    delete receiver.refuse;
    const all = await owner.post(PATH, { destination_id });
    assert.deepEqual(all.body.data, { queued: 1, too_old: 2, not_rejected: 0, has_more: false });
    await later(0);
    assert.deepEqual(await statuses(4), ['rejected', 'accepted', 'rejected', 'accepted']);
  });

  await t.test('a removed destination has none', async () => {
    await owner.post('/exports/destinations', { kind: 'meta', settings: { ...SETTINGS, target_id: '888' }, status: 'removed' });
    assert.equal((await owner.post(PATH, { destination_id })).status, 404);
  });
});
