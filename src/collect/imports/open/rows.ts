// What opening a file gives: rows of cells, or objects by the names of their members, each with its line.

import type { Question } from '../reading.ts';

export type RawRow =
  | { line: number; cells: readonly string[]; record?: never; problem?: never }
  | { line: number; record: Readonly<Record<string, unknown>>; cells?: never; problem?: never }
  | { line: number; problem: string; cells?: never; record?: never };

export type Form = 'table' | 'records' | 'ofx' | 'camt.053' | 'mt940';

export interface OpenedFile {
  form: Form;
  /** How the rows may be divided; the header decides. One entry, and of no meaning, where the form says it. */
  delimiters: readonly string[];
  /** The rows from the first each time, in batches. `isUnquoted`: a quote is a sign like any other. */
  rows: (delimiter: string, isUnquoted?: boolean) => AsyncIterable<RawRow[]>;
  /** What is said of the file beside its rows, in sentences. */
  notes: string[];
  /** In which encoding a text is that makes sense in several. */
  question?: Question;
  /** Of a spreadsheet: reads the numbers of these columns as days. */
  withDates?: (columns: ReadonlySet<number>) => OpenedFile;
  /** Of a spreadsheet: may the numbers of a column be days? */
  mayBeDates?: (column: number) => boolean;
}
