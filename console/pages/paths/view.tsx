// Paths: in which order channels work together before a conversion, how long that takes, and who went along a path.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Download } from '../../design/csv.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { questionOf } from '../../share/question.ts';
import { Share } from '../../share/share.tsx';
import { count, duration, moneyKnown, plural, ratio } from '../../words/format.ts';
import { Customers } from './customers.tsx';
import { Classes, FlowOfPaths } from './drawings.tsx';
import type { Path } from './flow.ts';

const TRANSFORMS = {
  exposure: 'Repeats as one',
  unique: 'Every touch',
  first: 'Each channel once',
  frequency: 'With counts',
} as const;
export type Transform = keyof typeof TRANSFORMS;
const TRANSFORM_VALUES: readonly Transform[] = ['exposure', 'unique', 'first', 'frequency'];
const LIMIT = 100;

function usePathsQuery(transform: Transform) {
  const { query, question } = useQuestion();
  const { profile_id, date_from, date_to, as_of } = query;
  return {
    profile_id,
    date_from,
    date_to,
    transform,
    limit: LIMIT,
    ...(question.goal === undefined ? {} : { goal: question.goal }),
    ...(as_of === undefined ? {} : { as_of }),
  };
}

type Query = ReturnType<typeof usePathsQuery>;

const usePaths = (query: Query) =>
  useFigures(['paths', query], (signal) => unwrap(api.GET('/api/v1/attribution/paths', { params: { query }, signal })));

export default function Paths() {
  const [transform, setTransform] = usePageChoice('shown', TRANSFORM_VALUES, 'exposure');
  const query = usePathsQuery(transform);
  const answer = usePaths(query);
  return (
    <>
      <Panel
        title="First, between, last"
        lead="The thicker, the more conversions; of a longer middle each touch takes an equal part"
      >
        <FlowOf query={usePathsQuery('exposure')} />
      </Panel>
      <Loaded answer={answer} lines={10}>
        {({ data, meta, ...rest }) =>
          data.length === 0 ? (
            <Empty title="No conversion of these days has a path." />
          ) : (
            <>
              <OutageNotice of={rest} />
              <Panel
                title="Paths to the conversion"
                lead={<Totals totals={meta.totals} shown={data.length} query={query} />}
                tools={
                  <>
                    <Segments label="How repeats are shown" choices={TRANSFORMS} chosen={transform} choose={setTransform} />
                    <Share of={{ page: 'paths', question: questionOf(query) }} />
                    <Download path="/api/v1/attribution/paths" query={query} name="paths" />
                  </>
                }
              >
                <PathTable paths={data} query={query} currency={meta.currency} />
              </Panel>
              <Classes paths={data} query={query} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface TotalsProps {
  totals: Schemas['ConversionPathsAnswer']['meta']['totals'];
  shown: number;
  query: Query;
}

function Totals({ totals: { paths, conversions }, shown, query }: TotalsProps) {
  const source = (name: string) => ({ path: '/api/v1/attribution/paths', query, pointer: pointerTo('meta', 'totals', name) });
  return (
    <>
      <Figure name="Paths" source={source('paths')}>
        {plural(paths, 'path')}
      </Figure>
      ,{' '}
      <Figure name="Conversions with a path" source={source('conversions')}>
        {plural(conversions, 'conversion')}
      </Figure>
      . {paths > shown ? `The ${count(shown)} with the most conversions are shown` : 'Press a path to see who went along it'}
    </>
  );
}

function FlowOf({ query }: { query: Query }) {
  const answer = usePaths(query);
  return (
    <Loaded answer={answer} lines={10}>
      {({ data }) => (data.length === 0 ? <Empty title="Nothing flows yet." /> : <FlowOfPaths paths={data} query={query} />)}
    </Loaded>
  );
}

interface TableProps {
  paths: readonly Path[];
  query: Query;
  currency: string;
}

const SHOWN = 25;

function PathTable({ paths, query, currency }: TableProps) {
  const [opened, setOpened] = useState<Path>();
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(...paths.map(({ conversions }) => conversions), 1);
  return (
    <>
      <Scroll name="Paths">
        <table class="paths-table">
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Conversions</th>
              <th scope="col">Revenue</th>
              <th scope="col">Touches on the path</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {paths.slice(0, isWhole ? paths.length : SHOWN).map((path, at) => (
              <PathRow
                key={path.path.join('>')}
                path={path}
                at={at}
                most={most}
                query={query}
                currency={currency}
                open={() => setOpened(path)}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
      {!isWhole && paths.length > SHOWN && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          Show all {paths.length}
        </button>
      )}
      {opened && (
        <Dialog title="Who went along this path" kind="drawer" onClose={() => setOpened(undefined)}>
          <PathOf path={opened.path} />
          <Customers path={opened.path} query={query} />
        </Dialog>
      )}
    </>
  );
}

interface RowProps extends Pick<TableProps, 'query' | 'currency'> {
  path: Path;
  /** Its place in the answer. */
  at: number;
  most: number;
  open: () => void;
}

function PathRow({ path, at, most, query, currency, open }: RowProps) {
  const source = (name: string) => ({ path: '/api/v1/attribution/paths', query, pointer: pointerTo('data', at, name) });
  return (
    <tr>
      <th scope="row" class="name">
        <button type="button" class="paths-path" onClick={open}>
          <PathOf path={path.path} />
        </button>
      </th>
      <td>
        <meter class="paths-share" min={0} max={most} value={path.conversions} aria-hidden="true" />
        <Figure name="Conversions of the path" source={source('conversions')}>
          {count(path.conversions)}
        </Figure>
      </td>
      <td>
        <Figure name="Revenue of the path" source={source('revenue')}>
          {moneyKnown(path.revenue, currency)}
        </Figure>
      </td>
      <td>
        <Figure name="Touches of the path" source={source('avg_touches')}>
          {ratio(path.avg_touches)}
        </Figure>
      </td>
      <td>
        <Figure name="Time along the path" source={source('avg_time_to_complete_seconds')}>
          {duration(path.avg_time_to_complete_seconds)}
        </Figure>
      </td>
    </tr>
  );
}

const PathOf = ({ path }: { path: readonly string[] }) => (
  <span class="paths-steps">
    {path.map((channel, at) => (
      <span key={at} class="paths-step">
        {at > 0 && <span class="soft">›</span>}
        <Channel name={channel} />
      </span>
    ))}
  </span>
);
