// Rows of a file as they stand in it, before anything is understood of them: for the list of rows that are not imported.
import { sheetChooser, textScorer } from '../import-file.ts';
import type { Layout } from '../layout/shape.ts';
import { type OpenOptions, openFile } from '../open/open-file.ts';
import type { OpenedFile, RawRow } from '../open/rows.ts';
import { unmarked } from '../open/workbook.ts';
import { recognise } from '../plan/recognise.ts';
import type { ImportOrder } from './parts.ts';

export interface OriginalRows {
  /** The names of the columns; of records and bank files one, as each row is a text of its own. */
  header: string[];
  rows: { line: number; cells: string[] }[];
}

const RECORD = 'row';

const cellsOf = ({ cells, record }: RawRow): string[] =>
  cells ? cells.map(unmarked) : record === undefined ? [] : [JSON.stringify(record)];

async function rowsOf(file: OpenedFile, layouts: readonly Layout[], lines: ReadonlySet<number>): Promise<OriginalRows> {
  const match = await recognise(file, layouts);
  const found: OriginalRows = { header: (match?.header ?? []).map(unmarked), rows: [] };
  for await (const rows of file.rows(match?.delimiter ?? file.delimiters[0] ?? '', match?.layout.quotes === 'none')) {
    for (const row of rows) {
      // The columns of our own files are those of the first row.
      if (found.header.length === 0) found.header = row.cells && !match ? row.cells.map(unmarked) : [RECORD];
      if (lines.has(row.line)) found.rows.push({ line: row.line, cells: cellsOf(row) });
    }
    if (found.rows.length >= lines.size) break;
  }
  return found;
}

/** @returns undefined of an archive of several files, whose lines have the same numbers. @throws UnusableFile */
export async function originalsOf(
  { file, name, context }: ImportOrder,
  layouts: readonly Layout[],
  lines: readonly number[],
  parquetRows?: OpenOptions['parquetRows'],
): Promise<OriginalRows | undefined> {
  const opened = await openFile(file, name, {
    zone: context.zone,
    chooseSheet: sheetChooser(layouts),
    scoreOfText: textScorer(layouts),
    encoding: context.replies?.['encoding'],
    parquetRows,
  });
  try {
    const [only, ...others] = opened;
    return only && others.length === 0 ? await rowsOf(only.file, layouts, new Set(lines)) : undefined;
  } finally {
    for (const { close } of opened) close();
  }
}
