// Making a calendar. Names are unique in a profile, so that a call that is repeated after a time-out makes no second one; a calendar whose
// making was interrupted is looked for by the id of its intent before it is made again.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import { checkedTimezone } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { outsideEffect } from '../../base/contract/operation.ts';
import type { MadeCalendar } from '../../providers/calendar-source.ts';
import { type Connection, connectedCalendars, findCalendarOwner, requireCalendarWrites } from '../connections/index.ts';
import { attempt, deciding, openToChange } from './attempt.ts';

interface MakingIntent extends Record<string, unknown> {
  calendarNo: number;
  connectionId: string;
  provider: string;
  name: string;
  timezone: string;
  profileId: string;
  workspaceId: string;
  actor: string;
}

/** The connection that was named, or the only one. @throws ApiError */
function wantedOwner(base: ReadBase, profileId: string, named: string | undefined): { connection: Connection; ownerId: string } {
  const connected = connectedCalendars(base, profileId).filter(({ isChosen }) => isChosen);
  const all = [...new Map(connected.map(({ connection }) => [connection.connectionId, connection])).values()];
  const connection =
    named === undefined ? onlyOne(base, all) : all.find(({ connectionId }) => connectionId === named.toLowerCase());
  if (!connection) throw new ApiError('not_found', 'connection_id: the profile has no such connection of calendars.');
  requireCalendarWrites(base, connection, 'manage');
  const ownerId = findCalendarOwner(connected, connection.connectionId);
  if (ownerId !== undefined) return { connection, ownerId };
  throw new ApiError('connection_not_ready', `${connection.provider.name} does not say whose account this is: connect it again.`);
}

function onlyOne(base: ReadBase, all: readonly Connection[]): Connection | undefined {
  const able = all.filter((connection) => canWrite(base, connection));
  if (able.length > 1) throw new ApiError('validation_error', 'connection_id: several accounts are connected, name one.');
  if (all.length === 0)
    throw new ApiError('connection_not_ready', 'No calendar is connected: POST /api/v1/connections/google_calendar/connect.');
  return able[0] ?? all[0];
}

/** Where only a permission is missing, the call says so. */
function canWrite(base: ReadBase, connection: Connection): boolean {
  try {
    requireCalendarWrites(base, connection, 'manage');
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'calendar_scope_required';
  }
}

export const createCalendar = outsideEffect('createCalendar', {
  plan: ({ principal, profile, body }, tx) => {
    const { profileId, workspaceId } = profile;
    const { connection, ownerId } = wantedOwner(tx, profileId, body.connection_id);
    const name = body.name.trim();
    const timezone = checkedTimezone('timezone', body.timezone ?? profileSettings(tx, profileId).timezone);
    if (name === '') throw new ApiError('validation_error', 'name: is empty.');
    requireFreeName(tx, profileId, name);
    const row = { profile_id: profileId, provider: connection.provider.id, owner: ownerId, name, timezone };
    const actor = actorOf(principal);
    const added = tx.state.statement('act/calendar/calendar_add').get({ ...row, created_by: actor, now: tx.clock.now() });
    if (!added) throw new Error('a calendar that was added is there');
    const { connectionId, provider } = connection;
    const intent: MakingIntent = {
      calendarNo: added.calendar_no,
      connectionId,
      provider: provider.id,
      name,
      timezone,
      profileId,
      workspaceId,
      actor,
    };
    return { intent, shown: { provider: provider.id, connection_id: connectionId, name, timezone } };
  },
  apply: async ({ intentId, intent }, base): Promise<MadeCalendar> => {
    const opened = openToChange(base, intent.connectionId);
    const { name, timezone } = intent;
    try {
      return await attempt(base, opened, 'manage', (grant) => opened.writes.make(grant, { name, timezone, marker: intentId }));
    } catch (error) {
      // What was accepted before the connection broke is there now.
      const made = isOpen(error) ? await findMade(base, intent, intentId).catch(() => undefined) : undefined;
      if (made) return made;
      throw error;
    }
  },
  verify: async ({ intentId, intent }, base) => {
    const made = await deciding(intent.provider, () => findMade(base, intent, intentId));
    return made ? { applied: made } : 'not applied';
  },
  finish: (tx, { intent, outcome }) => {
    const { calendarNo, connectionId, provider, profileId, workspaceId, actor } = intent;
    const { id, name, timezone } = outcome;
    tx.state
      .statement('act/calendar/calendar_made')
      .run({ calendar_no: calendarNo, calendar_id: id, name: intent.name, timezone });
    const detail = { provider, name };
    writeAudit(tx, { actor, action: 'calendar.created', profileId, workspaceId, subject: id, detail });
    const created_at = new Date(tx.clock.now()).toISOString();
    const data = { id, provider, connection_id: connectionId, name: intent.name, timezone, is_managed: true, created_at };
    return { data, outcome: 'created' as const };
  },
  failed: (tx, { intent }) => {
    tx.state.statement('act/calendar/calendar_forget').run({ calendar_no: intent.calendarNo });
  },
});

function requireFreeName(base: ReadBase, profileId: string, name: string): void {
  const known = base.state.statement('act/calendar/calendar_named').get({ profile_id: profileId, name });
  if (!known) return;
  const state = known.calendar_id === null ? 'and it is being made' : `with the id ${known.calendar_id}`;
  throw new ApiError('invalid_state', `name: the profile has a calendar of this name, ${state}.`);
}

const isOpen = (error: unknown): boolean => error instanceof ApiError && Object(error.cause).outcome === 'unknown';

function findMade(base: Base, { connectionId }: MakingIntent, intentId: string): Promise<MadeCalendar | undefined> {
  const opened = openToChange(base, connectionId);
  return attempt(base, opened, 'manage', (grant) => opened.writes.findMade(grant, intentId));
}
