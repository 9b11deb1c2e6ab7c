// Visits by where they came from and on what: one dimension at a time, sorted by a figure. A press on a key keeps only its visits.
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { DIMENSION_NAMES } from '../../question/question.ts';
import { useAsk, useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import type { SourceQuery } from '../../receipts/source.ts';
import { count, credit } from '../../words/format.ts';
import { type Choice, type Comparing, trafficQuery, useComparing, useTraffic } from './asked.ts';
import { VisitChange, VisitFigure } from './figures.tsx';
import { Tiles } from './tiles.tsx';
import { COLUMNS, DIMENSION_VALUES, DIMENSIONS, type Dimension, nameOf, SORTS, type Sort } from './words.ts';

const SHOWN = 20;

export function Sources() {
  const [dimension, setDimension] = usePageChoice('by', DIMENSION_VALUES, 'channel');
  const [sort, setSort] = usePageChoice('sort', SORTS, 'visits');
  const choice = { dimension, sort };
  const query = trafficQuery(useQuestion(), choice);
  const answer = useTraffic(query);
  const comparing = useComparing(choice, answer.data);
  return (
    <Loaded answer={answer} lines={14}>
      {(found) => (
        <>
          <OutageNotice of={found} />
          <Tiles answer={found} comparing={comparing} query={{ ...query }} />
          <Panel
            title="Where visits came from"
            lead={<Lead answer={found} query={{ ...query }} />}
            tools={<Download path="/api/v1/traffic" query={{ ...query }} name={`traffic-${dimension}`} />}
          >
            <Dimensions chosen={dimension} choose={setDimension} />
            {found.data.rows.length === 0 ? (
              <Empty title="No visit and no conversion on these days." />
            ) : (
              <Table key={dimension} rows={found.data.rows} {...{ choice, query: { ...query }, comparing, setSort }} />
            )}
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function Dimensions({ chosen, choose }: { chosen: Dimension; choose: (dimension: Dimension) => void }) {
  return (
    <fieldset class="traffic-dimensions">
      <legend class="only-read">Rows by</legend>
      {DIMENSION_VALUES.map((each) => (
        <button key={each} type="button" class="control" aria-pressed={each === chosen} onClick={() => choose(each)}>
          {DIMENSIONS[each]}
        </button>
      ))}
    </fieldset>
  );
}

function Lead({ answer: { data, meta }, query }: { answer: Schemas['TrafficAnswer']; query: SourceQuery }) {
  const { conversions } = data.unattributed.current;
  const source = { path: '/api/v1/traffic', query, pointer: '/data/unattributed/current/conversions' };
  return (
    <>
      {meta.keys !== null && meta.keys > data.rows.length ? `The first ${count(data.rows.length)} of ${count(meta.keys)}. ` : ''}
      {conversions === null || Number(conversions) === 0 ? (
        'Conversions follow the credited touch; all others the arrival of the visit'
      ) : (
        <>
          <Figure name="Conversions without a touch" source={source}>
            {credit(conversions)}
          </Figure>{' '}
          of the conversions have no touch and are in no row
        </>
      )}
    </>
  );
}

interface TableProps {
  rows: readonly Schemas['TrafficRow'][];
  choice: Choice;
  query: SourceQuery;
  comparing: Comparing;
  setSort: (sort: Sort) => void;
}

const isSort = (member: string): member is Sort => SORTS.some((each) => each === member);

function Table({ rows, choice, query, comparing, setSort }: TableProps) {
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(...rows.map(({ current }) => Number(current[choice.sort] ?? 0)), 1);
  return (
    <>
      <Scroll name={`Visits by ${DIMENSIONS[choice.dimension].toLowerCase()}`}>
        <table class="traffic-table">
          <thead>
            <tr>
              <th scope="col">{DIMENSIONS[choice.dimension]}</th>
              {COLUMNS.map(({ member, text }) => (
                <th key={member} scope="col" aria-sort={member === choice.sort ? 'descending' : undefined}>
                  {isSort(member) ? (
                    <button type="button" class="sort" onClick={() => setSort(member)}>
                      {text}
                      <span aria-hidden="true">{member === choice.sort ? ' ↓' : ''}</span>
                    </button>
                  ) : (
                    text
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, isWhole ? rows.length : SHOWN).map((row, at) => (
              <Row key={row.key} {...{ row, at, most, choice, query, comparing }} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {!isWhole && rows.length > SHOWN && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          Show all {count(rows.length)}
        </button>
      )}
    </>
  );
}

interface RowProps extends Omit<TableProps, 'rows' | 'setSort'> {
  row: Schemas['TrafficRow'];
  /** Its place in the answer. */
  at: number;
  most: number;
}

/** The columns that say how they changed; all of them would be too much to read. */
const CHANGING: readonly string[] = ['visits', 'conversions'];

function Row({ row: { key, current: figures }, at, most, choice, query, comparing }: RowProps) {
  const of = nameOf(choice.dimension, key);
  const place = { query, pointer: `/data/rows/${at}/current` };
  const before = comparing.before(key);
  return (
    <tr>
      <th scope="row" class="name">
        <Key dimension={choice.dimension} name={key} />
        <meter class="traffic-share" min={0} max={most} value={Number(figures[choice.sort] ?? 0)} aria-hidden="true" />
      </th>
      {COLUMNS.map(({ member }) => (
        <td key={member}>
          <VisitFigure {...{ member, of, figures, place }} />
          {CHANGING.includes(member) && <VisitChange {...{ member, of, figures, place, before }} />}
        </td>
      ))}
    </tr>
  );
}

const NOTHING = ['(none)', '(unknown)'];

/** A key that the filters know: a press on it keeps its visits alone. */
function Key({ dimension, name }: { dimension: Dimension; name: string }) {
  const { question } = useQuestion();
  const ask = useAsk();
  const shown = dimension === 'channel' ? <Channel name={name} /> : nameOf(dimension, name);
  const filter = DIMENSION_NAMES.find((each) => each === dimension);
  if (filter === undefined) return <span class="traffic-key">{shown}</span>;
  const isNothing = NOTHING.includes(name);
  const { [filter]: _, ...modes } = question.modes;
  const press = (): void =>
    ask({
      filters: { ...question.filters, [filter]: isNothing ? '' : name },
      modes: isNothing ? { ...modes, [filter]: 'is_empty' } : modes,
    });
  return (
    <button type="button" class="traffic-key" title="Keep only these visits" onClick={press}>
      {shown}
    </button>
  );
}
