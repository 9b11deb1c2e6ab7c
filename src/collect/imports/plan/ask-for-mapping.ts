// Of a file of no known layout: its header, from which a person chooses what is the amount, the currency, the state, the reference and the time.
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import type { OpenedFile, RawRow } from '../open/rows.ts';
import { unmarked } from '../open/workbook.ts';
import type { Question } from '../reading.ts';
import { firstRows } from './recognise.ts';

const WORDS =
  'The layout of the file is not known: which columns are the amount, the currency, the state, the reference and the time?';

/** The width that most rows have, and how many have it. */
function usualWidth(rows: readonly RawRow[]): { width: number; times: number } {
  const counts = new Map<number, number>();
  for (const { cells = [] } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width = 0, times = 0] = [...counts].filter(([each]) => each > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { width, times };
}

/** The first row that is as wide as most are: titles before a table are narrower. */
function headerOf(rows: readonly RawRow[], width: number): string[] {
  const header = rows.find(({ cells = [] }) => cells.filter((cell) => cell.trim() !== '').length > width / 2)?.cells ?? [];
  return header.map((cell) => unmarked(cell).trim());
}

/** @throws UnusableFile where not even the first lines can be read. */
export async function askForMapping(file: OpenedFile): Promise<Question> {
  if (file.form === 'records') {
    const names = (await firstRows(file, '', 1)).flatMap(({ record }) => (record ? Object.keys(record) : []));
    return { ask: 'mapping', words: WORDS, choices: names };
  }
  let best = { width: 0, times: 0, rows: [] as RawRow[] };
  for (const delimiter of file.delimiters) {
    const rows = await firstRows(file, delimiter);
    const [first] = rows;
    if (first?.problem !== undefined && rows.every(({ problem }) => problem !== undefined))
      throw new UnusableFile(`The first lines of the file cannot be read: ${first.problem}.`);
    const { width, times } = usualWidth(rows);
    if (times * width > best.times * best.width) best = { width, times, rows };
  }
  return { ask: 'mapping', words: WORDS, choices: headerOf(best.rows, best.width) };
}
