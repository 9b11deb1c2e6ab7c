// The triangle of cohorts; a press on a cell opens the receipt of its figure.
import { CohortChart } from '../../charts/cohorts.tsx';
import { figureCell, useReceipt } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, monthName, ratio, shortMoney } from '../../words/format.ts';
import { type Range, useCohortQuery } from './cohorts.ts';
import { type Cohort, figureOf, MEMBERS, METRICS, type Metric } from './months.ts';

interface TriangleProps {
  cohorts: readonly Cohort[];
  range: Range;
  metric: Metric;
  currency: string;
}

export function Triangle({ cohorts, metric, range, currency }: TriangleProps) {
  const open = useReceipt();
  const query = useCohortQuery(range);
  const format = (value: number): string => (metric === 'payback' ? ratio(value) : shortMoney(value, currency));
  const cellOf = (row: number, month: number) => {
    const cohort = cohorts[row];
    const cell = cohort?.cells[month];
    if (!cohort || !cell) return undefined;
    const pointer = pointerTo('data', 'rows', cohort.row + month, MEMBERS[metric]);
    const value = figureOf(cell, metric);
    return {
      name: `${METRICS[metric]} of ${monthName(cohort.month)}, month ${month}`,
      text: value === null ? '—' : format(value),
      source: { path: '/api/v1/attribution/cohorts', query, pointer },
    };
  };
  const peopleOf = (row: number) => {
    const cohort = cohorts[row];
    if (!cohort) return undefined;
    const pointer = pointerTo('data', 'rows', cohort.row, 'people');
    return {
      name: `People acquired in ${monthName(cohort.month)}`,
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
      noteName="People"
      cell={figureCell((row, column) =>
        column === 'People' ? peopleOf(row) : cellOf(row, Number(column.replace('Month ', ''))),
      )}
    />
  );
}
