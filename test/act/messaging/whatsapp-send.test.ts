// WhatsApp through the door: text within the window, templates, buttons and lists, the registration of a number, and each refusal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT, NUMBER, PERSON } from '../../fakes/whatsapp.ts';
import { startWhatsAppWorld } from './whatsapp-world.ts';

const TO = `+${PERSON.wa_id}`;
const BUTTONS = { kind: 'buttons', body: 'Does Monday suit you?', buttons: [{ id: 'yes', title: 'Yes' }] };

test('text goes to somebody who has written within 24 hours, once for each key', async (t) => {
  const c = await startWhatsAppWorld(t);
  const [connection] = await c.w.connections();
  assert.deepEqual([connection.kind, connection.status, connection.accounts[0].id], ['messaging', 'active', NUMBER]);
  const closed = await c.text({ to: TO, text: 'Hello' });
  assert.deepEqual([closed.status, closed.body.error.code], [422, 'messaging_service_window_expired']);
  await c.hears('wamid.1', 86_399);
  const first = await c.text({ to: '+1 650 555 1234', text: 'Hello' }, 'k1');
  assert.deepEqual([first.status, first.body.data.status, first.body.data.channel], [201, 'accepted', 'whatsapp']);
  assert.equal(first.body.data.provider_message_id, 'wamid.sent1');
  const [sent] = c.whatsapp.sent;
  assert.deepEqual([sent.to, sent.text.body, sent.biz_opaque_callback_data], [PERSON.wa_id, 'Hello', first.body.data.message_id]);
  const again = await c.text({ to: '+1 650 555 1234', text: 'Hello' }, 'k1');
  assert.deepEqual([again.status, again.body.data.message_id], [201, first.body.data.message_id]);
  assert.equal((await c.text({ to: TO, text: 'Other' }, 'k1')).body.error.code, 'idempotency_key_conflict');
  assert.equal(c.whatsapp.sent.length, 1);
  // The conversation is that of the person's message.
  const { thread_id: thread } = first.body.data;
  const listed = await c.messages({ thread_id: thread });
  assert.deepEqual(listed.map((each: { direction: string; text: string }) => [each.direction, each.text]).sort(), [
    ['inbound', 'Hello'],
    ['outbound', 'Hello'],
  ]);
  const reply = await c.text({ thread_id: thread, text: 'More', reply_to: 'wamid.1' });
  assert.deepEqual(
    [reply.status, c.whatsapp.sent[1].context, c.whatsapp.sent[1].to],
    [201, { message_id: 'wamid.1' }, PERSON.wa_id],
  );
  c.w.app.clock.advance(2_000);
  assert.equal((await c.text({ thread_id: thread, text: 'Late' })).body.error.code, 'messaging_service_window_expired');
  for (const [body, code] of [
    [{ to: TO, text: 'x'.repeat(4_097) }, 'validation_error'],
    [{ to: TO, text: 'x', subject: 'y' }, 'validation_error'],
    [{ to: '16505551234x', text: 'x' }, 'validation_error'],
    [{ text: 'x' }, 'validation_error'],
    [{ to: TO, text: 'x', number_id: '99999' }, 'not_found'],
    [{ thread_id: 'thr_none', text: 'x' }, 'not_found'],
  ] as const)
    assert.equal((await c.text(body)).body.error.code, code, JSON.stringify(body).slice(0, 60));
});

test('a window that closes between the check and the send is refused before anything is sent', async (t) => {
  const c = await startWhatsAppWorld(t);
  await c.hears('wamid.1', 86_399);
  const stop = c.w.app.base.signals.on('work', (kind) => {
    if (kind === 'intent') c.w.app.clock.advance(2_000);
  });
  const { body } = await c.text({ to: TO, text: 'Hello' }, 'k1');
  stop();
  assert.equal(body.error.code, 'messaging_service_window_expired');
  assert.equal(c.whatsapp.sent.length, 0);
  const [message] = await c.messages({ direction: 'outbound' });
  assert.deepEqual([message.status, message.error.code], ['failed', 'messaging_service_window_expired']);
});

test('sendTemplate', async (t) => {
  const c = await startWhatsAppWorld(t);
  const template = {
    name: 'order_shipped',
    language: 'en_US',
    body: [{ text: 'A-1042' }],
    buttons: [{ index: 0, kind: 'url', text: 'a' }],
  };
  const { status, body } = await c.post('/messages/template', { to: TO, template }, 'k');
  assert.deepEqual([status, body.data.status], [201, 'accepted'], JSON.stringify(body));
  assert.deepEqual(c.whatsapp.sent[0].template, {
    name: 'order_shipped',
    language: { code: 'en_US' },
    components: [
      { type: 'body', parameters: [{ type: 'text', text: 'A-1042' }] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'a' }] },
    ],
  });
  assert.equal((await c.post('/messages/template', { to: TO, template }, 'k')).body.data.message_id, body.data.message_id);
  assert.equal(c.whatsapp.sent.length, 1);
  // To somebody without a phone number.
  assert.equal((await c.post('/messages/template', { to: 'BR.1502576394655843', template })).status, 201);
  assert.deepEqual([c.whatsapp.sent[1].recipient, c.whatsapp.sent[1].to], ['BR.1502576394655843', undefined]);
  for (const [code, more, wanted] of [
    [131047, {}, [422, 'messaging_service_window_expired']],
    [131042, {}, [402, 'messaging_payment_required']],
    [132000, { details: 'too few' }, [422, 'validation_error']],
    [131053, {}, [400, 'invalid_content']],
    [131056, {}, [503, 'provider_error']],
    [131016, { status: 500 }, [503, 'provider_error']],
    [131026, {}, [422, 'provider_error']],
  ] as const) {
    c.whatsapp.refuse(code, more);
    const refused = await c.post('/messages/template', { to: TO, template });
    assert.deepEqual([refused.status, refused.body.error.code], [...wanted], String(code));
    assert.equal(refused.body.error.provider_code, String(code));
  }
  c.whatsapp.refuse(368, { details: 'Account is restricted' });
  assert.equal((await c.post('/messages/template', { to: TO, template })).status, 422);
  assert.deepEqual((await c.w.connection()).status, 'needs_action');
  assert.equal((await c.post('/messages/template', { to: TO, template })).status, 201);
  assert.deepEqual((await c.w.connection()).status, 'active');
  c.whatsapp.isRevoked = true;
  const dead = await c.post('/messages/template', { to: TO, template });
  assert.deepEqual([dead.status, dead.body.error.code, dead.body.error.reconnect_required], [409, 'connection_not_ready', true]);
  assert.deepEqual((await c.w.connection()).status, 'reconnect_required');
});

test('sendInteractive', async (t) => {
  const c = await startWhatsAppWorld(t);
  const send = (interactive: Record<string, unknown>) => c.post('/messages/interactive', { to: TO, interactive });
  assert.equal((await send(BUTTONS)).body.error.code, 'messaging_service_window_expired');
  await c.hears('wamid.1');
  assert.equal((await send(BUTTONS)).status, 201);
  assert.deepEqual(c.whatsapp.sent[0].interactive.action, { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] });
  const row = (id: string) => ({ id, title: `Row ${id}` });
  const rows = Array.from({ length: 10 }, (_, at) => row(String(at)));
  assert.equal((await send({ kind: 'list', body: 'Choose', button: 'Open', sections: [{ rows }] })).status, 201);
  assert.equal((await send({ kind: 'link', body: 'See', label: 'Shop', url: 'https://shop.example/' })).status, 201);
  const button = (id: string, title = 'Yes') => ({ id, title });
  for (const wrong of [
    { ...BUTTONS, buttons: ['1', '2', '3', '4'].map((id) => button(id)) },
    { ...BUTTONS, buttons: [button('1', 'x'.repeat(21))] },
    { ...BUTTONS, buttons: [button('1'), button('1')] },
    { ...BUTTONS, body: 'x'.repeat(1_025) },
    {
      kind: 'list',
      body: 'Choose',
      button: 'Open',
      sections: [
        { title: 'a', rows },
        { title: 'b', rows: [row('11')] },
      ],
    },
    { kind: 'list', body: 'Choose', button: 'Open', sections: [{ rows: [row('1')] }, { rows: [row('2')] }] },
    { kind: 'link', body: 'See', label: 'Shop', url: 'http://shop.example/' },
  ])
    assert.deepEqual(
      [(await send(wrong)).status, (await send(wrong)).body.error.code],
      [422, 'validation_error'],
      JSON.stringify(wrong).slice(0, 80),
    );
  assert.equal(c.whatsapp.sent.length, 3);
});

test('a message whose answer was lost is unknown, is never sent again, and is settled by its webhook', async (t) => {
  const c = await startWhatsAppWorld(t);
  await c.hears('wamid.1');
  for (const [script, arrived] of [
    ['reset_after_apply', true],
    ['error_after_apply', true],
    ['html', false],
    ['wrong_json', false],
    ['reset', false],
  ] as const) {
    const before = c.whatsapp.sent.length;
    c.whatsapp.server.failWrites(script);
    const { status, body } = await c.text({ to: TO, text: script }, `key ${script}`);
    assert.deepEqual([status, body.data.status], [202, 'unknown'], script);
    assert.equal((await c.text({ to: TO, text: script }, `key ${script}`)).status, 202, script);
    c.w.app.clock.advance(700_000);
    await c.work();
    assert.equal(c.whatsapp.sent.length, before + (arrived ? 1 : 0), script);
    const { message_id: id } = body.data;
    assert.equal(await c.receive(c.whatsapp.status(`wamid.of ${script}`, 'delivered', { biz_opaque_callback_data: id })), 200);
    assert.deepEqual(
      [(await c.message(id)).status, (await c.message(id)).provider_message_id],
      ['delivered', `wamid.of ${script}`],
    );
    assert.deepEqual((await c.text({ to: TO, text: script }, `key ${script}`)).body.data.status, 'delivered', script);
  }
  await c.work();
  const sent = c.w.app.base.journal.read(c.w.app.profileId, 0n, 100).filter(({ eventType }) => eventType === 'message_sent');
  assert.equal(sent.length, 5, 'each is a fact, once');
  assert.ok(sent.every(({ body, identifierTokens }) => identifierTokens !== null && !/reset|html|wrong/.test(body)));
});

test('what a webhook says before the send has its answer stays, also where the answer is lost', async (t) => {
  const c = await startWhatsAppWorld(t);
  await c.hears('wamid.1');
  for (const [status, script] of [
    ['read', 'reset_after_apply'],
    ['delivered', 'error_after_apply'],
    ['delivered', undefined],
    ['failed', undefined],
  ] as const) {
    const text = `${status} ${script}`;
    c.whatsapp.onSent = async ({ biz_opaque_callback_data }) => {
      const more = { biz_opaque_callback_data, ...(status === 'failed' ? { errors: [{ code: 131026, title: 'no' }] } : {}) };
      assert.equal(await c.receive(c.whatsapp.status(`wamid.sent${c.whatsapp.sent.length}`, status, more)), 200);
    };
    c.whatsapp.server.failWrites(script);
    const { body } = await c.text({ to: TO, text }, text);
    assert.equal(body.data.status, status, text);
    assert.equal((await c.message(body.data.message_id)).status, status, text);
    assert.equal((await c.text({ to: TO, text }, text)).body.data.status, status, text);
  }
  assert.equal(c.whatsapp.sent.length, 4);
  await c.work();
  const sent = c.w.app.base.journal.read(c.w.app.profileId, 0n, 100).filter(({ eventType }) => eventType === 'message_sent');
  assert.equal(sent.length, 3, 'each that went out is a fact, once');
});

test('registerNumber', async (t) => {
  const c = await startWhatsAppWorld(t);
  const register = (pin: string, id = NUMBER) => c.post(`/messaging/numbers/${id}/register`, { pin });
  const first = await register('482916');
  assert.deepEqual(
    [first.status, first.body.data],
    [200, { id: NUMBER, registered: true, attempts_left: 9 }],
    JSON.stringify(first.body),
  );
  assert.equal((await register('12345')).status, 422);
  assert.equal((await register('482916', '99999')).body.error.code, 'not_found');
  // A wrong pin and a lost answer are attempts, too; nothing is repeated.
  assert.equal((await register('000000')).body.error.code, 'validation_error');
  c.whatsapp.server.failWrites('reset_after_apply');
  assert.equal((await register('482916')).status, 502);
  await c.work();
  assert.equal(c.whatsapp.registrations.length, 3);
  c.w.app.clock.advance(3_600_000);
  for (let attempt = 4; attempt <= 10; attempt += 1) assert.equal((await register('482916')).status, 200, String(attempt));
  const over = await register('482916');
  assert.deepEqual([over.status, over.body.error.code], [429, 'messaging_register_limit']);
  assert.equal(over.headers['retry-after'], String(71 * 3_600));
  assert.equal(c.whatsapp.registrations.length, 10);
  c.w.app.clock.advance(71 * 3_600_000 + 1_000);
  assert.equal((await register('482916')).status, 200);
  c.whatsapp.refuse(133016);
  assert.equal((await register('482916')).body.error.code, 'messaging_register_limit');
});

test('an account is connected by what was typed in, if WhatsApp accepts it', async (t) => {
  const c = await startWhatsAppWorld(t);
  const { url } = await c.w.link('whatsapp');
  for (const [fields, words] of [
    [{ account_id: 'abc', access_token: c.whatsapp.fields['access_token'] ?? '' }, /has digits alone/],
    [{ account_id: ACCOUNT, access_token: 'short' }, /no token/],
    [{ account_id: ACCOUNT, access_token: 'EAAG-another-token-that-is-wrong' }, /does not accept these credentials/],
  ] as const) {
    const refused = await c.w.visitor.submit(url, fields);
    assert.equal(refused.status, 422);
    assert.match(refused.html, words);
    assert.ok(!refused.html.includes('EAAG'));
  }
  const key = await c.w.app.api(c.w.app.apiKey).post('/messages/template', { to: TO, template: { name: 'a', language: 'en' } });
  assert.equal(key.body.error.code, 'insufficient_scope');
});
