// Accounts whose truth is drawn: how often intervals cover the effect that was planted, how many discoveries are none, what an account in which nothing
// has an effect shows, and whether the first ad of the leaderboard is one of the best. ACCOUNTS and SEED set other ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chance, chance } from '../../../seeds/demo/random.ts';
import { believedRate, priorOf } from '../../../src/act/creatives/believed-rates.ts';
import type { AdDay } from '../../../src/act/creatives/patterns/compare.ts';
import { compareAll, effectsOf, type LevelFound } from '../../../src/act/creatives/patterns/profile-patterns.ts';
import { costInterval } from '../../../src/act/recommendations/evidence/gamma-poisson.ts';
import { overviewOf } from '../../../src/act/recommendations/evidence/judge.ts';
import { adOf } from '../recommendations/evidence/ads.ts';

const ACCOUNTS = Number(process.env['ACCOUNTS'] ?? 60);
/** Estimating a whole board takes its time. */
const BOARDS = process.env['ACCOUNTS'] === undefined ? 15 : ACCOUNTS;
const SEED = Number(process.env['SEED'] ?? 7);
const [DIMENSIONS, LEVELS, SETS, ADS, SALES] = [5, 3, 10, 6, 15];

const gauss = (dice: Chance): number => Math.sqrt(-2 * Math.log(1 - dice.next())) * Math.cos(2 * Math.PI * dice.next());

/** A count with this mean. */
function poisson(dice: Chance, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gauss(dice)));
  let left = mean;
  let count = -1;
  for (; left >= 0; count += 1) left += Math.log(1 - dice.next());
  return count;
}

interface Account {
  levels: LevelFound[];
  /** The logarithm of a level's rate of sales against that of the rest. */
  truthOf(dimension: string, level: string): number;
}

/** @param share Of the levels that have an effect. Ads differ by a quarter for reasons of their own. */
function drawAccount(dice: Chance, share: number): Account {
  const names = Array.from({ length: DIMENSIONS }, (_, at) => `d${at}`);
  const effects = new Map(
    names.map((name) => [name, Array.from({ length: LEVELS }, () => (dice.next() < share ? 0.35 * gauss(dice) : 0))]),
  );
  const effectOf = (dimension: string, level: number): number => effects.get(dimension)?.[level] ?? 0;
  const rows: AdDay[] = [];
  const tags = new Map<string, ReadonlyMap<string, string>>();
  for (let set = 0; set < SETS; set += 1) {
    const rate = (Math.exp(0.4 * gauss(dice)) * SALES) / 1_000;
    for (let at = 0; at < ADS; at += 1) {
      const ad = `${set}-${at}`;
      const own = names.map((name): [string, number] => [name, Math.floor(dice.next() * LEVELS)]);
      tags.set(ad, new Map(own.map(([name, level]) => [name, String(level)])));
      const spend = 1_000 * Math.exp(0.7 * gauss(dice));
      const better = own.reduce((sum, [name, level]) => sum + effectOf(name, level), 0.25 * gauss(dice));
      const sales = poisson(dice, rate * spend * Math.exp(better));
      const impressions = Math.round(spend * 100);
      const clicks = poisson(dice, impressions * 0.01 * Math.exp(0.3 * gauss(dice)));
      rows.push({ ad, adset: String(set), day: '2026-11-01', days: 1, spend, sales, squares: sales, clicks, impressions });
    }
  }
  return {
    levels: effectsOf(compareAll(rows, tags)).levels,
    truthOf: (dimension, level) => {
      const rest = rows.filter(({ ad }) => tags.get(ad)?.get(dimension) !== level);
      const rateOf = ({ ad }: AdDay): number => Math.exp(effectOf(dimension, Number(tags.get(ad)?.get(dimension))));
      const mean = rest.reduce((sum, row) => sum + row.spend * rateOf(row), 0) / rest.reduce((sum, { spend }) => sum + spend, 0);
      return effectOf(dimension, Number(level)) - Math.log(mean);
    },
  };
}

const isCalled = (verdict: string | undefined): boolean => verdict === 'higher' || verdict === 'lower';

test('effects are covered by their intervals, and discoveries are few mistakes', (t) => {
  t.diagnostic(`SEED=${SEED} ACCOUNTS=${ACCOUNTS}`);
  const dice = chance(SEED);
  let [all, covered, called, shares, right] = [0, 0, 0, 0, 0];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { levels, truthOf } = drawAccount(dice, 0.4);
    let [own, wrong] = [0, 0];
    for (const { dimension, level, effects } of levels) {
      const truth = truthOf(dimension, level);
      const { sales, clicks } = effects;
      assert.ok(sales && clicks);
      all += 1;
      if (Math.log(sales.low) <= truth && truth <= Math.log(sales.high)) covered += 1;
      const isRight = Math.abs(truth) > 0.02 && (sales.verdict === 'higher') === truth > 0;
      if (isCalled(sales.verdict)) own += 1;
      if (isCalled(sales.verdict) && !isRight) wrong += 1;
      // No level has an effect on clicks.
      if (isCalled(clicks.verdict)) [own, wrong] = [own + 1, wrong + 1];
    }
    called += own;
    right += own - wrong;
    shares += own > 0 ? wrong / own : 0;
  }
  const coverage = covered / all;
  const falseShare = shares / ACCOUNTS;
  t.diagnostic(
    `coverage ${coverage.toFixed(3)} of ${all}; discoveries ${called}, right ${right}, false ${falseShare.toFixed(3)} an account`,
  );
  assert.ok(coverage >= 0.85 && coverage <= 0.95, `coverage ${coverage}`);
  assert.ok(falseShare <= 0.1, `false discoveries ${falseShare}`);
  assert.ok(called > ACCOUNTS / 5, `only ${called} discoveries`);
});

test('an account in which nothing has an effect shows nothing', (t) => {
  t.diagnostic(`SEED=${SEED} ACCOUNTS=${ACCOUNTS}`);
  const dice = chance(SEED + 1);
  let silent = 0;
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { levels } = drawAccount(dice, 0);
    if (!levels.some(({ effects }) => isCalled(effects.sales?.verdict) || isCalled(effects.clicks?.verdict))) silent += 1;
  }
  t.diagnostic(`silent ${silent} of ${ACCOUNTS}`);
  // The allowance of chance: the share of 95 % and two deviations of a count below it.
  assert.ok(silent >= 0.95 * ACCOUNTS - 2 * Math.sqrt(ACCOUNTS * 0.95 * 0.05), `${silent} of ${ACCOUNTS}`);
});

test('the first ad of the leaderboard is one of the best quarter', (t) => {
  t.diagnostic(`SEED=${SEED} ACCOUNTS=${BOARDS}`);
  const dice = chance(SEED + 2);
  let best = 0;
  for (let account = 0; account < BOARDS; account += 1) {
    const truths = Array.from({ length: 20 }, () => ({ cost: 50 * dice.skewed(0.4), spend: 500 * 1.5 * dice.skewed(0.4) }));
    const ads = truths.map(({ cost, spend }, at) => adOf(String(at), spend, poisson(dice, spend / cost)));
    const { estimated } = overviewOf(ads);
    const [first] = estimated.toSorted((a, b) => costInterval(a.posterior)[1] - costInterval(b.posterior)[1]);
    const quarter = truths.map(({ cost }) => cost).toSorted((a, b) => a - b)[Math.floor(truths.length / 4) - 1] ?? 0;
    if ((truths[Number(first?.ad.adId)]?.cost ?? Number.POSITIVE_INFINITY) <= quarter) best += 1;
  }
  t.diagnostic(`first is best in ${best} of ${BOARDS}`);
  assert.ok(best >= 0.9 * BOARDS - 2 * Math.sqrt(BOARDS * 0.9 * 0.1), `${best} of ${BOARDS}`);
});

interface Ad {
  truth: number;
  count: number;
  of: number;
}

/** Ads with rates of a Beta distribution of a mean of 2 % and a weight of 400, some of which were hardly shown. */
function drawRates(dice: Chance): Ad[] {
  return Array.from({ length: 40 }, () => {
    const [shape, other] = [gammaOf(dice, 8), gammaOf(dice, 392)];
    const truth = shape / (shape + other);
    const of = Math.ceil(30 * Math.exp(2 * Math.abs(gauss(dice))));
    return { truth, of, count: Math.min(of, poisson(dice, of * truth)) };
  });
}

/** A sum of exponentials: of a Gamma distribution with a whole shape. */
const gammaOf = (dice: Chance, shape: number): number =>
  Array.from({ length: shape }, () => -Math.log(1 - dice.next())).reduce((sum, each) => sum + each, 0);

test('ads are ranked by what is believed of a rate better than by what was counted', (t) => {
  t.diagnostic(`SEED=${SEED} ACCOUNTS=${ACCOUNTS}`);
  const dice = chance(SEED + 3);
  let [usual, believed, counted, best, all] = [0, 0, 0, 0, 0];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const ads = drawRates(dice);
    const prior = priorOf(ads) ?? assert.fail('nothing was counted');
    const truthOfFirst = (value: (ad: Ad) => number): number => ads.toSorted((a, b) => value(b) - value(a))[0]?.truth ?? 0;
    usual += prior.mean;
    believed += truthOfFirst((ad) => believedRate(prior, ad));
    counted += truthOfFirst(({ count, of }) => count / of);
    best += truthOfFirst(({ truth }) => truth);
    all += ads.reduce((sum, { truth }) => sum + truth, 0) / ads.length;
  }
  const mean = (sum: number): number => sum / ACCOUNTS;
  t.diagnostic(
    `true rate of the first ad: ${mean(believed).toFixed(4)} by belief, ${mean(counted).toFixed(4)} by counts, ${mean(best).toFixed(4)} the best; usual ${mean(usual).toFixed(4)}`,
  );
  assert.ok(Math.abs(mean(usual) / mean(all) - 1) < 0.05, 'the usual rate');
  assert.ok(believed > counted, `${believed} and ${counted}`);
  assert.ok(believed - all > 0.5 * (best - all), 'more than half of what could be gained');
});

test('the prior of a rate', async (t) => {
  await t.test('is none where nothing was counted, and is weak with few ads', () => {
    assert.equal(priorOf([]), null);
    assert.equal(priorOf([null, null]), null);
    assert.deepEqual(priorOf([{ count: 1, of: 10 }, null, { count: 3, of: 30 }]), { mean: 0.1, weight: 2 });
  });
  await t.test('counts much where ads are alike, little where they differ, and never without limit', () => {
    const weightOf = (counts: readonly number[]): number => priorOf(counts.map((count) => ({ count, of: 1_000 })))?.weight ?? 0;
    assert.equal(weightOf([20, 20, 20, 20, 20]), 1_000_000);
    assert.ok(weightOf([1, 200, 500, 800, 999]) < 3);
    assert.equal(weightOf([0, 0, 0, 0, 0]), 1_000_000);
    assert.equal(weightOf([1_000, 1_000, 1_000, 1_000, 1_000]), 1_000_000);
    assert.equal(priorOf(Array.from({ length: 6 }, () => ({ count: 1, of: 1 })))?.mean, 1);
  });
});
