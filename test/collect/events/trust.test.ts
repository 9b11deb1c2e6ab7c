// Whoever knows the public tracking key may send what he likes before a server does: no figure of the server's may change.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
});
after(() => app.close());

const collect = async (events: unknown[]): Promise<void> => {
  const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'intruder', events });
  const response = await fetch(new URL('/t/collect', app.baseUrl), { method: 'POST', body });
  assert.equal(response.status, 204);
};
const figures = async (): Promise<unknown> => {
  await app.settle();
  const { body } = await app.api(app.apiKey).get('/overview', { date_from: '2026-03-01', date_to: '2026-03-31' });
  return [body.data.current.outcomes, Number(body.data.current.cash_revenue)];
};

test('a browser cannot take the place of an outcome that a server reports later', async (t) => {
  const ids = ['order-1001', 'order-1002', 'order-1003', 'key:order-1001', 'event:order-1002'];
  await collect(ids.map((event_id) => ({ event_type: 'page_view', event_id })));
  await collect(ids.map((idempotency_key) => ({ event_type: 'page_view', idempotency_key })));

  await t.test('by the key of POST /events', async () => {
    const value = { amount: '5.00', currency: 'USD' };
    const { status } = await app.api(app.apiKey).post('/events', {
      event_type: 'payment_received',
      idempotency_key: 'order-1001',
      occurred_at: '2026-03-10T10:00:00Z',
      value,
    });
    assert.equal(status, 201);
    assert.deepEqual(await figures(), [1, 5]);
  });
  await t.test('by the event id of a backfilled row, with a key of its own and without', async () => {
    const file = join(app.dataDir, 'orders.csv');
    const rows = [
      'event_id,idempotency_key,event_type,occurred_at,value_amount,currency',
      'order-1002,pay-2,payment_received,2026-03-11,7.00,USD',
      'order-1003,,lead_created,2026-03-12,,',
    ];
    writeFileSync(file, rows.join('\n'));
    const report = await backfillEvents(app.base, { profileId: app.profileId, file });
    assert.deepEqual([report.accepted, report.rejected], [2, 0]);
    assert.deepEqual(await figures(), [2, 12]);
    const sql = "select event_type from events where trust = 'server' order by seq";
    const kept = await app.base.warehouse.query({ profileId: app.profileId }, { sql });
    assert.deepEqual(
      kept.map((row) => row['event_type']),
      ['payment_received', 'payment_received', 'lead_created'],
    );
  });
  await t.test('nor do two outcomes that share an event id drop each other; a repeated view is still dropped', async () => {
    const file = join(app.dataDir, 'shared.csv');
    const rows = [
      'event_id,idempotency_key,event_type,occurred_at,value_amount,currency',
      'cart-9,pay-3,payment_received,2026-03-13,1.00,USD',
      'cart-9,pay-4,payment_received,2026-03-13,1.00,USD',
      'view-1,,page_view,2026-03-13,,',
      'view-1,,page_view,2026-03-13,,',
    ];
    writeFileSync(file, rows.join('\n'));
    await backfillEvents(app.base, { profileId: app.profileId, file });
    assert.deepEqual(await figures(), [4, 14]);
    const sql = "select count(*) as views from events where trust = 'server' and event_type = 'page_view'";
    const [counted] = await app.base.warehouse.query({ profileId: app.profileId }, { sql });
    assert.equal(counted?.['views'], 1n);
  });
});
