// Receipts: each figure that an answer prints can be calculated again from its own receipt, to the last digit, and from the rows that the
// receipt leads to. On the demo's shop, and by hand on the small one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decimalText, unitsOf } from '../../../src/base/kit/decimals.ts';
import { MODELS } from '../../../src/credit/goals/index.ts';
import { openDemoShop } from '../../e2e/demo-shop.ts';
import { type Analyst, openAnalyst, type Receipt } from '../../e2e/figures/analyst.ts';
import type { TestApp } from '../../harness.ts';
import { calculate, isPrinted } from '../formula.ts';
import { openShop } from '../shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the contract before
type Json = any;

let demo: TestApp;
let analyst: Analyst;
before(async () => {
  demo = await openDemoShop();
  analyst = await openAnalyst(demo);
});
after(() => demo.close());
after(() => analyst?.close());

const MONTH = { date_from: '2026-03-01', date_to: '2026-03-30' };

const at = (answer: Json, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce((node, part) => node[part.replaceAll('~1', '/').replaceAll('~0', '~')], answer);

/** Pointers of all figures below a node: numbers, decimal texts, and the null that stands for one. */
function figuresIn(node: Json, path: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each, i) => figuresIn(each, `${path}/${i}`));
  if (node !== null && typeof node === 'object')
    return Object.entries(node).flatMap(([name, each]) =>
      figuresIn(each, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
  const isLabel =
    /\/(?:key|label|platform|account_id|date_from|date_to|path\/\d+|cohort|month|months_since|is_ripe|channel|path|pages\/\d+|step|reasons\/\w+)$/.test(
      path,
    );
  return isLabel ? [] : [path];
}

const ask = async (path: string, query: Record<string, unknown>, on: TestApp = demo): Promise<Json> => {
  const { status, body } = await on.api(on.apiKey).get(path, query);
  assert.equal(status, 200, JSON.stringify(body).slice(0, 400));
  return body;
};

/** Every figure has one receipt, and every receipt gives its figure. */
function assertRecomputed(answer: Json, name: string): number {
  const receipts: (Receipt & { version: object })[] = answer.receipts;
  const printed = [
    ...figuresIn(answer.data, '/data'),
    ...(answer.meta.totals ? figuresIn(answer.meta.totals, '/meta/totals') : []),
    ...(answer.meta.data_driven ? figuresIn(answer.meta.data_driven, '/meta/data_driven') : []),
  ];
  assert.deepEqual(receipts.map(({ path }) => path).sort(), printed.sort(), name);
  for (const receipt of receipts) {
    const value = at(answer, receipt.path);
    assert.ok(
      isPrinted(calculate(receipt.formula, receipt.terms), value),
      `${name} ${receipt.path} is ${value}: ${JSON.stringify(receipt)}`,
    );
    for (const term of receipt.terms)
      if (term.path !== undefined)
        assert.ok(
          isPrinted(calculate('x', [{ name: 'x', value: term.value }]), at(answer, term.path)),
          `${receipt.path}: ${term.path}`,
        );
    assert.deepEqual(receipt.version, answer.meta.version);
    assert.ok(answer.statements.some((statement: Json) => statement.name === receipt.statement));
  }
  return receipts.length;
}

test('receipts are of the rows of their statements, run on a copy of the file', async (t) => {
  const asked: [string, Record<string, string>][] = [
    ['/overview', { ...MONTH, channel: 'Paid Search', model: 'linear' }],
    ['/overview/series', { ...MONTH, interval: 'week' }],
    ['/attribution', { ...MONTH, models: 'linear,data_driven', dimension: 'channel' }],
    ['/attribution', { ...MONTH, models: 'first_touch', dimension: 'campaign', source: 'google' }],
    ['/attribution/paths', MONTH],
    ['/attribution/cohorts', { month_from: '2026-01', month_to: '2026-03' }],
    ['/traffic', { ...MONTH, dimension: 'browser' }],
    ['/traffic/pages', { ...MONTH, limit: '5' }],
    ['/traffic/journeys', { ...MONTH, limit: '5' }],
    ['/funnels', { ...MONTH, steps: 'page:/*,page:/desks' }],
    ['/economics', { ...MONTH, dimension: 'campaign', model: 'linear' }],
    ['/economics', { ...MONTH, dimension: 'ad', source: 'google' }],
    ['/lifetime-value', { date_from: '2026-01-01', date_to: '2026-03-30', dimension: 'channel' }],
  ];
  for (const [path, query] of asked) {
    const answer = await ask(path, { ...query, include: 'receipt' });
    let terms = 0;
    for (const receipt of answer.receipts) terms += await analyst.check(`/api/v1${path}`, receipt, answer);
    t.diagnostic(`${path}: ${terms} terms`);
    assert.ok(terms > 20, `${path}: ${terms} terms`);
  }
});

test('receipts give every figure of the demo again', async (t) => {
  const receipts = { include: 'receipt' };
  await t.test('of the overview, its filters and its series', async () => {
    assert.equal(assertRecomputed(await ask('/overview', { ...MONTH, ...receipts }), 'overview'), 24);
    for (const filter of [{ channel: 'Paid Search' }, { device: 'mobile' }, { channel: 'no such channel' }])
      for (const model of ['linear', 'time_decay'])
        assertRecomputed(await ask('/overview', { ...MONTH, ...receipts, ...filter, model }), JSON.stringify(filter));
    for (const interval of ['day', 'week'])
      assertRecomputed(await ask('/overview/series', { ...MONTH, ...receipts, interval, channel: 'Email' }), interval);
  });
  await t.test('of traffic, pages, journeys and funnels', async () => {
    for (const query of [{ dimension: 'country' }, { dimension: 'source', device: 'mobile' }, { channel: 'no such channel' }])
      assertRecomputed(await ask('/traffic', { ...MONTH, ...receipts, ...query }), JSON.stringify(query));
    assertRecomputed(await ask('/traffic/pages', { ...MONTH, ...receipts, limit: 20 }), 'pages');
    assertRecomputed(await ask('/traffic/journeys', { ...MONTH, ...receipts, limit: 20, from_page: '/desks' }), 'journeys');
    for (const steps of ['page:/*', 'page:/desks,page:/chairs', 'page:/nowhere'])
      assertRecomputed(await ask('/funnels', { ...MONTH, ...receipts, steps }), steps);
  });
  await t.test('of credit by every dimension under every model', async () => {
    const models = MODELS.join(',');
    for (const dimension of ['channel', 'campaign', 'ad', 'landing_page', 'device'])
      assertRecomputed(await ask('/attribution', { ...MONTH, ...receipts, dimension, models }), dimension);
    assertRecomputed(
      await ask('/attribution', { ...MONTH, ...receipts, models, source: 'google', cash_window_days: 7 }),
      'google',
    );
  });
  await t.test('of the economics of ads', async () => {
    for (const query of [{ dimension: 'channel' }, { dimension: 'ad', model: 'linear' }, { channel: 'no such channel' }])
      assertRecomputed(await ask('/economics', { ...MONTH, ...receipts, ...query }), JSON.stringify(query));
  });
  await t.test('of paths', async () => {
    for (const transform of ['unique', 'exposure', 'frequency'])
      assertRecomputed(await ask('/attribution/paths', { ...MONTH, ...receipts, transform }), transform);
  });
  await t.test('of cohorts, with and without filters', async () => {
    const months = { month_from: '2026-01', month_to: '2026-03', ...receipts };
    const { data } = await ask('/attribution/cohorts', months);
    assert.deepEqual(
      data.pooled.map(({ months_since, cohorts }: Json) => [months_since, cohorts]),
      [
        [0, 2],
        [1, 1],
      ],
      'March is not over',
    );
    for (const filter of [{}, { channel: 'Paid Search', model: 'linear' }, { channel: 'no such channel' }])
      assert.ok(assertRecomputed(await ask('/attribution/cohorts', { ...months, ...filter }), JSON.stringify(filter)) > 30);
    const one = await ask('/attribution/cohorts', { ...months, receipts_of: '/data/rows/1/payback' });
    assert.deepEqual(
      one.receipts.map(({ path }: Receipt) => path),
      ['/data/rows/1/payback'],
    );
    const plain = await ask('/attribution/cohorts', { month_from: '2026-02', month_to: '2026-03' });
    assert.deepEqual([plain.receipts, plain.statements], [undefined, undefined]);
  });
  await t.test('as of an earlier version, with the SQL that ran', async () => {
    const now = await ask('/overview', MONTH);
    const as_of = `${Math.floor(now.meta.version.through_seq / 2)}.${now.meta.version.through_decision}`;
    const then = await ask('/overview', { ...MONTH, as_of, ...receipts });
    assertRecomputed(then, as_of);
    const [{ sql, parameters }] = then.statements;
    assert.match(sql, /create temp table day_rates[^;]+;[\s\S]+overview/);
    assert.equal(parameters.date_to, MONTH.date_to);
    for (const [, name = ''] of sql.matchAll(/\$([a-z_]+)/g)) assert.ok(name in parameters, name);
  });
});

test('receipts lead to the rows behind', async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
  const answer = await ask('/overview', { ...WEEK, include: 'receipt' }, shop);
  const rowsOf = async (figure: string, operation: string): Promise<Json> => {
    const receipt = answer.receipts.find(({ path }: Receipt) => path === `/data/current/${figure}`);
    const call = receipt.rows.find((each: Json) => each.operation === operation);
    const { status, body } = await shop.owner.get(call.path);
    assert.equal(status, 200, call.path);
    return body;
  };
  const sum = (values: (string | number)[]): string =>
    decimalText(
      values.reduce((all, value) => all + unitsOf(String(value), 6), 0n),
      6,
    );
  await t.test('conversions, whose money is the revenue', async () => {
    const { data } = await rowsOf('revenue', 'listCustomers');
    assert.deepEqual([data.length, sum(data.map((row: Json) => row.revenue))], [3, '145']);
    const { body } = await shop.owner.get(`/conversions/${data[0].conversion_id}/journey`);
    assert.ok(body.data, 'and its touches');
  });
  await t.test('credit of a channel, and a path', async () => {
    const behind = async (path: string, at: string) => {
      const { body } = await shop.owner.get(`${path}&include=receipt&receipts_of=${encodeURIComponent(at)}`);
      const [{ path: call }] = body.receipts[0].rows;
      const url = new URL(call, 'http://shop.example');
      url.searchParams.delete('profile_id');
      return (await shop.owner.get(url.pathname + url.search)).body.data;
    };
    const WEEK_OF = 'date_from=2026-03-01&date_to=2026-03-07';
    const credited = await behind(`/attribution?${WEEK_OF}&models=linear`, '/data/rows/2/models/linear/revenue');
    const total = credited.reduce((all: number, row: Json) => all + row.revenue * row.credit, 0);
    const { rows } = (await shop.owner.get(`/attribution?${WEEK_OF}&models=linear`)).body.data;
    assert.equal(total, Number(rows[2].models.linear.revenue));
    const paths = (await shop.owner.get(`/attribution/paths?${WEEK_OF}&transform=frequency`)).body.data;
    const along = await behind(`/attribution/paths?${WEEK_OF}&transform=frequency`, '/data/0/conversions');
    assert.equal(along.length, paths[0].conversions);
  });
  await t.test('spend, payments and events', async () => {
    const { data } = await rowsOf('spend', 'listSpend');
    assert.equal(sum(data.map((row: Json) => row.spend)), '75');
    const payments = (await rowsOf('cash_revenue', 'listPayments')).data;
    assert.equal(sum(payments.map((row: Json) => row.net_amount)), '145');
    const events = (await rowsOf('pageviews', 'listTrackingEvents')).data;
    assert.equal(events.filter((row: Json) => row.event_type === 'page_view').length, 4);
  });
  await t.test('what moved a figure, to the report as it was known then', async () => {
    const { through_seq, through_decision } = answer.meta.version;
    const known_from = `${Math.floor(through_seq / 2)}.${through_decision}`;
    const moved = await ask('/attribution/changes', { ...WEEK, known_from, model: 'linear', include: 'receipt' }, shop);
    assert.ok(assertRecomputed(moved, 'changes') > 100);
    assert.equal(moved.data.totals.movement.revenue, String(145 - Number(moved.data.totals.from.revenue)));
    const side = moved.receipts.find(({ path }: Receipt) => path === '/data/totals/from/revenue');
    const { body } = await shop.owner.get(side.rows[0].path);
    assert.equal(body.data.totals.models.linear.revenue, moved.data.totals.from.revenue);
    const again = await ask('/attribution/changes', { ...WEEK, known_from, model: 'linear' }, shop);
    assert.deepEqual([again.data, again.receipts], [moved.data, undefined]);
  });
  await t.test('names sales and reversals apart', () => {
    const { terms } = answer.receipts.find(({ path }: Receipt) => path === '/data/current/revenue');
    assert.deepEqual(
      terms.map(({ name, value, unit }: Json) => [name, value, unit]),
      [
        ['sold', '170', 'USD'],
        ['reversed', '25', 'USD'],
      ],
    );
  });
});

test('receipts of one figure, and none unless they are asked', async (t) => {
  await t.test('by its pointer', async () => {
    const one = await ask('/overview', { ...MONTH, include: 'receipt', receipts_of: '/data/current/roas' });
    assert.deepEqual(
      one.receipts.map(({ path }: Receipt) => path),
      ['/data/current/roas'],
    );
    const plain = await ask('/overview', MONTH);
    assert.deepEqual([plain.receipts, plain.statements, plain.intervals], [undefined, undefined, undefined]);
    assert.deepEqual(plain.data, one.data);
  });
  await t.test('at most two thousand', async () => {
    const range = { date_from: '2025-09-01', date_to: '2026-03-30' };
    const { receipts, warnings } = await ask('/overview/series', { ...range, include: 'receipt' });
    assert.equal(receipts.length, 2000);
    assert.ok(warnings.some(({ code }: Json) => code === 'receipts_cut'));
    const last = await ask('/overview/series', { ...range, include: 'receipt', receipts_of: '/data/210' });
    assert.deepEqual(
      [last.receipts.length, last.warnings?.some(({ code }: Json) => code === 'receipts_cut') ?? false],
      [12, false],
    );
  });
  await t.test('anything else is refused', async () => {
    for (const query of [{ include: 'all' }, { include: 'receipt', receipts_of: 'data' }, { include: '' }]) {
      const { status, body } = await demo.api(demo.apiKey).get('/overview', { ...MONTH, ...query });
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'], JSON.stringify(query));
    }
    const paths = { ...MONTH, include: 'interval' };
    assert.equal((await demo.api(demo.apiKey).get('/attribution/paths', paths)).status, 400, 'a path has no interval');
  });
});
