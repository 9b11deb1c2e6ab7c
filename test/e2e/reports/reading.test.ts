// What a reader meets on the pages of reports: what a drawing leaves out is marked, what is empty says why, and a budget is set where it is shown.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { linkFor } from '../../doors/console/browser.ts';
import type { TestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { closeBrowsers, enterBy, openBrowser, textOf } from '../chromium.ts';
import { openDemoShop } from '../demo-shop.ts';
import { changeWindow, checkLooks, FAULTS_OF_LAYOUT, picture, settled } from '../look.ts';

/** In a period. */
const AMOUNTS = { revenue: 16_288_077_123, spend: 581_585_000 };
const NOW = '2026-03-31T12:00:00Z';

let app: TestApp;
before(async () => {
  app = await openDemoShop();
});
after(closeBrowsers);
after(() => app?.close());

async function open(t: TestContext, path: string, width = 1440): Promise<Page> {
  const viewport = { width, height: 900 };
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport, bypassCSP: true });
  t.after(() => assert.deepEqual(complaints, []));
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/${path}`);
  await settled(page);
  return page;
}

/** Changes an answer on its way to the page. */
const change = (page: Page, call: RegExp, by: (body: never) => unknown) =>
  page.route(call, async (route) => {
    const response = await fetch(route.request().url(), { headers: { authorization: `Bearer ${app.apiKey}` } });
    const body = await response.json();
    // A busy service is asked again by the page.
    if (response.ok) by(body as never);
    const headers = response.ok ? {} : { 'retry-after': '1' };
    await route.fulfill({ status: response.status, json: body, headers });
  });

test('a budget and a goal of the month are set, changed and removed on the overview', async (t) => {
  const page = await open(t, '');
  const targets = async () => {
    const { monthly_budget, outcome_goal } = (await app.api(app.apiKey).get('/profile/pacing')).body.data;
    return [monthly_budget, outcome_goal];
  };
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Pace of the month' }) }).last();
  await panel.getByRole('button', { name: 'Set a budget or goal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ad budget a month, EUR').fill('many');
  await dialog.getByRole('button', { name: 'Save' }).click();
  assert.deepEqual(await targets(), [null, null], 'what is no amount is not sent');
  await dialog.getByLabel('Ad budget a month, EUR').fill('6000.50');
  await dialog.getByLabel('Conversions a month').fill('120');
  await picture(page, 'pace-form');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('of €6,000.50').waitFor();
  await panel.getByText('of 120', { exact: false }).waitFor();
  assert.deepEqual(await targets(), ['6000.50', 120]);
  await panel.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Conversions a month').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await checkLooks(page, 'pace');
  assert.deepEqual(await targets(), ['6000.50', null]);
});

test('totals that are not drawn from zero are marked, and each day of a week has room for its name', async (t) => {
  const page = await open(t, '');
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'What moved revenue' }) }).last();
  const kinds = new Set<boolean>();
  for (const period of ['7d', '30d'])
    for (const width of [390, 1024, 1280, 1440]) {
      await page.goto(`${app.baseUrl}/console/${app.profileId}/?period=${period}`);
      await settled(page);
      await changeWindow(page, width, 'dark');
      assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], `${period}, ${width} wide`);
      const isFromZero = (await panel.locator('.axis text').allTextContents()).includes('€0');
      assert.equal(await panel.locator('.bar-cut').count(), isFromZero ? 0 : 2, `${period}, ${width} wide`);
      assert.equal(await panel.getByText('the scale begins above zero').count(), isFromZero ? 0 : 1);
      kinds.add(isFromZero);
      await picture(page, `waterfall-${period}-${width}`);
    }
  assert.ok(kinds.has(false), 'the world has totals that are large beside their change');
});

test('large amounts of yen do not break inside a group of digits', async (t) => {
  const page = await open(t, '');
  interface Overview {
    data: Record<'current' | 'previous', object | null>;
    meta: { currency: string };
  }
  await change(page, /\/api\/v1\/overview\?/, ({ data, meta }: Overview) => {
    meta.currency = 'JPY';
    for (const figures of [data.current, data.previous]) if (figures) Object.assign(figures, AMOUNTS);
  });
  await page.reload();
  for (const width of [390, 1024, 1440]) {
    await settled(page);
    await changeWindow(page, width, 'light');
    const lines = await page
      .locator('.tile-figure')
      .evaluateAll((all) =>
        all.map((each): [string, boolean] => [each.textContent ?? '', each.scrollWidth > each.clientWidth + 1]),
      );
    for (const [text, isCut] of lines) assert.ok(!isCut, `${text} is cut at ${width}`);
    assert.ok(lines.some(([text]) => text === '¥16,288,077,123'));
    await picture(page, `yen-${width}`);
  }
});

test('conversions without a visit are not called none', async (t) => {
  const page = await open(t, '');
  interface Level {
    data: { rows: unknown[]; unattributed: { models: Record<string, { conversions: string }> } };
  }
  const answer = (conversions: string) =>
    change(page, /\/api\/v1\/attribution\?/, ({ data }: Level) => {
      data.rows = [];
      for (const figures of Object.values(data.unattributed.models)) figures.conversions = conversions;
    });
  await answer('3');
  await page.reload();
  await page.getByText('No channel has credit: 3 conversions in these days, none with a known visit.').waitFor();
  assert.equal(await page.getByText('Nothing converted').count(), 0);
  await picture(page, 'without-visit');
  await answer('0');
  await page.reload();
  await page.getByText('Nothing converted in these days').waitFor();
});

test('revenue is visible on a phone, without scrolling a table', async (t) => {
  const page = await open(t, '', 390);
  const inWindow = async (header: string, in_: string): Promise<void> => {
    const box = await page.locator(in_).getByRole('columnheader', { name: header }).first().boundingBox();
    assert.ok(box && box.x + box.width <= 390, `${header} of ${in_}: ${JSON.stringify(box)}`);
  };
  await inWindow('Revenue', '[aria-label="Channels in numbers"]');
  for (const [path, header] of [
    ['customers', 'Value'],
    ['payments', 'Amount'],
    ['attribution', 'Revenue'],
  ] as const) {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/${path}`);
    await settled(page);
    await picture(page, `phone-${path}`);
    await inWindow(header, 'table');
  }
});

test('customers and payments are saved as one file, with the rows of every page', async (t) => {
  const page = await open(t, 'customers');
  const save = async (): Promise<string[]> => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save this list as CSV' }).click();
    return (await textOf(await saved)).split('\r\n');
  };
  const [head = '', ...rows] = await save();
  assert.match(head, /^conversion_id,/);
  const days = { date_from: '2026-03-01', date_to: '2026-03-30' };
  const { data } = (await app.api(app.apiKey).get('/overview', days)).body;
  assert.equal(rows.length - 1, data.current.outcomes);
  assert.ok(data.current.outcomes > 100, 'more than a page');
  assert.equal(new Set(rows.map((row) => row.slice(0, 36))).size, rows.length, 'each once');
  await page.goto(`${app.baseUrl}/console/${app.profileId}/payments`);
  await settled(page);
  const payments = await save();
  assert.match(payments[0] ?? '', /^payment_id,.*payer\.name/);
  assert.equal(payments.filter((row) => row.startsWith('payment_id')).length, 1);
  assert.ok(payments.length > 200, 'more than a page');
  await checkLooks(page, 'payments-csv');
});

test('one bar says that the service is away, over what was shown, and goes when it is back', async (t) => {
  const { context } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/`);
  await settled(page);
  const revenue = await page.locator('.tile-figure').first().textContent();
  await page.route(/\/api\/v1\//, (route) => route.abort());
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('alert').getByText('The service does not answer.').waitFor();
  await until(async () => (await page.locator('.skeleton').count()) > 0, 'the page waits');
  assert.equal(await page.getByRole('alert').count(), 1, 'no block repeats it');
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.locator('.tile-figure').first().waitFor();
  assert.equal(await page.locator('.tile-figure').first().textContent(), revenue);
  assert.equal(await page.getByRole('alert').count(), 1);
  await picture(page, 'away');
  await page.unroute(/\/api\/v1\//);
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('an attempt to connect that was left is no second card', async (t) => {
  for (let attempt = 0; attempt < 3; attempt++)
    assert.equal(
      (await app.api(app.session).post('/connections/woocommerce/connect', {}, { profile_id: app.profileId })).status,
      201,
    );
  const page = await open(t, 'connections');
  assert.equal(await page.getByRole('region', { name: 'WooCommerce', exact: true }).count(), 1);
  await picture(page, 'connections-left');
});

test('Live shows the newest events where the last half hour is empty', async (t) => {
  const page = await open(t, 'live');
  await page.getByText('Nothing happened in the last 30 minutes.').waitFor();
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'The newest events before' }) }).last();
  assert.equal(await panel.locator('tbody tr').count(), 60);
  assert.match((await panel.locator('tbody td').first().textContent()) ?? '', /^30 Mar 2026, \d\d:\d\d$/);
  await checkLooks(page, 'live-before');
});
