// Everything a person did, by day in the profile's time zone; pages of one visit are one line that opens.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { money, plural } from '../../words/format.ts';
import { clockIn } from '../../words/zoned.ts';
import { type JourneyDay, type Stretch, stretchesByDay } from './stretches.ts';

type Event = Schemas['JourneyEvent'];
const ROWS = 100;

export function Journey({ id }: { id: string }) {
  const { profile_id, timezone } = useProfile();
  const [pages, setPages] = useState(1);
  const offsets = Array.from({ length: pages }, (_, at) => at * ROWS);
  const key = ['journey', 'events', id, profile_id, pages];
  const answer = useFigures(key, async (signal) => {
    const answers = await Promise.all(
      offsets.map((offset) =>
        unwrap(
          api.GET('/api/v1/customers/{id}/journey', {
            params: { path: { id }, query: { profile_id, offset, limit: ROWS } },
            signal,
          }),
        ),
      ),
    );
    return { events: answers.flatMap(({ data }) => data.events), total: answers[0]?.data.total_count ?? 0 };
  });
  return (
    <Panel title="Journey" lead={answer.data ? plural(answer.data.total, 'event') : undefined}>
      <Loaded answer={answer} lines={10}>
        {({ events, total }) => (
          <>
            {total === 0 && <Empty title="Nothing is known of what this person did." />}
            <ol class="customers-days">
              {stretchesByDay(events, timezone).map((day) => (
                <Day key={day.day} day={day} timezone={timezone} />
              ))}
            </ol>
            {events.length < total && (
              <button type="button" class="button" onClick={() => setPages(pages + 1)}>
                Show more
              </button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const Day = ({ day: { title, stretches }, timezone }: { day: JourneyDay<Event>; timezone: string }) => (
  <li>
    <h3>{title}</h3>
    <ol class="customers-steps">
      {stretches.map((stretch) => (
        <li key={`${stretch.first.event_time} ${stretch.first.event_type}`} class={stretch.isVisit ? '' : 'customers-outcome'}>
          <time dateTime={stretch.first.event_time}>{clockIn(timezone, stretch.first.event_time)}</time>
          {stretch.isVisit ? <Visit stretch={stretch} timezone={timezone} /> : <Outcome event={stretch.first} />}
        </li>
      ))}
    </ol>
  </li>
);

function Visit({ stretch: { first, events }, timezone }: { stretch: Stretch<Event>; timezone: string }) {
  const origin = [first.source, first.campaign].filter((part) => part !== null && part !== '').join(', ');
  const where = [first.device, first.browser, first.country].filter((part) => part !== null).join(', ');
  return (
    <details>
      <summary>
        {first.channel !== null && <Channel name={first.channel} />}
        <span class="soft"> {origin}</span>
        <span class="second-line">
          {first.path ?? first.event_name}
          {events.length > 1 ? ` and ${plural(events.length - 1, 'more event')}` : ''}
          {where === '' ? '' : `, ${where}`}
        </span>
      </summary>
      <ol class="customers-pages">
        {events.map((event, at) => (
          <li key={at}>
            <time dateTime={event.event_time}>{clockIn(timezone, event.event_time)}</time>
            <span>
              {event.event_name === 'page_view' ? '' : `${event.event_name} `}
              {event.path}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const Outcome = ({ event }: { event: Event }) => (
  <span>
    <b>{event.event_name}</b>
    {event.value_amount !== null && event.currency !== null && <span> {money(event.value_amount, event.currency)}</span>}
    {event.is_synthetic && <span class="soft"> A click that is known from an outcome alone; there was no visit.</span>}
    {event.channel !== null && (
      <span class="second-line">
        <Channel name={event.channel} />
      </span>
    )}
  </span>
);
