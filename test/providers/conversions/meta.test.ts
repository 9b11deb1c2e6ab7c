// Meta's rules of sources: sent as the caller said, a page for websites alone, conversations to the dataset of the messaging account, or as
// chats where that or the click is missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverBatch } from '../../../src/providers/conversions/deliver.ts';
import { ACTION_SOURCES, type DestinationSettings, type NeutralEvent } from '../../../src/providers/conversions/destination.ts';
import { sha256 } from '../../../src/providers/conversions/hashing/digest.ts';
import { fullEvent, grant, NOW, openDestination, SETTINGS } from './events.ts';

const MESSAGING = { ...SETTINGS, messagingAccountId: '555', messagingDatasetId: '888' };
const MODES = ['standard', 'platform_safe', 'hipaa'] as const;

async function sent(t: Parameters<typeof openDestination>[0], events: NeutralEvent[], settings: DestinationSettings) {
  const { kind, receiver } = await openDestination(t, 'meta');
  const items = events.map((event) => {
    const built = kind.build(event, settings, 'standard');
    assert.ok('payload' in built, JSON.stringify(built));
    return { ...built, occurredAt: event.occurredAt };
  });
  const { results } = await deliverBatch(kind.limits, (payloads) => kind.send(grant, settings, payloads), items, {
    now: () => NOW,
  });
  assert.ok(
    results.every(({ state }) => state === 'accepted'),
    JSON.stringify(results),
  );
  return { kept: receiver.kept.map(({ target, event }) => ({ target, event: Object(event) })), items };
}

test('every source is sent as it is, in every mode, and has a page only if it is a website', async (t) => {
  const { kind } = await openDestination(t, 'meta');
  for (const mode of MODES)
    for (const actionSource of ACTION_SOURCES) {
      const built = kind.build(fullEvent({ actionSource, eventName: 'lead' }), MESSAGING, mode);
      assert.ok('payload' in built, `${actionSource} ${mode}`);
      const body = Object(built.payload.body);
      assert.equal(body.action_source, actionSource);
      assert.equal(built.actionSource, actionSource);
      assert.equal('event_source_url' in body, actionSource === 'website' && mode === 'standard');
    }
});

test('a country is hashed as its code of ISO 3166-1, however it is written', async (t) => {
  const { kind } = await openDestination(t, 'meta');
  const countries = { UK: 'gb', 'United Kingdom': 'gb', EL: 'gr', Greece: 'gr', de: 'de', Germany: 'de' };
  for (const [country, code] of Object.entries(countries)) {
    const event = fullEvent();
    const built = kind.build({ ...event, person: { ...event.person, country } }, SETTINGS, 'standard');
    assert.ok('payload' in built);
    assert.deepEqual(Object(built.payload.body).user_data.country, [sha256(code)], country);
  }
});

test('a conversation with a click goes to the dataset of the messaging account', async (t) => {
  const { kept, items } = await sent(t, [fullEvent({ actionSource: 'business_messaging', eventName: 'lead' })], MESSAGING);
  assert.deepEqual(kept, [
    {
      target: '888',
      event: {
        event_name: 'LeadSubmitted',
        event_time: (NOW - 3_600_000) / 1000,
        event_id: 'conversion-1',
        action_source: 'business_messaging',
        messaging_channel: 'whatsapp',
        user_data: { ctwa_clid: 'ctwa-1', whatsapp_business_account_id: '555' },
        custom_data: { currency: 'EUR', value: 129.9, order_id: 'order-7' },
      },
    },
  ]);
  assert.deepEqual(items[0]?.matchKeys, ['ctwa_clid']);
});

test('without the dataset, the click or a name that conversations have, it is a chat', async (t) => {
  const event = fullEvent({ actionSource: 'business_messaging' });
  const withoutClick = { ...event, eventId: '2', person: { ...event.person, clickIds: {} } };
  const otherName = { ...event, eventId: '3', eventName: 'schedule' };
  for (const [events, settings] of [
    [[event], SETTINGS],
    [[event], { ...SETTINGS, messagingDatasetId: '888' }],
    [[withoutClick, otherName], MESSAGING],
  ] satisfies [NeutralEvent[], DestinationSettings][]) {
    const { kept, items } = await sent(t, events, settings);
    for (const { target, event: body } of kept) {
      assert.deepEqual([target, body.action_source, 'ctwa_clid' in body.user_data], ['777', 'chat', false]);
      assert.equal('messaging_channel' in body, false);
    }
    assert.ok(items.every(({ actionSource }) => actionSource === 'chat'));
  }
});

test('a purchase without a value, and a website without its browser, would be refused, so they are skipped', async (t) => {
  const { kind } = await openDestination(t, 'meta');
  assert.deepEqual(kind.build(fullEvent({ value: undefined }), SETTINGS, 'standard'), { skip: 'no_value' });
  assert.deepEqual(kind.build(fullEvent({ value: { amount: '-1', currency: 'EUR' } }), SETTINGS, 'standard'), {
    skip: 'no_value',
  });
  const { person } = fullEvent();
  const withoutBrowser = fullEvent({ person: { ...person, userAgent: undefined } });
  assert.deepEqual(kind.build(withoutBrowser, SETTINGS, 'standard'), { skip: 'no_user_agent' });
});

test('limited data use, and marked tests', async (t) => {
  const { kind, receiver } = await openDestination(t, 'meta');
  const settings = { ...SETTINGS, isLimitedDataUse: true, testCode: 'TEST1' };
  const built = kind.build(fullEvent(), settings, 'standard');
  assert.ok('payload' in built);
  await kind.send(grant, settings, [built.payload]);
  const { test_event_code: code, data } = JSON.parse(receiver.requests[0]?.body ?? '');
  assert.deepEqual([code, data[0].data_processing_options, data[0].data_processing_options_state], ['TEST1', ['LDU'], 0]);
  assert.match(receiver.requests[0]?.url ?? '', /appsecret_proof=[0-9a-f]{64}/);
});
