// Every destination against a receiver that checks what its platform checks: payloads, repetitions, refusals with and without indexes, and
// failures of each kind, through the driver of batches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverBatch, type Item } from '../../../src/providers/conversions/deliver.ts';
import type { Built, NeutralEvent, PrivacyMode } from '../../../src/providers/conversions/destination.ts';
import { googleState, RECEIVERS, type ReceiverId, receiverSettings } from '../../fakes/conversions/platforms.ts';
import { startProviderServer } from '../../fakes/provider-server.ts';
import { destinationsAt, fullEvent, grant, NOW, openDestination, SETTINGS } from './events.ts';

type Open = Awaited<ReturnType<typeof openDestination>>;
const ids = Object.keys(RECEIVERS) as ReceiverId[];
const now = () => NOW;

function built(open: Open, event: NeutralEvent, mode: PrivacyMode = 'standard'): Built {
  const result = open.kind.build(event, SETTINGS, mode);
  assert.ok('payload' in result, JSON.stringify(result));
  return result;
}

const itemOf = (open: Open, event: NeutralEvent, more: Partial<Item> = {}): Item => {
  const { payload, actionSource } = built(open, event);
  return { payload, actionSource, occurredAt: event.occurredAt, ...more };
};

const deliver = ({ kind }: Open, items: readonly Item[]) =>
  deliverBatch(kind.limits, (payloads) => kind.send(grant, SETTINGS, payloads), items, { now });

const eventsOf = (n: number): NeutralEvent[] =>
  Array.from({ length: n }, (_, at) => fullEvent({ eventId: `conversion-${at}`, occurredAt: NOW - 60_000 - at * 1_000 }));

for (const id of ids) {
  test(`${id}: a conversion with everything, and one in each mode, are what the platform documents`, async (t) => {
    const open = await openDestination(t, id);
    const [whole, ...others] = eventsOf(3);
    assert.ok(whole);
    const modes = (['platform_safe', 'hipaa'] as const).flatMap((mode, at) => {
      const result = open.kind.build({ ...whole, ...others[at] }, SETTINGS, mode);
      return 'payload' in result ? [result] : [];
    });
    const items = [built(open, whole), ...modes].map((each) => ({ ...each, occurredAt: whole.occurredAt }));
    const { results } = await deliver(open, items);
    assert.deepEqual(new Set(results.map(({ state }) => state)), new Set(['accepted']), JSON.stringify(results));
    assert.equal(open.receiver.kept.length, items.length);
    assert.deepEqual(built(open, whole), built(open, whole));
  });

  test(`${id}: 100 conversions with 3 bad ones`, async (t) => {
    const open = await openDestination(t, id);
    const bad = [0, 42, 99];
    const items = eventsOf(100).map((event) => itemOf(open, event));
    const texts = new Set(bad.map((index) => JSON.stringify(items[index]?.payload.body)));
    // Google adds the destination to each event.
    const bare = (event: unknown): string => JSON.stringify({ ...Object(event), destinationReferences: undefined });
    open.receiver.refuse = (event) => (texts.has(bare(event)) ? 'refused' : undefined);
    const { results, requests } = await deliver(open, items);
    assert.deepEqual(
      results.flatMap(({ state }, index) => (state === 'rejected' ? [index] : [])),
      bad,
    );
    assert.equal(results.filter(({ state }) => state === 'accepted').length, 97);
    assert.equal(open.receiver.kept.length, 97);
    assert.deepEqual(open.receiver.repeated, []);
    const batches = Math.ceil(100 / open.kind.limits.batch);
    const limit = open.kind.limits.namesIndex ? batches + bad.length : 1 + 2 * bad.length * Math.log2(100);
    assert.ok(requests <= limit, `${requests} requests, at most ${limit}`);
  });

  test(`${id}: after a time-out the same conversion is sent again, and counts once`, async (t) => {
    const impatient = await openDestination(t, id, { timeoutMs: 600 });
    const open = { ...impatient, kind: destinationsAt(receiverSettings(id, impatient.receiver.url)).get(id) ?? impatient.kind };
    const item = itemOf(open, fullEvent());
    open.receiver.fail('timeout_after_apply');
    const first = await deliver(impatient, [item]);
    assert.equal(first.results[0]?.state, 'unknown');
    assert.equal(first.requests, 1);
    assert.equal(open.receiver.requests.length, 1);
    const second = await deliver(open, [{ ...item, firstTriedAt: NOW }]);
    assert.equal(second.results[0]?.state, 'accepted');
    assert.equal(open.receiver.kept.length, 1);
    assert.equal(open.receiver.repeated.length, 1);
  });

  test(`${id}: broken connections, server errors, limits, pages and dead tokens`, async (t) => {
    const open = await openDestination(t, id);
    const item = itemOf(open, fullEvent());
    const outcomeOf = async (script: Parameters<typeof open.receiver.fail>[0]) => {
      open.receiver.fail(script);
      const { results, failure } = await deliver(open, [item]);
      return [results[0]?.state, failure?.outcome];
    };
    assert.deepEqual(await outcomeOf('error_once'), ['unknown', 'unavailable']);
    assert.deepEqual(await outcomeOf('reset'), ['unknown', 'unknown']);
    assert.deepEqual(await outcomeOf('throttled'), ['waiting', 'throttled']);
    assert.equal(open.receiver.kept.length, 0);
    const again = await openDestination(t, id);
    again.receiver.revoke();
    const dead = await deliver(again, [item]);
    assert.deepEqual([dead.results[0]?.state, dead.failure?.outcome], ['waiting', 'reconnect']);
  });
}

for (const id of ids)
  test(`${id}: the limits of one customer's account stop no other's`, async (t) => {
    const open = await openDestination(t, id);
    const item = itemOf(open, fullEvent());
    open.receiver.fail('throttled');
    assert.equal((await deliver(open, [item])).failure?.outcome, 'throttled');
    const settings = { ...SETTINGS, targetId: '778', accountId: '1234567891' };
    const built = open.kind.build(fullEvent(), settings, 'standard');
    assert.ok('payload' in built);
    assert.deepEqual((await open.kind.send(grant, settings, [built.payload])).rejected, []);
  });

for (const id of ['meta', 'google_ads'] as const)
  test(`${id}: terms that nobody accepted stop the delivery, and nothing is lost`, async (t) => {
    const open = await openDestination(t, id);
    open.receiver.hasTerms = false;
    const item = itemOf(open, fullEvent());
    const { results, failure } = await deliver(open, [item, item]);
    assert.equal(failure?.outcome, 'terms');
    assert.deepEqual(
      results.map(({ state }) => state),
      ['waiting', 'waiting'],
    );
  });

test('meta: one event of eight days would stop a request, so it is not sent with others', async (t) => {
  const open = await openDestination(t, 'meta');
  const old = fullEvent({ eventId: 'old', occurredAt: NOW - 8 * 86_400_000 });
  const items = [itemOf(open, fullEvent()), itemOf(open, old), itemOf(open, { ...old, actionSource: 'physical_store' })];
  const { results, requests } = await deliver(open, items);
  assert.deepEqual(
    results.map(({ state }) => state),
    ['accepted', 'expired', 'accepted'],
  );
  assert.equal(requests, 2);
});

for (const id of ids)
  test(`${id}: a wrong destination refuses no event`, async (t) => {
    const open = await openDestination(t, id);
    const items = ['a', 'b', 'c', 'd'].map((eventId, at) => itemOf(open, fullEvent({ eventId, occurredAt: NOW - at * 1_000 })));
    open.receiver.isTargetWrong = true;
    const { results, requests, failure } = await deliver(open, items);
    const outcome = ['meta', 'pinterest'].includes(id) ? 'not_found' : 'misconfigured';
    assert.deepEqual([failure?.outcome, requests, ...new Set(results.map(({ state }) => state))], [outcome, 1, 'waiting']);
    open.receiver.isTargetWrong = false;
    assert.ok((await deliver(open, items)).results.every(({ state }) => state === 'accepted'));
  });

test('microsoft: an error without a row is of no row', async (t) => {
  const goal = { Code: 2_403, ErrorCode: 'OfflineConversionGoalNotFound', Message: 'There is no goal of that name.' };
  for (const [error, outcome] of [
    [goal, 'misconfigured'],
    [{ Code: 5_201, ErrorCode: 'InvalidRow', Message: 'no' }, 'rejected'],
    [{ Code: 0, ErrorCode: 'InternalError', Message: 'An internal error has occurred.' }, 'unavailable'],
    [{ Code: 117, ErrorCode: 'CallRateExceeded', Message: 'Wait.' }, 'throttled'],
  ] as const) {
    const { url } = await startProviderServer(t, () => ({ status: 200, body: { PartialErrors: [error] } }));
    const kind = destinationsAt(receiverSettings('microsoft_ads', url)).get('microsoft_ads');
    const payloads = [0, 1].map(() => ({ lane: 'conversions', body: {} }));
    const failure = await kind?.send(grant, SETTINGS, payloads).catch((thrown: unknown) => thrown);
    assert.deepEqual([Object(failure).outcome, Object(failure).details?.code], [outcome, error.ErrorCode]);
  }
});

test('pinterest: events that failed, where the answer has them below details', async (t) => {
  const events = [{ status: 'processed' }, { status: 'failed', error_message: 'event_time is too old' }];
  const details = { num_events_received: 2, num_events_processed: 1, events };
  const body = { code: 4195, message: 'some events failed', details };
  const { url } = await startProviderServer(t, () => ({ status: 422, body }));
  const kind = destinationsAt(receiverSettings('pinterest', url)).get('pinterest');
  const payloads = [0, 1].map(() => ({ lane: 'events', body: {} }));
  const receipt = await kind?.send(grant, SETTINGS, payloads);
  assert.deepEqual(receipt, { rejected: [{ index: 1, reason: 'failed' }], undecided: [], acceptedOthers: true });
});

test('google: what became of a request, without the repetitions', async (t) => {
  const { kind, receiver } = await openDestination(t, 'google_ads');
  const end = { isFinished: true, rejected: [] };
  const terms = 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED';
  const later = (reason: string, outcome: string) => ({ ...end, later: [{ count: 3, reason, outcome }] });
  const cases: [states: unknown[], status: unknown][] = [
    [
      [googleState('PARTIAL_SUCCESS', { EVENT_TOO_OLD: 2, DUPLICATE_TRANSACTION_ID: 5 })],
      { ...end, rejected: [{ count: 2, reason: 'EVENT_TOO_OLD' }] },
    ],
    [[googleState('SUCCESS')], end],
    [[googleState('PROCESSING')], { isFinished: false, rejected: [] }],
    [[googleState('REQUEST_STATUS_UNKNOWN')], { isFinished: false, rejected: [] }],
    [[{}], { isFinished: false, rejected: [] }],
    [[], { isFinished: false, rejected: [] }],
    [[googleState('FAILED')], { ...end, unexplained: 'all' }],
    [[googleState('PARTIAL_SUCCESS')], { ...end, unexplained: 'some' }],
    [[googleState('FAILED', { DUPLICATE_TRANSACTION_ID: 3 })], end],
    [[googleState('FAILED', { DUPLICATE_GCLID: 3 })], { ...end, duplicates: [{ count: 3, reason: 'DUPLICATE_GCLID' }] }],
    [[googleState('FAILED', { [terms]: 3 })], later(terms, 'terms')],
    [[googleState('FAILED', { NO_CONSENT: 3 })], later('NO_CONSENT', 'misconfigured')],
    [[googleState('FAILED', { INTERNAL_ERROR: 3 })], later('INTERNAL_ERROR', 'unavailable')],
  ];
  for (const [states, status] of cases) {
    receiver.states = states;
    assert.deepEqual(await kind.readStatus?.(grant, SETTINGS, 'google-1'), status, JSON.stringify(states));
  }
});

test('google: a value is corrected by the conversion again, with its id; nothing is left by the Google Ads API', async (t) => {
  const open = await openDestination(t, 'google_ads');
  const original = { eventId: 'conversion-1', occurredAt: NOW - 7_200_000 };
  const restated = fullEvent({
    eventId: 'conversion-1.2',
    kind: 'restatement',
    original,
    value: { amount: '29.90', currency: 'EUR' },
  });
  const { payload } = built(open, restated);
  const first = built(open, fullEvent({ occurredAt: original.occurredAt }));
  assert.deepEqual(payload, { ...first.payload, body: { ...Object(first.payload.body), conversionValue: 29.9 } });
  assert.deepEqual(open.kind.build({ ...restated, value: undefined }, SETTINGS, 'standard'), { skip: 'no_value' });
  const bare = destinationsAt({ google_ads: { clientId: 'app', clientSecret: 'secret' } }).get('google_ads');
  assert.ok(bare && 'payload' in bare.build(restated, SETTINGS, 'hipaa'), 'without a developer token, and in every mode');
  assert.deepEqual(bare.build({ ...restated, kind: 'retraction' }, SETTINGS, 'standard'), { skip: 'cannot_retract' });
});

test('microsoft: a refund is a restatement, and a full one a retraction', async (t) => {
  const open = await openDestination(t, 'microsoft_ads');
  const original = { eventId: 'conversion-1', occurredAt: NOW - 7_200_000 };
  const restated = fullEvent({
    kind: 'restatement',
    original,
    changedAt: NOW - 60_000,
    value: { amount: '29.90', currency: 'EUR' },
  });
  const items = [fullEvent(), restated, fullEvent({ kind: 'retraction', original })].map((event) => itemOf(open, event));
  const { results, requests } = await deliver(open, items);
  assert.equal(requests, 2);
  assert.ok(results.every(({ state }) => state === 'accepted'));
  assert.deepEqual(
    open.receiver.kept.map(({ target, event }) => [target, Object(event)['AdjustmentType'], Object(event)['ConversionTime']]),
    [
      ['OfflineConversionAdjustments', 'Restate', '2026-11-25T10:00:00Z'],
      ['OfflineConversionAdjustments', 'Retract', '2026-11-25T10:00:00Z'],
      ['OfflineConversions', undefined, '2026-11-25T11:00:00Z'],
    ],
  );
  assert.equal(Object(open.receiver.kept[0]?.event)['AdjustmentTime'], '2026-11-25T11:59:00Z');
  const safe = open.kind.build(restated, SETTINGS, 'platform_safe');
  assert.ok('payload' in safe);
  assert.equal(Object(safe.payload.body)['AdjustmentTime'], '2026-11-25T11:59:00Z');
});

test('who cannot restate or retract is asked for neither', async (t) => {
  for (const id of ids.filter((each) => each !== 'microsoft_ads' && each !== 'google_ads')) {
    const { kind } = await openDestination(t, id);
    const original = { eventId: 'conversion-1', occurredAt: NOW };
    assert.deepEqual(kind.build(fullEvent({ kind: 'restatement', original }), SETTINGS, 'standard'), { skip: 'cannot_restate' });
    assert.deepEqual(kind.build(fullEvent({ kind: 'retraction', original }), SETTINGS, 'standard'), { skip: 'cannot_retract' });
  }
});

test('reasons of skips', async (t) => {
  const nobody = { emails: [], phones: [], clickIds: {} };
  for (const id of ids) {
    const { kind } = await openDestination(t, id);
    const why = (more: Partial<NeutralEvent>, mode: PrivacyMode = 'standard') => {
      const result = kind.build(fullEvent(more), SETTINGS, mode);
      return 'skip' in result ? result.skip : undefined;
    };
    assert.equal(why({ person: nobody }), 'no_match_key', id);
    assert.equal(why({ consent: { adUserData: false, adPersonalization: true } }), 'consent', id);
    assert.equal(why({ actionSource: 'phone_call', person: { ...nobody, emails: ['a@example.com'] } }, 'hipaa'), 'mode', id);
    // A click id that is an address is none.
    assert.equal(why({ person: { ...nobody, clickIds: { gclid: 'ana@example.com', fbc: 'ana@example.com' } } }), 'no_match_key');
    if (['meta', 'tiktok', 'pinterest', 'snap', 'reddit', 'openai_ads'].includes(id))
      assert.equal(why({ eventName: 'Botox for Ana' }, 'platform_safe'), 'event_name', id);
  }
});
