// Campaigns by what they cost and what came back: each a point, its area the credited revenue.
import { api, unwrap } from '../../api/client.ts';
import { Scatter } from '../../charts/scatter.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { MODELS, type Model, withFilter } from '../../question/question.ts';
import { useAsk, useFigures, useQuestion } from '../../question/use-question.tsx';
import { figureCell } from '../../receipts/receipts.tsx';
import { pointerTo, type SourceQuery } from '../../receipts/source.ts';
import { ratio, shortMoney } from '../../words/format.ts';
import { type AttributionAnswer, intervalOf, type Row } from './levels.ts';

/** A figure of a point, and where it is in the answer. */
function pointFigure(row: Row, rows: readonly Row[], column: string, model: Model, query: SourceQuery) {
  const at = pointerTo('data', 'rows', rows.indexOf(row));
  // Bounds are part of the receipt of their figure.
  if (column !== 'Spend' && column !== 'ROAS') return undefined;
  const pointer = column === 'Spend' ? `${at}/spend` : `${at}${pointerTo('models', model, 'roas')}`;
  return { name: `${column} of ${row.label}`, source: { path: '/api/v1/attribution', query, pointer } };
}

function rangeOf(level: AttributionAnswer, pointer: string): { low: number; high: number } | null | undefined {
  const interval = intervalOf(level, pointer);
  if (!interval) return undefined;
  return interval.low === null || interval.high === null ? null : { low: Number(interval.low), high: Number(interval.high) };
}

/** Campaigns with spend and a return. */
const pointsOf = (rows: readonly Row[], model: Model) =>
  rows.flatMap((row) => {
    const figures = row.models[model];
    const spend = Number(row.spend ?? 0);
    return figures && spend > 0 && figures.roas !== null
      ? [{ row, spend, roas: figures.roas, revenue: Number(figures.revenue ?? 0) }]
      : [];
  });

export function Spread({ model }: { model: Model }) {
  const { query: asked, question } = useQuestion();
  const ask = useAsk();
  const { model: _model, ...rest } = asked;
  const query = {
    ...rest,
    ...(question.goal === undefined ? {} : { goal: question.goal }),
    ...(question.windowDays === undefined ? {} : { click_window_days: question.windowDays }),
    ...(question.hasIntervals ? { include: ['interval' as const] } : {}),
    dimension: 'campaign' as const,
    models: [model],
  };
  const answer = useFigures(['attribution', query], (signal) =>
    unwrap(api.GET('/api/v1/attribution', { params: { query }, signal })),
  );
  return (
    <Panel
      title="Campaigns by spend and return"
      lead={`ROAS under ${MODELS[model].toLowerCase()}${question.hasIntervals ? ' with its 95 % interval of chance' : ''}; choose a point to see its campaign alone`}
    >
      <Loaded answer={answer} lines={8}>
        {(level) => {
          const { data, meta } = level;
          const { currency } = meta;
          const points = pointsOf(data.rows, model);
          const most = Math.max(...points.map(({ revenue }) => revenue), 1);
          if (points.length === 0) return <Empty title="No campaign with spend and a return in these days." />;
          return (
            <Scatter
              title="Campaigns by spend and ROAS"
              description="A point for each campaign: spend across, ROAS up, its area the credited revenue."
              points={points.map(({ row, spend, roas, revenue }) => ({
                name: row.label,
                x: spend,
                y: roas,
                range: rangeOf(level, pointerTo('data', 'rows', data.rows.indexOf(row), 'models', model, 'roas')),
                size: Math.max(0, revenue) / most,
                tone: 'accent',
              }))}
              xName="Spend"
              yName="ROAS"
              formatX={(value) => shortMoney(value, currency)}
              formatY={ratio}
              rangeName={question.hasIntervals ? '95 % interval' : undefined}
              target={{ value: 1, name: 'as much back as spent' }}
              cell={figureCell((at, column) => points[at] && pointFigure(points[at].row, data.rows, column, model, query))}
              onPick={(at) => {
                const point = points[at];
                if (point) ask(withFilter(question, 'campaign', point.row.key));
              }}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
