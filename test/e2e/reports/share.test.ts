// Sharing in a real browser: a report of the console becomes a page without scripts with the same figures, whole in every width and scheme, and
// its link is revoked in the settings. Four pages in three looks each take 17 s of processor time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { asOfPatience } from '../../../src/report/analytics/computations.ts';
import { linkFor } from '../../doors/console/browser.ts';
import type { TestApp } from '../../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { openDemoShop } from '../demo-shop.ts';
import { axeFaultsOf, FAULTS_OF_LAYOUT, picture, settled } from '../look.ts';

let app: TestApp;
before(async () => {
  app = await openDemoShop();
});
after(closeBrowsers);
after(() => app?.close());

async function share(page: Page, path: string): Promise<string> {
  await page.goto(`${app.baseUrl}/console/${app.profileId}/${path}`);
  await settled(page);
  await page.getByRole('button', { name: 'Share these figures' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  return (await page.locator('.share-form pre').textContent()) ?? '';
}

const figuresOf = (page: Page): Promise<string[]> => page.locator('.tile-figure').allTextContents();

test('a report is shared as it is, read without scripts, and revoked', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  const links: Record<string, string> = {};
  await t.test('from every page that has a report', async () => {
    for (const path of ['attribution?beside=linear', 'paths', 'payback', '']) links[path] = await share(page, path);
    assert.equal(new Set(Object.values(links)).size, 4);
  });
  const figures = await figuresOf(page);
  for (const [path, link] of Object.entries(links))
    await t.test(path === '' ? 'overview' : path, async ({ name }) => {
      await page.goto(link);
      assert.equal(await page.locator('script').count(), 0);
      for (const [colorScheme, width] of [
        ['light', 390],
        ['light', 1024],
        ['dark', 1440],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await picture(page, `shared-${name}-${colorScheme}-${width}`);
        assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], `${colorScheme}, ${width} wide`);
        assert.deepEqual(await axeFaultsOf(page), [], `${colorScheme}, ${width} wide`);
      }
    });
  await t.test('with the figures of the console', async () => assert.deepEqual(await figuresOf(page), figures));
  await t.test('and is listed with what is different once its figures are restated', async () => {
    const api = app.api(app.apiKey);
    const sale = {
      event_type: 'payment_received',
      occurred_at: '2026-03-20T10:00:00Z',
      value: { amount: '1000', currency: 'EUR' },
    };
    const late = await api.post('/events', { ...sale, idempotency_key: 'late', user_traits: { external_id: 'late-1' } });
    assert.equal(late.status, 201, JSON.stringify(late.body));
    await app.settle();
    await page.goto(`${app.baseUrl}/console/${app.profileId}/known`);
    const row = page.getByRole('region', { name: 'Table: Earlier reports' }).getByRole('row').filter({ hasText: 'Overview' });
    await row.filter({ hasText: 'Revenue' }).getByText('+€1,000.00').first().waitFor();
    await row.getByRole('link', { name: 'What we knew when' }).first().click();
    await page.waitForURL(/known\?period=.*since=/);
  });
  await t.test('the page that says why asks a busy service for as long as it takes, and shows how far it is', async () => {
    const { warehouse } = app.base;
    const startBuild = warehouse.startBuild.bind(warehouse);
    const { promise, resolve } = Promise.withResolvers<void>();
    warehouse.startBuild = (...values) => promise.then(() => startBuild(...values));
    asOfPatience(app.base).ms = 0;
    await page.goto(`${page.url()}&model=first_touch`);
    await page.getByText(/copying the facts, \d+ % after [4-9] s/).waitFor();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    warehouse.startBuild = startBuild;
    resolve();
    await page.locator('.known-sentence').waitFor();
  });
  await t.test('until it is revoked', async () => {
    await page.goto(`${app.baseUrl}/console/workspaces/${app.workspaceId}/settings/snapshots`);
    await page.getByRole('button', { name: 'Revoke the link of Overview' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: 'Revoked' }).waitFor();
    const gone = await page.goto(links[''] ?? '');
    assert.equal(gone?.status(), 410);
  });
  assert.deepEqual(
    complaints.filter((text) => !text.includes('410')),
    [],
  );
});
