// Rows of a mapped sheet whose amount is negative, as credit memos are. One that names a sale is a refund of it: by its column of refunded sales, or by having the
// number of a sale of the file. Of any other a person decides, as it may be a correction or the shop's own spending.
import { countWords } from '../../../base/rows/count-words.ts';
import type { Question } from '../reading.ts';
import { Remembered } from '../values/remembered.ts';

/** Kept until the file's end, as the sale may come after its refund. */
const MOST_KEPT = 50_000;
export const NEGATIVE = 'negative';

export interface Credit {
  line: number;
  amount: string;
  currency: string;
  /** The number of the row itself. */
  reference: string | null;
}

export class Credits<Row extends Credit> {
  readonly #reply: string | undefined;
  readonly #sales = new Remembered();
  readonly #kept: Row[] = [];
  #undecided = 0;
  #first: Row | undefined;

  /** @param reply To the question: `refund`, `leave_out`. */
  constructor(reply: string | undefined) {
    this.#reply = reply;
  }

  /** The number of a sale. */
  see(reference: string | null): void {
    if (reference !== null) this.#sales.set(reference, 1);
  }

  /** What the row refunds, null if it names nothing; undefined where that is not known before the file's end. */
  refundedBy(row: Row, of: string | null): string | null | undefined {
    return of ?? (this.#reply === 'refund' ? row.reference : undefined);
  }

  /** @returns False of a row that is not kept, as there are too many. */
  keep(row: Row): boolean {
    if (this.#kept.length < MOST_KEPT) return this.#kept.push(row) > 0;
    this.#count(row);
    return false;
  }

  /** What was kept: with the number of the sale where the file has it. */
  all(): { row: Row; of: string | undefined }[] {
    return this.#kept.map((row) => {
      const of = row.reference !== null && this.#sales.get(row.reference) ? row.reference : undefined;
      if (of === undefined) this.#count(row);
      return { row, of };
    });
  }

  #count(row: Row): void {
    this.#undecided += 1;
    this.#first ??= row;
  }

  /** After `all`. */
  questions(): Question[] {
    if (!this.#first) return [];
    const { line, amount, currency } = this.#first;
    const isOne = this.#undecided === 1;
    const words = `${countWords(this.#undecided, 'row')} ${isOne ? 'has' : 'have'} a negative amount and ${isOne ? 'names' : 'name'} no sale of the file, the first in line ${line} (-${amount} ${currency}). Is it money returned for the sale of the same number? If another column has the number of that sale, choose the column instead.`;
    return [{ ask: NEGATIVE, words, choices: ['refund', 'leave_out'] }];
  }
}
