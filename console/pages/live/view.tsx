// Live: what arrived in the last half hour, by channel and one by one, asked again every ten seconds.
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { Channel } from '../../design/channel.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { count, moment, plural } from '../../words/format.ts';
import { clockIn } from '../../words/zoned.ts';
import { byChannel, type Event, isOfServer, MINUTES, MOST, useNewest, useRecent } from './recent.ts';

const SHOWN = 60;

export default function Live() {
  const answer = useRecent();
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, pagination }) =>
        data.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <Summary events={data} hasMore={pagination.has_next} />
            <Channels events={data} />
            <Events
              title="From your servers"
              lead="Purchases and other outcomes that your servers report; a profile's definitions decide which are counted"
              events={data.filter(isOfServer)}
              none="No server sent anything in these minutes."
            />
            <Events
              title="From browsers"
              lead="The newest first"
              events={data.filter((event) => !isOfServer(event))}
              none="No browser sent anything in these minutes."
            />
          </>
        )
      }
    </Loaded>
  );
}

function Nothing() {
  const { id } = usePlace();
  const newest = useNewest();
  return (
    <>
      <Empty title={`Nothing happened in the last ${MINUTES} minutes.`}>
        <p>
          Open your site in another window and look here again: its visit appears in less than a minute. If it does not,{' '}
          <Link href={`/console/${id}/tracker`}>check the tracker</Link>.
        </p>
      </Empty>
      <Loaded answer={newest} lines={10}>
        {({ data }) =>
          data.length > 0 && (
            <Events title="The newest events before" lead={`Older than ${MINUTES} minutes`} events={data} none="" />
          )
        }
      </Loaded>
    </>
  );
}

function Summary({ events, hasMore }: { events: readonly Event[]; hasMore: boolean }) {
  const people = events.filter(({ is_excluded }) => !is_excluded);
  const visitors = new Set(people.flatMap(({ visitor_id }) => (visitor_id === null ? [] : [visitor_id]))).size;
  const excluded = events.length - people.length;
  return (
    <p class="live-summary">
      <b>{plural(people.length, 'event')}</b> of <b>{plural(visitors, 'visitor')}</b> in the last {MINUTES} minutes
      {excluded > 0 && <span class="soft">, and {plural(excluded, 'event')} of bots or internal traffic</span>}
      {hasMore && <span class="soft">. Only the newest {count(MOST)} events are read.</span>}
    </p>
  );
}

function Channels({ events }: { events: readonly Event[] }) {
  const rows = byChannel(events);
  const most = Math.max(...rows.map((row) => row.events), 1);
  if (rows.length === 0) return null;
  return (
    <Panel title="By channel" lead="Of each event's own evidence; later pages of a visit name no channel">
      <Scroll label="Events by channel">
        <table class="live-channels">
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">
                <span class="only-read">Share</span>
              </th>
              <th scope="col">Events</th>
              <th scope="col">Page views</th>
              <th scope="col">Visitors</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.channel ?? ''}>
                <th scope="row">
                  {row.channel === null ? <span class="soft">None named</span> : <Channel name={row.channel} />}
                </th>
                <td>
                  <meter max={most} value={row.events} aria-label={`Events of ${row.channel ?? 'no channel'}`} />
                </td>
                <td>{count(row.events)}</td>
                <td>{count(row.pageViews)}</td>
                <td>{count(row.visitors)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

interface EventsProps {
  title: string;
  lead: string;
  events: readonly Event[];
  none: string;
}

function Events({ title, lead, events, none }: EventsProps) {
  return (
    <Panel title={title} lead={lead}>
      {events.length === 0 ? (
        <p class="soft">{none}</p>
      ) : (
        <Scroll label={`Table: ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col" class="text">
                  Event
                </th>
                <th scope="col" class="text">
                  Channel
                </th>
                <th scope="col" class="text">
                  Page
                </th>
                <th scope="col" class="text">
                  Visitor
                </th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {events.slice(0, SHOWN).map((event) => (
                <EventRow key={event.event_id} event={event} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {events.length > SHOWN && (
        <p class="note">
          The newest {SHOWN} of {count(events.length)}.
        </p>
      )}
    </Panel>
  );
}

const Scroll = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <section class="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
);

/** Of the last half hour by the second, before that with the day. */
function clock(iso: string, timezone: string): string {
  if (Date.now() - Date.parse(iso) > MINUTES * 60_000) return moment(iso, timezone);
  return clockIn(timezone, iso, 'medium');
}

function EventRow({ event }: { event: Event }) {
  const { timezone } = useProfile();
  const { event_time, event_name, channel, source, host, path, device, country, is_excluded, value_amount, currency } = event;
  return (
    <tr class={is_excluded ? 'live-excluded' : undefined}>
      <td>{clock(event_time, timezone)}</td>
      <td class="text">
        {event_name}
        {is_excluded && <span class="second-line">Bot or internal, not counted</span>}
      </td>
      <td class="text">
        {channel === null ? <span class="soft">–</span> : <Channel name={channel} />}
        {source !== null && <span class="second-line">{source}</span>}
      </td>
      <td class="name text">{host === null && path === null ? '–' : `${host ?? ''}${path ?? ''}`}</td>
      <td class="text">{[device, country].filter((part) => part !== null).join(', ') || '–'}</td>
      <td>{value_amount === null ? '' : `${value_amount.replace(/(\.\d{2}\d*?)0+$/, '$1')} ${currency ?? ''}`}</td>
    </tr>
  );
}
