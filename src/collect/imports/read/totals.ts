// Rows that are no rows: sums, notes, and headers that come again. A sum is known by its word and by what it lacks, never by the word alone.
import { comparable } from '../layout/names.ts';
import type { TimeOf } from '../layout/shape.ts';
import { listOf, type Plan } from '../plan/plan.ts';
import type { RowView } from './row-view.ts';

const TOTAL =
  /^(?:grand )?(?:totals?|gesamt\w*|summe|insgesamt|totale|totali|totaal|totaux|totales|suma|razem|sum|合計|итого|resultados totales|total general)(?![\p{L}\p{N}])/u;

const isTotalWord = (text: string): boolean => TOTAL.test(comparable(text));

/** Note and header rows are nothing; a total is told. */
export type Other = 'note' | 'total_row' | undefined;

/** What each row of a layout has that says nothing of sums: its time and its id. */
const identity = ({ layout: { time, reference } }: Plan): string[] => [
  ...listOf<TimeOf>(time?.from as TimeOf | TimeOf[] | undefined).map((each) => (typeof each === 'string' ? each : each.date)),
  ...listOf(reference),
];

/** Columns that a file of one cell a line has; more make a lone cell a note. */
const FEWEST_COLUMNS = 3;

/** A lone cell in a table is a note, unless it is the word of a total. */
function loneCell(view: RowView, plan: Plan): Other {
  const [cell = ''] = view.filled;
  if (isTotalWord(cell)) return 'total_row';
  return plan.header.length >= FEWEST_COLUMNS ? 'note' : undefined;
}

const isHeaderAgain = (view: RowView, header: readonly string[]): boolean =>
  header.length > 0 && header.includes(view.cell(0)) && view.filled.every((cell) => header.includes(cell));

export function otherRow(view: RowView, plan: Plan): Other {
  if (view.isTable && !view.hasTwo) return loneCell(view, plan);
  if (isHeaderAgain(view, plan.header)) return 'note';
  const { totals, reads } = plan.layout;
  const lacks = (totals?.without ?? identity(plan)).filter((key) => plan.columns.has(key));
  const isLacking = (text: string): boolean => text === '' || isTotalWord(text);
  if (lacks.length === 0 || !lacks.every((key) => isLacking(view.text(key)))) return undefined;
  // In a report of spend, a row without a day or names has nothing to belong to.
  return reads === 'spend' || view.filled.some(isTotalWord) ? 'total_row' : undefined;
}
