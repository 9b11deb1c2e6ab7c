// Reads deals of a CRM: outcomes with a state and, of the won, a day. None of them is cash.
import { commonStages, meaningsOfWords } from '../layout/layouts.ts';
import { comparable } from '../layout/names.ts';
import type { Plan } from '../plan/plan.ts';
import type { ImportContext, Question, Reading } from '../reading.ts';
import { readCurrency } from '../values/currencies.ts';
import { dayOf } from './moments.ts';
import { type Kind, type KindReader, UnknownWords } from './reader.ts';
import { minorUnits, type RowView, UnreadableCell } from './row-view.ts';
import { otherRow } from './totals.ts';

const EMAIL = /[^\s@(),;<>]+@[^\s@(),;<>]+\.[^\s@(),;<>]+/;
/** A longer text is no list of contacts. */
const LONGEST = 4_096;

class DealsReader implements KindReader {
  readonly #plan: Plan;
  readonly #states: ReadonlyMap<string, 'won' | 'lost' | 'open'>;

  readonly #unknown: UnknownWords;

  constructor(plan: Plan, context: ImportContext) {
    this.#plan = plan;
    this.#unknown = new UnknownWords('status', 'stage', plan, context);
    this.#states = meaningsOfWords(plan.layout.states ?? {});
  }

  row(view: RowView): Reading[] {
    const other = otherRow(view, this.#plan);
    if (other === 'note') return [];
    if (other === 'total_row') return [{ kind: 'left_out', line: view.line, reason: 'total_row' }];
    try {
      return [this.#deal(view)];
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      return [{ kind: 'left_out', line: view.line, reason: 'unreadable', words: error.message }];
    }
  }

  #deal(view: RowView): Reading {
    const { layout } = this.#plan;
    const currency =
      readCurrency(view.first(layout.currency?.from)) ?? this.#plan.columns.get('amount')?.currency ?? this.#plan.currency;
    const money = view.sum(layout.amount, minorUnits(currency));
    const reference = view.id(layout.reference);
    if (reference === '') throw new UnreadableCell('The row has no id.');
    const day = ['close_day', 'won_day', 'lost_day']
      .map((key) => dayOf(view, key, this.#plan))
      .find((each) => each !== undefined);
    const state = this.#stateOf(view);
    if (state === undefined) return { kind: 'left_out', line: view.line, reason: 'unknown_status' };
    const contact = EMAIL.exec(view.text('contact').slice(0, LONGEST))?.[0];
    return {
      kind: 'deal',
      line: view.line,
      reference,
      state,
      ...(money ? { amount: money.amount, currency: money.currency ?? currency } : {}),
      ...(day === undefined ? {} : { day }),
      ...(contact === undefined ? {} : { contact }),
    };
  }

  /** A stage of a pipeline has any name: a deal is won or lost where a word says so, and open otherwise. Undefined of one that only seems to say so. */
  #stateOf(view: RowView): 'won' | 'lost' | 'open' | undefined {
    const stage = view.text('stage');
    const plain = comparable(stage);
    const { states, like } = commonStages();
    const state = this.#states.get(plain) ?? states.get(plain);
    if (state !== undefined) return state;
    if (!plain.split(/[\s/()-]+/).some((word) => like.has(word))) return 'open';
    const reply = this.#unknown.replyTo(stage);
    if (reply === 'won' || reply === 'lost' || reply === 'open') return reply;
    this.#unknown.add(stage);
    return undefined;
  }

  end(): Reading[] {
    return [];
  }

  questions(): Question[] {
    return this.#unknown.questions();
  }
}

export const deals: Kind = {
  makeReader: (plan, context) => new DealsReader(plan, context),
  amountKeys: ({ amount }) => (typeof amount === 'string' ? [amount] : (amount ?? [])),
  dateKeys: () => [{ key: 'close_day' }, { key: 'won_day' }, { key: 'lost_day' }],
};
