// The page of payments in a real browser: the ledger, a refund by hand, who paid, and the imports with undo.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { startPipeline } from '../../src/credit/pipeline/index.ts';
import { linkFor } from '../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf } from './look.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
});
after(closeBrowsers);
after(() => app?.close());

async function open(t: TestContext, path: string) {
  const watched = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await watched.context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/${path}`);
  return { page, complaints: watched.complaints };
}

const payments = async () => (await app.api(app.apiKey).get('/payments', {})).body.data;

const SHEET = `Date,Order,Amount,Currency,Status,Email
2026-03-10 10:00:00,A-1,100.00,USD,paid,ana@example.com
2026-03-11 10:00:00,A-2,50.00,USD,paid,
`;

async function importSheet(): Promise<void> {
  const { body } = await app.request
    .post('/api/v1/profile/payments/import/parse')
    .set('authorization', `Bearer ${app.apiKey}`)
    .attach('file', Buffer.from(SHEET), 'march.csv');
  const { status } = await app.api(app.apiKey).post('/profile/payments/import/commit', { import_id: body.data.import_id });
  assert.equal(status, 200);
  await app.settle();
}

test('a refund by hand, removed again, and who paid', async (t) => {
  await importSheet();
  const { page, complaints } = await open(t, 'payments');
  const all = page.getByRole('table', { name: 'All payments' });
  const row = all.getByRole('row').filter({ hasText: '$100.00' });
  await row.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Amount in USD').fill('1000');
  await page.getByRole('button', { name: 'Record the refund' }).click();
  await page.getByText('amount_invalid').waitFor();
  await page.reload();
  await page.getByLabel('Amount in USD').fill('30');
  await page.getByRole('button', { name: 'Record the refund' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.settle();
  await page.reload();
  await row.filter({ hasText: '$30.00' }).waitFor();
  assert.equal((await payments()).find(({ amount }: { amount: string }) => amount === '100').net_amount, '70');
  await picture(page, 'payments-ledger');
  assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), []);
  assert.deepEqual(await seriousOf(page), []);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Smallest first');
  await all.locator('tbody tr').first().filter({ hasText: '$50.00' }).waitFor();
  await page.reload();
  await page.getByText('Smallest first, each in its own currency').waitFor();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Largest first');
  await all.locator('tbody tr').first().filter({ hasText: '$100.00' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'payments-ledger-390');
  assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), []);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('button', { name: 'Remove the refund' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.settle();
  await page.reload();
  await row.filter({ hasText: '–' }).waitFor();
  // The payer is answered once the figures have it.
  const pipeline = startPipeline(app.base);
  t.after(() => pipeline.stop());
  const unknown = page.getByRole('table', { name: 'Payments without a known customer' });
  await unknown.getByRole('button', { name: 'Payer' }).click();
  await page.getByRole('searchbox').fill('ana@example.com');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'This one paid' }).click();
  await unknown.waitFor({ state: 'detached' });
  assert.ok((await payments()).every(({ status }: { status: string }) => status === 'identified'));
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes('status of 4')),
    [],
  );
});

test('the imports of payments are listed, and undo removes what one brought', async (t) => {
  const { page, complaints } = await open(t, 'payments/imports');
  const row = page.getByRole('table', { name: 'Imports' }).getByRole('row').filter({ hasText: 'march.csv' });
  await row.getByText('Imported', { exact: true }).waitFor();
  await picture(page, 'payments-imports');
  assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), []);
  assert.deepEqual(await seriousOf(page), []);
  await row.getByRole('button', { name: 'Undo' }).click();
  await row.getByText('Undone').waitFor();
  await app.settle();
  assert.deepEqual(await payments(), []);
  await page.getByRole('link', { name: 'Import a file' }).click();
  await page.getByLabel('Drop files here, or choose them').waitFor();
  assert.deepEqual(complaints, []);
});
