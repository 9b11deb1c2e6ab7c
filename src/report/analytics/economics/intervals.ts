// Intervals of the economics of ads: of what people cause. Rates of clicks take each impression for one person.

import {
  asFraction,
  type Interval,
  peopleOfMoney,
  type Spread,
  shareInterval,
  sumInterval,
  type Variation,
} from '../intervals/intervals.ts';
import { pointer } from '../receipts/receipt.ts';
import type { EconomicsData } from './figures.ts';
import type { Line, Table } from './table.ts';

type Figures = Pick<Line, 'earned' | 'paid' | 'delivered'>;
type Printed = EconomicsData['totals'];

const countSpread = (count: bigint): Spread => ({ sum: Number(count), squares: Number(count) });
const weightSpread = (sum: bigint, squares: bigint): Spread => ({ sum: Number(sum), squares: Number(squares) });
/** Squares of money are in units of 10^-4, its sum in those of 10^-12. */
const valueSpread = (sum: bigint | null, squares: bigint): Spread => ({ sum: Number(sum ?? 0n) / 1e8, squares: Number(squares) });

function* sums(at: string, printed: Printed, { earned, paid, delivered }: Figures, variation: number): Generator<Interval> {
  const spreads = {
    cpc: countSpread(delivered.cpc.divisor ?? 0n),
    new_customers: weightSpread(earned.newWeight, earned.squares.new),
    new_customer_revenue: valueSpread(earned.newValue, earned.squares.newValue),
    cost_per_new_customer: weightSpread(paid.newWeight, paid.squares.new),
    new_customer_roas: valueSpread(paid.newValue, paid.squares.newValue),
  };
  const mostOf: Partial<Record<keyof typeof spreads, number>> = {
    new_customer_revenue: peopleOfMoney(spreads.new_customers, variation),
    new_customer_roas: peopleOfMoney(spreads.cost_per_new_customer, variation),
  };
  for (const name of Object.keys(spreads) as (keyof typeof spreads)[]) {
    const value = printed[name];
    if (value !== null) yield sumInterval(at + pointer(name), Number(value), spreads[name], mostOf[name]);
  }
}

function* shares(at: string, printed: Printed, { earned, delivered }: Figures): Generator<Interval> {
  const { dividend: clicks, divisor: impressions } = delivered.ctr;
  // Some platforms count several clicks of one impression, which are no share of it.
  if (printed.ctr !== null && clicks !== null && impressions !== null && clicks <= impressions) {
    const share = { part: countSpread(clicks), whole: countSpread(impressions), products: Number(clicks) };
    yield asFraction(shareInterval(at + pointer('ctr'), share));
  }
  if (printed.returning_customers_percent !== null)
    yield shareInterval(at + pointer('returning_customers_percent'), {
      part: countSpread(earned.returningPeople),
      whole: countSpread(earned.people),
      products: Number(earned.returningPeople),
    });
  const { value, newValue, squares } = earned;
  if (printed.returning_revenue_percent !== null && value !== null && newValue !== null)
    yield shareInterval(at + pointer('returning_revenue_percent'), {
      part: valueSpread(value - newValue, squares.returningValue),
      whole: valueSpread(value, squares.value),
      products: Number(squares.products),
    });
}

export function economicsIntervals(data: EconomicsData, table: Table, { goal }: Variation): Interval[] {
  const places: [string, Printed, Figures][] = [
    ...data.rows.flatMap((row, i): [string, Printed, Figures][] => {
      const line = table.rows[i];
      return line ? [[pointer('data', 'rows', i), row, line]] : [];
    }),
    [pointer('data', 'totals'), data.totals, table.totals],
  ];
  return places.flatMap(([at, printed, line]) => [...sums(at, printed, line, goal), ...shares(at, printed, line)]);
}
