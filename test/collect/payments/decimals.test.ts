// Amounts with more decimals than their currency has: kept to the last digit on every door, as long as they have six at most. A door
// that rounded would lose money, one that refused would lose sales; only what is projected is rounded to the currency's own unit.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import { backfillSpend } from '../../../src/collect/spend/backfill.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { startShop } from '../../report/shop.ts';

const FINE: [amount: string, currency: string][] = [
  ['10.5', 'JPY'],
  ['0.5', 'CLP'],
  ['1.2345', 'KWD'],
  ['0.000001', 'USD'],
];
const TOO_FINE = '1.2345678';

const shop = await startShop({ at: '2026-03-20T00:00:00Z' });
after(() => shop.close());

const payment = (key: string, amount: string, currency: string) => ({
  event_type: 'payment_received',
  idempotency_key: key,
  occurred_at: '2026-03-02T12:00:00Z',
  value: { amount, currency },
});
type Kept = { payment_key?: string; payment_id: string; amount: string; currency: string };
const kept = async (): Promise<Kept[]> => {
  await shop.settle();
  return (await shop.owner.get('/payments', { limit: 100 })).body.data;
};
const fineKept = async (): Promise<string[]> => (await kept()).map(({ amount, currency }) => `${amount} ${currency}`).sort();
const repeated = (times: number): string[] =>
  FINE.flatMap(([amount, currency]) => Array.from({ length: times }, () => `${amount} ${currency}`)).sort();

test('amounts finer than their currency are kept exactly, and finer than six decimals refused', async (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  await t.test('events and batches', async () => {
    for (const [amount, currency] of FINE) await shop.outcome(payment(`event-${currency}`, amount, currency));
    const refused = await shop.owner.post('/events', payment('event-too-fine', TOO_FINE, 'USD'));
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'validation_error']);
    assert.match(refused.body.error.message, /value\.amount: has more than 6 decimals/);
    const batch = await shop.owner.post('/events/batch', {
      events: [
        ...FINE.map(([amount, currency]) => payment(`batch-${currency}`, amount, currency)),
        payment('b', TOO_FINE, 'KWD'),
      ],
    });
    assert.deepEqual(
      batch.body.data.results.map(({ status }: { status: string }) => status),
      ['created', 'created', 'created', 'created', 'rejected'],
    );
    assert.deepEqual(await fineKept(), repeated(2));
  });
  await t.test('a gateway that is reported, and a file', async () => {
    const gateway = (payment_ref: string, amount: string, currency: string) =>
      shop.owner.post('/payments/card_gateway', { gateway: 'g', payment_ref, amount, currency, paid_at: '2026-03-02T12:00:00Z' });
    for (const [amount, currency] of FINE) assert.equal((await gateway(`ref-${currency}`, amount, currency)).status, 201);
    assert.equal((await gateway('ref-too-fine', TOO_FINE, 'USD')).status, 422);
    const rows = [...FINE, [TOO_FINE, 'JPY']].map(
      ([amount, currency], i) => `2026-03-02T12:00:00Z,payment_received,file-${i},${amount},${currency}`,
    );
    const text = `occurred_at,event_type,idempotency_key,value_amount,currency\n${rows.join('\n')}\n`;
    const report = await backfillEvents(shop.base, { profileId: shop.profileId, file: file('events.csv', text) });
    assert.deepEqual([report.accepted, report.rejected], [4, 1]);
    assert.deepEqual(await fineKept(), repeated(4));
  });
  await t.test('a refund by hand', async () => {
    const yen = (await kept()).find(({ currency }) => currency === 'JPY') as Kept;
    const refund = (amount: string) => shop.owner.post(`/payments/${yen.payment_id}/refund`, { amount });
    assert.equal((await refund(TOO_FINE)).body.error.code, 'amount_invalid');
    assert.equal((await refund('10.6')).body.error.code, 'amount_invalid', 'more than was paid, by a tenth of a yen');
    assert.equal((await refund('0.25')).status, 201);
    await shop.settle();
    const after = (await shop.owner.get('/payments', { limit: 100 })).body.data.find(
      (row: Kept) => row.payment_id === yen.payment_id,
    );
    assert.deepEqual([after.refunded_amount, after.net_amount, after.excess_refund_amount], ['0.25', '10.25', '0']);
  });
  await t.test('spend, posted and from a file', async () => {
    for (const [amount, currency] of FINE)
      await shop.spend(`p-${currency}`, { '2026-03-02': [{ spend: amount }, { spend: amount }] }, currency);
    const days = [{ day: '2026-03-02', rows: [{ spend: TOO_FINE }] }];
    const refused = await shop.owner.post('/spend', { platform: 'meta', account_id: 'm', currency: 'USD', days });
    assert.match(refused.body.error.message, /days\[0\]\.rows\[0\]\.spend: has more than 6 decimals/);
    const text = `platform,account_id,day,currency,spend\nfile,f,2026-03-02,JPY,10.5\nother,f,2026-03-02,JPY,${TOO_FINE}\n`;
    const report = await backfillSpend(shop.base, { profileId: shop.profileId, file: file('spend.csv', text), dryRun: true });
    assert.equal(report.rejected, 1);
    await shop.settle();
    const { meta } = (await shop.owner.get('/spend', { date_from: '2026-03-02', date_to: '2026-03-02' })).body;
    assert.deepEqual(meta.totals.map(({ currency, spend }: { currency: string; spend: string }) => [currency, spend]).sort(), [
      ['CLP', '1'],
      ['JPY', '21'],
      ['KWD', '2.469'],
      ['USD', '0.000002'],
    ]);
  });
  await t.test('what is projected is rounded to the unit of its currency', async () => {
    const yen = await startShop({ at: '2026-03-20T00:00:00Z', installation: { currency: 'JPY', timezone: 'Asia/Tokyo' } });
    t.after(() => yen.close());
    await yen.spend('meta', { '2026-03-19': [{ spend: '10.5' }] }, 'JPY');
    await yen.settle();
    const { spend } = (await yen.owner.get('/profile/pacing')).body.data;
    assert.match(spend.straight_line.value, /^\d+$/);
  });
});
