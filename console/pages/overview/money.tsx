// Revenue and spend over the days of the period, the other period as a ghost, with decisions and notes. Dragging over days asks about them; a
// press on one shows what happened and takes a note.
import { useState } from 'preact/hooks';
import { LineChart } from '../../charts/line.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { DayDialog } from '../../notes/day-dialog.tsx';
import { useMarks } from '../../notes/use-marks.ts';
import { useAsk, useQuestion } from '../../question/use-question.tsx';
import { figureCell } from '../../receipts/receipts.tsx';
import { Share } from '../../share/share.tsx';
import { days, money, shortDay, shortMoney } from '../../words/format.ts';
import { seriesQuery, seriesSource, sharedOverview, useSeries } from './figures.ts';

export function Money() {
  const { query, compared, days: range } = useQuestion();
  const ask = useAsk();
  const series = useSeries(query);
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
        {({ data, meta: { currency } }) => (
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
            cell={figureCell((row, column) => {
              const name = column === 'Spend' ? 'spend' : 'revenue';
              const asked = column === 'Revenue compared' ? compared : query;
              return asked && { name: column, source: seriesSource(asked, row, name) };
            })}
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
