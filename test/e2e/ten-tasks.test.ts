// Ten tasks of a marketer, each from the overview, done in a real browser by script. The number of clicks is printed; none needs more than six.
// A field that is filled counts as a click, as a hand has to reach it; keys count apart.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { settle, startPipeline } from '../../src/credit/pipeline/index.ts';
import { buyer, namesBoth } from '../collect/identity/buyers.ts';
import { linkFor } from '../doors/console/browser.ts';
import { MAIL_URL, openShop, type Shop } from '../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { untilImported } from './imports/steps.ts';
import { settled } from './look.ts';

const MOST_CLICKS = 6;
const TODAY = '2026-04-09T00:00:00Z';

let shop: Shop;
before(async () => {
  shop = await openShop();
  await buyer(shop, 'dia', 7, MAIL_URL);
  await buyer(shop, 'eva', 8, MAIL_URL);
  shop.clock.set('2026-03-09T00:00:00Z');
  await namesBoth(shop, 'dia', 'eva');
  shop.clock.set(TODAY);
  await settle(shop.base, shop.profileId, { fit: true });
});
after(closeBrowsers);
after(() => shop?.close());

interface Hand {
  page: Page;
  click: (target: Locator) => Promise<void>;
  fill: (field: Locator, text: string) => Promise<void>;
  choose: (field: Locator, value: string) => Promise<void>;
  press: (key: string) => Promise<void>;
  /** A link of the navigation. */
  go: (page: string) => Promise<void>;
  button: (name: string | RegExp) => Promise<void>;
}

/** Does the task from the overview, and says how many clicks it took. */
function task(question: string, perform: (hand: Hand, t: TestContext) => Promise<void>): void {
  test(question, async (t) => {
    const { context, complaints } = await openBrowser(t, shop.baseUrl, { viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.clock.setFixedTime(TODAY);
    await enterBy(page, shop.baseUrl + linkFor(shop.base));
    await settled(page);
    let clicks = 0;
    let keys = 0;
    const click = async (target: Locator): Promise<void> => {
      clicks++;
      await target.click();
    };
    const hand: Hand = {
      page,
      click,
      fill: async (field, text) => {
        clicks++;
        await field.fill(text);
      },
      choose: async (field, value) => {
        clicks++;
        await field.selectOption(value);
      },
      press: async (key) => {
        keys++;
        await page.keyboard.press(key);
      },
      go: (name) => click(page.getByRole('navigation', { name: 'Pages' }).first().getByRole('link', { name })),
      button: (name) => click(page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })),
    };
    await perform(hand, t);
    t.diagnostic(`${clicks} clicks${keys === 0 ? '' : ` and ${keys} keys`}`);
    console.log(`${clicks} clicks${keys === 0 ? '' : ` and ${keys} keys`}: ${question}`);
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    assert.deepEqual(complaints, []);
  });
}

task('Which ad set earned most last month under linear, and how sure is that?', async ({ page, go, click, button, press }) => {
  await go('Attribution');
  await button(/^Period/);
  await button(/^Last month/);
  await button(/^Model/);
  await click(page.getByRole('toolbar').getByRole('button', { name: 'Linear' }));
  await button('List');
  await press('i');
  await page.waitForURL(/intervals=on/);
  await settled(page);
  const rows = await page.locator('.attribution-tree tbody tr').allTextContents();
  const [adSet = ''] = rows.filter((row) => !/^\((?:none|unallocated|direct)\)/.test(row));
  assert.match(adSet, /^Lookalike.*\$62\.50too few people/, rows.join(' | '));
});

task('Why is March lower than in the report of the 6th?', async ({ page, go, fill }) => {
  await go('What we knew when');
  await fill(page.getByLabel('As known on'), '2026-03-06T00:00');
  await page.getByText('as known at two moments').waitFor();
  await settled(page);
  assert.deepEqual(await page.getByRole('alert').allTextContents(), []);
});

task('Merge these two people', async ({ page, go, button }, t) => {
  const pipeline = startPipeline(shop.base);
  t.after(() => pipeline.stop());
  await go('Identity');
  await button(/^Merge m/);
  await page.waitForURL(/merge=/);
});

const SHEET = 'Date,Order,Amount,Currency,Status,Email\n2026-03-10 10:00:00,A-1,100.00,USD,paid,ana@example.com\n';

task('Import this statement', async ({ page, go, click, button }) => {
  await go('Import');
  const chosen = page.waitForEvent('filechooser');
  await click(page.getByLabel('Drop files here, or choose them'));
  await (await chosen).setFiles({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) });
  await button('Import');
  await untilImported(page, shop.base);
  await page.getByText('1 row new').waitFor();
});

task('Invite a colleague', async ({ page, go, fill, choose, button }) => {
  await go('Settings');
  await fill(page.getByRole('textbox', { name: 'E-mail' }), 'colleague@shop.example');
  await choose(page.getByRole('combobox', { name: 'As' }), 'analyst');
  await button('Send the invitation');
  await page.getByRole('table', { name: 'Open invitations' }).getByText('colleague@shop.example').waitFor();
});

task('Record a refund that was made elsewhere', async ({ page, go, click, fill, button }) => {
  await go('Payments');
  const all = page.getByRole('table', { name: 'All payments' });
  await click(all.getByRole('row').filter({ hasText: '$20.00' }).getByRole('button', { name: 'Refund' }));
  await fill(page.getByLabel('Amount in USD'), '5');
  await button('Record the refund');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

task('How did this customer come to us?', async ({ page, go, click, fill, press }) => {
  await go('Customers');
  await fill(page.getByRole('searchbox'), 'ana@example.com');
  await press('Enter');
  await click(page.locator('tbody tr').first().getByRole('link'));
  await page.getByRole('heading', { name: 'Journey' }).waitFor();
});

task('Give the order system a key', async ({ page, go, click, fill, button }) => {
  await go('Settings');
  await click(page.getByRole('link', { name: 'API keys' }));
  await button('New key');
  await fill(page.getByLabel('Purpose'), 'Order system');
  await button('Create the key');
  await page.getByText('It is not shown again').waitFor();
});

task('Count demos as a goal, and see first what that changes', async ({ page, go, fill, button }) => {
  await go('Goals and channels');
  await button('New goal');
  await fill(page.getByRole('textbox', { name: 'Name' }), 'Demos');
  await fill(page.getByLabel('Event types'), 'demo_done');
  await button('What would change?');
  await button('Save and compute again');
  await page.getByRole('table', { name: 'Definitions' }).getByText('Demos').waitFor();
});

task('Is the tracker on this page?', async ({ page, go, fill, button }) => {
  await go('Tracker');
  await fill(page.getByLabel('Address of a page'), 'http://localhost:1/');
  await button('Check the page');
  await page.getByText('The tracker does not work on this page').waitFor();
});
