// How one file is read: its layout, where each column is, and how it writes numbers and dates. Plain data, found before the first row is read, so that
// any reader (row by row, or whole columns at once) does the same.
import type { Layout } from '../layout/shape.ts';
import type { DecimalSign } from '../values/amounts.ts';
import type { DateOrder } from '../values/instants.ts';

export interface BoundColumn {
  header: string;
  /** From 0, in a table. */
  index: number;
  /** In a file of JSON, instead of the index: the first that is filled counts. */
  paths?: readonly string[];
  /** What the header or the layout says of its values. */
  zone?: string;
  currency?: string;
}

export type BoundColumns = ReadonlyMap<string, BoundColumn>;

export interface Match {
  layout: Layout;
  columns: BoundColumns;
  /** Of two letters, where the headers say it. */
  language: string | undefined;
  /** Line of the header; 0 without one. */
  headerLine: number;
  header: readonly string[];
  delimiter: string;
  /** The lines before the header, as texts. */
  titles: readonly string[];
}

export interface Plan extends Match {
  decimal: DecimalSign;
  /** By column key. */
  orders: ReadonlyMap<string, DateOrder>;
  /** Of times that name none. */
  zone: string;
  /** Of amounts that name none. */
  currency: string;
  unit: 'minor' | 'major' | undefined;
  /** Some row has a cell that is named like a sum. */
  hasSumNames?: boolean;
  /** Counts, while rows are read, the times of which neither the cell nor a column or header says on whose clocks they are. */
  unzoned?: { times: number };
  /** What amounts are multiplied by. */
  scale?: 'thousands' | 'millions' | undefined;
}

/** Column keys of a sum with their signs. */
export const termsOf = (sum: string | readonly string[] | undefined): { key: string; isMinus: boolean }[] =>
  (sum === undefined ? [] : typeof sum === 'string' ? [sum] : sum).map((term) => ({
    key: term.replace(/^-/, ''),
    isMinus: term.startsWith('-'),
  }));

export const listOf = <T>(value: T | readonly T[] | undefined | null): readonly T[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value as T];
