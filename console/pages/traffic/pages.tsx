// The pages of visits: how often they are viewed, where visits begin and end, and what became of visits that saw them.
import { Link } from 'wouter-preact';
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { count } from '../../words/format.ts';
import { beforeOf, pagesQuery, usePages } from './asked.ts';
import { VisitTable } from './table.tsx';
import { PAGE_COLUMNS, PAGE_SORTS, type PageSort } from './words.ts';

const PATH = '/api/v1/traffic/pages';
const COUNTED_TWICE = 'a conversion counts for each page that its visit viewed';
const isSort = (member: string): member is PageSort => PAGE_SORTS.some((each) => each === member);

export function Pages({ hrefOf }: { hrefOf: (tab: string, more?: Readonly<Record<string, string>>) => string }) {
  const [sort, setSort] = usePageChoice('sort', PAGE_SORTS, 'views');
  const asked = useQuestion();
  const query = pagesQuery(asked, sort);
  const answer = usePages(query);
  const choose = (member: string): void => {
    if (isSort(member)) setSort(member);
  };
  return (
    <Loaded answer={answer} lines={14}>
      {({ data, meta, ...rest }) => (
        <Panel
          title="Pages of visits"
          lead={
            meta.pages > data.rows.length
              ? `The first ${count(data.rows.length)} of ${count(meta.pages)}; ${COUNTED_TWICE}`
              : 'Press a page to see where visits went from it; a conversion counts for each page that its visit viewed'
          }
          tools={<Download path={PATH} query={query} name="traffic-pages" />}
        >
          <OutageNotice of={rest} />
          {data.rows.length === 0 ? (
            <Empty title="No page was viewed on these days." />
          ) : (
            <VisitTable
              name="Pages of visits"
              head="Page"
              columns={PAGE_COLUMNS}
              changing={['views', 'conversions']}
              sort={{ chosen: sort, choices: PAGE_SORTS, choose }}
              rows={data.rows.map(({ path, current, previous }, at) => ({
                id: path,
                of: path,
                head: <Link href={hrefOf('journeys', { from: path })}>{path}</Link>,
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
