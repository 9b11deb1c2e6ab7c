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

/** Words of a file that the layout does not know, asked about once. */
export class UnknownWords {
  readonly #ask: string;
  readonly #header: string;
  readonly #words = new Map<string, number>();

  constructor(ask: string, header: string) {
    this.#ask = ask;
    this.#header = header;
  }

  add(word: string): void {
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
