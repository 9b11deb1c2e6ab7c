// What the values of whole columns prove: which sign is the decimal one, in which order dates are written, whether amounts have decimals. A column is
// judged by all of its cells, never a cell by itself.
import { NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';
import { type DecimalSign, decimalEvidence, hasSharedSign } from '../values/amounts.ts';
import { type DateOrder, isWrongSeason, orderEvidence, readInstant } from '../values/instants.ts';

/** A date of figures with a slash, a point or a dash, whose order can be two. */
const AMBIGUOUS = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}/;

const WHOLE = new RegExp(`^${NUMBER_MARK}?\\d{1,15}$`);

/** A whole number that could be a hundred times the amount. */
const BARE = new RegExp(`^${NUMBER_MARK}?-?\\d{3,15}$`);
const NOTHING = new RegExp(`^${NUMBER_MARK}?0$`);

export class AmountEvidence {
  readonly votes: Record<DecimalSign, number> = { '.': 0, ',': 0 };
  /** Values such as 1.234 or 1,234, which may be groups or decimals. */
  readonly undecided: Record<DecimalSign, number> = { '.': 0, ',': 0 };
  filled = 0;
  /** False once a value is no whole number above the one before it: numbers that rise from row to row are ids. */
  #isRising = true;
  #last = Number.NEGATIVE_INFINITY;
  /** Values with a sign that several currencies share. */
  withSharedSign = 0;
  /** Whole numbers of three figures and more, of currencies with decimals, and all other values but zeros. */
  readonly #whole = { bare: 0, others: 0 };
  /** Values with decimals, a fraction of a spreadsheet's number among them. */
  withDecimals = 0;

  /** Three whole numbers and more, each above the one before. */
  get isOfIds(): boolean {
    return this.#isRising && this.filled > 2;
  }

  /** Nothing in the column tells cents from whole units. */
  get mayBeMinor(): boolean {
    return this.#whole.bare > 1 && this.#whole.others === 0;
  }

  /** @param minorUnits Decimals of the row's currency: with three, 1.234 is no group. */
  add(text: string, minorUnits: () => number = () => 2): void {
    this.filled += 1;
    const number = WHOLE.test(text) ? Number(text.replace(NUMBER_MARK, '')) : Number.NaN;
    this.#isRising &&= number > this.#last;
    this.#last = number;
    if (!NOTHING.test(text)) this.#whole[BARE.test(text) && minorUnits() > 0 ? 'bare' : 'others'] += 1;
    if (text.startsWith(NUMBER_MARK)) {
      if (!Number.isInteger(Number(text.slice(1)))) this.withDecimals += 1;
      return;
    }
    if (hasSharedSign(text)) this.withSharedSign += 1;
    const sign = decimalEvidence(text);
    if (sign) this.votes[sign] += 1;
    if (sign && hasDecimals(text, sign)) this.withDecimals += 1;
    if (sign || !/[.,]/.test(text) || minorUnits() === 3) return;
    if (text.includes('.')) this.undecided['.'] += 1;
    if (text.includes(',')) this.undecided[','] += 1;
  }
}

const hasDecimals = (text: string, sign: DecimalSign): boolean => text.includes(sign);

export class DateEvidence {
  readonly votes: Record<DateOrder, number> = { ymd: 0, dmy: 0, mdy: 0 };
  ambiguous = 0;
  filled = 0;
  /** No date under either order. */
  unreadable = 0;
  /** By order: dates that name summer or winter time when the other was kept. */
  readonly wrongSeason: Record<'dmy' | 'mdy', number> = { dmy: 0, mdy: 0 };
  /** Of ambiguous dates, the values of the first and of the second part. */
  readonly #parts = { first: new Set<number>(), second: new Set<number>() };

  /** The day varies more than the month in nearly every list: an order under which it does not is doubted. */
  isDoubtful(order: DateOrder): boolean {
    const { first, second } = this.#parts;
    return order === 'mdy' ? first.size > second.size : order === 'dmy' && second.size > first.size;
  }

  /** @param text The date with its time. @param zoneLetters Beside it, such as PDT. */
  add(text: string, zoneLetters: string): void {
    this.filled += 1;
    const order = orderEvidence(text);
    if (order) this.votes[order] += 1;
    else if (AMBIGUOUS.test(text)) this.#addAmbiguous(text, zoneLetters);
    if (readInstant(text, 'dmy', 'UTC').at === undefined && readInstant(text, 'mdy', 'UTC').at === undefined)
      this.unreadable += 1;
  }

  #addAmbiguous(text: string, zoneLetters: string): void {
    this.ambiguous += 1;
    const [first, second] = text.split(/\D/, 2);
    this.#parts.first.add(Number(first));
    this.#parts.second.add(Number(second));
    if (!/^[A-Z]{3,4}$/.test(zoneLetters)) return;
    for (const order of ['dmy', 'mdy'] as const) {
      const zoned = `${text} ${zoneLetters}`;
      const { at } = readInstant(zoned, order, 'UTC');
      if (at !== undefined && isWrongSeason(zoned, at)) this.wrongSeason[order] += 1;
    }
  }
}
