// Lifetime value by first source through the door: on a year that can be worked out by hand; and the interval of a mean, on people of a known one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chance } from '../../../seeds/demo/random.ts';
import { unitsOf } from '../../../src/base/kit/decimals.ts';
import { meanInterval } from '../../../src/report/analytics/intervals/intervals.ts';
import { calculate, isPrinted } from '../formula.ts';
import { AD_URL, MAIL_URL, type Shop, startShop } from '../shop.ts';

const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the contract
type Json = any;

let shop: Shop;
const pay = (person: string, at: string, amount: string, more: Record<string, unknown> = {}) =>
  shop.outcome({
    event_type: 'payment_received',
    idempotency_key: `${person}-${at}`,
    occurred_at: at,
    ...more,
    value: { amount, currency: 'USD' },
    user_traits: { external_id: person },
  });

// Ana came by the ad, later by a mail, and paid 100 on 5 March, 30 on 3 April (her 30th day), 50 on 4 April (the 31st), and 20 of the 100 went back on
// 10 April. Ben came by the mail and paid 40 on 30 March. Cal, whom no visit knows, paid 10 on 1 March, and Dan 7 in February. Today is 20 May.
before(async () => {
  shop = await startShop();
  await shop.visit({ at: '2026-03-01T10:00:00Z', browser: 'ana', url: AD_URL });
  await shop.visit({ at: '2026-03-04T11:00:00Z', browser: 'ana', url: MAIL_URL });
  await shop.visit({ at: '2026-03-29T11:00:00Z', browser: 'ben', url: MAIL_URL });
  shop.clock.set('2026-05-20T12:00:00Z');
  await pay('dan', '2026-02-20T10:00:00Z', '7');
  await pay('cal', '2026-03-01T10:00:00Z', '10');
  await pay('ana', '2026-03-05T10:00:00Z', '100', { anonymous_id: 'ana' });
  await pay('ana', '2026-04-03T10:00:00Z', '30');
  await pay('ana', '2026-04-04T10:00:00Z', '50');
  await pay('ana', '2026-04-10T10:00:00Z', '20', { refund_of: 'ana-2026-03-05T10:00:00Z' });
  await pay('ben', '2026-03-30T10:00:00Z', '40', { anonymous_id: 'ben' });
  await shop.settle();
});
after(() => shop?.close());

async function lifetime(query: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await shop.owner.get('/lifetime-value', { ...MARCH, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const none = (reason: string) => ({ people: 0, cash: '0', lifetime_value: null, reason });
const known = (people: number, cash: string, lifetime_value: string) => ({ people, cash, lifetime_value, reason: null });

test('getLifetimeValue', async (t) => {
  await t.test('counts the first days of people who are so old, as one does by hand', async () => {
    const { data, meta } = await lifetime();
    const young = { 180: none('too_young'), 365: none('too_young'), 90: none('too_young') };
    // On 20 May, people acquired until 21 March are 60 days old.
    assert.deepEqual(data.rows, [
      { key: 'google', acquired: 1, values: { 30: known(1, '130', '130'), 60: known(1, '160', '160'), ...young } },
      { key: 'newsletter', acquired: 1, values: { 30: known(1, '40', '40'), 60: none('too_young'), ...young } },
    ]);
    assert.deepEqual(data.unattributed, {
      acquired: 1,
      values: { 30: known(1, '10', '10'), 60: known(1, '10', '10'), ...young },
    });
    assert.deepEqual(data.totals, { acquired: 3, values: { 30: known(3, '180', '60'), 60: known(2, '170', '85'), ...young } });
    assert.deepEqual(meta.windows.slice(0, 3), [
      { days: 30, acquired_to: '2026-03-31', complete_on: '2026-04-30' },
      { days: 60, acquired_to: '2026-03-21', complete_on: '2026-05-30' },
      { days: 90, acquired_to: null, complete_on: '2026-06-29' },
    ]);
  });
  await t.test('a number of days is over at the end of its last day', async () => {
    const { data } = await lifetime({ date_from: '2026-03-30', date_to: '2026-03-30', as_of: '2026-04-28T12:00:00Z' });
    assert.deepEqual(data.totals.values[30], none(data.totals.acquired === 0 ? 'no_people' : 'too_young'));
    shop.clock.set('2026-05-29T12:00:00Z');
    assert.deepEqual((await lifetime()).data.rows[1].values[60], known(1, '40', '40'));
    assert.deepEqual((await lifetime()).meta.windows[1].acquired_to, '2026-03-30');
    shop.clock.set('2026-05-28T12:00:00Z');
    assert.deepEqual((await lifetime()).data.rows[1].values[60], none('too_young'));
  });
  await t.test('a filter compares the first touch, and leaves nobody unattributed', async () => {
    const { data } = await lifetime({ channel: 'Email', dimension: 'campaign' });
    assert.deepEqual([data.rows.length, data.totals.acquired, data.unattributed.acquired], [1, 1, 0]);
    assert.deepEqual(data.unattributed.values[30], none('no_people'));
    assert.equal((await lifetime({ source: 'nowhere' })).data.totals.values[30].reason, 'no_people');
  });
  await t.test('rows add up, and each figure is the result of its receipt', async () => {
    for (const dimension of ['source', 'channel', 'campaign']) {
      const answer = await lifetime({ dimension, include: 'receipt,interval' });
      const lines = [...answer.data.rows, answer.data.unattributed];
      for (const days of [30, 60, 90, 180, 365]) {
        const sum = lines.reduce((all: bigint, { values }: Json) => all + unitsOf(values[days].cash, 6), 0n);
        assert.equal(sum, unitsOf(answer.data.totals.values[days].cash, 6), `${dimension} ${days}`);
      }
      assert.equal(answer.receipts.length, (lines.length + 1) * (1 + 5 * 3));
      for (const { path, formula, terms } of answer.receipts) {
        const printed = path
          .split('/')
          .slice(1)
          .reduce((node: Json, part: string) => node[part], answer);
        assert.ok(isPrinted(calculate(formula, terms), printed), `${path} is ${printed}`);
      }
      assert.ok(answer.intervals.every(({ reason }: Json) => reason === 'too_few'));
    }
  });
  await t.test('money without a rate is not known, and the answer says so', async () => {
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'eva',
      occurred_at: '2026-04-02T10:00:00Z',
      value: { amount: '5', currency: 'CHF' },
      user_traits: { external_id: 'eva' },
    });
    await shop.settle();
    const { data, warnings } = await lifetime({ date_from: '2026-04-01', date_to: '2026-04-02' });
    assert.deepEqual(data.totals.values[30], { people: 1, cash: null, lifetime_value: null, reason: 'no_exchange_rate' });
    assert.equal(warnings[0].code, 'rate_missing');
  });
  await t.test('refuses keys without the scope', async () => {
    assert.equal((await shop.conversionsOnly.get('/lifetime-value', MARCH)).status, 403);
  });
});

test('the interval of a mean contains the true one as often as it says', (t) => {
  const SEED = 5;
  const luck = chance(SEED);
  const [PEOPLE, TRIALS, MEAN] = [60, 2_000, 50];
  for (const deviation of [0.3, 0.6, 0.9]) {
    let hits = 0;
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const paid = Array.from({ length: PEOPLE }, () => MEAN * Math.exp(-(deviation ** 2) / 2) * luck.skewed(deviation));
      const sum = paid.reduce((all, each) => all + each, 0);
      const squares = paid.reduce((all, each) => all + each * each, 0);
      const { low, high } = meanInterval('/x', sum / PEOPLE, { sum, squares }, { people: PEOPLE, most: PEOPLE });
      if (Number(low) <= MEAN && Number(high) >= MEAN) hits += 1;
    }
    t.diagnostic(`${hits} of ${TRIALS} at a deviation of ${deviation}, seed ${SEED}`);
    assert.ok(hits > 0.93 * TRIALS && hits < 0.97 * TRIALS, `${hits} of ${TRIALS} at a deviation of ${deviation}`);
  }
});
