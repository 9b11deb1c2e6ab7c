// A spreadsheet (.xlsx) as delimited text: the sheet that looks like a statement, its numbers marked, its dates as the sheet's own clock.
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { mayBeDates } from '../../../base/rows/workbook/columns.ts';
import { readWorkbook, type WorkbookSheet } from '../../../base/rows/workbook/read-workbook.ts';
import { headerScore } from './headers.ts';
import { SHEET_DELIMITER } from './marks.ts';
import type { StatementText } from './source.ts';
import { MAX, UnreadableStatement } from './unreadable.ts';

const ZIP = Buffer.from('PK\x03\x04');
export const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(ZIP);
/** The formats of Excel before 2007, and of files with a password. */
export const isOldSheet = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(SHEET_DELIMITER)}\n`;

/** A sheet that was read, and its text with the numbers of some columns as dates. */
export interface StatementSheet {
  sheet: WorkbookSheet;
  text: (dates?: ReadonlySet<number>) => StatementText;
}

/** @param zone Of the profile, where the file was probably written. */
export async function readSheet(bytes: Buffer, zone: string): Promise<StatementSheet> {
  const sheet = await readWorkbook(
    { bytes },
    {
      limits: MAX,
      zone,
      choose: (sheets) => {
        const scores = sheets.map(({ rows }) => headerScore(rows));
        return scores.indexOf(Math.max(...scores));
      },
    },
  ).catch((error: unknown) => {
    throw error instanceof UnusableFile ? new UnreadableStatement(error.message) : error;
  });
  return {
    sheet,
    text: (dates) => ({
      *pieces() {
        for (const rows of sheet.rows(dates)) yield Buffer.from(rows.map(({ cells }) => lineOf(cells)).join(''), 'utf8');
      },
    }),
  };
}

/** Of columns, those whose numbers all can be days of a spreadsheet's calendar. */
export const daysAmong = ({ columns, is1904 }: WorkbookSheet, candidates: readonly number[]): ReadonlySet<number> =>
  new Set(candidates.filter((column) => mayBeDates(columns[column], is1904)));
