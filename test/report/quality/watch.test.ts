// The loop of a finding: it becomes a problem and is announced once, somebody fixes it, it is measured again after 72 hours, and it ends once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watchProfile } from '../../../src/report/quality/watch.ts';
import { recordEvents } from '../../act/webhooks/events.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
let announced: ReturnType<typeof recordEvents>;
const HOUR_MS = 3_600_000;
let serial = 0;

/** Forty purchases within the last day. */
async function sell(more: object): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    serial += 1;
    const occurred_at = new Date(app.clock.now() - (i + 1) * 600_000).toISOString();
    const event = {
      event_type: 'payment_received',
      idempotency_key: `order-${serial}`,
      occurred_at,
      value: { amount: '10', currency: 'USD' },
    };
    const { status } = await app.api(app.apiKey).post('/events', { ...event, ...more });
    assert.equal(status, 201);
  }
  await app.settle();
}
const watch = () => watchProfile(app.base, app.profileId);
const alerts = () => announced().filter(({ type, data }) => type === 'quality.alert' && data['finding'] === 'nobody_known');
const finding = async () => {
  const { body } = await app.api(app.apiKey).get('/quality/attribution');
  return body.data.find(({ name }: { name: string }) => name === 'nobody_known');
};
const report = (body: object) => app.api(app.session).post('/profile/audit-events', body, { profile_id: app.profileId });

before(async () => {
  app = await startTestApp({ at: '2026-03-10T12:00:00Z' });
  announced = recordEvents(app.base, app.profileId);
  await sell({});
});
after(() => app.close());

test('quality.alert is announced once when a finding becomes a problem', async () => {
  assert.equal((await finding()).since, null, 'nobody measured it yet');
  await Promise.all([watch(), watch()]);
  await watch();
  assert.deepEqual(
    alerts().map(({ data }) => [data['state'], data['status'], data['share'], data['of']]),
    [['started', 'problem', 1, 40]],
  );
  assert.equal((await finding()).since, '2026-03-10T12:00:00.000Z');
});

test('a person reports a fix outside of the service', async () => {
  assert.equal((await report({ event: 'quality.fix_applied', subject: 'nobody_known' })).status, 201);
});

test('a fix is measured again after 72 hours, and the second remedy follows where nothing changed', async () => {
  app.clock.advance(HOUR_MS);
  await watch();
  const waiting = await finding();
  assert.deepEqual([waiting.fixed.outcome, waiting.fixed.after, waiting.fixed.operation], ['waiting', null, 'reported']);
  assert.deepEqual([waiting.fixed.before.share, waiting.fixed.due_at], [1, '2026-03-13T12:00:00.000Z']);
  app.clock.advance(70 * HOUR_MS);
  await watch();
  assert.equal((await finding()).fixed.after, null, 'two hours are missing');
  app.clock.advance(30 * HOUR_MS);
  await sell({});
  await watch();
  const tried = await finding();
  assert.deepEqual([tried.fixed.outcome, tried.fixed.after.of, tried.fixed.after.share], ['unchanged', 40, 1]);
  assert.equal(tried.next, tried.if_unchanged);
});

test('a fix that helps is better, and the alert ends once', async () => {
  await report({ event: 'quality.fix_applied', subject: 'nobody_known' });
  app.clock.advance(HOUR_MS);
  await watch();
  app.clock.advance(80 * HOUR_MS);
  await sell({ user_traits: { email: 'ana@example.com' } });
  await watch();
  assert.equal((await finding()).fixed.outcome, 'better');
  assert.equal(alerts().length, 1, 'the month as a whole is a problem still');
  app.clock.advance(30 * 24 * HOUR_MS);
  await sell({ user_traits: { email: 'ana@example.com' } });
  await watch();
  await watch();
  assert.deepEqual(
    alerts().map(({ data }) => data['state']),
    ['started', 'ended'],
  );
  assert.equal((await finding()).status, 'ok');
});
