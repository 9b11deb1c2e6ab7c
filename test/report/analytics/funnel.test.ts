// Funnels through the door, on walks that can be counted by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { AD_URL, COMPUTER_AGENT, type Shop, startShop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const SITE = 'https://shop.example';
const STEPS = 'page:/boots,page:/cart';

let shop: Shop;
const pay = (browser: string, at: string) =>
  shop.outcome({
    event_type: 'payment_received',
    idempotency_key: `pay-${browser}`,
    occurred_at: at,
    anonymous_id: browser,
    value: { amount: '10', currency: 'USD' },
  });
/** One page a minute. */
async function walk(browser: string, at: string, ...pages: string[]): Promise<void> {
  for (const [minute, page] of pages.entries()) {
    const url = page.startsWith('http') ? page : `${SITE}${page}`;
    await shop.visit({ at: new Date(Date.parse(at) + minute * 60_000).toISOString(), browser, url, agent: COMPUTER_AGENT });
  }
}

before(async () => {
  shop = await startShop();
  await walk('before', '2026-02-28T10:00:00Z', '/boots', '/cart');
  await walk('back', '2026-03-01T09:00:00Z', '/cart', '/boots');
  await walk('all', '2026-03-01T10:00:00Z', AD_URL, '/help', '/cart');
  await walk('late', '2026-03-02T10:00:00Z', '/boots');
  await walk('two', '2026-03-03T10:00:00Z', '/boots', '/cart');
  // Of her two walks the second goes on to a payment in time.
  await walk('twice', '2026-03-04T10:00:00Z', '/boots');
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  for (const path of ['/boots', '/cart'])
    await shop.visit({ at: '2026-03-05T10:00:00Z', browser: 'bot', url: `${SITE}${path}`, agent: bot });
  await walk('twice', '2026-03-06T10:00:00Z', '/boots', '/cart');
  await walk('late', '2026-03-12T10:00:00Z', '/cart');
  shop.clock.set('2026-03-20T00:00:00Z');
  await pay('all', '2026-03-01T10:12:00Z');
  await pay('twice', '2026-03-07T10:01:00Z');
  await pay('before', '2026-03-02T10:00:00Z');
  await shop.settle();
});
after(() => shop?.close());

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the contract
type Json = any;

async function funnel(query: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await shop.owner.get('/funnels', { ...WEEK, steps: STEPS, within_days: 3, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const peopleOf = ({ data }: Json): number[] => data.steps.map(({ people }: Json) => people);

test('getFunnel', async (t) => {
  await t.test('counts who took the steps in order and in time, as one does by hand', async () => {
    const { data, meta } = await funnel();
    assert.deepEqual(data.steps, [
      { step: 'page:/boots', people: 5, lost: 0, percent_of_first: 100, percent_of_previous: null, median_seconds: null },
      { step: 'page:/cart', people: 3, lost: 2, percent_of_first: 60, percent_of_previous: 60, median_seconds: 60 },
      {
        step: 'goal:payment_received',
        people: 2,
        lost: 1,
        percent_of_first: 40,
        percent_of_previous: 66.666667,
        median_seconds: 600,
      },
    ]);
    assert.deepEqual(data.rows, [
      { key: 'Direct', people: [4, 2, 1], percent_of_first: 25 },
      { key: 'Paid Search', people: [1, 1, 1], percent_of_first: 100 },
    ]);
    assert.deepEqual([meta.goal, meta.keys, meta.within_days], ['payment_received', 2, 3]);
  });
  await t.test('a longer time finds slower walks', async () => {
    assert.deepEqual(peopleOf(await funnel({ within_days: 30 })), [5, 4, 2]);
    assert.deepEqual(peopleOf(await funnel({ within_days: 1 })), [5, 3, 1], 'a payment a day and a minute later is too late');
  });
  await t.test('all pages below a path, events of any spelling, and one step alone', async () => {
    assert.deepEqual(peopleOf(await funnel({ steps: 'page:/*' })), [5, 2]);
    assert.deepEqual(peopleOf(await funnel({ steps: 'page:/bo*,event: PAGE_VIEW ,page:/cart' })), [5, 3, 2, 1]);
    assert.deepEqual(peopleOf(await funnel({ steps: 'page:/nowhere' })), [0, 0]);
    assert.deepEqual(peopleOf(await funnel({ steps: "page:/'; drop table events --" })), [0, 0]);
  });
  await t.test('a server names the person of a step', async () => {
    await shop.outcome({
      event_type: 'trial_started',
      idempotency_key: 'trial',
      occurred_at: '2026-03-06T09:00:00Z',
      user_traits: { email: 'gil@example.com' },
    });
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'gil',
      occurred_at: '2026-03-06T10:00:00Z',
      value: { amount: '10', currency: 'USD' },
      user_traits: { email: 'gil@example.com' },
    });
    await shop.settle();
    const answer = await funnel({ steps: 'event:trial_started' });
    assert.deepEqual(peopleOf(answer), [1, 1]);
    assert.equal(answer.data.rows[0].key, '(unknown)', 'she began in no visit');
    assert.deepEqual(peopleOf(await funnel({ steps: 'event:trial_started', channel: 'Direct' })), [0, 0]);
  });
  await t.test('filters choose walks by the visit in which they begin', async () => {
    assert.deepEqual(peopleOf(await funnel({ source: 'google' })), [1, 1, 1]);
    assert.deepEqual(peopleOf(await funnel({ device: 'desktop' })), [5, 3, 2]);
    assert.deepEqual(peopleOf(await funnel({ device: 'mobile' })), [0, 0, 0]);
    const byDevice = await funnel({ dimension: 'device' });
    assert.deepEqual(byDevice.data.rows, [{ key: 'desktop', people: [5, 3, 2], percent_of_first: 40 }]);
  });
  await t.test('an earlier time, receipts and CSV', async () => {
    assert.deepEqual(peopleOf(await funnel({ as_of: '2026-03-03T12:00:00Z' })), [4, 2, 0]);
    const { receipts, data } = await funnel({ include: 'receipt' });
    assert.equal(receipts.length, 5 * 3 + data.rows.length * 4);
    const query = new URLSearchParams({ ...WEEK, steps: STEPS, within_days: '3' });
    const headers = { authorization: `Bearer ${shop.apiKey}`, accept: 'text/csv' };
    const lines = (await (await fetch(`${shop.baseUrl}/api/v1/funnels?${query}`, { headers })).text()).split('\r\n');
    assert.deepEqual(lines.slice(0, 2), ['key,people,percent_of_first', 'Direct,4 > 2 > 1,25']);
  });
  await t.test('refuses what is no step, and who may not', async () => {
    const status = async (query: Record<string, string>) => (await shop.owner.get('/funnels', { ...WEEK, ...query })).status;
    for (const steps of ['', 'pricing', 'page:boots', 'event: ', Array(7).fill('page:/a').join(',')])
      assert.equal(await status({ steps }), 400, steps);
    assert.equal(await status({ steps: STEPS, goal: 'nothing' }), 400);
    assert.equal(await status({ steps: STEPS, audience: 'outside' }), 400, 'no reader outside has it');
    assert.equal(await status({}), 400);
    assert.equal((await shop.conversionsOnly.get('/funnels', { ...WEEK, steps: STEPS })).status, 403);
    const other = { ...WEEK, steps: STEPS, profile_id: '00000000-0000-4000-8000-000000000000' };
    assert.equal((await shop.api(shop.session).get('/funnels', other)).status, 404);
  });
  await t.test('in healthcare, rows of fewer than five people are left out', async () => {
    setHealthcare(shop.base, { profileId: shop.profileId }, true);
    const { data, meta } = await funnel();
    assert.deepEqual([data.rows, meta.people_at_least], [[], 5]);
  });
});
