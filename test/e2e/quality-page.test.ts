// Data quality in a real browser: an alias is saved after its preview, a fix of the service runs after it showed what changes, and one outside
// of the service is reported; both are measured again after 72 hours.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { auditOf } from '../../src/account/audit/index.ts';
import { linkFor, OWNER } from '../doors/console/browser.ts';
import { openShop, type Shop } from '../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { checkLooks, settled } from './look.ts';

let shop: Shop;
/** Purchases long after their visit, and a conversation of an ad. */
async function addLateAndMessages(): Promise<void> {
  // Their last visit with a source is older than a month.
  const url = 'https://shop.example/?utm_source=google&utm_medium=cpc';
  for (let i = 0; i < 25; i += 1) await shop.visit({ at: '2026-01-20T10:00:00Z', browser: `early-${i}`, url });
  shop.clock.set('2026-03-08T12:00:00Z');
  for (let i = 0; i < 25; i += 1)
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: `order-of-early-${i}`,
      occurred_at: '2026-03-07T13:00:00Z',
      anonymous_id: `early-${i}`,
      value: { amount: '10', currency: 'USD' },
    });
  await shop.spend('meta', {
    '2026-03-06': [{ campaign_id: 'm1', ad_id: 'm1a', ad_name: 'Write to us', spend: '30', platform_conversions: '4' }],
  });
  await shop.outcome({
    event_type: 'message_received',
    idempotency_key: 'message-1',
    occurred_at: '2026-03-07T08:00:00Z',
    user_traits: { phone: '+49301234501' },
    click_ids: { ctwa_clid: 'Aclick0001' },
    ad: { ad_id: 'm1a', platform: 'meta' },
  });
}

before(async () => {
  shop = await openShop();
  await shop.spend('linkedin', { '2026-03-06': [{ campaign_id: 'l1', campaign_name: 'Office', ad_id: 'l1a', spend: '20' }] });
  const url = 'https://shop.example/?utm_source=our_agency&utm_medium=cpc&utm_campaign=Office';
  await shop.visit({ at: '2026-03-07T10:00:00Z', browser: 'visitor-1', url });
  for (let i = 0; i < 50; i += 1)
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: `order-of-nobody-${i}`,
      occurred_at: '2026-03-07T12:00:00Z',
      value: { amount: '10', currency: i < 30 ? 'USD' : 'XPF' },
    });
  await addLateAndMessages();
  shop.clock.set('2026-03-08T12:00:00Z');
  const windows = { click_window_days: 30, cash_window_days: 30 };
  assert.equal((await shop.owner.patch('/profile/attribution-settings', windows)).status, 200);
  await shop.settle();
});
after(closeBrowsers);
after(() => shop?.close());

async function open(t: TestContext, tab: string): Promise<{ page: Page; complaints: readonly string[] }> {
  const { context, complaints } = await openBrowser(t, shop.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime(shop.clock.now());
  await enterBy(page, shop.baseUrl + linkFor(shop.base, OWNER));
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

test('longer windows show what they change before they are saved', async (t) => {
  const daysNow = async (): Promise<unknown[]> => {
    const { data } = (await shop.owner.get('/profile/attribution-settings')).body;
    return [data.click_window_days, data.cash_window_days];
  };
  const { page, complaints } = await open(t, 'coverage');
  const button = page.getByRole('button', { name: 'Preview: change the windows' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Longer windows' });
  await dialog.getByRole('row', { name: 'Before leads and deals 30 90' }).waitFor();
  await dialog.getByRole('row', { name: 'Before payments 30 90' }).waitFor();
  await dialog.getByText(/^25 of \d+ conversions would get a source/).waitFor();
  await checkLooks(page, 'quality-windows');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await daysNow(), [30, 30], 'a preview changes nothing');
  await button.click();
  await dialog.getByRole('button', { name: 'Change the windows' }).click();
  await page.getByText('Noted. It is measured again after 72 hours').waitFor();
  assert.deepEqual(await daysNow(), [90, 90]);
  assert.ok(actions().includes('attribution_settings.updated'));
  assert.deepEqual(complaints, []);
});

test('conversations of ads say how many there are, and of few no share', async (t) => {
  const { page, complaints } = await open(t, 'messages');
  await page.getByText('The platform counts 4 conversations that its ads started; 1 first message names its ad.').waitFor();
  await page.getByText('These are too few for a share.').waitFor();
  await page.getByRole('row', { name: /^Write to us/ }).waitFor();
  await checkLooks(page, 'quality-messages');
  assert.deepEqual(complaints, []);
});

test('a finding says what its thresholds are of', async (t) => {
  const { page } = await open(t, 'instruments');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Amounts far above the usual' }) });
  await card.getByText('above 0 % of cash, 10 % of cash').waitFor();
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

test('the overview links to pages where it says what to do, and each page names its zone once', async (t) => {
  const { page, complaints } = await open(t, '');
  const at = (path: string): string => `${shop.baseUrl}/console/${shop.profileId}/${path}`;
  await page.goto(at(''));
  await settled(page);
  const said = page.locator('.notice, .doubt, .doubt-banners, .doubt ~ p');
  await said.getByRole('link').first().waitFor();
  assert.doesNotMatch((await said.allInnerTexts()).join('\n'), /\/api\/v1|(?:GET|PATCH|PUT) \//);
  const link = said.getByRole('link').first();
  const title = ((await link.textContent()) ?? '').replace(/^[Tt]he page /, '');
  await link.click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  for (const path of ['', 'customers', 'payments', 'tracker', 'quality', 'live']) {
    await page.goto(at(path));
    await settled(page);
    const lines = await page.locator('.zone-line').allTextContents();
    assert.deepEqual(lines, ['Days and times are those of UTC.'], path);
  }
  assert.deepEqual(complaints, []);
});
