// A file as a table: titles, a header and rows; read from an export's sample and written in the ways in which programs save a table.
import { parse } from 'csv-parse/sync';
import type { Dice } from '../dice.ts';

export interface Sheet {
  titles: string[][];
  header: string[];
  rows: string[][];
  /** Of two letters. */
  language: string;
  /** Of the shop or the account. */
  zone: string;
}

const DELIMITERS = [',', ';', '\t'] as const;

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;

/** The header is the first row in which as many cells are filled as in most rows. */
export function sheetOf(text: string, language: string, zone: string): Sheet {
  const plain = text.replace(/^\ufeff/, '');
  const delimiter = DELIMITERS.map((sign) => ({ sign, count: plain.split(sign).length })).sort((a, b) => b.count - a.count)[0]
    ?.sign;
  const rows = parse(plain, {
    delimiter: delimiter ?? ',',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  }) as string[][];
  const widest = Math.max(...rows.map(filled));
  const at = rows.findIndex((cells) => filled(cells) > widest * 0.7);
  const header = rows[at] ?? [];
  const below = rows.slice(at + 1).map((cells) => Array.from(header, (_, index) => cells[index] ?? ''));
  return { titles: rows.slice(0, at), header, rows: below.filter((cells) => filled(cells) > 0), language, zone };
}

/** How a program saves a table. */
export interface Saved {
  delimiter: string;
  isAllQuoted: boolean;
  lineEnd: string;
  encoding: 'utf8' | 'utf8 with a mark' | 'utf16le' | 'utf16be' | 'latin1';
}

export const PLAIN: Saved = { delimiter: ',', isAllQuoted: false, lineEnd: '\n', encoding: 'utf8' };

function lineOf(cells: readonly string[], { delimiter, isAllQuoted }: Saved): string {
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const mustQuote = (cell: string): boolean => cell.includes(delimiter) || /["\r\n]/.test(cell);
  return cells.map((cell) => (isAllQuoted || mustQuote(cell) ? quoted(cell) : cell)).join(delimiter);
}

/** What has no place in one byte is saved as UTF-8. */
const isLatin = (text: string): boolean =>
  Buffer.from(text, 'latin1').toString('latin1') === text && !/[\u0080-\u009f]/.test(text);

function encoded(text: string, encoding: Saved['encoding']): Buffer {
  if (encoding === 'utf8') return Buffer.from(text);
  if (encoding === 'utf8 with a mark') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'latin1') return isLatin(text) ? Buffer.from(text, 'latin1') : Buffer.from(text);
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf16le' ? wide : wide.swap16();
}

export function bytesOf({ titles, header, rows }: Sheet, saved: Saved): Buffer {
  const lines = [...titles, header, ...rows].map((cells) => lineOf(cells, saved));
  return encoded(`${lines.join(saved.lineEnd)}${saved.lineEnd}`, saved.encoding);
}

/** Another way of saving than the plain one. */
export function otherSaved(dice: Dice, sheet: Sheet): Saved {
  // With commas as decimals, a list is divided by semicolons; a title with a comma is no trouble.
  const delimiter = dice.one([',', ';', '\t', ';']);
  const encoding = dice.one<Saved['encoding']>(['utf8', 'utf8 with a mark', 'utf16le', 'utf16be', 'latin1', 'utf8 with a mark']);
  return {
    delimiter,
    encoding,
    isAllQuoted: dice.isIn(0.3) && sheet.header.length > 1,
    lineEnd: dice.isIn(0.6) ? '\r\n' : '\n',
  };
}
