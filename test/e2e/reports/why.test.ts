// The page Why in a real browser: from the change on the overview to a channel, a campaign, its ads, a landing page and a receipt; with a note and an
// outage on its days. Figures are those of REST.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { linkFor } from '../../doors/console/browser.ts';
import type { TestApp } from '../../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { openDemoShop } from '../demo-shop.ts';
import { axeFaultsOf, changeWindow, checkLook, settled } from '../look.ts';

const DAYS = { date_from: '2026-03-01', date_to: '2026-03-30' };

let app: TestApp;
before(async () => {
  app = await openDemoShop();
  const note = { day: '2026-03-12', text: 'The sale began' };
  assert.equal((await app.api(app.apiKey).post('/profile/notes', note)).status, 201);
});
after(closeBrowsers);
after(() => app?.close());

const why = async (query: Record<string, string>) => {
  const { status, body } = await app.api(app.apiKey).get('/why', { ...DAYS, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

const money = (value: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }).format(Math.abs(Number(value)));
const change = (value: string): string => `${Number(value) === 0 ? '' : value.startsWith('-') ? '−' : '+'}${money(value)}`;

const rowOf = async (page: Page, name: string): Promise<string[]> => {
  const table = page.locator('section.panel').filter({ hasText: 'Where it moved' }).getByRole('region');
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  return row.getByRole('cell').allTextContents();
};

const LOOKS = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
] as const;

/** Layout, and all that axe finds. */
async function look(page: Page, name: string, looks: readonly (typeof LOOKS)[number][] = LOOKS): Promise<void> {
  for (const [width, scheme] of looks) {
    await changeWindow(page, width, scheme);
    await checkLook(page, `${name}-${scheme}-${width}`);
    assert.deepEqual(await axeFaultsOf(page), [], `${name} ${scheme} ${width}`);
  }
  await changeWindow(page, 1280, 'light');
}

test('from the change on the overview to a receipt', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:30:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await settled(page);
  const moved = page.locator('section.panel').filter({ hasText: 'What moved revenue' });
  await moved.getByRole('link', { name: 'Why', exact: true }).click();
  await page.waitForURL(/\/why/);
  await settled(page);
  const all = await why({});
  await t.test('the sentence, the parts and the rows are those of REST', async () => {
    assert.equal(await page.locator('.why-sentence').textContent(), all.sentence.text);
    const [largest] = all.rows;
    const cells = await rowOf(page, largest.label);
    assert.equal(cells[0], money(largest.before.revenue));
    assert.equal(cells[2], change(largest.difference));
    assert.equal((await rowOf(page, 'All'))[2], change(all.totals.difference));
    const day = page.getByRole('region', { name: 'Table: Days' }).getByRole('row').filter({ hasText: '12 Mar' }).first();
    assert.match((await day.textContent()) ?? '', /The sale began/);
    await page.getByRole('heading', { name: 'Findings about the data' }).waitFor();
    await look(page, 'why');
  });
  await t.test('a row opens the level below, down to the landing page', async () => {
    const table = page.locator('section.panel').filter({ hasText: 'Where it moved' }).getByRole('region');
    await table.getByRole('link', { name: 'Paid Social' }).click();
    await page.waitForURL(/channel=Paid/);
    await settled(page);
    const campaigns = await why({ channel: 'Paid Social', dimension: 'campaign' });
    const campaign = campaigns.rows.find(({ key }: { key: string }) => !key.startsWith('('));
    assert.equal((await rowOf(page, campaign.label))[2], change(campaign.difference));
    await look(page, 'why-campaigns', [[1280, 'dark']]);
    await table.getByRole('link', { name: campaign.label, exact: true }).click();
    await page.waitForURL(/campaign=/);
    await settled(page);
    const ads = await why({ channel: 'Paid Social', campaign: campaign.key, dimension: 'ad' });
    const ad = ads.rows.find(({ key }: { key: string }) => !key.startsWith('('));
    await table.getByRole('link', { name: ad.label, exact: true }).click();
    await page.waitForURL(/ad=/);
    await settled(page);
    const pages = await why({ channel: 'Paid Social', campaign: campaign.key, ad: ad.key, dimension: 'landing_page' });
    assert.equal((await rowOf(page, 'All'))[2], change(pages.totals.difference));
    await page.getByRole('navigation', { name: 'Opened rows' }).getByRole('link', { name: 'Paid Social' }).click();
    await page.waitForURL((url) => !url.searchParams.has('ad') && !url.searchParams.has('campaign'));
    await settled(page);
    assert.equal((await rowOf(page, campaign.label))[2], change(campaign.difference));
  });
  await t.test('a part opens its receipt, with the formula and the rows behind it', async () => {
    const table = page.locator('section.panel').filter({ hasText: 'Where it moved' }).getByRole('region');
    await table
      .getByRole('button', { name: /, Conversion rate: / })
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.locator('.formula').first().waitFor();
    assert.match(
      (await drawer.locator('.formula').first().textContent()) ?? '',
      /^floor\(.*conversions_after ÷ visits_after.*\) \+ remainder$/,
    );
    await drawer.getByRole('link', { name: 'Conversions and their customers' }).first().waitFor();
    await page.keyboard.press('Escape');
  });
  await t.test('amounts in place of parts, and conversions in place of revenue', async () => {
    await page.getByRole('button', { name: 'Amounts', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Order value before' }).first().waitFor();
    await page.getByRole('button', { name: 'Conversions', exact: true }).click();
    await page.waitForURL(/figure=conversions/);
    await settled(page);
    const found = await why({ channel: 'Paid Social', dimension: 'campaign', measure: 'conversions' });
    assert.equal(await page.locator('.why-sentence').textContent(), found.sentence.text);
    await look(page, 'why-amounts', [[390, 'light']]);
  });
  await t.test('days without anything say so, and an old link leads to the page that it meant', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/why?period=2025-01-01..2025-01-02`);
    await page.getByText('There is nothing to compare in these days.').waitFor();
    await page.goto(`${app.baseUrl}/console/${app.profileId}/why?since=2026-03-30T12:00:00Z`);
    await page.waitForURL(/\/known\?since=/);
    await page.getByText('as known at two moments').waitFor();
  });
  assert.deepEqual(complaints, []);
});
