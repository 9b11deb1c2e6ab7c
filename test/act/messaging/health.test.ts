// Counts of messages by connection, and own messages in the spend of conversations that name no ad.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plantConversations } from '../../../src/act/messaging/index.ts';
import { startInbox } from './inbox-world.ts';
import { ANA, MAIL, SHOP } from './mail-world.ts';
import { startWhatsAppWorld } from './whatsapp-world.ts';

test('getMessageHealth', async (t) => {
  const world = await startInbox(t);
  const { w, key } = world;
  const { app, api } = w;
  const query = { profile_id: app.profileId };
  await api.post('/events', { event_type: 'lead_created', idempotency_key: 'l1', user_traits: { email: ANA } }, query);
  await app.settle();
  const toAna = (await world.send()).body.data;
  const toBob = (await world.send({ ...MAIL, to: 'bob@example.com' })).body.data;
  await world.arrives({ from: ANA, id: '<a1@example.com>', re: toAna.rfc822_message_id, text: 'Thank you!' });
  await world.arrives({ from: 'bob@example.com', id: '<b1@example.com>', re: toBob.rfc822_message_id, text: 'Hello' });
  const report = [
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; bob@example.com',
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${toBob.rfc822_message_id}`,
    '--b--',
  ].join('\n');
  const type = 'multipart/report; report-type=delivery-status; boundary="b"';
  await world.arrives({ from: 'MAILER-DAEMON@mx.example', id: '<r1@mx.example>', text: report, type });
  const { data } = (await key.get('/messages/health')).body;
  const [mailbox, ...more] = data.connections;
  assert.deepEqual([more.length, mailbox.name, mailbox.channel, mailbox.error], [0, SHOP, 'email', null]);
  assert.deepEqual([mailbox.received, mailbox.sent, mailbox.bounced, mailbox.undelivered, mailbox.unknown], [3, 2, 1, 1, 0]);
  assert.equal(mailbox.last_received_at, new Date(app.clock.now()).toISOString());
  assert.equal(typeof mailbox.last_read_at, 'string');
  // Of the report the sender is the address that it is of.
  assert.deepEqual([data.senders, data.unmatched_senders], [2, 1]);
  assert.equal((await world.keyOf('analytics:read').get('/messages/health')).body.error.code, 'insufficient_scope');
  app.clock.advance(29 * 86_400_000);
  const later = (await world.keyOf('messages:read').get('/messages/health')).body.data;
  assert.deepEqual([later.senders, later.connections[0].sent, later.connections[0].last_received_at], [0, 0, null]);
});

test('messages of a connected number count as first messages, with their ad or without', async (t) => {
  const world = await startWhatsAppWorld(t);
  const { w } = world;
  const referral = { source_type: 'ad', source_id: '120213', ctwa_clid: 'ARAkLkA8' };
  await world.hears('wamid.1', 60, { referral });
  const other = { wa_id: '16505559999', user_id: 'US.99999999999999', profile: { name: 'Other' } };
  const timestamp = String(Math.floor(w.app.clock.now() / 1000) - 30);
  assert.equal(await world.receive(world.whatsapp.message({ id: 'wamid.2', timestamp, from: other.wa_id }, other)), 200);
  await world.work();
  const days = { date_from: '2026-11-01', date_to: '2026-11-30' };
  const { data } = (await w.api.get('/profile/dark-messaging-spend', { ...world.query, ...days })).body;
  assert.deepEqual([data.first_messages, data.referred], [2, 1]);
  assert.match(data.rests_on, /events of type message_received/);
});

test('the demo has conversations, once', async (t) => {
  const { w, key } = await startInbox(t);
  const query = { profile_id: w.app.profileId };
  for (const no of [1, 2, 3]) {
    const event = { event_type: 'lead_created', idempotency_key: `l${no}`, user_traits: { email: `ida.${no}@mail.example` } };
    await w.api.post('/events', event, query);
  }
  await plantConversations(w.app.base, w.app.profileId);
  const list = async () => (await key.get('/messages/threads')).body.data;
  const first = await list();
  assert.ok(first.length === 5 && first.some(({ unread }: { unread: number }) => unread > 0), JSON.stringify(first));
  assert.equal(first.filter(({ customer_profile_id }: { customer_profile_id: string | null }) => customer_profile_id).length, 3);
  await plantConversations(w.app.base, w.app.profileId);
  assert.deepEqual(await list(), first);
  const { body } = await key.post('/messages', { channel: 'email', thread_id: threadOf(first), text: 'Yes.' });
  assert.equal(body.error.code, 'connection_not_ready', 'nothing of the demo leaves');
});

const threadOf = (threads: { channel: string; thread_id: string }[]): string =>
  threads.find(({ channel }) => channel === 'email')?.thread_id ?? '';
