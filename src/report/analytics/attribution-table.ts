// The table of credit: what each key of a dimension earned, the rest that no touch earned, and the totals. Printed figures add up to the
// printed totals for every model.
import type { components } from '../../base/contract/types.ts';
import { apportion, decimalText, ratio, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../base/warehouse/statements.ts';

export type CreditRow = WarehouseRow<'warehouse/report/analytics/attribution_get'>;
export type AttributionData = components['schemas']['AttributionData'];
type Credited = components['schemas']['CreditFigures'];

export const MILLION = 1_000_000n;
/** The credit of one key under one model: millionths of conversions, and money in units of 10^-12. */
export interface Earned {
  weight: bigint;
  value: bigint;
  paidWeight: bigint;
  paidValue: bigint;
  /** The part of `weight` and `paidWeight` from conversions whose money has no rate: their value is 0 here. */
  unpricedWeight: bigint;
  unpricedPaidWeight: bigint;
  /** The part from conversions whose money is known. */
  pricedWeight: bigint;
  pricedPaidWeight: bigint;
}
export const NOTHING: Earned = {
  weight: 0n,
  value: 0n,
  paidWeight: 0n,
  paidValue: 0n,
  unpricedWeight: 0n,
  unpricedPaidWeight: 0n,
  pricedWeight: 0n,
  pricedPaidWeight: 0n,
};

export interface KeyRow {
  key: string;
  label: string;
  /** Of an ad or ad set; null where no visit and no spend says it. */
  platform: string | null;
  accountId: string | null;
  touches: number;
  conversionsTouched: number;
  /** Millionths; null where it cannot be known. */
  spend: bigint | null;
  earned: Map<string, Earned>;
}

const spendOf = (value: string | null): bigint | null => (value === null ? null : unitsOf(value, 6));
const spendText = (spend: bigint | null): string | null => (spend === null ? null : decimalText(spend, 6));

function keyRowOf(row: NonNullable<CreditRow['rows']>[number]): KeyRow {
  const models = row.models;
  return {
    key: row.key,
    label: row.label,
    platform: row.platform,
    accountId: row.account_id,
    touches: Number(row.touches),
    conversionsTouched: Number(row.conversions_touched),
    spend: spendOf(row.spend),
    earned: new Map(
      models.map((m) => [
        m.model,
        {
          weight: m.weight,
          value: unitsOf(m.value, 6),
          paidWeight: m.paid_weight,
          paidValue: unitsOf(m.paid_value, 6),
          unpricedWeight: m.unpriced_weight,
          unpricedPaidWeight: m.unpriced_paid_weight,
          pricedWeight: m.priced_weight,
          pricedPaidWeight: m.priced_paid_weight,
        },
      ]),
    ),
  };
}

/** Does all money behind a credit lack a rate? What is known and comes to 0 is 0. */
export const isUnknown = ({ unpricedWeight, pricedWeight }: Pick<Earned, 'unpricedWeight' | 'pricedWeight'>): boolean =>
  unpricedWeight > 0n && pricedWeight === 0n;

/** The same of the credit of paid touches. */
export const isPaidUnknown = ({ unpricedPaidWeight, pricedPaidWeight }: Earned): boolean =>
  isUnknown({ unpricedWeight: unpricedPaidWeight, pricedWeight: pricedPaidWeight });

/** `revenue` in units of 10^-6, as printed. */
const revenueText = (revenue: bigint, credit: Value): string | null => (isUnknown(credit) ? null : decimalText(revenue, 6));

/** Ratios use the credit of paid touches only. */
export function figuresOf(earned: Earned, revenue: bigint, spend: bigint | null): Credited {
  return {
    conversions: decimalText(earned.weight, 6),
    revenue: revenueText(revenue, earned),
    roas: spend === null || spend === 0n || isPaidUnknown(earned) ? null : ratio(earned.paidValue, spend * MILLION),
    cost_per_conversion:
      spend === null || earned.paidWeight === 0n ? null : decimalText(roundedQuotient(spend * MILLION, earned.paidWeight), 6),
  };
}

/** Highest minus lowest share of all conversions over the models, in points. */
function disagreementOf(row: KeyRow, models: string[], conversions: bigint): number {
  if (conversions === 0n) return 0;
  const weights = models.map((model) => Number(row.earned.get(model)?.weight ?? 0n));
  return ratio(100n * BigInt(Math.max(...weights) - Math.min(...weights)), conversions);
}

export const sumOf = (list: readonly Earned[], of: (earned: Earned) => bigint): bigint =>
  list.reduce((total, earned) => total + of(earned), 0n);

export type Value = Pick<Earned, 'weight' | 'value' | 'unpricedWeight' | 'pricedWeight'>;

export interface Table {
  /** Credit by key. */
  rows: KeyRow[];
  models: CreditRow['models'];
  isFiltered: boolean;
  /** The sum over all counted conversions, whether a touch earned them or not. */
  everything: Value;
  spend: bigint | null;
}

export const tableOf = (answer: CreditRow): Table => ({
  rows: (answer.rows ?? []).map(keyRowOf),
  models: answer.models,
  isFiltered: answer.is_filtered,
  everything: {
    weight: answer.conversions * MILLION,
    value: unitsOf(answer.amount, 6) * MILLION,
    unpricedWeight: answer.unpriced_conversions * MILLION,
    pricedWeight: answer.priced_conversions * MILLION,
  },
  spend: spendOf(answer.spend),
});

/** Under one model: of each row, of the rows together, and of all that rows and the unattributed rest add up to. */
export interface Column {
  earned: Earned[];
  credited: Earned;
  whole: Value;
}

export function columnOf({ rows, isFiltered, everything }: Table, model: string): Column {
  const earned = rows.map((row) => row.earned.get(model) ?? NOTHING);
  const credited: Earned = {
    weight: sumOf(earned, (e) => e.weight),
    value: sumOf(earned, (e) => e.value),
    paidWeight: sumOf(earned, (e) => e.paidWeight),
    paidValue: sumOf(earned, (e) => e.paidValue),
    unpricedWeight: sumOf(earned, (e) => e.unpricedWeight),
    unpricedPaidWeight: sumOf(earned, (e) => e.unpricedPaidWeight),
    pricedWeight: sumOf(earned, (e) => e.pricedWeight),
    pricedPaidWeight: sumOf(earned, (e) => e.pricedPaidWeight),
  };
  // A filter asks about touches: what no touch earned is outside of it.
  return { earned, credited, whole: isFiltered ? credited : everything };
}

/** The credit that no touch earned. */
export const restOf = ({ whole, credited }: Column): Value => ({
  weight: whole.weight - credited.weight,
  value: whole.value - credited.value,
  unpricedWeight: whole.unpricedWeight - credited.unpricedWeight,
  pricedWeight: whole.pricedWeight - credited.pricedWeight,
});

interface PrintedColumn {
  figures: Credited[];
  unattributed: AttributionData['unattributed']['models'][string];
  total: Credited;
}

function printColumn(table: Table, model: string): PrintedColumn {
  const column = columnOf(table, model);
  const { earned, credited, whole } = column;
  const rest = restOf(column);
  const revenue = roundedQuotient(whole.value, MILLION);
  const parts = apportion([...earned.map((e) => e.value), rest.value], MILLION, revenue);
  return {
    figures: table.rows.map((row, i) => figuresOf(earned[i] as Earned, parts[i] as bigint, row.spend)),
    unattributed: {
      conversions: decimalText(rest.weight, 6),
      revenue: revenueText(parts[table.rows.length] as bigint, rest),
    },
    total: figuresOf({ ...credited, ...whole }, revenue, table.spend),
  };
}

/** Rows and the unattributed rest, so that what is printed sums to the totals for every model. */
export function tabulate(
  table: Table,
  { touches, conversions_touched }: Pick<CreditRow, 'touches' | 'conversions_touched'>,
  dimension: string,
) {
  const isOfAds = dimension === 'ad' || dimension === 'adset';
  const { rows, models, everything, spend } = table;
  const columns = models.map((model) => [model, printColumn(table, model)] as const);
  const byModel = <Printed>(of: (column: PrintedColumn) => Printed): Record<string, Printed> =>
    Object.fromEntries(columns.map(([model, column]) => [model, of(column)]));
  const [firstModel = ''] = models;
  const compared = (row: KeyRow): bigint => row.earned.get(firstModel)?.weight ?? 0n;
  const printed = rows.map((row, i) => ({
    row,
    printed: {
      key: row.key,
      label: row.label,
      ...(isOfAds ? { platform: row.platform, account_id: row.accountId } : {}),
      touches: row.touches,
      conversions_touched: row.conversionsTouched,
      spend: spendText(row.spend),
      models: byModel((column) => column.figures[i] as Credited),
      disagreement: disagreementOf(row, models, everything.weight),
    },
  }));
  printed.sort(
    (a, b) =>
      (compared(b.row) > compared(a.row) ? 1 : compared(b.row) < compared(a.row) ? -1 : 0) || (a.row.key < b.row.key ? -1 : 1),
  );
  const data: AttributionData = {
    rows: printed.map((entry) => entry.printed),
    unattributed: { models: byModel((column) => column.unattributed) },
    totals: {
      touches: Number(touches),
      conversions_touched: Number(conversions_touched),
      spend: spendText(spend),
      models: byModel((column) => column.total),
    },
  };
  return data;
}
