// Revenue and spend over the days of the period, the other period as a ghost, with decisions and notes. Dragging over days asks about them; a
// press on one shows what happened and takes a note.
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { LineChart, type Series } from '../../charts/line.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { DayDialog } from '../../notes/day-dialog.tsx';
import { gapsOf } from '../../notes/outages.tsx';
import { useMarks } from '../../notes/use-marks.ts';
import { type Asked, useAsk, useQuestion } from '../../question/use-question.tsx';
import { figureCell } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { Share } from '../../share/share.tsx';
import { days, money, shortDay, shortMoney } from '../../words/format.ts';
import { boundsOf, overviewQuery, seriesQuery, seriesSource, sharedOverview, useSeries } from './figures.ts';

/** Bounds are part of the receipt of their figure. */
function cellSource(asked: Asked, row: number, column: string) {
  if (!isFigure(column)) return undefined;
  const of = column === 'Revenue compared' ? asked.compared : overviewQuery(asked);
  return of && { name: column, source: seriesSource(of, row, column === 'Spend' ? 'spend' : 'revenue') };
}

const isFigure = (column: string): boolean => ['Revenue', 'Revenue compared', 'Spend'].includes(column);

/** The interval of the revenue of each day or week. */
function bandOf(points: number, intervals: Schemas['Intervals'] | undefined): Series['band'] {
  if (intervals === undefined) return undefined;
  const bounds = Array.from({ length: points }, (_, at) => boundsOf(intervals, pointerTo('data', at, 'revenue')) ?? null);
  return {
    low: bounds.map((each) => each?.low ?? null),
    high: bounds.map((each) => each?.high ?? null),
    missing: 'too few people',
  };
}

export function Money() {
  const asked = useQuestion();
  const { query, compared, days: range } = asked;
  const ask = useAsk();
  const series = useSeries(overviewQuery(asked));
  const other = useSeries(compared);
  const marks = useMarks();
  const [picked, setPicked] = useState<string>();
  const unit = series.data?.meta.interval ?? 'day';
  return (
    <Panel
      title={`Revenue and spend by ${unit}`}
      lead={`${days(range.from, range.to)}${series.data ? `, in ${series.data.meta.currency}` : ''}`}
      tools={
        <>
          <Share of={sharedOverview(query, compared)} />
          <Download path="/api/v1/overview/series" query={seriesQuery(query)} name={`overview-${range.from}-${range.to}`} />
        </>
      }
    >
      <Loaded answer={series} lines={9}>
        {({ data, intervals, outages, meta: { currency, timezone } }) => (
          <LineChart
            title={`Revenue and spend by ${unit}`}
            description={`Two lines over ${days(range.from, range.to)}, in ${currency}.`}
            labels={data.map(({ date_from }) => shortDay(date_from))}
            names={data.map(({ date_from, date_to }) => days(date_from, date_to))}
            series={[
              {
                name: 'Revenue',
                tone: 'accent',
                isArea: true,
                values: data.map(({ revenue }) => revenue),
                band: bandOf(data.length, intervals),
                ghost: compared &&
                  other.data && { name: 'Revenue compared', values: other.data.data.map(({ revenue }) => revenue) },
              },
              { name: 'Spend', tone: 'accent-2', values: data.map(({ spend }) => spend) },
            ]}
            format={(value) => money(value, currency)}
            formatShort={(value) => shortMoney(value, currency)}
            marks={marks.flatMap(({ day, kind, text }) => {
              const at = data.findIndex(({ date_from, date_to }) => date_from <= day && day <= date_to);
              return at < 0 ? [] : [{ at, kind, text }];
            })}
            cell={figureCell((row, column) => cellSource(asked, row, column))}
            gaps={gapsOf({ ...(outages ? { outages } : {}) }, data, timezone)}
            onPick={(at) => setPicked(data[at]?.date_from)}
            onZoom={(from, to) => {
              const [first, last] = [data[from], data[to]];
              if (first && last) ask({ period: `${first.date_from}..${last.date_to}` });
            }}
          />
        )}
      </Loaded>
      {picked !== undefined && <DayDialog day={picked} marks={marks} close={() => setPicked(undefined)} />}
    </Panel>
  );
}
