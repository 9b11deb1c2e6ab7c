// The page Import in a real browser: a recognised export, a sheet whose columns are chosen with a preview that follows, a file that is refused, spend of days
// that came before, and undo. All tests share one shop, one browser and one visit. It takes
// more than 10 s, as two files are imported and one is undone on real stores, and their figures are computed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { zip } from '../../collect/payments/workbook.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLooks, picture } from '../look.ts';
import { chooseFile, importFile, nameAccount, tile } from './steps.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-07-01T12:00:00Z', installation: { currency: 'EUR', timezone: 'Europe/Berlin' } });
});
after(closeBrowsers);
after(() => app?.close());

const sample = (path: string): Buffer => readFileSync(projectFile('test/collect/imports/samples', path));

const amounts = async (): Promise<string[]> =>
  (await app.api(app.apiKey).get('/payments', {})).body.data.map(
    ({ net_amount, currency }: { net_amount: string; currency: string }) => `${net_amount} ${currency}`,
  );

async function toImports(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Other files' }).getByRole('link', { name: 'All imports' }).click();
  await page.getByLabel('Drop files here, or choose them').waitFor();
}

/** No tool's header. */
const SHEET = `Beleg;Kunde;Wert;Zahltag;Lage
4711;ana@example.com;129,90;02.06.2026 10:00;bezahlt
4712;bob@example.com;59,00;03.06.2026 11:30;bezahlt
4713;cy@example.com;20,00;04.06.2026 12:00;offen
`;

const SPEND = 'Day;Campaign;Spend\n2026-06-29;"Boots; spring";12.50\n2026-06-30;"Boots; spring";11.50\n';

test('Import', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  const { promise: followed, resolve: follow } = Promise.withResolvers<void>();
  await page.clock.setFixedTime(app.clock.now());
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/import`);
  await page.getByText('Nothing was imported yet').waitFor();

  await t.test('a recognised export: its tool, its rows, its sums, and its figures afterwards', async () => {
    await chooseFile(page, { name: 'orders_export.csv', content: sample('shopify/shopify.orders.csv') });
    await page.getByText('Shopify').first().waitFor();
    assert.equal(await tile(page, 'New').textContent(), '4');
    const sums = page.getByRole('table', { name: 'Sales less refunds by month' });
    assert.equal(await sums.getByRole('row').last().textContent(), 'Jun 2026$320.00');
    await page.getByText('Further line of an order that counts once: 1 row').waitFor();
    await page.getByText('Voided: 1 row').waitFor();
    await picture(page, 'import-recognised');
    await page.route('**/profile/freshness?*', async (route) => followed.then(() => route.continue()));
    await importFile(page, app);
    await page.getByText('4 rows new, 0 already known, 0 not imported').waitFor();
    assert.deepEqual((await amounts()).sort(), ['120 USD', '150 USD', '50 USD']);
  });

  await t.test('the same file again brings nothing, and can be removed', async () => {
    await toImports(page);
    await chooseFile(page, { name: 'orders again.csv', content: sample('shopify/shopify.orders.csv') });
    assert.equal(await tile(page, 'New').textContent(), '0');
    assert.equal(await tile(page, 'Already known').textContent(), '4');
    // The figures follow the import before while the removal, which is done, is still to be answered.
    await page.route('**/imports/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      const { pathname } = new URL(route.request().url());
      const { status } = await app.api(app.apiKey).delete(pathname.replace('/api/v1', ''));
      const listed = page.waitForResponse((answer) => /\/imports\?/.test(answer.url()));
      follow();
      await listed;
      await route.fulfill({ status, json: {} });
    });
    await page.getByRole('button', { name: 'Remove the file' }).click();
    await page.getByLabel('Drop files here, or choose them').waitFor();
    await page.getByRole('link', { name: 'orders again.csv' }).waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'wait' });
    assert.deepEqual(complaints, []);
  });

  await t.test('an unknown sheet: its columns are chosen or declined, and the preview follows each change', async () => {
    await chooseFile(page, { name: 'kasse.csv', content: SHEET });
    const meaning = (column: string) => page.getByRole('combobox', { name: `Meaning of ${column}` });
    await page.getByRole('region', { name: 'Columns of the file' }).waitFor();
    assert.equal(await page.locator('section[aria-label$="Columns of the file"] + .export').count(), 0, 'a form has no export');
    await meaning('Wert').selectOption('amount');
    await meaning('Zahltag').selectOption('time');
    await meaning('Beleg').selectOption('reference');
    await page.getByText('129,90 · 59,00 · 20,00').waitFor();
    await page.getByText('Still to be chosen: Currency, State').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).count(), 0);
    await page.getByLabel('Currency: every amount is then in EUR').check();
    await page.getByLabel('State: every row is then paid').check();
    await page.getByText('The column "Lage" has "offen", which says that not every row is paid').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled(), true);
    await meaning('Lage').selectOption('status');
    await tile(page, 'New').filter({ hasText: '2' }).waitFor();
    await page.getByText('Not paid yet: 1 row').waitFor();
    await checkLooks(page, 'import-mapping');
    await importFile(page, app);
    assert.deepEqual((await amounts()).filter((amount) => amount.endsWith('EUR')).sort(), ['129.9 EUR', '59 EUR']);
  });

  await t.test('a file of which nothing can be imported says why', async () => {
    await toImports(page);
    await chooseFile(page, { name: 'konto.csv', content: sample('bank/bank.n26.csv') });
    await page.getByRole('alert').getByText('1 receipt, which may pay orders').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled(), true);
    await page.getByRole('table', { name: 'Sum by month' }).waitFor();
    await toImports(page);
    await page.getByRole('row').filter({ hasText: 'konto.csv' }).getByText('Cannot be imported').waitFor();
  });

  await t.test('an archive of several kinds says of each file what it is, and of none that it has no rows', async () => {
    const orders = { name: 'orders.csv', text: sample('shopify/shopify.orders.csv') };
    const archive = zip([orders, { name: 'tills.csv', text: SHEET }]);
    await chooseFile(page, { name: 'all.zip', content: archive });
    await page.getByRole('alert').getByText('several kinds (payments: orders.csv; not known: tills.csv)').waitFor();
    await page.getByRole('region', { name: 'all.zip/tills.csv' }).getByText('Not read: No known tool').waitFor();
    assert.equal(await page.getByText('nothing to import').count(), 0);
    await picture(page, 'import-archive');
    await page.getByRole('button', { name: 'Remove the file' }).click();
    await page.getByLabel('Drop files here, or choose them').waitFor();
  });

  await t.test('rows whose state nobody knows are left out by an answer, and no row before it', async () => {
    const exported = sample('shopify/shopify.orders.csv').toString().replaceAll('#', '#N').replace(',paid,', ',zorblatt,');
    await chooseFile(page, { name: 'words.csv', content: Buffer.from(exported) });
    const question = page.getByRole('group').filter({ hasText: 'zorblatt' });
    assert.deepEqual(await question.getByRole('radio').count(), 1, 'a word that is asked about is no answer');
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled(), true);
    await question.getByLabel('Leave these rows out').check();
    await page.getByText('State that is not known: 1 row').waitFor();
    await page.getByText('First answer what is asked above').waitFor({ state: 'detached' });
    await checkLooks(page, 'import-question');
    await page.getByRole('button', { name: 'Remove the file' }).click();
    await page.getByLabel('Drop files here, or choose them').waitFor();
  });

  await t.test('spend of days that came before: the answer to what the file is shows in the preview', async () => {
    const day = { day: '2026-06-30', rows: [{ campaign_id: 'boots', spend: '10' }] };
    const sent = { platform: 'meta', account_id: 'main', currency: 'EUR', days: [day] };
    assert.equal((await app.api(app.apiKey).post('/spend', sent)).status, 200);
    await chooseFile(page, { name: 'spend.csv', content: SPEND });
    await page.getByLabel('Currency: every amount is then in EUR').check();
    await nameAccount(page, { platform: 'meta', account: 'main' });
    await page.getByRole('group').filter({ hasText: 'came before' }).waitFor();
    const days = page.getByRole('table', { name: 'Days that change' });
    await page.getByLabel('More of these days').check();
    await tile(page, 'New').filter({ hasText: '2' }).waitFor();
    assert.equal(await days.count(), 0);
    await page.getByLabel('All of these days').check();
    await days.getByText('€11.50').waitFor();
    await picture(page, 'import-spend');
  });

  await t.test('sums of another tool are shown beside ours, with the reason of each difference', async () => {
    await toImports(page);
    await chooseFile(page, { name: 'ga4.csv', content: sample('ga4/ga4.days.csv') });
    await importFile(page, app);
    await toImports(page);
    const sheet = page.getByRole('table', { name: 'Check sheet' });
    const revenue = sheet.getByRole('row').filter({ hasText: 'Revenue' });
    await revenue.getByText('On some of these days nothing was measured here.').waitFor();
    assert.match((await revenue.textContent()) ?? '', /Mar 2026Google Analytics 4Revenue€120.50€0.00-€120.50/);
    await checkLooks(page, 'import-check-sheet');
    await page.getByRole('link', { name: 'ga4.csv' }).click();
  });

  await t.test('undo takes what a file brought out of the figures', async () => {
    await toImports(page);
    await page.getByRole('button', { name: 'Undo orders_export.csv' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
    await page.getByRole('row').filter({ hasText: 'orders_export.csv' }).getByText('Undone').waitFor();
    await app.settle();
    assert.deepEqual((await amounts()).sort(), ['129.9 EUR', '59 EUR']);
    await picture(page, 'import-list');
    assert.deepEqual(complaints, []);
  });
});
