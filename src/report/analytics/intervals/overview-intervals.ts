// Intervals of the overview: of what people cause. Spend is what accounts reported, and what is seen by session has none.
import type { components } from '../../../base/contract/types.ts';
import { unitsOf } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { type Interval, peopleOfMoney, type Spread, shareInterval, sumInterval, type Variation } from './intervals.ts';

type Row = WarehouseRow<'warehouse/report/analytics/overview_series'>;
type Metrics = components['schemas']['OverviewMetrics'];

const counted = (sum: bigint, squares: bigint): Spread => ({ sum: Number(sum), squares: Number(squares) });

/** Squares of money are in units of 10^-4, its sum in millionths of 10^-6. */
const moneySpread = (sum: string | null, squares: bigint): Spread => ({
  sum: Number(unitsOf(sum ?? '0', 6)) / 1e8,
  squares: Number(squares),
});

/** One for each person with a visit. */
const visitorSpread = ({ visitors }: Row): Spread => ({ sum: Number(visitors), squares: Number(visitors) });

/** Intervals of the figures below a pointer that are not null. */
export function overviewIntervals(
  { at, row, metrics }: { at: string; row: Row; metrics: Metrics },
  { goal, cash }: Variation,
): Interval[] {
  const outcomes = counted(row.outcome_millionths, row.outcome_squares);
  const attributed = counted(row.attributed_millionths, row.attributed_squares);
  const spreads = {
    revenue: moneySpread(row.revenue_millionths, row.revenue_squares),
    roas: moneySpread(row.paid_revenue_millionths, row.paid_revenue_squares),
    outcomes,
    attributed_outcomes: attributed,
    visitors: visitorSpread(row),
    cash_revenue: moneySpread(row.cash_millionths, row.cash_squares),
    cash_payments: counted(row.payment_millionths, row.payment_squares),
  };
  const mostOf: Partial<Record<keyof typeof spreads, number>> = {
    revenue: peopleOfMoney(outcomes, goal),
    roas: peopleOfMoney(attributed, goal),
    cash_revenue: peopleOfMoney(spreads.cash_payments, cash),
  };
  const names = Object.keys(spreads) as (keyof typeof spreads)[];
  const sums = names.flatMap((name) => {
    const value = metrics[name];
    return value === null ? [] : [sumInterval(`${at}/${name}`, value, spreads[name], mostOf[name])];
  });
  if (row.outcome_millionths === 0n) return sums;
  const share = { part: attributed, whole: outcomes, products: Number(row.attributed_products) };
  return [...sums, shareInterval(`${at}/coverage_percent`, share)];
}
