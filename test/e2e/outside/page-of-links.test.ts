// The page of links in a real browser: a manager fills and publishes it, anybody opens it, and a click is counted; in light and dark, wide and narrow.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { picture as png } from '../../account/workspaces/pictures.ts';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { axeFaultsOf, changeWindow, checkLooks, FAULTS_OF_LAYOUT, picture, settled } from '../look.ts';

/** Chromium without a window says so, and is then no visitor. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let app: TestApp;
before(async () => {
  app = await startTestApp({});
});
after(closeBrowsers);
after(() => app?.close());

test('a page of links is filled, published, opened and followed', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base, OWNER));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/page-of-links`);
  await settled(page);
  await page.getByText('It has no handle yet.').waitFor();
  const handle = page.getByRole('textbox', { name: 'Handle' });
  await handle.fill('supp0rt');
  await page.getByText('This handle is reserved.').waitFor();
  await handle.fill('north-shop');
  await page.getByText('This handle is free.').waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('North <b>Shop</b>');
  await page.getByLabel('Text', { exact: true }).fill('Wool from the north.\nAll winter.');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('New coats');
  await page.getByRole('textbox', { name: 'Address' }).first().fill('https://north.example/coats');
  await page.getByLabel(/^Published/).check();
  await page.getByRole('button', { name: 'Save the page' }).click();
  await page.getByText('0 views and 0 clicks in the last 30 days').waitFor();
  await page.getByLabel('Main colour', { exact: true }).fill('#0f6e5a');
  await page.getByRole('button', { name: 'Save the look' }).click();
  await page.getByText('Saved.').waitFor();
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png({ width: 40, height: 20 }) });
  await page.getByAltText('The logo').waitFor();
  await page.getByRole('textbox', { name: 'Address' }).last().fill('https://north.example/');
  await page.getByRole('button', { name: 'Save the destination' }).click();
  await page.getByText('https://north.example/?utm_source=share&utm_medium=social').waitFor();
  await page.getByRole('button', { name: 'New short link' }).click();
  const form = page.getByRole('dialog', { name: 'New short link' });
  await form.getByRole('textbox', { name: 'What it is for' }).fill('Flyer of the fair');
  await form.getByRole('textbox', { name: 'Source' }).fill('flyer');
  assert.deepEqual(await axeFaultsOf(page), []);
  await form.getByRole('button', { name: 'Create the link' }).click();
  const links = page.getByRole('table', { name: 'Short links' });
  await links.getByText('https://north.example/?utm_source=flyer&utm_medium=social').waitFor();
  await page.getByRole('button', { name: 'QR code of Flyer of the fair' }).click();
  const code = page.getByRole('dialog', { name: 'QR code of Flyer of the fair' }).getByRole('img');
  await code.waitFor();
  await picture(page, 'short-link-qr-code');
  assert.equal(await code.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0), true);
  await page.keyboard.press('Escape');
  await checkLooks(page, 'page-of-links');

  const reader = await openBrowser(t, app.baseUrl, { bypassCSP: true, userAgent: BROWSER });
  const shown = await reader.context.newPage();
  await shown.goto(`${app.baseUrl}/b/north-shop`);
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await changeWindow(shown, width, scheme);
    assert.deepEqual(await shown.evaluate(FAULTS_OF_LAYOUT), []);
    assert.deepEqual(await axeFaultsOf(shown), []);
    await picture(shown, `page-of-links-public-${width}-${scheme}`);
  }
  await shown.getByRole('link', { name: 'New coats' }).click();
  await shown.getByText('a host that is not verified as belonging to this page').waitFor();
  assert.deepEqual(await axeFaultsOf(shown), []);
  assert.equal(
    await shown.getByRole('link', { name: 'Continue to north.example' }).getAttribute('href'),
    'https://north.example/coats?utm_source=bio&utm_medium=social&utm_campaign=north-shop',
  );
  assert.deepEqual(await reader.context.cookies(), [], 'it sets no cookie');
  const clicks = async () => (await app.api(app.apiKey).get('/profile/bio-page')).body.data.links[0].clicks;
  await until(async () => (await clicks()) === 1, 'the click is counted');
  assert.deepEqual([...complaints, ...reader.complaints], []);
});
