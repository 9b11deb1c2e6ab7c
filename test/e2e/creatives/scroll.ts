// Whether 60 cards of the leaderboard scroll without a long task of the page, in Chromium with its processor slowed four times: the longest task of each of
// five ways down and up, and their median. Exits 1 where that is over 50 ms.
// usage: npm run test:creatives-cost     TIMES (default 5) sets another number

import { chromium, type Page } from 'playwright-core';
import { median, shown } from '../../../bench/numbers.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../../bin/chromium.ts';
import type { Market } from '../../../src/sandbox/state.ts';
import { startAdviceWorld } from '../../act/recommendations/advice-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { letPass } from '../../until.ts';
import { enterBy } from '../chromium.ts';

const TIMES = Number(process.env['TIMES'] ?? 5);
const [CARDS, SLOWED, LONG_MS, STEP] = [60, 4, 50, 300];

/** Each creative in several ads, with its picture. */
function fill(market: Market): void {
  const own = [...market.ads];
  for (let at = 0; market.ads.length < CARDS + own.length; at += 1) {
    const like = own[at % own.length];
    if (like)
      market.ads.push({
        ...like,
        id: String(95_000 + at),
        name: `${like.name} ${at}`,
        weight: 5,
        statuses: [{ from: '2020-01-01', value: 'ACTIVE' }],
      });
  }
}

/** In the page: tasks longer than 50 ms, which are all that a browser reports. */
const WATCH = `new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest ?? 0, duration);
}).observe({ type: 'longtask', buffered: false })`;

async function longestTask(page: Page): Promise<number> {
  await page.evaluate('window.longest = 0');
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  for (const step of [STEP, -STEP])
    for (let way = 0; way < height; way += STEP) {
      await page.mouse.wheel(0, step);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
  await letPass(300);
  return Number(await page.evaluate('window.longest'));
}

const closings: (() => Promise<void> | void)[] = [];
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
try {
  const w = await startAdviceWorld({ after: (close) => void closings.unshift(close) }, fill);
  await w.sell('2026-10-28', {});
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true })).newPage();
  await page.addInitScript(WATCH);
  await enterBy(page, w.app.baseUrl + linkFor(w.app.base));
  await page.goto(`${w.app.baseUrl}/console/${w.profileId}/creatives`);
  await page
    .locator('.creatives-card')
    .nth(CARDS - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const found: number[] = [];
  for (let no = 0; no < TIMES; no++) found.push(await longestTask(page));
  const middle = median(found);
  console.log(
    `${CARDS} cards, processor slowed ${SLOWED} times: longest tasks ${found.map(shown).join(', ')} ms (0: none over ${LONG_MS} ms), median ${shown(middle)} ms`,
  );
  if (middle > LONG_MS) process.exitCode = 1;
} finally {
  await browser.close();
  for (const close of closings) await close();
}
