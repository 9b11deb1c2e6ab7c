// The conversations of the inbox: their order, what is unread and waiting, who may see and mark them, and what is left of them after an erasure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOutJob } from '../../../src/act/messaging/forget.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { until } from '../../until.ts';
import { startInbox } from './inbox-world.ts';
import { ANA, MAIL } from './mail-world.ts';
import { startWhatsAppWorld } from './whatsapp-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type AnyJson = any;
const BOB = 'bob@example.com';

test('listMessageThreads', async (t) => {
  const world = await startInbox(t);
  const { w, key } = world;
  const list = async (query: object = {}): Promise<AnyJson[]> => (await key.get('/messages/threads', { ...query })).body.data;
  const addresses = async (query: object = {}): Promise<string[]> => (await list(query)).map(({ address }) => address);
  assert.deepEqual(await list(), []);
  const toAna = (await world.send()).body.data;
  w.app.clock.advance(1_000);
  const toBob = (await world.send({ ...MAIL, to: BOB, subject: 'Hello' })).body.data;
  w.app.clock.advance(1_000);

  await t.test('the latest first, page by page', async () => {
    assert.deepEqual(await addresses(), [BOB, ANA]);
    const first = (await key.get('/messages/threads', { limit: 1 })).body;
    assert.deepEqual([first.data[0].subject, first.data[0].snippet, first.pagination.has_next], ['Hello', MAIL.text, true]);
    assert.deepEqual(await addresses({ limit: 1, cursor: first.pagination.cursor }), [ANA]);
    assert.equal((await key.get('/messages/threads', { cursor: 'nonsense' })).status, 400);
  });

  await t.test('one that was answered comes first, is unread and waits', async () => {
    await world.arrives({ from: ANA, id: '<a1@example.com>', re: toAna.rfc822_message_id, text: 'Thank\n  you!' });
    const [first, second] = await list();
    assert.deepEqual([first.address, first.snippet, first.unread, first.is_waiting], [ANA, 'Thank you!', 1, true]);
    assert.deepEqual([second.thread_id, second.unread, second.is_waiting], [toBob.thread_id, 0, false]);
    assert.deepEqual(await addresses({ state: 'unread' }), [ANA]);
    assert.deepEqual(await addresses({ state: 'waiting' }), [ANA]);
    assert.deepEqual(await addresses({ channel: 'whatsapp' }), []);
    assert.deepEqual(await addresses({ address: 'Bob@Example.com' }), [BOB]);
    assert.deepEqual(await addresses({ address: BOB, state: 'unread' }), []);
    assert.deepEqual(await addresses({ address: 'nobody' }), []);
  });

  await t.test('getMessageThread', async () => {
    const found = (await key.get(`/messages/threads/${toAna.thread_id}`)).body.data;
    assert.deepEqual([found.address, found.direction, found.status, found.window_ends_at], [ANA, 'inbound', 'received', null]);
    assert.equal((await key.get('/messages/threads/thr_none')).status, 404);
  });

  await t.test('putMessageThreadRead', async () => {
    const { workspaceId } = w.app;
    const unread = async (): Promise<number> => (await w.api.get(`/workspaces/${workspaceId}/tab-counts`)).body.data.tabs.inbox;
    const path = `/messages/threads/${toAna.thread_id}/read`;
    assert.equal(await unread(), 1);
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await key.put(path, { is_read: true });
      assert.deepEqual([status, body.data.unread, body.data.is_waiting], [200, 0, true]);
    }
    assert.equal(await unread(), 0);
    assert.equal((await key.put(path, { is_read: false })).body.data.unread, 1);
    assert.equal(await unread(), 1);
    assert.equal((await key.put('/messages/threads/thr_none/read', { is_read: true })).status, 404);
    assert.equal((await world.keyOf('messages:read').put(path, { is_read: true })).status, 403);
  });

  await t.test('putMessageThreadDone', async () => {
    const path = `/messages/threads/${toAna.thread_id}/done`;
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await key.put(path, { is_done: true });
      assert.deepEqual([status, body.data.is_done, body.data.unread], [200, true, 0]);
    }
    const states = async (): Promise<string[][]> =>
      Promise.all(['done', 'waiting', 'unread'].map((state) => addresses({ state })));
    assert.deepEqual(await states(), [[ANA], [], []]);
    assert.deepEqual(await addresses({ state: 'done', address: ANA }), [ANA]);
    assert.deepEqual(await addresses({ state: 'done', channel: 'whatsapp' }), []);
    assert.deepEqual((await key.put(path, { is_done: false })).body.data.is_done, false);
    assert.deepEqual(await states(), [[], [ANA], []]);
    await key.put(path, { is_done: true });
    w.app.clock.advance(1_000);
    await world.arrives({ from: ANA, id: '<a2@example.com>', re: toAna.rfc822_message_id, text: 'One more thing' });
    assert.deepEqual(await states(), [[], [ANA], [ANA]], 'another message of the person opens it');
    assert.equal((await key.put('/messages/threads/thr_none/done', { is_done: true })).status, 404);
    assert.equal((await world.keyOf('messages:read').put(path, { is_done: true })).status, 403);
    const other = (await w.api.post('/profiles', { workspace_id: w.app.workspaceId, name: 'Another' })).body.data.profile_id;
    assert.equal((await w.api.put(path, { is_done: true }, { profile_id: other })).status, 404);
  });

  await t.test('says why the address gets no message', async () => {
    const blocked = async (): Promise<unknown> => (await key.get(`/messages/threads/${toAna.thread_id}`)).body.data.blocked;
    assert.equal(await blocked(), null);
    const { body } = await key.post('/messages/blocked-addresses', { channel: 'email', address: ANA });
    assert.equal(await blocked(), 'manual', JSON.stringify(body));
    await w.api.delete(`/messages/blocked-addresses/${body.data.id}`, { profile_id: w.app.profileId });
    assert.equal(await blocked(), null);
  });

  await t.test('an answer of ours ends the waiting', async () => {
    w.app.clock.advance(1_000);
    await world.send({ channel: 'email', thread_id: toAna.thread_id, text: 'You are welcome.' });
    const [first] = await list();
    assert.deepEqual([first.address, first.is_waiting, first.direction, first.status], [ANA, false, 'outbound', 'sent']);
  });

  await t.test('needs messages:read, and is in the log of access to personal data', async () => {
    for (const path of ['/messages/threads', `/messages/threads/${toAna.thread_id}`])
      assert.equal((await world.keyOf('messages:write', 'customers:read').get(path)).body.error.code, 'insufficient_scope');
    const log = (await w.api.get(`/workspaces/${w.app.workspaceId}/pii-access-log`, { limit: 100 })).body.data;
    assert.ok(log.some(({ operation }: AnyJson) => operation === 'listMessageThreads'));
  });

  await t.test('of another profile nothing is seen', async () => {
    const other = (await w.api.post('/profiles', { workspace_id: w.app.workspaceId, name: 'Other' })).body.data.profile_id;
    const query = { profile_id: other };
    assert.deepEqual((await w.api.get('/messages/threads', query)).body.data, []);
    assert.equal((await w.api.get(`/messages/threads/${toAna.thread_id}`, query)).status, 404);
    assert.equal((await w.api.put(`/messages/threads/${toAna.thread_id}/read`, { is_read: true }, query)).status, 404);
  });

  await t.test('one without content is listed no more', async () => {
    w.app.clock.advance(366 * 86_400_000);
    addJob(w.app.base, ageOutJob, { payload: {} });
    await runDue(w.app.base, [ageOutJob]);
    assert.deepEqual((await world.keyOf('messages:read').get('/messages/threads')).body.data, []);
  });
});

test('a conversation of an erased person is listed no more', async (t) => {
  const world = await startInbox(t);
  const { app, api } = world.w;
  const query = { profile_id: app.profileId };
  await api.post('/events', { event_type: 'lead_created', idempotency_key: 'l1', user_traits: { email: ANA } }, query);
  await app.settle();
  await world.send();
  await world.send({ ...MAIL, to: BOB });
  const list = async (): Promise<AnyJson[]> => (await world.key.get('/messages/threads')).body.data;
  const id = (await list()).find(({ address }) => address === ANA).customer_profile_id;
  assert.equal(typeof id, 'string');
  const erase = () => api.post(`/workspaces/${app.workspaceId}/customer-erasures`, { ...query, email: ANA });
  await until(async () => (await erase()).status === 200, 'the person is erased');
  assert.deepEqual(
    (await list()).map(({ address }) => address),
    [BOB],
  );
});

test('in WhatsApp a conversation says until when it is open', async (t) => {
  const world = await startWhatsAppWorld(t);
  await world.hears('wamid.1', 3_600);
  const [thread] = (await world.w.api.get('/messages/threads', world.query)).body.data;
  const left = Date.parse(thread.window_ends_at) - world.w.app.clock.now();
  assert.deepEqual([thread.channel, left, thread.is_waiting], ['whatsapp', 23 * 3_600_000, true]);
  const closing = async (more: object = {}): Promise<number> =>
    (await world.w.app.api(world.w.app.session).get('/messages/threads', { ...world.query, state: 'closing', ...more })).body.data
      .length;
  assert.equal(await closing(), 0);
  world.w.app.clock.advance(left - 4 * 3_600_000);
  assert.deepEqual([await closing(), await closing({ channel: 'email' }), await closing({ channel: 'whatsapp' })], [1, 0, 1]);
  world.w.app.clock.advance(-(left - 4 * 3_600_000));
  world.w.app.clock.advance(left + 1_000);
  const closed = (await world.w.app.api(world.w.app.session).get('/messages/threads', world.query)).body;
  assert.equal(closed.data[0].window_ends_at, null);
  assert.equal(await closing(), 0);
});
