// The page Boards in a real browser: begun with a template, changed by its form, moved, saved, read by another and deleted; in light, in dark and on a phone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { openShop } from '../../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLooks, settled } from '../look.ts';

after(closeBrowsers);

test('a board is begun with a template, arranged and deleted', async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  shop.clock.set('2026-03-11T12:00:00Z');
  const { context, complaints } = await openBrowser(t, shop.baseUrl, {
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(shop.clock.now());
  await enterBy(page, shop.baseUrl + linkFor(shop.base, OWNER));
  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/boards?period=2026-03-01..2026-03-07`);
  await settled(page);
  await page.getByText('There is no board yet.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Begin with it: / }).count(), 10);
  await checkLooks(page, 'boards-list');
  await t.test('its figures are those of the question', async () => {
    await page.getByRole('button', { name: 'Begin with it: Weekly business review' }).click();
    await page.getByRole('heading', { name: 'Weekly business review', exact: true }).waitFor();
    await settled(page);
    const { current } = (await shop.api(shop.apiKey).get('/overview', { date_from: '2026-03-01', date_to: '2026-03-07' })).body
      .data;
    const revenue = current.revenue.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    await page.locator('.tile', { hasText: 'Cash revenue' }).waitFor();
    assert.equal(await page.locator('.tile').first().locator('.figure').textContent(), revenue);
    assert.equal(await page.locator('.tile').count(), 8);
    await page.getByText('What we decided:').waitFor();
    await checkLooks(page, 'boards-one');
  });
  await t.test('its blocks are moved, added and removed', async () => {
    await page.getByRole('button', { name: /^Edit Weekly/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My <b>week</b>');
    await page.getByRole('button', { name: /^Move up: Text, block 12 / }).click();
    await page.getByRole('button', { name: /^Remove: Figure: Visitors/ }).click();
    await page.getByRole('combobox', { name: 'Add a block' }).selectOption('Cohorts: Cash so far');
    await page.getByRole('textbox', { name: /^Text of block/ }).fill('Line one\nline two');
    await checkLooks(page, 'boards-form');
    await page.getByRole('button', { name: 'Save the board' }).click();
    await page.getByRole('heading', { name: 'My <b>week</b>', exact: true }).waitFor();
    await settled(page);
    const { data } = (await shop.api(shop.session).get('/boards', { profile_id: shop.profileId })).body;
    const kinds = data[0].blocks.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds.slice(7), ['graph', 'table', 'text', 'table', 'cohort']);
    assert.equal(data[0].blocks[9].text, 'Line one\nline two');
    assert.equal(data[0].revision, 2);
  });
  await t.test('it is shared as a link, which shows its blocks', async () => {
    await page.getByRole('button', { name: 'Share these figures' }).first().click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.getByRole('link', { name: 'Open it' }).getAttribute('href');
    await page.keyboard.press('Escape');
    const shared = await context.newPage();
    await shared.goto(link ?? '');
    await shared.getByRole('heading', { name: 'My <b>week</b>', exact: true }).waitFor();
    assert.equal(await shared.locator('.tile').count(), 7);
    await shared.getByText('Line one').waitFor();
    await checkLooks(shared, 'boards-shared');
    await shared.close();
  });
  await t.test('it is sent regularly', async () => {
    const board = page.url();
    await page.getByRole('button', { name: /^Send regularly: My/ }).click();
    assert.equal(await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).inputValue(), 'My <b>week</b>');
    await page.getByRole('dialog').getByRole('option', { name: 'Board: My <b>week</b>' }).waitFor({ state: 'attached' });
    await checkLooks(page, 'boards-schedule');
    await page.getByRole('button', { name: 'Make the schedule' }).click();
    await page.waitForURL(/\/reports\/schedules/);
    await page.getByRole('heading', { name: 'My <b>week</b>' }).waitFor();
    const { data } = (await shop.api(shop.session).get(`/workspaces/${shop.workspaceId}/reports/schedules`)).body;
    assert.deepEqual(
      data.map(({ page: of, question }: { page: string; question: { board_id: string } }) => [
        of,
        board.includes(question.board_id),
      ]),
      [['board', true]],
    );
    await page.goto(board);
    await settled(page);
  });
  await t.test('it is copied and deleted', async () => {
    const before = new URL(page.url()).pathname;
    await page.getByRole('button', { name: /^Copy My/ }).click();
    await page.waitForURL((url) => url.pathname !== before);
    await page.getByRole('button', { name: /^Delete My/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'My <b>week</b>' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'My <b>week</b>' }).count(), 1);
  });
  assert.deepEqual(complaints, []);
});
