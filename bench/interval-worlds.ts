// Three worlds of buyers in which intervals are tried: each day a number of people around a mean comes and buys, independently of one
// another and of other days, so that each day is a trial of an interval whose true value is known.
import type { Chance } from '../seeds/demo/random.ts';

export interface IntervalWorld {
  name: 'flat' | 'skewed' | 'repeat' | 'rare';
  /** What one person pays, in cents by purchase. */
  purchases: (luck: Chance) => number[];
  /** Of one person: money, and purchases. */
  meanPaid: number;
  meanPurchases: number;
}

const PRICE = 5_000;

export const INTERVAL_WORLDS: readonly IntervalWorld[] = [
  { name: 'flat', purchases: () => [PRICE], meanPaid: 50, meanPurchases: 1 },
  {
    name: 'skewed',
    purchases: (luck) => [Math.max(1, Math.round(3_000 * luck.skewed(1)))],
    meanPaid: 30 * Math.exp(0.5),
    meanPurchases: 1,
  },
  {
    // Three in ten buy 5 to 19 times.
    name: 'repeat',
    purchases: (luck) => Array.from({ length: luck.happens(0.3) ? luck.whole(5, 19) : 1 }, () => PRICE),
    meanPaid: 50 * 4.3,
    meanPurchases: 4.3,
  },
];

/** Three buyers in two hundred pay half of all money: most short periods have none of them. */
export const RARE_WORLD: IntervalWorld = {
  name: 'rare',
  purchases: (luck) => [luck.happens(0.015) ? 60 * PRICE : PRICE],
  meanPaid: 50 * (0.985 + 0.015 * 60),
  meanPurchases: 1,
};

/** A number around a mean, as many independent people would come. */
export function peopleComing(luck: Chance, mean: number): number {
  const pause = (): number => -Math.log(1 - luck.next());
  let people = 0;
  for (let time = pause(); time < mean; time += pause()) people += 1;
  return people;
}
