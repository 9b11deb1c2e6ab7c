// The console in a real browser: light and dark, phone to desktop, without scripts: nothing is cut, nothing overlaps, nothing is
// asked of another host, and axe finds nothing serious. SCREENSHOTS=<folder> keeps a picture of every page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { linkFor } from '../doors/console/browser.ts';
import type { TestApp } from '../harness.ts';
import { startTestApp } from '../harness.ts';
import { closeBrowsers, openBrowser } from './chromium.ts';
import { openDemoShop } from './demo-shop.ts';

const WIDTHS = [360, 768, 1280];
const OTHER_PERIODS = [
  '?days=7',
  '?days=90',
  '?days=today',
  '?from=2025-04-01&to=2026-03-30',
  '?from=2020-01-01&to=2020-01-07',
  '?days=x',
];
/** What needs a browser of its own or many pages is looked at once in each scheme, on the smallest and on the largest screen. */
const isWhole = ({ scheme, width }: { scheme: string; width: number }): boolean => width === (scheme === 'light' ? 360 : 1280);

let app: TestApp;
before(async () => {
  app = await openDemoShop();
});
after(closeBrowsers);
after(() => app?.close());

interface Look {
  scheme: 'light' | 'dark';
  width: number;
  /** Without them the browser shows what the page's policy lets in; with them tests can look around in it. */
  hasScripts: boolean;
}

/** A browser that has followed a link to the overview. */
async function openOverview(t: TestContext, { scheme, width, hasScripts }: Look): Promise<{ page: Page; complaints: string[] }> {
  const { context, complaints } = await openBrowser(t, app.baseUrl, {
    ...{ colorScheme: scheme, viewport: { width, height: 900 } },
    ...{ javaScriptEnabled: hasScripts, bypassCSP: hasScripts },
  });
  const page = await context.newPage();
  const response = await page.goto(app.baseUrl + linkFor(app.base));
  assert.equal(response?.status(), 200);
  assert.equal(new URL(page.url()).pathname, `/console/${app.profileId}/`);
  assert.equal(await page.locator('h1').textContent(), 'Juniper & Oak shop');
  return { page, complaints };
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Wider than its window; texts of drawings that stick out of them or lie on one another. In the page's own terms. */
const FAULTS_OF_LAYOUT = `(() => {
  const faults = [];
  if (document.documentElement.scrollWidth > window.innerWidth) faults.push('the page is wider than its window');
  const isOver = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    const texts = [...svg.querySelectorAll('text')].map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
    if (texts.length === 0) faults.push('a drawing has no words');
    for (const { name, box } of texts) {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) faults.push('cut: ' + name);
      if (box.height < 10.99) faults.push('too small: ' + name + ' ' + box.height);
    }
    for (const [at, one] of texts.entries())
      for (const other of texts.slice(at + 1)) if (isOver(one.box, other.box)) faults.push(one.name + ' lies on ' + other.name);
  }
  for (const element of document.querySelectorAll('h1, h2, h3, p, li, dd, dt, a, button, label, summary')) {
    if (element.closest('.scroll, .skip')) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.right > window.innerWidth + 1 || box.left < -1)) faults.push('sticks out: ' + element.textContent.slice(0, 60));
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline') faults.push('cut: ' + element.textContent.slice(0, 60));
  }
  return faults;
})()`;

test('the overview in a browser', async (t) => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      if (isWhole({ scheme, width }) || process.env['SCREENSHOTS'])
        await t.test(`${scheme}, ${width} wide, without scripts: whole, quiet, at home`, async (t) => {
          const { page, complaints } = await openOverview(t, { scheme, width, hasScripts: false });
          await picture(page, `overview-${scheme}-${width}`);
          const visible = await page.locator('svg:visible').count();
          assert.equal(visible, 1 + 3 + 1, 'one drawing of lines, three of bars, one of paths');
          await page.getByText('The numbers, day by day').click();
          assert.equal(await page.getByRole('cell', { name: 'not measured' }).count(), 0);
          assert.equal(await page.locator('details table tbody tr').count(), 30);
          await page.getByRole('link', { name: '7 days' }).click();
          assert.equal(await page.getByRole('link', { name: '7 days' }).getAttribute('aria-current'), 'true');
          await page.getByText('Other days').click();
          await page.getByLabel('First day').fill('2026-02-01');
          await page.getByLabel('Last day').fill('2026-02-28');
          await page.getByRole('button', { name: 'Show' }).click();
          assert.match((await page.locator('h2').first().textContent()) ?? '', /^1\s–\s28 February 2026$/);
          assert.deepEqual(complaints, []);
        });

      await t.test(`${scheme}, ${width} wide: nothing is cut or covered, axe finds nothing serious`, async (t) => {
        const { page } = await openOverview(t, { scheme, width, hasScripts: true });
        for (const query of isWhole({ scheme, width }) ? ['', ...OTHER_PERIODS] : ['']) {
          await page.goto(`${app.baseUrl}/console/${app.profileId}/${query}`);
          assert.equal(await page.locator('h1').textContent(), 'Juniper & Oak shop');
          await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
          assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], query);
          assert.deepEqual(await seriousOf(page), [], query);
        }
      });
    }
  }

  await t.test('large letters break nothing', async (t) => {
    const { page } = await openOverview(t, { scheme: 'light', width: 360, hasScripts: true });
    await page.addStyleTag({ content: 'html { font-size: 150% }' });
    await picture(page, 'overview-large-360');
    assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), []);
  });

  await t.test('a keyboard gets everywhere, and it shows where', async (t) => {
    const { page } = await openOverview(t, { scheme: 'light', width: 1280, hasScripts: true });
    const reached: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const [tag, words, outline] = (await page.evaluate(AT_FOCUS)) as [string, string, string];
      if (tag === 'BODY') break; // once around
      reached.push(words);
      assert.equal(outline, 'solid', words);
    }
    assert.deepEqual(reached, [
      ...['Skip to the content', 'Tributary', 'API reference', 'Account', 'Sign out', 'People, profiles and keys'],
      ...['Today', '7 days', '30 days', '90 days', 'Other days', 'The numbers, day by day'],
      ...['Credit by channel', 'Paths, oldest touch first'],
      ...['The tracker is on the site', 'Conversion definitions are confirmed', 'Continue setup'],
    ]);
  });
});

/** What has the focus: its element, its name without the days it is about, its outline. */
const AT_FOCUS = `(() => {
  const at = document.activeElement;
  const label = at.getAttribute('aria-label');
  return [at.tagName, label ? label.split(/, \\d/)[0] : at.textContent, getComputedStyle(at).outlineStyle];
})()`;

test('the other pages in a browser', async (t) => {
  const empty = await startTestApp();
  t.after(() => empty.close());
  const used = linkFor(empty.base);
  await fetch(empty.baseUrl + used, { redirect: 'manual' });
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await t.test(`${scheme}, ${width} wide`, async (t) => {
        const { context, complaints } = await openBrowser(t, empty.baseUrl, {
          ...{ colorScheme: scheme, viewport: { width, height: 900 }, bypassCSP: true },
        });
        const page = await context.newPage();
        const look = async (path: string, name: string, heading: RegExp): Promise<void> => {
          await page.goto(empty.baseUrl + path);
          assert.match((await page.locator('h1').textContent()) ?? '', heading);
          await picture(page, `${name}-${scheme}-${width}`);
          assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], name);
          assert.deepEqual(await seriousOf(page), [], name);
        };
        await look('/console/', 'sign-in', /^Sign in$/);
        await look(used, 'used-link', /used already/);
        await look(linkFor(empty.base), 'setting-up', /^Main$/);
        await look('/console/00000000-0000-4000-8000-000000000000/', 'missing', /^Not found/);
        // Refusals by status are on the browser's console, and nothing else is.
        assert.deepEqual(
          complaints.filter((each) => !/status of 4(?:01|04|10)/.test(each)),
          [],
        );
        await page.getByRole('button', { name: 'Sign out' }).click();
        assert.match((await page.locator('h1').textContent()) ?? '', /^Sign in$/);
      });
    }
  }
});

/** What axe calls serious or critical. */
async function seriousOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary}`).join(' | ')}`,
    );
}
