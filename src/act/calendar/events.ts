// Events of a profile's calendars, read from the providers when somebody asks and stored nowhere. One calendar that cannot be read is a warning;
// where none can, its refusal is the answer.
import { createHash } from 'node:crypto';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import type { CalendarEvent, CalendarWindow } from '../../providers/calendar-source.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { callCalendar, openCalendarToRead, refusalOfCalendar } from '../connections/index.ts';
import { placesOf } from './calendars.ts';
import type { CalendarPlace } from './places.ts';

type Shown = Answer<'listCalendarEvents'>['data'][number];
type Warning = NonNullable<Answer<'listCalendarEvents'>['warnings']>[number];

const MAX_WINDOW_MS = 90 * 86_400_000;

/** @throws ApiError `invalid_parameter`, `invalid_window` */
function windowOf({ from, to }: { from: string; to: string }): CalendarWindow {
  const window = { from: Date.parse(from), to: Date.parse(to) };
  if (window.from > window.to) throw new ApiError('invalid_parameter', 'from: is after to.');
  if (window.to - window.from > MAX_WINDOW_MS) throw new ApiError('invalid_window', 'from and to: are more than 90 days apart.');
  return window;
}

interface FoundEvent {
  place: CalendarPlace;
  event: CalendarEvent;
  /** Orders events that begin at one moment. */
  tie: string;
}

interface ReadCalendar {
  place: CalendarPlace;
  found: FoundEvent[];
  isCut: boolean;
  error?: ApiError;
}

async function readCalendar(base: ReadBase, place: CalendarPlace, window: CalendarWindow): Promise<ReadCalendar> {
  try {
    const { events, isCut } = await eventsOf(base, place, window);
    const tieOf = ({ id }: CalendarEvent): string =>
      createHash('sha256')
        .update(JSON.stringify([place.provider, place.calendarId, id]))
        .digest('hex')
        .slice(0, 24);
    return { place, found: events.map((event) => ({ place, event, tie: tieOf(event) })), isCut };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { place, found: [], isCut: false, error };
  }
}

async function eventsOf(base: ReadBase, { connection, calendarId }: CalendarPlace, window: CalendarWindow) {
  if (!connection)
    throw new ApiError('connection_not_ready', 'The account in which this calendar was made is not connected any more.');
  const access = openCalendarToRead(base, connection);
  try {
    return await callCalendar(access, (grant) => access.source.listEvents(grant, calendarId, window));
  } catch (error) {
    if (error instanceof ProviderFailure) throw refusalOfCalendar(base, access, error, 'read');
    throw error;
  }
}

/** One request at a time to a connection, as providers limit those of one person. */
async function readAll(base: ReadBase, places: readonly CalendarPlace[], window: CalendarWindow): Promise<ReadCalendar[]> {
  const lanes = Map.groupBy(places, ({ connection }) => connection?.connectionId ?? '');
  const read = await Promise.all(
    [...lanes.values()].map(async (lane) => {
      const done: ReadCalendar[] = [];
      for (const place of lane) done.push(await readCalendar(base, place, window));
      return done;
    }),
  );
  return read.flat();
}

const instant = (at: number): string => new Date(at).toISOString();

function shown({ place, event }: FoundEvent): Shown {
  const { id, title, description, location, status, isPrivate, startsAt, endsAt, days, organizer, attendees } = event;
  return {
    id,
    calendar_id: place.calendarId,
    provider: place.provider,
    status,
    is_private: isPrivate,
    title,
    description,
    location,
    is_all_day: days !== null,
    starts_at: days ? null : instant(startsAt),
    ends_at: days ? null : instant(endsAt),
    first_day: days?.first ?? null,
    last_day: days?.last ?? null,
    organizer,
    attendees: [...attendees],
    url: event.url,
    series_id: event.seriesId,
    updated_at: event.updatedAt === null ? null : instant(event.updatedAt),
  };
}

const isBehind = ({ event, tie }: FoundEvent, at: Place): boolean =>
  event.startsAt > at.startsAt || (event.startsAt === at.startsAt && tie > at.tie);
const inOrder = (one: FoundEvent, other: FoundEvent): number =>
  one.event.startsAt - other.event.startsAt || (one.tie < other.tie ? -1 : 1);

interface Place {
  startsAt: number;
  tie: string;
}

const cursorAfter = ({ event, tie }: FoundEvent): string => Buffer.from(`${event.startsAt}|${tie}`).toString('base64url');

function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, at, tie] = /^(-?\d{1,15})\|([0-9a-f]{24})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || tie === undefined) throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return { startsAt: Number(at), tie };
}

const warningsOf = (read: readonly ReadCalendar[]): Warning[] =>
  read.flatMap(({ place: { name }, error, isCut }): Warning[] => {
    if (error) return [{ code: 'calendar_not_read', message: `${name}: ${error.message}` }];
    const message = `${name}: has more events than are read at once; request a shorter period.`;
    return isCut ? [{ code: 'events_left_out', message }] : [];
  });

export const listCalendarEvents = reading('listCalendarEvents', async ({ profile, params }, base) => {
  const window = windowOf(params);
  const after = placeOf(params.cursor);
  const { calendar_id: wanted, limit, provider } = params;
  const places = placesOf(base, profile.profileId, provider).filter(
    ({ calendarId }) => wanted === undefined || calendarId === wanted,
  );
  if (wanted !== undefined && places.length === 0)
    throw new ApiError('calendar_unsupported', 'calendar_id: is no connected calendar of this profile.');
  // Events that begin before the place of the cursor were in earlier pages.
  const from = after === undefined ? window.from : Math.max(window.from, Math.min(after.startsAt - 1, window.to));
  const read = window.to > from ? await readAll(base, places, { from, to: window.to }) : [];
  const [first] = read;
  if (first?.error && read.every(({ error }) => error)) throw first.error;
  const found = read.flatMap((each) => each.found).filter((each) => after === undefined || isBehind(each, after));
  const page = found.sort(inOrder).slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const warnings = warningsOf(read);
  return {
    data: page.map(shown),
    meta: { profile_id: profile.profileId, from: instant(window.from), to: instant(window.to) },
    pagination: { has_next: last !== undefined, cursor: last ? cursorAfter(last) : null },
    ...(warnings.length > 0 ? { warnings } : {}),
  };
});
