// Texts of a table as cells of a file: what the console prints as a number, as money or as a percentage is that number, everything else is its text.
import type { Cell } from './xlsx.ts';

const SPACES = /[\s\u00a0\u202f]+/g;
/** A sign, perhaps a currency, digits in groups, perhaps a percent sign. */
const NUMBER = /^([-\u2212+]?)([A-Z]{3} ?|\p{Sc}|[A-Z]{1,2}\p{Sc})?(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?( ?%)?$/u;

export const cleaned = (text: string): string => text.replace(SPACES, ' ').trim();

export function cellOf(text: string): Cell {
  const [, sign, currency = '', whole = '', fraction = '', percent] = NUMBER.exec(text) ?? [];
  if (sign === undefined || (currency !== '' && percent !== undefined)) return text;
  // A number that begins with zeros is an id.
  if (/^0\d/.test(whole)) return text;
  const value = Number(whole.replaceAll(',', '') + fraction) * (sign === '-' || sign === '\u2212' ? -1 : 1);
  const digits = fraction === '' ? '' : `.${'0'.repeat(fraction.length - 1)}`;
  if (percent !== undefined) return { value: value / 100, format: `0${digits}%` };
  if (currency !== '') return { value, format: `"${currency.trim()}"#,##0${digits}` };
  // Beyond that a number of a spreadsheet is not exact, and a long row of digits is an id.
  if (!Number.isSafeInteger(Math.round(value)) || (whole.length > 9 && !whole.includes(','))) return text;
  return { value, format: `${whole.includes(',') || whole.length < 4 ? '#,##0' : '0'}${digits}` };
}

const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;
const PLAIN = /^[-+]?[\d.,]+ ?%?$/;

/** As printed. A text that a spreadsheet would execute has an apostrophe. */
function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !PLAIN.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Numbers without signs of currency and groups, so that a program can read them. */
function csvText(text: string): string {
  const cell = cellOf(text);
  if (typeof cell === 'string') return csvCell(text);
  return cell.format.endsWith('%') ? text.replace(SPACES, '') : String(cell.value);
}

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row, at) => `${row.map(at === 0 ? csvCell : csvText).join(',')}\r\n`).join('');

export const cellsOf = (rows: readonly (readonly string[])[]): Cell[][] =>
  rows.map((row, at) => (at === 0 ? [...row] : row.map(cellOf)));
