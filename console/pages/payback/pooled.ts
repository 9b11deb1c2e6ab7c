// Cohorts out of the rows of the answer, and the payback of all of them together.
import type { components } from '../../api/contract.gen.ts';

export type Cell = components['schemas']['CohortCell'];

export interface Cohort {
  month: string;
  people: number;
  spend: string | null;
  cells: readonly Cell[];
  /** Of its first row in the answer. */
  row: number;
}

/** Months in which somebody was acquired or money was spent, oldest first; months before the first of them say nothing. */
export function cohortsOf(rows: readonly Cell[]): Cohort[] {
  const byMonth = Map.groupBy(
    rows.map((cell, row) => ({ cell, row })).filter(({ cell }) => cell.months_since !== null),
    ({ cell }) => cell.cohort,
  );
  const all = [...byMonth].flatMap(([month, cells]): Cohort[] => {
    const [first] = cells;
    if (!first) return [];
    const { people, spend } = first.cell;
    return [{ month, people, spend, cells: cells.map(({ cell }) => cell), row: first.row }];
  });
  const begun = all.findIndex(({ people, spend, cells }) => people > 0 || Number(spend ?? 0) > 0 || cells.some(hasCash));
  return begun < 0 ? [] : all.slice(begun);
}

const hasCash = ({ cash, unattributed_cash }: Cell): boolean => Number(cash ?? 0) !== 0 || Number(unattributed_cash ?? 0) !== 0;

export interface Pooled {
  /** By months since acquisition: cash ÷ spend of a cohort that does as all of them did. */
  values: (number | null)[];
  /** The worst and the best cohort of month 0, grown in the same way. */
  low: (number | null)[];
  high: (number | null)[];
  /** How many cohorts are so old. */
  cohorts: number[];
}

const paidUntil = ({ cells }: Cohort, since: number): number | undefined => {
  const cell = cells[since];
  return cell?.is_ripe && cell.cumulative_paid_cash !== null ? Number(cell.cumulative_paid_cash) : undefined;
};

/**
 * Month 0 is the cash of all cohorts ÷ their spend. Each later month grows by what the cohorts that are so old have added to theirs, so that
 * the line does not jump where the younger ones end. Only months that are over count.
 */
export function pooled(cohorts: readonly Cohort[]): Pooled {
  const spending = cohorts.filter(({ spend, cells: [first] }) => Number(spend ?? 0) > 0 && first?.is_ripe);
  const longest = Math.max(0, ...spending.map(({ cells }) => cells.filter(({ is_ripe }) => is_ripe).length));
  const first = spending.map((cohort) => (paidUntil(cohort, 0) ?? 0) / Number(cohort.spend));
  const spend = spending.reduce((sum, cohort) => sum + Number(cohort.spend), 0);
  const cash = spending.reduce((sum, cohort) => sum + (paidUntil(cohort, 0) ?? 0), 0);
  let growth = 1;
  const factors = Array.from({ length: longest }, (_, since) => {
    const old = spending.filter((cohort) => since > 0 && paidUntil(cohort, since) !== undefined);
    const before = old.reduce((sum, cohort) => sum + (paidUntil(cohort, since - 1) ?? 0), 0);
    const after = old.reduce((sum, cohort) => sum + (paidUntil(cohort, since) ?? 0), 0);
    if (before > 0) growth *= after / before;
    return growth;
  });
  const grown = (value: number): (number | null)[] => factors.map((factor) => (spend > 0 ? value * factor : null));
  return {
    values: grown(cash / spend),
    low: grown(Math.min(...first)),
    high: grown(Math.max(...first)),
    cohorts: factors.map((_, since) => spending.filter((cohort) => paidUntil(cohort, since) !== undefined).length),
  };
}
