// The page of traffic in a real browser, on the demo's shop: from a source to the pages of its visits, to where they went, to a funnel. What is
// printed is what REST answers; each tab is looked at on a phone and in dark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
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

const ask = async (path: string, query: Record<string, unknown> = {}): Promise<Json> => {
  const { status, body } = await app.api(app.apiKey).get(path, { ...MONTH, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const text = (value: number): string => value.toLocaleString('en-US');

/** The printed figures of a row of a table, without their changes. */
const printed = async (page: Page, table: string, row: string): Promise<string[]> => {
  const cells = page
    .getByRole('region', { name: `Table: ${table}` })
    .getByRole('row')
    .filter({ hasText: row })
    .first()
    .getByRole('cell');
  return (await cells.all()).length === 0
    ? []
    : Promise.all((await cells.all()).map(async (cell) => (await cell.locator('.figure').first().textContent()) ?? ''));
};

test('a marketer goes from a source to its pages, their journeys and a funnel', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await page.goto(`${app.baseUrl}/console/${app.profileId}/traffic`);
  await settled(page);
  await t.test('by source: a press on a source keeps its visits', async () => {
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await settled(page);
    const { rows } = await ask('/traffic', { dimension: 'source' });
    const [{ key, current }] = rows;
    assert.equal((await printed(page, 'Visits by source', key))[0], text(current.visits));
    const named = rows.find((row: Json) => row.key !== '(direct)');
    await page.getByRole('button', { name: named.key, exact: true }).click();
    await settled(page);
    const tile = page.locator('.traffic-tiles .tile').filter({ has: page.getByRole('heading', { name: 'Visits', exact: true }) });
    assert.equal(await tile.locator('.figure').first().textContent(), text(named.current.visits));
    await checkLooks(page, 'traffic-sources');
    await page.goBack();
  });
  await t.test('a page of visits leads to where they went from it', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/traffic/pages`);
    await settled(page);
    const [first] = (await ask('/traffic/pages')).rows;
    assert.equal((await printed(page, 'Pages of visits', first.path))[0], text(first.current.views));
    await checkLooks(page, 'traffic-pages');
    await page.getByRole('link', { name: first.path, exact: true }).click();
    await page.getByRole('heading', { name: `From ${first.path}`, exact: true }).waitFor();
    await settled(page);
    const [journey] = (await ask('/traffic/journeys', { from_page: first.path })).rows;
    const cells = page.getByRole('region', { name: 'Table: Journeys of visits' }).getByRole('row').nth(1).getByRole('cell');
    assert.equal(await cells.first().locator('.figure').first().textContent(), text(journey.current.visits));
    await checkLooks(page, 'traffic-journeys');
  });
  await t.test('a funnel of a page and the goal, whose figures open their receipts', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/traffic/funnel`);
    await settled(page);
    const [{ path }] = (await ask('/traffic/pages', { sort: 'entries' })).rows;
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByLabel('Path; * at its end for all below').nth(1).fill(path);
    await page.getByRole('button', { name: 'Show the funnel' }).click();
    const { steps } = await ask('/funnels', { steps: `page:/*,page:${path}` });
    const row = page.getByRole('region', { name: 'Table: Steps of the funnel' }).getByRole('row').nth(2);
    await row.filter({ hasText: text(steps[1].people) }).waitFor();
    await settled(page);
    const last = page
      .getByRole('region', { name: 'Table: Steps of the funnel' })
      .getByRole('row')
      .nth(3)
      .locator('.figure')
      .first();
    assert.equal(await last.textContent(), text(steps[2].people));
    await last.click();
    await page.getByRole('dialog').getByText('People who took this step after those before it.').waitFor();
    assert.equal(await page.getByRole('dialog').locator('.formula').first().textContent(), 'people');
    await page.keyboard.press('Escape');
    await checkLooks(page, 'traffic-funnel');
    assert.equal(new URL(page.url()).searchParams.get('steps'), `page:/*,page:${path}`, 'the address restores it');
  });
  assert.deepEqual(complaints, []);
});
