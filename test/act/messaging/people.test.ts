// People in messages: who may read them, blocked addresses, erasure, retention and purge of every copy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOutJob } from '../../../src/act/messaging/forget.ts';
import { forgetConnectionJob } from '../../../src/act/messaging/forget-connection.ts';
import { contract } from '../../../src/base/contract/document.ts';
import { AGENT_SCOPES } from '../../../src/base/contract/scopes.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { foundIn, openedTexts } from '../../collect/identity/whole-folder.ts';
import { tokenFor } from '../../doors/mcp/agent.ts';
import { until } from '../../until.ts';
import { ANA, MAIL, startMailWorld } from './mail-world.ts';
import { PNG } from './media-files.ts';

const DAY_MS = 86_400_000;

test('listMessages', async (t) => {
  const world = await startMailWorld(t);
  const { key, w, keyOf } = world;
  await world.connect();
  const ids: string[] = [];
  for (const to of [ANA, 'bob@example.com', ANA.toUpperCase()]) {
    ids.unshift((await world.send({ ...MAIL, to })).body.data.message_id);
    w.app.clock.advance(1_000);
  }
  const idsOf = async (query: object = {}): Promise<string[]> =>
    (await key.get('/messages', { ...query })).body.data.map((each: { message_id: string }) => each.message_id);

  await t.test('the latest first, page by page', async () => {
    assert.deepEqual(await idsOf(), ids);
    const first = (await key.get('/messages', { limit: 2 })).body;
    assert.deepEqual([first.data.length, first.pagination.has_next], [2, true]);
    assert.deepEqual(await idsOf({ limit: 2, cursor: first.pagination.cursor }), ids.slice(2));
    assert.equal((await key.get('/messages', { cursor: 'nonsense' })).status, 400);
  });

  await t.test('of an address in any spelling, a direction, a state, a time', async () => {
    assert.deepEqual(await idsOf({ address: 'Ana@Example.com' }), [ids[0], ids[2]]);
    assert.deepEqual(await idsOf({ address: 'nobody' }), []);
    assert.deepEqual(await idsOf({ direction: 'inbound' }), []);
    assert.deepEqual(await idsOf({ status: 'sent' }), ids);
    assert.deepEqual(await idsOf({ since: new Date(w.app.clock.now() - 1_500).toISOString() }), [ids[0]]);
  });

  await t.test('needs messages:read, and customers:read for the customer', async () => {
    for (const scopes of [['messages:write'], ['customers:read'], ['conversions:read', 'exports:read', 'commerce:read']]) {
      const refused = await keyOf(...scopes).get('/messages');
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope']);
    }
    const [seen] = (await keyOf('messages:read').get('/messages')).body.data;
    assert.deepEqual([seen.text, seen.customer_profile_id], [MAIL.text, null]);
    const refused = await keyOf('messages:read').post('/messages', MAIL);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope']);
  });

  await t.test('is in the log of access to personal data', async () => {
    const log = (await w.api.get(`/workspaces/${w.app.workspaceId}/pii-access-log`, { limit: 100 })).body.data;
    const found = log.filter((each: { operation: string }) => each.operation === 'listMessages');
    assert.ok(found.length >= 5, JSON.stringify(log[0]));
  });
});

test('getMessage', async (t) => {
  const world = await startMailWorld(t);
  await world.connect();
  const { message_id } = (await world.send()).body.data;
  assert.equal((await world.key.get(`/messages/${message_id}`)).body.data.subject, MAIL.subject);
  const missing = await world.key.get('/messages/0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11');
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'not_found']);
});

test('no agent reaches messages on any door', () => {
  assert.deepEqual(
    AGENT_SCOPES.filter((scope) => scope.startsWith('messages')),
    [],
  );
  const found = contract().operations.filter(({ path }) => path.startsWith('/api/v1/messag'));
  assert.ok(found.length >= 6);
  for (const { id, scopes } of found) {
    assert.ok(scopes.length > 0 && scopes.every((scope) => scope.startsWith('messages:')), id);
    assert.equal(
      scopes.some((scope) => AGENT_SCOPES.includes(scope)),
      false,
      id,
    );
  }
});

test('listBlockedAddresses, createBlockedAddress and deleteBlockedAddress', async (t) => {
  const world = await startMailWorld(t);
  const { key, server, w } = world;
  await world.connect();
  const list = async (): Promise<{ id: string; address: string; reason: string }[]> =>
    (await key.get('/messages/blocked-addresses')).body.data;

  await t.test('createBlockedAddress', async () => {
    const made = await key.post('/messages/blocked-addresses', { channel: 'email', address: 'Ana@Example.com' });
    assert.deepEqual([made.status, made.body.data.reason], [201, 'manual']);
    const again = await key.post('/messages/blocked-addresses', { channel: 'email', address: ANA });
    assert.equal(again.body.data.id, made.body.data.id);
    const bad = await key.post('/messages/blocked-addresses', { channel: 'email', address: 'Ana <ana@example.com>' });
    assert.deepEqual([bad.status, bad.body.error.code], [422, 'validation_error']);
  });

  await t.test('a send to it is refused without a call, as recipient or in copy', async () => {
    const before = server.commands.length;
    for (const body of [MAIL, { ...MAIL, to: 'bob@example.com', cc: ['ANA@example.com'] }]) {
      const { status, body: answer } = await world.send(body);
      assert.deepEqual([status, answer.error.code], [422, 'recipient_rejected']);
    }
    assert.equal(server.commands.length, before);
  });

  await t.test('listBlockedAddresses', async () => {
    assert.deepEqual(
      (await list()).map(({ reason }) => reason),
      ['manual'],
    );
    assert.equal((await world.keyOf('messages:write').get('/messages/blocked-addresses')).status, 403);
  });

  await t.test('deleteBlockedAddress', async () => {
    const [blocked] = await list();
    assert.ok(blocked);
    const path = `/messages/blocked-addresses/${blocked.id}`;
    const byKey = await key.delete(path);
    assert.equal(byKey.status, 403);
    const query = { profile_id: w.app.profileId };
    assert.equal((await w.api.delete(path, query)).status, 200);
    assert.equal((await w.api.delete(path, query)).status, 404);
    assert.equal((await world.send()).status, 201);
  });
});

test('a person ends messages by the link of a mail, and nobody else changes that', async (t) => {
  const world = await startMailWorld(t);
  const { server, w, key } = world;
  await world.connect();
  assert.equal((await world.send({ ...MAIL, opt_out_link: true })).status, 201);
  const url = /^List-Unsubscribe: ?<([^>]+)>/m.exec((server.taken.at(-1)?.text ?? '').replace(/\r\n\s+/g, ''))?.[1] ?? '';
  assert.match(url, /\/u\/[\w-]+$/);
  assert.equal(url.includes(ANA), false);
  const both = await world.send({ ...MAIL, opt_out_link: true, list_unsubscribe: { url: 'https://x.example/u' } });
  assert.equal(both.body.error.code, 'validation_error');
  assert.equal((await world.send({ ...MAIL, opt_out_link: true, cc: ['bob@example.com'] })).body.error.code, 'validation_error');
  const asked = await (await fetch(url)).text();
  assert.match(asked, /Send me no more messages/);
  assert.equal((await world.send()).status, 201, 'opening the link changes nothing');
  const body = 'List-Unsubscribe=One-Click';
  for (let times = 0; times < 2; times += 1) {
    const posted = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    assert.deepEqual([posted.status, /no more messages/.test(await posted.text())], [200, true]);
  }
  assert.equal((await world.send()).body.error.code, 'recipient_rejected');
  const [blocked] = (await key.get('/messages/blocked-addresses')).body.data;
  assert.deepEqual([blocked.reason, blocked.address], ['opt_out', ANA]);
  const lifted = await w.api.delete(`/messages/blocked-addresses/${blocked.id}`, { profile_id: w.app.profileId });
  assert.deepEqual([lifted.status, lifted.body.error.code], [409, 'invalid_state']);
  assert.equal((await fetch(url.slice(0, -4))).status, 404);
});

test("an erased person's messages", async (t) => {
  const world = await startMailWorld(t);
  const { w, key } = world;
  const { app } = w;
  await world.connect();
  const person = 'zoe.quintana@example.com';
  const words = [person, 'Secret of Zoe'];
  const event = { event_type: 'lead_created', idempotency_key: 'l1', user_traits: { email: person } };
  const lead = await w.api.post('/events', event, { profile_id: app.profileId });
  assert.equal(lead.status, 201, JSON.stringify(lead.body));
  await app.settle();
  const { message_id } = (await world.send({ ...MAIL, to: person, text: 'Secret of Zoe' })).body.data;
  await world.send({ ...MAIL, to: 'bob@example.com', text: 'Of Bob' });
  const copied = (
    await world.send({
      ...MAIL,
      to: 'bob@example.com',
      cc: ['eve@example.com', person.toUpperCase()],
      text: `Bob, ${person} reads this.`,
    })
  ).body.data;
  await key.post('/messages/blocked-addresses', { channel: 'email', address: person });
  const places = async (): Promise<string[]> => {
    const found = await foundIn(app.dataDir, words, openedTexts(app.base, app.profileId));
    return [...new Set([...found.values()].flat())].filter((place) => /messages|blocked|intents|jobs/.test(place));
  };

  await t.test('are sealed', async () => {
    assert.deepEqual(await places(), ['state.sqlite messages.sealed opened', 'state.sqlite blocked_addresses.sealed opened']);
    const seen = (await key.get(`/messages/${message_id}`)).body.data;
    assert.match(seen.customer_profile_id, /^[0-9a-f-]{36}$/);
  });

  await t.test('leave every copy, and the address stays blocked', async () => {
    const named = { profile_id: app.profileId, email: person };
    const erase = () => w.api.post(`/workspaces/${app.workspaceId}/customer-erasures`, named);
    await until(async () => (await erase()).status === 200, 'the person is erased');
    assert.deepEqual(await places(), []);
    const read = (await key.get(`/messages/${message_id}`)).body.data;
    assert.deepEqual([read.has_content, read.text, read.to, read.customer_profile_id], [false, null, [], null]);
    assert.equal((await world.send({ ...MAIL, to: person })).body.error.code, 'recipient_rejected');
    assert.deepEqual((await key.get('/messages/blocked-addresses')).body.data[0].address, null);
    const ofBob = (await key.get('/messages', { address: 'bob@example.com' })).body.data;
    assert.equal(ofBob[1].text, 'Of Bob');
    assert.deepEqual(
      [ofBob[0].message_id, ofBob[0].to, ofBob[0].cc, ofBob[0].text],
      [copied.message_id, ['bob@example.com'], ['eve@example.com'], 'Bob, [erased] reads this.'],
      'a mail to somebody else stays, without the person who had a copy',
    );
  });

  await t.test('of all others only ids stay after a year', async () => {
    app.clock.advance(366 * DAY_MS);
    addJob(app.base, ageOutJob, { payload: {} });
    await runDue(app.base, [ageOutJob]);
    const all = (await world.keyOf('messages:read').get('/messages')).body.data;
    assert.deepEqual(app.base.state.db.prepare('select message_id from message_copies').all(), []);
    assert.ok(all.length >= 2 && all.every(({ has_content }: { has_content: boolean }) => !has_content));
  });
});

test('content is kept as long as the profile says', async (t) => {
  const world = await startMailWorld(t);
  const { app, api } = world.w;
  await world.connect();
  const query = { profile_id: app.profileId };
  const has = async (): Promise<boolean[]> =>
    (await world.keyOf('messages:read').get('/messages')).body.data.map(
      ({ has_content }: { has_content: boolean }) => has_content,
    );
  const files = (): number => app.base.state.db.prepare('select media_id from message_media').all().length;
  const days = (messages_retention_days?: number) =>
    api.put('/profile/retention', { visitor_days: null, customer_days: null, messages_retention_days }, query);
  const ageOut = async (): Promise<void> => {
    addJob(app.base, ageOutJob, { payload: {} });
    await runDue(app.base, [ageOutJob]);
  };
  const { media_id } = (await world.upload(PNG, 'a.png')).body.data;
  await world.send({ ...MAIL, attachments: [{ media_id }] });
  app.clock.advance(20 * DAY_MS);
  await world.send();

  await t.test('of other ages than a week to ten years none is set, and left out it stays', async () => {
    for (const wrong of [6, 3_651, 30.5]) assert.equal((await days(wrong)).status, 422, String(wrong));
    assert.equal((await days()).body.data.messages_retention_days, 365);
    assert.equal((await days(730)).body.data.messages_retention_days, 730);
    assert.equal((await days()).body.data.messages_retention_days, 730);
  });

  await t.test('the preview says how many lose it, and the next look removes text, files and conversation', async () => {
    const preview = async (messages_retention_days: number): Promise<number> =>
      (await api.get('/profile/retention', { ...query, messages_retention_days })).body.data.preview.messages;
    assert.deepEqual([await preview(730), await preview(10)], [0, 1]);
    await ageOut();
    assert.deepEqual([await has(), files()], [[true, true], 1]);
    await days(10);
    await ageOut();
    await ageOut();
    assert.deepEqual([await has(), files()], [[true, false], 0]);
    assert.equal((await world.key.get('/messages/threads')).body.data.length, 1);
    assert.equal(await preview(7), 0);
    const record = (await api.get('/profile/processing-record', query)).body;
    assert.match(JSON.stringify(record), /The content for 10 days/);
  });

  await t.test('a longer age keeps what goes otherwise after a year', async () => {
    await days(730);
    app.clock.advance(400 * DAY_MS);
    await ageOut();
    assert.deepEqual(await has(), [true, false]);
  });
});

test('messages of a mailbox that is disconnected stay, unless a person deletes them', async (t) => {
  const world = await startMailWorld(t);
  const { app, api } = world.w;
  await world.connect();
  const query = { profile_id: app.profileId };
  const { media_id } = (await world.upload(PNG, 'a.png')).body.data;
  const words = ['zoe.gone@example.com', 'Secret of Zoe'];
  await world.send({ ...MAIL, to: words[0], text: words[1], attachments: [{ media_id }] });
  await world.key.post('/messages/blocked-addresses', { channel: 'email', address: 'blocked@example.com' });
  const path = `/connections/${(await world.w.connection()).id}`;
  const left = async (): Promise<string[]> => [
    ...(await foundIn(app.dataDir, words, openedTexts(app.base, app.profileId))).keys(),
  ];
  const list = async () => (await world.keyOf('messages:read').get('/messages')).body.data;
  const work = () => runDue(app.base, [forgetConnectionJob]);

  await t.test('by default they stay', async () => {
    assert.equal((await api.delete(path, query)).status, 200);
    await work();
    assert.equal((await list())[0].text, words[1]);
  });

  await t.test('an agent deletes none, and nor does another profile', async () => {
    const agent = app.api(tokenFor(app, ['profiles:write'], undefined, `${app.baseUrl}/api/v1`));
    const { status, body } = await agent.delete(path, { ...query, delete_messages: true });
    assert.equal(status, 403, JSON.stringify(body));
    const other = (await api.post('/profiles', { workspace_id: app.workspaceId, name: 'Other' })).body.data.profile_id;
    assert.equal((await api.delete(path, { profile_id: other, delete_messages: true })).status, 404);
    await work();
    assert.equal((await list())[0].has_content, true);
  });

  await t.test('also afterwards a person deletes content, address and file; what is blocked stays so', async () => {
    assert.equal((await api.delete(path, { ...query, delete_messages: true })).status, 200);
    await work();
    await work();
    const [message] = await list();
    assert.deepEqual([message.has_content, message.status, message.to], [false, 'sent', []]);
    assert.deepEqual(await left(), []);
    assert.deepEqual(app.base.state.db.prepare('select media_id from message_media').all(), []);
    assert.deepEqual((await world.key.get('/messages/threads')).body.data, []);
    assert.equal((await world.key.get('/messages/blocked-addresses')).body.data.length, 1);
    const audit = (await api.get(`/workspaces/${app.workspaceId}/audit`, { limit: 5 })).body.data;
    assert.ok(audit.some(({ action }: { action: string }) => action === 'messages.deleted'));
  });
});
