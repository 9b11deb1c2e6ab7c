// Reads a file: opens it, recognises its layout, finds in its columns how it writes numbers and dates, and then reads row by row. The file is read twice and
// is never whole in memory. What nobody may guess becomes a question, what cannot be imported a refusal.
import { countWords } from '../../base/rows/count-words.ts';
import { NUMBER_MARK } from '../../base/rows/workbook/cells.ts';
import { templateOf } from './layout/names.ts';
import type { Layout } from './layout/shape.ts';
import { bookkeepingInRows } from './open/bookkeeping.ts';
import type { OpenedFile, RawRow } from './open/rows.ts';
import { DELIMITERS, type ScoreOfText } from './open/text.ts';
import { askForMapping, columnsOf } from './plan/ask-for-mapping.ts';
import { AmountEvidence, DateEvidence } from './plan/evidence.ts';
import { type FileEvidence, makePlan } from './plan/make-plan.ts';
import { namesOfLayout } from './plan/match.ts';
import { unfolded } from './plan/match-records.ts';
import { withMissingColumns } from './plan/missing-columns.ts';
import { listOf, type Match, type Plan } from './plan/plan.ts';
import { bestHeader, firstRows, recognise } from './plan/recognise.ts';
import { scaleOf } from './plan/scale.ts';
import { withUnchosenColumns } from './plan/unchosen-columns.ts';
import { NEGATIVE } from './read/credits.ts';
import { kindOf } from './read/kinds.ts';
import type { Kind } from './read/reader.ts';
import { minorUnits, RowView } from './read/row-view.ts';
import { isRange, noDay } from './read/spend.ts';
import { namesSum, otherRow } from './read/totals.ts';
import type { FileSummary, HeaderColumn, ImportContext, Question, Reading, Refusal } from './reading.ts';
import { currencyOfSign } from './values/amounts.ts';
import { readCurrency } from './values/currencies.ts';
import { type DateOrder, orderEvidence } from './values/instants.ts';
import { zoneOfName } from './values/zones.ts';

/** What reading a file gives: its readings as they come, and the summary when they have ended. */
export interface FileReading {
  readings: () => AsyncIterable<Reading[]>;
  summary: FileSummary;
}

const emptySummary = (): FileSummary => ({
  layout: undefined,
  zone: undefined,
  currency: undefined,
  questions: [],
  warnings: [],
  notes: 0,
  rows: 0,
  unzoned: 0,
});

async function* nothing(): AsyncGenerator<Reading[]> {
  // a file that is refused or asked about has no readings
}

const refused = (refuse: Refusal, more: Partial<FileSummary> = {}): FileReading => ({
  readings: nothing,
  summary: { ...emptySummary(), ...more, refuse },
});

/** The currency that the file names beside its columns, else that of the account or the profile. */
function currencyOf({ layout, titles }: Match, context: ImportContext): string {
  const { title, always } = layout.currency ?? {};
  if (always !== undefined) return always;
  const templates = listOf(title).map((each) => templateOf(each, false));
  for (const text of titles) {
    const named = templates.map((each) => each.match(text)?.['currency']).find((each) => each !== undefined);
    const code = named === undefined ? undefined : (readCurrency(named) ?? currencyOfSign(named));
    if (code !== undefined) return code;
  }
  return context.currency;
}

const HEADER_LINES = 40;

interface Rows {
  file: OpenedFile;
  match: Match;
}

/** The rows below the header. */
async function* dataRows({ file, match }: Rows): AsyncGenerator<RawRow[]> {
  const isTable = match.header.length > 0;
  let isBelow = !isTable;
  const { each, quotes } = match.layout;
  for await (const rows of file.rows(match.delimiter, quotes === 'none')) {
    const below = isBelow ? rows : rows.filter(({ line }) => line > match.headerLine);
    isBelow ||= below.length > 0;
    yield each === undefined ? below : below.flatMap((row) => unfolded(row, each));
  }
}

/** Rows whose every cell is looked at for dates. */
const ROWS_FOR_ORDER = 2_000;
const SLASHED = /^\d{1,2}[-/.]\d{1,2}[-/.]20\d\d(?:\D|$)/;

/** What dates in any cell of a row prove of their order. */
const ordersIn = ({ cells = [] }: RawRow): DateOrder[] =>
  cells.flatMap((cell) => (SLASHED.test(cell) ? (orderEvidence(cell) ?? []) : []));

/** Numbers of JSON and counted times have one reading: there is nothing to prove. */
const isExact = ({ reads, form, time }: Layout): boolean => reads === 'events' && form === 'records' && time?.unit !== undefined;

/** Passes over the whole file for what its columns prove. */
async function gather(rows: Rows, kind: Kind): Promise<FileEvidence & { isRange: boolean; count: number }> {
  const { match } = rows;
  const blank: Plan = { ...match, decimal: '.', orders: new Map(), zone: 'UTC', currency: '', unit: undefined };
  const amountKeys = [...new Set(kind.amountKeys(match.layout))].filter((key) => match.columns.has(key));
  const dateKeys = kind.dateKeys(match.layout).filter(({ key }) => match.columns.has(key));
  const amounts = new AmountEvidence();
  const dates = new Map(dateKeys.map(({ key }) => [key, new DateEvidence()]));
  const zones = new Set<string>();
  const written = { ymd: 0, dmy: 0, mdy: 0 };
  let [isOfRange, hasSumNames, count] = [false, false, 0];
  for await (const batch of isExact(match.layout) ? [] : dataRows(rows)) {
    for (const row of batch) {
      if (row.problem !== undefined) continue;
      const view = new RowView(row, blank);
      if (view.isEmpty || otherRow(view, blank) !== undefined) continue;
      count += 1;
      hasSumNames ||= namesSum(row.cells ?? []);
      if (count <= ROWS_FOR_ORDER) for (const order of ordersIn(row)) written[order] += 1;
      const units = (): number => minorUnits(readCurrency(view.first(match.layout.currency?.from)) ?? '');
      for (const key of amountKeys) if (view.text(key) !== '') amounts.add(view.raw(key), units);
      for (const { key, time, zone } of dateKeys) {
        const text = view.text(key);
        const zoneText = zone === undefined ? '' : view.text(zone);
        if (zoneText !== '' && zones.size < 100) zones.add(zoneOfName(zoneText) ?? zoneText);
        if (text !== '') dates.get(key)?.add(time === undefined ? text : `${text} ${view.text(time)}`.trim(), zoneText);
      }
      if (match.layout.reads === 'spend') isOfRange ||= isRangeOf(view, blank, dates);
    }
  }
  return { amounts, dates, zones, written, hasSumNames, isRange: isOfRange, count };
}

/** Before the order of dates is known, a range is one under either. */
function isRangeOf(view: RowView, blank: Plan, dates: ReadonlyMap<string, DateEvidence>): boolean {
  const order = [...dates.values()].some(({ votes }) => votes.mdy > 0) ? 'mdy' : 'dmy';
  const orders = new Map([...dates.keys()].map((key) => [key, order] as const));
  try {
    return isRange(view, { ...blank, orders });
  } catch {
    return false;
  }
}

/** A column that should be dates and mostly is none makes the file another than it seems. */
function faultOfDates({ dates }: FileEvidence, match: Match): Refusal | undefined {
  const isFaulty = ({ filled, unreadable }: DateEvidence): boolean => unreadable * 2 >= filled;
  const isOtherSound = [...dates.values()].some((each) => each.filled > 0 && !isFaulty(each));
  for (const [key, evidence] of dates) {
    const { filled, unreadable } = evidence;
    if (filled < 2 || isOtherSound || !isFaulty(evidence)) continue;
    const header = JSON.stringify(match.columns.get(key)?.header ?? key);
    return {
      reason: 'not_readable',
      words: `Of ${filled} values of ${header}, ${unreadable} are no dates. Nothing is imported: the column may be another than it seems.`,
    };
  }
  return undefined;
}

/** Order numbers that a person took for money. */
function faultOfAmounts({ amounts }: FileEvidence, { layout, columns }: Match): Refusal | undefined {
  if (layout.isMapping === undefined || !amounts.isOfIds) return undefined;
  const header = JSON.stringify((columns.get('amount') ?? columns.get('spend'))?.header ?? '');
  return {
    reason: 'amount_is_id',
    words: `The values of ${header} are whole numbers that rise from row to row: they are ids, not amounts. Choose another column.`,
  };
}

/** A header that comes twice may mean either column. */
function faultOfHeader({ header, columns }: Match): Refusal | undefined {
  for (const { header: name, paths } of columns.values()) {
    if (paths !== undefined || header.filter((each) => each === name).length < 2) continue;
    return {
      reason: 'header_twice',
      words: `The header ${JSON.stringify(name)} is there twice, so its column is not known. Remove one.`,
    };
  }
  return undefined;
}

/** Numbers of a spreadsheet whose column is a date are days. */
function datedFile(file: OpenedFile, match: Match, kind: Kind): OpenedFile {
  const dates = kind.dateKeys(match.layout).flatMap(({ key }) => match.columns.get(key)?.index ?? []);
  const days = new Set(dates.filter((index) => file.mayBeDates?.(index)));
  return days.size > 0 && file.withDates ? file.withDates(days) : file;
}

async function* read(
  rows: Rows,
  plan: Plan,
  kind: Kind,
  context: ImportContext,
  summary: FileSummary,
): AsyncGenerator<Reading[]> {
  const unzoned = { times: 0 };
  const reader = kind.makeReader({ ...plan, unzoned }, context);
  let unreadable = 0;
  for await (const batch of dataRows(rows)) {
    const readings: Reading[] = [];
    for (const row of batch) {
      if (row.problem !== undefined) {
        readings.push({ kind: 'left_out', line: row.line, reason: 'unreadable', words: `The line ${row.problem}.` });
        continue;
      }
      const view = new RowView(row, plan);
      if (view.isEmpty) continue;
      summary.rows += 1;
      readings.push(...reader.row(view));
    }
    unreadable += readings.filter((reading) => reading.kind === 'left_out' && reading.reason === 'unreadable').length;
    yield readings;
  }
  yield reader.end();
  summary.unzoned = unzoned.times;
  // Which rows are refunds may follow from the column that is asked about.
  const isTypeOpen = summary.questions.some(({ ask }) => ask === 'column_type');
  summary.questions.push(...reader.questions().filter(({ ask }) => !(isTypeOpen && ask === NEGATIVE)));
  if (unreadable > 0) summary.warnings.push(`${unreadable} of ${countWords(summary.rows, 'row')} could not be read.`);
}

/** Of a file that is read by a mapping: all its columns, so that the mapping can be changed. */
async function headerOf(file: OpenedFile, { header, headerLine, delimiter }: Match): Promise<HeaderColumn[]> {
  const rows = await firstRows(file, delimiter);
  return columnsOf(rows, header.length > 0 ? { line: headerLine, cells: header } : undefined);
}

const ROWS_OF_HEADERS = 5;

/** What looks like a sheet of payments, and is one of accounting entries. */
async function bookkeepingIn(file: OpenedFile): Promise<string | undefined> {
  if (file.form !== 'table') return undefined;
  for (const delimiter of file.delimiters) {
    const rows = await firstRows(file, delimiter, ROWS_OF_HEADERS);
    const words = bookkeepingInRows(rows.flatMap(({ cells }) => (cells ? [cells] : [])));
    if (words !== undefined) return words;
  }
  return undefined;
}

const MONEY = new Set<Layout['reads']>(['payments', 'receipts', 'spend', 'deals']);

/** Reads an opened file. @param layouts Those that may be recognised. */
export async function readOpened(file: OpenedFile, context: ImportContext, layouts: readonly Layout[]): Promise<FileReading> {
  const recognised = await recognise(file, layouts);
  const kind = recognised && kindOf(recognised.layout);
  const summary = emptySummary();
  const questions: Question[] = summary.questions;
  const books = !recognised || recognised.layout.isMapping ? await bookkeepingIn(file) : undefined;
  if (books !== undefined) return refused({ reason: 'bookkeeping', words: books });
  if (file.question) questions.push(file.question);
  if (!recognised || !kind) {
    const { question, header } = await askForMapping(file);
    return { readings: nothing, summary: { ...summary, questions: [...questions, question], header } };
  }
  const named = withMissingColumns(recognised, context, questions);
  const match = await withUnchosenColumns(file, named, context, questions);
  summary.layout = match.layout.layout;
  if (match.layout.isMapping) summary.header = await headerOf(file, match);
  const { refuse } = match.layout;
  const fault = refuse ?? faultOfHeader(match);
  if (fault) return refused(fault, { ...summary, questions: [] });
  const rows: Rows = { file: datedFile(file, match, kind), match };
  const evidence = await gather(rows, kind);
  const currency = currencyOf(match, context);
  const plan = makePlan(match, evidence, context, currency, questions);
  if (MONEY.has(match.layout.reads)) plan.scale = scaleOf(match, kind.amountKeys(match.layout), context, questions);
  const lack =
    kind.lacks?.(plan) ??
    (evidence.isRange ? noDay(match.layout) : undefined) ??
    faultOfAmounts(evidence, match) ??
    faultOfDates(evidence, match);
  if (lack) return refused(lack, { ...summary, questions: [] });
  Object.assign(summary, { zone: plan.zone, currency });
  return { readings: () => read(rows, plan, kind, context, summary), summary };
}

/** The score of the best header among the first lines of a text, divided by any delimiter. */
export const textScorer = (layouts: readonly Layout[]): ScoreOfText => {
  const names = layouts.filter(({ form }) => form === 'table').map(namesOfLayout);
  return (text) => {
    const lines = text.split(/\r\n|\n|\r/, HEADER_LINES);
    const scores = DELIMITERS.map((delimiter) => {
      const rows = lines.map((line, at) => ({
        line: at + 1,
        cells: line.split(delimiter).map((cell) => cell.replace(/^"|"$/g, '')),
      }));
      return bestHeader(names, rows)?.score ?? 0;
    });
    return Math.max(...scores);
  };
};

/** Of several sheets of a spreadsheet, the first whose header a layout knows. */
export const sheetChooser =
  (layouts: readonly Layout[]) =>
  (sheets: readonly { rows: string[][] }[]): number => {
    const names = layouts.map(namesOfLayout);
    const scores = sheets.map(({ rows }) => {
      const cells = rows.map((row, at) => ({ line: at + 1, cells: row.map((cell) => cell.replace(NUMBER_MARK, '')) }));
      return bestHeader(names, cells)?.score ?? 0;
    });
    return Math.max(0, scores.indexOf(Math.max(...scores)));
  };
