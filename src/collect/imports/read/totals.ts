// Rows that are no rows: sums, notes, and headers that come again. A sum is known by its word together with what it lacks, with an id that is a word, or with
// its amount being the sum of the rows above it; never by the word alone.
import { unitsOf } from '../../../base/kit/decimals.ts';
import { comparable } from '../layout/names.ts';
import type { TimeOf } from '../layout/shape.ts';
import { listOf, type Plan } from '../plan/plan.ts';
import { type Amount, type RowView, SCALE } from './row-view.ts';

const WORD =
  '(?:totals?|totales|totaux|totale|totali|totaal|subtotals?|subtotales|gesamt\\w*|\\w*summen?|insgesamt|somme|somma|suma|sumy|razem|sum|итого|合計)';
/** A quick look at every cell, before the closer one. */
const MAY_BE = /tot|s[uo]m|gesa|raze|[\u0400-\uffff]/i;
const TOTAL = new RegExp(`^(?:(?:grand|overall|sub|sous)[ -])?${WORD}(?![\\p{L}\\p{N}])`, 'u');

/** Of a cell that is nothing but a sum's name: `Total`, `Total general`, `Total: Account`, `Total of 2 results`, `Total März 2026`, `Monthly total`. */
const PHRASE = new RegExp(
  `^(?:[\\p{L}.]+[ -]){0,2}${WORD}(?:$|:| ?\\(|(?: (?:general\\w*|amount|betrag|row|de|of \\d+ .*|[\\p{L}.]+ (?:19|20)\\d\\d|(?:19|20)\\d\\d))+$)`,
  'u',
);
/** A sum's name is short. */
const LONGEST_PHRASE = 60;

const isTotalWord = (text: string): boolean => MAY_BE.test(text) && TOTAL.test(comparable(text));
export const isTotalPhrase = (text: string): boolean =>
  text.length <= LONGEST_PHRASE && MAY_BE.test(text) && PHRASE.test(comparable(text));

/** Is a cell named like a sum? */
export const namesSum = (cells: readonly string[]): boolean => cells.some(isTotalPhrase);

/** Note and header rows are nothing; a total is told. */
export type Other = 'note' | 'total_row' | undefined;

/** What each row of a layout has that says nothing of sums: its time and its id. */
const identity = ({ layout: { time, reference } }: Plan): string[] => [
  ...listOf<TimeOf>(time?.from as TimeOf | TimeOf[] | undefined).map((each) => (typeof each === 'string' ? each : each.date)),
  ...listOf(reference),
];

/** Columns that a file of one cell a line has; more make a lone cell a note. */
const FEWEST_COLUMNS = 3;

/** A lone cell in a table is a note, unless it is the word of a total. */
function loneCell(view: RowView, plan: Plan): Other {
  const [cell = ''] = view.filled;
  if (isTotalWord(cell)) return 'total_row';
  return plan.header.length >= FEWEST_COLUMNS ? 'note' : undefined;
}

const isHeaderAgain = (view: RowView, header: readonly string[]): boolean =>
  header.length > 0 && header.includes(view.cell(0)) && view.filled.every((cell) => header.includes(cell));

/** An id is never the name of a sum, and a payment without the id that others have is one where a cell is. A bank has rows without. */
function hasIdOfTotal(view: RowView, { layout }: Plan): boolean {
  if (layout.reference === undefined || !listOf(layout.reference).some((key) => view.has(key))) return false;
  const id = view.first(layout.reference);
  return id === '' ? layout.reads !== 'receipts' && view.filled.some(isTotalPhrase) : isTotalPhrase(id);
}

export function otherRow(view: RowView, plan: Plan): Other {
  if (view.isTable && !view.hasTwo) return loneCell(view, plan);
  if (isHeaderAgain(view, plan.header)) return 'note';
  const { totals, reads } = plan.layout;
  const lacks = (totals?.without ?? identity(plan)).filter((key) => plan.columns.has(key));
  const isLacking = (text: string): boolean => text === '' || isTotalWord(text) || isTotalPhrase(text);
  if (hasIdOfTotal(view, plan)) return 'total_row';
  if (lacks.length === 0 || !lacks.every((key) => isLacking(view.text(key)))) return undefined;
  // In a report of spend, a row without a day or names has nothing to belong to.
  return reads === 'spend' || view.filled.some((cell) => isTotalWord(cell) || isTotalPhrase(cell)) ? 'total_row' : undefined;
}

/** Knows a row that is named like a sum and is that of the rows above it: of all, or of those since the last sum. */
export class SumsAbove {
  #all = { units: 0n, rows: 0 };
  #block = { units: 0n, rows: 0 };

  /** True for a sum; any other row is counted. @param fewest Rows that a sum is of. @param money Undefined of a row without an amount. */
  isSum(view: RowView, money: Pick<Amount, 'amount' | 'isNegative'> | undefined, fewest = 1): boolean {
    if (!money) return false;
    const units = unitsOf(money.amount, SCALE) * (money.isNegative ? -1n : 1n);
    const isOf = (rows: { units: bigint; rows: number }): boolean => rows.rows >= fewest && rows.units === units;
    if ((isOf(this.#block) || isOf(this.#all)) && namesSum(view.filled)) {
      this.endBlock();
      return true;
    }
    for (const rows of [this.#all, this.#block]) {
      rows.units += units;
      rows.rows += 1;
    }
    return false;
  }

  /** True for the sum of all rows above, of which there are two or more; nothing is counted. */
  isOfAll({ amount, isNegative }: Pick<Amount, 'amount' | 'isNegative'>): boolean {
    return this.#all.rows > 1 && !isNegative && this.#all.units === unitsOf(amount, SCALE);
  }

  /** After a row that is known to be a sum. */
  endBlock(): void {
    this.#block = { units: 0n, rows: 0 };
  }
}
