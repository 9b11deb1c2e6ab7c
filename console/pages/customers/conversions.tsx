// The conversions of the period, a row each, page by page.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { DownloadList } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useGoals } from '../../question/goal.ts';
import { DIMENSIONS } from '../../question/question.ts';
import { modesOfOrigins, type OriginMode, useFigures, useQuestion } from '../../question/use-question.tsx';
import { count, duration, moment, moneyKnown, days as written } from '../../words/format.ts';
import { useHere } from './here.ts';
import { HiddenPeople } from './hidden-people.tsx';

/** Dimensions by which the list cannot be filtered. */
const UNUSED = ['medium', 'device', 'country'] as const;

type Row = Schemas['CustomerRow'];
const ROWS = 50;

export function Conversions() {
  const { query, days, question } = useQuestion();
  const { chosen: goal } = useGoals(question.goal);
  const { profile_id, date_from, date_to, model, channel, source, campaign } = query;
  const { filter_modes } = modesOfOrigins(query);
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
  };
  const names = UNUSED.filter((dimension) => question.filters[dimension] !== undefined).map((dimension) => DIMENSIONS[dimension]);
  return (
    <Panel
      title={goal ? goal.name : 'Conversions'}
      lead={`${written(days.from, days.to)}, newest first`}
      tools={
        goal && (
          <DownloadList path="/api/v1/customers" query={asked} cursorOf={cursorOf} name={`customers-${days.from}-${days.to}`} />
        )
      }
    >
      {names.length > 0 && (
        <p class="notice">This list has no filter by {names.join(', ').toLowerCase()}; these are left out of it.</p>
      )}
      {goal && <Pages key={JSON.stringify(asked)} asked={asked} />}
    </Panel>
  );
}

interface Cursor {
  cursor_time: string;
  cursor_id: string;
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
};

/** Pages below one another; each asks for the next when it is wanted. */
function Pages({ asked }: { asked: AskedRows }) {
  const [cursors, setCursors] = useState<readonly (Cursor | undefined)[]>([undefined]);
  return (
    <>
      {cursors.map((cursor, at) => (
        <RowsPage
          key={cursor?.cursor_id ?? 'first'}
          asked={asked}
          cursor={cursor}
          more={at === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </>
  );
}

interface RowsPageProps {
  asked: AskedRows;
  cursor: Cursor | undefined;
  more: ((cursor: Cursor) => void) | undefined;
}

function RowsPage({ asked, cursor, more }: RowsPageProps) {
  const query = { ...asked, ...cursor, limit: ROWS };
  const answer = useFigures(['customers', query], (signal) =>
    unwrap(api.GET('/api/v1/customers', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <HiddenPeople error={answer.error} />;
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, meta, pagination, warnings = [] }) => (
        <>
          {data.length === 0 && cursor === undefined && (
            <Empty title="Nobody converted in these days.">
              <p>Choose a longer period or another goal.</p>
            </Empty>
          )}
          {data.length > 0 && <Rows rows={data} currency={meta.currency} />}
          {cursor === undefined &&
            warnings.map(({ code, message }) => (
              <p key={code} class="note">
                {message}
              </p>
            ))}
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
  const [cursor_time = '', cursor_id = ''] = text.split('|');
  return { cursor_time, cursor_id };
}

function Rows({ rows, currency }: { rows: readonly Row[]; currency: string }) {
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
            <th scope="col">Value</th>
            <th scope="col" class="text">
              Way to the conversion
            </th>
            {hasCredit && <th scope="col">Credit</th>}
            <th scope="col">Time to it</th>
            <th scope="col">Conversions</th>
            <th scope="col">Lifetime</th>
            <th scope="col">When</th>
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
