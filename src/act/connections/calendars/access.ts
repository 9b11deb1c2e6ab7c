// Connected calendars for the slice that reads and shares them: which there are, the way to each, and what a provider's refusal means.
import { type Base, keeperOf, type ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Grant } from '../../../providers/ad-platform.ts';
import { calendarErrorOf } from '../../../providers/calendar-errors.ts';
import type { CalendarSource, CalendarWrites } from '../../../providers/calendar-source.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { noteRefusal } from '../account-reading.ts';
import { type Account, accountsOf, type Connection, connectionsOf, findConnection, isUsable } from '../connection.ts';
import { renewingOnce, storedGrant } from '../grants.ts';
import { reconnectUrl } from '../links.ts';
import { calendarSourceOf, providerOf } from '../providers.ts';

/** What a grant is used for, in messages. */
const PURPOSES = { read: 'reading events', manage: 'calendars of its own', share: 'sharing calendars' };

export interface ConnectedCalendar {
  connection: Connection;
  calendarId: string;
  name: string;
  timezone: string;
  isChosen: boolean;
  /** The calendar by which the provider names the person whose grant it is; null where it names none. */
  ownerId: string | null;
}

export interface CalendarAccess {
  connection: Connection;
  source: CalendarSource;
  grant: Grant;
}

/** What the connections of a profile see, also of connections that have to be made again. */
export const connectedCalendars = (base: ReadBase, profileId: string): ConnectedCalendar[] =>
  connectionsOf(base, profileId)
    .filter(({ provider, status }) => provider.kind === 'calendar' && status !== 'pending' && status !== 'disabled')
    .flatMap((connection) => accountsOf(base, connection.connectionId).map((row) => calendarOf(connection, row)));

const calendarOf = (connection: Connection, row: Account): ConnectedCalendar => ({
  connection,
  calendarId: row.account_id,
  name: row.name,
  timezone: row.timezone,
  isChosen: row.is_selected === 1,
  ownerId: row.login_account_id,
});

/** The person whose grant a connection has. Calendars that were not chosen may be from an earlier grant of somebody else. */
export const findCalendarOwner = (calendars: readonly ConnectedCalendar[], connectionId: string): string | undefined =>
  calendars.find(({ connection, isChosen }) => isChosen && connection.connectionId === connectionId)?.ownerId ?? undefined;

/** @throws ApiError `provider_not_configured` where this installation is not registered with it. */
export function requireCalendarProvider(base: ReadBase, id: string): void {
  calendarSourceOf(base, providerOf(id));
}

function requireUsable(base: ReadBase, connection: Connection): void {
  if (isUsable(connection)) return;
  const reconnect = { reconnect_required: true, reconnect_url: reconnectUrl(base, connection.profileId) };
  const message = `${connection.provider.name} does not accept the connection any more; connect it again.`;
  throw new ApiError('connection_not_ready', message, reconnect);
}

/** @throws ApiError where its grant has ended, or this installation is not registered. */
export function openCalendar(base: Base, connection: Connection): CalendarAccess {
  const source = calendarSourceOf(base, connection.provider);
  requireUsable(base, connection);
  return { connection, source, grant: storedGrant(base, connection, source) };
}

/** @throws ApiError `not_implemented` where the provider's calendars are only read, `calendar_scope_required` where the grant has not the permission. */
export function requireCalendarWrites(base: ReadBase, connection: Connection, need: 'manage' | 'share'): CalendarWrites {
  const { name } = connection.provider;
  const { writes } = calendarSourceOf(base, connection.provider);
  if (!writes) throw new ApiError('not_implemented', `Calendars of ${name} are only read.`);
  requireUsable(base, connection);
  if (!connection.missingScopes.includes(writes.scopes[need])) return writes;
  const failure = new ProviderFailure(connection.provider.id, 'forbidden', `${name}: a permission was not granted`);
  throw calendarErrorOf(failure, { name, purpose: PURPOSES[need], reconnectUrl: reconnectUrl(base, connection.profileId) });
}

/** TRICKY: a token may be renewed for it, which is stored, and an ended grant is noted, although somebody only reads. */
export const openCalendarToRead = (base: ReadBase, connection: Connection): CalendarAccess =>
  openCalendar(keeperOf(base), connection);

/** One call of the provider, again with a new token where it refused the token. @throws ProviderFailure */
export const callCalendar = <T>({ grant }: CalendarAccess, call: (grant: Grant) => Promise<T>): Promise<T> =>
  renewingOnce(grant, () => call(grant));

/** The refusal of our interface; a grant that has ended is noted, and one that does not reach what connecting requires. */
export function refusalOfCalendar(
  read: ReadBase,
  { connection }: Pick<CalendarAccess, 'connection'>,
  failure: ProviderFailure,
  use: keyof typeof PURPOSES,
): ApiError {
  const base = keeperOf(read);
  const isPresent = findConnection(base, connection.connectionId)?.grantNo === connection.grantNo;
  const isOver = isPresent && (failure.outcome === 'reconnect' || (failure.outcome === 'forbidden' && use === 'read'));
  const [account] = accountsOf(base, connection.connectionId);
  if (isOver && account) base.state.tx(() => void noteRefusal(base, { connection, account }, failure));
  return calendarErrorOf(failure, {
    name: connection.provider.name,
    purpose: PURPOSES[use],
    reconnectUrl: reconnectUrl(base, connection.profileId),
  });
}
