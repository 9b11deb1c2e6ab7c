// Payback of all cohorts together, by months since acquisition. A later month adds what the cohorts that are so old added for each unit they
// spent, so that the line does not jump where the younger ones end. It adds and never multiplies: cash may be zero or below after refunds.
// Only months that are over count, and each figure is computed from printed ones.
import type { components } from '../../base/contract/types.ts';
import { decimalText, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';

type Cell = components['schemas']['CohortCell'];
export type PooledPayback = components['schemas']['PooledPayback'];

const MILLION = 1_000_000n;

/** A cohort with spend whose first month is over; what it has paid by months since, and the spend, in millionths. */
interface Cohort {
  spend: bigint;
  paid: readonly bigint[];
  /** The position of its first month in the answer. */
  row: number;
}

/** The receipt of a figure of the pooled line. */
export interface PooledStep {
  printed: PooledPayback;
  /** Of the cohorts that are so old: their spend, what they have paid until this month, and until the one before (0 in the first). */
  sums: { spend: bigint; now: bigint; before: bigint };
  /** Rows of the first month of the worst and the best cohort. */
  worst: number;
  best: number;
}

function cohortsOf(rows: readonly Cell[]): Cohort[] {
  const cohorts = new Map<string, { spend: bigint; paid: bigint[]; row: number }>();
  for (const [row, cell] of rows.entries()) {
    if (cell.months_since === null || cell.spend === null || !cell.is_ripe || cell.cumulative_paid_cash === null) continue;
    const spend = unitsOf(cell.spend, 6);
    const cohort = cohorts.get(cell.cohort) ?? { spend, paid: [], row };
    // The months after an unknown one cannot be known to be complete.
    if (spend <= 0n || cohort.paid.length !== cell.months_since) continue;
    cohort.paid.push(unitsOf(cell.cumulative_paid_cash, 6));
    cohorts.set(cell.cohort, cohort);
  }
  return [...cohorts.values()];
}

const sumOf = (cohorts: readonly Cohort[], of: (cohort: Cohort) => bigint): bigint =>
  cohorts.reduce((sum, cohort) => sum + of(cohort), 0n);

/** @param rows as the answer has them */
export function pooledPayback(rows: readonly Cell[]): PooledStep[] {
  const all = cohortsOf(rows);
  const ratios = all.map(({ spend, paid, row }) => ({ row, value: roundedQuotient((paid[0] ?? 0n) * MILLION, spend) }));
  const sorted = ratios.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (!worst || !best) return [];
  const steps: PooledStep[] = [];
  let reached = { payback: 0n, lowest: worst.value, highest: best.value };
  for (let month = 0; month < Math.max(...all.map(({ paid }) => paid.length)); month++) {
    const old = all.filter(({ paid }) => paid.length > month);
    const now = sumOf(old, ({ paid }) => paid[month] ?? 0n);
    const before = sumOf(old, ({ paid }) => paid[month - 1] ?? 0n);
    const spend = sumOf(old, (cohort) => cohort.spend);
    const grown = (value: bigint): bigint => roundedQuotient(value * spend + (now - before) * MILLION, spend);
    const payback = grown(reached.payback);
    // The first month of the worst and the best cohort is their own.
    reached = month === 0 ? { ...reached, payback } : { payback, lowest: grown(reached.lowest), highest: grown(reached.highest) };
    const number = (value: bigint): number => Number(decimalText(value, 6));
    steps.push({
      printed: {
        months_since: month,
        cohorts: old.length,
        payback: number(payback),
        lowest: number(reached.lowest),
        highest: number(reached.highest),
      },
      sums: { spend, now, before },
      worst: worst.row,
      best: best.row,
    });
  }
  return steps;
}
