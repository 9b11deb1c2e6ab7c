// Rows of a mapped sheet whose amount is negative, as credit memos are. One that names a sale is a refund of it: by its column of refunded sales, or by having the
// number of a sale of the file. Of any other a person decides, as it may be a correction or the shop's own spending.
import { countWords } from '../../../base/rows/count-words.ts';
import type { Question } from '../reading.ts';
import { Remembered } from '../values/remembered.ts';

/** Kept until the file's end, as the sale may come after its refund. */
const MOST_KEPT = 50_000;
export const NEGATIVE = 'negative';
export const NAMES_NOTHING = 'Its amount is negative, and it names no sale of the file.';

export interface Credit {
  line: number;
  amount: string;
  currency: string;
  /** The number of the row itself. */
  reference: string | null;
}

export class Credits<Row extends Credit> {
  readonly #reply: string | undefined;
  readonly #hasNumbers: boolean;
  readonly #sales = new Remembered();
  readonly #kept: Row[] = [];
  #undecided = 0;
  /** Rows with a negative amount that have a number of their own. */
  #numbered = 0;
  #first: Row | undefined;

  /**
   * @param reply To the question: `refund`, `leave_out`.
   * @param hasNumbers A column has the numbers of the sheet's rows. Without one no row can name a sale.
   */
  constructor(reply: string | undefined, hasNumbers: boolean) {
    this.#reply = reply;
    this.#hasNumbers = hasNumbers;
  }

  /** The number of a sale. */
  see(reference: string | null): void {
    if (reference !== null) this.#sales.set(reference, 1);
  }

  /** What the row refunds; undefined where that is not known before the file's end. */
  refundedBy(row: Row, of: string | null): string | undefined {
    if (of === null && row.reference !== null) this.#numbered += 1;
    return of ?? (this.#reply === 'refund' ? (row.reference ?? undefined) : undefined);
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
    // Where refunds were chosen, rows that name nothing are left out beside them.
    if (!this.#first || (this.#reply === 'refund' && this.#numbered > 0)) return [];
    const { line, amount, currency } = this.#first;
    const isOne = this.#undecided === 1;
    const rows = `${countWords(this.#undecided, 'row')} ${isOne ? 'has' : 'have'} a negative amount and ${isOne ? 'names' : 'name'} no sale of the file, the first in line ${line} (-${amount} ${currency}).`;
    if (this.#numbered > 0) {
      const words = `${rows} Is it money returned for the sale of the same number? If another column has the number of that sale, choose the column instead.`;
      return [{ ask: NEGATIVE, words, choices: ['refund', 'leave_out'] }];
    }
    const why = this.#hasNumbers
      ? `${isOne ? 'It has' : 'They have'} no number either`
      : 'No column of the file has the numbers of sales';
    const words = `${rows} ${why}, so no refund can be taken off its sale, and none is imported. Choose the column that has the number of the sale, or leave ${isOne ? 'it' : 'them'} out.`;
    return [{ ask: NEGATIVE, words, choices: ['leave_out'] }];
  }
}
