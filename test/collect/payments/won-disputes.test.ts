// A dispute that is won in another export than the one in which it took the money: the money counts again, in whatever order the exports are read, and as
// long as the export that says so is in force.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadsOf } from '../../act/uploads/uploads.ts';
import { type Shop, startShop } from '../../report/shop.ts';

const HEADER =
  'Purchase ID,Item Name,Buyer Name,Purchase Email,Buyer Email,Do not contact?,Purchase Date,Purchase Time (UTC timezone),Subtotal ($),Taxes ($),Shipping ($),Sale Price ($),Fees ($),Net Total ($),Tip ($),Refunded?,Partial Refund ($),Fully Refunded?,Disputed?,Dispute Won?,Recurring Charge?,Free trial purchase?,Pre-order authorization?';
const row = (id: string, state = '0,0', title = 'Atlas') =>
  `${id},${title},Kim,kim@example.org,,0,2026-03-02,2026-03-02 21:00:00 UTC,25.0,0.0,0.0,25.0,2.5,22.5,0.0,0,0.0,0,${state},0,0,0`;
const [DISPUTED, WON] = ['1,0', '1,1'];
const fileOf = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;

test('what a dispute took comes again with the export in which it is won', async (t) => {
  const shop: Shop = await startShop({ at: '2026-03-20T10:00:00Z', installation: { currency: 'USD', timezone: 'UTC' } });
  t.after(() => shop.close());
  const files = uploadsOf(shop);
  const load = async (...rows: string[]): Promise<string> => {
    const { import_id } = await files.upload(fileOf(...rows), 'gumroad.csv');
    const { status } = await files.commit(import_id);
    assert.equal(status, 'completed');
    return import_id;
  };
  const cash = async (): Promise<number> => {
    const { body } = await shop.owner.get('/overview', { date_from: '2026-03-01', date_to: '2026-03-31' });
    return body.data.current.cash_revenue;
  };

  await t.test('of a later export, and until that is undone', async () => {
    await load(row('u1', DISPUTED));
    assert.equal(await cash(), 0, 'the disputed sale is taken back');
    const won = await load(row('u1', WON));
    assert.equal(await cash(), 25);
    await files.undo(won);
    assert.equal(await cash(), 0);
    await load(row('u1', WON));
    assert.equal(await cash(), 25);
  });

  await t.test('once, whichever other exports are read or undone', async () => {
    const lost = await load(row('v1', DISPUTED), row('v2'));
    const { files: previews } = await files.upload(fileOf(row('v1', WON), row('v2')), 'gumroad.csv');
    const [{ would }] = previews;
    assert.deepEqual([would.created, would.known], [2, 3], 'what became of it and the money are new');
    const won = await load(row('v1', WON), row('v2'));
    assert.equal(await cash(), 75);
    await load(row('v1', WON), row('v2'), row('v3'));
    assert.equal(await cash(), 100, 'a third export says the same again');
    await load(row('v1', DISPUTED), row('v2'), row('v4'));
    assert.equal(await cash(), 125, 'an older export, read later, takes nothing back');
    await files.undo(lost);
    assert.equal(await cash(), 125, 'other exports say the same without the first');
    await files.undo(won);
    assert.equal(await cash(), 125);
  });

  await t.test('of an export that is read before the one in which it was lost', async () => {
    await load(row('w1', WON));
    assert.equal(await cash(), 150);
    const older = await load(row('w1', DISPUTED));
    assert.equal(await cash(), 150);
    await files.undo(older);
    assert.equal(await cash(), 150);
  });
});
