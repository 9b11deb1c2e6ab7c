// The figures of economics that are quotients: what is divided by what, and why there is none. Each is printed, explained and given its interval
// from this one definition.
import { decimalText, roundedQuotient } from '../../../base/kit/decimals.ts';
import type { Line } from './table.ts';

export const QUOTIENTS = [
  'ctr',
  'cpc',
  'cpm',
  'cost_per_new_customer',
  'new_customer_roas',
  'returning_customers_percent',
  'returning_revenue_percent',
] as const;
export type QuotientName = (typeof QUOTIENTS)[number];

/** Why a figure is null. */
export type Reason =
  | 'spend_not_known'
  | 'no_spend'
  | 'not_reported'
  | 'no_impressions'
  | 'no_clicks'
  | 'no_new_customers'
  | 'no_customers'
  | 'no_revenue'
  | 'no_costs'
  | 'no_exchange_rate';

/** An exact number of units of 10^-scale. */
export interface Part {
  name: string;
  units: bigint | null;
  scale: number;
  /** `currency` is the profile's. */
  unit: string;
}

export interface Quotient {
  text: string;
  /** Money is printed as a text, other quotients as numbers. */
  isMoney: boolean;
  times: bigint;
  dividend: Part;
  divisor: Part;
  /** Why there is none, where a part is unknown or the divisor is 0. */
  reason: Reason | null;
}

const part = (name: string, units: bigint | null, scale: number, unit: string): Part => ({ name, units, scale, unit });

/** The reason of the first part that is unknown, or of a divisor that is not above 0. */
function reasonOf(dividend: Part, divisor: Part, reasons: { dividend: Reason; divisor: Reason; zero: Reason }): Reason | null {
  if (dividend.units === null) return reasons.dividend;
  if (divisor.units === null) return reasons.divisor;
  return divisor.units <= 0n ? reasons.zero : null;
}

type Reasons = Parameters<typeof reasonOf>[2];

const quotient = (
  about: Pick<Quotient, 'text' | 'isMoney'> & { times?: bigint },
  dividend: Part,
  divisor: Part,
  reasons: Reasons,
): Quotient => ({ times: 1n, ...about, dividend, divisor, reason: reasonOf(dividend, divisor, reasons) });

type Figures = Pick<Line, 'earned' | 'paid' | 'delivered'>;

function ofDelivery({ ctr, cpc, cpm }: Line['delivered']): Record<'ctr' | 'cpc' | 'cpm', Quotient> {
  const missing = { dividend: 'not_reported', divisor: 'not_reported' } as const;
  return {
    ctr: quotient(
      { text: 'Clicks for each impression, where spend reports both.', isMoney: false },
      part('clicks', ctr.dividend, 0, 'clicks'),
      part('impressions', ctr.divisor, 0, 'impressions'),
      { ...missing, zero: 'no_impressions' },
    ),
    cpc: quotient(
      { text: 'Spend that reports clicks, for each click.', isMoney: true },
      part('spend_with_clicks', cpc.dividend, 6, 'currency'),
      part('clicks', cpc.divisor, 0, 'clicks'),
      { ...missing, zero: 'no_clicks' },
    ),
    cpm: quotient(
      { text: 'Spend that reports impressions, for each thousand of them.', isMoney: true, times: 1000n },
      part('spend_with_impressions', cpm.dividend, 6, 'currency'),
      part('impressions', cpm.divisor, 0, 'impressions'),
      { ...missing, zero: 'no_impressions' },
    ),
  };
}

function ofNew({ paid, delivered }: Figures): Record<'cost_per_new_customer' | 'new_customer_roas', Quotient> {
  const spend = part('spend', delivered.spend, 6, 'currency');
  return {
    cost_per_new_customer: quotient(
      { text: 'Spend for each new customer credited to paid touches.', isMoney: true },
      spend,
      part('paid_new_customers', paid.newWeight, 6, 'people'),
      { dividend: 'spend_not_known', divisor: 'no_new_customers', zero: 'no_new_customers' },
    ),
    new_customer_roas: quotient(
      { text: 'Value of first conversions credited to paid touches, for each unit of spend.', isMoney: false },
      part('paid_new_value', paid.newValue, 12, 'currency'),
      spend,
      { dividend: 'no_exchange_rate', divisor: 'spend_not_known', zero: 'no_spend' },
    ),
  };
}

function ofReturning({ earned }: Figures): Record<'returning_customers_percent' | 'returning_revenue_percent', Quotient> {
  const returning = earned.value === null || earned.newValue === null ? null : earned.value - earned.newValue;
  return {
    returning_customers_percent: quotient(
      { text: 'The share of these customers who had converted before the period.', isMoney: false, times: 100n },
      part('returning_customers', earned.returningPeople, 0, 'people'),
      part('customers', earned.people, 0, 'people'),
      { dividend: 'no_customers', divisor: 'no_customers', zero: 'no_customers' },
    ),
    returning_revenue_percent: quotient(
      {
        text: 'The share of the value that later conversions of customers have, all but their first.',
        isMoney: false,
        times: 100n,
      },
      part('returning_value', returning, 12, 'currency'),
      part('value', earned.value, 12, 'currency'),
      { dividend: 'no_exchange_rate', divisor: 'no_exchange_rate', zero: 'no_revenue' },
    ),
  };
}

export const quotientsOf = (line: Figures): Record<QuotientName, Quotient> => ({
  ...ofDelivery(line.delivered),
  ...ofNew(line),
  ...ofReturning(line),
});

const DECIMALS = 6;

/** In units of 10^-6; null with a reason. */
export function unitsOfQuotient({ dividend, divisor, times, reason }: Quotient): bigint | null {
  if (reason !== null || dividend.units === null || divisor.units === null) return null;
  const power = DECIMALS - dividend.scale + divisor.scale;
  const [up, down] = power >= 0 ? [10n ** BigInt(power), 1n] : [1n, 10n ** BigInt(-power)];
  return roundedQuotient(dividend.units * times * up, divisor.units * down);
}

export const moneyOf = (quotient: Quotient): string | null => {
  const units = unitsOfQuotient(quotient);
  return units === null ? null : decimalText(units, DECIMALS);
};

export const numberOf = (quotient: Quotient): number | null => {
  const text = moneyOf(quotient);
  return text === null ? null : Number(text);
};
