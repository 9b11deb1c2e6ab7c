// A spreadsheet as rows of cells. Numbers keep the mark of the workbook's reader, so that their decimal point is never one of a language.
import { closeSync, openSync } from 'node:fs';
import { ERROR_MARK, NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';
import { mayBeDates } from '../../../base/rows/workbook/columns.ts';
import { readWorkbook, type SheetSample, type WorkbookSheet } from '../../../base/rows/workbook/read-workbook.ts';
import type { OpenedFile, RawRow } from './rows.ts';
import type { FileOnDisk } from './source.ts';

const MB = 1024 * 1024;
const LIMITS = { unpackedBytes: 512 * MB, rows: 1_048_576, columns: 1_000, cells: 400_000_000, cell: 65_536 };

/** A cell with an error has no value; what a formula came to may be missing. */
const shownCell = (text: string): string => (text.startsWith(ERROR_MARK) ? '' : text);

/** The header, and titles before it, are texts: a year in them is no number of a cell. */
export const unmarked = (text: string): string => text.replace(NUMBER_MARK, '');

function openedSheet(sheet: WorkbookSheet, dates: ReadonlySet<number>): OpenedFile {
  return {
    form: 'table',
    delimiters: [''],
    notes: sheet.others.length === 0 ? [] : [`The sheet ${JSON.stringify(sheet.name)} was read, and not the others.`],
    async *rows() {
      for (const rows of sheet.rows(dates))
        yield rows.map(({ row, cells }): RawRow => ({ line: row, cells: cells.map(shownCell) }));
    },
    withDates: (columns) => openedSheet(sheet, columns),
    mayBeDates: (column) => mayBeDates(sheet.columns[column], sheet.is1904),
  };
}

/** @param choose Of several sheets, the one to be read. */
export async function openWorkbook(
  file: FileOnDisk,
  zone: string,
  choose: (sheets: readonly SheetSample[]) => number,
): Promise<OpenedFile> {
  const fd = typeof file === 'number' ? file : openSync(file, 'r');
  try {
    return openedSheet(await readWorkbook({ fd }, { limits: LIMITS, zone, choose }), new Set());
  } finally {
    if (typeof file === 'string') closeSync(fd);
  }
}
