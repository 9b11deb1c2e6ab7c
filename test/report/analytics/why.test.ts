// Why a figure differs between two periods: in a shop whose figures can be worked out by hand, and, of the demo, that parts, rows and days
// add up, that the figures are those of the other reports, and that each is the result of its receipt.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDemoShop } from '../../e2e/demo-shop.ts';
import { type Analyst, openAnalyst, type Receipt } from '../../e2e/figures/analyst.ts';
import { partsOf } from '../../e2e/figures/statement-rows.ts';
import type { TestApp } from '../../harness.ts';
import { calculate, isPrinted } from '../formula.ts';
import { openShop, type Shop } from '../shop.ts';
import { assertAddsUp, type Json, units } from './why/sums.ts';

const LATER = { date_from: '2026-03-03', date_to: '2026-03-07' };
const EARLIER = { compared_from: '2026-03-01', compared_to: '2026-03-02' };

let shop: Shop;
let demo: TestApp;
let analyst: Analyst;
before(async () => {
  shop = await openShop();
  demo = await openDemoShop();
  analyst = await openAnalyst(demo);
});
after(() => shop?.close());
after(() => demo?.close());
after(() => analyst?.close());

const ask = async (query: Record<string, unknown>, on: TestApp = shop): Promise<Json> => {
  const { status, body } = await on.api(on.apiKey).get('/why', query);
  assert.equal(status, 200, JSON.stringify(body).slice(0, 400));
  return body;
};

test('getWhy', async (t) => {
  await t.test('the shop by hand', async () => {
    // Ben's visit and 20 before; 100 less 25 and 50 of Ana after, credited to her visit from the newsletter.
    const answer = await ask({ ...LATER, ...EARLIER });
    const { data, meta } = answer;
    assertAddsUp(answer, 'by hand');
    const { before: was, after: is } = data.totals;
    assert.deepEqual(was, {
      visits: 2,
      conversions: '1',
      conversion_percent: 50,
      revenue: '20',
      refunded: '0',
      order_value: '20',
    });
    assert.deepEqual(is, {
      visits: 1,
      conversions: '2',
      conversion_percent: 200,
      revenue: '125',
      refunded: '25',
      order_value: '75',
    });
    assert.deepEqual(
      data.rows.map(({ key, state, difference }: Json) => [key, state, difference]),
      [
        ['Email', 'new', '125'],
        ['Direct', 'gone', '-20'],
        ['Paid Search', 'gone', '0'],
      ],
    );
    // Email is new: its value of a visit is 125. All visits went from 2 to 1, its share from 0 to 1: (1 − 2) × ½ × 125 and (1 + 2) ÷ 2 × 1 × 125.
    assert.equal(data.rows[0].steps.visits, '-62.5');
    assert.equal(data.rows[0].steps.mix, '187.5');
    assert.deepEqual(data.coverage, { before: 0, after: 100 });
    assert.deepEqual(
      [meta.comparison.date_from, meta.comparison.date_to, meta.goal],
      ['2026-03-01', '2026-03-02', 'payment_received'],
    );
    assert.equal(
      data.sentence.text,
      'Revenue went from $20.00 to $125.00 (+$105.00): a better mix of visits +$172.50 and fewer visits −$67.50; most of all in Email (+$125.00).',
    );
    assert.match(answer.warnings.find(({ code }: Json) => code === 'visits_not_comparable').message, /100\.0 %.+0\.0 %/);
  });
  await t.test('customers who had converted before, and those who had not', async () => {
    const { data } = await ask({ ...LATER, ...EARLIER, dimension: 'customer' });
    const shown = data.rows.map(({ label, after: { visits, conversions, revenue } }: Json) => [
      label,
      visits,
      conversions,
      revenue,
    ]);
    assert.deepEqual(shown, [
      ['New customers', 1, '1', '75'],
      ['Returning customers', 0, '1', '50'],
    ]);
    assert.equal(data.unattributed, null);
  });
  await t.test('the period before, of the same length, where no other is requested', async () => {
    const { data, meta } = await ask({ date_from: '2026-03-03', date_to: '2026-03-04', limit: 1, measure: 'conversions' });
    assert.deepEqual([meta.comparison.date_from, meta.comparison.date_to], ['2026-03-01', '2026-03-02']);
    assert.deepEqual([data.totals.before.conversions, data.totals.after.conversions], ['1', '0']);
    assert.deepEqual([data.rows.length, data.others.count, data.totals.before.revenue], [1, 2, null]);
    assert.equal(
      data.sentence.text,
      'Conversions went from 1 to 0 (−1): a worse mix of visits −0.8 and fewer visits −0.3; most of all in Direct (−1).',
    );
  });
  await t.test('days that do not exist, in no order, or alone, are refused', async () => {
    const refused = async (query: Record<string, string>) => {
      const { status, body } = await shop.owner.get('/why', { ...LATER, ...query });
      return [status, body.error.code];
    };
    for (const query of [
      { compared_from: '2026-03-01' },
      { compared_to: '2026-03-01' },
      { compared_from: '2026-03-02', compared_to: '2026-03-01' },
      { compared_from: '2020-01-01', compared_to: '2026-03-01' },
      { compared_from: '2026-02-30', compared_to: '2026-03-01' },
    ])
      assert.deepEqual(await refused(query), [400, 'invalid_date_range'], JSON.stringify(query));
    assert.deepEqual(await refused({ goal: 'none such' }), [400, 'invalid_parameter']);
    assert.equal((await shop.conversionsOnly.get('/why', LATER)).status, 403);
  });
  await t.test('nothing in either period, and a period that runs', async () => {
    const { data } = await ask({ date_from: '2025-01-01', date_to: '2025-01-02' });
    assert.equal(data.sentence.text, 'There is no revenue in either period.');
    assert.deepEqual([data.rows, data.totals.difference, data.coverage], [[], '0', { before: null, after: null }]);
    const { meta, warnings } = await ask({ date_from: '2026-03-07', date_to: '2026-03-08' });
    assert.equal(meta.comparison.visits, 'period_running');
    assert.ok(
      warnings.some(({ code, message }: Json) => code === 'visits_not_comparable' && message.endsWith('the period is not over.')),
    );
  });
  await t.test('rows come as CSV', async () => {
    const response = await fetch(`${shop.baseUrl}/api/v1/why?date_from=2026-03-03&date_to=2026-03-07`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${shop.apiKey}` },
    });
    const [head = '', first = ''] = (await response.text()).split('\r\n');
    assert.match(head, /^key,label,.+,steps\.mix,/);
    assert.match(first, /^Email,/);
  });
});

const MARCH = { date_from: '2026-03-01', date_to: '2026-03-30' };
const QUESTIONS: Record<string, unknown>[] = [
  {},
  { dimension: 'campaign', channel: 'Paid Search', model: 'linear' },
  { dimension: 'customer', measure: 'conversions' },
  { dimension: 'ad', channel: 'Paid Social', limit: 2 },
  { dimension: 'landing_page', device: 'mobile' },
  { compared_from: '2026-01-05', compared_to: '2026-02-20', dimension: 'device' },
];

test('every figure of the demo is the result of its receipt, and terms are of the rows of the statement', async (t) => {
  let terms = 0;
  for (const question of QUESTIONS) {
    const answer = await ask({ ...MARCH, ...question, include: 'receipt' }, demo);
    assertAddsUp(answer, JSON.stringify(question));
    const found = new Set<string>();
    for (const receipt of answer.receipts as Receipt[]) {
      const printed = partsOf(receipt.path).reduce((node: Json, part) => node[part], answer);
      assert.ok(
        isPrinted(calculate(receipt.formula, receipt.terms), printed),
        `${receipt.path} is ${printed}: ${JSON.stringify(receipt)}`,
      );
      // Sums of rows that are not listed are checked by their sums above.
      if (!receipt.path.startsWith('/data/others/')) terms += await analyst.check('/api/v1/why', receipt, answer);
      found.add(receipt.path);
    }
    for (const line of ['/data/totals', '/data/rows/0', ...(answer.data.unattributed ? ['/data/unattributed'] : [])])
      for (const figure of [
        'difference',
        'steps/mix',
        'steps/without_visits',
        'before/visits',
        'after/conversion_percent',
        `after/${answer.meta.measure}`,
      ])
        assert.ok(found.has(`${line}/${figure}`), `${line}/${figure}`);
    for (const { figure } of answer.data.sentence.parts) if (figure !== null) assert.ok(found.has(figure), figure);
  }
  t.diagnostic(`${terms} terms`);
  assert.ok(terms > 500);
});

test('a row that is opened has the figures of the row', async () => {
  const { data } = await ask(MARCH, demo);
  for (const row of data.rows) {
    const opened = await ask({ ...MARCH, channel: row.key, dimension: 'campaign', limit: 100 }, demo);
    assertAddsUp(opened, row.key);
    for (const period of ['before', 'after'] as const) {
      const [whole, part] = [opened.data.totals[period], row[period]];
      assert.deepEqual([whole.visits, whole.conversions], [part.visits, part.conversions], row.key);
      const apart = units(whole.revenue) - units(part.revenue);
      assert.ok(apart >= -1n && apart <= 1n, `${row.key}: ${whole.revenue} and ${part.revenue}`);
    }
  }
  const [campaign] = (await ask({ ...MARCH, channel: 'Paid Social', dimension: 'campaign' }, demo)).data.rows;
  const ads = await ask({ ...MARCH, channel: 'Paid Social', campaign: campaign.key, dimension: 'ad' }, demo);
  assert.deepEqual(ads.data.totals.after.conversions, campaign.after.conversions);
  const [ad] = ads.data.rows;
  const pages = await ask(
    { ...MARCH, channel: 'Paid Social', campaign: campaign.key, ad: ad.key, dimension: 'landing_page' },
    demo,
  );
  assert.deepEqual(
    [pages.data.totals.after.visits, pages.data.totals.after.conversions],
    [ad.after.visits, ad.after.conversions],
  );
  const page = pages.data.rows[0];
  const one = await ask({ ...MARCH, ad: ad.key, landing_page: page.key, dimension: 'customer' }, demo);
  assert.deepEqual(one.data.totals.after.visits, page.after.visits);
});
