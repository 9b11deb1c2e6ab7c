// The first minutes of a firm in a real browser: an owner invites a colleague, who chooses a password and sees a chart; a second shop. Light and narrow, dark and wide; axe finds nothing. SCREENSHOTS=<folder> keeps a picture of every page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { linkFor } from '../doors/console/browser.ts';
import { openShop, type Shop } from '../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';

const PASSWORD = 'seven new bicycles';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(closeBrowsers);
after(() => shop?.close());

/** The page is no wider than its window, and nothing on it is out of reach. */
async function check(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), `${name} is wider than its window`);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  const found = violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`);
  assert.deepEqual(found, []);
}

const submit = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await page.waitForLoadState();
};

for (const { scheme, width } of [
  { scheme: 'light', width: 390 },
  { scheme: 'dark', width: 1280 },
] as const)
  test(`a colleague and a second shop; ${scheme}, ${width} wide`, async (t) => {
    const named = (name: string): string => `first-${scheme}-${width}-${name}`;
    const options = { colorScheme: scheme, viewport: { width, height: 900 }, bypassCSP: true };
    const email = `colleague.${scheme}@shop.example`;
    const own = await openBrowser(t, shop.baseUrl, options);
    const page = await own.context.newPage();
    await enterBy(page, shop.baseUrl + linkFor(shop.base));
    if (width < 900) await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('combobox', { name: 'As' }).selectOption('analyst');
    await submit(page, 'Send the invitation');
    // There is no mail server, so the owner hands the link on.
    await page
      .getByRole('status')
      .getByText(/is invited\. This installation sends no mail/)
      .waitFor();
    await check(page, named('people'));

    const [mail] = await shop.mails();
    const guest = await openBrowser(t, shop.baseUrl, options);
    const theirs = await guest.context.newPage();
    await theirs.goto(shop.baseUrl + mail?.path);
    await check(theirs, named('invitation'));
    await theirs.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await theirs.getByLabel('Password').fill(PASSWORD);
    await submit(theirs, 'Join');
    assert.equal(new URL(theirs.url()).pathname, `/console/${shop.profileId}/`);
    await theirs.locator('.chart svg').first().waitFor();
    await check(theirs, named('overview-of-colleague'));

    await page.getByRole('link', { name: 'Profiles' }).click();
    await page.getByLabel('Name of the shop or site').fill(`Outlet ${scheme}`);
    await submit(page, 'Create the profile');
    await page.getByText(`Outlet ${scheme}`).first().waitFor({ state: 'attached' });
    await page.getByText('From here to the first chart').waitFor();
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /(GET|POST|PATCH|PUT) \//);
    await check(page, named('second-shop'));

    assert.deepEqual([...own.complaints, ...guest.complaints], []);
  });
