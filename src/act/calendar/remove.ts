// Removing a calendar that this service made, at its provider. Removing twice is removing once.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { outsideEffect } from '../../base/contract/operation.ts';
import { attempt, openToChange } from './attempt.ts';
import { findManaged, requireChangeable } from './places.ts';

interface RemovalIntent extends Record<string, unknown> {
  calendarNo: number;
  calendarId: string;
  connectionId: string;
  provider: string;
  profileId: string;
  workspaceId: string;
  actor: string;
}

const instant = (at: number): string => new Date(at).toISOString();

export const deleteCalendar = outsideEffect('deleteCalendar', {
  plan: ({ principal, profile, params }, tx) => {
    const { profileId, workspaceId } = profile;
    const managed = findManaged(tx, profileId, params.id);
    const { calendar_no: calendarNo, calendar_id: calendarId, removed_at } = managed;
    if (removed_at !== null) return { settled: { data: { id: calendarId, removed_at: instant(removed_at) } } };
    const { connectionId, provider } = requireChangeable(tx, profileId, managed, 'manage');
    const intent: RemovalIntent = {
      calendarNo,
      calendarId,
      connectionId,
      provider: provider.id,
      profileId,
      workspaceId,
      actor: actorOf(principal),
    };
    return { intent, shown: { id: calendarId, name: managed.name } };
  },
  apply: async ({ intent }, base): Promise<null> => {
    const opened = openToChange(base, intent.connectionId);
    await attempt(base, opened, 'manage', (grant) => opened.writes.remove(grant, intent.calendarId));
    return null;
  },
  // A calendar that is gone already is removed: nothing is lost by asking again.
  verify: async () => 'not applied',
  finish: (tx, { intent }) => {
    const { calendarNo, calendarId, provider, profileId, workspaceId, actor } = intent;
    const now = tx.clock.now();
    tx.state.statement('act/calendar/calendar_remove').run({ calendar_no: calendarNo, now });
    writeAudit(tx, { actor, action: 'calendar.removed', profileId, workspaceId, subject: calendarId, detail: { provider } });
    return { data: { id: calendarId, removed_at: instant(now) } };
  },
});
