// What one row of payments is: by the rules of its layout, its status and its type, in this order; a row that nothing decides is asked about, never a sale.

import { commonStates, meaningsOfWords } from '../layout/layouts.ts';
import { comparable } from '../layout/names.ts';
import type { Layout, MeaningParts } from '../layout/shape.ts';
import type { Conditions } from './conditions.ts';
import type { UnknownWords } from './reader.ts';
import type { RowView } from './row-view.ts';

export interface RowMeaning {
  meaning: string;
  /** Columns that the rule names instead of those of its layout. */
  parts: MeaningParts;
  /** What templates of the rule cut out: `of`, `reference`. */
  captured: Readonly<Record<string, string>>;
  /** Paid, refunded, partly_refunded; undefined without a status. */
  state: string | undefined;
}

type Unknown = Record<'status' | 'type', Pick<UnknownWords, 'add' | 'replyTo'>>;

/** A meaning that is none of a row that counts. */
const NOTHING = 'leave_out';

const PAID = new Set(['paid', 'refunded', 'partly_refunded']);

export class PaymentRows {
  readonly #layout: Layout;
  readonly #states: ReadonlyMap<string, string>;
  readonly #types: ReadonlyMap<string, string>;
  readonly #unknown: Unknown;
  readonly #conditions: Conditions;

  constructor(layout: Layout, conditions: Conditions, unknown: Unknown) {
    this.#layout = layout;
    this.#conditions = conditions;
    this.#states = meaningsOfWords(layout.status?.words ?? {});
    this.#types = meaningsOfWords(layout.types?.words ?? {});
    this.#unknown = unknown;
  }

  meaningOf(view: RowView): RowMeaning {
    const by = (meaning: string, more: Partial<RowMeaning> = {}): RowMeaning => ({
      meaning,
      parts: this.#layout.meanings?.[meaning] ?? {},
      captured: {},
      state: undefined,
      ...more,
    });
    for (const { when, is, ...parts } of this.#layout.rows ?? []) {
      const found = this.#conditions.captured(when, view);
      if (found) return by(is, { parts: { ...this.#layout.meanings?.[is], ...parts }, captured: found });
    }
    const state = this.#stateOf(view);
    if (state !== undefined && !PAID.has(state)) return by(state);
    return by(this.#typeOf(view), { state });
  }

  #stateOf(view: RowView): string | undefined {
    const { status } = this.#layout;
    if (!status || !view.has(status.from)) return undefined;
    const word = view.text(status.from);
    const state = this.#states.get(comparable(word)) ?? commonStates().get(comparable(word));
    if (state !== undefined) return state;
    const reply = this.#unknown.status.replyTo(word);
    if (reply !== undefined && reply !== NOTHING) return reply;
    this.#unknown.status.add(word);
    return 'unknown_status';
  }

  #typeOf(view: RowView): string {
    const { types, otherwise = 'sale' } = this.#layout;
    if (!types) return otherwise;
    const word = view.text(types.from);
    const meaning = this.#types.get(comparable(word));
    if (meaning !== undefined) return meaning;
    if (types.unknown !== 'ask') return types.unknown;
    const reply = this.#unknown.type.replyTo(word);
    if (reply !== undefined && reply !== NOTHING) return reply;
    this.#unknown.type.add(word);
    return 'unknown_type';
  }
}
