// Who may have events sent, and where to: nothing inner is ever registered, secrets are shown once, and an end is an end.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { contract } from '../../../src/base/contract/document.ts';
import { refused } from '../../account/door.ts';
import { HOSTILE_URLS } from '../../providers/http/hostile-urls.ts';
import { openHookWorld } from './hook-world.ts';

const TYPE = 'connection.reconnect_required';
const SUBSCRIPTIONS = '/webhooks/subscriptions';
const keyed = (bytes: number): string => `whsec_${randomBytes(bytes).toString('base64')}`;

test('listWebhookEventTypes', async (t) => {
  const { call } = await openHookWorld(t);
  const { status, body } = await call('get', '/webhooks/event-types');
  assert.equal(status, 200, 'without a credential');
  const types = body.data.map(({ type }: { type: string }) => type);
  assert.deepEqual(types, Object.keys(contract().document['webhooks'] as object), 'those of the OpenAPI document');
  assert.ok(types.includes(TYPE));
  for (const each of body.data) {
    assert.equal(each.example.type, each.type);
    assert.equal(each.example.timestamp, each.example.data.occurred_at);
    assert.ok(!JSON.stringify(each.schema).includes('$ref'), each.type);
    assert.deepEqual(Object.keys(each.schema.properties), ['type', 'timestamp', 'data']);
    assert.deepEqual(each.schema.properties.data.required.sort(), Object.keys(each.example.data).sort(), each.type);
  }
});

test('createWebhookSubscription', async (t) => {
  const world = await openHookWorld(t);
  const { asAnn, call, ann, zoe, zone, url, receiver, subscribe, memberToken } = world;

  await t.test('a secret is made and shown once', async () => {
    const made = await subscribe([TYPE], { description: 'Orders' });
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual([made.status, made.status_reason, made.failing_since], ['active', null, null]);
    const listed = await asAnn('get', SUBSCRIPTIONS);
    assert.ok(!JSON.stringify(listed.body).includes(made.secret));
  });

  await t.test('a secret of the caller’s own has 24 to 64 bytes', async () => {
    for (const bytes of [24, 64]) assert.ok((await subscribe([TYPE], { secret: keyed(bytes) })).secret);
    const wrong = [keyed(23), keyed(65), 'whsec_', keyed(32).slice(6), `${keyed(32)}!`, keyed(32).replace('whsec_', 'whsk_')];
    for (const secret of wrong) {
      const answer = await asAnn('post', SUBSCRIPTIONS, { url: url(), event_types: [TYPE], secret });
      assert.equal(refused(answer), '422 validation_error', secret);
    }
  });

  await t.test('no hostile or inner URL, and none is dialled', async () => {
    zone.set('inner.example', { addresses: ['10.1.2.3'] });
    zone.set('mixed.example', { addresses: ['93.184.215.14', '192.168.0.5'] });
    zone.set('nothing.example', { addresses: [] });
    const inner = ['inner', 'mixed', 'nothing', 'unknown'].map((name) => `https://${name}.example/`);
    for (const each of [
      ...HOSTILE_URLS.slice(0, 60),
      ...inner,
      'https://hooks.example:22/',
      `https://${'a'.repeat(2_100)}.example/`,
    ]) {
      const answer = await asAnn('post', SUBSCRIPTIONS, { url: each, event_types: [TYPE] });
      assert.equal(refused(answer), '422 validation_error', each);
    }
    assert.equal(receiver.received.length, 0);
  });

  await t.test('types of the catalogue alone', async () => {
    for (const event_types of [['no.such'], [TYPE, '*'], [], [TYPE, TYPE], ['toString']])
      assert.equal(refused(await asAnn('post', SUBSCRIPTIONS, { url: url(), event_types })), '422 validation_error');
    assert.deepEqual((await subscribe(['*'])).event_types, ['*']);
  });

  await t.test('a manager in a session, on the own profile', async () => {
    const body = { url: url(), event_types: [TYPE] };
    const path = `${SUBSCRIPTIONS}?profile_id=${ann.profile_id}`;
    assert.equal(refused(await call('post', path, memberToken('analyst@north.example', 'analyst'), body)), '403 forbidden');
    assert.equal(refused(await call('post', path, ann.api_key, body)), '403 forbidden');
    assert.equal(refused(await call('post', path, zoe.session_token, body)), '404 not_found');
    assert.equal(refused(await call('post', path, undefined, body)), '401 unauthorized');
  });

  await t.test('personal data for users who may read it', async () => {
    const path = `${SUBSCRIPTIONS}?profile_id=${ann.profile_id}`;
    const blind = memberToken('blind@north.example', 'manager', false);
    const body = { url: url(), event_types: [TYPE] };
    assert.equal((await call('post', path, blind, body)).status, 201);
    assert.equal(refused(await call('post', path, blind, { ...body, includes_personal_data: true })), '403 insufficient_scope');
    assert.equal((await subscribe([TYPE], { includes_personal_data: true })).includes_personal_data, true);
  });

  await t.test('at most 20 of a profile; a removed one does not count', async () => {
    const all = async () => (await asAnn('get', SUBSCRIPTIONS)).body.data;
    for (let n = (await all()).length; n < 20; n += 1) await subscribe([TYPE]);
    const more = () => asAnn('post', SUBSCRIPTIONS, { url: url(), event_types: [TYPE] });
    assert.equal(refused(await more()), '409 invalid_state');
    await asAnn('delete', `${SUBSCRIPTIONS}/${(await all())[0].id}`);
    assert.equal((await more()).status, 201);
  });
});

test('updateWebhookSubscription', async (t) => {
  const { asAnn, call, zoe, clock, subscribe } = await openHookWorld(t);
  const made = await subscribe([TYPE], { description: 'Orders' });
  const path = `${SUBSCRIPTIONS}/${made.id}`;
  const change = (body: unknown) => asAnn('patch', path, body);

  await t.test('changes what is named and nothing else', async () => {
    const { data } = (await change({ event_types: ['*'], description: null })).body;
    assert.deepEqual([data.event_types, data.description, data.url, data.secret], [['*'], null, made.url, undefined]);
    assert.equal(refused(await change({ url: 'https://10.0.0.8/' })), '422 validation_error');
    assert.equal(refused(await change({ event_types: ['no.such'] })), '422 validation_error');
    assert.equal(refused(await change({})), '422 validation_error');
    assert.equal((await asAnn('get', SUBSCRIPTIONS)).body.data[0].url, made.url);
  });

  await t.test('pauses and resumes', async () => {
    const paused = (await change({ status: 'paused' })).body.data;
    assert.deepEqual([paused.status, paused.status_reason], ['paused', 'user']);
    const active = (await change({ status: 'active' })).body.data;
    assert.deepEqual([active.status, active.status_reason], ['active', null]);
  });

  await t.test('rotates the secret with an overlap, or ends every earlier one at once', async () => {
    const rotated = (await change({ rotate_secret: {} })).body.data;
    assert.notEqual(rotated.secret, made.secret);
    assert.deepEqual(rotated.secrets, [{ valid_until: null }, { valid_until: '2026-03-02T12:00:00.000Z' }]);
    clock.advance(24 * 3_600_000);
    assert.equal((await asAnn('get', SUBSCRIPTIONS)).body.data[0].secrets.length, 1, 'the earlier one has ended');
    for (let n = 0; n < 4; n += 1) await change({ rotate_secret: { overlap_hours: 168 } });
    assert.equal(refused(await change({ rotate_secret: {} })), '409 invalid_state', 'five overlap');
    const own = keyed(24);
    const ended = (await change({ rotate_secret: { secret: own, overlap_hours: 0 } })).body.data;
    assert.deepEqual([ended.secret, ended.secrets], [own, [{ valid_until: null }]]);
    assert.equal(refused(await change({ rotate_secret: { secret: own } })), '422 validation_error', 'the same again');
    assert.equal(refused(await change({ rotate_secret: { secret: keyed(20) } })), '422 validation_error');
  });

  await t.test('of the own profile', async () => {
    const theirs = await call('patch', `${path}?profile_id=${zoe.profile_id}`, zoe.session_token, { description: 'mine' });
    assert.equal(refused(theirs), '404 not_found');
  });
});

test('listWebhookSubscriptions', async (t) => {
  const { asAnn, call, zoe, clock, subscribe } = await openHookWorld(t);
  const first = await subscribe([TYPE]);
  clock.advance(1_000);
  const second = await subscribe(['*']);
  const { data } = (await asAnn('get', SUBSCRIPTIONS)).body;
  const { secret: _secret, ...shown } = first;
  assert.deepEqual([data.length, data[0], data[1].id], [2, shown, second.id]);
  const theirs = await call('get', `${SUBSCRIPTIONS}?profile_id=${zoe.profile_id}`, zoe.session_token);
  assert.deepEqual(theirs.body.data, []);
});

test('deleteWebhookSubscription', async (t) => {
  const { asAnn, call, base, ann, zoe, clock, subscribe } = await openHookWorld(t);
  const { id } = await subscribe([TYPE]);
  const path = `${SUBSCRIPTIONS}/${id}`;
  const theirs = await call('delete', `${path}?profile_id=${zoe.profile_id}`, zoe.session_token);
  assert.equal(refused(theirs), '404 not_found');
  const ended = await asAnn('delete', path);
  clock.advance(5_000);
  assert.deepEqual((await asAnn('delete', path)).body, ended.body, 'again: the first end');
  assert.equal(refused(await asAnn('patch', path, { status: 'active' })), '404 not_found');
  const row = base.state.statement('act/webhooks/subscription_get').get({ subscription_id: id });
  assert.equal(row?.secrets, null);

  await t.test('archiving the workspace pauses the others, and counts them', async () => {
    await subscribe([TYPE]);
    const { body } = await call('delete', `/workspaces/${ann.workspace_id}`, ann.session_token);
    assert.equal(body.data.counts.webhook_subscriptions_paused, 1);
  });
});
