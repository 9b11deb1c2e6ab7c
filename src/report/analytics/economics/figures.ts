// The economics of ads as they are printed. Printed conversions, customers and revenue of the rows and of what no touch earned add up to the totals.
import type { components } from '../../../base/contract/types.ts';
import { apportion, decimalText, roundedQuotient } from '../../../base/kit/decimals.ts';
import { moneyOf, numberOf, QUOTIENTS, quotientsOf, type Reason } from './quotients.ts';
import type { Delivered, Line, Sums, Table } from './table.ts';

type Schemas = components['schemas'];
export type EconomicsData = Schemas['EconomicsData'];
type Printed = Schemas['EconomicsFigures'];

export const MILLION = 1_000_000n;

/** Amounts that add up, in units of 10^-12; null where they are not known. Costs are known where all conversions are on days with costs. */
export const AMOUNTS = {
  revenue: ({ value }: Sums) => value,
  new_customer_revenue: ({ newValue }: Sums) => newValue,
  cost_of_goods: ({ goods, lacksCosts }: Sums) => (lacksCosts ? null : goods),
  fees: ({ fees, lacksCosts }: Sums) => (lacksCosts ? null : fees),
} as const;
export type AmountName = keyof typeof AMOUNTS;

/** Units of 10^-6, rounded so that parts add up; an unknown amount counts as nothing, and is printed as null. */
interface Rounded {
  rows: bigint[];
  rest: bigint;
  total: bigint;
}
export type RoundedAmounts = Record<AmountName, Rounded>;

function roundedOf(table: Table, of: (sums: Sums) => bigint | null): Rounded {
  const total = roundedQuotient(of(table.totals.earned) ?? 0n, MILLION);
  const exact = [...table.rows.map(({ earned }) => earned), table.rest].map((sums) => of(sums) ?? 0n);
  const parts = apportion(exact, MILLION, total);
  return { rows: parts.slice(0, -1), rest: parts.at(-1) ?? 0n, total };
}

export const roundedAmounts = (table: Table): RoundedAmounts => ({
  revenue: roundedOf(table, AMOUNTS.revenue),
  new_customer_revenue: roundedOf(table, AMOUNTS.new_customer_revenue),
  cost_of_goods: roundedOf(table, AMOUNTS.cost_of_goods),
  fees: roundedOf(table, AMOUNTS.fees),
});

const moneyText = (exact: bigint | null, rounded: bigint): string | null => (exact === null ? null : decimalText(rounded, 6));

const countOf = (count: bigint | null): number | null => (count === null ? null : Number(count));

const deliveredFigures = ({ spend, impressions, clicks }: Delivered) => ({
  spend: spend === null ? null : decimalText(spend, 6),
  impressions: countOf(impressions),
  clicks: countOf(clicks),
});

type Rounding = (name: AmountName) => bigint;

function amountsOf(sums: Sums, rounded: Rounding) {
  const text = (name: AmountName) => moneyText(AMOUNTS[name](sums), rounded(name));
  const isKnown = sums.value !== null && !sums.lacksCosts;
  const before = isKnown ? rounded('revenue') - rounded('cost_of_goods') - rounded('fees') : null;
  const printed = {
    revenue: text('revenue'),
    new_customer_revenue: text('new_customer_revenue'),
    cost_of_goods: text('cost_of_goods'),
    fees: text('fees'),
    margin_before_ads: before === null ? null : decimalText(before, 6),
  };
  return { before, printed };
}

/** Why there is no margin. */
function marginReasons({ earned, delivered }: Pick<Line, 'earned' | 'delivered'>): [string, Reason][] {
  const reason = earned.lacksCosts ? 'no_costs' : earned.value === null ? 'no_exchange_rate' : null;
  const costs = ['cost_of_goods', 'fees'].flatMap((name): [string, Reason][] => (earned.lacksCosts ? [[name, 'no_costs']] : []));
  if (reason !== null) return [...costs, ['margin_before_ads', reason], ['margin', reason]];
  return delivered.spend === null ? [['margin', 'spend_not_known']] : [];
}

function figuresOf(line: Pick<Line, 'earned' | 'paid' | 'delivered'>, rounded: Rounding): Printed {
  const { earned, delivered } = line;
  const quotients = quotientsOf(line);
  const amounts = amountsOf(earned, rounded);
  const reasons = QUOTIENTS.flatMap((name): [string, Reason][] => {
    const { reason } = quotients[name];
    return reason === null ? [] : [[name, reason]];
  });
  const margin = amounts.before === null || delivered.spend === null ? null : amounts.before - delivered.spend;
  return {
    ...deliveredFigures(delivered),
    ctr: numberOf(quotients.ctr),
    cpc: moneyOf(quotients.cpc),
    cpm: moneyOf(quotients.cpm),
    conversions: decimalText(earned.weight, 6),
    new_customers: decimalText(earned.newWeight, 6),
    ...amounts.printed,
    margin: margin === null ? null : decimalText(margin, 6),
    cost_per_new_customer: moneyOf(quotients.cost_per_new_customer),
    new_customer_roas: numberOf(quotients.new_customer_roas),
    customers: Number(earned.people),
    returning_customers: Number(earned.returningPeople),
    returning_customers_percent: numberOf(quotients.returning_customers_percent),
    returning_revenue_percent: numberOf(quotients.returning_revenue_percent),
    reasons: Object.fromEntries([...reasons, ...marginReasons(line)]),
  };
}

export function economicsData(table: Table, isOfAds: boolean): EconomicsData {
  const rounded = roundedAmounts(table);
  return {
    rows: table.rows.map((line, i) => ({
      key: line.key,
      label: line.label,
      ...(isOfAds ? { platform: line.platform, account_id: line.accountId } : {}),
      ...figuresOf(line, (name) => rounded[name].rows[i] ?? 0n),
    })),
    unattributed: {
      conversions: decimalText(table.rest.weight, 6),
      new_customers: decimalText(table.rest.newWeight, 6),
      ...amountsOf(table.rest, (name) => rounded[name].rest).printed,
    },
    totals: figuresOf(table.totals, (name) => rounded[name].total),
  };
}
