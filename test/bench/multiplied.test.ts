// The bench's world of a hundred million events is a smaller one, some times over: its folder opens and is computed like any other.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { multiply } from '../../bench/multiplied.ts';
import { startTestApp } from '../harness.ts';

const EVENTS = 12;
const TIMES = 3;
const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };

test('a multiplied data folder opens, is computed and takes events', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tributary-multiplied-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const from = join(root, 'from');
  const to = join(root, 'to');
  const config = { sealRows: 4 };
  const app = await startTestApp({ dataDir: from, config });
  const { profileId, apiKey } = app;
  const payment = (i: number) => ({
    event_type: 'payment_received',
    value: { amount: '1.00', currency: 'USD' },
    idempotency_key: `e${i}`,
    anonymous_id: `b${i}`,
    occurred_at: '2026-03-10T00:00:00Z',
  });
  for (let i = 0; i < EVENTS; i += 1) {
    const { status, body } = await app.api(apiKey).post('/events', payment(i));
    assert.equal(status, 201, JSON.stringify(body));
  }
  await app.settle();
  assert.equal(app.base.archive.sealedUpTo(profileId), BigInt(EVENTS));
  await app.close();

  await multiply(from, to, { profileId, spill: join(root, 'spill'), times: TIMES, leastRows: 1 });
  const large = await startTestApp({ dataDir: to, config, installation: { workspace: 'Other' } });
  t.after(() => large.close());
  await large.settle(profileId);
  const payments = async () => (await large.api(apiKey).get('/overview', RANGE)).body.data.current.cash_payments;
  assert.equal(await payments(), EVENTS * TIMES);
  await large.api(apiKey).post('/events', payment(EVENTS));
  await large.settle(profileId);
  assert.equal(await payments(), EVENTS * TIMES + 1);
});
