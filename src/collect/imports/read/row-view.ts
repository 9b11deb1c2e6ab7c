// One row of a file by the keys of its layout's columns: text as a person sees it, or a sum of amounts as exact decimal text.

import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import { NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';
import type { RawRow } from '../open/rows.ts';
import { valueAt } from '../plan/match-records.ts';
import { listOf, type Plan, termsOf } from '../plan/plan.ts';
import { minorUnitsOf, readStatementAmount } from '../values/amounts.ts';
import { readId } from '../values/ids.ts';

/** Nothing, or how exports say that there is nothing: `--`, `(none)`, `N/A`. */
const BLANK = /^(?:-{1,3}|[\u2013\u2014]|n\/?a|null|none|nan|\(none\)|\(not set\))?$/i;
const LONGEST_BLANK = 9;
export const isBlankText = (text: string): boolean => text.length <= LONGEST_BLANK && BLANK.test(text);

/** Decimals that sums are computed with; the readers of amounts let no more pass. */
export const SCALE = 12;

/** A value of the row cannot be read; the message is the end of a sentence. */
export class UnreadableCell extends Error {}

export interface Amount {
  /** Above or equal to 0. */
  amount: string;
  isNegative: boolean;
  /** Of its own sign or code. */
  currency: string | undefined;
}

const plainText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

type Reads = Pick<Plan, 'columns' | 'decimal' | 'scale'>;

const FACTORS = { thousands: 1_000n, millions: 1_000_000n };

export class RowView {
  readonly line: number;
  readonly #row: RawRow;
  readonly #plan: Reads;

  constructor(row: RawRow, plan: Reads) {
    this.line = row.line;
    this.#row = row;
    this.#plan = plan;
  }

  has(key: string): boolean {
    return this.#plan.columns.has(key);
  }

  /** As the file has it, numbers of a spreadsheet with their mark. */
  raw(key: string): string {
    const column = this.#plan.columns.get(key);
    if (!column) return '';
    const { record, cells } = this.#row;
    if (column.paths === undefined) return (cells?.[column.index] ?? '').trim();
    if (!record) return '';
    for (const path of column.paths) {
      const value = plainText(valueAt(record, path));
      if (value !== '') return value;
    }
    return '';
  }

  /** Trimmed, and empty where the file says in some way that there is nothing. */
  text(key: string): string {
    const raw = this.raw(key);
    const text = raw.startsWith(NUMBER_MARK)
      ? (readId(raw).id ?? raw.slice(1))
      : raw.startsWith("'")
        ? raw.replace(/^'(?=\d)/, '')
        : raw;
    return isBlankText(text) ? '' : text;
  }

  /** The first of the columns that is filled. */
  first(keys: string | readonly string[] | null | undefined): string {
    for (const key of listOf(keys)) {
      const text = this.text(key);
      if (text !== '') return text;
    }
    return '';
  }

  /** An id. @throws UnreadableCell for one that has lost digits. */
  id(keys: string | readonly string[] | null | undefined): string {
    for (const key of listOf(keys)) {
      if (this.text(key) === '') continue;
      const { id, refused } = readId(this.raw(key));
      if (refused !== undefined) throw new UnreadableCell(`The id in ${JSON.stringify(this.header(key))} ${refused}.`);
      return id.replace(/^'(?=\d)/, '').trim();
    }
    return '';
  }

  header(key: string): string {
    return this.#plan.columns.get(key)?.header ?? key;
  }

  /** The amount of a column; undefined of a blank one. @throws UnreadableCell */
  amount(key: string, minorUnits: number): Amount | undefined {
    if (this.text(key) === '') return undefined;
    const raw = this.raw(key);
    const isExact = this.#plan.columns.get(key)?.paths !== undefined;
    const read = readStatementAmount(raw, isExact ? '.' : this.#plan.decimal, minorUnits);
    if (read.refused !== undefined) {
      const shown = JSON.stringify(raw.replace(NUMBER_MARK, '').slice(0, 40));
      throw new UnreadableCell(`The amount ${shown} in ${JSON.stringify(this.header(key))} ${read.refused}.`);
    }
    return { amount: this.#scaled(read.amount), isNegative: read.isNegative, currency: read.currency };
  }

  #scaled(amount: string): string {
    const { scale } = this.#plan;
    return scale === undefined ? amount : decimalText(unitsOf(amount, SCALE) * FACTORS[scale], SCALE);
  }

  /** A sum of columns; undefined where all are blank. @throws UnreadableCell */
  sum(sum: string | readonly string[] | undefined, minorUnits: number): Amount | undefined {
    let units = 0n;
    let isFilled = false;
    let currency: string | undefined;
    for (const { key, isMinus } of termsOf(sum)) {
      const part = this.amount(key, minorUnits);
      if (!part) continue;
      isFilled = true;
      currency ??= part.currency;
      const value = unitsOf(part.amount, SCALE);
      units += part.isNegative === isMinus ? value : -value;
    }
    if (!isFilled) return undefined;
    return { amount: decimalText(units < 0n ? -units : units, SCALE), isNegative: units < 0n, currency };
  }

  get isEmpty(): boolean {
    return this.#row.cells?.every((cell) => cell.trim() === '') ?? false;
  }

  /** How many cells its line has. */
  get width(): number {
    return this.#row.cells?.length ?? 0;
  }

  /** Is it a row of cells, and not of JSON? */
  get isTable(): boolean {
    return this.#row.cells !== undefined;
  }

  /** The cell of a column from 0. */
  cell(index: number): string {
    return (this.#row.cells?.[index] ?? '').trim();
  }

  /** Do two cells and more have a value? */
  get hasTwo(): boolean {
    let count = 0;
    for (const cell of this.#row.cells ?? []) {
      if (cell.trim() === '') continue;
      count += 1;
      if (count === 2) return true;
    }
    return false;
  }

  /** Cells that have a value. */
  get filled(): string[] {
    return (this.#row.cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
  }
}

export const minorUnits = (currency: string): number => minorUnitsOf(currency) ?? 2;
