// The rows of attribution by one dimension, as a table and as bars under the chosen model; each figure opens its receipt.
import type { Schemas } from '../../api/client.ts';
import { BarChart } from '../../charts/bar.tsx';
import { Channel } from '../../design/channel.tsx';
import { toneOf } from '../../design/channels.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { MODELS, type Model } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure, figureCell } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, money, plural, ratio, shortMoney } from '../../words/format.ts';
import { ALL_MODELS, useOverview } from '../overview/figures.ts';
import { type Dimension, useRows, useRowsQuery } from './asked.ts';
import { DIMENSIONS } from './words.ts';

type Row = Schemas['AttributionRow'];
type Answer = Schemas['AttributionAnswer'];

const SHOWN = 10;

const amountOf = (row: Pick<Row, 'models'>, model: Model, isMoney: boolean): number => {
  const figures = row.models[model];
  return Number((isMoney ? figures?.revenue : figures?.conversions) ?? 0);
};

/** Outcomes such as leads carry no money; then their number is what can be compared. */
const hasMoney = ({ totals }: Answer['data']): boolean =>
  ALL_MODELS.some((each) => Number(totals.models[each]?.revenue ?? 0) !== 0);

function useModel(): Model {
  const { question } = useQuestion();
  const overview = useOverview();
  return question.model ?? overview.data?.meta.model ?? 'last_non_direct';
}

function largest({ data }: Answer, model: Model): Row[] {
  const isMoney = hasMoney(data);
  const spent = ({ spend }: Row): number => Number(spend ?? 0);
  return data.rows
    .toSorted((a, b) => amountOf(b, model, isMoney) - amountOf(a, model, isMoney) || spent(b) - spent(a))
    .slice(0, SHOWN);
}

const Nothing = () => <Empty title="Nothing converted in these days, and nothing was spent." />;

export function Rows({ dimension }: { dimension: Dimension }) {
  const model = useModel();
  const { one, many } = DIMENSIONS[dimension];
  return (
    <Panel title={many} lead={`Credited under ${MODELS[model].toLowerCase()}`}>
      <Loaded answer={useRows(dimension)} lines={8}>
        {(answer) => {
          const rows = largest(answer, model);
          if (rows.length === 0) return <Nothing />;
          return (
            <>
              <Scroll name={many}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{one}</th>
                      <th scope="col">Revenue</th>
                      <th scope="col">Spend</th>
                      <th scope="col">ROAS</th>
                      <th scope="col">Conversions</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <RowOf key={row.key} row={row} answer={answer} model={model} dimension={dimension} />
                    ))}
                  </tbody>
                </table>
              </Scroll>
              <Rest count={answer.data.rows.length - rows.length} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const Rest = ({ count }: { count: number }) =>
  count <= 0 ? null : <p class="soft small">{plural(count, 'smaller row')} on the page Attribution.</p>;

interface RowProps {
  row: Row;
  answer: Answer;
  model: Model;
  dimension: Dimension;
}

function RowOf({ row, answer, model, dimension }: RowProps) {
  const query = useRowsQuery(dimension);
  const { currency } = answer.meta;
  const at = answer.data.rows.indexOf(row);
  const figures = row.models[model];
  const cell = (
    name: string,
    value: string | number | null | undefined,
    parts: string[],
    text: (value: string | number) => string,
  ) =>
    value === null || value === undefined ? (
      <span class="soft">–</span>
    ) : (
      <Figure
        name={`${name} of ${row.label}`}
        source={{ path: '/api/v1/attribution', query, pointer: pointerTo('data', 'rows', at, ...parts) }}
      >
        {text(value)}
      </Figure>
    );
  const inMoney = (value: string | number): string => money(value, currency);
  return (
    <tr>
      <th scope="row" class="name">
        {dimension === 'channel' ? <Channel name={row.label} /> : <bdi>{row.label}</bdi>}
      </th>
      <td>{cell('Revenue', figures?.revenue, ['models', model, 'revenue'], inMoney)}</td>
      <td>{cell('Spend', row.spend, ['spend'], inMoney)}</td>
      <td>{cell('ROAS', figures?.roas, ['models', model, 'roas'], (value) => ratio(Number(value)))}</td>
      <td>{cell('Conversions', figures?.conversions, ['models', model, 'conversions'], credit)}</td>
    </tr>
  );
}

export function Bars({ dimension }: { dimension: Dimension }) {
  const model = useModel();
  const query = useRowsQuery(dimension);
  const { many } = DIMENSIONS[dimension];
  return (
    <Panel
      title={`${many}, with all models`}
      lead={`The bar is ${MODELS[model].toLowerCase()}, the whisker the range of all nine models`}
    >
      <Loaded answer={useRows(dimension)} lines={8}>
        {(answer) => {
          const isMoney = hasMoney(answer.data);
          const rows = largest(answer, model).filter((row) => amountOf(row, model, isMoney) !== 0);
          const { currency } = answer.meta;
          if (rows.length === 0) return <Nothing />;
          return (
            <BarChart
              title={`Credit by ${DIMENSIONS[dimension].one.toLowerCase()}`}
              description="A bar for each row under the chosen model, a whisker over the range of all models."
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
              cell={figureCell((at, column) => {
                const row = rows[at];
                if (!row || column !== MODELS[model]) return undefined;
                const parts = ['models', model, isMoney ? 'revenue' : 'conversions'];
                const pointer = pointerTo('data', 'rows', answer.data.rows.indexOf(row), ...parts);
                return { name: row.label, source: { path: '/api/v1/attribution', query, pointer } };
              })}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
