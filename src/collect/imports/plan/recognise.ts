// Finds the layout of a file: the first rows are read under each delimiter, and the header is the row that fits a layout best. Lines before it are titles.
import type { Layout } from '../layout/shape.ts';
import type { OpenedFile, RawRow } from '../open/rows.ts';
import { unmarked } from '../open/workbook.ts';
import { type HeaderMatch, type LayoutNames, matchHeader, matchPositions, namesOfLayout } from './match.ts';
import { matchRecords } from './match-records.ts';
import type { Match } from './plan.ts';

const HEADER_ROWS = 40;

export async function firstRows(file: OpenedFile, delimiter: string, most = HEADER_ROWS, isUnquoted = false): Promise<RawRow[]> {
  const first: RawRow[] = [];
  for await (const rows of file.rows(delimiter, isUnquoted)) {
    for (const row of rows) if (first.push(row) >= most) return first;
  }
  return first;
}

interface Found extends HeaderMatch {
  line: number;
  titles: string[];
}

/** The best header among rows of cells. */
export function bestHeader(layouts: readonly LayoutNames[], rows: readonly RawRow[]): Found | undefined {
  let best: Found | undefined;
  const titles: string[] = [];
  for (const { line, cells } of rows) {
    if (!cells) continue;
    for (const layout of layouts) {
      const found = matchHeader(layout, cells.map(unmarked));
      if (found && found.score > (best?.score ?? 0)) best = { ...found, line, titles: [...titles] };
    }
    titles.push(...cells.filter((cell) => cell !== '').map(unmarked));
  }
  return best;
}

const finished = ({ match, line, titles }: Found, delimiter: string): Match => ({
  ...match,
  headerLine: line,
  titles,
  delimiter,
});

async function inTable(file: OpenedFile, layouts: readonly LayoutNames[]): Promise<Match | undefined> {
  let best: { found: Found; delimiter: string } | undefined;
  for (const delimiter of file.delimiters) {
    const found = bestHeader(layouts, await firstRows(file, delimiter));
    if (found && found.score > (best?.found.score ?? 0)) best = { found, delimiter };
  }
  return best && finished(best.found, best.delimiter);
}

async function withoutHeader(file: OpenedFile, layouts: readonly LayoutNames[]): Promise<Match | undefined> {
  if (layouts.length === 0) return undefined;
  for (const delimiter of file.delimiters) {
    for (const layout of layouts) {
      const [first] = await firstRows(file, delimiter, 1, layout.layout.quotes === 'none');
      const found = first?.cells && matchPositions(layout, first.cells);
      if (found) return finished({ ...found, line: 0, titles: [] }, delimiter);
    }
  }
  return undefined;
}

/** The layout of a file with its columns; undefined where no layout fits. */
export async function recognise(file: OpenedFile, layouts: readonly Layout[]): Promise<Match | undefined> {
  const ofForm = (form: Layout['form']): Layout[] => layouts.filter((layout) => layout.form === form);
  const namesOf = (form: Layout['form']): LayoutNames[] => ofForm(form).map(namesOfLayout);
  if (file.form === 'records') return matchRecords(await firstRows(file, ''), ofForm('records'));
  if (file.form !== 'table') return inTable(file, namesOf(file.form));
  return (await inTable(file, namesOf('table'))) ?? (await withoutHeader(file, namesOf('headerless')));
}
