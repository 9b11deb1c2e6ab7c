// The sums of a person are what was computed last: what moves only them moves them too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../report/shop.ts';
import { assertEqualsFull } from './contents.ts';

test('sums of a person', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  shop.clock.set('2026-03-08T00:00:00Z');
  const found = async (q: string) => {
    await shop.settle();
    await assertEqualsFull(shop.base, shop.profileId);
    const [person] = (await shop.owner.get('/customers/search', { q })).body.data;
    return [person.sources, person.conversion_count, person.cash_revenue];
  };
  const pays = (key: string, amount: string, more: Record<string, unknown>) =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: '2026-03-05T12:00:00Z',
      value: { amount, currency: 'USD' },
      ...more,
    });
  const bought = [{ campaign_id: 'c-9', campaign_name: 'Spring', spend: '5' }];

  await t.test('name a source anew when other spend says whose campaign it was, channel and price alike', async () => {
    await pays('o-1', '20', { user_traits: { email: 'ana@example.com' }, ad: { campaign_id: 'c-9' } });
    assert.deepEqual(await found('ana@'), [['(not set)'], 1, '20']);
    await shop.spend('tiktok', { '2026-03-01': bought });
    assert.deepEqual(await found('ana@'), [['tiktok'], 1, '20']);
    await shop.spend('meta', { '2026-03-01': bought });
    assert.deepEqual(await found('ana@'), [['(not set)'], 1, '20'], 'both have the id, and nothing tells which is meant');
    await shop.spend('tiktok', { '2026-03-01': [] });
    assert.deepEqual(await found('ana@'), [['facebook'], 1, '20']);
  });
  await t.test('know whom only an ad was shown', async () => {
    const ad = { platform: 'meta', campaign_id: 'c-9' };
    const browser = { anonymous_id: 'saw-it', occurred_at: '2026-03-05T12:00:00Z' };
    await shop.outcome({ event_type: 'ad_view', ad, ...browser });
    await shop.outcome({ event_type: 'signed_in', user_traits: { email: 'bea@example.com' }, ...browser });
    assert.deepEqual(await found('bea@'), [['facebook'], 0, '0']);
  });
  await t.test('follow a refund, and a payment of somebody who had none', async () => {
    await pays('r-1', '5', { event_type: 'refund', refund_of: 'o-1', user_traits: { email: 'ana@example.com' } });
    assert.deepEqual(await found('ana@'), [['facebook'], 1, '15']);
    await pays('o-2', '7', { user_traits: { email: 'bea@example.com' } });
    assert.deepEqual(await found('bea@'), [['facebook'], 1, '7']);
  });
  await t.test('of two who only looked around are one row while they are merged, and two when that is undone', async () => {
    const looked = async (name: string, source: string): Promise<void> => {
      await shop.visit({ at: '2026-03-04T10:00:00Z', browser: name, url: `https://shop.example/?utm_source=${source}` });
      const traits = { external_id: name, email: `${name}@example.com` };
      await shop.outcome({ event_type: 'signed_in', anonymous_id: name, user_traits: traits });
    };
    await looked('cia', 'news');
    await looked('dan', 'radio');
    await shop.outcome({ event_type: 'signed_in', user_traits: { external_id: 'cia', email: 'dan@example.com' } });
    assert.deepEqual(
      [await found('cia@'), await found('dan@')],
      [
        [['news'], 0, '0'],
        [['radio'], 0, '0'],
      ],
    );
    const [proposal] = (await shop.owner.get('/identity/merge-proposals')).body.data;
    const decided = await shop.owner.post(`/identity/merge-proposals/${proposal.proposal_id}/decide`, { action: 'merge' });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    assert.deepEqual(await found('dan@'), [['news', 'radio'], 0, '0']);
    const undone = await shop.owner.post(`/identity/merges/${decided.body.data.audit_log_id}/undo`);
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    assert.deepEqual(
      [await found('cia@'), await found('dan@')],
      [
        [['news'], 0, '0'],
        [['radio'], 0, '0'],
      ],
    );
  });
});
