// Money of creatives and of the evidence of recommendations has the decimals of its currency: dinars have three, yen none.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importRates } from '../../../src/credit/rates/index.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { calculate, isPrinted } from '../../report/formula.ts';
import { startPatternWorld } from './pattern-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Json = any;

/** Of a euro. */
const RATES = { KWD: '0.353', JPY: '161.7', EUR: '1' } as const;
const DECIMALS = { KWD: 3, JPY: 0, EUR: 2 } as const;
const decimalsIn = (amount: string): number => amount.split('.')[1]?.length ?? 0;

test('money has the decimals of its currency', async (t) => {
  const w = await startPatternWorld(t, (name) => (name.startsWith('Our story') ? 8 : 45));
  const { app, api, query } = w;
  const file = join(temporaryFolder(t), 'rates.csv');
  const days = Array.from({ length: 150 }, (_, at) =>
    new Date(Date.parse('2026-07-01') + at * 86_400_000).toISOString().slice(0, 10),
  );
  writeFileSync(file, ['Date,KWD,JPY', ...days.map((day) => `${day},${RATES.KWD},${RATES.JPY}`), ''].join('\n'));
  importRates(app.base, file);
  const workspace = `/workspaces/${app.workspaceId}`;
  const get = async (path: string, more: Record<string, unknown> = {}): Promise<Json> => {
    const { status, body } = await api.get(path, more);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const spendIn: Record<string, Map<string, number>> = {};

  for (const currency of ['EUR', 'KWD', 'JPY'] as const) {
    await t.test(currency, async () => {
      const changed = await api.patch('/profile', { currency }, query);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      await api.patch(`${workspace}/reporting-currency`, { currency });
      await app.settle();
      await w.evaluate();

      const board = await get(`${workspace}/top-performers`, { limit: 100, include: 'receipt' });
      const patterns = await get(`${workspace}/creative-patterns`, { include: 'receipt' });
      const roadmap = await get(`${workspace}/test-roadmap`, { include: 'receipt' });
      const brief = await get(`${workspace}/top-performers/brief`);
      const advice = await get('/recommendations', { ...query, status: ['open', 'withheld'] });
      for (const { data } of [board, patterns, roadmap, advice]) assert.ok(data.length > 0);

      const amounts: string[] = [
        ...board.data.flatMap((row: Json) => [row.spend, row.cost_per_cash_outcome, row.interval.low, row.interval.high]),
        ...board.data.map((row: Json) => row.compared.spend),
        ...patterns.data.map((row: Json) => row.spend),
        ...roadmap.data.flatMap((row: Json) => [row.monthly_spend, row.worth]),
        brief.data.unproven_spend,
        ...advice.data.flatMap(({ rationale: { evidence }, expected_impact_dollars }: Json) => [
          evidence.spend,
          evidence.median_cost,
          expected_impact_dollars,
        ]),
      ].filter((amount) => typeof amount === 'string');
      const most = Math.max(...amounts.map(decimalsIn));
      assert.equal(
        most,
        DECIMALS[currency],
        amounts.find((amount) => decimalsIn(amount) === most),
      );
      for (const answer of [board, patterns, roadmap])
        for (const { path, formula, terms } of answer.receipts) {
          const parts = path.split('/').slice(1);
          const printed = parts.reduce((found: Json, part: string) => found[part], answer);
          assert.ok(isPrinted(calculate(formula, terms), printed), `${path} ${formula} ${printed}`);
        }
      spendIn[currency] = new Map(board.data.map((row: Json) => [row.ad_id, Number(row.spend)]));
    });
  }

  await t.test('no digit of dinars is lost, and yen are rounded once', () => {
    for (const currency of ['KWD', 'JPY'] as const)
      for (const [id, spend] of spendIn['EUR'] ?? []) {
        const own = spendIn[currency]?.get(id) ?? Number.NaN;
        const rate = Number(RATES[currency]);
        assert.ok(Math.abs(own - rate * spend) <= rate * 0.0051 + 0.5 * 10 ** -DECIMALS[currency], `${id}: ${own} ${currency}`);
      }
  });
});
