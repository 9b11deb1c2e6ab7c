// The revenue of each channel: the bar is the chosen model, the whisker the range of all nine. A press asks about the channel alone.

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
import { credit, money, plural, shortMoney } from '../../words/format.ts';
import { ChannelTable } from './channel-table.tsx';
import { ALL_MODELS, boundsOf, channelsQuery, overviewQuery, useChannels, useOverview } from './figures.ts';

/** Channels drawn; the page of attribution has all. */
const DRAWN = 10;

type Row = Schemas['AttributionRow'];

const amountOf = (row: Pick<Row, 'models'>, model: Model, isMoney: boolean): number => {
  const figures = row.models[model];
  return Number((isMoney ? figures?.revenue : figures?.conversions) ?? 0);
};

/** Outcomes such as leads carry no money; then their number is what can be compared. */
const hasMoney = ({ totals }: Schemas['AttributionData']): boolean =>
  ALL_MODELS.some((each) => Number(totals.models[each]?.revenue ?? 0) !== 0);

export function Channels() {
  const asked = useQuestion();
  const { question } = asked;
  const query = overviewQuery(asked);
  const answer = useChannels(query);
  const overview = useOverview();
  const model = question.model ?? overview.data?.meta.model ?? 'last_non_direct';
  const range = question.hasIntervals ? '95 % interval of chance' : 'range of all nine models';
  return (
    <Panel
      title="Channels"
      tools={
        <Download
          path="/api/v1/attribution"
          query={channelsQuery(asked.query)}
          name={`channels-${query.date_from}-${query.date_to}`}
        />
      }
      lead={`Credited under ${MODELS[model].toLowerCase()}; the whisker is the ${range}`}
    >
      <Loaded answer={answer} lines={9}>
        {(level) => {
          const { data, meta } = level;
          const isMoney = hasMoney(data);
          const rows = data.rows.toSorted((a, b) => amountOf(b, model, isMoney) - amountOf(a, model, isMoney)).slice(0, DRAWN);
          if (rows.length === 0) return <NoRows data={data} model={model} />;
          return (
            <>
              <Bars rows={rows} level={level} model={model} isMoney={isMoney} />
              <ChannelTable data={data} rows={rows} currency={meta.currency} model={model} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** Conversions whose people never visited have no touch to credit; that is not the same as none. */
function NoRows({ data, model }: { data: Schemas['AttributionData']; model: Model }) {
  const conversions = Number(data.unattributed.models[model]?.conversions ?? 0);
  if (conversions === 0) return <Empty title="Nothing converted in these days, so there is no credit to share." />;
  return (
    <Empty title={`No channel has credit: ${plural(conversions, 'conversion')} in these days, none with a known visit.`}>
      <p>The credit follows once visits before the conversions are recorded and belong to the same people.</p>
    </Empty>
  );
}

interface BarsProps {
  rows: readonly Row[];
  level: Schemas['AttributionAnswer'];
  model: Model;
  isMoney: boolean;
}

function Bars({ rows, level: { data, intervals, meta }, model, isMoney }: BarsProps) {
  const asked = useQuestion();
  const ask = useAsk();
  const { hasIntervals } = asked.question;
  const { currency } = meta;
  const sourceOf = (row: Row) => ({
    path: '/api/v1/attribution',
    query: channelsQuery(overviewQuery(asked)),
    pointer: pointerTo('data', 'rows', data.rows.indexOf(row), 'models', model, isMoney ? 'revenue' : 'conversions'),
  });
  const whiskerOf = (row: Row) => {
    if (hasIntervals) return boundsOf(intervals, sourceOf(row).pointer) ?? undefined;
    const all = ALL_MODELS.map((each) => amountOf(row, each, isMoney));
    return { low: Math.min(...all), high: Math.max(...all) };
  };
  return (
    <BarChart
      title="Credit by channel"
      description={`A bar for each channel under the chosen model, a whisker over ${hasIntervals ? 'its interval of chance' : 'the range of all models'}.`}
      bars={rows.map((row) => ({
        name: row.label,
        tone: toneOf(row.label),
        value: amountOf(row, model, isMoney),
        whisker: whiskerOf(row),
      }))}
      valueName={MODELS[model]}
      whiskerName={hasIntervals ? '95 % interval' : 'Range of nine models'}
      whiskerMissing="too few people"
      format={(value) => (isMoney ? money(value, currency) : credit(value))}
      formatShort={(value) => (isMoney ? shortMoney(value, currency) : credit(value))}
      cell={figureCell((at, column) =>
        rows[at] && column === MODELS[model] ? { name: rows[at].label, source: sourceOf(rows[at]) } : undefined,
      )}
      onPick={(at) => {
        const row = rows[at];
        if (row) ask(withFilter(asked.question, 'channel', row.key));
      }}
    />
  );
}
