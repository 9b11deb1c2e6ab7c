// What every reader of a kind of file does: rows in, readings out, and at the end what was put together of several rows and what has to be asked.
import type { Layout } from '../layout/shape.ts';
import type { Plan } from '../plan/plan.ts';
import type { ImportContext, Question, Reading } from '../reading.ts';
import type { RowView } from './row-view.ts';

export interface KindReader {
  row: (view: RowView) => Reading[];
  end: () => Reading[];
  /** What words of the file have no meaning in the layout. */
  questions: () => Question[];
}

/** A kind of file: its reader, and the columns whose values say how the file writes amounts and dates. */
export interface Kind {
  makeReader: (plan: Plan, context: ImportContext) => KindReader;
  amountKeys: (layout: Layout) => string[];
  /** Columns of dates, with the columns of the zone beside them. */
  dateKeys: (layout: Layout) => { key: string; time?: string | undefined; zone?: string | undefined }[];
  /** Refuses files that lack what every file of the kind has. */
  lacks?: (plan: Plan) => { reason: string; words: string } | undefined;
}

const LEAVE_OUT = 'leave_out';
/** What a person may say that a word of the file means. */
export function answersOfWords(ask: string, reads: Layout['reads']): readonly string[] {
  if (ask === 'type') return ['sale', 'refund', LEAVE_OUT];
  return reads === 'deals'
    ? ['won', 'lost', 'open', LEAVE_OUT]
    : ['paid', 'pending', 'cancelled', 'failed', 'refunded', LEAVE_OUT];
}

/** Words of a file that the layout does not know, asked about once. */
export class UnknownWords {
  readonly #ask: string;
  readonly #header: string;
  readonly #replies: ImportContext['replies'];
  readonly #answers: readonly string[];
  readonly #words = new Map<string, number>();

  /** @param key The column of the words, by its key in the layout. */
  constructor(ask: 'status' | 'type', key: string | undefined, { layout, columns }: Plan, { replies }: ImportContext) {
    this.#ask = ask;
    this.#header = columns.get(key ?? '')?.header ?? '';
    this.#replies = replies;
    this.#answers = answersOfWords(ask, layout.reads);
  }

  /** What a person has said that a word means, by the answer `status:WORD`. */
  replyTo(word: string): string | undefined {
    const reply = this.#replies?.[`${this.#ask}:${word}`];
    return reply !== undefined && this.#answers.includes(reply) ? reply : undefined;
  }

  add(word: string): void {
    if (this.replyTo(word) === LEAVE_OUT) return;
    if (this.#words.size < 100 || this.#words.has(word)) this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
  }

  questions(): Question[] {
    if (this.#words.size === 0) return [];
    const listed = [...this.#words].map(([word, count]) => `${JSON.stringify(word)} (${count})`).join(', ');
    return [
      {
        ask: this.#ask,
        words: `What do these words of ${JSON.stringify(this.#header)} mean: ${listed}? Rows that have them are left out until then.`,
        choices: [...this.#words.keys()],
      },
    ];
  }
}
