// What is believed of ads: the more they sold, the more by their own figures; and by nothing that does not matter, such as the currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance } from '../../../../seeds/demo/random.ts';
import {
  beliefOf,
  chanceOfCostUpTo,
  chanceOfMore,
  costInterval,
  effectiveOf,
  medianOf,
  posteriorOf,
  shrunkCost,
} from '../../../../src/act/recommendations/evidence/gamma-poisson.ts';

const ALIKE = [9, 11, 10, 8, 12, 10, 10, 9, 11, 10].map((sales) => ({ sales, spend: 500 }));
const APART = [2, 30, 4, 25, 1, 40, 3, 22, 2, 31].map((sales) => ({ sales, spend: 500 }));
const isNear = (found: number, wanted: number, within: number): void =>
  assert.ok(Math.abs(found - wanted) <= within * Math.abs(wanted), `${found} is not ${wanted}`);

test('ads that are alike are believed to be alike, those that differ are judged by themselves', () => {
  const alike = posteriorOf(beliefOf(ALIKE), { sales: 20, spend: 500 });
  assert.ok(shrunkCost(alike) > 38, `${shrunkCost(alike)}`);
  const apart = posteriorOf(beliefOf(APART), { sales: 20, spend: 500 });
  isNear(shrunkCost(apart), 25.5, 0.05);
});

test('money in another unit changes costs by the unit and no probability', () => {
  const [one, hundred] = [APART, APART.map(({ sales, spend }) => ({ sales, spend: spend * 100 }))].map(beliefOf);
  const [mine, other] = [
    posteriorOf(one ?? [], { sales: 4, spend: 500 }),
    posteriorOf(hundred ?? [], { sales: 4, spend: 50_000 }),
  ];
  isNear(shrunkCost(other), 100 * shrunkCost(mine), 1e-9);
  isNear(chanceOfCostUpTo(other, 9_000), chanceOfCostUpTo(mine, 90), 1e-9);
});

test('the interval has eight tenths of the belief', () => {
  const belief = posteriorOf(beliefOf(APART), { sales: 12, spend: 500 });
  const [low, high] = costInterval(belief);
  isNear(chanceOfCostUpTo(belief, high) - chanceOfCostUpTo(belief, low), 0.8, 1e-6);
});

test('the chance that one sells more for its money is what drawing says', () => {
  const belief = beliefOf(APART);
  const [one, other] = [posteriorOf(belief, { sales: 9, spend: 500 }), posteriorOf(belief, { sales: 5, spend: 500 })];
  const dice = chance(4);
  // A Gamma number as a sum of logarithms, of a whole shape near the posterior's.
  const drawn = ({ shape, rate }: { shape: number; rate: number }): number => {
    const whole = Math.round(shape);
    let sum = 0;
    for (let at = 0; at < whole; at += 1) sum -= Math.log(1 - dice.next());
    return (sum * (shape / whole)) / rate;
  };
  const [a, b] = [
    { shape: 11, rate: 550 },
    { shape: 7, rate: 550 },
  ];
  let more = 0;
  for (let at = 0; at < 40_000; at += 1) more += 0.85 * drawn(a) > drawn(b) ? 1 : 0;
  const exact = chanceOfMore([{ ...a, probability: 1 }], 0.85, [{ ...b, probability: 1 }]);
  isNear(more / 40_000, exact, 0.02);
  isNear(chanceOfMore(one, 1, other) + chanceOfMore(other, 1, one), 1, 1e-9);
});

test('credit in parts counts less than whole sales', () => {
  assert.deepEqual(effectiveOf({ sales: 4, squares: 4, spend: 100 }), { sales: 4, spend: 100 });
  // Eight halves: four sales, from eight weights.
  assert.deepEqual(effectiveOf({ sales: 4, squares: 2, spend: 100 }), { sales: 8, spend: 200 });
  assert.deepEqual(effectiveOf({ sales: 0, squares: 0, spend: 100 }), { sales: 0, spend: 100 });
  // One sale and four tenths.
  isNear(effectiveOf({ sales: 1.4, squares: 1.04, spend: 140 }).sales, 1.8846, 1e-4);
});

test('nothing sold, nothing believed', () => {
  assert.deepEqual(beliefOf([]), []);
  assert.deepEqual(beliefOf([{ sales: 0, spend: 10 }]), []);
  assert.equal(medianOf([3, 1, 2]), 2);
  assert.equal(medianOf([4, 1, 2, 3]), 2.5);
});
