// The preview of a statement names a total of refunds below the known one, as its commit does: an older export takes nothing back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestApp } from '../../harness.ts';

const app = await startTestApp();
after(() => app.close());
const api = app.api(app.apiKey);

/** An export of Stripe in which so much of the second charge was refunded. */
const exportOf = (refunded: string): string =>
  [
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Status,Customer ID,Customer Email',
    'ch_11,2026-03-14 09:26:53,12.00,0.00,eur,TRUE,Paid,,',
    `ch_12,2026-03-14 09:27:00,40.00,${refunded},eur,TRUE,Paid,,`,
    '',
  ].join('\n');

async function parse(text: string) {
  const { status, body } = await app.request
    .post('/api/v1/profile/payments/import/parse')
    .set('authorization', `Bearer ${app.apiKey}`)
    .attach('file', Buffer.from(text), 'march.csv');
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function commit(text: string) {
  const { import_id } = await parse(text);
  const { status, body } = await api.post('/profile/payments/import/commit', { import_id });
  assert.equal(status, 200, JSON.stringify(body));
  await app.settle();
  return body.data;
}

test('the preview of a statement names a total of refunds below the known one', async () => {
  await app.settle();
  await commit(exportOf('15.00'));
  const { preview } = await parse(exportOf('10.00'));
  const [first, second] = preview;
  assert.equal(first.words, 'A sale of 12 EUR; it came before, and counts once.');
  assert.match(
    second.words,
    /^A sale of 40 EUR; it came before, and counts once\. ch_12: this row says that 10 EUR of it were returned in all, and an earlier import 15 EUR\./,
  );
  assert.deepEqual(
    second.brings.map(({ reference }: { reference: string }) => reference),
    ['ch_12'],
  );
  const done = await commit(exportOf('10.00'));
  assert.ok(second.words.endsWith(done.result.refused[0].words), 'the commit says the same');
  const same = await parse(exportOf('15.00'));
  assert.match(same.preview[1].words, /^A sale of 40 EUR, of which 15 EUR was refunded; it came before, and counts once\.$/);
});
