// The page of identity in a real browser: a pair is shown with its differences, merged by a key and undone by a key; a dismissal is confirmed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settle } from '../../src/credit/pipeline/index.ts';
import { buyer, namesBoth } from '../collect/identity/buyers.ts';
import { linkFor } from '../doors/console/browser.ts';
import { AD_URL, MAIL_URL, type Shop, startShop } from '../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf, settled } from './look.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
  await buyer(shop, 'ana', 1, AD_URL);
  await buyer(shop, 'bea', 2, MAIL_URL);
  shop.clock.set('2026-03-09T00:00:00Z');
  await namesBoth(shop, 'ana', 'bea');
  await settle(shop.base, shop.profileId, { fit: true });
});
after(closeBrowsers);
after(() => shop?.close());

const counts = async () => (await shop.owner.get('/identity/merge-proposals', { status: 'all' })).body.status_counts;

test('a pair is merged, undone and dismissed by keys', async (t) => {
  const { context, complaints } = await openBrowser(t, shop.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-09T00:00:00Z');
  await enterBy(page, shop.baseUrl + linkFor(shop.base), { waitUntil: 'networkidle' });
  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/identity`);
  await page.getByRole('heading', { name: 'Effect on credit' }).waitFor();
  await settled(page);
  const sides = (await page.locator('.identity-sides').textContent()) ?? '';
  for (const text of ['ana@example.com', 'bea@example.com', 'Together', 'Differs']) assert.ok(sides.includes(text), text);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await picture(page, `identity-pair-${width}`);
    assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), []);
    assert.deepEqual(await seriousOf(page), []);
  }

  await page.keyboard.press('m');
  await page.waitForURL(/merge=/);
  await page.getByText('No pair waits for a decision').waitFor();
  assert.deepEqual(await counts(), { open: 0, merged: 1, dismissed: 0, snoozed: 0 });
  await page.reload();
  await page.getByRole('button', { name: 'Undo the merge' }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'Merge m' }).waitFor();
  assert.deepEqual(await counts(), { open: 1, merged: 0, dismissed: 0, snoozed: 0 });

  await page.keyboard.press('m');
  await page.waitForURL(/merge=/);
  await page.getByRole('button', { name: 'Merged 1' }).click();
  await page.getByRole('button', { name: 'Undo u' }).waitFor();
  await picture(page, 'identity-merged');
  await page.keyboard.press('u');
  await page.getByText('No pair is merged').waitFor();

  await page.getByRole('button', { name: 'Open 1' }).click();
  await page.getByRole('button', { name: 'Snooze for 30 days' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Snoozed 1' }).click();
  await page.getByRole('button', { name: 'Dismiss d' }).waitFor();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Dismiss for good' }).click();
  await page.getByText('No pair is snoozed').waitFor();
  assert.deepEqual(await counts(), { open: 0, merged: 0, dismissed: 1, snoozed: 0 });
  assert.deepEqual(complaints, []);
});

test('the repair tab and a search for pairs say what there is', async (t) => {
  const { context, complaints } = await openBrowser(t, shop.baseUrl, {});
  const page = await context.newPage();
  await enterBy(page, shop.baseUrl + linkFor(shop.base), { waitUntil: 'networkidle' });
  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/identity`);
  await page.getByRole('button', { name: 'Search for pairs' }).click();
  await page.getByText(/A search (?:has begun|is already waiting)/).waitFor();
  await page.getByRole('link', { name: 'Repair' }).click();
  await page.getByText('No identifier is missing or duplicated').waitFor();
  assert.deepEqual(complaints, []);
});
