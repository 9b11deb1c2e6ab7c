// The rows of an answer as CSV (RFC 4180, UTF-8), for spreadsheets: columns have the names of the JSON, in the contract's order. A text that
// a spreadsheet would execute as a formula is quoted by an apostrophe; numbers stay as they are, exact.
import type { ContractOperation, CsvColumn } from '../base/contract/document.ts';
import type { Exchange } from './exchange.ts';

const MIME = 'text/csv';
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

export const CSV_HEADERS: readonly string[] = ['Content-Type', `${MIME}; charset=utf-8`];

/** Does the caller take CSV, of an operation that offers it? */
export function isCsvWanted({ operation, input }: Pick<Exchange, 'operation' | 'input'>): boolean {
  const { accept } = input.headers ?? {};
  const wanted = (Array.isArray(accept) ? accept[0] : accept)?.toLowerCase();
  return operation.csvColumns !== undefined && wanted?.includes(MIME) === true;
}

type Cells = Map<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of members become columns `name.member`. */
function flatten(value: Record<string, unknown>, prefix = '', into: Cells = new Map()): Cells {
  for (const [name, each] of Object.entries(value)) {
    if (isObject(each)) flatten(each, `${prefix}${name}.`, into);
    else into.set(`${prefix}${name}`, each);
  }
  return into;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  const text = isPlainList ? value.join(' > ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows of an answer: of `data`, or of the member of it that is a list. */
function rowsOf(answer: unknown, member: string): Cells[] {
  const data = isObject(answer) ? answer['data'] : undefined;
  const rows = isObject(data) ? data[member] : data;
  return Array.isArray(rows) ? rows.filter(isObject).map((row) => flatten(row)) : [];
}

/**
 * The contract's columns in its order, with those of maps, whose names are data, in their place. A field that every row has is there on every page,
 * also where an object is null in all of its rows; an optional one where a row has it.
 */
function columnsOf(columns: readonly CsvColumn[], found: readonly string[]): string[] {
  const isFound = new Set(found);
  return columns.flatMap(({ name, isRequired }) => {
    const members = found.filter((each) => each.startsWith(`${name}.`));
    if (members.length > 0) return members;
    return isRequired || isFound.has(name) || found.length === 0 ? [name] : [];
  });
}

export function csvOf({ csvColumns = [], csvRows }: ContractOperation, answer: unknown): string {
  const rows = rowsOf(answer, csvRows);
  const found = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const columns = columnsOf(csvColumns, found);
  const lines = [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row.get(column))))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}
