// Reads answers of GET /attribution the way the published tables are written: one number per name.
import assert from 'node:assert/strict';
import type { Json } from '../doors/cli/cli.ts';

export type Figures = Record<string, number>;

/** What each row earned under one model. */
export const earned = (data: Json, model: string, figure: 'conversions' | 'revenue'): Figures =>
  Object.fromEntries(
    data.rows
      .map((row: Json) => [row.key, Number(row.models[model][figure])] as const)
      .filter(([, value]: readonly [string, number]) => value !== 0),
  );

const names = (figures: Figures): string[] =>
  Object.keys(figures)
    .filter((name) => figures[name] !== 0)
    .sort();

/** The same names, and every number at most `by` from the one expected, or that share of it. */
export function assertNear(found: Figures, expected: Figures, by: number | { share: number }, what: string): void {
  assert.deepEqual(names(found), names(expected), what);
  for (const [name, value] of Object.entries(expected)) {
    const allowed = typeof by === 'number' ? by : Math.abs(value) * by.share;
    const got = found[name] ?? 0;
    assert.ok(Math.abs(got - value) <= allowed, `${what}: ${name} is ${got}, expected ${value} ± ${allowed}`);
  }
}

const millionths = (text: string): bigint => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) ?? assert.fail(`${text} is no amount`);
  return BigInt(`${sign}1`) * (BigInt(whole as string) * 1_000_000n + BigInt(fraction.padEnd(6, '0')));
};

/** Rows and the unattributed rest sum to the totals to the last digit, for every model. */
export function assertSums(data: Json): void {
  for (const [model, total] of Object.entries<Json>(data.totals.models)) {
    for (const figure of ['conversions', 'revenue']) {
      const parts = [...data.rows.map((row: Json) => row.models[model][figure]), data.unattributed.models[model][figure]];
      const sum = parts.reduce((all, part) => all + millionths(part), 0n);
      assert.equal(sum, millionths(total[figure]), `${model} ${figure}`);
    }
  }
}
