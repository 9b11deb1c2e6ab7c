// A crawler presses every printed figure of every page and calculates it again: from its receipt, to the digits that are printed, and the
// terms of the receipt from the rows of its statement, run on a copy of the profile's file. What is printed without a receipt on a page of
// reports fails it. EVERY_FIGURE=1 presses all figures, otherwise every fifteenth.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { linkFor } from '../doors/console/browser.ts';
import { type ApiAnswer, type TestApp, unlessBusy } from '../harness.ts';
import { calculate } from '../report/formula.ts';
import { until } from '../until.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { openDemoShop } from './demo-shop.ts';
import { type Analyst, memberAt, openAnalyst, type Receipt } from './figures/analyst.ts';
import { BARE_FIGURES, isPrintedOf, withoutReceipt } from './figures/printed.ts';
import type { Json } from './figures/statement-rows.ts';
import { pageAddresses, settled } from './look.ts';

const STEP = process.env['EVERY_FIGURE'] ? 1 : 15;
const LEAST = 120 / STEP;
const SINCE = '2026-03-31T12:10:00Z';

let app: TestApp;
let analyst: Analyst;
before(async () => {
  app = await openDemoShop();
  await addLaterFacts();
  analyst = await openAnalyst(app);
});
after(closeBrowsers);
after(() => app?.close());
after(() => analyst?.close());

/** A payment and spend that were not known before, so that there is something that moved. */
async function addLaterFacts(): Promise<void> {
  const api = app.api(app.apiKey);
  const days = { date_from: '2026-03-01', date_to: '2026-03-20' };
  const { goal } = (await api.get('/attribution/paths', days)).body.meta;
  const { body } = await api.get('/customers', { ...days, goal, channel: 'Email', limit: 1 });
  assert.ok(body.data?.[0]?.email, JSON.stringify(body));
  app.clock.set('2026-03-31T12:20:00Z');
  const event = { event_type: 'payment_received', idempotency_key: 'late', occurred_at: '2026-03-21T12:00:00Z' };
  const traits = { user_traits: { email: body.data[0].email } };
  const paid = await api.post('/events', { ...event, ...traits, value: { amount: '321.45', currency: 'EUR' } });
  const rows = [{ campaign_id: 'late', campaign_name: 'Late', spend: '12.34' }];
  const spent = await api.post('/spend', {
    platform: 'bing',
    account_id: 'late',
    currency: 'EUR',
    days: [{ day: '2026-03-21', rows }],
  });
  assert.deepEqual([paid.status, spent.status], [201, 200]);
  await app.settle();
}

/** A call without what asks for receipts. */
function callOf(address: string): string {
  const { pathname, searchParams } = new URL(address, app.baseUrl);
  for (const name of ['include', 'receipts_of']) searchParams.delete(name);
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

/** The operations that have receipts. */
const WITH_RECEIPTS = [
  '/api/v1/overview',
  '/api/v1/overview/series',
  '/api/v1/attribution',
  '/api/v1/attribution/paths',
  '/api/v1/attribution/cohorts',
  '/api/v1/attribution/changes',
  '/api/v1/traffic',
  '/api/v1/why',
  '/api/v1/economics',
  '/api/v1/lifetime-value',
];

interface Pressed {
  /** As it is printed. */
  text: string;
  /** Of the call, without what asks for receipts. */
  call: string;
  pointer: string;
}

/** Answers that the pages got with receipts, by call and figure. */
class Answers {
  readonly #found = new Map<string, Promise<Json>>();
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on('response', (response) => {
      const asked = new URL(response.url()).searchParams.get('receipts_of');
      if (asked === null || !response.ok()) return;
      const body = response.json();
      // A page that is left takes along what nobody has read.
      body.catch(() => undefined);
      this.#found.set(`${callOf(response.url())} ${asked}`, body);
    });
  }

  /** What the page asked for, or the same asked by it now. */
  of(call: string, pointer: string): Promise<Json> {
    const key = `${call} ${pointer}`;
    const hasReceipts = WITH_RECEIPTS.includes(call.split('?')[0] ?? '');
    const address = hasReceipts ? `${call}&include=receipt&receipts_of=${encodeURIComponent(pointer)}` : call;
    const found = this.#found.get(key)?.catch(() => this.#ask(address)) ?? this.#ask(address);
    this.#found.set(key, found);
    return found;
  }

  async #ask(address: string): Promise<Json> {
    const ask = `fetch(${JSON.stringify(address)}).then(async (found) => ({ status: found.status, body: await found.json() }))`;
    return (await unlessBusy(() => this.#page.evaluate(ask) as Promise<ApiAnswer>)).body;
  }
}

/** Counts what was recomputed in which way. */
const counts = { receipts: 0, derived: 0, plain: 0, terms: 0 };

/** The figure from its receipt, and the receipt from the file. */
async function recompute({ text, call, pointer }: Pressed, answers: Answers): Promise<Receipt> {
  const answer = await answers.of(call, pointer);
  const receipt: Receipt =
    answer.receipts.find((each: Receipt) => each.path === pointer) ?? assert.fail(`${call}: ${pointer} has no receipt`);
  const value = calculate(receipt.formula, receipt.terms);
  assert.ok(isPrintedOf(value, text), `${call} ${pointer}: ${text} is not ${JSON.stringify(receipt)}`);
  assert.ok(isPrintedOf(value, String(memberAt(answer, pointer) ?? '—')), `${call} ${pointer}: REST has another figure`);
  counts.terms += await analyst.check(call.split('?')[0] ?? '', receipt, answer);
  counts.receipts++;
  return receipt;
}

/** A figure that the page computes: its formula over figures, each with its own receipt. */
async function recomputeDerived(page: Page, text: string, answers: Answers): Promise<void> {
  const [formula = '', ...terms] = (await page.evaluate(DERIVED)) as [string, ...Json[]];
  assert.ok(isPrintedOf(calculate(formula, terms), text), `${text} is not ${formula} of ${JSON.stringify(terms)}`);
  for (const { value, call, pointer } of terms) await recompute({ text: value, call: callOf(call), pointer }, answers);
  counts.derived++;
}

/** The formula of the open drawer and its terms. */
const DERIVED = `(() => {
  const drawer = document.querySelector('dialog');
  const terms = [...drawer.querySelectorAll('dl.terms dd')].map((dd) => {
    const figure = dd.querySelector('button.figure');
    const name = dd.previousElementSibling.querySelector('.formula').textContent;
    return { name, value: figure.textContent, call: figure.dataset.call, pointer: figure.dataset.pointer };
  });
  return [drawer.querySelector('p.formula').textContent, ...terms];
})()`;

interface Place {
  path: string | null;
  pointer: string | null;
  formula: string | null;
  text: string;
}
const PLACES = `[...document.querySelectorAll('main button.figure')].map((figure) => ({
  path: figure.dataset.path ?? null, pointer: figure.dataset.pointer ?? null, formula: figure.dataset.formula ?? null,
  text: figure.textContent,
}))`;

const placeAt = async (page: Page, at: number): Promise<Place> =>
  ((await page.evaluate(PLACES)) as Place[])[at] ?? assert.fail(`there is no figure ${at}`);

const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Opens the figure's receipt. Figures of the page Ads change their source when the credit of ads has come: then it is opened again. */
async function open(page: Page, at: number): Promise<Place> {
  return until(async () => {
    const before = await placeAt(page, at);
    await page.locator('main button.figure').nth(at).click();
    await page.getByRole('dialog').waitFor();
    if (isDeepStrictEqual(await placeAt(page, at), before)) return before;
    await close(page);
    return undefined;
  }, 'the figure stays as it is');
}

/** Opens the figure's receipt and recomputes it; answers what is wrong. */
async function press(page: Page, at: number, answers: Answers): Promise<string[]> {
  const place = await open(page, at);
  try {
    await recomputeOpened(page, place, answers);
    return [];
  } catch (error) {
    if (error instanceof assert.AssertionError) return [error.message];
    throw error;
  } finally {
    await close(page);
  }
}

/** A share is printed as per cent. */
const plainOf = (value: unknown, text: string): string =>
  typeof value === 'number' && text.endsWith('%') ? String(Number((value * 100).toFixed(6))) : String(value);

async function recomputeOpened(page: Page, { path, pointer, formula, text }: Place, answers: Answers): Promise<void> {
  if (formula !== null) await recomputeDerived(page, text, answers);
  else {
    const shown = (await page.locator('.copyable code', { hasText: 'curl' }).first().textContent()) ?? '';
    const call = callOf(/'(http[^']+)'/.exec(shown)?.[1] ?? assert.fail(`${path} ${pointer} shows no call`));
    if (WITH_RECEIPTS.includes(path ?? '')) {
      await page.locator('.formula').first().waitFor();
      const receipt = await recompute({ text, call, pointer: pointer ?? '' }, answers);
      assert.equal(await page.locator('.formula').first().textContent(), receipt.formula);
    } else {
      const value = memberAt(await answers.of(call, pointer ?? ''), pointer ?? '');
      assert.ok(value !== undefined && value !== null, `${call} ${pointer} is not in the answer`);
      assert.ok(
        isPrintedOf(calculate('x', [{ name: 'x', value: plainOf(value, text) }]), text),
        `${call} ${pointer}: ${text}, not ${value}`,
      );
      counts.plain++;
    }
  }
}

/** Pages of reports in other forms than the first. */
const FORMS: Record<string, string[]> = {
  '': ['intervals=on'],
  attribution: ['intervals=on&rows=Email*Organic%20Search'],
  payback: ['metric=person', 'metric=cash'],
  known: [`since=${SINCE}`, `since=${SINCE}&figure=outcomes`],
  why: ['channel=Paid%20Social&figure=conversions'],
};

function formsOf(address: string): string[] {
  const name = /^\/console\/[^/]+\/([a-z]*)(?:\?|$)/.exec(address)?.[1] ?? '-';
  const other = (FORMS[name] ?? []).map((form) => `${address}${address.includes('?') ? '&' : '?'}${form}`);
  return name === 'known' ? other : [address, ...other];
}

test('every printed figure is the result of its receipt, and the receipt that of its statement', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-31T12:30:00Z');
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await settled(page);
  const answers = new Answers(page);
  const faults: string[] = [];
  let turn = 0;
  for (const href of (await pageAddresses(page)).flatMap(formsOf)) {
    await page.goto(app.baseUrl + href);
    await settled(page);
    // The numbers of a graph are in its table.
    await page.evaluate(`for (const table of document.querySelectorAll('details.chart-table')) table.open = true`);
    faults.push(...withoutReceipt(href, (await page.evaluate(BARE_FIGURES)) as string[]).map((bare) => `${href}: ${bare}`));
    const figures = ((await page.evaluate(PLACES)) as Place[]).length;
    for (let at = 0; at < figures; at++) if (turn++ % STEP === 0) faults.push(...(await press(page, at, answers)));
  }
  assert.deepEqual(faults, []);
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.receipts >= LEAST && counts.derived > 0 && counts.terms >= LEAST, JSON.stringify(counts));
  assert.deepEqual(complaints, []);
  await t.test('a figure without a receipt, and a receipt of other rows, are found', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/payback`);
    await settled(page);
    await page.evaluate(
      `(() => { const figure = document.querySelector('main td button.figure'); figure.replaceWith(figure.textContent); })()`,
    );
    assert.equal(withoutReceipt('/payback', (await page.evaluate(BARE_FIGURES)) as string[]).length, 1);
    const query = `profile_id=${app.profileId}&month_from=2026-01&month_to=2026-03`;
    const answer = await answers.of(`/api/v1/attribution/cohorts?${query}`, '/data/rows/1/people');
    const [receipt] = answer.receipts;
    await assert.rejects(
      analyst.check('/api/v1/attribution/cohorts', { ...receipt, terms: [{ name: 'people', value: '1.5' }] }, answer),
      /in the rows/,
    );
    await assert.rejects(
      analyst.check('/api/v1/attribution/cohorts', { ...receipt, terms: [{ name: 'visits', value: '1' }] }, answer),
      /which no row says/,
    );
  });
});
