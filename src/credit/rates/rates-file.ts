// Exchange rates from a file: `day,base,currency,rate`, or a table with a day per row and a currency per column, as the European
// Central Bank publishes them (then the base is the euro, unless an option says otherwise). All of a file or nothing.
import { readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Base, ReadBase } from '../../base/base.ts';
import { isRealDay } from '../../base/contract/formats.ts';
import { UnusableFile } from '../../base/rows/row-file.ts';
import { readCurrency } from '../../collect/events/index.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const RATE = /^\d{1,12}(?:\.\d{1,18})?$/;
const UNKNOWN = new Set(['', 'N/A', 'n/a', '-']);

export interface RatesImport {
  /** Rates read. */
  rates: number;
  /** The number of new or changed rates. */
  changed: number;
  first_day: string | null;
  last_day: string | null;
  /** The number of columns or rows left out: no currency of today's ISO 4217, such as those that the euro replaced. */
  skipped_currencies: string[];
}

export interface FileRate {
  day: string;
  base: string;
  currency: string;
  rate: string;
}

type Line = Record<string, string>;

function dayOf(line: Line, name: string, lineNo: number): string {
  const day = line[name]?.trim() ?? '';
  if (!isRealDay(day)) throw new UnusableFile(`Line ${lineNo}: "${day}" is no day as YYYY-MM-DD.`);
  return day;
}

export const isRate = (text: string): boolean => RATE.test(text) && /[1-9]/.test(text);

function rateOf(text: string, lineNo: number): string {
  if (isRate(text)) return text;
  throw new UnusableFile(`Line ${lineNo}: "${text.slice(0, 40)}" is no rate above 0 with a decimal point.`);
}

function* readLines(lines: Line[], columns: string[], value: string, skipped: Set<string>): Generator<FileRate> {
  const dayColumn = columns.find((name) => /^(?:day|date)$/i.test(name));
  if (dayColumn === undefined) throw new UnusableFile('The file has no column "day" or "date".');
  const isLong = columns.includes('currency') && columns.includes('rate');
  const wide = columns.filter((name) => name !== dayColumn && name !== '');
  for (const [at, line] of lines.entries()) {
    const lineNo = at + 2;
    const day = dayOf(line, dayColumn, lineNo);
    const messages = isLong
      ? [{ base: line['base'] ?? value, currency: line['currency'] ?? '', text: line['rate'] ?? '' }]
      : wide.map((name) => ({ base: value, currency: name, text: line[name] ?? '' }));
    for (const { base, currency, text } of messages) {
      const [from, to] = [readCurrency(base), readCurrency(currency)];
      if (!from || !to) skipped.add((from ? currency : base).trim().slice(0, 20));
      else if (from !== to && !UNKNOWN.has(text.trim()))
        yield { day, base: from, currency: to, rate: rateOf(text.trim(), lineNo) };
    }
  }
}

const NOBODY = '';

/** Changes when the recorded rates do. */
export const ratesMark = (base: ReadBase): string => String(base.state.cursor('rates_written', NOBODY));

/** Inside the transaction that changes which rates are known. */
export const noteRatesWritten = (base: Base): void =>
  base.state.setCursor('rates_written', NOBODY, base.state.cursor('rates_written', NOBODY) + 1n);

/** Records rates for the installation; answers how many are new or changed. */
export const keepRates = (base: Base, rates: readonly FileRate[]): number =>
  base.state.tx(() => {
    const written = rates.reduce((sum, rate) => sum + base.state.statement('credit/rates/rate_put').run({ ...rate }).changes, 0);
    if (written > 0) noteRatesWritten(base);
    return written;
  });

export interface OwnRates {
  rates: number;
  firstDay: string | null;
  lastDay: string | null;
}

/** The rates that this installation was told by files. */
export function ownRates(base: ReadBase): OwnRates {
  const row = base.state.statement('credit/rates/rates_summary').get();
  return { rates: row?.rates ?? 0, firstDay: row?.first_day ?? null, lastDay: row?.last_day ?? null };
}

/** @throws UnusableFile naming the line. */
export function importRates(base: Base, file: string, baseCurrency = 'EUR'): RatesImport {
  const value = readCurrency(baseCurrency);
  if (!value) throw new UnusableFile(`${baseCurrency} is no ISO 4217 code.`);
  if (statSync(file).size > MAX_BYTES) throw new UnusableFile('The file is larger than 32 MB.');
  let columns: string[] = [];
  let lines: Line[];
  try {
    lines = parse(readFileSync(file), {
      bom: true,
      columns: (header: string[]) => {
        columns = header.map((name) => name.trim());
        return columns;
      },
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as Line[];
  } catch (error) {
    throw new UnusableFile(`The file cannot be read as CSV: ${(error as Error).message}`);
  }
  const skipped = new Set<string>();
  const rates = [...readLines(lines, columns, value, skipped)];
  const changed = keepRates(base, rates);
  const days = rates.map(({ day }) => day).sort();
  return {
    rates: rates.length,
    changed,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    skipped_currencies: [...skipped].sort(),
  };
}
