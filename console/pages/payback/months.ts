// Cohorts out of the rows of the answer.
import type { components } from '../../api/contract.gen.ts';

export type Cell = components['schemas']['CohortCell'];

export const METRICS = { payback: 'Cash ÷ spend', cash: 'Cash so far', person: 'Cash per person' } as const;
export type Metric = keyof typeof METRICS;
export const METRIC_VALUES: readonly Metric[] = ['payback', 'cash', 'person'];

/** Where the figure of a cell is in the answer. */
export const MEMBERS = { payback: 'payback', cash: 'cumulative_cash', person: 'cumulative_cash_per_person' } as const;

export function figureOf(cell: Cell, metric: Metric): number | null {
  const value = cell[MEMBERS[metric]];
  return value === null ? null : Number(value);
}

export interface Cohort {
  month: string;
  people: number;
  spend: string | null;
  cells: readonly Cell[];
  /** The position of its first row in the answer. */
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
