// The rows of the report, of both periods: what is printed of each and the parts of its difference. Printed rows, rows summed up as
// others and the unattributed rest add up to the printed totals, for each period, difference and part.
import { apportion, roundedQuotient, unitsOf } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { named } from './expression.ts';
import { roundedSteps, type Side, type Split, STEPS, type Step, splitOf } from './split.ts';

export type WhyRow = WarehouseRow<'warehouse/report/analytics/why_get'>;
export type Measure = 'revenue' | 'conversions';
export type Period = 'before' | 'after';

const MILLION = 1_000_000n;

/** Of one period: visits, millionths of conversions, money in units of 10^-6 as printed and of 10^-12 as it is. */
export interface Amounts {
  visits: bigint;
  conversions: bigint;
  revenue: bigint;
  refunded: bigint;
  exact: { revenue: bigint; refunded: bigint };
}

export interface Line {
  before: Amounts;
  after: Amounts;
  difference: bigint;
  steps: Record<Step, bigint>;
  /** Exact parts of a row; null where they are sums of rows. */
  split: Split | null;
}

export interface KeyLine extends Line {
  key: string;
  label: string;
  platform: string | null;
  accountId: string | null;
}

export interface Table {
  measure: Measure;
  totals: Line;
  rows: KeyLine[];
  /** Rows beyond the limit, summed up. */
  others: (Line & { count: number }) | null;
  /** Null where a filter or a division by customers leaves none. */
  unattributed: Line | null;
  /** Millionths of conversions with a touch that is not direct. */
  attributed: Record<Period, bigint>;
}

type Key = NonNullable<WhyRow['keys']>[number];
type Found = Pick<Key, 'visits' | 'weight' | 'value' | 'refunded'>;

const NOBODY: Found = { visits: 0n, weight: 0n, value: '0', refunded: '0' };
const exactOf = (text: string): bigint => unitsOf(text, 6);

interface Entry {
  key: string | null;
  about: Pick<Key, 'label' | 'platform' | 'account_id'>;
  before: Found;
  after: Found;
}

/** Both periods of each key; the rest without a key is the last, as in the table of credit, which rounds by the same order. */
function entriesOf(keys: readonly Key[]): Entry[] {
  const found = new Map<string | null, Entry>();
  for (const row of keys) {
    const entry = found.get(row.key) ?? { key: row.key, about: row, before: NOBODY, after: NOBODY };
    found.set(row.key, { ...entry, [row.period]: row });
  }
  const all = [...found.values()];
  return [...all.filter(({ key }) => key !== null), ...all.filter(({ key }) => key === null)];
}

/** The printed amounts of all entries in one period, which add up to the rounded total. */
function amountsOf(entries: readonly Entry[], period: Period): Amounts[] {
  const columnOf = (name: 'value' | 'refunded'): { exact: bigint[]; printed: bigint[] } => {
    const exact = entries.map((entry) => exactOf(entry[period][name]));
    const total = roundedQuotient(
      exact.reduce((sum, each) => sum + each, 0n),
      MILLION,
    );
    return { exact, printed: apportion(exact, MILLION, total) };
  };
  const [revenue, refunded] = [columnOf('value'), columnOf('refunded')];
  return entries.map((entry, at) => ({
    visits: entry[period].visits,
    conversions: entry[period].weight,
    revenue: revenue.printed[at] ?? 0n,
    refunded: refunded.printed[at] ?? 0n,
    exact: { revenue: revenue.exact[at] ?? 0n, refunded: refunded.exact[at] ?? 0n },
  }));
}

const NO_AMOUNTS: Amounts = { visits: 0n, conversions: 0n, revenue: 0n, refunded: 0n, exact: { revenue: 0n, refunded: 0n } };

const sumOf = (list: readonly Amounts[]): Amounts =>
  list.reduce(
    (sum, each) => ({
      visits: sum.visits + each.visits,
      conversions: sum.conversions + each.conversions,
      revenue: sum.revenue + each.revenue,
      refunded: sum.refunded + each.refunded,
      exact: {
        revenue: sum.exact.revenue + each.exact.revenue,
        refunded: sum.exact.refunded + each.exact.refunded,
      },
    }),
    NO_AMOUNTS,
  );

/** What is divided: money after refunds, or conversions. */
export const amountOf = (amounts: Pick<Amounts, 'revenue' | 'conversions'>, measure: Measure): bigint =>
  measure === 'revenue' ? amounts.revenue : amounts.conversions;

/** The names of terms in receipts. */
const sideOf = (amounts: Amounts, period: Period, measure: Measure): Side => ({
  visits: named(`visits_${period}`, amounts.visits * MILLION),
  conversions: named(`conversions_${period}`, amounts.conversions),
  money:
    measure === 'conversions'
      ? null
      : { revenue: named(`revenue_${period}`, amounts.revenue), refunded: named(`refunded_${period}`, amounts.refunded) },
});

interface Visits {
  before: bigint;
  after: bigint;
}

function lineOf(before: Amounts, after: Amounts, measure: Measure, all: Visits): Line {
  const difference = amountOf(after, measure) - amountOf(before, measure);
  const sides = { before: sideOf(before, 'before', measure), after: sideOf(after, 'after', measure) };
  const split = splitOf(sides, {
    before: named('all_visits_before', all.before * MILLION),
    after: named('all_visits_after', all.after * MILLION),
  });
  return { before, after, difference, steps: roundedSteps(split, difference), split };
}

/** Lines added up, each as it is printed. */
function sumLines(lines: readonly Line[]): Line {
  const steps = Object.fromEntries(STEPS.map((step) => [step, lines.reduce((sum, line) => sum + line.steps[step], 0n)]));
  return {
    before: sumOf(lines.map(({ before }) => before)),
    after: sumOf(lines.map(({ after }) => after)),
    difference: lines.reduce((sum, { difference }) => sum + difference, 0n),
    steps: { ...NO_STEPS, ...steps },
    split: null,
  };
}

const NO_STEPS: Record<Step, bigint> = {
  visits: 0n,
  mix: 0n,
  conversion_rate: 0n,
  order_value: 0n,
  refunds: 0n,
  without_visits: 0n,
};

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

function byDifference(a: KeyLine, b: KeyLine): number {
  const [left, right] = [sizeOf(a.difference), sizeOf(b.difference)];
  if (left !== right) return left < right ? 1 : -1;
  return a.key < b.key ? -1 : 1;
}

export function tableOf(found: WhyRow, measure: Measure, limit: number): Table {
  const entries = entriesOf(found.keys ?? []);
  const [before, after] = [amountsOf(entries, 'before'), amountsOf(entries, 'after')];
  const all = { before: sumOf(before).visits, after: sumOf(after).visits };
  const lines = entries.map((entry, at) => ({
    entry,
    line: lineOf(before[at] ?? NO_AMOUNTS, after[at] ?? NO_AMOUNTS, measure, all),
  }));
  const rows = lines.flatMap(({ entry: { key, about }, line }): KeyLine[] =>
    key === null ? [] : [{ key, label: about.label ?? key, platform: about.platform, accountId: about.account_id, ...line }],
  );
  rows.sort(byDifference);
  const rest = rows.slice(limit);
  return {
    measure,
    totals: sumLines(lines.map(({ line }) => line)),
    rows: rows.slice(0, limit),
    others: rest.length === 0 ? null : { count: rest.length, ...sumLines(rest) },
    unattributed: lines.find(({ entry }) => entry.key === null)?.line ?? null,
    attributed: {
      before: found.attributed?.find(({ period }) => period === 'before')?.attributed ?? 0n,
      after: found.attributed?.find(({ period }) => period === 'after')?.attributed ?? 0n,
    },
  };
}
