// A crawler presses every printed figure of every page and calculates it again from the receipt that the service gives for it: what is
// printed is the result, to the digits that are printed. EVERY_FIGURE=1 presses all of them, otherwise every seventh.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linkFor } from '../doors/console/browser.ts';
import type { TestApp } from '../harness.ts';
import { calculate } from '../report/formula.ts';
import { closeBrowsers, openBrowser } from './chromium.ts';
import { openDemoShop } from './demo-shop.ts';
import { pageAddresses, settled } from './look.ts';

let app: TestApp;
before(async () => {
  app = await openDemoShop();
});
after(closeBrowsers);
after(() => app?.close());

interface Receipt {
  path: string;
  formula: string;
  terms: { name: string; value: string | null }[];
}

const receiptsOf = (body: unknown): Receipt[] => (body as { receipts: Receipt[] }).receipts;

/** A call without what asks for receipts. */
function callOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  for (const name of ['include', 'receipts_of']) searchParams.delete(name);
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

const STEP = process.env['EVERY_FIGURE'] ? 1 : 7;
const LEAST = 60 / STEP;

/** The operations that have receipts. */
const WITH_RECEIPTS = [
  ...['/api/v1/overview', '/api/v1/overview/series', '/api/v1/attribution', '/api/v1/attribution/paths'],
  ...['/api/v1/attribution/cohorts', '/api/v1/attribution/changes'],
];

/** As it is printed: sign, digits, decimals. */
const numberIn = (text: string): string => text.replace('−', '-').replace(/[^\d.-]/g, '');

test('every printed figure is the result of its receipt', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:00:00Z');
  await page.goto(app.baseUrl + linkFor(app.base));
  await settled(page);
  let recomputed = 0;
  const answers = new Map<string, Promise<Receipt[]>>();
  page.on('response', (response) => {
    const asked = new URL(response.url()).searchParams.get('receipts_of');
    if (asked !== null && response.ok()) answers.set(`${callOf(response.url())} ${asked}`, response.json().then(receiptsOf));
  });
  for (const href of await pageAddresses(page)) {
    await page.goto(app.baseUrl + href);
    await settled(page);
    answers.clear();
    // The numbers of a graph are in its table.
    await page.evaluate(`for (const table of document.querySelectorAll('details.chart-table')) table.open = true`);
    const figures = await page.locator('button.figure').all();
    for (const figure of figures.filter((_, at) => at % STEP === 0)) {
      const [path, pointer, text = ''] = [
        await figure.getAttribute('data-path'),
        await figure.getAttribute('data-pointer'),
        (await figure.textContent()) ?? '',
      ];
      await figure.click();
      await page.getByRole('dialog').waitFor();
      if (path !== null && WITH_RECEIPTS.includes(path)) {
        await page.locator('.formula').first().waitFor();
        // A figure that was pressed before is not asked for again.
        const call = /'(http[^']+)'/.exec((await page.locator('.copyable code', { hasText: 'curl' }).textContent()) ?? '');
        const receipts =
          (await answers.get(`${callOf(call?.[1] ?? '')} ${pointer}`)) ?? assert.fail(`${href}: ${pointer} was not asked for`);
        const receipt = receipts.find((each) => each.path === pointer) ?? assert.fail(`${href}: ${pointer} has no receipt`);
        assert.equal(rounded(calculate(receipt.formula, receipt.terms), numberIn(text)), numberIn(text), `${href} ${pointer}`);
        assert.equal(await page.locator('.formula').first().textContent(), receipt.formula);
        recomputed++;
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
  t.diagnostic(`${recomputed} figures`);
  assert.ok(recomputed >= LEAST, `${recomputed} figures`);
  assert.deepEqual(complaints, []);
});

/** The exact value with as many decimals as are printed, half away from zero. */
function rounded(value: ReturnType<typeof calculate>, printed: string): string {
  if (value === null) return 'null';
  const decimals = printed.split('.')[1]?.length ?? 0;
  const scale = 10n ** BigInt(decimals);
  const [top, under] = [value.over * scale, value.under];
  const isNegative = top < 0n !== under < 0n;
  const [size, by] = [top < 0n ? -top : top, under < 0n ? -under : under];
  const units = (2n * size + by) / (2n * by);
  const digits = String(units).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return `${isNegative && units !== 0n ? '-' : ''}${text}`;
}
