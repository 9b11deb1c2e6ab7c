// The totals that a recommendation expects of the seven days after it, with its change and without it: the same total is observed later. It
// counts the ad, both ads of a move, or, of a pause, the ad set, whose other ads spend the money. Sales are those that follow their visit
// within the days that sales usually take, in the window as in the seven days, so that late sales make no difference between the two.
import type { Expected, StoredExpectation } from '../stored.ts';
import { count, money } from './rounding.ts';

/** One ad in the window. Sales are sums of weights; `squares` is the sum of their squares, by sale. */
export interface Sold {
  spend: number;
  sales: number;
  squares: number;
  /** Days of the window on which it cost something. */
  days: number;
}

interface Week {
  spend: number;
  sales: number;
  /** Of `sales`, by chance. */
  variance: number;
}

export const DAYS = 7;

const weekOf = ({ spend, sales, squares, days }: Sold): Week => {
  const part = DAYS / Math.max(1, days);
  return { spend: part * spend, sales: part * sales, variance: part * part * squares };
};
const times = ({ spend, sales, variance }: Week, factor: number): Week => ({
  spend: factor * spend,
  sales: factor * sales,
  variance: factor * factor * variance,
});
const sumOf = (weeks: readonly Week[]): Week =>
  weeks.reduce(
    (sum, each) => ({
      spend: sum.spend + each.spend,
      sales: sum.sales + each.sales,
      variance: sum.variance + each.variance,
    }),
    { spend: 0, sales: 0, variance: 0 },
  );

/** Whole sales of the same chance as these parts of sales. */
const effectiveOf = ({ sales, variance }: Omit<Week, 'spend'>): number => (variance > 0 ? (sales * sales) / variance : sales);

const expected = ({ spend, sales, variance }: Week, currency: string): Expected => ({
  spend: money(spend, currency),
  sales: count(sales),
  effective: count(effectiveOf({ sales, variance })),
});

export interface Changed {
  kind: 'scale' | 'pause' | 'reallocate';
  /** Of all money here. */
  currency: string;
  ad: Sold;
  /** The ad that gives the money. */
  from: Sold | undefined;
  /** The ads among which the money of a paused ad is divided, itself among them. */
  adset: readonly Sold[];
  /** Shares of the budgets that are added and taken away. */
  more: number;
  less: number;
  /** The cost of a sale at which a paused ad's money is assumed to sell. */
  median: number;
}

export function expectationOf({ kind, currency, ad, from, adset, more, less, median }: Changed): StoredExpectation {
  const own = weekOf(ad);
  if (kind === 'pause') {
    const set = sumOf(adset.map(weekOf));
    const sales = set.sales - own.sales + (median > 0 ? own.spend / median : 0);
    return { of: 'adset', without: expected(set, currency), with: expected({ ...set, sales }, currency) };
  }
  const giving = from ? weekOf(from) : { spend: 0, sales: 0, variance: 0 };
  return {
    of: 'ads',
    without: expected(sumOf([own, giving]), currency),
    with: expected(sumOf([times(own, 1 + more), times(giving, Math.max(0, 1 - less))]), currency),
  };
}
