// Compares the total that a recommendation expected with the same total as it came. What was frozen before there were such totals gets them from
// the days that it was based on, as they are known now.
import { Temporal } from 'temporal-polyfill';
import type { WarehouseRow } from '../../base/warehouse/statements.ts';
import { MORE_BUDGET } from './evidence/compose.ts';
import { differenceOf } from './evidence/difference.ts';
import { expectationOf, type Sold } from './evidence/expectation.ts';
import { WINDOW_DAYS } from './evidence/read-figures.ts';
import { count, money } from './evidence/rounding.ts';
import type { Expected, Frozen, Observed, StoredExpectation } from './stored.ts';

export type ObservedRow = WarehouseRow<'warehouse/act/recommendations/ads_observed'>;
export type ScoredKind = 'scale' | 'pause' | 'reallocate';

/** The days that the evidence of what was frozen was read from. */
export function windowOf({ from, ripe_days }: Frozen): { from: string; to: string } {
  const today = Temporal.PlainDate.from(from).subtract({ days: 1 });
  return {
    from: today.subtract({ days: WINDOW_DAYS }).toString(),
    to: today.subtract({ days: 1 + ripe_days }).toString(),
  };
}

const NOTHING: Sold = { spend: 0, sales: 0, squares: 0, days: 0 };
const soldOf = (row: ObservedRow | undefined): Sold =>
  row ? { spend: row.spend, sales: row.ripe_sales, squares: row.ripe_squares, days: row.days } : NOTHING;
const weekly = ({ spend, days }: Sold): number => (7 * spend) / Math.max(1, days);

/** @param rows Of the days of `windowOf`. */
export function expectationFrozen(kind: ScoredKind, frozen: Frozen, rows: readonly ObservedRow[]): Frozen {
  const own = rows.filter((each) => isOfAccount(frozen, each));
  const find = (id: string | null): ObservedRow | undefined => own.find(({ ad_id }) => ad_id === id);
  const [row, giving] = [find(frozen.ad_id), find(frozen.from_ad_id)];
  const adset_id = row?.adset_id ?? null;
  const beside = own.filter((each) => each !== row && isOfSet({ ...frozen, adset_id }, each) && each.last_day === row?.last_day);
  const [ad, from] = [soldOf(row), soldOf(giving)];
  const moved = row && row.sales > 0 ? (frozen.if_sales * row.spend) / row.sales : 0;
  const shareOf = (sold: Sold): number => (sold.spend > 0 ? moved / weekly(sold) : 0);
  const expected = expectationOf({
    kind,
    currency: frozen.currency,
    ad,
    from: giving ? from : undefined,
    adset: [ad, ...beside.map(soldOf)],
    median: Number(frozen.median),
    more: kind === 'scale' ? MORE_BUDGET : shareOf(ad),
    less: shareOf(from),
  });
  return { ...frozen, adset_id, expected };
}

/** Both ads of a recommendation are of one account. */
export const isOfAccount = ({ platform, account_id }: Frozen, row: Pick<ObservedRow, 'platform' | 'account_id'>): boolean =>
  row.platform === platform && row.account_id === account_id;

const isOfSet = (frozen: Frozen, row: ObservedRow): boolean =>
  frozen.adset_id != null && row.adset_id === frozen.adset_id && isOfAccount(frozen, row);

const isOfTotal = (of: StoredExpectation['of'], frozen: Frozen, row: ObservedRow): boolean =>
  isOfAccount(frozen, row) &&
  (row.ad_id === frozen.ad_id || (of === 'ads' ? row.ad_id === frozen.from_ad_id : isOfSet(frozen, row)));

function totalOf(rows: readonly ObservedRow[], currency: string): Expected {
  const sum = (part: 'spend' | 'ripe_sales' | 'ripe_squares'): number => rows.reduce((all, row) => all + row[part], 0);
  const [sales, squares] = [sum('ripe_sales'), sum('ripe_squares')];
  const effective = squares > 0 ? (sales * sales) / squares : sales;
  return { spend: money(sum('spend'), currency), sales: count(sales), effective: count(effective) };
}

/** @param rows Of the seven days. Null where no total was frozen. */
export function comparedTotal(
  frozen: Frozen,
  isApplied: boolean,
  rows: readonly ObservedRow[],
): NonNullable<Observed['total']> | null {
  const { expected } = frozen;
  if (!expected) return null;
  const as = isApplied ? ('with' as const) : ('without' as const);
  const observed = totalOf(
    rows.filter((row) => isOfTotal(expected.of, frozen, row)),
    frozen.currency,
  );
  const { sales, low, high } = differenceOf(observed, expected[as]);
  return {
    ...observed,
    as,
    ratio: expected[as].sales > 0 ? count(observed.sales / expected[as].sales) : null,
    difference: { sales: count(sales), low: count(low), high: count(high) },
  };
}
