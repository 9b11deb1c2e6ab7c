// Amounts with more decimals than their currency has: kept to the last digit on every door, as long as they have six at most. A door
// that rounded would lose money, one that refused would lose sales; only what is projected is rounded to the currency's own unit.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import { backfillSpend } from '../../../src/collect/spend/backfill.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { type Shop, startShop } from '../../report/shop.ts';

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
/** Of all currencies but the euro, in which binary numbers are sent. */
const kept = async (): Promise<Kept[]> => {
  await shop.settle();
  const { data } = (await shop.owner.get('/payments', { limit: 100 })).body;
  return data.filter(({ currency }: Kept) => currency !== 'EUR');
};
const fineKept = async (): Promise<string[]> => (await kept()).map(({ amount, currency }) => `${amount} ${currency}`).sort();
const repeated = (times: number): string[] =>
  FINE.flatMap(([amount, currency]) => Array.from({ length: times }, () => `${amount} ${currency}`)).sort();

/** Read alike by every door: what is sent or stands in a file, and the amount. */
const BINARY: [value: number, amount: string][] = [
  [3.3000000000000003, '3.3'],
  [19.990000000000002, '19.99'],
  [99.9999999999986, '100'],
  [0.1 + 0.2, '0.3'],
  [12345678901.25, '12345678901.25'],
  [1e-6, '0.000001'],
];
const BINARY_TOO_FINE = 0.1234567;
const TOO_FINE_TEXT = 'value_amount: has more than 6 decimals: "3.3000000000000003".';

/** A Parquet file of the rows of a query. */
async function makeParquet({ base, profileId }: Shop, query: string): Promise<string> {
  const file = join(base.warehouse.landingFolder(profileId), `made-${query.length}.parquet`);
  await base.warehouse.convert(profileId, [{ sql: `copy (${query}) to '${file}' (format parquet)` }]);
  return file;
}

test('binary numbers are read as the decimals that they mean, by one rule on every door; texts as they stand', async (t) => {
  const { owner, base, profileId } = shop;
  const folder = temporaryFolder(t);
  const inFile = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const send = (key: string, amount: unknown) =>
    owner.post('/events', { ...payment(key, '1', 'EUR'), value: { amount, currency: 'EUR' } });
  const sums = async (): Promise<string[]> => {
    await shop.settle();
    const { body } = await owner.get('/payments', { limit: 100 });
    return body.data.flatMap(({ amount, currency }: Kept) => (currency === 'EUR' ? [amount] : [])).sort();
  };
  const amounts = BINARY.map(([, amount]) => amount).sort();

  await t.test('events, as JSON numbers and as texts', async () => {
    for (const [i, [value, amount]] of BINARY.entries()) {
      assert.equal((await send(`number-${i}`, value)).status, 201, String(value));
      const again = await send(`number-${i}`, `${amount}${amount.includes('.') ? '' : '.'}000000000`.slice(0, 38));
      assert.equal(again.body.data?.status, 'duplicate', `${amount} with zeros behind it`);
    }
    assert.deepEqual(await sums(), amounts);
    const messages = await Promise.all(
      ['3.3000000000000003', '19,99', BINARY_TOO_FINE, 1e300, -3.5, 'Ana Rojas', '4111 1111 1111 1111'].map(
        async (amount, i) => (await send(`refused-${i}`, amount)).body.error?.message,
      ),
    );
    assert.deepEqual(messages, [
      'value.amount: has more than 6 decimals: "3.3000000000000003".',
      'value.amount: must be a decimal such as "129.90": "19,99".',
      'value.amount: has more than 6 decimals: 0.1234567.',
      'value.amount: must be below 1000000000000: 1e+300.',
      'value.amount: must not be negative; a reversal names its payment in refund_of and carries a positive amount, not -3.5.',
      'value.amount: must be a decimal such as "129.90".',
      'value.amount: must be a decimal such as "129.90".',
    ]);
  });

  await t.test('lines of JSON, Parquet of every kind of number, and CSV', async () => {
    const line = (key: string, amount: string): string =>
      `{"event_type":"payment_received","idempotency_key":"${key}","occurred_at":"2026-03-02T12:00:00Z","value_amount":${amount},"currency":"EUR"}\n`;
    const lines = BINARY.map(([value], i) => line(`line-${i}`, String(value))).join('');
    const exact = line('long', '12345678901.123456') + line('zeros', '"19.990000000"') + line('text', '"3.3000000000000003"');
    const json = await backfillEvents(base, { profileId, file: inFile('a.ndjson', lines + exact) });
    assert.deepEqual([json.accepted, json.errors], [BINARY.length + 2, [{ line: 9, reason: TOO_FINE_TEXT }]]);
    const columns = "'payment_received' as event_type, '2026-03-02T12:00:00Z' as occurred_at, 'EUR' as currency";
    const parquet = await makeParquet(
      shop,
      `select ${columns}, 'double-' || i as idempotency_key, value_amount from (values ${BINARY.map(([value], i) => `(${i}, ${value}::double)`)}) as rows(i, value_amount)`,
    );
    const doubles = await backfillEvents(base, { profileId, file: parquet });
    assert.deepEqual([doubles.accepted, doubles.errors], [BINARY.length, []]);
    assert.deepEqual(await sums(), [...amounts, ...amounts, ...amounts, '12345678901.123456', '19.99'].sort());
    for (const [type, value, amount] of [
      ['float', '19.99', '19.99'],
      ['float', '1234.5', '1234.5'],
      ['decimal(38, 9)', '7.25', '7.25'],
      ['integer', '15000', '15000'],
    ] as const) {
      const key = `${type} ${value}`;
      const file = await makeParquet(shop, `select ${columns}, '${key}' as idempotency_key, ${value}::${type} as value_amount`);
      const report = await backfillEvents(base, { profileId, file });
      assert.deepEqual([report.accepted, report.errors], [1, []], key);
      assert.ok((await sums()).includes(amount), key);
    }
    const spent = await makeParquet(
      shop,
      "select 'meta' as platform, 'm' as account_id, date '2026-03-04' as day, 'EUR' as currency, 12.3::float as spend, 1.3333333333333333::double as frequency, 0.6666666666::double as platform_conversions",
    );
    const spend = await backfillSpend(base, { profileId, file: spent });
    assert.deepEqual([spend.accepted, spend.errors], [1, []]);
    await shop.settle();
    const { data } = (await owner.get('/spend', { date_from: '2026-03-04', date_to: '2026-03-04' })).body;
    assert.deepEqual([data[0].spend, data[0].frequency, data[0].platform_conversions], ['12.3', '1.333333', '0.666667']);
  });

  await t.test('a spend row, a gateway and a refund', async () => {
    const days = [{ day: '2026-03-03', rows: [{ spend: 3.3000000000000003 }] }];
    const spend = await owner.post('/spend', { platform: 'meta', account_id: 'n', currency: 'EUR', days });
    assert.equal(spend.body.data?.days[0].spend, '3.3');
    const gateway = await owner.post('/payments/card_gateway', {
      gateway: 'g',
      payment_ref: 'r',
      amount: 3.3000000000000003,
      currency: 'EUR',
      paid_at: '2026-03-02T12:00:00Z',
    });
    assert.equal(gateway.status, 201);
    await shop.settle();
    const refund = await owner.post(`/payments/${gateway.body.data.payment_id}/refund`, { amount: 1.1000000000000001 });
    assert.equal(refund.status, 201, JSON.stringify(refund.body));
    const refused = await owner.post('/payments/card_gateway', {
      gateway: 'g',
      payment_ref: 's',
      amount: '1,50',
      currency: 'EUR',
    });
    assert.match(refused.body.error.message, /amount: must be a decimal such as "129.90": "1,50"/);
  });
});

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
