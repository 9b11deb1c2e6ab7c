// The workbench in a real browser, under its own policy: every page in light and dark on phone, tablet and desktop is whole, quiet and at home;
// its figures are those of REST; the address restores the view; everything can be done by keys; the main pages look as their references say
// (test/e2e/pictures). SCREENSHOTS=<folder> keeps pictures; EVERY_LOOK=1 takes each scheme in each width.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { readWorkbook } from '../../src/base/rows/workbook/read-workbook.ts';
import { unmarked } from '../../src/collect/imports/open/workbook.ts';
import { linkFor } from '../doors/console/browser.ts';
import type { TestApp } from '../harness.ts';
import { closeBrowsers, enterBy, openBrowser, textOf, type Watched } from './chromium.ts';
import { openDemoShop } from './demo-shop.ts';
import {
  AT_FOCUS,
  axeFaultsOf,
  changeWindow,
  FAULTS_OF_LAYOUT,
  OPERATIONS_NAMED,
  pageAddresses,
  picture,
  settled,
  UNEXPORTED,
} from './look.ts';
import { DEFECTS } from './pictures/defects.ts';
import { checkPicture, faultsOf, readPicture } from './pictures/pictures.ts';

type Scheme = 'light' | 'dark';
const WIDTHS = [390, 1024, 1440];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const EACH_ONCE: readonly [Scheme, number][] = [
  ['light', 390],
  ['light', 1024],
  ['dark', 1440],
];
const LOOKS = process.env['EVERY_LOOK']
  ? SCHEMES.flatMap((scheme) => WIDTHS.map((width): [Scheme, number] => [scheme, width]))
  : EACH_ONCE;
const MONTH = { date_from: '2026-03-01', date_to: '2026-03-30' };

let app: TestApp;
before(async () => {
  app = await openDemoShop();
});
after(closeBrowsers);
after(() => app?.close());

interface Look {
  /** For what looks around in the page by a script of its own. */
  bypassCSP?: boolean;
}

interface Opened extends Watched {
  page: Page;
}

/** The address of a page of the shop. */
const at = (path = ''): string => `${app.baseUrl}/console/${app.profileId}/${path}`;

/** The browser's clock is that of the service. */
async function open(t: TestContext, path = '', { bypassCSP = false }: Look = {}): Promise<Opened> {
  const watched = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP });
  const page = await watched.context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  if (path !== '') await page.goto(at(path));
  await settled(page);
  return { ...watched, page };
}

/** The path of the customer who comes first in the list. */
async function firstPerson(): Promise<string> {
  const { data } = (await app.api(app.apiKey).get('/customers', { ...MONTH, goal: 'payment_received', limit: 50 })).body;
  return `/console/${app.profileId}/customers/${data[0].customer_profile_id}`;
}

test('every page, in light and dark, phone to desktop: nothing is cut or covered, axe finds nothing, the main ones look as before', async (t) => {
  const { page, complaints } = await open(t, '', { bypassCSP: true });
  const listed = await pageAddresses(page);
  assert.ok(listed.length > 0);
  const names = listed.map((href) => href.split('?')[0]?.split('/').at(-1) || 'overview');
  const pages: [name: string, href: string][] = listed.map((href, at) => [names[at] ?? '', href]);
  for (const [name, href] of [...pages, ['person', await firstPerson()] as const])
    await t.test(name, async () => {
      await page.goto(app.baseUrl + href);
      await settled(page);
      assert.deepEqual(await page.evaluate(UNEXPORTED), [], 'every table and every graph can be saved');
      assert.deepEqual(await page.evaluate(OPERATIONS_NAMED), [], 'a person opens pages');
      // A window that changes its size, as that of a hand does, and not a request for each size.
      for (const [colorScheme, width] of LOOKS) {
        await changeWindow(page, width, colorScheme);
        await picture(page, `${name}-${colorScheme}-${width}`);
        assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], `${colorScheme}, ${width} wide`);
        assert.deepEqual(await axeFaultsOf(page), [], `${colorScheme}, ${width} wide`);
        await checkPicture(page, name, `${colorScheme} ${width}`);
      }
    });
  assert.deepEqual(complaints, []);
});

test('a broken colour, a card beside the window and a missing line of a chart are differences', async (t) => {
  const { page } = await open(t, '', { bypassCSP: true });
  for (const [[colorScheme, width], defect, found] of DEFECTS) {
    await page.reload();
    await settled(page);
    await changeWindow(page, width, colorScheme);
    const look = `${colorScheme} ${width}`;
    assert.deepEqual(faultsOf('overview', look, await readPicture(page, 'overview')), []);
    await page.evaluate(`(() => { ${defect}; })()`);
    assert.match(faultsOf('overview', look, await readPicture(page, 'overview')).join('\n'), found, defect);
  }
});

test('the overview shows the figures of REST', async (t) => {
  const { page, complaints } = await open(t);
  const { current, previous } = (await app.api(app.apiKey).get('/overview', MONTH)).body.data;
  const euros = (value: number): string => value.toLocaleString('en-US', { style: 'currency', currency: 'EUR' });
  const tile = (name: string) => page.locator('.tile').filter({ has: page.getByRole('heading', { name, exact: true }) });
  assert.equal(await tile('Revenue').locator('.figure').textContent(), euros(current.revenue));
  assert.match(
    (await tile('Revenue').textContent()) ?? '',
    new RegExp(`from ${euros(previous.revenue).replace(/[$.]/g, '\\$&')}`),
  );
  assert.equal(await tile('Spend').locator('.figure').textContent(), euros(current.spend));
  assert.equal(await tile('Visitors').locator('.figure').textContent(), current.visitors.toLocaleString('en-US'));
  assert.deepEqual(complaints, []);
});

test('the question is in the address, and the address restores it', async (t) => {
  const { page, complaints } = await open(t);
  const url = (): URLSearchParams => new URL(page.url()).searchParams;
  await page.keyboard.press('3');
  await page.waitForURL(/period=7d/);
  await page.getByRole('button', { name: /^Comparison/ }).click();
  await page.getByRole('button', { name: 'A year before' }).click();
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('button', { name: 'Linear' }).click();
  await page.getByRole('button', { name: 'Intervals' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Channel' }).click();
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await settled(page);
  assert.deepEqual(Object.fromEntries(url()), {
    period: '7d',
    compare: 'year',
    model: 'linear',
    intervals: 'on',
    channel: 'Email',
  });
  const shown = await page.locator('.tiles').textContent();
  const params = { date_from: '2026-03-24', date_to: '2026-03-30', model: 'linear', channel: 'Email' };
  const { current } = (await app.api(app.apiKey).get('/overview', params)).body.data;
  assert.ok(shown?.includes(current.visitors.toLocaleString('en-US')));
  await page.reload();
  await settled(page);
  assert.equal(await page.locator('.tiles').textContent(), shown);
  await page.goBack();
  await settled(page);
  assert.equal(url().get('channel'), null);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Campaign' }).click();
  await page.getByRole('button', { name: 'contains' }).click();
  await page.getByLabel('Campaign contains').fill('<b>\u202espring');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the filter Campaign contains <b>\u202espring' }).waitFor();
  assert.equal(url().get('campaign.contains'), '<b>\u202espring');
  assert.deepEqual(complaints, []);
});

test('an address that names no moment is shown as it is, and a page that fails leaves the rest', async (t) => {
  const { page } = await open(t, '?as_of=Today');
  await page.getByRole('button', { name: 'Version of the figures: As known Today' }).waitFor();
  await page.goto(at('?as_of=2026-03-01T10:00:00+02:00'));
  await page.getByRole('button', { name: /As known 2026-03-01T10:00:00 02:00/ }).waitFor();
  await page.route(/\/api\/v1\/overview\?/, (route) => route.fulfill({ json: { data: null, meta: null } }));
  await page.goto(at());
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).waitFor();
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
  await page.locator('tbody tr').first().waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('a graph is saved as a picture and in numbers, a table as CSV and as a workbook', async (t) => {
  const { page, complaints } = await open(t);
  const saved = async (target: Locator, form: string): Promise<{ name: string; bytes: Buffer }> => {
    await target.getByRole('button', { name: /^Export this/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      target.getByRole('button', { name: form, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const graph = page.locator('figure.chart').filter({ hasText: 'Revenue compared' });
  const { width } = (await graph.locator('svg').boundingBox()) ?? assert.fail('the graph is drawn');
  const png = await saved(graph, 'PNG');
  assert.equal(png.name, 'revenue-and-spend-by-day.png');
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.equal(png.bytes.readUInt32BE(16), Math.floor((width + 32) * 2));
  const folder = process.env['SCREENSHOTS'];
  if (folder) writeFileSync(join(folder, 'graph.png'), png.bytes);
  const series = (await app.api(app.apiKey).get('/overview/series', MONTH)).body.data;
  const lines = (await saved(graph, 'CSV')).bytes.toString().trimEnd().split('\r\n');
  assert.equal(lines[0]?.replace('\ufeff', ''), ',Revenue,Revenue compared,Spend');
  assert.deepEqual(
    lines.slice(1).map((line) => Number(line.split(',')[1])),
    series.map(({ revenue }: { revenue: number }) => revenue),
  );
  const channels = page.locator('.panel').filter({ has: page.getByRole('region', { name: 'Channels in numbers' }) });
  const table = channels.locator('.scroll + .export');
  const { name, bytes } = await saved(table, 'XLSX');
  assert.equal(name, 'channels-in-numbers.xlsx');
  const limits = { unpackedBytes: 1e6, rows: 1_000, columns: 100, cells: 10_000, cell: 1_000 };
  const workbook = await readWorkbook({ bytes }, { limits });
  const sheet = [...workbook.rows()].flat().map(({ cells }) => cells.map(unmarked));
  const { rows } = (await app.api(app.apiKey).get('/attribution', { ...MONTH, dimension: 'channel' })).body.data;
  const shown = await page.getByRole('region', { name: 'Channels in numbers' }).locator('tbody tr').count();
  assert.deepEqual([sheet[0], sheet.length], [['Channel', 'Revenue', 'Spend', 'ROAS', 'Conversions'], shown + 1]);
  for (const [channel, revenue] of sheet.slice(1)) {
    const row = rows.find(({ label }: { label: string }) => label === channel);
    assert.equal(Number(revenue), Number(Number(row.models.last_non_direct.revenue).toFixed(2)), channel);
  }
  assert.deepEqual(complaints, []);
});

test('everything can be done by keys, and it shows where one is', async (t) => {
  const { page } = await open(t, '', { bypassCSP: true });
  const reached: string[] = [];
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const [tag = '', words = '', outline = ''] = (await page.evaluate(AT_FOCUS)) as string[];
    if (tag === 'BODY') break;
    reached.push(words);
    assert.equal(outline, 'solid', words);
  }
  assert.equal(reached[0], 'Skip to the content');
  for (const expected of ['Overview', 'Search ⌘K', 'Add a filter: + Filter', 'Intervals'])
    assert.ok(reached.includes(expected), `${expected}: ${reached}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('last 7');
  await page.keyboard.press('Enter');
  await page.waitForURL(/period=7d/);
  await page.keyboard.press('?');
  assert.match((await page.getByRole('dialog').textContent()) ?? '', /Intervals on or off/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a chosen scheme stays, and does not wait for the first script', async (t) => {
  const { page, complaints } = await open(t);
  await page.getByRole('button', { name: /^Colours/ }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.reload({ waitUntil: 'commit' });
  await page.locator('link[rel=stylesheet]').waitFor({ state: 'attached' });
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await settled(page);
  assert.deepEqual(complaints, []);
});

test('a receipt shows the formula, the interval, the SQL and the same call', async (t) => {
  const { page, complaints } = await open(t);
  await page.locator('.tile').filter({ hasText: 'ROAS' }).locator('.figure').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Formula').waitFor();
  const { receipts } = (
    await app.api(app.apiKey).get('/overview', { ...MONTH, include: 'receipt', receipts_of: '/data/current/roas' })
  ).body;
  const text = (await drawer.textContent()) ?? '';
  assert.ok(text.includes(receipts[0].formula));
  assert.ok(text.includes(receipts[0].text));
  for (const { value } of receipts[0].terms) assert.ok(text.includes(value), value);
  assert.match(text, /SQL on the profile/);
  assert.ok(text.includes(`curl -H "Authorization: Bearer $TOKEN"`));
  assert.match(text, /"name": "get_overview"/);
  await drawer.getByRole('link', { name: 'Conversions and their customers' }).click();
  await page.waitForURL(/\/customers\?period=2026-03-01\.\.2026-03-30/);
  await page.locator('tbody tr').first().waitFor();
  assert.deepEqual(complaints, []);
});

test('a view is saved under a name and opened again', async (t) => {
  const { page, complaints } = await open(t, '?period=7d&channel=Email');
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await page.getByLabel('Save what is shown as').fill('Mails of the week');
  await page.getByRole('button', { name: 'Save the view' }).click();
  await page.getByRole('link', { name: 'Mails of the week' }).waitFor();
  await page.goto(at());
  await settled(page);
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await page.getByRole('link', { name: 'Mails of the week' }).click();
  await page.waitForURL(/period=7d&channel=Email/);
  await settled(page);
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await page.getByLabel('Save what is shown as').fill('As reported');
  await page.getByLabel('With the figures as they are known now').check();
  await page.getByRole('button', { name: 'Save the view' }).click();
  await page.getByRole('link', { name: 'As reported' }).click();
  await page.waitForURL(/as_of=2026/);
  await settled(page);
  await page.getByRole('button', { name: /^Version of the figures: As known on/ }).click();
  await page.getByRole('link', { name: 'What has moved since' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a note is written on a day of the graph and marked there', async (t) => {
  const { page, complaints } = await open(t);
  const chart = page.locator('section', { hasText: 'Revenue and spend by day' }).locator('.chart-box').first();
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Sale <b>begins</b>');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Sale <b>begins/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.mark-note').waitFor();
  const { data } = (await app.api(app.apiKey).get('/profile/notes', MONTH)).body;
  assert.deepEqual([data[0].day, data[0].text], ['2026-03-01', 'Sale <b>begins</b>']);
  assert.deepEqual(complaints, []);
});

test('what a block shows is saved as CSV, the same as REST', async (t) => {
  const { page, complaints } = await open(t);
  const saved = page.waitForEvent('download');
  const channels = page.locator('.panel').filter({ has: page.getByRole('region', { name: 'Channels in numbers' }) });
  await channels.getByRole('button', { name: /^Export this table/ }).click();
  await page.getByRole('button', { name: 'All rows as CSV', exact: true }).click();
  const text = await textOf(await saved);
  assert.match(text, /^key,label,/);
  assert.match(text, /\r\nOrganic Search,/);
  assert.deepEqual(complaints, []);
});

test('another site cannot frame it', async (t) => {
  const { page } = await open(t);
  const frames = await page.evaluate(`(() => {
    const frame = document.createElement('iframe');
    frame.src = location.href;
    document.body.append(frame);
    return new Promise((done) => setTimeout(() => done(frame.contentDocument?.querySelector('#workbench') ?? null), 800));
  })()`);
  assert.equal(frames, null);
});
