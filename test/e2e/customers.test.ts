// The page of customers in a real browser: the list is that of REST, a search finds a person, a person shows what each touch of a conversion
// earned, and who may not see people is told what is hidden.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { linkFor } from '../doors/console/browser.ts';
import type { TestApp } from '../harness.ts';
import { closeBrowsers, enterBy, openBrowser, textOf } from './chromium.ts';
import { openDemoShop } from './demo-shop.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf } from './look.ts';

const MONTH = { date_from: '2026-03-01', date_to: '2026-03-30' };

let app: TestApp;
before(async () => {
  app = await openDemoShop();
});
after(closeBrowsers);
after(() => app?.close());

async function open(t: TestContext, path: string, width = 1440) {
  const watched = await openBrowser(t, app.baseUrl, { viewport: { width, height: 900 }, bypassCSP: true });
  const page = await watched.context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base), { waitUntil: 'networkidle' });
  await page.goto(`${app.baseUrl}/console/${app.profileId}/${path}`);
  return { page, complaints: watched.complaints };
}

const firstRow = async () => {
  const query = { ...MONTH, goal: 'payment_received', limit: 50 };
  return (await app.api(app.apiKey).get('/customers', query)).body.data[0];
};

async function assertWhole(page: Page, name: string): Promise<void> {
  await picture(page, name);
  assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], name);
  assert.deepEqual(await seriousOf(page), [], name);
}

test('from the list to what each touch of a conversion earned', async (t) => {
  const { page, complaints } = await open(t, 'customers');
  const { name, email, touch_count } = await firstRow();
  const row = page.locator('tbody tr').first();
  await row.waitFor();
  const text = (await row.textContent()) ?? '';
  for (const part of [name, email, `${touch_count} touch`]) assert.ok(text.includes(part), `${part}: ${text}`);
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: 'Credit of its touches' }).waitFor();
  await page.getByRole('heading', { name: 'Journey' }).waitFor();
  await page.getByRole('columnheader', { name: 'Linear' }).waitFor();
  const linear = await page.locator('.customers-credit tbody td:nth-child(7)').allTextContents();
  const shares = linear.map((share) => Number.parseFloat(share)).filter((share) => !Number.isNaN(share));
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) <= shares.length, linear.join());
  await assertWhole(page, 'person-light-1440');
  await page.getByRole('button', { name: 'Data as a file' }).click();
  await page.getByRole('dialog').getByText('readable form').waitFor();
  await assertWhole(page, 'person-file-light-1440');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = JSON.parse(await textOf(await saved));
  assert.ok(file.facts.length > 0 && file.known_by.includes(email), JSON.stringify(file.known_by));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: 844 });
  await assertWhole(page, 'person-light-390');
  await page.getByRole('link', { name: 'All customers' }).click();
  await page.locator('tbody tr').first().waitFor();
  assert.deepEqual(complaints, []);
});

test('the head of a column sorts the whole list, and turns it', async (t) => {
  const { page, complaints } = await open(t, 'customers');
  const values = page.locator('.customers-list tbody tr td:nth-child(2)');
  const list = app.api(app.apiKey);
  const best = async (order: string): Promise<number> => {
    const query = { ...MONTH, goal: 'payment_received', sort: 'revenue', order, limit: 1 };
    return (await list.get('/customers', query)).body.data[0].revenue;
  };
  const shows = (amount: number): Promise<void> =>
    values
      .first()
      .filter({ hasText: amount.toLocaleString('en-US', { minimumFractionDigits: 2 }) })
      .waitFor();
  await page.getByRole('button', { name: 'Value' }).click();
  await shows(await best('desc'));
  await page.getByText('highest value first').waitFor();
  const [first] = await values.allTextContents();
  await page.getByRole('button', { name: 'Show more' }).click();
  await values.nth(60).waitFor();
  assert.equal((await values.allTextContents())[0], first);
  await assertWhole(page, 'customers-sorted-1440');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Value' }).and(page.locator('[aria-sort=descending]')).waitFor();
  await page.getByRole('button', { name: 'Value' }).click();
  await page.getByText('lowest value first').waitFor();
  await shows(await best('asc'));
  assert.deepEqual(complaints, []);
});

test('a search finds a person, and its words are in the address', async (t) => {
  const { page, complaints } = await open(t, 'customers');
  const { name, customer_profile_id } = await firstRow();
  await page.getByRole('searchbox').fill(name);
  await page.waitForURL(/search=/);
  const link = page.locator(`a[href*="${customer_profile_id}"]`).first();
  await link.waitFor();
  await page.reload();
  await link.click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a person that does not exist is said to be missing', async (t) => {
  const { page } = await open(t, 'customers/3b241101-e2bb-8255-8caf-4136c566a962');
  await page.getByText('There is no such person').waitFor();
});
