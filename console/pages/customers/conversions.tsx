// The conversions of the period, a row each, page by page.

import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { DownloadList } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { type SortChoice, SortHead } from '../../design/sort-head.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { useGoals } from '../../question/goal.ts';
import { usePageParam } from '../../question/page-param.ts';
import { DIMENSIONS } from '../../question/question.ts';
import { modesOfOrigins, type OriginMode, useFigures, useQuestion } from '../../question/use-question.tsx';
import { count, duration, moment, moneyKnown, days as written } from '../../words/format.ts';
import { useHere } from './here.ts';
import { HiddenPeople } from './hidden-people.tsx';

/** By what the service sorts the whole list, with the order of a first press. */
const SORTS = {
  conversion_time: 'newest first',
  revenue: 'highest value first',
  time_to_complete: 'longest way first',
  conversion_count: 'most conversions first',
  touch_count: 'most touches first',
} as const;
type Sort = keyof typeof SORTS;
const RISING: Readonly<Record<Sort, string>> = {
  conversion_time: 'oldest first',
  revenue: 'lowest value first',
  time_to_complete: 'shortest way first',
  conversion_count: 'fewest conversions first',
  touch_count: 'fewest touches first',
};
const SORT_NAMES: readonly Sort[] = ['conversion_time', 'revenue', 'time_to_complete', 'conversion_count', 'touch_count'];

/** In the address: the value, with `-` before it for the least or oldest first. */
function useSort(): SortChoice<Sort> {
  const [text, set] = usePageParam('sort', 'conversion_time');
  const sort = SORT_NAMES.find((name) => name === text.replace('-', '')) ?? 'conversion_time';
  const isRising = text.startsWith('-');
  return { sort, order: isRising ? 'asc' : 'desc', turn: (name) => set(name === sort && !isRising ? `-${name}` : name) };
}

/** Dimensions by which the list cannot be filtered. */
const UNUSED = ['medium', 'device', 'country'] as const;

type Row = Schemas['CustomerRow'];
const ROWS = 50;

export function Conversions() {
  const { query, days, question } = useQuestion();
  const { chosen: goal } = useGoals(question.goal);
  const { profile_id, date_from, date_to, model, channel, source, campaign } = query;
  const { filter_modes } = modesOfOrigins(query);
  const choice = useSort();
  const { sort, order } = choice;
  const isNarrowed = (channel ?? source ?? campaign ?? filter_modes) !== undefined;
  const asked = {
    profile_id,
    date_from,
    date_to,
    goal: goal?.conversion_key ?? '',
    ...(channel === undefined ? {} : { channel }),
    ...(source === undefined ? {} : { source }),
    ...(campaign === undefined ? {} : { campaign }),
    ...(filter_modes === undefined ? {} : { filter_modes }),
    ...(model === undefined || !isNarrowed ? {} : { model }),
    sort,
    order,
  };
  const names = UNUSED.filter((dimension) => question.filters[dimension] !== undefined).map((dimension) => DIMENSIONS[dimension]);
  return (
    <Panel
      title={goal ? goal.name : 'Conversions'}
      lead={`${written(days.from, days.to)}, ${(order === 'asc' ? RISING : SORTS)[sort]}`}
      tools={
        goal && (
          <DownloadList path="/api/v1/customers" query={asked} cursorOf={cursorOf} name={`customers-${days.from}-${days.to}`} />
        )
      }
    >
      {names.length > 0 && (
        <p class="notice">This list has no filter by {names.join(', ').toLowerCase()}; these are left out of it.</p>
      )}
      {goal && <Pages key={JSON.stringify(asked)} asked={asked} choice={choice} />}
    </Panel>
  );
}

interface Cursor {
  cursor_time: string;
  cursor_id: string;
  cursor_value?: string;
}

type AskedRows = {
  profile_id: string;
  date_from: string;
  date_to: string;
  goal: string;
  channel?: string;
  source?: string;
  campaign?: string;
  filter_modes?: OriginMode[];
  sort: Sort;
  order: 'asc' | 'desc';
};

/** Pages below one another; each asks for the next when it is wanted. */
function Pages({ asked, choice }: { asked: AskedRows; choice: SortChoice<Sort> }) {
  const [cursors, setCursors] = useState<readonly (Cursor | undefined)[]>([undefined]);
  return (
    <>
      {cursors.map((cursor, at) => (
        <RowsPage
          key={cursor?.cursor_id ?? 'first'}
          asked={asked}
          choice={choice}
          cursor={cursor}
          more={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </>
  );
}

interface RowsPageProps {
  asked: AskedRows;
  choice: SortChoice<Sort>;
  cursor: Cursor | undefined;
  more: ((cursor: Cursor) => void) | undefined;
}

function RowsPage({ asked, choice, cursor, more }: RowsPageProps) {
  const query = { ...asked, ...cursor, limit: ROWS };
  const answer = useFigures(['customers', query], (signal) =>
    unwrap(api.GET('/api/v1/customers', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <HiddenPeople error={answer.error} />;
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, meta, pagination, warnings }) => (
        <>
          {data.length === 0 && cursor === undefined && (
            <Empty title="Nobody converted in these days.">
              <p>Choose a longer period or another goal.</p>
            </Empty>
          )}
          {data.length > 0 && <Rows rows={data} currency={meta.currency} choice={choice} />}
          {cursor === undefined && <Warnings of={warnings} isNote />}
          {more && pagination.has_next && pagination.cursor !== null && (
            <button type="button" class="button" onClick={() => more(cursorOf(pagination.cursor ?? ''))}>
              Show more
            </button>
          )}
        </>
      )}
    </Loaded>
  );
}

function cursorOf(text: string) {
  const [cursor_time = '', cursor_id = '', cursor_value] = text.split('|');
  return { cursor_time, cursor_id, ...(cursor_value === undefined ? {} : { cursor_value }) };
}

interface RowsProps {
  rows: readonly Row[];
  currency: string;
  choice: SortChoice<Sort>;
}

function Rows({ rows, currency, choice }: RowsProps) {
  const { timezone } = useProfile();
  const { hrefOf } = useHere();
  const hasCredit = rows.some(({ credit }) => credit !== undefined);
  return (
    <Scroll name="Conversions and their customers">
      <table class="customers-list">
        <caption class="only-read">Conversions and their customers</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <SortHead choice={choice} sort="revenue" text="Value" />
            <SortHead choice={choice} sort="touch_count" text="Way to the conversion" isText />
            {hasCredit && <th scope="col">Credit</th>}
            <SortHead choice={choice} sort="time_to_complete" text="Time to it" />
            <SortHead choice={choice} sort="conversion_count" text="Conversions" />
            <th scope="col">Lifetime</th>
            <SortHead choice={choice} sort="conversion_time" text="When" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.conversion_id}>
              <th scope="row" class="name">
                <Link href={hrefOf(row.customer_profile_id, row.conversion_id)}>
                  {row.name ?? row.email ?? 'Unidentified visitor'}
                </Link>
                <span class="second-line">{row.name === null ? null : row.email}</span>
              </th>
              <td>{moneyKnown(row.revenue, currency)}</td>
              <td class="text">
                <Way channels={row.touch_channels} touches={row.touch_count} />
              </td>
              {hasCredit && <td>{row.credit === undefined ? '' : `${Math.round(row.credit * 100)} %`}</td>}
              <td>{row.touch_count === 0 ? '–' : duration(row.time_to_complete_seconds)}</td>
              <td>{count(row.conversion_count)}</td>
              <td>{moneyKnown(row.total_revenue, currency)}</td>
              <td>{moment(row.conversion_time, timezone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const SHOWN = 4;

/** The channels in the order in which they first appeared. */
function Way({ channels, touches }: { channels: readonly string[]; touches: number }) {
  if (touches === 0) return <span class="soft">No known touch</span>;
  return (
    <span class="customers-way">
      {channels.slice(0, SHOWN).map((name) => (
        <Channel key={name} name={name} />
      ))}
      <span class="soft">
        {channels.length > SHOWN ? `and ${channels.length - SHOWN} more, ` : ''}
        {touches === 1 ? '1 touch before it' : `${touches} touches before it`}
      </span>
    </span>
  );
}
