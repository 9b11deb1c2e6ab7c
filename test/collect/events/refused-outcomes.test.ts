// Outcomes that the door refuses are counted by type, reason and credential: each once under its key, in a limited number of rows, and nothing of a
// person is kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { refusedOutcomes, saveRefused } from '../../../src/collect/events/index.ts';
import { unlinkRefused } from '../../../src/collect/events/refused-outcomes.ts';
import { type Shop, startShop } from '../../report/shop.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ at: '2026-03-20T10:00:00Z' });
});
after(() => shop.close());

const payment = (key: string, amount: unknown, more: object = {}) => ({
  event_type: 'payment_received',
  idempotency_key: key,
  value: { amount, currency: 'USD' },
  anonymous_id: 'ana',
  ...more,
});

const refuse = async (body: object): Promise<void> => {
  const { status } = await shop.owner.post('/events', body);
  assert.ok(status === 409 || status === 422, String(status));
};

test('refused outcomes are counted, and nothing else of them is kept', async (t) => {
  await shop.outcome(payment('order-1', '100'));
  for (let again = 0; again < 3; again += 1) await refuse(payment('order-1', '60'));
  await refuse(payment('order-2', '12,50'));
  await refuse(payment('order-4', '7', { occurred_at: 'yesterday' }));
  await t.test('the same outcome again is one outcome', () => {
    const rows = refusedOutcomes(shop.base, shop.profileId, { from: '2026-03-20', to: '2026-03-20' });
    assert.deepEqual(
      rows.map(({ reason, outcomes, attempts, amount, currency }) => [reason, outcomes, attempts, amount, currency]),
      [
        ['used_key', 1, 3, '60', 'USD'],
        ['wrong_amount', 1, 1, '0', ''],
        ['wrong_time', 1, 1, '7', 'USD'],
      ],
    );
  });

  await t.test('limits, access and browsers are none of it; nor is another profile', async () => {
    const rows = () => refusedOutcomes(shop.base, shop.profileId, { from: '2026-03-20', to: '2026-03-20' }).length;
    const known = rows();
    assert.equal((await shop.api('svc_live_none').post('/events', payment('x', '1'))).status, 401);
    assert.equal((await shop.conversionsOnly.post('/events', payment('x', 'one'))).status, 403);
    await fetch(new URL('/t/collect', shop.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tracking_key: shop.trackingKey, anonymous_id: 'ben', events: [{ event_type: 7 }] }),
    });
    assert.equal(rows(), known);
    const texts = JSON.stringify(refusedOutcomes(shop.base, shop.profileId, { from: '2026-03-20', to: '2026-03-20' }));
    assert.doesNotMatch(texts, /order-|ana|yesterday/, 'nothing of an outcome but its type, its money and the number of its key');
  });

  await t.test('an erasure takes the keys away, and not the counts', () => {
    const read = () => refusedOutcomes(shop.base, shop.profileId, { from: '2026-03-20', to: '2026-03-20' });
    const [before_, keys] = [read().length, new Set(read().map(({ outcome_key }) => outcome_key))];
    unlinkRefused(shop.base, shop.profileId);
    assert.equal(read().length, before_);
    assert.ok(read().every(({ outcome_key }) => outcome_key === '' || !keys.has(outcome_key)));
  });
});

test('a flood of refused outcomes is counted in a limited number of rows', async (t) => {
  const { profileId } = shop;
  const key = createApiKey(shop.base, { profileId, name: 'flood', scopes: ['attribution:write'], actor: 'system' });
  shop.clock.set('2026-03-21T10:00:00Z');
  const flood = shop.api(key.secret);
  const batch = (at: number) =>
    Array.from({ length: 100 }, (_, i) => payment(`flood-${at}-${i}`, '2', { event_type: `type${at % 40}`, occurred_at: 'no' }));
  for (let at = 0; at < 12; at += 1) {
    const { body } = await flood.post('/events/batch', { events: batch(at) });
    assert.equal(body.data?.summary.rejected, 100, JSON.stringify(body).slice(0, 300));
    if (at % 3 === 0) saveRefused(shop.base);
  }
  const rows = refusedOutcomes(shop.base, profileId, { from: '2026-03-21', to: '2026-03-21' });
  t.diagnostic(`${rows.length} rows`);
  assert.ok(rows.length <= 400, String(rows.length));
  assert.equal(
    rows.reduce((sum, { outcomes }) => sum + outcomes, 0),
    1_200,
  );
  assert.equal(
    rows.reduce((sum, { amount }) => sum + Number(amount), 0),
    2_400,
  );
});
