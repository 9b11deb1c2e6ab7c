// The economics of ads as they are printed. Printed conversions, customers and revenue of the rows and of what no touch earned add up to the totals.
import type { components } from '../../../base/contract/types.ts';
import { apportion, decimalText, roundedQuotient } from '../../../base/kit/decimals.ts';
import { moneyOf, numberOf, QUOTIENTS, quotientsOf, type Reason } from './quotients.ts';
import type { Delivered, Earned, Line, Table } from './table.ts';

type Schemas = components['schemas'];
export type EconomicsData = Schemas['EconomicsData'];
type Printed = Schemas['EconomicsFigures'];

export const MILLION = 1_000_000n;

/** Units of 10^-6, rounded so that parts add up; an unknown amount counts as nothing, and is printed as null. */
export interface Rounded {
  rows: bigint[];
  rest: bigint;
  total: bigint;
}

export function roundedOf(table: Table, of: (earned: Pick<Earned, 'value' | 'newValue'>) => bigint | null): Rounded {
  const total = roundedQuotient(of(table.totals.earned) ?? 0n, MILLION);
  const exact = table.rows.map(({ earned }) => of(earned) ?? 0n);
  // With filters the rows are all there is.
  const rest = (of(table.totals.earned) ?? 0n) - exact.reduce((sum, value) => sum + value, 0n);
  const parts = apportion([...exact, rest], MILLION, total);
  return { rows: parts.slice(0, -1), rest: parts.at(-1) ?? 0n, total };
}

const moneyText = (exact: bigint | null, rounded: bigint): string | null => (exact === null ? null : decimalText(rounded, 6));

const countOf = (count: bigint | null): number | null => (count === null ? null : Number(count));

const deliveredFigures = ({ spend, impressions, clicks }: Delivered) => ({
  spend: spend === null ? null : decimalText(spend, 6),
  impressions: countOf(impressions),
  clicks: countOf(clicks),
});

function figuresOf(line: Pick<Line, 'earned' | 'paid' | 'delivered'>, revenue: bigint, newRevenue: bigint): Printed {
  const { earned, delivered } = line;
  const quotients = quotientsOf(line);
  const reasons = QUOTIENTS.flatMap((name): [string, Reason][] => {
    const { reason } = quotients[name];
    return reason === null ? [] : [[name, reason]];
  });
  return {
    ...deliveredFigures(delivered),
    ctr: numberOf(quotients.ctr),
    cpc: moneyOf(quotients.cpc),
    cpm: moneyOf(quotients.cpm),
    conversions: decimalText(earned.weight, 6),
    revenue: moneyText(earned.value, revenue),
    new_customers: decimalText(earned.newWeight, 6),
    new_customer_revenue: moneyText(earned.newValue, newRevenue),
    cost_per_new_customer: moneyOf(quotients.cost_per_new_customer),
    new_customer_roas: numberOf(quotients.new_customer_roas),
    customers: Number(earned.people),
    returning_customers: Number(earned.returningPeople),
    returning_customers_percent: numberOf(quotients.returning_customers_percent),
    returning_revenue_percent: numberOf(quotients.returning_revenue_percent),
    reasons: Object.fromEntries(reasons),
  };
}

export function economicsData(table: Table, isOfAds: boolean): EconomicsData {
  const revenue = roundedOf(table, ({ value }) => value);
  const newRevenue = roundedOf(table, ({ newValue }) => newValue);
  return {
    rows: table.rows.map((line, i) => ({
      key: line.key,
      label: line.label,
      ...(isOfAds ? { platform: line.platform, account_id: line.accountId } : {}),
      ...figuresOf(line, revenue.rows[i] ?? 0n, newRevenue.rows[i] ?? 0n),
    })),
    unattributed: {
      conversions: decimalText(table.rest.weight, 6),
      revenue: moneyText(table.rest.value, revenue.rest),
      new_customers: decimalText(table.rest.newWeight, 6),
      new_customer_revenue: moneyText(table.rest.newValue, newRevenue.rest),
    },
    totals: figuresOf(table.totals, revenue.total, newRevenue.total),
  };
}
