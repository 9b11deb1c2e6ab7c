// Webhooks of WhatsApp through the door: signatures, duplicates and disorder, people without a phone number, states of messages, opt-outs and the ad that
// began a conversation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NUMBER, PERSON } from '../../fakes/whatsapp.ts';
import { NOW_SECONDS } from '../connections/records/record-world.ts';
import { startWhatsAppWorld } from './whatsapp-world.ts';

const TO = `+${PERSON.wa_id}`;
const TEMPLATE = { to: TO, template: { name: 'order_shipped', language: 'en_US' } };

test('the address of webhooks is checked by its token, and each webhook by its signature', async (t) => {
  const c = await startWhatsAppWorld(t);
  const check = async (query: string) => {
    const response = await fetch(`${c.w.app.baseUrl}/hooks/whatsapp?${query}`);
    return [response.status, response.headers.get('content-type')?.split(';')[0], await response.text()];
  };
  const ours = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=';
  assert.deepEqual(await check(`${ours}vt_given`), [200, 'text/plain', '1158201444']);
  assert.equal((await check(`${ours}x`))[0], 403);
  assert.equal((await check('hub.mode=unsubscribe&hub.challenge=1&hub.verify_token=vt_given'))[0], 403);
  assert.equal((await check(''))[0], 403);
  const hook = c.whatsapp.message({ id: 'wamid.1', timestamp: String(NOW_SECONDS) });
  assert.equal(await c.receive({ ...hook, body: `${hook.body} ` }), 401);
  assert.equal(await c.receive({ ...hook, headers: {} }), 401);
  assert.equal(await c.receive({ ...hook, headers: { 'x-hub-signature-256': 'sha256=00' } }), 401);
  assert.deepEqual(await c.messages(), []);
  assert.equal(await c.receive(hook), 200);
  // Signed, and of nobody here, or of no known form: it is dropped.
  const foreign = c.whatsapp.hook(
    { contacts: [PERSON], messages: [{ id: 'wamid.2', timestamp: '1', type: 'text' }] },
    'messages',
    '999',
  );
  for (const odd of [
    foreign,
    c.whatsapp.hook({ messages: 'nonsense', statuses: [7] }),
    c.whatsapp.hook({ event: 'DISABLED' }, 'account_update'),
  ])
    assert.equal(await c.receive(odd), 200);
  assert.equal((await c.messages()).length, 1);
});

test('a message is stored once, whatever comes twice and late', async (t) => {
  const c = await startWhatsAppWorld(t);
  await c.hears('wamid.2', 60);
  await c.hears('wamid.1', 3_600, { text: { body: 'Good morning' } });
  await c.hears('wamid.2', 60);
  const found = await c.messages();
  assert.deepEqual(found.map((each: { text: string }) => each.text).sort(), ['Good morning', 'Hello']);
  assert.equal(new Set(found.map((each: { thread_id: string }) => each.thread_id)).size, 1);
  const image = { id: '65463453', mime_type: 'image/jpeg', sha256: '4654+8g=', caption: 'Look' };
  await c.hears('wamid.0', 7_200, { type: 'image', text: undefined, image });
  const [pictured] = await c.messages({ limit: 1 });
  assert.deepEqual([pictured.text, pictured.media], ['Look', { type: 'image', mime_type: 'image/jpeg', filename: null }]);
  const [{ from, to, direction, status, channel }] = found;
  assert.deepEqual([from, direction, status, channel, to[0]], [TO, 'inbound', 'received', 'whatsapp', 'North +1 555-078-3881']);
  // The late one has not moved the window back: 24 hours count from the last message.
  c.w.app.clock.advance(24 * 3_600_000 - 120_000);
  assert.equal((await c.text({ to: TO, text: 'Hi' })).status, 201);
  // A clock that is ahead opens no longer window.
  await c.hears('wamid.3', -90_000);
  c.w.app.clock.advance(24 * 3_600_000 + 1_000);
  assert.equal((await c.text({ to: TO, text: 'Hi' })).body.error.code, 'messaging_service_window_expired');
});

test('somebody without a phone number is one person, also once it is known', async (t) => {
  const c = await startWhatsAppWorld(t);
  const user = 'BR.1502576394655843';
  const anonymous = { id: 'wamid.U1', timestamp: String(NOW_SECONDS), type: 'text', text: { body: 'olá' } };
  const contact = { profile: { name: 'Zoë', username: 'zoe.k' }, user_id: user };
  assert.equal(await c.receive(c.whatsapp.hook({ contacts: [contact], messages: [anonymous] })), 200);
  const [first] = await c.messages();
  assert.deepEqual([first.from, first.text, first.customer_profile_id], [user, 'olá', null]);
  assert.equal((await c.text({ thread_id: first.thread_id, text: 'Oi' })).status, 201);
  assert.deepEqual([c.whatsapp.sent[0].recipient, c.whatsapp.sent[0].to], [user, undefined]);
  const known = { ...anonymous, id: 'wamid.U2', from: '5511987654321' };
  const both = { ...contact, wa_id: '5511987654321' };
  assert.equal(await c.receive(c.whatsapp.hook({ contacts: [both], messages: [known] })), 200);
  assert.equal((await c.text({ to: '+55 11 98765-4321', text: 'Oi' })).body.data.thread_id, first.thread_id);
  // The number goes to somebody else: another conversation.
  const other = { ...both, user_id: 'BR.999999' };
  assert.equal(await c.receive(c.whatsapp.hook({ contacts: [other], messages: [{ ...known, id: 'wamid.U3' }] })), 200);
  const last = (await c.messages())[0];
  assert.notEqual(last.thread_id, first.thread_id);
});

test('what is written on the phone that shares the number is in the conversation', async (t) => {
  const c = await startWhatsAppWorld(t);
  const echo = { from: '15550783881', to: PERSON.wa_id, to_user_id: PERSON.user_id, id: 'wamid.E1', type: 'text' };
  const written = { ...echo, timestamp: String(NOW_SECONDS - 60), text: { body: 'We are open' } };
  const hook = c.whatsapp.hook({ message_echoes: [written, { id: 'nobody' }] }, 'smb_message_echoes');
  assert.deepEqual([await c.receive(hook), await c.receive(hook)], [200, 200]);
  // The person has not written: the window is closed.
  const [closed] = await c.messages();
  const refused = await c.text({ thread_id: closed.thread_id, text: 'Hi' });
  assert.equal(refused.body.error.code, 'messaging_service_window_expired');
  await c.hears('wamid.1');
  const found = await c.messages();
  const seen = found.map((each: Record<string, unknown>) => [each['direction'], each['status'], each['text'], each['to']]);
  assert.deepEqual(seen.at(-1), ['outbound', 'sent', 'We are open', [TO]]);
  assert.deepEqual([found.length, new Set(found.map((each: { thread_id: string }) => each.thread_id)).size], [2, 1]);
  await c.work();
  const types = c.w.app.base.journal.read(c.w.app.profileId, 0n, 10).map(({ eventType }) => eventType);
  assert.deepEqual(types.sort(), ['message_received', 'message_sent'], 'an echo is no message of the person');
  // How far it has come is known as of any other.
  assert.equal(await c.receive(c.whatsapp.status('wamid.E1', 'read')), 200);
  assert.equal((await c.message(closed.message_id)).status, 'read');
});

test('states of a message come in any order and never go back; a late failure says why', async (t) => {
  const c = await startWhatsAppWorld(t);
  const { message_id: id, provider_message_id: sent } = (await c.post('/messages/template', TEMPLATE)).body.data;
  const state = async (status: string, more = {}) => {
    assert.equal(await c.receive(c.whatsapp.status(sent, status, more)), 200);
    return (await c.message(id)).status;
  };
  assert.deepEqual(
    [await state('delivered'), await state('sent'), await state('read'), await state('delivered')],
    ['delivered', 'delivered', 'read', 'read'],
  );
  assert.equal(await state('failed', { errors: [{ code: 131047 }] }), 'read');
  const second = (await c.post('/messages/template', TEMPLATE)).body.data;
  const errors = [
    { code: 131042, title: 'Payment', error_data: { details: 'There was an error related to your payment method.' } },
  ];
  assert.equal(await c.receive(c.whatsapp.status(second.provider_message_id, 'failed', { errors })), 200);
  const failed = await c.message(second.message_id);
  assert.deepEqual([failed.status, failed.error.code], ['failed', 'messaging_payment_required']);
  assert.match(failed.error.message, /payment method/);
  // A report about a message that is not ours changes nothing.
  assert.equal(await c.receive(c.whatsapp.status('wamid.foreign', 'read', { biz_opaque_callback_data: c.w.app.profileId })), 200);
});

test('who opts out of marketing gets no template, and an answer all the same', async (t) => {
  const c = await startWhatsAppWorld(t);
  const says = (value: string, timestamp: number) =>
    c.receive(
      c.whatsapp.hook(
        { user_preferences: [{ wa_id: PERSON.wa_id, category: 'marketing_messages', value, timestamp }] },
        'user_preferences',
      ),
    );
  assert.equal(await says('stop', NOW_SECONDS - 100), 200);
  const refused = await c.post('/messages/template', TEMPLATE);
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'recipient_rejected']);
  assert.deepEqual(c.whatsapp.sent, []);
  await c.hears('wamid.1');
  assert.equal((await c.text({ to: TO, text: 'Hi' })).status, 201);
  const [blocked] = (await c.w.api.get('/messages/blocked-addresses', c.query)).body.data;
  assert.deepEqual([blocked.address, blocked.reason, blocked.channel], [TO, 'opt_out', 'whatsapp']);
  assert.equal((await c.w.api.delete(`/messages/blocked-addresses/${blocked.id}`, c.query)).body.error.code, 'invalid_state');
  assert.equal(await says('resume', NOW_SECONDS - 50), 200);
  assert.equal(await says('stop', NOW_SECONDS - 100), 200);
  assert.equal((await c.post('/messages/template', TEMPLATE)).status, 201);
  // WhatsApp says it of a message that it does not deliver.
  const { provider_message_id: id } = (await c.post('/messages/template', TEMPLATE)).body.data;
  assert.equal(await c.receive(c.whatsapp.status(id, 'failed', { errors: [{ code: 131050 }] })), 200);
  assert.equal((await c.post('/messages/template', TEMPLATE)).body.error.code, 'recipient_rejected');
});

test('what WhatsApp says of the account is the state of its connection', async (t) => {
  const c = await startWhatsAppWorld(t);
  const says = async (value: Record<string, unknown>, account?: string) => {
    assert.equal(await c.receive(c.whatsapp.hook(value, 'account_update', account)), 200);
    const { status, status_reason } = await c.w.connection();
    return [status, status_reason];
  };
  assert.deepEqual(await says({ event: 'VERIFIED_ACCOUNT' }), ['active', null]);
  assert.deepEqual(await says({ event: 'ACCOUNT_RESTRICTION' }), ['needs_action', 'ACCOUNT_RESTRICTION']);
  const ban = (state: string) => says({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: state } });
  assert.deepEqual(await ban('REINSTATE'), ['active', null]);
  assert.deepEqual(await ban('DISABLE'), ['needs_action', 'DISABLED_UPDATE']);
  assert.deepEqual(await says({ event: 'PARTNER_REMOVED' }, '999'), ['needs_action', 'DISABLED_UPDATE']);
  assert.deepEqual(await says({ event: 'PARTNER_REMOVED' }), ['reconnect_required', 'grant_ended']);
  assert.equal((await c.post('/messages/template', TEMPLATE)).body.error.code, 'connection_not_ready');
});

test('the ad that began a conversation is a touch of its person, once', async (t) => {
  const c = await startWhatsAppWorld(t);
  const referral = {
    source_id: '120226305854810726',
    source_type: 'ad',
    headline: 'Chat with us',
    ctwa_clid: 'Aff-n8ZTODiE79d22KtA',
  };
  await c.hears('wamid.1', 10, { referral });
  await c.hears('wamid.1', 10, { referral });
  await c.hears('wamid.2', 5);
  await c.work();
  await c.work();
  assert.equal(c.w.facts(), 2);
  const bodies = c.w.app.base.journal.read(c.w.app.profileId, 0n, 10).map(({ body }) => body);
  assert.ok(bodies[0]?.includes('Aff-n8ZTODiE79d22KtA') && bodies[0].includes('120226305854810726'), bodies[0]);
  assert.ok(
    bodies.every((body) => !body.includes('Hello') && !body.includes(PERSON.wa_id)),
    'a fact has no text and no number',
  );
  const range = { date_from: '2026-11-01', date_to: '2026-11-30' };
  const spent = (await c.w.api.get('/profile/dark-messaging-spend', { ...c.query, ...range })).body;
  assert.match(JSON.stringify(spent), /"first_messages":1|message_received/);
  const [message] = await c.messages({ limit: 1 });
  assert.ok(message.customer_profile_id, 'the person is a customer by phone number');

  await t.test('which later conversions of the person credit, and their journey shows', async () => {
    const payment = { event_type: 'payment_received', idempotency_key: 'p1', user_traits: { phone: `+${PERSON.wa_id}` } };
    const value = { amount: '40', currency: 'EUR' };
    await c.w.api.post('/events', { ...payment, value }, c.query);
    await c.w.app.settle();
    const { data } = (await c.w.api.get(`/customers/${message.customer_profile_id}/journey`, c.query)).body;
    const SHOWN = ['event_type', 'is_synthetic', 'channel', 'source'];
    assert.deepEqual(
      data.events.map((each: Record<string, unknown>) => SHOWN.map((name) => each[name])),
      [
        ['ad_click', true, 'Paid Social', 'facebook'],
        ['message_received', false, 'Paid Social', 'facebook'],
        ['message_received', false, null, null],
        ['payment_received', false, null, null],
      ],
    );
    const credited = (await c.w.api.get('/attribution', { ...c.query, ...range, dimension: 'ad' })).body.data;
    assert.deepEqual(
      credited.rows.map(({ key, conversions_touched }: Record<string, unknown>) => [key, conversions_touched]),
      [[referral.source_id, 1]],
    );
  });
  assert.equal(
    await c.receive(c.whatsapp.hook({ contacts: [], messages: [{ id: 'wamid.9', timestamp: '1', type: 'text', from: '1' }] })),
    200,
  );
  assert.equal(c.whatsapp.numbers[0]?.id, NUMBER);
});
