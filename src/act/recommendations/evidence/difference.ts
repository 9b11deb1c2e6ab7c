// The difference between sales that came and sales that were expected, with what chance alone may do to it. Both are counts: the interval of each
// is that of Jeffreys (a Gamma distribution of half a sale more than was counted), and both are joined to the interval of their difference
// by MOVER (Zou and Donner 2008, Statistics in Medicine 27:1693).
import { gammaQuantile } from './gamma-poisson.ts';

export interface Counted {
  sales: number;
  /** Whole sales of the same chance: `sales` may be parts of sales, or those of another time extrapolated. */
  effective: number;
}

export interface Difference {
  sales: number;
  low: number;
  high: number;
}

const [LOW, HIGH] = [0.025, 0.975];

/** 95 %. @param unit Of a sale that did not come: how much it would have counted. */
function intervalOf({ sales, effective }: Counted, unit: number): [number, number] {
  const size = effective > 0 ? sales / effective : unit;
  const low = effective > 0 ? size * gammaQuantile(effective + 0.5, LOW) : 0;
  return [low, size * gammaQuantile(effective + 0.5, HIGH)];
}

/** Observed less expected. */
export function differenceOf(observed: Counted, expected: Counted): Difference {
  const sales = observed.sales - expected.sales;
  const [least, most] = intervalOf(observed, 1);
  const [leastExpected, mostExpected] = intervalOf(expected, 1);
  return {
    sales,
    low: sales - Math.hypot(observed.sales - least, mostExpected - expected.sales),
    high: sales + Math.hypot(most - observed.sales, expected.sales - leastExpected),
  };
}

/** The sum of differences whose chances have nothing to do with one another. */
export function sumOfDifferences(differences: readonly Difference[]): Difference {
  const sales = differences.reduce((sum, each) => sum + each.sales, 0);
  return {
    sales,
    low: sales - Math.hypot(...differences.map((each) => each.sales - each.low)),
    high: sales + Math.hypot(...differences.map((each) => each.high - each.sales)),
  };
}
