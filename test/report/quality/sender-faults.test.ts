// What is wrong with single senders, planted in one small shop and missing in its twin: cents as whole units in one sale of a hundred, a clock that is
// two hours off, marked tests, and one ad account under two ids. At random strengths, beside other faults, planted-faults.test.ts plays them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance } from '../../../seeds/demo/random.ts';
import { type Api, startTestApp } from '../../harness.ts';
import { openLines } from './open-world.ts';
import type { Line } from './worlds.ts';

const SALES = 300;
/** Within the last 28 days, as the shop's first sales are not. */
const TESTS = 30;
const NOW = '2026-04-01T00:30:00Z';
const MINUTE_MS = 60_000;
/** Over four weeks; no whole number of days or hours. */
const APART_MS = 131 * MINUTE_MS;

/** Visits, each with its sale five minutes later. With faults a sale is two hours earlier, every hundredth is in cents and every tenth a test. */
function linesOf(isFaulty: boolean): Line[] {
  const luck = chance(41);
  return Array.from({ length: SALES }, (_, n) => {
    const at = Date.parse(NOW) - (n + 2) * APART_MS;
    const amount = (40 * luck.skewed(0.5)).toFixed(2);
    const sale = {
      event_type: 'payment_received',
      idempotency_key: `order-${n}`,
      occurred_at: new Date(at + (isFaulty ? -115 : 5) * MINUTE_MS).toISOString(),
      value_amount: isFaulty && n % 100 === 50 ? String(Math.round(Number(amount) * 100)) : amount,
      currency: 'USD',
      email: `person-${n}@example.com`,
      anonymous_id: `browser-${n}`,
      ...(isFaulty && n % 10 === 3 ? { properties: JSON.stringify({ test: true }) } : {}),
    };
    const visit = { event_type: 'page_view', url: 'https://shop.example/', anonymous_id: `browser-${n}`, engaged_seconds: '20' };
    return [{ ...visit, event_id: `view-${n}`, occurred_at: new Date(at).toISOString() }, sale];
  }).flat();
}

/** Twenty days of one ad, whose spend differs from day to day, once for each of the ids. */
async function reportSpend(api: Api, accountIds: readonly string[]): Promise<void> {
  const days = Array.from({ length: 20 }, (_, ago) => ({
    day: new Date(Date.parse(NOW) - (ago + 1) * 86_400_000).toISOString().slice(0, 10),
    rows: [{ campaign_id: '1', ad_id: '11', spend: `${10 + ago}.${10 + ago}`, clicks: 20 + ago, impressions: 1_000 + 50 * ago }],
  }));
  for (const account_id of accountIds) {
    const { status, body } = await api.post('/spend', { platform: 'google', account_id, currency: 'USD', days });
    assert.equal(status, 200, JSON.stringify(body));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
async function findingsOf(api: Api): Promise<Record<string, any>> {
  const { status, body } = await api.get('/quality/instrumentation-health');
  assert.equal(status, 200, JSON.stringify(body));
  return Object.fromEntries(body.data.map((each: { name: string }) => [each.name, each]));
}

test('cents, a shifted clock, tests and an account under two ids are each named, and nothing of them in their twin', async (t) => {
  const app = await startTestApp({ at: NOW });
  t.after(() => app.close());

  const faulty = await openLines(app, 'Faulty', linesOf(true));
  await reportSpend(faulty.api, ['google-1', 'act_1']);
  await app.settle(faulty.profileId);
  const { value_outlier: cents, clock_shift: clock, test_orders: tests, spend_outlier: spend } = await findingsOf(faulty.api);
  assert.deepEqual([cents.status === 'ok', cents.count], [false, 3], cents.explanation);
  assert.deepEqual([clock.status, clock.count], ['problem', clock.of], clock.explanation);
  assert.match(clock.explanation, /are 2 hours before their visits: the sender's clock or time zone is off/);
  assert.deepEqual([tests.status === 'ok', tests.count, tests.evidence[0].label], [false, TESTS, 'marked as a test']);
  assert.equal(spend.status, 'problem', spend.explanation);
  assert.match(spend.evidence[0].note, /^the same spend as account (?:act_1|google-1) on 20 days from 2026-03-12 to 2026-03-31$/);

  const twin = await openLines(app, 'Twin', linesOf(false));
  await reportSpend(twin.api, ['google-1']);
  await app.settle(twin.profileId);
  const found = await findingsOf(twin.api);
  for (const name of ['value_outlier', 'clock_shift', 'test_orders', 'spend_outlier'])
    assert.equal(found[name].status, 'ok', found[name].explanation);
});
