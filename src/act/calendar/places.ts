// The calendars of a profile: the ones chosen at connecting, and the ones made by this service, which alone are ever changed.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { RowOf } from '../../base/state/state.ts';
import {
  type ConnectedCalendar,
  type Connection,
  connectedCalendars,
  findCalendarOwner,
  requireCalendarWrites,
} from '../connections/index.ts';

export type ManagedCalendar = RowOf<'act/calendar/calendar_get'>;

export interface CalendarPlace {
  calendarId: string;
  provider: string;
  name: string;
  timezone: string;
  /** Undefined while nobody who may reach it is connected. */
  connection: Connection | undefined;
  managed: ManagedCalendar | undefined;
}

/** The person who connected the account in which it was made. */
const connectionOf = (connected: readonly ConnectedCalendar[], { provider, owner }: ManagedCalendar): Connection | undefined =>
  connected.find(
    ({ connection }) => connection.provider.id === provider && findCalendarOwner(connected, connection.connectionId) === owner,
  )?.connection;

/** Calendars that this service made come first. */
export function calendarPlaces(base: ReadBase, profileId: string): CalendarPlace[] {
  const connected = connectedCalendars(base, profileId);
  const managed = base.state.statement('act/calendar/calendars_list').all({ profile_id: profileId });
  const made = managed.map((row) => ({
    calendarId: row.calendar_id,
    provider: row.provider,
    name: row.name,
    timezone: row.timezone,
    connection: connectionOf(connected, row),
    managed: row,
  }));
  const chosen = connected
    .filter(({ isChosen, calendarId }) => isChosen && !made.some((each) => each.calendarId === calendarId))
    .map(({ connection, calendarId, name, timezone }) => ({
      calendarId,
      provider: connection.provider.id,
      name,
      timezone,
      connection,
      managed: undefined,
    }));
  return [...made, ...chosen];
}

/** A calendar of this service, also one that was removed. @throws ApiError for every other, without a call of its provider. */
export function findManaged(base: ReadBase, profileId: string, calendarId: string): ManagedCalendar {
  const managed = base.state.statement('act/calendar/calendar_get').get({ profile_id: profileId, calendar_id: calendarId });
  if (managed) return managed;
  const connected = connectedCalendars(base, profileId).find((each) => each.calendarId === calendarId && each.isChosen);
  if (connected) requireCalendarWrites(base, connected.connection, 'manage');
  throw new ApiError(
    'calendar_unsupported',
    'Only calendars that this service made can be removed or shared; this is none of them.',
  );
}

/** @throws ApiError where the calendar's account is not connected, or its grant lacks the permission. */
export function requireChangeable(
  base: ReadBase,
  profileId: string,
  managed: ManagedCalendar,
  need: 'manage' | 'share',
): Connection {
  const connection = connectionOf(connectedCalendars(base, profileId), managed);
  if (!connection)
    throw new ApiError(
      'connection_not_ready',
      'The account in which this calendar was made is not connected any more: connect it again.',
    );
  requireCalendarWrites(base, connection, need);
  return connection;
}
