// Visits by where they came from and on what: one dimension at a time, sorted by a figure. A press on a key keeps only its visits.
import type { Schemas } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { DIMENSION_NAMES } from '../../question/question.ts';
import { useAsk, useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import type { SourceQuery } from '../../receipts/source.ts';
import { count, credit } from '../../words/format.ts';
import { type Choice, type Comparing, trafficQuery, useComparing, useTraffic } from './asked.ts';
import { type Row, VisitTable } from './table.tsx';
import { Tiles } from './tiles.tsx';
import { COLUMNS, DIMENSION_VALUES, DIMENSIONS, type Dimension, nameOf, SORTS, type Sort } from './words.ts';

const isSort = (member: string): member is Sort => SORTS.some((each) => each === member);

export function Sources() {
  const [dimension, setDimension] = usePageChoice('by', DIMENSION_VALUES, 'channel');
  const [sort, setSort] = usePageChoice('sort', SORTS, 'visits');
  const choice = { dimension, sort };
  const query = trafficQuery(useQuestion(), choice);
  const answer = useTraffic(query);
  const choose = (member: string): void => {
    if (isSort(member)) setSort(member);
  };
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
              <VisitTable
                key={dimension}
                name={`Visits by ${DIMENSIONS[dimension].toLowerCase()}`}
                head={DIMENSIONS[dimension]}
                columns={COLUMNS}
                changing={['visits', 'conversions']}
                sort={{ chosen: sort, choices: SORTS, choose }}
                rows={rowsOf({ rows: found.data.rows, choice, query: { ...query }, comparing })}
              />
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

interface RowsProps {
  rows: readonly Schemas['TrafficRow'][];
  choice: Choice;
  query: SourceQuery;
  comparing: Comparing;
}

/** Each key with a bar of the figure by which rows are sorted. */
function rowsOf({ rows, choice: { dimension, sort }, query, comparing }: RowsProps): Row[] {
  const most = Math.max(...rows.map(({ current }) => Number(current[sort] ?? 0)), 1);
  return rows.map(({ key, current }, at) => ({
    id: key,
    of: nameOf(dimension, key),
    figures: current,
    before: comparing.before(key),
    place: { path: '/api/v1/traffic', query, pointer: `/data/rows/${at}/current` },
    head: (
      <>
        <Key dimension={dimension} name={key} />
        <meter class="traffic-share" min={0} max={most} value={Number(current[sort] ?? 0)} aria-hidden="true" />
      </>
    ),
  }));
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
