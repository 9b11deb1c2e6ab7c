// The cost of the console in a browser: bytes loaded, time to the painted overview and to an answer, with the processor slowed four times,
// and the number of requests to other hosts. On the demo, each load in a browser without a cache.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumPath } from '../../bin/chromium.ts';
import { projectFile } from '../../src/base/kit/paths.ts';
import { jsonObject, readJson } from '../../src/base/kit/stored-json.ts';
import { enterBy } from '../../test/e2e/chromium.ts';
import type { Figure, Result } from '../figure.ts';
import { median } from '../numbers.ts';

const LOADS = 7;
const SLOWED = 4;

/** Files of the build by page, gzipped, in bytes. */
function sizes(): { first: number; largest: number } {
  const manifest = readJson('manifest.json', jsonObject, readFileSync(projectFile('console', 'dist', 'manifest.json'), 'utf8'));
  const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  const sizeOf = (files: readonly string[]): number =>
    files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(projectFile('console', 'dist', 'assets', file)), { level: 9 }).length,
      0,
    );
  const pages = Object.entries(readJson('pages', jsonObject, JSON.stringify(manifest['pages']))).map(
    ([name, files]): [string, string[]] => [name, listOf(files)],
  );
  const all = pages.flatMap(([, files]) => files);
  const own = pages
    .filter(([name]) => name !== 'overview')
    .map(([, files]) => sizeOf(files.filter((file) => all.indexOf(file) === all.lastIndexOf(file))));
  const overview = pages.find(([name]) => name === 'overview')?.[1] ?? [];
  return { first: sizeOf([String(manifest['theme']), ...listOf(manifest['first']), ...overview]), largest: Math.max(...own) };
}

/** In the page: when its first figures are painted, and how long the slowest event took until the next paint. */
const WATCH = `(() => {
  window.painted = new Promise((done) => {
    const look = () => {
      if (!document.querySelector('.tiles .figure')) return requestAnimationFrame(look);
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
    };
    look();
  });
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
})()`;

interface Load {
  painted: number;
  slowest: number;
  foreign: number;
}

/** Keys, a menu and a receipt: what a person does first. */
async function interact(page: Page): Promise<void> {
  await page.keyboard.press('3');
  await page.waitForURL(/period=7d/);
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('button', { name: 'Linear' }).click();
  await page.locator('.tiles .figure').first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
}

async function oneLoad(
  browser: Browser,
  state: Awaited<ReturnType<BrowserContext['storageState']>>,
  address: string,
): Promise<Load> {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    let foreign = 0;
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL(address).origin) && !request.url().startsWith('data:')) foreign++;
    });
    await page.addInitScript(WATCH);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.goto(address);
    const painted = Number(await page.evaluate('window.painted'));
    await page.waitForLoadState('networkidle');
    await interact(page);
    return { painted, slowest: Number(await page.evaluate('window.slowest')), foreign };
  } finally {
    await context.close();
  }
}

async function linkOf(demo: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((done, failed) => {
    demo.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const link = /http:\S+\/sign-in\/\S+/.exec(text)?.[0];
      if (link !== undefined && text.includes('Ctrl-C stops it')) done(link);
    });
    demo.once('exit', () => failed(new Error(`The demo ended: ${text}`)));
  });
}

async function loads(): Promise<Load[]> {
  const data = mkdtempSync(join(tmpdir(), 'tributary-bench-console-'));
  const env = { ...process.env, TRIBUTARY_DATA: data, TRIBUTARY_BALLAST_MB: '0', DISPLAY: '' };
  const demo = spawn(projectFile('bin', 'tributary'), ['demo', '--port', '0'], { env });
  const exit = once(demo, 'exit');
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await enterBy(page, await linkOf(demo));
    await page.locator('.tiles .figure').first().waitFor({ timeout: 120_000 });
    const [state, address] = [await context.storageState(), page.url()];
    const found: Load[] = [];
    for (let round = 0; round < LOADS; round++) found.push(await oneLoad(browser, state, address));
    return found;
  } finally {
    await browser.close();
    demo.kill('SIGTERM');
    await exit;
    rmSync(data, { recursive: true, force: true });
  }
}

export const consolePages: Figure = {
  name: 'console',
  about: 'what the console loads, when the overview is painted, how soon it answers',
  baseline: 'none',
  run: async (): Promise<Result[]> => {
    const { first, largest } = sizes();
    const found = await loads();
    const painted = median(found.map((load) => load.painted));
    const slowest = median(found.map((load) => load.slowest));
    const foreign = found.reduce((sum, load) => sum + load.foreign, 0);
    return [
      {
        name: 'console.size',
        measured: { value: first / 1000, unit: 'kB' },
        targets: [
          { of: 'first load', found: first / 1000, atMost: 60, unit: 'kB' },
          { of: 'largest further page', found: largest / 1000, atMost: 20, unit: 'kB' },
        ],
        details: { largest_page_kb: largest / 1000 },
      },
      {
        name: 'console.paint',
        measured: { value: painted, unit: 'ms' },
        targets: [
          { of: 'overview painted', found: painted, atMost: 1000, unit: 'ms' },
          { of: 'interaction to next paint', found: slowest, atMost: 100, unit: 'ms' },
          { of: 'requests to other hosts', found: foreign, atMost: 0 },
        ],
        details: { interaction_ms: slowest, best_paint_ms: Math.min(...found.map((load) => load.painted)), foreign },
      },
    ];
  },
};
