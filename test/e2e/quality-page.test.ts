// Data quality in a real browser: an alias is saved after its preview, a fix of the service runs after it showed what changes, and one outside
// of the service is reported; both are measured again after 72 hours.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { auditOf } from '../../src/account/audit/index.ts';
import { linkFor, OWNER } from '../doors/console/browser.ts';
import { openShop, type Shop } from '../report/shop.ts';
import { closeBrowsers, openBrowser } from './chromium.ts';
import { checkLooks, settled } from './look.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
  await shop.spend('linkedin', { '2026-03-06': [{ campaign_id: 'l1', campaign_name: 'Office', ad_id: 'l1a', spend: '20' }] });
  const url = 'https://shop.example/?utm_source=our_agency&utm_medium=cpc&utm_campaign=Office';
  await shop.visit({ at: '2026-03-07T10:00:00Z', browser: 'visitor-1', url });
  for (let i = 0; i < 50; i += 1)
    await shop.outcome({
      ...{ event_type: 'payment_received', idempotency_key: `order-of-nobody-${i}`, occurred_at: '2026-03-07T12:00:00Z' },
      value: { amount: '10', currency: i < 30 ? 'USD' : 'XPF' },
    });
  shop.clock.set('2026-03-08T12:00:00Z');
  await shop.settle();
});
after(closeBrowsers);
after(() => shop?.close());

async function open(t: TestContext, tab: string): Promise<{ page: Page; complaints: readonly string[] }> {
  const { context, complaints } = await openBrowser(t, shop.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime(shop.clock.now());
  await page.goto(shop.baseUrl + linkFor(shop.base, OWNER));
  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/quality/${tab}`);
  await settled(page);
  return { page, complaints };
}

const actions = (): string[] => {
  const { workspaceId, profileId } = shop;
  return auditOf(shop.base, { workspaceId, profileId, limit: 20 }).map(({ action }) => action);
};

test('a proposed alias is saved after what it would move was shown', async (t) => {
  const { page, complaints } = await open(t, 'utm');
  await page.getByRole('button', { name: 'Preview the alias for our_agency' }).click();
  const dialog = page.getByRole('dialog', { name: 'The alias for our_agency' });
  await dialog.getByText('utm_source=our_agency is spend of linkedin').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Save and compute again' }).count(), 0, 'nothing is saved unseen');
  await dialog.getByRole('button', { name: 'What would move?' }).click();
  await dialog.getByText(/1 visits join spend by their source/).waitFor();
  await checkLooks(page, 'quality-alias');
  await dialog.getByRole('button', { name: 'Save and compute again' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = (await shop.owner.get('/classification/rules')).body;
  assert.deepEqual(data.spend_aliases, [{ utm_source: 'our_agency', platform: 'linkedin' }]);
  assert.deepEqual(complaints, []);
});

test('a fix of the service shows what it changes, runs, and is measured again', async (t) => {
  const { page, complaints } = await open(t, 'instruments');
  await page.getByRole('button', { name: 'Preview: fetch the rates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Missing exchange rates' });
  await dialog.getByText('XPF: 20 purchases without a rate').waitFor();
  await checkLooks(page, 'quality-rates');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.ok(!actions().includes('exchange_rates.applied'), 'a preview changes nothing');
  await page.getByRole('button', { name: 'Preview: fetch the rates' }).click();
  await dialog.getByRole('button', { name: 'Fetch the rates' }).click();
  await page.getByText('Noted. It is measured again after 72 hours').waitFor();
  assert.deepEqual(complaints, []);
});

test('a fix outside of the service is reported and measured again', async (t) => {
  const { page, complaints } = await open(t, 'coverage');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Conversions that name nobody' }) });
  await card.getByRole('button', { name: 'It is fixed: measure again' }).click();
  await card.getByText('Noted. It is measured again after 72 hours').waitFor();
  assert.ok(actions().includes('interface.quality.fix_applied'));
  await checkLooks(page, 'quality-reported');
  assert.deepEqual(complaints, []);
});
