// The page of ads in a real browser: figures of REST, the dot beside the median, search, order, comparison, and names of others as text.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { linkFor } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser, textOf } from '../chromium.ts';
import { type ConnectedShop, closeConnectedShop, openConnectedShop } from '../demo-shop.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf, settled } from '../look.ts';

/** Markup, and a sign that turns the text after it around. */
const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.1';
const MONTHS = { date_from: '2025-12-31', date_to: '2026-03-30' };

let shop: ConnectedShop;
before(async () => {
  shop = await openConnectedShop(({ ads }) => {
    const [first] = ads;
    if (first) first.name = HOSTILE;
  });
});
after(closeBrowsers);
after(() => shop && closeConnectedShop(shop));

async function open(t: TestContext, query: string, width = 1440) {
  const { app } = shop;
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/ads?${query}`);
  await settled(page);
  return { page, complaints };
}

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
const ads = async (query: Record<string, unknown> = {}): Promise<any> => {
  const { app } = shop;
  return (await app.api(app.apiKey).get('/ads', { ...MONTHS, ...query })).body;
};
const euros = (value: string): string => Number(value).toLocaleString('en-US', { style: 'currency', currency: 'EUR' });

test('the table shows budget and change at 1280, is sorted by its heads and saved whole', async (t) => {
  const { page, complaints } = await open(t, 'period=90d&form=table', 1280);
  const table = page.getByRole('region', { name: 'Ads in numbers' });
  for (const name of ['Budget', 'Change']) {
    const box = await table.getByRole('columnheader', { name }).boundingBox();
    const frame = await table.boundingBox();
    assert.ok(box && frame && box.x + box.width <= frame.x + frame.width, `${name}: ${JSON.stringify([box, frame])}`);
  }
  const firstName = async (): Promise<string> => (await table.locator('tbody th bdi').first().textContent()) ?? '';
  for (const [head, sort, order] of [
    ['Revenue', 'revenue', 'desc'],
    ['Revenue', 'revenue', 'asc'],
    ['Ad', 'name', 'asc'],
    ['Cost per conversion', 'cost_per_outcome', 'asc'],
  ] as const) {
    await table.getByRole('button', { name: head, exact: true }).click();
    await settled(page);
    const [first] = (await ads({ sort, order })).data;
    assert.equal(await firstName(), first.name, `${head}, ${order}`);
    assert.equal(await table.locator(`[aria-sort=${order}ending]`).textContent(), `${head} ${order === 'asc' ? '↑' : '↓'}`);
  }
  await picture(page, 'ads-table-1280');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this list as CSV' }).click();
  const text = await textOf(await saved);
  const { data } = await ads({ limit: 100 });
  assert.deepEqual(text.split('\r\n').length - 2, data.length);
  assert.match(text, /^id,platform,account_id,name,/);
  assert.deepEqual(complaints, []);
});

test('cards show the ads of REST, whole at every width, with names as text', async (t) => {
  const { page, complaints } = await open(t, 'period=90d');
  const { data, meta } = await ads();
  const cards = page.locator('.ads-card');
  assert.equal(await cards.count(), data.length);
  assert.ok(meta.median_cost_per_outcome !== null);
  const [most] = data;
  const first = (await cards.first().textContent()) ?? '';
  for (const text of [most.name, euros(most.spend), euros(most.cost_per_outcome)]) assert.ok(first.includes(text), text);
  assert.equal(await cards.locator('svg.strip').count(), data.filter((ad: typeof most) => ad.cost_per_outcome !== null).length);
  const unsold = data.find((ad: typeof most) => ad.without_sale !== null);
  if (unsold) await page.getByText(unsold.without_sale.text).waitFor();
  await cards.filter({ hasText: '<img src=x onerror=alert(1)>' }).waitFor();
  assert.equal(await page.locator('img[src=x]').count(), 0);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await picture(page, `ads-${width}`);
    assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], String(width));
    assert.deepEqual(await seriousOf(page), [], String(width));
  }
  assert.deepEqual(complaints, []);
});

test('order, search, a campaign and the form are in the address', async (t) => {
  const { page, complaints } = await open(t, 'period=90d&form=table');
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Name' });
  await page.waitForURL(/sort=name/);
  await settled(page);
  const names = (await ads({ sort: 'name' })).data.map(({ name }: { name: string }) => name);
  const shown = await page.getByRole('table').locator('tbody th > bdi').allTextContents();
  assert.deepEqual(shown, names);
  await page.getByRole('searchbox').fill('film');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.waitForURL(/search=film/);
  await settled(page);
  assert.equal(await page.getByRole('table').locator('tbody tr').count(), (await ads({ search: 'film' })).data.length);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Retargeting' }).first().click();
  await page.waitForURL(/campaign_id=/);
  await page.reload();
  await settled(page);
  assert.ok((await page.getByRole('table').locator('tbody tr').count()) < names.length);
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Archived' });
  await page.getByText('No ad of these.').waitFor();
  assert.deepEqual(complaints, []);
});

test('at most six ads are compared, with the median', async (t) => {
  const { page, complaints } = await open(t, 'period=90d');
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  for (let at = 0; at < 7; at += 1) await boxes.nth(at).click();
  const tray = page.getByRole('region', { name: 'Compared', exact: true });
  await tray.locator('.target').getByText('Median').waitFor();
  await tray
    .getByRole('button', { name: /^Do not compare/ })
    .nth(5)
    .waitFor();
  assert.equal(await tray.getByRole('button', { name: /^Do not compare/ }).count(), 6);
  assert.equal(await page.getByRole('checkbox', { name: /^Compare /, checked: true }).count(), 6);
  assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), []);
  await picture(page, 'ads-compared');
  await tray.getByRole('button', { name: 'Compare none' }).click();
  await tray.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a figure opens the receipt of the attribution report', async (t) => {
  const { page, complaints } = await open(t, 'period=90d');
  await page
    .getByRole('button', { name: /^Conversions of / })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Formula').waitFor();
  assert.deepEqual(complaints, []);
});

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
const adOf = async (id: string): Promise<any> => (await ads({ search: id })).data.find((ad: { id: string }) => ad.id === id);
const statusAt = (id: string) =>
  shop.sandbox
    .market()
    .ads.find((ad) => ad.id === id)
    ?.statuses.at(-1)?.value;

test('an ad is paused at the platform after its preview, and the pause is taken back', async (t) => {
  const { page, complaints } = await open(t, 'period=90d');
  const { id } = (await ads({ status: 'active' })).data[1];
  const card = page.locator('.ads-card').nth(1);
  const name = (await adOf(id)).name;
  await card.getByRole('button', { name: `Pause: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause this ad?' });
  await dialog.getByText('Active → Paused').waitFor();
  assert.equal(statusAt(id), 'ACTIVE');
  await picture(page, 'ads-pause');
  assert.deepEqual(await seriousOf(page), []);
  await dialog.getByRole('button', { name: 'Pause the ad' }).click();
  const result = page.getByRole('status').filter({ hasText: 'Paused at sandbox.' });
  await result.waitFor();
  assert.equal(statusAt(id), 'PAUSED');
  await card.getByText('Paused', { exact: true }).waitFor();
  await picture(page, 'ads-paused');
  assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), []);
  assert.deepEqual(await seriousOf(page), []);
  await result.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').filter({ hasText: 'Resumed at sandbox.' }).waitFor();
  assert.equal(statusAt(id), 'ACTIVE');
  assert.deepEqual(complaints, []);
});

test('a budget is changed within its bounds, waits where an approval is asked for, and is taken back', async (t) => {
  const { page, complaints } = await open(t, 'period=90d&form=table');
  const found = (await ads()).data.find(({ budget }: { budget: { level: string } | null }) => budget?.level === 'adset');
  const daily = Number(found.budget.daily);
  const row = page.getByRole('row').filter({ hasText: found.name });
  await row.getByRole('button', { name: /^Budget/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Daily budget of the ad set' });
  const field = dialog.getByLabel(/^A day, in EUR/);
  await field.fill(String(daily * 2));
  assert.ok(await dialog.getByRole('button', { name: 'Change the budget' }).isDisabled());
  await field.fill((daily * 1.2).toFixed(2));
  await dialog.getByText('+20 %').waitFor();
  await picture(page, 'ads-budget');
  await dialog.getByRole('button', { name: 'Request an approval' }).click();
  const waiting = page.getByRole('status').filter({ hasText: 'Waits for an approval.' });
  await waiting.getByText(euros((daily * 1.2).toFixed(2))).waitFor();
  assert.equal((await adOf(found.id)).budget.daily, found.budget.daily);
  await row.getByRole('button', { name: /^Budget/ }).click();
  await field.fill((daily * 0.9).toFixed(2));
  await dialog.getByRole('button', { name: 'Change the budget' }).click();
  const result = page.getByRole('status').filter({ hasText: 'Budget changed at sandbox.' });
  await result.waitFor();
  await row.getByText(`${euros((daily * 0.9).toFixed(2))} a day`).waitFor();
  await result.getByRole('button', { name: 'Undo' }).click();
  await row.getByText(`${euros(found.budget.daily)} a day`).waitFor();
  assert.deepEqual(complaints, []);
});

test('a copy delivers in place of an ad once that is confirmed, and the ad is brought back', async (t) => {
  const { page, complaints } = await open(t, 'period=90d');
  const { id, name } = (await ads({ status: 'active' })).data[0];
  const copies = () => shop.sandbox.market().ads.filter((ad) => ad.name.startsWith(name) && ad.id !== id);
  await page
    .getByRole('button', { name: `Copy: ${name}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Have a copy deliver in place of this ad?' });
  const write = dialog.getByRole('button', { name: 'Replace it by a copy' });
  assert.ok(await write.isDisabled());
  await dialog.getByRole('checkbox').click();
  await picture(page, 'ads-copy');
  assert.deepEqual(await seriousOf(page), []);
  await write.click();
  const result = page.getByRole('status').filter({ hasText: 'Replaced by a copy at sandbox.' });
  await result.waitFor();
  const [copy, ...others] = copies();
  assert.deepEqual([statusAt(id), statusAt(copy?.id ?? ''), others], ['PAUSED', 'ACTIVE', []]);
  await result.getByRole('button', { name: 'Undo' }).click();
  await result.getByText('Taken back.').waitFor();
  assert.deepEqual([statusAt(id), statusAt(copy?.id ?? '')], ['ACTIVE', 'PAUSED']);
  assert.deepEqual(complaints, []);
});
