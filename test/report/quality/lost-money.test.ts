// Money that was sent and is in no figure: outcomes that the door refused, by sender and reason, and refunds whose sale nobody sent. It is in doubt until
// it is accepted.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { type Shop, startShop } from '../shop.ts';

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

interface Found {
  status: string;
  count: number;
  of: number;
  money: { cash: string | null } | null;
  explanation: string;
  evidence: { label: string; count: number; cash: string | null; note: string | null }[];
}
const finding = async (name: string): Promise<Found> => {
  const { body } = await shop.owner.get('/quality/instrumentation-health');
  return body.data.find((each: { name: string }) => each.name === name);
};
const doubt = async () => (await shop.owner.get('/quality')).body.data.money_in_doubt;
const refuse = async (body: object, code: string): Promise<void> => {
  const answer = await shop.owner.post('/events', body);
  assert.equal(answer.body.error?.code, code, JSON.stringify(answer.body));
};

test('outcomes that the door refuses are counted by sender and reason, and are money in doubt', async (t) => {
  await shop.outcome(payment('order-1', '100'));
  await shop.settle();
  await t.test('nothing was refused', async () => {
    const { status, count, explanation } = await finding('outcomes_refused');
    assert.deepEqual([status, count], ['ok', 0]);
    assert.match(explanation, /^No outcome was refused/);
  });

  await t.test('a used key, once however often it is sent; an amount that cannot be read; a wrong time', async () => {
    for (let again = 0; again < 3; again += 1) await refuse(payment('order-1', '60'), 'idempotency_key_conflict');
    await refuse(payment('order-2', '12,50'), 'validation_error');
    await refuse(payment('order-3', '-5'), 'validation_error');
    await refuse(payment('order-4', '7', { occurred_at: 'yesterday' }), 'validation_error');
    await refuse(payment('order-5', { sum: 5 }), 'validation_error');
    const { status, count, of, money, evidence } = await finding('outcomes_refused');
    assert.deepEqual([status, count, of, money?.cash], ['problem', 5, 6, '72']);
    assert.deepEqual(
      evidence.map(({ label, count: n, cash, note }) => [label, n, cash, note]),
      [
        ['payment_received by key First key: wrong amount', 2, null, 'amount unknown'],
        ['payment_received by key First key: used key', 1, '60', null],
        ['payment_received by key First key: wrong amount', 1, '5', null],
        ['payment_received by key First key: wrong time', 1, '7', null],
      ],
    );
    const { cash, not_counted, of: counted, share } = await doubt();
    assert.deepEqual([not_counted, counted.cash, cash, share.cash], ['72', '100', '72', 0.4186]);
  });

  await t.test('what is accepted later is in doubt no more', async () => {
    await shop.outcome(payment('order-2', '12.50'));
    await shop.outcome(payment('order-4', '7'));
    await shop.settle();
    const { count, money } = await finding('outcomes_refused');
    assert.deepEqual([count, money?.cash], [3, '65']);
  });

  await t.test('rows of a batch, a batch of which nothing can be read, and payments of a card gateway', async () => {
    const events = [payment('order-6', '10'), payment('order-1', '61'), payment('order-7', '1.2345678')];
    const { body } = await shop.owner.post('/events/batch', { events });
    assert.deepEqual([body.data.summary.created, body.data.summary.rejected], [1, 2]);
    assert.equal((await shop.owner.post('/events/batch', { events: 'none' })).status, 422);
    const gateway = { gateway: 'acme', payment_ref: 'p-1', currency: 'USD', paid_at: '2026-03-20T09:00:00Z' };
    assert.equal((await shop.owner.post('/payments/card_gateway', { ...gateway, amount: '0' })).status, 422);
    await shop.settle();
    const { evidence } = await finding('outcomes_refused');
    const sums = new Map(evidence.map(({ label, cash, count }) => [`${label} ${cash}`, count]));
    assert.equal(sums.get('payment_received by key First key: used key 61'), 1, 'the last body under the key');
    assert.equal(sums.get('other types by key First key: wrong field null'), 1);
    assert.ok(
      [...sums.keys()].some((name) => name.includes('wrong amount')),
      JSON.stringify(evidence),
    );
  });
});

test('rows of files that are not taken are counted by the layout of the file, once however often it is imported', async (t) => {
  const folder = temporaryFolder(t);
  const importRows = async (name: string, ...lines: string[]) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    await commands.import(shop.base, { files: [join(folder, name)] }, () => undefined);
    await shop.settle();
  };
  const labels = async () =>
    new Map((await finding('outcomes_refused')).evidence.map(({ label, count, cash }) => [`${label} ${cash}`, count]));
  const header =
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Description,Fee,Refunded date (UTC),Status,Customer ID,Customer Email,Disputed Amount,Dispute Date (UTC),Dispute Reason,Dispute Status,Invoice Number,PaymentIntent ID';
  const charge = (id: string, amount: string, day = '2026-03-10') =>
    `${id},${day} 10:00,${amount},0.00,usd,true,${amount},Chair,1.00,,Paid,cus_1,,,,,,,`;
  await importRows('charges.csv', header, charge('ch_file1', '50.00'), charge('ch_far', '9.00', '2027-03-10'));
  await importRows('more.csv', header, charge('ch_file1', '55.00'), charge('ch_file2', '1.00'));
  await importRows('again.csv', header, charge('ch_file1', '55.00'), charge('ch_file3', '1.00'));
  const events = ['event_type,occurred_at,idempotency_key,value_amount,currency'];
  events.push('payment_received,2026-03-10T10:00:00Z,row-1,13,USD', 'payment_received,2026-03-10T10:00:00Z,row-2,-3,USD');
  events.push('payment_received,2026-03-10T10:00:00Z,row-1,14,USD', 'page_view,soon,,,');
  await importRows('events.csv', ...events);
  const found = await labels();
  assert.deepEqual([...found].filter(([label]) => label.includes('a file')).sort(), [
    ['payment_received by a file (events): used key 14', 1],
    ['payment_received by a file (events): wrong amount 3', 1],
    ['payment_received by a file (stripe): used key 5', 1],
    ['payment_received by a file (stripe): wrong field 9', 1],
  ]);
  const { body } = await shop.owner.get('/completeness', { date_from: '2026-03-01', date_to: '2026-03-31' });
  const subjects = body.data.reasons.flatMap(({ reason, subject, title }: Record<string, string>) =>
    reason === 'refused' && subject?.includes('file:') ? [[subject, title]] : [],
  );
  assert.deepEqual(subjects.toSorted()[0], [
    'used_key payment_received file:events',
    'Refused when it was sent: payment_received by a file (events): used key',
  ]);
});

test('a refund that is refused lowers what is known, and never raises it', async (t) => {
  const folder = temporaryFolder(t);
  const read = async () => {
    await shop.settle();
    const { body } = await shop.owner.get('/completeness', { date_from: '2026-03-01', date_to: '2026-03-31' });
    return { counted: Number(body.data.counted), known: Number(body.data.known), sentence: String(body.data.sentence) };
  };
  const before = await read();
  // The sale counts, its refund is dated on a day to come.
  const lines = ['Order,Date,Amount,Status,Of', 'S-1,2026-03-10,80.00,Paid,', 'S-2,2027-03-12,-30.00,Paid,S-1'];
  writeFileSync(join(folder, 'sheet.csv'), `${lines.join('\n')}\n`);
  const map = ['Order=reference', 'Date=time', 'Amount=amount', 'Status=status', 'Of=of'];
  const order = {
    files: [join(folder, 'sheet.csv')],
    as: 'payments',
    map,
    without: ['currency'],
    timezone: 'UTC',
    currency: 'USD',
  };
  await commands.import(shop.base, order, () => undefined);
  const imported = await read();
  assert.deepEqual([imported.counted - before.counted, imported.known - before.known], [80, 50]);
  // By REST: of one without a key, and of one with the type of a payment, only refund_of says that money was returned.
  await refuse({ event_type: 'refund', value: { amount: '-7', currency: 'USD' }, refund_of: 'S-1' }, 'validation_error');
  await refuse(payment('back-1', '-3', { refund_of: 'S-1' }), 'validation_error');
  const posted = await read();
  assert.deepEqual([posted.counted - imported.counted, posted.known - imported.known], [0, -10]);
  // The sentence names each part, so that a reader can add them up.
  const PARTS =
    /^Counted \$([\d.,]+); known is \$([\d.,]+), as (?:\$([\d.,]+) is not counted and )?refunds and corrections of \$([\d.,]+) are not taken off/;
  const [counted = 0, known = 0, more = 0, less = 0] = (PARTS.exec(posted.sentence) ?? [])
    .slice(1)
    .map((text?: string) => Math.round(Number(text?.replaceAll(',', '') ?? 0) * 100));
  assert.deepEqual([known, counted], [posted.known * 100, posted.counted * 100], posted.sentence);
  assert.deepEqual([less >= 3_000, known], [true, counted + more - less], posted.sentence);
});

test('a refund whose sale nobody sent is money in doubt until the sale is there', async () => {
  const back = {
    event_type: 'refund',
    idempotency_key: 'back-1',
    refund_of: 'sale-of-old',
    value: { amount: '30', currency: 'USD' },
  };
  await shop.outcome(back);
  await shop.outcome({ ...back, idempotency_key: 'back-2', refund_of: 'order-2', value: { amount: '5', currency: 'USD' } });
  await shop.settle();
  const { status, count, of, money, evidence } = await finding('refund_without_sale');
  assert.deepEqual([status, count, of, money?.cash, evidence[0]?.label], ['problem', 1, 2, '30', 'refund']);
  // A sale that no goal counts is known all the same.
  await shop.outcome(payment('sale-of-old', '30', { event_type: 'old_purchase' }));
  await shop.settle();
  const known = await finding('refund_without_sale');
  assert.deepEqual([known.status, known.count], ['ok', 0]);
});

test('a refund in another currency than its sale, or above it, is money in doubt', async () => {
  const back = (key: string, refund_of: string, amount: string, currency: string) => ({
    event_type: 'refund',
    idempotency_key: key,
    refund_of,
    value: { amount, currency },
  });
  await shop.outcome(payment('sale-euro', '80', { value: { amount: '80', currency: 'EUR' } }));
  await shop.outcome(payment('sale-many', '40'));
  await shop.outcome(back('back-lev', 'sale-euro', '50', 'BGN'));
  await shop.outcome(back('back-a', 'sale-many', '30', 'USD'));
  await shop.outcome(back('back-b', 'sale-many', '25', 'USD'));
  await shop.settle();
  const { status, count, money, evidence } = await finding('refund_without_effect');
  assert.deepEqual([status, count, money?.cash], ['problem', 2, '15']);
  assert.deepEqual(
    evidence.map(({ label, cash, note }) => [label, cash, note]),
    [
      ['refund: another currency than its sale', null, '50 BGN'],
      ['refund: more than its sale', '15', null],
    ],
  );
  // A later instalment is taken back by a refund that names it, up to itself: as cash and completeness have it.
  await shop.outcome(payment('later', '20', { installment_of: 'sale-many' }));
  await shop.outcome(back('back-later', 'later', '26', 'USD'));
  await shop.settle();
  const found = await finding('refund_without_effect');
  assert.deepEqual([found.count, found.money?.cash], [3, '21']);
  const days = { date_from: '2026-03-20', date_to: '2026-03-20' };
  const { reasons, sentence } = (await shop.owner.get('/completeness', days)).body.data;
  const outside = reasons.find(({ reason }: { reason: string }) => reason === 'refund_without_effect');
  assert.deepEqual(
    [outside.entries, outside.amount, outside.beside],
    [3, '-21', [{ currency: 'BGN', entries: 1, refunds: 1, amount: '-50' }]],
  );
  assert.match(sentence, /1 refund of BGN\s50\.00 without a rate/);
  const closing = { reason: 'refund_without_effect', subject: outside.subject, decision: 'not_ours' };
  assert.equal((await shop.owner.post('/completeness/closings', closing)).status, 201);
  const closed = (await shop.owner.get('/completeness', days)).body.data.sentence;
  assert.match(closed, /; of what is not taken off, \$21\.00 was decided to be none of its conversions/);
  const { data } = (await shop.owner.get('/payments')).body;
  const excess = data.map(({ excess_refund_amount }: { excess_refund_amount: string }) => Number(excess_refund_amount));
  assert.equal(
    excess.reduce((sum: number, each: number) => sum + each, 0),
    21,
    'the list of payments says the same',
  );
});
