// What the service announces of its own: conversions and payments by a follower of the figures, once each, and nothing that is history.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { handoffAddress, openHandoffs, raiseHandoff, withdrawHandoff } from '../../../src/account/handoffs/index.ts';
import { alertSchedule } from '../../../src/act/webhooks/alerts.ts';
import { followJob } from '../../../src/act/webhooks/follow.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { replay } from '../../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { recordEvents } from './events.ts';

let app: TestApp;
let announced: ReturnType<typeof recordEvents>;

async function pay(key: string, more: Record<string, unknown> = {}): Promise<string> {
  const event = { event_type: 'payment_received', idempotency_key: key, value: { amount: '49.90', currency: 'USD' }, ...more };
  const { status, body } = await app.api(app.apiKey).post('/events', event);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.outcome_event_id;
}

async function follow(): Promise<void> {
  await app.settle();
  await runDue(app.base, [followJob]);
}

/** What has been announced since the last time, without what all events have. */
let seen = 0;
function news(): [string, Record<string, unknown>][] {
  const all = announced();
  const fresh = all.slice(seen);
  seen = all.length;
  return fresh.map(({ type, data: { profile_id, occurred_at, ...data } }) => [type, data]);
}

before(async () => {
  app = await startTestApp();
  await pay('before');
  announced = recordEvents(app.base, app.profileId);
  app.base.state.setCursor('webhooks', app.profileId, app.base.journal.lastSeq(app.profileId));
});
after(() => app?.close());

test('a payment is a conversion and a payment, announced once', async () => {
  const id = await pay('order-1', { user_traits: { email: 'ada@example.com', first_name: 'Ada' } });
  await follow();
  await follow();
  const [conversion, payment, ...more] = news();
  assert.deepEqual(more, []);
  assert.ok(conversion && payment);
  const customer = payment[1]['customer_profile_id'];
  assert.match(String(customer), /^[0-9a-f-]{36}$/);
  const paid = { event_type: 'payment_received', customer_profile_id: customer, amount: '49.9', currency: 'USD' };
  assert.deepEqual(payment, ['payment.recorded', { payment_id: id, first_payment_id: null, ...paid }]);
  const { conversion_id, ...rest } = conversion[1];
  assert.equal(conversion[0], 'conversion.created');
  assert.match(String(conversion_id), /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, { outcome_event_id: id, goal: 'payment_received', revenue_type: 'cash', is_attributed: false, ...paid });
  assert.ok(!JSON.stringify(announced()).includes('ada@'), 'nothing personal');
});

test('a refund names its payment; the same outcome again is nothing', async () => {
  const id = await pay('order-2');
  await follow();
  news();
  const refund = await pay('refund-2', { refund_of: 'order-2', value: { amount: '9.90', currency: 'USD' } }).catch(
    () => undefined,
  );
  await app.api(app.apiKey).post('/events', {
    event_type: 'payment_received',
    idempotency_key: 'order-2',
    value: { amount: '49.90', currency: 'USD' },
  });
  await follow();
  const reversed = { event_type: 'payment_received', customer_profile_id: null, amount: '9.9', currency: 'USD' };
  assert.deepEqual(news(), [['payment.reversed', { refund_id: refund, payment_id: id, ...reversed }]]);
});

test('what happened more than 7 days ago is history, and so is what a replay computes anew', async () => {
  await pay('old', { occurred_at: '2026-03-24T11:59:00Z' });
  await pay('young', { occurred_at: '2026-03-24T12:01:00Z' });
  await follow();
  assert.deepEqual(
    news().map(([type]) => type),
    ['conversion.created', 'payment.recorded'],
  );
  await replay(app.base, app.profileId);
  await follow();
  const [only, ...more] = news();
  assert.deepEqual([only?.[0], more], ['replay.completed', []]);
});

test('a look that is cut off after its transaction announces nothing twice', async () => {
  await pay('order-3');
  await app.settle();
  const before = app.base.state.cursor('webhooks', app.profileId);
  await runDue(app.base, [followJob]);
  const first = news().length;
  // As after the restore of a state that knows less than the receivers.
  app.base.state.setCursor('webhooks', app.profileId, before);
  await pay('order-4');
  await follow();
  assert.deepEqual([first, news().length], [2, 2]);
});

test('many at once are announced in portions, without a gap', async () => {
  const events = Array.from({ length: 100 }, (_, n) => ({
    event_type: 'payment_received',
    idempotency_key: `many-${n}`,
    value: { amount: '1', currency: 'USD' },
  }));
  for (let batch = 0; batch < 4; batch += 1)
    await app.api(app.apiKey).post('/events/batch', {
      events: events.map((event) => ({ ...event, idempotency_key: `${event.idempotency_key}-${batch}` })),
    });
  await follow();
  const ids = news().map(([type, data]) => `${type} ${data['payment_id'] ?? data['conversion_id']}`);
  assert.deepEqual([ids.length, new Set(ids).size], [800, 800]);
});

test('the end of a handoff about the workspace is announced in its profiles', () => {
  const { base, workspaceId } = app;
  const at = handoffAddress(base);
  const principal = { credentialId: 'session:test' };
  base.state.tx(() => raiseHandoff(base, at, { kind: 'checkout', workspaceId, payload: {}, principal }));
  const [handoff] = openHandoffs(base, workspaceId, 'checkout');
  assert.ok(handoff);
  withdrawHandoff(base, handoff);
  withdrawHandoff(base, handoff);
  const ended = { handoff_id: at.handoffId, workspace_id: workspaceId, kind: 'checkout', outcome: 'expired' };
  assert.deepEqual(news(), [['handoff.completed', ended]]);
});

test('a problem of tracking is announced when it begins, and again only after it had ended', async () => {
  const { base, profileId } = app;
  const run = async (): Promise<string[]> => {
    app.clock.advance(3_600_000);
    scheduleNext(base, alertSchedule, profileId, true);
    await runDue(base, [alertSchedule]);
    return news()
      .filter(([type]) => type === 'tracking.unhealthy')
      .map(([, { name }]) => String(name));
  };
  assert.deepEqual(await run(), ['browser_events'], 'no tracker has sent anything');
  assert.deepEqual(await run(), []);
  const view = { event_type: 'page_view', url: 'https://shop.example/' };
  const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'b1', sent_at: app.clock.now(), events: [view] });
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36' };
  assert.equal((await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers })).status, 204);
  await app.settle();
  assert.deepEqual(await run(), []);
  app.clock.advance(9 * 86_400_000);
  assert.deepEqual(await run(), ['browser_events']);
});
