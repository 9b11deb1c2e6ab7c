// The places that a sheet names, checked before the library builds its rows: it makes every empty cell before a full one, so that one cell
// of 1.4 kB far down and right costs as much as a full sheet. Places are read as the library reads them, never as they should look.
import { MAX, UnreadableStatement } from './unreadable.ts';

/** More rows no spreadsheet has, not even empty ones. */
const SHEET_ROWS = 1_048_576;
/** Lines of title above the rows. */
const TITLE_ROWS = 100;

/** Every attribute `r`, wherever it is: the number of a row, or the reference of a cell; and whether its element ends at once. */
const PLACES = /\br\s*=\s*(?:"([^"]*)"|'([^']*)')((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/>)?/g;

const outside = (): UnreadableStatement =>
  new UnreadableStatement('The spreadsheet names cells that no sheet has. Save it again, or as CSV.');

/** Refuses a sheet whose full cells reach further than a statement does, or span more than is read. */
export function checkSheetBounds(xml: Buffer): void {
  if (!xml.includes('sheetData')) return;
  let [rows, columns] = [0, 0];
  for (const [, doubled, single, end] of xml.toString('latin1').matchAll(PLACES)) {
    const { row, column } = placeOf(doubled ?? single ?? '');
    // An empty cell or row, which a format of a whole column leaves behind, costs next to nothing.
    if (end !== undefined || column === 0) continue;
    if (row > MAX.rows + TITLE_ROWS)
      throw new UnreadableStatement(`The sheet has more than ${MAX.rows} rows. Import it in parts.`);
    if (column > MAX.columns)
      throw new UnreadableStatement(`The sheet has ${column} columns; a statement has at most ${MAX.columns}.`);
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
  }
  if (rows * columns > MAX.cells)
    throw new UnreadableStatement(
      `The sheet spans ${rows} rows and ${columns} columns. Remove the empty ones, or save it as CSV.`,
    );
}

/** `AB12`, or the number of a row, whose column is 0. A reference in another form may mean any place: it is refused. */
function placeOf(reference: string): { row: number; column: number } {
  const match = /^([A-Z]{0,4})(\d{1,7})$/.exec(reference);
  const row = Number(match?.[2] ?? Number.NaN);
  if (!match || !(row <= SHEET_ROWS)) throw outside();
  let column = 0;
  for (const letter of match[1] as string) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row, column };
}
