// The workbooks of the shelf through every import: statements over the API, events and spend from files.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { backfillEvents } from '../../src/collect/events/index.ts';
import { backfillSpend } from '../../src/collect/spend/backfill.ts';
import { shelf } from '../base/rows/shelf/shelf.ts';
import { startShop } from '../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const shop = await startShop({ at: '2026-12-15T00:00:00Z' });
after(() => shop.close());
const { base, profileId } = shop;

async function parsed(bytes: Buffer): Promise<Json> {
  const { status, body } = await shop.request
    .post('/api/v1/profile/payments/import/parse')
    .set('authorization', `Bearer ${shop.apiKey}`)
    .attach('file', bytes, 'book.xlsx');
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('parsePaymentImport reads every writer’s statement', async (t) => {
  for (const { name, bytes, isComputed, isShortened, zone } of shelf)
    await t.test(name, async () => {
      const { file, columns, missing, is_ready: isReady, preview, problems, notes } = await parsed(bytes);
      assert.deepEqual([file.form, file.sheet, missing, isReady], ['xlsx', 'Payments', [], true]);
      assert.deepEqual(
        columns.map(({ field }: Json) => field),
        ['paid_at', 'reference', 'amount', 'currency', 'status', 'email', 'name'],
      );
      const brings = preview.flatMap((row: Json) =>
        row.brings.map((each: Json) => [each.reference, each.amount, each.paid_at].join(' ')),
      );
      const sales = [
        ...(isShortened
          ? []
          : ['4000000000000011 1234.5 2026-11-27T23:59:59.000Z', '4000000000000012 3.3 2026-11-27T10:30:00.000Z']),
        'A-0003 19.99 2026-11-28T18:45:00.000Z',
        ...(isComputed && !isShortened ? ['4000000000000016 15 2026-11-30T23:59:59.000Z'] : []),
      ];
      assert.deepEqual(brings, sales);
      const words = problems.map((problem: Json) => problem.words).join(' ');
      assert.match(
        words,
        isShortened ? /reference "4.00000000000001e\+15" has lost its last digits/ : /The amount is the error #N\/A\./,
      );
      if (!isComputed) assert.match(words, /amount is a formula whose result the file does not contain/);
      assert.match(notes[0], /The sheet "Payments" was read, and not "Read me", "Events", "Spend"\./);
      if (zone !== 'UTC')
        assert.match(notes.join(' '), /All times of "Date" ended in :\d\d, .* (?:45 seconds later|21 seconds earlier) now\./);
      if (isShortened) assert.match(notes.join(' '), /All numbers of "Order" with 16 digits and more end in 0/);
    });
});

test('backfillEvents and backfillSpend read every writer’s rows', async (t) => {
  for (const { name, file, isShortened, zone } of shelf)
    await t.test(name, async () => {
      const events = await backfillEvents(base, { profileId, file, force: true });
      const reasons = events.errors.map(({ line, reason }) => `${line} ${reason}`);
      const lost = (line: number): string =>
        `${line} idempotency_key: has lost its last digits in a spreadsheet; export it again as text.`;
      const error =
        name === 'write-excel-file'
          ? '4 value_amount: must be a decimal such as "129.90": "#N/A".'
          : '4 value_amount: is the error #N/A.';
      assert.deepEqual(reasons, isShortened ? [lost(2), lost(3), error] : [error]);
      assert.deepEqual([events.format, events.rows, events.accepted + events.duplicates], ['xlsx', 3, isShortened ? 0 : 2]);
      const spend = await backfillSpend(base, { profileId, file, force: true });
      // Its account 1234567890123456 is in the file as 1234567890123460, as a lost digit is.
      assert.deepEqual([spend.rows, spend.accepted + spend.duplicates, spend.errors.length], isShortened ? [2, 0, 2] : [2, 2, 0]);
      assert.match(spend.notes?.join(' ') ?? '', /The sheet "Spend" was read/);
      assert.equal(/seconds (?:later|earlier)/.test(spend.notes?.join(' ') ?? ''), zone !== 'UTC');
    });
  await t.test('as the same events and days, whoever wrote them', async () => {
    await shop.settle();
    const { data } = (await shop.owner.get('/payments', { limit: 100 })).body;
    assert.deepEqual(
      data.map(({ amount, paid_at: at }: Json) => `${amount} ${at}`),
      ['1234.5 2026-11-28T23:59:59.000Z', '3.3 2026-11-27T10:30:00.000Z'],
    );
    const days = (await shop.owner.get('/spend', { date_from: '2026-11-01', date_to: '2026-11-30' })).body.data;
    assert.deepEqual(days.map(({ platform, account_id: id, day, spend }: Json) => [platform, id, day, spend].join(' ')).sort(), [
      'meta 1234567890123456 2026-11-27 12.3',
      'meta 1234567890123456 2026-11-28 0.1',
    ]);
  });
});
