// Three journeys of a marketer from an empty profile to figures, in a real browser: which files, how many presses and answers, and whether the figures are
// right. Outside of `npm test`; SCREENSHOTS=<folder> keeps pictures of each step. IMPORT_CASES is a folder of other exports with their right readings (default
// ../shared/cases/imports/given): where it is there, the journeys are made with its files as well.
// usage: npm run journeys
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { linkFor } from '../../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { picture, settled } from '../look.ts';
import { BANK, GOOGLE_ADS, givenFile, HUBSPOT, hasGivenFiles, META, PAYPAL, SHOPIFY, STRIPE } from './files.ts';
import { chooseFile, importFile } from './steps.ts';

after(closeBrowsers);

class Journey {
  readonly app: TestApp;
  readonly page: Page;
  readonly #name: string;
  readonly #t: TestContext;
  #presses = 0;
  #pictures = 0;

  constructor(t: TestContext, name: string, app: TestApp, page: Page) {
    this.#t = t;
    this.#name = name;
    this.app = app;
    this.page = page;
  }

  /** @param presses Presses and answers that the step takes. */
  async step(presses: number, act: () => Promise<unknown>): Promise<void> {
    await act();
    await settled(this.page);
    this.#presses += presses;
    this.#pictures += 1;
    await picture(this.page, `${this.#name}-${this.#pictures}`);
  }

  /** Chooses a file and imports it. @param answer What the file asks, if it does. */
  async import(file: typeof META, answer?: { presses: number; give: () => Promise<unknown> }): Promise<void> {
    await this.step(1, () => chooseFile(this.page, file));
    if (answer) await this.step(answer.presses, answer.give);
    await this.step(1, () => importFile(this.page, this.app));
    await this.step(1, () => this.toFiles());
  }

  async toFiles(): Promise<void> {
    await this.page.getByRole('link', { name: 'All imports and other files' }).click();
    await this.page.getByLabel('Drop files here, or choose them').waitFor();
  }

  /** Revenue and spend of a range, in the currency of the profile. */
  async figures(date_from: string, date_to: string): Promise<{ revenue: number; spend: number }> {
    const { revenue, spend } = (await this.app.api(this.app.apiKey).get('/overview', { date_from, date_to })).body.data.current;
    return { revenue: Number(revenue), spend: Number(spend) };
  }

  end(): void {
    this.#t.diagnostic(`${this.#name}: ${this.#presses} presses and answers`);
  }
}

async function begin(t: TestContext, name: string, installation: { currency: string; timezone: string }): Promise<Journey> {
  const app = await startTestApp({ at: '2026-11-28T12:00:00Z', installation });
  t.after(() => app.close());
  const { context } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime(app.clock.now());
  await enterBy(page, app.baseUrl + linkFor(app.base));
  const journey = new Journey(t, name, app, page);
  await journey.step(1, () => page.getByRole('link', { name: 'Import', exact: true }).click());
  return journey;
}

/** An export of an ad platform does not name its account. */
const account = (page: Page) => ({
  presses: 1,
  give: async () => {
    const asked = page.getByRole('group').getByRole('textbox', { name: 'Ad account' });
    await asked.fill('main');
    await asked.press('Tab');
    await settled(page);
  },
});

test('Shopify, Stripe and a sheet of Meta', async (t) => {
  const journey = await begin(t, 'shopify-stripe-meta', { currency: 'USD', timezone: 'America/Los_Angeles' });
  await journey.import(SHOPIFY);
  await journey.import(STRIPE);
  await journey.import(META, account(journey.page));
  assert.deepEqual(await journey.figures('2026-06-01', '2026-06-30'), { revenue: 320, spend: 1260.4 });
  journey.end();
});

test('German PayPal, a bank, and Google Ads in UTF-16', async (t) => {
  const journey = await begin(t, 'paypal-bank-google', { currency: 'EUR', timezone: 'Europe/Berlin' });
  await journey.import(PAYPAL);
  await journey.step(1, () => chooseFile(journey.page, BANK));
  await journey.page.getByRole('alert').getByText('no sales of their own').waitFor();
  await journey.step(1, () => journey.toFiles());
  await journey.import(GOOGLE_ADS, account(journey.page));
  assert.deepEqual(await journey.figures('2026-10-01', '2026-11-27'), { revenue: 1100, spend: 1035 });
  journey.end();
});

test('deals of HubSpot', async (t) => {
  const journey = await begin(t, 'hubspot', { currency: 'EUR', timezone: 'Europe/Berlin' });
  await journey.import(HUBSPOT);
  const row = journey.page.getByRole('row').filter({ hasText: HUBSPOT.name });
  assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(0, 3), ['Imported', '1', '0']);
  journey.end();
});

const given = { skip: hasGivenFiles ? false : 'there are no other exports' };

test('given files of Shopify, Stripe and Meta', given, async (t) => {
  const journey = await begin(t, 'given-shopify-stripe-meta', { currency: 'EUR', timezone: 'Europe/Berlin' });
  await journey.import(givenFile('shopify_orders.csv'));
  await journey.import(givenFile('pairs/stripe_for_shopify.csv'));
  await journey.import(givenFile('meta_en.csv'), account(journey.page));
  assert.equal((await journey.figures('2026-05-01', '2026-05-31')).revenue, 278);
  journey.end();
});

test('given files of German PayPal, a bank, and Google Ads in UTF-16', given, async (t) => {
  const journey = await begin(t, 'given-paypal-bank-google', { currency: 'USD', timezone: 'Europe/Berlin' });
  await journey.import(givenFile('paypal_de.csv'));
  await journey.step(1, () => chooseFile(journey.page, givenFile('sparkasse_camt.csv')));
  await journey.page.getByRole('alert').getByText('no sales of their own').waitFor();
  await journey.step(1, () => journey.toFiles());
  await journey.import(givenFile('google_ads_excel_utf16.csv'), account(journey.page));
  // 2,200 EUR are beside it, without a rate.
  assert.deepEqual(await journey.figures('2026-06-01', '2026-09-30'), { revenue: 120, spend: 2063 });
  journey.end();
});

test('given deals of HubSpot', given, async (t) => {
  const journey = await begin(t, 'given-hubspot', { currency: 'USD', timezone: 'America/New_York' });
  const file = givenFile('hubspot_deals.csv');
  await journey.import(file);
  const row = journey.page.getByRole('row').filter({ hasText: file.name });
  assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(0, 3), ['Imported', '2', '0']);
  journey.end();
});
