// Reads the rows of one spreadsheet in a thread of its own, which may be ended at any moment, and hands over some when asked. The first row
// that has cells names the columns; of several sheets the first that has the wanted ones is read.
import { parentPort, workerData } from 'node:worker_threads';
import { type FileRow, UnusableFile } from '../csv-rows.ts';
import { ERROR_MARK, NUMBER_MARK } from './cells.ts';
import { mayBeDates, wholeNumberOf } from './columns.ts';
import { notesOf } from './notes.ts';
import { readWorkbook, type SheetSample, type WorkbookSheet } from './read-workbook.ts';

export interface WorkbookWork {
  fd: number;
  /** Columns that the rows must have, in small letters. */
  required: readonly string[];
}

export type FromWorkbookWorker =
  | { columns: string[]; notes: string[] }
  /** None at the end. */
  | { rows: FileRow[] }
  | { unusable: string };

const MB = 1024 * 1024;
const LIMITS = { unpackedBytes: 512 * MB, rows: 1_048_576, columns: 1_000, cells: 400_000_000, cell: 65_536 };
const DATED = /(?:^|_)(?:at|date|day|time)$/;
const IDS = /(?:^|_)(?:id|key)$/;

const namesOf = (cells: readonly string[]): string[] => cells.map((cell) => cell.replace(NUMBER_MARK, '').trim().toLowerCase());

function chosen(sheets: readonly SheetSample[], required: readonly string[]): number {
  const at = sheets.findIndex(({ rows: [first = []] }) => {
    const names = new Set(namesOf(first));
    return required.every((name) => names.has(name));
  });
  return Math.max(0, at);
}

/** Whole numbers are the text of their digits, as ids are; other numbers stay what they are. */
function cellValueOf(text: string): unknown {
  if (!text.startsWith(NUMBER_MARK)) return text;
  const raw = text.slice(1);
  return wholeNumberOf(raw) ?? Number(raw);
}

const wordsOf = (text: string): string =>
  text === ERROR_MARK ? 'is a formula whose result the file does not contain' : `is the error ${text.slice(1)}`;

function rowOf(line: number, cells: readonly string[], columns: readonly string[]): FileRow {
  if (cells.length > columns.length) return { line, problem: `has ${cells.length} cells, the header has ${columns.length}` };
  const record: Record<string, unknown> = {};
  const faults: { column: string; words: string }[] = [];
  for (const [at, column] of columns.entries()) {
    const text = cells[at] ?? '';
    const isFault = text.startsWith(ERROR_MARK);
    if (isFault) faults.push({ column, words: wordsOf(text) });
    record[column] = isFault ? null : cellValueOf(text);
  }
  return faults.length === 0 ? { line, record } : { line, record, faults };
}

function* messagesOf(sheet: WorkbookSheet): Generator<FromWorkbookWorker> {
  let columns: string[] | undefined;
  let dates = new Set<number>();
  for (const [first] of sheet.rows()) {
    columns = first && namesOf(first.cells);
    break;
  }
  if (!columns) throw new UnusableFile('The file is empty.');
  dates = new Set(
    [...columns.keys()].filter((at) => DATED.test(columns[at] ?? '') && mayBeDates(sheet.columns[at], sheet.is1904)),
  );
  const noted = columns.map((header, index) => ({ index, header, isId: IDS.test(header) }));
  yield { columns, notes: notesOf(sheet, noted, dates) };
  let isHeader = true;
  for (const block of sheet.rows(dates)) {
    const rows = isHeader ? block.slice(1) : block;
    isHeader = false;
    if (rows.length > 0) yield { rows: rows.map(({ row, cells }) => rowOf(row, cells, columns)) };
  }
  yield { rows: [] };
}

const port = parentPort as NonNullable<typeof parentPort>;
const { fd, required } = workerData as WorkbookWork;

async function open(): Promise<Generator<FromWorkbookWorker>> {
  return messagesOf(await readWorkbook({ fd }, { limits: LIMITS, choose: (sheets) => chosen(sheets, required) }));
}

const messages = open();
messages.catch(() => undefined); // told to who asks

async function next(): Promise<FromWorkbookWorker> {
  try {
    const { value } = (await messages).next();
    return value ?? { rows: [] };
  } catch (error) {
    if (error instanceof UnusableFile) return { unusable: error.message };
    throw error;
  }
}

port.on('message', () => void next().then((message) => port.postMessage(message)));
