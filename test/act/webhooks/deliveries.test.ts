// Deliveries: signed so that an independent verifier takes them, tried again on schedule with the same bytes, each ending in a named state.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { laneJob } from '../../../src/act/webhooks/lane.ts';
import { announceEvent } from '../../../src/base/contract/announce-event.ts';
import { machineTime } from '../../../src/base/kit/clock.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { refused } from '../../account/door.ts';
import { until } from '../../until.ts';
import { type HookWorld, openHookWorld, type Received } from './hook-world.ts';

const TYPE = 'connection.reconnect_required';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DELIVERIES = '/webhooks/deliveries';

let count = 0;

/** Announces a dead grant; the number makes its key. */
function announce({ base, ann, clock }: HookWorld, occurredAt = clock.now(), key = `event ${++count}`): void {
  const data = {
    connection_id: '4f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11',
    provider: 'meta',
    status: 'reconnect_required',
    reason: 'grant_ended',
  };
  base.state.tx(() => announceEvent(base, { type: TYPE, key, profileId: ann.profile_id, occurredAt, data }));
}

const send = ({ base }: HookWorld): Promise<number> => runDue(base, [laneJob]);

/** As a receiver does that uses the published library, at the service's time. */
function isVerified({ clock }: HookWorld, secret: string, { headers, body }: Received): boolean {
  mock.timers.enable({ apis: ['Date'], now: machineTime(clock) });
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  } finally {
    mock.timers.reset();
  }
}

async function deliveries(world: HookWorld, query = '') {
  const { status, body } = await world.asAnn('get', `${DELIVERIES}${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test('listWebhookDeliveries', async (t) => {
  const world = await openHookWorld(t);
  const { receiver, clock, subscribe, asAnn, call, zoe, base } = world;
  const made = await subscribe([TYPE]);

  await t.test('an event is sent once to who takes its type, and a transaction that is taken back sends nothing', async () => {
    await subscribe(['channel.health.updated'], { url: world.url('/other') });
    announce(world, clock.now(), 'first');
    announce(world, clock.now(), 'first');
    assert.throws(() =>
      base.state.tx(() => {
        announce(world);
        throw new Error('taken back');
      }),
    );
    await send(world);
    const [only, ...more] = receiver.received;
    assert.ok(only && more.length === 0 && only.path === '/in');
    assert.ok(isVerified(world, made.secret, only));
    assert.ok(!isVerified(world, made.secret, { ...only, body: only.body.replace('meta', 'metb') }));
    assert.deepEqual(JSON.parse(only.body), {
      type: TYPE,
      timestamp: '2026-03-01T12:00:00.000Z',
      data: {
        profile_id: world.ann.profile_id,
        occurred_at: '2026-03-01T12:00:00.000Z',
        provider: 'meta',
        connection_id: '4f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11',
        status: 'reconnect_required',
        reason: 'grant_ended',
      },
    });
    const [{ id, state, attempts, body }] = (await deliveries(world)).data;
    assert.deepEqual([id, state, attempts.length, body], [only.headers['webhook-id'], 'delivered', 1, only.body]);
  });

  await t.test('what happened more than 7 days ago announces nothing, nor what happens while it is paused', async () => {
    announce(world, clock.now() - 7 * DAY_MS - 1);
    await asAnn('patch', `/webhooks/subscriptions/${made.id}`, { status: 'paused' });
    announce(world);
    await asAnn('patch', `/webhooks/subscriptions/${made.id}`, { status: 'active' });
    await send(world);
    assert.equal(receiver.received.length, 1);
  });

  await t.test('during a rotation receivers with either secret take it', async () => {
    const rotated = (await asAnn('patch', `/webhooks/subscriptions/${made.id}`, { rotate_secret: {} })).body.data;
    announce(world);
    await send(world);
    const seen = receiver.received.at(-1);
    assert.ok(seen && isVerified(world, made.secret, seen) && isVerified(world, rotated.secret, seen));
    clock.advance(DAY_MS);
    announce(world);
    await send(world);
    const later = receiver.received.at(-1);
    assert.ok(later && !isVerified(world, made.secret, later) && isVerified(world, rotated.secret, later));
  });

  await t.test('pages, filters, and nothing of others', async () => {
    for (let n = 0; n < 4; n += 1) announce(world);
    receiver.reply = () => ({ status: 500 });
    await send(world);
    const first = await deliveries(world, '?limit=4');
    assert.deepEqual([first.data.length, first.pagination.has_next], [4, true]);
    const second = await deliveries(world, `?limit=4&cursor=${first.pagination.cursor}`);
    assert.deepEqual([second.data.length, second.pagination], [3, { has_next: false, cursor: null }]);
    assert.equal((await deliveries(world, '?state=pending')).data.length, 4);
    assert.equal((await deliveries(world, '?state=exhausted')).data.length, 0);
    assert.equal((await deliveries(world, `?subscription_id=${made.id}&state=delivered`)).data.length, 3);
    assert.deepEqual((await deliveries(world, `?subscription_id=${made.id}`)).data, [...first.data, ...second.data]);
    assert.equal(refused(await asAnn('get', `${DELIVERIES}?cursor=eA`)), '400 invalid_parameter');
    const path = `${DELIVERIES}?profile_id=${zoe.profile_id}`;
    assert.deepEqual((await call('get', path, zoe.session_token)).body.data, []);
    assert.equal(refused(await call('get', `${path}&subscription_id=${made.id}`, zoe.session_token)), '404 not_found');
  });

  await t.test('where the clock of a demo is ahead, the time of the signature is the receiver’s', async () => {
    const { secret } = await subscribe([TYPE], { url: world.url('/demo') });
    const present = clock.now();
    clock.machineNow = () => present;
    t.after(() => delete clock.machineNow);
    clock.advance(30 * DAY_MS);
    receiver.reply = () => ({ status: 503, headers: { 'retry-after': new Date(present + HOUR_MS / 2).toUTCString() } });
    announce(world);
    await send(world);
    const seen = receiver.received.find(({ path }) => path === '/demo');
    assert.ok(seen && isVerified(world, secret, seen));
    const [{ attempts, next_attempt_at }] = (await deliveries(world)).data;
    assert.equal(Date.parse(attempts[0].at), clock.now());
    assert.ok(Date.parse(next_attempt_at) >= clock.now() + HOUR_MS / 2 - 1_000, 'a date in Retry-After too');
  });
});

test('a receiver that refuses gets the same bytes eight times over 27 hours, then the delivery is exhausted', async (t) => {
  const world = await openHookWorld(t);
  const { receiver, clock, subscribe } = world;
  const { secret } = await subscribe([TYPE]);
  receiver.reply = () => ({ status: 500, body: 'x'.repeat(40_000) });
  announce(world);
  const [start, at]: [number, number[]] = [clock.now(), []];
  for (let n = 0; n < 20; n += 1) {
    const before = receiver.received.length;
    await send(world);
    if (receiver.received.length > before) at.push((clock.now() - start) / 1_000);
    const [{ next_attempt_at }] = (await deliveries(world)).data;
    if (next_attempt_at === null) break;
    clock.set(next_attempt_at);
  }
  const [{ state, attempts, response }] = (await deliveries(world)).data;
  assert.deepEqual([state, attempts.length, response.length], ['exhausted', 8, 16_384]);
  const planned = [0, 5, 305, 2_105, 9_305, 27_305, 63_305, 99_305];
  for (const [n, seconds] of planned.entries())
    assert.ok(Math.abs((at[n] ?? -1) - seconds) <= seconds * 0.1 + 0.001, `${n}: ${at[n]} s instead of ${seconds} s`);
  assert.equal(new Set(receiver.received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size, 1);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 8, 'of the attempt');
  const last = receiver.received.at(-1);
  assert.ok(last && isVerified(world, secret, last));
});

test('what receivers answer', async (t) => {
  const world = await openHookWorld(t);
  const { receiver, clock, subscribe, asAnn, mails } = world;
  const { id } = await subscribe([TYPE]);
  const stateOf = async () => (await deliveries(world)).data[0];
  const subscription = async () => (await asAnn('get', '/webhooks/subscriptions')).body.data[0];

  await t.test('a redirect is not followed and fails', async () => {
    receiver.reply = () => ({ status: 307, headers: { location: world.url('/elsewhere') } });
    announce(world);
    await send(world);
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/in'],
    );
    const { state, attempts } = await stateOf();
    assert.deepEqual(
      [state, attempts[0].status, attempts[0].error],
      ['pending', 307, 'responded 307; redirects are not followed'],
    );
    assert.equal((await subscription()).failing_since, attempts[0].at);
  });

  await t.test('a success ends the failures', async () => {
    receiver.reply = () => ({ status: 202, body: 'ok' });
    clock.advance(10_000);
    await send(world);
    assert.deepEqual([(await stateOf()).state, (await subscription()).failing_since], ['delivered', null]);
  });

  await t.test('Retry-After is respected for the whole endpoint, up to an hour', async () => {
    receiver.reply = () => ({ status: 429, headers: { 'retry-after': '86400' } });
    announce(world);
    await send(world);
    const before = receiver.received.length;
    announce(world);
    clock.advance(HOUR_MS - 1_000);
    await send(world);
    assert.equal(receiver.received.length, before);
    receiver.reply = () => ({ status: 204 });
    clock.advance(1_000);
    await send(world);
    assert.equal(receiver.received.length, before + 2);
  });

  await t.test('a connection that breaks off is a failure without a status', async () => {
    receiver.reply = () => 'hang up';
    announce(world);
    await send(world);
    const { attempts, response } = await stateOf();
    assert.deepEqual([attempts[0].status, response], [null, null]);
    assert.match(attempts[0].error, /socket hang up/);
  });

  await t.test('an address that has become private is not dialled', async () => {
    const before = receiver.received.length;
    world.zone.set('hooks.example', { addresses: ['10.1.2.3'] });
    announce(world);
    await send(world);
    assert.equal((await stateOf()).attempts[0].error, 'hooks.example has no public address');
    assert.equal(receiver.received.length, before);
    world.zone.set('hooks.example', { addresses: ['127.0.0.1'] });
  });

  await t.test('410 disables the endpoint at once, and the workspace gets a mail', async () => {
    receiver.reply = () => ({ status: 410 });
    clock.advance(10_000);
    await send(world);
    assert.deepEqual([(await subscription()).status, (await subscription()).status_reason], ['disabled', 'gone']);
    const states = (await deliveries(world)).data.map(({ state, reason }: Record<string, string>) => `${state} ${reason}`);
    assert.deepEqual(states.slice(0, 2), ['cancelled gone', 'cancelled gone']);
    assert.deepEqual(
      (await mails()).map(({ to, subject }) => [to, subject]),
      [['ann@north.example', 'Webhooks of North Shop are disabled']],
    );
    const [{ id: last }] = (await deliveries(world)).data;
    assert.equal(refused(await asAnn('post', `${DELIVERIES}/${last}/redeliver`)), '409 invalid_state');
  });

  await t.test('after five days of failures too; it can be resumed', async () => {
    await asAnn('patch', `/webhooks/subscriptions/${id}`, { status: 'active' });
    receiver.reply = () => ({ status: 500 });
    for (let day = 0; day <= 5; day += 1) {
      announce(world);
      await send(world);
      assert.equal((await subscription()).status, day < 5 ? 'active' : 'disabled', `day ${day}`);
      clock.advance(DAY_MS);
    }
    assert.equal((await deliveries(world, '?state=pending')).data.length, 0);
    assert.equal((await mails()).length, 1);
    assert.equal((await asAnn('patch', `/webhooks/subscriptions/${id}`, { status: 'active' })).body.data.failing_since, null);
  });
});

test('pausing keeps what is pending, removal cancels it, and one lane does not wait for another', async (t) => {
  const world = await openHookWorld(t);
  const { receiver, clock, subscribe, asAnn } = world;
  const slow = await subscribe([TYPE], { url: world.url('/slow') });
  const fast = await subscribe([TYPE], { url: world.url('/fast') });
  const held: (() => void)[] = [];
  receiver.reply = async ({ path }) => {
    if (path === '/slow') await new Promise<void>((release) => held.push(release));
    return { status: path === '/slow' ? 500 : 200 };
  };
  for (let n = 0; n < 3; n += 1) announce(world);
  const sending = send(world);
  const isDone = async (): Promise<boolean> =>
    (await deliveries(world, `?subscription_id=${fast.id}&state=delivered`)).data.length === 3;
  await until(isDone, 'the fast one has three deliveries');
  assert.equal(held.length, 3, 'the slow one has answered nothing yet');
  for (const release of held.splice(0)) release();
  await sending;

  const path = `/webhooks/subscriptions/${slow.id}`;
  await asAnn('patch', path, { status: 'paused' });
  receiver.reply = () => ({ status: 200 });
  clock.advance(HOUR_MS);
  const before = receiver.received.length;
  await send(world);
  assert.equal(receiver.received.length, before);
  assert.equal((await deliveries(world, `?subscription_id=${slow.id}&state=pending`)).data.length, 3);
  await asAnn('delete', path);
  await send(world);
  const ended = (await deliveries(world, `?subscription_id=${slow.id}`)).data;
  assert.deepEqual(
    ended.map(({ state, reason }: Record<string, string>) => `${state} ${reason}`),
    Array(3).fill('cancelled removed'),
  );
  assert.equal(receiver.received.length, before);
});

test('redeliverWebhook', async (t) => {
  const world = await openHookWorld(t);
  const { receiver, clock, subscribe, asAnn, call, zoe } = world;
  await subscribe([TYPE]);
  announce(world);
  await send(world);
  const [{ id }] = (await deliveries(world)).data;
  const path = `${DELIVERIES}/${id}/redeliver`;

  clock.advance(60_000);
  const answer = await asAnn('post', path);
  assert.deepEqual([answer.status, answer.body.data.state], [202, 'pending']);
  await asAnn('post', path);
  await send(world);
  const [first, second, ...more] = receiver.received;
  assert.ok(first && second && more.length === 0, 'twice asked for before it was sent: once sent');
  assert.deepEqual([second.body, second.headers['webhook-id']], [first.body, first.headers['webhook-id']]);
  assert.equal(Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp']), 60);
  const [{ state, attempts }] = (await deliveries(world)).data;
  assert.deepEqual([state, attempts.length], ['delivered', 2]);

  const theirs = await call('post', `${path}?profile_id=${zoe.profile_id}`, zoe.session_token);
  assert.equal(refused(theirs), '404 not_found');
  assert.equal(refused(await asAnn('post', `${DELIVERIES}/msg_${'0'.repeat(32)}/redeliver`)), '404 not_found');
  assert.equal(refused(await asAnn('post', `${DELIVERIES}/nothing/redeliver`)), '400 invalid_parameter');
});
