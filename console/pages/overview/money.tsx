// Revenue and spend over the days of the period, the other period as a ghost. Dragging over days asks about them.
import { LineChart } from '../../charts/line.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useAsk, useQuestion } from '../../question/use-question.tsx';
import { days, money, shortDay, shortMoney } from '../../words/format.ts';
import { useSeries } from './figures.ts';

export function Money() {
  const { query, compared, days: range } = useQuestion();
  const ask = useAsk();
  const series = useSeries(query);
  const other = useSeries(compared);
  const unit = series.data?.meta.interval ?? 'day';
  return (
    <Panel
      title={`Revenue and spend by ${unit}`}
      lead={`${days(range.from, range.to)}${series.data ? `, in ${series.data.meta.currency}` : ''}`}
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
            onZoom={(from, to) => {
              const [first, last] = [data[from], data[to]];
              if (first && last) ask({ period: `${first.date_from}..${last.date_to}` });
            }}
          />
        )}
      </Loaded>
    </Panel>
  );
}
