// The page of economics in a real browser, on the demo's shop: from what a new customer costs by channel to what ads delivered by campaign. What
// is printed is what REST answers, also of lifetime values on the page Payback, and of margins once costs are set; each view is looked at on a phone and in dark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linkFor } from '../../doors/console/browser.ts';
import type { TestApp } from '../../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { openDemoShop } from '../demo-shop.ts';
import { checkLooks, settled } from '../look.ts';

const MONTH = { date_from: '2026-03-01', date_to: '2026-03-30' };

let app: TestApp;
before(async () => {
  app = await openDemoShop();
});
after(closeBrowsers);
after(() => app?.close());

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the contract
type Json = any;

const ask = async (query: Record<string, unknown> = {}): Promise<Json> => {
  const { status, body } = await app.api(app.apiKey).get('/economics', { ...MONTH, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const euros = (value: string): string => Number(value).toLocaleString('en-US', { style: 'currency', currency: 'EUR' });

test('a marketer goes from the cost of a new customer to clicks of a campaign', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/economics`);
  await settled(page);
  await t.test('the cost of a new customer of a channel, with its receipt', async () => {
    const { rows } = await ask();
    const row = rows.find((each: Json) => each.cost_per_new_customer !== null);
    const cell = page.getByRole('button', { name: `Cost per new customer of ${row.label}` });
    assert.equal((await cell.textContent())?.trim(), euros(row.cost_per_new_customer));
    await cell.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Spend for each new customer credited to paid touches.').waitFor();
    assert.equal(await drawer.locator('.formula').first().textContent(), 'round(spend ÷ paid_new_customers, 6)');
    await page.keyboard.press('Escape');
    await checkLooks(page, 'economics-customers');
  });
  await t.test('what a campaign delivered, and why something is missing', async () => {
    await page.getByRole('button', { name: 'Delivery', exact: true }).click();
    await page.getByRole('button', { name: 'Campaign', exact: true }).click();
    await settled(page);
    const { rows } = await ask({ dimension: 'campaign' });
    const row = rows.find((each: Json) => each.ctr !== null);
    const cell = page.getByRole('button', { name: `CTR of ${row.label}` }).first();
    assert.equal((await cell.textContent())?.trim(), `${(100 * row.ctr).toFixed(1)} %`);
    const without = rows.find((each: Json) => each.reasons.ctr === 'not_reported');
    await page.getByRole('row').filter({ hasText: without.label }).first().getByText('not reported').first().waitFor();
    await checkLooks(page, 'economics-delivery');
    assert.equal(new URL(page.url()).searchParams.get('show'), 'delivery', 'the address restores it');
  });
  await t.test('what people had paid after 30 days, by where they first came from', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/payback`);
    await settled(page);
    const days = { date_from: '2025-04-01', date_to: '2026-03-31' };
    const { status, body } = await app.api(app.apiKey).get('/lifetime-value', { ...days, dimension: 'source' });
    assert.equal(status, 200, JSON.stringify(body));
    const row = body.data.rows.find((each: Json) => each.values[30].lifetime_value !== null);
    const cell = page.getByRole('button', { name: `Lifetime value of ${row.key} after 30 days` });
    assert.equal((await cell.textContent())?.trim(), euros(row.values[30].lifetime_value));
    await cell.click();
    await page.getByRole('dialog').getByText('Cash for each of these people.').waitFor();
    await page.keyboard.press('Escape');
    await checkLooks(page, 'payback-lifetime');
  });
  await t.test('costs are shown before they are saved, give a margin, and are undone', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/meaning/costs`);
    await page.getByRole('button', { name: 'Add costs from a day on' }).click();
    await page.getByLabel('From', { exact: true }).fill('2025-01-01');
    await page.getByLabel('Cost of goods, % of revenue').fill('40');
    await page.getByLabel('Fees, % of the sale').fill('2.9');
    await page.getByLabel(/^Fee of each payment/).fill('0.3');
    await page.getByRole('button', { name: 'Preview' }).click();
    const effect = page.getByRole('region', { name: 'Table: Effect of the costs' });
    const costs = [{ from_day: '2025-01-01', goods_percent: '40', fee_percent: '2.9', fee_per_payment: '0.3' }];
    const { body } = await app
      .api(app.apiKey)
      .post('/economics/preview', { date_from: '2026-01-01', date_to: '2026-03-31', costs });
    await effect.getByText(euros(body.data.after.margin), { exact: true }).waitFor();
    await checkLooks(page, 'meaning-costs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Figures follow within seconds.').waitFor();
    await app.settle();
    const { totals } = await ask();
    assert.notEqual(totals.margin, null);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No costs are set, so no margin is known.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('From', { exact: true }).waitFor();
    await app.settle();
    await page.goto(`${app.baseUrl}/console/${app.profileId}/economics?show=margin`);
    await settled(page);
    const tile = page.getByRole('button', { name: 'Margin of all channels', exact: false });
    assert.equal((await tile.textContent())?.trim(), euros(totals.margin));
    await checkLooks(page, 'economics-margin');
  });
  assert.deepEqual(complaints, []);
});
