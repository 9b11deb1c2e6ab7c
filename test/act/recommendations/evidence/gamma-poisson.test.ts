// What is believed of ads: the more they sold, the more by their own figures; and by nothing that does not matter, such as the currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chance, chance } from '../../../../seeds/demo/random.ts';
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

test('of thousands of ads the few distributions that may be the one are left, and the ends have a tenth of the belief each', () => {
  const dice = chance(5);
  const ads = Array.from({ length: 3_000 }, () => ({ sales: Math.floor(12 * dice.next()), spend: 100 + 300 * dice.next() }));
  const belief = beliefOf(ads);
  assert.ok(belief.length <= 12, `${belief.length} are left`);
  isNear(
    belief.reduce((sum, { probability }) => sum + probability, 0),
    1,
    1e-12,
  );
  for (const ad of ads.slice(0, 20)) {
    const posterior = posteriorOf(belief, ad);
    const [low, high] = costInterval(posterior);
    isNear(chanceOfCostUpTo(posterior, low), 0.1, 1e-10);
    isNear(chanceOfCostUpTo(posterior, high), 0.9, 1e-10);
  }
});

test('the ends of ads that hardly sold and of ads that sold much have a tenth of the belief each', () => {
  const worlds = [
    [0, 0, 1],
    [0.5, 0, 0.25, 0],
    [40_000, 1, 3, 900],
  ].map((sold) => sold.map((sales, at) => ({ sales, spend: 100 * 3 ** at })));
  for (const ads of worlds)
    for (const ad of ads) {
      const posterior = posteriorOf(beliefOf(ads), ad);
      const [low, high] = costInterval(posterior);
      isNear(chanceOfCostUpTo(posterior, low), 0.1, 1e-10);
      isNear(chanceOfCostUpTo(posterior, high), 0.9, 1e-10);
    }
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

const IS_WHOLE = process.env['WHOLE'] === '1';
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));

/** A Gamma number of a whole shape and mean 1. */
function gammaDrawn(dice: Chance, shape: number): number {
  let sum = 0;
  for (let at = 0; at < shape; at += 1) sum -= Math.log(1 - dice.next());
  return sum / shape;
}

function countDrawn(dice: Chance, mean: number): number {
  let left = mean;
  let count = -1;
  for (; left >= 0; count += 1) left += Math.log(1 - dice.next());
  return count;
}

/** Of drawn accounts: the share of ads whose true cost is in its interval. */
function shareInside(dice: Chance, { ads, shape, accounts }: { ads: number; shape: number; accounts: number }): number {
  let [inside, all] = [0, 0];
  for (let account = 0; account < accounts; account += 1) {
    const usual = 6 * dice.skewed(0.5);
    const drawn = Array.from({ length: ads }, () => {
      const [spend, rate] = [100 * dice.skewed(0.7), (usual / 100) * gammaDrawn(dice, shape)];
      return { rate, spend, sales: countDrawn(dice, rate * spend) };
    });
    const belief = beliefOf(drawn);
    if (belief.length === 0) continue;
    for (const { rate, ...observed } of drawn.slice(0, 3)) {
      const [low, high] = costInterval(posteriorOf(belief, observed));
      all += 1;
      if (1 / rate >= low && 1 / rate <= high) inside += 1;
    }
  }
  return inside / all;
}

test('an interval of 80 % contains the true cost so often, however few the ads are', (t) => {
  const dice = chance(SEED);
  for (const ads of IS_WHOLE ? [1, 2, 3, 5, 10, 30] : [1, 3, 8])
    for (const shape of IS_WHOLE ? [2, 8, 50] : [8]) {
      const share = shareInside(dice, { ads, shape, accounts: IS_WHOLE ? 1_000 : 150 });
      t.diagnostic(`SEED=${SEED}: ${ads} ads, shape ${shape}: ${(100 * share).toFixed(1)} %`);
      assert.ok(share > 0.6 && share < 0.95, `SEED=${SEED}: ${ads} ads, shape ${shape}: ${share}`);
    }
});
