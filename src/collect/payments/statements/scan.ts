// A statement read for the first time: what it is, how it is written, what its columns hold, and what each row would bring.

import type { Encoding } from '../../../base/rows/encoding.ts';
import { notesOf } from '../../../base/rows/workbook/notes.ts';
import { type DateOrder, type DecimalSign, decimalEvidence, minorUnitsOf, readStatementAmount } from '../../imports/pure.ts';
import { Sums } from '../amounts.ts';
import { dateOrderOf, SPANISH_OR_PORTUGUESE } from './date-order.ts';
import {
  columnsOf,
  datedColumns,
  type Field,
  headerAt,
  type ProposedColumn,
  proposeColumns,
  recogniseFormat,
} from './headers.ts';
import { type Interpreted, Interpreter, type ReadingPlan, type Verdict } from './interpret.ts';
import { NUMBER_MARK } from './marks.ts';
import { type OpenedText, openText } from './opening.ts';
import { daysAmong } from './sheet-text.ts';
import type { Source, StatementText } from './source.ts';
import { TextRows } from './text-rows.ts';
import { MAX, UnreadableStatement } from './unreadable.ts';

/** The profile's defaults for values that a file lacks. */
export interface ScanContext {
  currency: string;
  timezone: string;
  /** Milliseconds since 1970. */
  now: number;
}

export interface Written {
  form: 'csv' | 'tsv' | 'xlsx' | 'records' | 'ofx' | 'camt.053' | 'mt940';
  /** Null of a spreadsheet. */
  encoding: Encoding | null;
  delimiter: string | null;
  decimal: DecimalSign;
  /** False where no value decides it, and the rule for such files was taken. */
  isDecimalFound: boolean;
  dateOrder: DateOrder;
  isDateOrderFound: boolean;
  zone: string;
  isZoneFound: boolean;
  isCurrencyFound: boolean;
}

export interface PreviewRow extends Interpreted {
  /** For a refund: the file has its sale. */
  hasSale: boolean;
}

export type Counts = Record<Verdict, number> & { rows: number; refunds_of_sales: number };

export interface Scanned {
  written: Written;
  headerRow: number;
  columns: ProposedColumn[];
  plan: ReadingPlan;
  counts: Counts;
  totals: { currency: string; amount: string }[];
  preview: PreviewRow[];
  /** Rows that cannot be read, the first of them. */
  problems: { row: number; words: string }[];
  /** Of a spreadsheet: the sheet that was read, and what is to be known of it, in words. */
  sheet: string | null;
  notes: string[];
  /** Between the columns of the text that is kept. */
  delimiter: string;
}

/** A day without a time is its last second, and it may be tomorrow somewhere. */
const DAY_MS = 86_400_000;
const SAMPLE_ROWS = 5_000;
const PREVIEW_ROWS = 50;
const LISTED_PROBLEMS = 100;

async function firstRows(text: StatementText, delimiter: string): Promise<string[][]> {
  const sample: string[][] = [];
  const rows = new TextRows(delimiter, (cells) => {
    if (sample.length < SAMPLE_ROWS) sample.push(cells);
  });
  for (const piece of text.pieces()) {
    await rows.write(piece);
    if (sample.length >= SAMPLE_ROWS) return sample;
  }
  await rows.end();
  return sample;
}

function namesCurrency(text: string, decimal: DecimalSign): boolean {
  const read = readStatementAmount(text, decimal);
  return read.amount !== undefined && read.currency !== undefined;
}

/** The decimal sign that values prove; else the one under which groups of three are groups; else that of the language. */
function decimalOf(
  values: string[],
  currency: string,
  headers: readonly string[],
  delimiter: string,
): { decimal: DecimalSign; isFound: boolean } {
  const votes = { '.': 0, ',': 0 };
  for (const value of values) {
    const sign = decimalEvidence(value);
    if (sign) votes[sign] += 1;
  }
  if (votes['.'] !== votes[',']) return { decimal: votes['.'] > votes[','] ? '.' : ',', isFound: true };
  const hasGroup = (sign: string): boolean => values.some((value) => !value.startsWith(NUMBER_MARK) && value.includes(sign));
  // `15.000`: fifteen thousand, unless the currency has three decimals.
  const isThree = minorUnitsOf(currency) === 3;
  if (hasGroup('.') && !hasGroup(',')) return { decimal: isThree ? '.' : ',', isFound: false };
  if (hasGroup(',') && !hasGroup('.')) return { decimal: isThree ? ',' : '.', isFound: false };
  const isSouthern = SPANISH_OR_PORTUGUESE.test(headers.join(' ').toLowerCase());
  return { decimal: delimiter === ';' || isSouthern ? ',' : '.', isFound: false };
}

/** Told each piece of the text that a commit will read: in UTF-8, a spreadsheet as delimited text. */
export type Keep = (piece: Buffer) => Promise<void> | void;

/** The header of a statement, the rows by which its format is recognised, and what the columns mean. */
interface Layout {
  headers: string[];
  /** Number of the header's row, from 1. */
  headerRow: number;
  sample: string[][];
  format: ReturnType<typeof recogniseFormat>;
  proposed: ReturnType<typeof proposeColumns>;
  columns: ReturnType<typeof columnsOf>;
}

function layoutOf(first: string[][]): Layout {
  if (first.length === 0) throw new UnreadableStatement('The file is empty.');
  const at = headerAt(first);
  const headers = first[at] as string[];
  if (headers.length > MAX.columns)
    throw new UnreadableStatement(`The file has ${headers.length} columns; a statement has at most ${MAX.columns}.`);
  const sample = first.slice(at + 1);
  if (sample.length === 0) throw new UnreadableStatement('The file has a header and no row below it.');
  const format = recogniseFormat(headers);
  const proposed = proposeColumns(format, headers, sample.slice(0, 200));
  return { headers, headerRow: at + 1, sample, format, proposed, columns: columnsOf(proposed) };
}

/** Numbers of a General column that may be days are offered as such, where its header is a word for a day. */
const DAYS_CONFIDENCE = 0.6;

/** The text of a statement with its layout; of a spreadsheet, after the columns whose numbers are days became dates. */
async function laidOut({
  text,
  delimiter,
  sheet,
}: OpenedText): Promise<{ text: StatementText; days: ReadonlySet<number>; layout: Layout }> {
  const first = await firstRows(text, delimiter);
  const days = sheet ? daysAmong(sheet.sheet, datedColumns(first[headerAt(first)] ?? [])) : new Set<number>();
  if (!sheet || days.size === 0) return { text, days, layout: layoutOf(first) };
  const dated = sheet.text(days);
  const layout = layoutOf(await firstRows(dated, delimiter));
  for (const column of layout.proposed)
    if (days.has(column.index)) column.confidence = Math.min(column.confidence, DAYS_CONFIDENCE);
  return { text: dated, days, layout };
}

const IDS: readonly (string | null)[] = ['reference', 'sale_reference', 'external_id', 'national_id'];

const notedColumns = (proposed: readonly ProposedColumn[]) =>
  proposed.flatMap(({ index, header, field }) => (field === null ? [] : [{ index, header, isId: IDS.includes(field) }]));

const cellOf = ({ columns }: Layout, cells: readonly string[], field: Field): string => {
  const index = columns[field];
  return index === undefined ? '' : (cells[index] ?? '').trim();
};

const valuesOf = (layout: Layout, field: Field): string[] =>
  layout.sample.map((cells) => cellOf(layout, cells, field)).filter((value) => value !== '');

interface Notation {
  decimal: ReadingPlan['decimal'];
  isDecimalFound: boolean;
  dateOrder: ReadingPlan['dateOrder'];
  isDateOrderFound: boolean;
  zone: string;
  isZoneFound: boolean;
  isCurrencyFound: boolean;
}

/** The statement's notation of amounts and dates. */
function notationOf(layout: Layout, delimiter: string, context: ScanContext, until: number): Notation {
  const { headers, sample, format, columns } = layout;
  const amounts = [...valuesOf(layout, 'amount'), ...valuesOf(layout, 'refunded_amount')];
  const currencies = valuesOf(layout, 'currency');
  const { decimal, isFound: isDecimalFound } = decimalOf(
    ...([amounts, currencies[0]?.toUpperCase() ?? context.currency, headers, delimiter] as const),
  );
  const headerOfDate = columns.paid_at === undefined ? '' : (headers[columns.paid_at] ?? '');
  const zoneOfHeader = format.zone ?? (/\b(utc|gmt)\b/i.test(headerOfDate) ? 'UTC' : undefined);
  const zone = zoneOfHeader ?? context.timezone;
  const dates = sample
    .map((cells) => ({
      date: cellOf(layout, cells, 'paid_at'),
      time: cellOf(layout, cells, 'paid_time'),
      zone: cellOf(layout, cells, 'zone'),
    }))
    .filter(({ date }) => date !== '');
  const { order, isFound: isDateOrderFound } = dateOrderOf(dates, { decimal, headers, zone, until });
  return {
    decimal,
    isDecimalFound,
    dateOrder: order,
    isDateOrderFound,
    zone,
    isZoneFound: zoneOfHeader !== undefined,
    isCurrencyFound: currencies.length > 0 || amounts.some((text) => namesCurrency(text, decimal)),
  };
}

/** Reads a statement from its first byte to its last. */
export async function scanStatement(source: Source, context: ScanContext, keep?: Keep): Promise<Scanned> {
  const opened = await openText(source, context.timezone);
  const { form, encoding, delimiter, sheet } = opened;
  const { text, days, layout } = await laidOut(opened);
  const { format, columns, headerRow } = layout;
  const until = (context.now + DAY_MS) * 1000;
  const notation = notationOf(layout, delimiter, context, until);
  const { decimal, dateOrder, zone } = notation;
  const plan: ReadingPlan = {
    format,
    columns,
    decimal,
    dateOrder,
    zone,
    until,
    currency: context.currency,
    referencePrefix: '',
  };
  const read = await interpretAll({ text, delimiter, headerRow, keep }, plan);
  return {
    written: { form, encoding, delimiter: form === 'xlsx' ? null : delimiter, ...notation },
    headerRow,
    columns: layout.proposed,
    plan,
    sheet: sheet?.sheet.name ?? null,
    notes: sheet ? notesOf(sheet.sheet, notedColumns(layout.proposed), days) : [],
    ...read,
    delimiter,
  };
}

const shown = (row: Interpreted): PreviewRow => ({ ...row, hasSale: true });

export const noCounts = (): Counts => ({
  rows: 0,
  sale: 0,
  refund: 0,
  line: 0,
  pending: 0,
  failed: 0,
  other: 0,
  unreadable: 0,
  refunds_of_sales: 0,
});

/** Counts and sums what rows bring. */
export class Tally {
  readonly counts = noCounts();
  readonly sums = new Sums();

  add({ verdict, drafts }: Interpreted): void {
    this.counts.rows += 1;
    this.counts[verdict] += 1;
    if (verdict === 'sale' && drafts.length > 1) this.counts.refunds_of_sales += 1;
    for (const draft of drafts) this.sums.add(draft.currency, draft.amount, draft.refundOf !== undefined);
  }
}

interface WholeText {
  text: StatementText;
  delimiter: string;
  /** From 1; those above it are titles. */
  headerRow: number;
  keep: Keep | undefined;
}

async function interpretAll(
  { text, delimiter, headerRow, keep }: WholeText,
  plan: ReadingPlan,
): Promise<Pick<Scanned, 'counts' | 'totals' | 'preview' | 'problems'>> {
  const interpreter = new Interpreter(plan);
  const tally = new Tally();
  const preview: PreviewRow[] = [];
  const problems: Scanned['problems'] = [];
  const canRead = plan.columns.amount !== undefined && plan.columns.paid_at !== undefined;
  const rows = new TextRows(delimiter, (cells, row) => {
    if (row <= headerRow) return;
    if (!canRead) {
      tally.counts.rows += 1;
      return;
    }
    const read = interpreter.read(cells, row);
    tally.add(read);
    if (preview.length < PREVIEW_ROWS) preview.push(shown(read));
    if (read.verdict === 'unreadable' && problems.length < LISTED_PROBLEMS) problems.push({ row, words: read.words });
  });
  for (const piece of text.pieces()) {
    await rows.write(piece);
    await keep?.(piece);
  }
  await rows.end();
  for (const row of preview) row.hasSale = row.verdict !== 'refund' || interpreter.hasSale(row.drafts[0]?.refundOf ?? '');
  return { counts: tally.counts, totals: tally.sums.list(), preview, problems };
}
