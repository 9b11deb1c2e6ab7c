// Conversions on their way to every ad platform, at its fake: what each takes, and what becomes of each delivery.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { laneJob } from '../../../src/act/sync/lane.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import {
  googleState,
  RECEIVERS,
  type ReceiverId,
  receiverSettings,
  startConversionReceiver,
} from '../../fakes/conversions/platforms.ts';
import { type Receiver, TOKEN } from '../../fakes/conversions/receiver.ts';
import { type Json, openSyncWorld } from './sync-world.ts';

const IDS = Object.keys(RECEIVERS) as ReceiverId[];

async function startReceivers(t: TestContext): Promise<Map<ReceiverId, Receiver>> {
  return new Map(await Promise.all(IDS.map(async (id) => [id, await startConversionReceiver(t, id)] as const)));
}

test('conversions reach each ad platform', async (t) => {
  const receivers = await startReceivers(t);
  const providers = Object.assign({}, ...[...receivers].map(([id, { url }]) => receiverSettings(id, url)));
  const world = await openSyncWorld(t, { providers });
  const { owner, clock, outcome, sync, deliveries, base, endpoint } = world;
  const destinations = new Map<ReceiverId, string>();
  for (const [id, receiver] of receivers) {
    receiver.now = () => clock.now();
    if (['google_ads', 'microsoft_ads', 'pinterest'].includes(id)) {
      const bare = await owner.post('/exports/destinations', { kind: id, settings: { target_id: '777' }, access_token: TOKEN });
      assert.deepEqual([bare.status, bare.body.error.code], [422, 'validation_error'], id);
    }
    const settings = { target_id: '777', account_id: '1234567890', login_account_id: '99', offline_target_id: '778' };
    const made = await owner.post('/exports/destinations', { kind: id, settings, access_token: TOKEN });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    destinations.set(id, made.body.data.id);
  }
  const events = [{ goal: 'payment_received' }];
  const catalog = [...destinations.values()].map((destination_id) => ({ destination_id, events }));
  assert.equal((await world.put('/conversion-sync/catalog', { destinations: catalog })).status, 200);
  clock.set('2026-03-31T13:00:00Z');
  const clicks = {
    gclid: 'g-1',
    fbc: 'fb.1.1764000000000.IwAR1',
    ttclid: 'tt-1',
    li_fat_id: 'li-1',
    msclkid: 'ms-1',
    epik: 'dj0x',
  };
  for (const name of ['ana', 'bea', 'cia'])
    await outcome(name, {
      occurred_at: '2026-03-31T12:30:00Z',
      user_traits: { email: `${name}@example.com`, first_name: name, last_name: 'Rojas' },
      click_ids: { ...clicks, ScCid: 'sc-1', rdt_cid: 'rdt-1', oppref: 'op-1' },
    });
  await sync();
  const found = new Map<string, Json[]>();
  for (const [id, destination_id] of destinations) found.set(id, await deliveries({ destination_id }));
  const statuses = Object.fromEntries(
    [...found].map(([id, all]) => [id, [...new Set(all.map(({ status, reason }) => `${status} ${reason}`))].join()]),
  );
  const accepted = 'accepted null';
  assert.deepEqual(statuses, {
    meta: accepted,
    google_ads: 'sent null',
    tiktok: accepted,
    linkedin: accepted,
    microsoft_ads: statuses['microsoft_ads'],
    pinterest: accepted,
    snap: accepted,
    reddit: accepted,
    openai_ads: accepted,
  });
  for (const [id, { kept }] of receivers) assert.equal(kept.length, 3, id);
  assert.equal(found.get('meta')?.[0].action_source, 'system_generated', 'without the name of a browser');
  assert.ok(found.get('meta')?.[0].match_keys.length > 1);
  assert.equal(
    Object(receivers.get('snap')?.kept[0]?.event).user_data.sc_click_id,
    'sc-1',
    'the id of an address, under its name there',
  );

  await t.test('a platform that decides later is asked, and nothing is sent again', async () => {
    const google = receivers.get('google_ads');
    const sent = google?.requests.filter(({ method }) => method === 'POST').length;
    clock.set('2026-03-31T13:30:00Z');
    await runDue(base, [laneJob]);
    const all = await deliveries({ destination_id: destinations.get('google_ads') });
    assert.deepEqual(
      all.map(({ status, reason, provider_request_id }) => [status, reason, provider_request_id]),
      Array.from({ length: 3 }, () => ['accepted', 'refused_in_part EVENT_TOO_OLD', 'google-1']),
    );
    assert.equal(google?.requests.filter(({ method }) => method === 'POST').length, sent);
  });

  await t.test('a refund is skipped where a platform has no corrections', async () => {
    await outcome('refund', { event_type: 'payment_refunded', refund_of: 'ana', value: { amount: '9.90', currency: 'USD' } });
    await sync();
    for (const id of ['meta', 'snap'] as const) {
      const [first] = await deliveries({ destination_id: destinations.get(id) });
      assert.deepEqual([first.kind, first.status, first.reason], ['restatement', 'skipped', 'cannot_restate'], id);
    }
    assert.equal(receivers.get('meta')?.kept.length, 3);
  });

  await t.test(
    'Google gets the new value at once, and what is taken back a day after the conversion, by its id alone',
    async () => {
      const google = receivers.get('google_ads');
      const destination_id = destinations.get('google_ads');
      const changes = async (): Promise<Json[]> =>
        (await deliveries({ destination_id })).filter((each) => each.kind !== 'conversion');
      const [restated] = await changes();
      assert.deepEqual([restated.kind, restated.status, restated.value.amount], ['restatement', 'sent', '40.000000']);
      const again = Object(google?.repeated[0]);
      assert.deepEqual([again.transactionId, again.conversionValue], [restated.conversion_id, 40], 'the conversion again');
      await outcome('refund-2', {
        event_type: 'payment_refunded',
        refund_of: 'bea',
        value: { amount: '49.90', currency: 'USD' },
      });
      await sync();
      const waiting = await deliveries({ destination_id, status: 'pending' });
      assert.deepEqual(
        waiting.map(({ next_attempt_at }) => next_attempt_at),
        ['2026-04-01T13:30:00.000Z'],
      );
      if (google) google.states = [googleState('SUCCESS')];
      clock.set('2026-04-01T13:31:00Z');
      await runDue(base, [laneJob]);
      assert.deepEqual(
        (await changes()).map(({ kind, status, reason, match_keys }) => [
          kind,
          status,
          reason,
          match_keys.includes('transaction_id'),
        ]),
        [
          ['retraction', 'accepted', null, true],
          ['restatement', 'accepted', null, false],
        ],
      );
      const kept = google?.kept.filter(({ target }) => target === 'adjustments').map(({ event }) => Object(event)) ?? [];
      assert.deepEqual(
        kept.map(({ adjustmentType }) => adjustmentType),
        ['RETRACTION'],
      );
      assert.equal(google?.repeated.length, 1);
    },
  );

  await t.test('a refusal of what gets the events pauses each, and its cure sends what waited', async () => {
    for (const receiver of receivers.values()) receiver.isTargetWrong = true;
    const kept = new Map([...receivers].map(([id, receiver]) => [id, receiver.kept.length]));
    await outcome('fay', { user_traits: { email: 'fay@example.com', first_name: 'fay', last_name: 'Rojas' }, click_ids: clicks });
    await sync();
    const newest = async (id: ReceiverId): Promise<Json> => (await deliveries({ destination_id: destinations.get(id) }))[0];
    const listed = async (): Promise<Json[]> =>
      (await owner.get('/exports/destinations')).body.data.filter(({ kind }: Json) => receivers.has(kind));
    for (const { kind, status, status_reason } of await listed()) {
      assert.deepEqual([status, status_reason], ['active', 'configuration'], kind);
      assert.equal((await newest(kind)).status, 'pending', kind);
    }
    for (const receiver of receivers.values()) receiver.isTargetWrong = false;
    for (const { kind, settings } of await listed()) {
      const { target_id, account_id } = settings;
      const again = { kind, settings: { target_id, ...(account_id === null ? {} : { account_id }) }, status: 'active' };
      assert.equal((await owner.post('/exports/destinations', again)).status, 200, kind);
    }
    await runDue(base, [laneJob]);
    for (const id of receivers.keys()) {
      assert.equal((await newest(id)).status, id === 'google_ads' ? 'sent' : 'accepted', id);
      assert.equal(receivers.get(id)?.kept.length, (kept.get(id) ?? 0) + 1, id);
    }
    clock.advance(1_800_000);
    await runDue(base, [laneJob]);
    for (const { kind, status_reason } of await listed()) assert.equal(status_reason, null, kind);
  });

  await t.test('what each refused is sent again at request, once and under the same id', async () => {
    for (const receiver of receivers.values()) receiver.refuse = () => 'refused';
    endpoint.script = (all) => ({
      status: 200,
      body: JSON.stringify({ rejected: all.map((_, index) => ({ index, reason: 'no' })) }),
    });
    const everywhere = new Map<string, string>([...destinations, ['https', world.destinationId]]);
    await world.enable(['payment_received']);
    clock.advance(60_000);
    await outcome('eve', { user_traits: { email: 'eve@example.com', first_name: 'eve', last_name: 'Rojas' }, click_ids: clicks });
    await sync();
    const newest = async (id: string): Promise<Json> => (await deliveries({ destination_id: everywhere.get(id) }))[0];
    const refused = new Map<string, Json>();
    for (const id of everywhere.keys()) refused.set(id, await newest(id));
    assert.deepEqual(
      [...refused].filter(([, { status }]) => status !== 'rejected'),
      [],
    );
    for (const receiver of receivers.values()) delete receiver.refuse;
    endpoint.script = () => undefined;
    const before = new Map([...receivers].map(([id, { kept, repeated }]) => [id, kept.length + repeated.length]));
    const resend = async (): Promise<unknown[]> => {
      const counts: unknown[] = [];
      for (const [id, destination_id] of everywhere) {
        const body = { destination_id, delivery_ids: [refused.get(id).delivery_id] };
        counts.push((await owner.post('/conversion-sync/deliveries/resend', body)).body.data);
      }
      return counts;
    };
    const one = { queued: 1, too_old: 0, not_rejected: 0, has_more: false };
    assert.deepEqual(new Set((await resend()).map((each) => JSON.stringify(each))), new Set([JSON.stringify(one)]));
    await resend();
    await sync();
    await runDue(base, [laneJob]);
    for (const [id, { event_id }] of refused) {
      const { status, reason } = await newest(id);
      assert.deepEqual([status, reason], [id === 'google_ads' ? 'sent' : 'accepted', null], id);
      if (id === 'https') assert.ok(endpoint.accepted.has(event_id));
    }
    for (const [id, { kept, repeated }] of receivers) assert.equal(kept.length + repeated.length, (before.get(id) ?? 0) + 1, id);
    const late = await resend();
    assert.deepEqual(new Set(late.map((each) => Object(each).not_rejected)), new Set([1]));
    if (receivers.get('google_ads'))
      Object.assign(receivers.get('google_ads') ?? {}, { states: [googleState('FAILED', { INVALID_GCLID: 1 })] });
    clock.advance(1_800_000);
    await runDue(base, [laneJob]);
    assert.deepEqual([(await newest('google_ads')).status, (await newest('google_ads')).reason], ['rejected', 'INVALID_GCLID']);
    await resend();
    await sync();
    Object.assign(receivers.get('google_ads') ?? {}, { states: [googleState('SUCCESS')] });
    clock.advance(1_800_000);
    await runDue(base, [laneJob]);
    assert.equal((await newest('google_ads')).status, 'accepted', 'what it refused later too');
  });

  await t.test('a dead grant waits for a person, and its destination says so', async () => {
    const snap = receivers.get('snap');
    snap?.revoke();
    await outcome('dan', { user_traits: { email: 'dan@example.com' } });
    await sync();
    const listed = (await owner.get('/exports/destinations')).body.data.find(({ kind }: Json) => kind === 'snap');
    assert.deepEqual([listed.status, listed.status_reason], ['active', 'connection']);
    const [first] = await deliveries({ destination_id: destinations.get('snap') });
    assert.equal(first.status, 'pending');
  });
});

test('putDestination: a Meta destination of a messaging account', async (t) => {
  const receiver = await startConversionReceiver(t, 'meta');
  const world = await openSyncWorld(t, { providers: receiverSettings('meta', receiver.url) });
  const { owner, clock, outcome, sync, deliveries } = world;
  receiver.now = () => clock.now();
  const put = async (settings: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Json> => {
    const answer = await owner.post('/exports/destinations', {
      kind: 'meta',
      settings: { target_id: '777', ...settings },
      ...more,
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const listed = async (): Promise<Json> =>
    (await owner.get('/exports/destinations')).body.data.find(({ kind }: Json) => kind === 'meta');
  const { id: destination_id } = await put(
    { messaging_account_id: 'foreign', test_code: 'TEST1', limited_data_use: true },
    { access_token: TOKEN },
  );
  const catalog = { destinations: [{ destination_id, events: [{ goal: 'payment_received' }] }] };
  assert.equal((await world.put('/conversion-sync/catalog', catalog)).status, 200);
  clock.set('2026-03-31T13:00:00Z');
  const conversation = { action_source: 'business_messaging', click_ids: { ctwa_clid: 'ctwa-1' } };
  await outcome('chat', { occurred_at: '2026-03-31T12:30:00Z', ...conversation });
  await sync();

  await t.test('an account that Meta refuses shows as configuration, and nothing is sent as something else', async () => {
    assert.equal(receiver.kept.length, 0);
    assert.deepEqual([(await listed()).status, (await listed()).status_reason], ['active', 'configuration']);
    const shown = (await owner.get('/conversion-sync/catalog')).body.data.destinations;
    assert.ok(shown.some(({ status_reason: reason }: Json) => reason === 'configuration'));
    const wired = (await owner.get('/conversion-sync/wiring')).body.data.destinations;
    assert.ok(wired.some(({ status_reason: reason }: Json) => reason === 'configuration'));
  });

  await t.test('the dataset is requested once, and what a call does not name stays', async () => {
    await put({ messaging_account_id: '555' });
    clock.set('2026-03-31T14:30:00Z');
    await sync();
    await outcome('chat-2', { occurred_at: '2026-03-31T14:00:00Z', ...conversation });
    await sync();
    assert.deepEqual(
      receiver.kept.map(({ target }) => target),
      ['dataset-of-555', 'dataset-of-555'],
    );
    assert.equal(receiver.requests.filter(({ url }) => url.includes('/555/dataset')).length, 1);
    const [first] = await deliveries({ destination_id });
    assert.deepEqual([first.status, first.action_source], ['accepted', 'business_messaging']);
    await put({}, { status: 'paused' });
    const { settings, status_reason: reason } = await put({}, { status: 'active' });
    assert.deepEqual(
      [settings.messaging_dataset_id, settings.test_code, settings.limited_data_use, reason],
      ['dataset-of-555', 'TEST1', true, null],
    );
    const other = await put({ messaging_account_id: null, test_code: null });
    assert.deepEqual([other.settings.messaging_dataset_id, other.settings.test_code], [null, null]);
  });

  await t.test('getConversionWiring: what the platform reports beside what was counted', async () => {
    const wired = async (): Promise<Json> =>
      (await owner.get('/conversion-sync/wiring')).body.data.destinations.find(({ kind }: Json) => kind === 'meta').reported;
    assert.equal(await wired(), null);
    clock.set('2026-04-03T12:00:00Z');
    await outcome('later', { occurred_at: '2026-04-02T12:00:00Z' });
    const rows = [{ campaign_id: 'c', ad_id: 'a', spend: '1', platform_conversions: 3 }];
    const report = { platform: 'meta', account_id: '102', currency: 'USD', days: [{ day: '2026-04-02', rows }] };
    const spend = await world.api(world.apiKey).post('/spend', report);
    assert.ok(spend.status < 300, JSON.stringify(spend.body));
    await sync();
    const range = { date_from: '2026-04-01', date_to: '2026-04-02' };
    assert.deepEqual(await wired(), { ...range, platform_conversions: 3, counted_conversions: 1 });

    const lead = { event_type: 'lead_created', value: undefined };
    await outcome('lead-before', { occurred_at: '2026-04-02T12:00:00Z', ...lead });
    const events = [{ goal: 'payment_received' }, { goal: 'lead_created' }];
    assert.equal((await world.put('/conversion-sync/catalog', { destinations: [{ destination_id, events }] })).status, 200);
    clock.set('2026-04-04T12:00:00Z');
    await outcome('lead-after', { occurred_at: '2026-04-03T13:00:00Z', ...lead });
    await sync();
    const counted = { platform_conversions: 3, counted_conversions: 2 };
    assert.deepEqual(await wired(), { ...range, date_to: '2026-04-03', ...counted }, 'a goal counts since it is enabled');
  });
});

test('OpenAI is asked about a key and a pixel before they are stored', async (t) => {
  const receiver = await startConversionReceiver(t, 'openai_ads');
  const { owner } = await openSyncWorld(t, { providers: receiverSettings('openai_ads', receiver.url) });
  const put = async (target_id: string, more: Record<string, unknown> = {}): Promise<string> => {
    const { status, body } = await owner.post('/exports/destinations', { kind: 'openai_ads', settings: { target_id }, ...more });
    return body.error ? `${status} ${body.error.message}` : String(status);
  };
  assert.match(
    await put('777', { access_token: 'the-key-for-reading-ads' }),
    /^422 access_token: .*Its answer: Invalid API key$/,
  );
  receiver.isTargetWrong = true;
  assert.match(await put('770', { access_token: TOKEN }), /^422 settings\.target_id: .*Its answer: Unknown pixel$/);
  receiver.isTargetWrong = false;
  assert.equal((await owner.get('/exports/destinations')).body.data.length, 1, 'nothing was stored');
  assert.equal(await put('777', { access_token: TOKEN }), '201');
  const asked = receiver.requests.length;
  assert.equal(await put('777', { name: 'ChatGPT' }), '200');
  assert.equal(receiver.requests.length, asked, 'a key and a pixel that it knows are not asked about again');
  receiver.fail('reset');
  assert.equal(await put('778', { access_token: TOKEN }), '201', 'a platform that does not respond is not waited for');
  assert.deepEqual([receiver.kept, receiver.repeated], [[], []], 'no event of a check counts');
});
