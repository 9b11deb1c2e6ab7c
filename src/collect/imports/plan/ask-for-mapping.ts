// Of a file of no known layout: its header, from which a person chooses what is the amount, the currency, the state, the reference and the time.
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import type { OpenedFile, RawRow } from '../open/rows.ts';
import { unmarked } from '../open/workbook.ts';
import type { HeaderColumn, Question } from '../reading.ts';
import { firstRows } from './recognise.ts';

const WORDS =
  'The layout of the file is not known: which columns are the amount, the currency, the state, the reference and the time?';

/** The width of the largest table among the rows, and how many have it. */
function usualWidth(rows: readonly RawRow[]): { width: number; times: number } {
  const counts = new Map<number, number>();
  for (const { cells = [] } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width = 0, times = 0] =
    [...counts].filter(([each]) => each > 1).sort((a, b) => b[1] * b[0] - a[1] * a[0] || b[0] - a[0])[0] ?? [];
  return { width, times };
}

const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

const sampled = (columns: readonly string[], valuesOf: (column: string, at: number) => readonly string[]): HeaderColumn[] =>
  columns.map((column, at) => ({
    column,
    samples: valuesOf(column, at)
      .map((value) => value.trim().slice(0, SAMPLE_LENGTH))
      .filter((value) => value !== '')
      .slice(0, SAMPLES),
  }));

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The columns of a table below its header, or of records. @param rows The first of the file. */
export function columnsOf(
  rows: readonly RawRow[],
  header: { line: number; cells: readonly string[] } | undefined,
): HeaderColumn[] {
  if (!header) {
    const names = [...new Set(rows.flatMap(({ record }) => (record ? Object.keys(record) : [])))];
    return sampled(names, (name) => rows.map(({ record }) => textOf(record?.[name])));
  }
  const below = rows.filter(({ line }) => line > header.line);
  return sampled(
    header.cells.map((cell) => unmarked(cell).trim()),
    (_name, at) => below.map(({ cells }) => unmarked(cells?.[at] ?? '')),
  );
}

const filledOf = ({ cells = [] }: RawRow): string[] => cells.filter((cell) => cell.trim() !== '');
const HEADER_HEIGHT = 3;

/** The first row that is as wide as most are: titles before a table are narrower. Of a header of two or three lines, the one that names most columns. */
function headerOf(rows: readonly RawRow[], width: number): { line: number; cells: readonly string[] } {
  const at = rows.findIndex((row) => filledOf(row).length > width / 2);
  const lines = at < 0 ? [] : rows.slice(at, at + HEADER_HEIGHT);
  const values = lines.findIndex((row) => filledOf(row).some((cell) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(unmarked(cell))));
  const names = values < 1 ? lines.slice(0, 1) : lines.slice(0, values);
  const header = names.reduce<RawRow | undefined>(
    (best, row) => (best === undefined || filledOf(row).length > filledOf(best).length ? row : best),
    undefined,
  );
  return { line: header?.line ?? 0, cells: header?.cells ?? [] };
}

/** @throws UnusableFile where not even the first lines can be read. */
export async function askForMapping(file: OpenedFile): Promise<{ question: Question; header: HeaderColumn[] }> {
  const questionOf = (header: HeaderColumn[], choices = header.map(({ column }) => column)) => ({
    question: { ask: 'mapping', words: WORDS, choices },
    header,
  });
  if (file.form === 'records') {
    const rows = await firstRows(file, '', SAMPLES + 1);
    const [first] = rows;
    return questionOf(columnsOf(rows, undefined), first?.record ? Object.keys(first.record) : []);
  }
  let best = { width: 0, times: 0, rows: [] as RawRow[] };
  let problem: string | undefined;
  for (const delimiter of file.delimiters) {
    const rows = await firstRows(file, delimiter);
    // Quotes of a file of semicolons are in the middle of fields under a comma.
    if (rows.every(({ problem: each }) => each !== undefined)) problem ??= rows[0]?.problem;
    const { width, times } = usualWidth(rows);
    if (times * width > best.times * best.width) best = { width, times, rows };
  }
  if (best.width === 0 && problem !== undefined)
    throw new UnusableFile(`The first lines of the file cannot be read: ${problem}.`);
  return questionOf(columnsOf(best.rows, headerOf(best.rows, best.width)));
}
