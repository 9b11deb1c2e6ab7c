// Reads daily sums that another tool measured: they are shown beside the product's own figures and never get credit. Visitors of two days do not add up.
import { COUNTS, REVENUE } from '../layout/vocabulary.ts';
import type { Plan } from '../plan/plan.ts';
import type { Question, Reading } from '../reading.ts';
import { dayOf } from './moments.ts';
import type { Kind, KindReader } from './reader.ts';
import { minorUnits, type RowView, UnreadableCell } from './row-view.ts';
import { otherRow } from './totals.ts';

/** A time of the day that is no midnight. */
const HOUR = /[T ](?!00:00(?::00(?:\.0+)?)?\b)\d\d:\d\d/;

class AggregatesReader implements KindReader {
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  row(view: RowView): Reading[] {
    const other = otherRow(view, this.#plan);
    if (other === 'note') return [];
    if (other === 'total_row') return [{ kind: 'left_out', line: view.line, reason: 'total_row' }];
    if (HOUR.test(view.text('day'))) return [{ kind: 'left_out', line: view.line, reason: 'hour' }];
    try {
      return [this.#sums(view)];
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      return [{ kind: 'left_out', line: view.line, reason: 'unreadable', words: error.message }];
    }
  }

  #sums(view: RowView): Reading {
    const day = dayOf(view, 'day', this.#plan);
    if (day === undefined) throw new UnreadableCell('The row has no day.');
    const values: Record<string, string | number> = {};
    for (const key of this.#plan.columns.keys()) {
      if (key === 'day') continue;
      if (key === REVENUE) {
        Object.assign(values, this.#revenue(view));
        continue;
      }
      const value = COUNTS.includes(key) ? this.#count(view, key) : view.text(key) || this.#plan.layout.if_blank?.[key];
      if (value !== undefined && value !== '') values[key] = value;
    }
    return { kind: 'aggregate', line: view.line, day, values };
  }

  #count(view: RowView, key: string): number | undefined {
    const count = view.amount(key, 0);
    if (count === undefined) return undefined;
    if (count.isNegative) throw new UnreadableCell(`The count in ${JSON.stringify(view.header(key))} is below zero.`);
    return Number(count.amount);
  }

  #revenue(view: RowView): { revenue: string; currency: string } | undefined {
    const { currency } = this.#plan;
    const money = view.amount(REVENUE, minorUnits(currency));
    if (!money) return undefined;
    return { revenue: `${money.isNegative ? '-' : ''}${money.amount}`, currency: money.currency ?? currency };
  }

  end(): Reading[] {
    return [];
  }

  questions(): Question[] {
    return [];
  }
}

export const aggregates: Kind = {
  makeReader: (plan) => new AggregatesReader(plan),
  amountKeys: ({ columns }) => [...COUNTS, REVENUE].filter((key) => Object.hasOwn(columns, key)),
  dateKeys: () => [{ key: 'day' }],
};
