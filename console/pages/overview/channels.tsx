// What each channel earned: the bar is the chosen model, the whisker the range of all nine. A press asks about the channel alone.

import type { Schemas } from '../../api/client.ts';
import { BarChart } from '../../charts/bar.tsx';
import { toneOf } from '../../design/channels.ts';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { MODELS, type Model, withFilter } from '../../question/question.ts';
import { useAsk, useQuestion } from '../../question/use-question.tsx';
import { figureCell } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, money, shortMoney } from '../../words/format.ts';
import { ChannelTable } from './channel-table.tsx';
import { ALL_MODELS, channelsQuery, useChannels, useOverview } from './figures.ts';

/** Channels drawn; the page of attribution has all. */
const DRAWN = 10;

type Row = Schemas['AttributionRow'];

const amountOf = (row: Pick<Row, 'models'>, model: Model, isMoney: boolean): number => {
  const figures = row.models[model];
  return Number((isMoney ? figures?.revenue : figures?.conversions) ?? 0);
};

export function Channels() {
  const { query, question } = useQuestion();
  const ask = useAsk();
  const answer = useChannels(query);
  const overview = useOverview();
  const model = question.model ?? overview.data?.meta.model ?? 'last_non_direct';
  const barFigure = (row: Row, all: readonly Row[], figure: string) => {
    const pointer = pointerTo('data', 'rows', all.indexOf(row), 'models', model, figure);
    return { name: row.label, source: { path: '/api/v1/attribution', query: { ...channelsQuery(query) }, pointer } };
  };
  return (
    <Panel
      title="Channels"
      tools={
        <Download path="/api/v1/attribution" query={channelsQuery(query)} name={`channels-${query.date_from}-${query.date_to}`} />
      }
      lead={`Credited under ${MODELS[model].toLowerCase()}; the whisker is the range of all nine models`}
    >
      <Loaded answer={answer} lines={9}>
        {({ data, meta: { currency } }) => {
          // Outcomes such as leads carry no money; then their number is what can be compared.
          const isMoney = ALL_MODELS.some((each) => Number(data.totals.models[each]?.revenue ?? 0) !== 0);
          const rows = data.rows.toSorted((a, b) => amountOf(b, model, isMoney) - amountOf(a, model, isMoney)).slice(0, DRAWN);
          if (rows.length === 0) return <Empty title="Nothing converted in these days, so there is no credit to share." />;
          return (
            <>
              <BarChart
                title="Credit by channel"
                description="A bar for each channel under the chosen model, a whisker over the range of all models."
                bars={rows.map((row) => {
                  const all = ALL_MODELS.map((each) => amountOf(row, each, isMoney));
                  return {
                    name: row.label,
                    tone: toneOf(row.label),
                    value: amountOf(row, model, isMoney),
                    whisker: { low: Math.min(...all), high: Math.max(...all) },
                  };
                })}
                valueName={MODELS[model]}
                whiskerName="Range of nine models"
                format={(value) => (isMoney ? money(value, currency) : credit(value))}
                formatShort={(value) => (isMoney ? shortMoney(value, currency) : credit(value))}
                cell={figureCell((at, column) =>
                  rows[at] && column === MODELS[model]
                    ? barFigure(rows[at], data.rows, isMoney ? 'revenue' : 'conversions')
                    : undefined,
                )}
                onPick={(at) => {
                  const row = rows[at];
                  if (row) ask(withFilter(question, 'channel', row.key));
                }}
              />
              <ChannelTable data={data} rows={rows} currency={currency} model={model} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
