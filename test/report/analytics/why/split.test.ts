// The parts of a difference: worked out by hand where one factor alone changes, and over random rows, that they add up, that neither period comes
// first, and that nothing is said of a factor that a period does not have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalText } from '../../../../src/base/kit/decimals.ts';
import { type Expression, flooredMicros, minus, named, plus } from '../../../../src/report/analytics/why/expression.ts';
import { type Side, type Split, STEPS, type Step, splitOf } from '../../../../src/report/analytics/why/split.ts';
import { tableOf, type WhyRow } from '../../../../src/report/analytics/why/table.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env['LEDGERS'] ?? 300);
const MILLION = 1_000_000n;

type Key = NonNullable<WhyRow['keys']>[number];
type Amounts = [visits: number, conversions: number, revenue: number, refunded?: number];

/** A key with its amounts before and after. */
function keysOf(key: string | null, before: Amounts, after: Amounts): Key[] {
  return [['before', before] as const, ['after', after] as const].map(
    ([period, [visits, conversions, revenue, refunded = 0]]) => ({
      period,
      key,
      label: key,
      platform: null,
      account_id: null,
      visits: BigInt(visits),
      weight: BigInt(Math.round(conversions * 1e6)),
      value: String(Math.round(revenue * 1e6)),
      refunded: String(Math.round(refunded * 1e6)),
    }),
  );
}

const worldOf = (...keys: Key[][]): WhyRow => ({
  keys: keys.flat(),
  days: null,
  attributed: null,
  unpriced_currencies: null,
  older_rates: null,
});

const shown = (steps: Record<Step, bigint>): Partial<Record<Step, string>> =>
  Object.fromEntries(STEPS.filter((step) => steps[step] !== 0n).map((step) => [step, decimalText(steps[step], 6)]));

const totals = (...keys: Key[][]) => shown(tableOf(worldOf(...keys), 'revenue', 50).totals.steps);

test('a factor that alone changes has the whole difference', () => {
  assert.deepEqual(totals(keysOf('A', [100, 10, 500], [200, 20, 1000])), { visits: '500' });
  assert.deepEqual(totals(keysOf('A', [100, 10, 500], [100, 20, 1000])), { conversion_rate: '500' });
  assert.deepEqual(totals(keysOf('A', [100, 10, 500], [100, 10, 700])), { order_value: '200' });
  assert.deepEqual(totals(keysOf('A', [100, 10, 500], [100, 10, 300, 200])), { refunds: '-200' });
  const poor = keysOf('Poor', [50, 5, 50], [0, 0, 0]);
  const rich = keysOf('Rich', [50, 5, 500], [100, 10, 1000]);
  assert.deepEqual(totals(poor, rich), { mix: '450' }, 'as many visits, but where they are worth more');
});

test('two factors share what they change together', () => {
  // 100 × 10 % × 10 = 100; 200 × 20 % × 10 = 400. Visits first: 100, then 200; the rate first: 100, then 200. The mean of each: 150.
  assert.deepEqual(totals(keysOf('A', [100, 10, 100], [200, 40, 400])), { visits: '150', conversion_rate: '150' });
});

test('what a period does not have', async (t) => {
  await t.test('a new key has visits and mix, of its own rate and value', () => {
    const { rows } = tableOf(
      worldOf(keysOf('Old', [100, 10, 100], [100, 10, 100]), keysOf('New', [0, 0, 0], [100, 5, 300])),
      'revenue',
      50,
    );
    const steps = rows.find(({ key }) => key === 'New')?.steps;
    assert.deepEqual(steps && shown(steps), { visits: '75', mix: '225' }, 'half of 100 visits, then of 150 the share');
  });
  await t.test('a key that vanished loses all by visits and mix', () => {
    const { rows } = tableOf(
      worldOf(keysOf('Gone', [40, 4, 80], [0, 0, 0]), keysOf('Old', [60, 6, 60], [60, 6, 60])),
      'revenue',
      50,
    );
    const [gone] = rows;
    assert.deepEqual(gone?.key, 'Gone');
    assert.equal((gone?.steps.visits ?? 0n) + (gone?.steps.mix ?? 0n), -80n * MILLION);
  });
  await t.test('without conversions before, the value of a conversion is no cause', () => {
    assert.deepEqual(totals(keysOf('A', [100, 0, 0], [100, 4, 200])), { conversion_rate: '200' });
  });
  await t.test('conversions without a visit are a part of their own', () => {
    assert.deepEqual(totals(keysOf('A', [10, 1, 50], [10, 1, 50]), keysOf(null, [0, 2, 40], [0, 5, 100])), {
      without_visits: '60',
    });
    assert.deepEqual(totals(keysOf(null, [0, 2, 40], [0, 4, 120])), { without_visits: '50', order_value: '30' });
  });
  await t.test('a period with nothing at all', () => {
    assert.deepEqual(totals(keysOf('A', [0, 0, 0], [10, 1, 50])), { visits: '50' });
    assert.deepEqual(totals(keysOf('A', [10, 1, 50], [0, 0, 0])), { visits: '-50' });
    assert.deepEqual(totals(), {});
    assert.deepEqual(totals(keysOf('A', [10, 0, 0], [20, 0, 0])), {}, 'visits without any conversion');
  });
});

const amounts = fc.oneof(
  fc.constant<[number, number, number, number]>([0, 0, 0, 0]),
  fc.tuple(fc.nat(5_000), fc.nat(3_000_000), fc.nat(90_000_000), fc.nat(9_000_000)),
  fc.tuple(fc.constant(0), fc.nat(3_000_000), fc.nat(90_000_000), fc.nat(9_000_000)),
  fc.tuple(fc.nat(3), fc.constant(1), fc.nat(9), fc.nat(3)),
);
/** Millionths of conversions; money in 10^-12, with digits that print in no decimal. */
const rowOf = (period: 'before' | 'after', key: string | null, [visits, weight, value, refunded]: readonly number[]): Key => ({
  period,
  key,
  label: key,
  platform: null,
  account_id: null,
  visits: BigInt(visits ?? 0),
  weight: BigInt(weight ?? 0),
  value: weight === 0 ? '0' : decimalText(BigInt(value ?? 0) * 1_234_567n, 6),
  refunded: weight === 0 ? '0' : decimalText(BigInt(refunded ?? 0) * 7_654_321n, 6),
});
const world = fc
  .array(fc.tuple(amounts, amounts), { minLength: 0, maxLength: 7 })
  .map((rows) =>
    worldOf(
      rows.flatMap(([before, after], at) => [
        rowOf('before', at === 0 ? null : `k${at}`, before),
        rowOf('after', at === 0 ? null : `k${at}`, after),
      ]),
    ),
  );

test(`parts and rows add up over ${RUNS} random worlds (seed ${SEED})`, () => {
  fc.assert(
    fc.property(world, fc.nat(5), fc.constantFrom('revenue' as const, 'conversions' as const), (found, limit, measure) => {
      const { totals: all, rows, others, unattributed } = tableOf(found, measure, limit);
      const lines = [...rows, ...(others ? [others] : []), ...(unattributed ? [unattributed] : [])];
      for (const line of [all, ...lines])
        assert.equal(
          STEPS.reduce((sum, step) => sum + line.steps[step], 0n),
          line.difference,
        );
      for (const step of STEPS)
        assert.equal(
          lines.reduce((sum, line) => sum + line.steps[step], 0n),
          all.steps[step],
          step,
        );
      for (const name of ['visits', 'conversions', 'revenue', 'refunded'] as const)
        for (const period of ['before', 'after'] as const)
          assert.equal(
            lines.reduce((sum, line) => sum + line[period][name], 0n),
            all[period][name],
          );
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

const sideOf = (period: string, [visits, conversions, revenue, refunded]: readonly number[]): Side => ({
  visits: named(`visits_${period}`, BigInt(visits ?? 0) * MILLION),
  conversions: named(`conversions_${period}`, BigInt(conversions ?? 0)),
  money: {
    revenue: named(`revenue_${period}`, conversions === 0 ? 0n : BigInt(revenue ?? 0)),
    refunded: named(`refunded_${period}`, conversions === 0 ? 0n : BigInt(refunded ?? 0)),
  },
});
const same = (a: Expression, b: Expression): boolean => minus(a, b).value.over === 0n;

test(`exact parts are the difference, and their own opposites when periods change places (seed ${SEED})`, () => {
  const all = fc.tuple(fc.nat(9_000), fc.nat(9_000));
  fc.assert(
    fc.property(amounts, amounts, all, (first, second, [more, others]) => {
      const visits = [BigInt((first[0] ?? 0) + more), BigInt((second[0] ?? 0) + others)] as const;
      const [before, after] = [sideOf('before', first), sideOf('after', second)];
      const [then, now] = [named('all_before', visits[0] * MILLION), named('all_after', visits[1] * MILLION)];
      const forth: Split = splitOf({ before, after }, { before: then, after: now });
      const back: Split = splitOf({ before: after, after: before }, { before: now, after: then });
      for (const step of STEPS) assert.equal(plus(forth[step], back[step]).value.over, 0n, step);
      const sum = STEPS.map((step) => forth[step]).reduce(plus);
      const [was, is] = [before.money?.revenue, after.money?.revenue];
      assert.ok(was && is && same(sum, minus(is, was)));
      for (const step of STEPS) assert.ok(flooredMicros(forth[step]).rest.over >= 0n);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
