// The words of the page: its columns, and why a figure is missing.
import type { Schemas } from '../../api/client.ts';
import { count, credit, money, percent, ratio } from '../../words/format.ts';

export type Figures = Schemas['EconomicsFigures'];
export type Member = Exclude<keyof Figures, 'reasons'>;
type Kind = 'money' | 'count' | 'credit' | 'ratio' | 'fraction' | 'percent';

export interface Column {
  member: Member;
  text: string;
  kind: Kind;
  meaning: string;
}

const COLUMNS = {
  spend: { text: 'Spend', kind: 'money', meaning: 'What these ads cost' },
  impressions: { text: 'Impressions', kind: 'count', meaning: 'Times shown, as platforms report' },
  clicks: { text: 'Clicks', kind: 'count', meaning: 'As platforms report' },
  ctr: { text: 'CTR', kind: 'fraction', meaning: 'Clicks ÷ impressions' },
  cpc: { text: 'CPC', kind: 'money', meaning: 'Spend ÷ clicks' },
  cpm: { text: 'CPM', kind: 'money', meaning: 'Spend for 1,000 impressions' },
  conversions: { text: 'Conversions', kind: 'credit', meaning: 'Counted conversions of the goal' },
  revenue: { text: 'Revenue', kind: 'money', meaning: 'Of these conversions, net of refunds' },
  new_customers: { text: 'New customers', kind: 'credit', meaning: 'People who converted for the first time' },
  new_customer_revenue: { text: 'New revenue', kind: 'money', meaning: 'Of first conversions' },
  cost_of_goods: { text: 'Cost of goods', kind: 'money', meaning: 'Percentage of revenue, by day' },
  fees: { text: 'Fees', kind: 'money', meaning: 'Of payment, by day' },
  margin_before_ads: { text: 'Margin before ads', kind: 'money', meaning: 'Revenue − cost of goods − fees' },
  margin: { text: 'Margin', kind: 'money', meaning: 'Revenue − cost of goods − fees − spend' },
  cost_per_new_customer: { text: 'Cost per new customer', kind: 'money', meaning: 'Spend ÷ new customers of paid touches' },
  new_customer_roas: { text: 'New-customer ROAS', kind: 'ratio', meaning: 'First conversions of paid touches ÷ spend' },
  customers: { text: 'Customers', kind: 'count', meaning: 'Different people who converted' },
  returning_customers: { text: 'Returning', kind: 'count', meaning: 'Customers who had converted before' },
  returning_customers_percent: {
    text: 'Returning customers',
    kind: 'percent',
    meaning: 'Of the customers, had converted before these days',
  },
  returning_revenue_percent: { text: 'Returning revenue', kind: 'percent', meaning: 'Of the revenue, all but first conversions' },
} as const satisfies Record<Member, Omit<Column, 'member'>>;

const columnsOf = (...members: Member[]): readonly Column[] => members.map((member) => ({ member, ...COLUMNS[member] }));

export const TILES = columnsOf(
  ...(['new_customers', 'cost_per_new_customer', 'new_customer_roas'] as const),
  ...(['returning_customers_percent', 'returning_revenue_percent', 'margin'] as const),
);

export const VIEWS = { customers: 'Customers', delivery: 'Delivery', margin: 'Margin' } as const;
export type View = keyof typeof VIEWS;
export const VIEW_VALUES: readonly View[] = ['customers', 'delivery', 'margin'];

export const COLUMNS_OF: Readonly<Record<View, readonly Column[]>> = {
  customers: columnsOf(
    ...(['spend', 'revenue', 'new_customers', 'cost_per_new_customer', 'new_customer_roas'] as const),
    ...(['returning_customers_percent', 'returning_revenue_percent'] as const),
  ),
  delivery: columnsOf('spend', 'impressions', 'clicks', 'ctr', 'cpc', 'cpm'),
  margin: columnsOf('revenue', 'cost_of_goods', 'fees', 'margin_before_ads', 'spend', 'margin'),
};

export const DIMENSIONS = { channel: 'Channel', source: 'Source', campaign: 'Campaign', ad: 'Ad' } as const;
export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_VALUES: readonly Dimension[] = ['channel', 'source', 'campaign', 'ad'];

const REASONS: Readonly<Record<string, string>> = {
  spend_not_known: 'no spend known',
  no_spend: 'nothing spent',
  not_reported: 'not reported',
  no_impressions: 'not shown',
  no_clicks: 'no clicks',
  no_new_customers: 'none by paid touches',
  no_customers: 'no customer',
  no_revenue: 'no revenue',
  no_costs: 'no costs set',
  no_exchange_rate: 'no exchange rate',
};

const MISSING: Readonly<Partial<Record<Member, string>>> = {
  spend: 'not measured',
  impressions: 'not reported',
  clicks: 'not reported',
  revenue: 'no exchange rate',
  new_customer_revenue: 'no exchange rate',
};

/** Why a figure is missing. */
export const missingText = ({ reasons }: Figures, member: Member): string =>
  REASONS[reasons[member] ?? ''] ?? MISSING[member] ?? '–';

/** A figure as it is printed. */
export function show(kind: Kind, value: number | string, currency: string): string {
  if (kind === 'money') return money(value, currency);
  if (kind === 'fraction') return percent(100 * Number(value));
  if (kind === 'percent') return percent(Number(value));
  if (kind === 'ratio') return ratio(Number(value));
  return kind === 'credit' ? credit(value) : count(value);
}
