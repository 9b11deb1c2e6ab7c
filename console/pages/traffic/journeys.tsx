// Journeys: in which order visits viewed pages, from their first one or from a chosen one.
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { usePageChoice, usePageParam } from '../../question/page-param.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { count } from '../../words/format.ts';
import { beforeOf, journeysQuery, useJourneys } from './asked.ts';
import { VisitTable } from './table.tsx';
import { JOURNEY_COLUMNS } from './words.ts';

const PATH = '/api/v1/traffic/journeys';
const LENGTHS = { '2': '2 pages', '3': '3 pages', '4': '4 pages', '6': '6 pages' } as const;
const LENGTH_VALUES = ['2', '3', '4', '6'] as const;

const Steps = ({ pages }: { pages: readonly string[] }) => (
  <ol class="traffic-steps">
    {pages.map((page, step) => (
      <li key={`${step} ${page}`}>{page}</li>
    ))}
  </ol>
);

export function Journeys() {
  const [length, setLength] = usePageChoice('pages', LENGTH_VALUES, '4');
  const [from, setFrom] = usePageParam('from', '');
  const asked = useQuestion();
  const query = journeysQuery(asked, Number(length), from);
  const answer = useJourneys(query);
  return (
    <Loaded answer={answer} lines={14}>
      {({ data, meta, ...rest }) => (
        <Panel
          title={from === '' ? 'From the first page of visits' : `From ${from}`}
          lead={
            meta.journeys > data.rows.length
              ? `The ${count(data.rows.length)} most frequent of ${count(meta.journeys)} sequences of pages`
              : 'The most frequent sequences first; a page that is viewed again at once is one step'
          }
          tools={
            <>
              <Segments label="Pages of a sequence" choices={LENGTHS} chosen={length} choose={setLength} />
              <Download path={PATH} query={query} name="traffic-journeys" />
            </>
          }
        >
          <OutageNotice of={rest} />
          {from !== '' && (
            <button type="button" class="button" onClick={() => setFrom('')}>
              From the first page instead
            </button>
          )}
          {data.rows.length === 0 ? (
            <Empty title="No visit viewed such pages on these days." />
          ) : (
            <VisitTable
              name="Journeys of visits"
              head="Pages in order"
              columns={JOURNEY_COLUMNS}
              changing={['visits']}
              rows={data.rows.map(({ pages, current, previous }, at) => ({
                id: pages.join('\n'),
                of: pages.join(' › '),
                head: <Steps pages={pages} />,
                figures: current,
                place: { path: PATH, query, pointer: `/data/rows/${at}/current` },
                before: beforeOf(asked, {
                  figures: previous,
                  place: { path: PATH, query, pointer: `/data/rows/${at}/previous` },
                }),
              }))}
            />
          )}
        </Panel>
      )}
    </Loaded>
  );
}
