// Money of open disputes is counted and contested: which exports say so, in which order they are read, and what ends it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { type Shop, startShop } from '../shop.ts';

let shop: Shop;
const folder = mkdtempSync(join(tmpdir(), 'tributary-disputes-'));
before(async () => {
  shop = await startShop({ at: '2026-03-20T10:00:00Z', installation: { currency: 'EUR', timezone: 'UTC' } });
});
after(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

const HEADER =
  'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Description,Fee,Refunded date (UTC),Status,Customer ID,Customer Email,Disputed Amount,Dispute Date (UTC),Dispute Reason,Dispute Status,Invoice Number,PaymentIntent ID';

/** A row of Stripe's export. */
const charge = (id: string, amount: string, { refunded = '0.00', dispute = '' } = {}): string => {
  const disputed = dispute === '' ? ',,,' : `${amount},2026-03-12 12:00,fraudulent,${dispute}`;
  const returned = refunded === '0.00' ? '' : '2026-03-11 10:00';
  return `${id},2026-03-10 10:00,${amount},${refunded},eur,true,${amount},Chair,1.00,${returned},Paid,cus_${id},${id}@example.org,${disputed},,pi_${id}`;
};

let files = 0;
const importRows = async (...rows: string[]) => {
  files += 1;
  const file = join(folder, `charges-${files}.csv`);
  writeFileSync(file, [HEADER, ...rows, ''].join('\n'));
  const { files: outcomes }: { files: { created: number; known: number; not_taken: { rows: number } }[] } = JSON.parse(
    JSON.stringify(await commands.import(shop.base, { files: [file] }, () => undefined)),
  );
  await shop.settle();
  return outcomes.map(({ created, known, not_taken }) => [created, known, not_taken.rows])[0];
};

interface Row {
  reason: string;
  entries: number;
  amount: string;
  is_contained: boolean;
}

const look = async (range = { date_from: '2026-03-01', date_to: '2026-03-31' }) => {
  const { status, body } = await shop.owner.get('/completeness', range);
  assert.equal(status, 200, JSON.stringify(body));
  const open = body.data.reasons.find(({ reason }: Row) => reason === 'dispute_open');
  return { counted: body.data.counted, open: open && [open.entries, open.amount, open.is_contained] };
};

test('an open dispute is contained in what is counted until an export says how it ended', async (t) => {
  await t.test('a sale without one is not contested', async () => {
    assert.deepEqual(await importRows(charge('ch_won', '100.00'), charge('ch_lost', '40.00')), [2, 0, 0]);
    assert.deepEqual(await look(), { counted: '140', open: undefined });
  });
  const later = [
    charge('ch_won', '100.00', { dispute: 'under_review' }),
    charge('ch_lost', '40.00', { dispute: 'needs_response' }),
  ];
  await t.test('a later export of the same sales reaches them', async () => {
    assert.deepEqual(await importRows(...later), [2, 2, 0]);
    assert.deepEqual(await look(), { counted: '140', open: [2, '140', true] });
    const april = { date_from: '2026-04-01', date_to: '2026-04-30' };
    assert.deepEqual(await look(april), { counted: '0', open: undefined }, 'the sale is of March');
  });
  await t.test('what was returned of it is not contested', async () => {
    assert.deepEqual(
      await importRows(charge('ch_won', '100.00', { refunded: '30.00', dispute: 'under_review' })),
      [1, 2, 0],
      'the state is known',
    );
    assert.deepEqual(await look(), { counted: '110', open: [2, '110', true] });
  });
  await t.test('won or lost, it ends', async () => {
    await importRows(charge('ch_won', '100.00', { refunded: '30.00', dispute: 'won' }));
    assert.deepEqual(await look(), { counted: '110', open: [1, '40', true] });
    await importRows(charge('ch_lost', '40.00', { dispute: 'lost' }));
    assert.deepEqual(await look(), { counted: '70', open: undefined });
  });
  await t.test('an older export that is read afterwards does not open it again', async () => {
    await importRows(charge('ch_old', '5.00', { dispute: 'won' }));
    await importRows(charge('ch_old', '5.00', { dispute: 'under_review' }), charge('ch_other', '1.00'));
    assert.deepEqual(await look(), { counted: '76', open: undefined });
  });
});
