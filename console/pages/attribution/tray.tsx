// Up to six rows of any level side by side: each under every model, with the interval of chance of the chosen one.

import { DotStrip } from '../../charts/dots.tsx';
import { Forest } from '../../charts/forest.tsx';
import { toneOf } from '../../design/channels.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { MODELS, type Model } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure, figureCell } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, money, percent, ratio, shortMoney } from '../../words/format.ts';
import { ALL_MODELS, amountOf, hasMoney, intervalOf, type Leaf, type PickedRow, usePicked } from './levels.ts';

interface TrayProps {
  picked: readonly string[];
  setPicked: (names: readonly string[]) => void;
  leaf: Leaf;
  model: Model;
}

/** Two rows may have one label; their place makes them different. */
const titleOf = ({ path, row }: PickedRow): string => [...path.slice(0, -1), row.label].slice(-2).join(' ▸ ');

export function Tray({ picked, setPicked, leaf, model }: TrayProps) {
  const { question } = useQuestion();
  const answer = usePicked(picked, leaf);
  return (
    <Panel
      title="Compared"
      lead={
        question.hasIntervals
          ? `Revenue under ${MODELS[model].toLowerCase()} with its 95 % interval of chance`
          : `Revenue under ${MODELS[model].toLowerCase()}; turn intervals on to see how sure it is`
      }
      tools={
        <button type="button" class="button" onClick={() => setPicked([])}>
          Compare none
        </button>
      }
    >
      <Loaded answer={answer} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="soft">These rows earned and cost nothing in these days.</p>
          ) : (
            <Compared rows={rows} model={model} remove={(name) => setPicked(picked.filter((each) => each !== name))} />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface ComparedProps {
  rows: readonly PickedRow[];
  model: Model;
  remove: (name: string) => void;
}

interface Shown extends ComparedProps {
  isMoney: boolean;
  currency: string;
  show: (value: number) => string;
}

function Compared(props: ComparedProps) {
  const [first] = props.rows;
  if (!first) return null;
  const { currency } = first.answer.meta;
  const isMoney = hasMoney(first.answer);
  const show = (value: number): string => (isMoney ? money(value, currency) : credit(value));
  const shown = { ...props, isMoney, currency, show };
  return (
    <div class="columns">
      <Intervals {...shown} />
      <ComparedTable {...shown} />
    </div>
  );
}

const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** A figure of a row in the answer of its level. */
const sourceOf = ({ index, query }: PickedRow, ...parts: string[]) => ({
  path: '/api/v1/attribution',
  query,
  pointer: pointerTo('data', 'rows', index, ...parts),
});

function Intervals({ rows, model, isMoney, currency }: Shown) {
  const member = isMoney ? 'revenue' : 'conversions';
  return (
    <Forest
      title="Compared rows"
      description={`${MODELS[model]} with intervals, a row each.`}
      estimates={rows.map((each) => {
        const interval = intervalOf(each.answer, sourceOf(each, 'models', model, member).pointer);
        return {
          name: titleOf(each),
          value: amountOf(each.row, model, isMoney),
          tone: toneOf(each.path[0] ?? ''),
          low: numberOrNull(interval?.low),
          high: numberOrNull(interval?.high),
        };
      })}
      format={(value) => (isMoney ? shortMoney(value, currency) : credit(value))}
      cell={figureCell((at, column) => {
        const each = rows[at];
        return each && column === 'Estimate'
          ? { name: titleOf(each), source: sourceOf(each, 'models', model, member) }
          : undefined;
      })}
    />
  );
}

function ComparedTable({ rows, model, isMoney, show, remove }: Shown) {
  const high = Math.max(...rows.flatMap(({ row }) => ALL_MODELS.map((each) => amountOf(row, each, isMoney))), 0);
  return (
    <Scroll name="Compared rows">
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">{isMoney ? 'Revenue' : 'Conversions'}</th>
            <th scope="col">ROAS</th>
            <th scope="col" class="text">
              Nine models
            </th>
            <th scope="col">Disagreement</th>
            <th scope="col">
              <span class="only-read">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <ComparedRow key={each.name} each={each} model={model} isMoney={isMoney} show={show} remove={remove} high={high} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface RowProps extends Pick<Shown, 'model' | 'isMoney' | 'show' | 'remove'> {
  each: PickedRow;
  high: number;
}

function ComparedRow({ each, model, isMoney, show, remove, high }: RowProps) {
  const roas = each.row.models[model]?.roas ?? null;
  return (
    <tr>
      <th scope="row" class="name">
        {titleOf(each)}
      </th>
      <td>
        <Figure
          name={`${isMoney ? 'Revenue' : 'Conversions'} of ${titleOf(each)}`}
          source={sourceOf(each, 'models', model, isMoney ? 'revenue' : 'conversions')}
        >
          {show(amountOf(each.row, model, isMoney))}
        </Figure>
      </td>
      <td>
        {roas === null ? (
          '—'
        ) : (
          <Figure name={`ROAS of ${titleOf(each)}`} source={sourceOf(each, 'models', model, 'roas')}>
            {ratio(roas)}
          </Figure>
        )}
      </td>
      <td class="text">
        <DotStrip
          dots={ALL_MODELS.map((name) => ({ name: MODELS[name], value: amountOf(each.row, name, isMoney) }))}
          chosen={MODELS[model]}
          extent={{ low: 0, high }}
          format={show}
          label={titleOf(each)}
          tone={toneOf(each.path[0] ?? '')}
        />
      </td>
      <td>
        <Figure name={`Disagreement of the models about ${titleOf(each)}`} source={sourceOf(each, 'disagreement')}>
          {percent(each.row.disagreement)}
        </Figure>
      </td>
      <td>
        <button
          type="button"
          class="icon-button"
          aria-label={`Do not compare ${titleOf(each)}`}
          onClick={() => remove(each.name)}
        >
          ×
        </button>
      </td>
    </tr>
  );
}
