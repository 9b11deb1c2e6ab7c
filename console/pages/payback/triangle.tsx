// The triangle of cohorts; a press on a cell opens the receipt of its figure.
import { CohortChart } from '../../charts/cohorts.tsx';
import { figureCell, useReceipt } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, monthName, ratio, shortMoney } from '../../words/format.ts';
import { type Range, useCohortQuery } from './cohorts.ts';
import type { Cell, Cohort } from './pooled.ts';

export const METRICS = { payback: 'Cash ÷ spend', cash: 'Cash so far', person: 'Cash per person' } as const;
export type Metric = keyof typeof METRICS;
export const METRIC_VALUES: readonly Metric[] = ['payback', 'cash', 'person'];

function figureOf(cell: Cell, metric: Metric): number | null {
  if (metric === 'payback') return cell.payback;
  const cash = cell.cumulative_cash === null ? null : Number(cell.cumulative_cash);
  if (metric === 'cash' || cash === null) return cash;
  return cell.people > 0 ? cash / cell.people : null;
}

interface TriangleProps {
  cohorts: readonly Cohort[];
  range: Range;
  metric: Metric;
  currency: string;
}

/** What is printed in a cell is a figure of the answer, but for cash per person. */
const PRINTED = { payback: 'payback', cash: 'cumulative_cash', person: undefined } as const;

export function Triangle({ cohorts, metric, range, currency }: TriangleProps) {
  const open = useReceipt();
  const query = useCohortQuery(range);
  const format = (value: number): string => (metric === 'payback' ? ratio(value) : shortMoney(value, currency));
  const cellOf = (row: number, month: number) => {
    const [cohort, printed] = [cohorts[row], PRINTED[metric]];
    const cell = cohort?.cells[month];
    if (!cohort || !cell || printed === undefined) return undefined;
    const pointer = pointerTo('data', 'rows', cohort.row + month, printed);
    const value = figureOf(cell, metric);
    return {
      name: `${METRICS[metric]} of ${monthName(cohort.month)}, month ${month}`,
      text: value === null ? '—' : format(value),
      source: { path: '/api/v1/attribution/cohorts', query, pointer },
    };
  };
  return (
    <CohortChart
      title={METRICS[metric]}
      description="A triangle: a row for each month of acquisition, a column for each month since. Months that are not over are hatched."
      rows={cohorts.map(({ month, people, cells }) => ({
        name: monthName(month),
        note: credit(people),
        cells: cells.map((cell) => ({ value: figureOf(cell, metric), isRipe: cell.is_ripe })),
      }))}
      format={format}
      turn={metric === 'payback' ? 1 : undefined}
      onPick={(row, month) => {
        const cell = cellOf(row, month);
        if (cell) open(cell);
      }}
      cell={figureCell((row, column) => (column === '' ? undefined : cellOf(row, Number(column.replace('Month ', '')))))}
    />
  );
}
