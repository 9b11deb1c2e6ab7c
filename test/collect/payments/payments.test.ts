// Payments of the week in test/report/shop.ts: order-1 of 100 with 25 given back and order-2 of 50 are Ana's, order-3 of 20 is of
// a browser that nobody knows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop } from '../../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers whose form the contract has just been checked against
type Json = any;

let shop: Shop;
const orders: Record<string, string> = {};
before(async () => {
  shop = await openShop();
  const { data } = (await shop.owner.get('/payments')).body;
  for (const row of data as Json[]) orders[row.amount] = row.payment_id;
});
after(() => shop.close());

const list = async (query: Record<string, unknown> = {}, api = shop.owner): Promise<Json[]> =>
  (await api.get('/payments', query)).body.data;

test('listPayments', async (t) => {
  await t.test('newest first, with what was given back and who paid', async () => {
    const rows = await list();
    assert.deepEqual(
      rows.map((row) => [row.paid_at, row.amount, row.refunded_amount, row.net_amount, row.status, row.payer?.name]),
      [
        ['2026-03-06T12:00:00.000Z', '50', '0', '50', 'identified', 'Ana Rojas'],
        ['2026-03-05T12:00:00.000Z', '100', '25', '75', 'identified', 'Ana Rojas'],
        ['2026-03-02T11:30:00.000Z', '20', '0', '20', 'unidentified', undefined],
      ],
    );
    const [refund] = rows[1].refunds;
    assert.deepEqual([refund.amount, refund.is_manual, refund.refunded_at], ['25', false, '2026-03-07T12:00:00.000Z']);
  });
  await t.test('those whose payer nobody knows', async () => {
    assert.deepEqual(
      (await list({ status: 'unidentified' })).map((row) => row.amount),
      ['20'],
    );
  });
  await t.test('between two moments, both inside', async () => {
    const between = (from: string, to: string) => list({ from, to });
    assert.equal((await between('2026-03-05T12:00:00Z', '2026-03-06T13:00:00+01:00')).length, 2);
    assert.equal((await between('2026-03-05T12:00:00.001Z', '2026-03-06T11:59:59Z')).length, 0);
  });
  await t.test('the cursor walks all rows once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await shop.owner.get('/payments', { limit: 1, cursor });
      seen.push(body.data[0].amount);
      cursor = body.pagination.cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(seen, ['50', '100', '20']);
  });
  await t.test('without customers:read nobody is named', async () => {
    const [row] = await list({}, shop.conversionsOnly);
    assert.deepEqual([row.payer.name, row.payer.email], [null, null]);
    assert.ok(row.payer.customer_profile_id);
  });
  await t.test('refuses half a range, one backwards, one that is none, and an unknown status', async () => {
    const at = '2026-03-05T12:00:00Z';
    for (const [query, code] of [
      [{ from: at }, 'range_invalid'],
      [{ from: at, to: '2026-03-05T11:59:59Z' }, 'range_invalid'],
      [{ from: 'yesterday', to: at }, 'range_invalid'],
      [{ status: 'lost' }, 'status_invalid'],
      [{ cursor: 'bm9uZQ' }, 'invalid_parameter'],
    ] as const) {
      const { status, body } = await shop.owner.get('/payments', query);
      assert.deepEqual([status, body.error.code], [code === 'invalid_parameter' ? 400 : 422, code], JSON.stringify(query));
    }
  });
});
