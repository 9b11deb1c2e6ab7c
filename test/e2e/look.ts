// What is wrong with a page to the eye: layout, contrast, names for readers of the screen. SCREENSHOTS=<folder> keeps a picture of every page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Wider than its window; texts of drawings that stick out of them or lie on one another. In the page's own terms. */
export const FAULTS_OF_LAYOUT = `(() => {
  const faults = [];
  if (document.documentElement.scrollWidth > window.innerWidth) faults.push('the page is wider than its window');
  const isOver = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  for (const svg of document.querySelectorAll('svg:not([aria-hidden=true])')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    const texts = [...svg.querySelectorAll('text')].map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
    if (texts.length === 0 && !svg.hasAttribute('aria-label')) faults.push('a drawing has no words');
    for (const { name, box } of texts) {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) faults.push('cut: ' + name);
      if (name.trim() !== '' && box.height < 10.99) faults.push('too small: ' + name + ' ' + box.height);
    }
    for (const [at, one] of texts.entries())
      for (const other of texts.slice(at + 1)) if (isOver(one.box, other.box)) faults.push(one.name + ' lies on ' + other.name);
  }
  for (const element of document.querySelectorAll('h1, h2, h3, p, li, dd, dt, a, button, label, summary')) {
    if (element.closest('.scroll, .chart-scroll, .tabs, .skip')) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.right > window.innerWidth + 1 || box.left < -1)) faults.push('sticks out: ' + element.textContent.slice(0, 60));
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline') faults.push('cut: ' + element.textContent.slice(0, 60));
  }
  for (const element of document.querySelectorAll('.scroll'))
    if (element.tabIndex !== 0 || !element.hasAttribute('aria-label')) faults.push('out of reach of keys: ' + element.textContent.slice(0, 60));
  for (const element of document.querySelectorAll('.acts button, .acts a, .acts select')) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.right > window.innerWidth + 1) faults.push('out of reach: ' + element.textContent);
  }
  return faults;
})()`;

/** Tables and graphs that a person cannot save; those with fields are what a person is filling in. In the page's own terms. */
export const UNEXPORTED = `[...document.querySelectorAll('#workbench figure.chart, #workbench table:not(figure.chart table, form table, :has(select, input:not([type="checkbox"], [type="radio"])))')]
  .filter((target) => {
    const control = target.matches('figure') ? target.querySelector(':scope > .export') : (target.closest('.scroll') ?? target).nextElementSibling;
    return !control?.matches('.export');
  })
  .map((target) => target.textContent.slice(0, 60))`;

/** Sentences that name an operation of the API, which nobody calls from a page; code samples aside. In the page's own terms. */
export const OPERATIONS_NAMED = `[...document.querySelectorAll('#workbench main *')]
  .filter((element) => element.closest('pre, code, textarea') === null && element.children.length === 0)
  .map((element) => element.textContent)
  .filter((text) => /\\b(?:GET|POST|PUT|PATCH|DELETE) \\/(?:api\\/v1|[a-z])/.test(text))`;

type Violation = AxeResults['violations'][number];

async function violationsOf(page: Page): Promise<Violation[]> {
  await page.evaluate(axe.source);
  return ((await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults).violations;
}

const textOf = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary}`).join(' | ')}`;

/** What axe finds, of every impact. */
export const axeFaultsOf = async (page: Page): Promise<string[]> => (await violationsOf(page)).map(textOf);

/** What axe calls serious or critical: for a page in the middle of something, such as an open dialog. */
export const seriousOf = async (page: Page): Promise<string[]> =>
  (await violationsOf(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical').map(textOf);

/** The window gets another size and scheme, and the page has drawn itself for them: what measures itself does so in the frame after. */
export async function changeWindow(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))');
  await settled(page);
}

/** Drawings whose words are smaller than drawn: one is shrunk until it is drawn again in the width of its new window. In the page's own terms. */
const SHRUNK = `[...document.querySelectorAll('svg:not([aria-hidden=true])')].filter((svg) => {
  const { width } = svg.getBoundingClientRect();
  return width > 0 && svg.querySelector('text') !== null && width < 0.9 * svg.viewBox.baseVal.width;
}).length`;

/** Nothing is on its way. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  const busy = page.locator('.skeleton, [aria-busy=true]');
  await until(async () => (await busy.count()) === 0, 'nothing is on its way');
  await until(async () => (await page.evaluate(SHRUNK)) === 0, 'each drawing has the width of its window');
}

/** Layout and accessibility of the page in its present window, and a picture of it. */
export async function checkLook(page: Page, name: string): Promise<void> {
  await settled(page);
  await picture(page, name);
  assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], name);
  assert.deepEqual(await seriousOf(page), [], name);
}

/** The same on a phone in light and on a desktop in dark. */
export async function checkLooks(page: Page, name: string): Promise<void> {
  await settled(page);
  for (const [width, scheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await changeWindow(page, width, scheme);
    await checkLook(page, `${name}-${scheme}-${width}`);
  }
}

/** What has the focus: its element, its name, its outline. */
export const AT_FOCUS = `(() => {
  const at = document.activeElement;
  return [at.tagName, at.getAttribute('aria-label') ?? at.textContent, getComputedStyle(at).outlineStyle];
})()`;

/** The pages that the navigation of the workbench lists. */
export async function pageAddresses(page: Page): Promise<string[]> {
  const links = page.locator('nav.side a[href*="/console/"]');
  return links.evaluateAll((found) => found.map((each) => each.getAttribute('href') ?? ''));
}
