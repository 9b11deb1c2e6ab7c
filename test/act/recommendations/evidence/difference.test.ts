// What was expected and what came, over worlds whose truth is drawn: recommendations that come true, changes that do nothing, and those that bring
// more or less than stated. How often the interval contains the true difference is printed with the seed; WHOLE=1 plays more worlds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chance, chance } from '../../../../seeds/demo/random.ts';
import { chosen } from '../../../../src/act/recommendations/evidence/choose.ts';
import { evidenceOf, surroundingsOf } from '../../../../src/act/recommendations/evidence/compose.ts';
import { differenceOf, sumOfDifferences } from '../../../../src/act/recommendations/evidence/difference.ts';
import { overviewOf } from '../../../../src/act/recommendations/evidence/judge.ts';
import type { Reading } from '../../../../src/act/recommendations/evidence/read-figures.ts';
import type { StoredEvidence } from '../../../../src/act/recommendations/stored.ts';
import { adOf, circumstances } from './ads.ts';

const WORLDS = process.env['WHOLE'] === '1' ? 20_000 : 2_000;
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));

/** A count with this mean. */
function poisson(dice: Chance, mean: number): number {
  let left = mean;
  let count = -1;
  for (; left >= 0; count += 1) left += Math.log(1 - dice.next());
  return count;
}

/** The evidence of what is said of the first of these ads, among nine usual ones. */
function evidenceFor(kind: string, ads: ReturnType<typeof adOf>[]): StoredEvidence {
  const others = [18, 22, 20, 19, 21, 20, 24, 17, 20].map((sales, at) =>
    adOf(`o${at}`, 1_000, sales, { objective: `other ${at}` }),
  );
  const overview = overviewOf([...ads, ...others]);
  const found = chosen(overview, circumstances).find((each) => each.kind === kind && each.judged.ad.adId === ads[0]?.adId);
  const { window } = circumstances;
  const reading: Reading = {
    ads: [...ads, ...others],
    goal: 'purchase',
    currency: 'EUR',
    model: 'linear',
    today: '2026-11-25',
    window,
    ripeDays: 0,
    plan: [],
    version: { through_seq: 1, through_decision: 1 } as Reading['version'],
  };
  return evidenceOf(found ?? assert.fail(`no ${kind}`), overview, { reading, surroundings: surroundingsOf(reading) });
}

test('the totals that a recommendation expects', async (t) => {
  await t.test('scale: a fifth more spend and sales of the ad', () => {
    const { expected, change } = evidenceFor('scale', [adOf('a', 1_120, 56)]);
    assert.deepEqual(
      [expected?.of, expected?.without, expected?.with.spend, expected?.with.sales],
      ['ads', { spend: '280', sales: 14, effective: 56 }, '336', 16.8],
    );
    assert.ok(Math.abs((expected?.with.sales ?? 0) - (expected?.without.sales ?? 0) - change.sales) < 1e-9);
  });

  await t.test('pause: the ad set spends the same, the money of the ad at the median cost', () => {
    const beside = adOf('b', 1_000, 20, { adsetId: 'sa' });
    const paused = adOf('x', 1_000, 20, { adsetId: 'sa', status: 'paused' });
    const { expected, median } = evidenceFor('pause', [adOf('a', 2_000, 8), beside, paused]);
    assert.equal(median, '50');
    assert.deepEqual([expected?.of, expected?.without.spend, expected?.without.sales], ['adset', '750', 7]);
    assert.deepEqual([expected?.with.spend, expected?.with.sales], ['750', 5 + 500 / 50]);
  });

  await t.test('reallocate: both ads, by the shares of their budgets that move', () => {
    const cheap = adOf('a', 1_120, 56, { adsetDailySpend: 0 });
    const { expected } = evidenceFor('reallocate', [cheap, adOf('b', 2_240, 20, { liveInAdset: 1 })]);
    assert.deepEqual([expected?.of, expected?.without], ['ads', { spend: '840', sales: 19, effective: 76 }]);
    // 8 of 40 a day move to it, of the other's 80.
    assert.deepEqual([expected?.with.spend, expected?.with.sales], ['840', 14 * 1.2 + 5 * 0.9]);
  });
});

interface World {
  /** Sales in the window of 28 days, and in seven days with the change. */
  sales: number;
  factor: number;
}

/** Of worlds, the share in which the interval contains the true difference; and the mean observed difference. */
function coverageOf(dice: Chance, { sales, factor }: World): { inside: number; mean: number } {
  const truth = (sales / 4) * factor - (sales / 4) * 1.2;
  let [inside, sum] = [0, 0];
  for (let world = 0; world < WORLDS; world += 1) {
    const before = poisson(dice, sales);
    const came = poisson(dice, (sales / 4) * factor);
    const difference = differenceOf({ sales: came, effective: came }, { sales: (before / 4) * 1.2, effective: before });
    if (difference.low <= truth && truth <= difference.high) inside += 1;
    sum += difference.sales;
  }
  return { inside: inside / WORLDS, mean: sum / WORLDS };
}

test('the interval of the difference contains the truth', (t) => {
  const dice = chance(SEED);
  for (const sales of [3, 10, 30, 100])
    for (const factor of [0, 0.6, 1, 1.2, 2]) {
      const { inside, mean } = coverageOf(dice, { sales, factor });
      t.diagnostic(
        `SEED=${SEED}: ${sales} sales, × ${factor} instead of × 1.2: ${(100 * inside).toFixed(1)} %, mean ${mean.toFixed(2)}`,
      );
      assert.ok(inside >= 0.92, `SEED=${SEED}: ${sales} sales × ${factor}: ${inside}`);
      const truth = (sales / 4) * (factor - 1.2);
      assert.ok(Math.abs(mean - truth) < 0.1 * sales, `SEED=${SEED}: ${mean} instead of ${truth}`);
    }
});

test('the sum of many small differences tells what one cannot', () => {
  const one = differenceOf({ sales: 6, effective: 6 }, { sales: 10, effective: 40 });
  assert.ok(one.low < 0 && one.high > 0, JSON.stringify(one));
  const many = sumOfDifferences(Array.from({ length: 20 }, () => one));
  assert.equal(many.sales, -80);
  assert.ok(many.high < 0, JSON.stringify(many));
  assert.deepEqual(differenceOf({ sales: 0, effective: 0 }, { sales: 0, effective: 0 }).sales, 0);
});
