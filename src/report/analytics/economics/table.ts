// The sums behind the economics of ads: what was spent on a key and delivered for it, and the new and returning customers that it won.
import { unitsOf } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';

export type EconomicsRow = WarehouseRow<'warehouse/report/analytics/economics_get'>;
export type KeyRow = NonNullable<EconomicsRow['keys']>[number];

/** Of one key, of all keys together, or of what no touch earned. Weights are millionths of conversions. */
export interface Earned {
  weight: bigint;
  /** Units of 10^-12; null where all of the money lacks an exchange rate. */
  value: bigint | null;
  /** Units of 10^-12; of conversions on days without costs nothing. */
  goods: bigint;
  fees: bigint;
  /** Some conversion with a value is on a day before the costs begin. */
  lacksCosts: boolean;
  newWeight: bigint;
  newValue: bigint | null;
  people: bigint;
  returningPeople: bigint;
  squares: Squares;
}

/** Sums over people of squared shares, and of products of shares. */
interface Squares {
  new: bigint;
  newValue: bigint;
  value: bigint;
  returningValue: bigint;
  products: bigint;
}

/** What adds up. */
export type Sums = Pick<Earned, 'weight' | 'value' | 'goods' | 'fees' | 'lacksCosts' | 'newWeight' | 'newValue'>;

/** The part that paid touches earned, to which spend is compared. */
export interface Paid {
  newWeight: bigint;
  newValue: bigint | null;
  squares: Pick<Squares, 'new' | 'newValue'>;
}

/** A quotient whose parts come from the same rows of spend; both null where no row reports them. */
export interface Parts {
  dividend: bigint | null;
  divisor: bigint | null;
}

export interface Delivered {
  /** Units of 10^-6; null where not measured, or without a rate. */
  spend: bigint | null;
  impressions: bigint | null;
  clicks: bigint | null;
  ctr: Parts;
  cpc: Parts;
  cpm: Parts;
}

export interface Line {
  key: string;
  label: string;
  platform: string | null;
  accountId: string | null;
  earned: Earned;
  paid: Paid;
  delivered: Delivered;
}

export interface Table {
  rows: Line[];
  /** All that rows and the unattributed rest add up to. */
  totals: Pick<Line, 'earned' | 'paid' | 'delivered'>;
  /** Credited to no touch; nothing with filters, which choose touches. */
  rest: Sums;
}

const units = (text: string | null, scale: number): bigint | null => (text === null ? null : unitsOf(text, scale));

const earnedOf = (row: KeyRow | EconomicsRow): Earned => ({
  weight: row.weight,
  value: units(row.value, 6),
  goods: unitsOf(row.goods, 6),
  fees: unitsOf(row.fees, 6),
  lacksCosts: row.lacks_costs,
  newWeight: row.new_weight,
  newValue: units(row.new_value, 6),
  people: row.people,
  returningPeople: row.returning_people,
  squares: {
    new: row.new_squares,
    newValue: row.new_value_squares,
    value: row.value_squares,
    returningValue: row.returning_value_squares,
    products: row.returning_products,
  },
});

const paidOf = (row: KeyRow): Paid => ({
  newWeight: row.new_paid_weight,
  newValue: units(row.new_paid_value, 6),
  squares: { new: row.new_paid_squares, newValue: row.new_paid_value_squares },
});

const deliveredOf = (row: KeyRow): Delivered => ({
  spend: units(row.spend, 6),
  impressions: row.impressions,
  clicks: row.clicks,
  ctr: { dividend: row.rate_clicks, divisor: row.rate_impressions },
  cpc: { dividend: units(row.clicks_spend, 6), divisor: row.priced_clicks },
  cpm: { dividend: units(row.impressions_spend, 6), divisor: row.priced_impressions },
});

const lineOf = (row: KeyRow): Line => ({
  key: row.key ?? '',
  label: row.label,
  platform: row.platform,
  accountId: row.account_id,
  earned: earnedOf(row),
  paid: paidOf(row),
  delivered: deliveredOf(row),
});

/** A rest whose money is not known has none to show. */
const lessKnown = (whole: bigint | null, part: bigint | null): bigint | null => (whole === null ? null : whole - (part ?? 0n));

export function tableOf(found: EconomicsRow): Table {
  const [together, ...keys] = found.keys ?? [];
  if (together?.key !== null) throw new Error('economics_get answers all keys together first.');
  const credited = lineOf(together);
  const everything = found.is_filtered ? credited.earned : earnedOf(found);
  return {
    rows: keys.map(lineOf),
    totals: { ...credited, earned: everything },
    rest: {
      weight: everything.weight - credited.earned.weight,
      value: lessKnown(everything.value, credited.earned.value),
      goods: everything.goods - credited.earned.goods,
      fees: everything.fees - credited.earned.fees,
      // One decision covers all days, so the rest lacks costs where anything does.
      lacksCosts: everything.lacksCosts,
      newWeight: everything.newWeight - credited.earned.newWeight,
      newValue: lessKnown(everything.newValue, credited.earned.newValue),
    },
  };
}
