// Making, removing and sharing calendars of this service at Google. A new calendar has the id of its operation in its description, by which
// it is found again after a time-out; a failure that leaves the end open is `unknown`.
import type { Grant } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import type { CalendarWrites, FoundShare, MadeCalendar } from '../calendar-source.ts';
import { ProviderFailure } from '../http/failure.ts';
import { calendarPath, type GoogleCalendarApi } from './api.ts';
import { aclList, aclRule, calendarList, madeCalendar } from './shapes.ts';
import { shareOf } from './translate.ts';

const markOf = (marker: string): string => `Made by Tributary, reference ${marker}`;

export function createGoogleCalendarWrites(api: GoogleCalendarApi, scopes: CalendarWrites['scopes']): CalendarWrites {
  const rule = (calendarId: string, ruleId: string): string => calendarPath(calendarId, 'acl', ruleId);
  const noticeOf = (notify: boolean): { sendNotifications: string } => ({ sendNotifications: String(notify) });
  return {
    scopes,
    make: async (grant, { name, timezone, marker }) => {
      const json = { summary: name, timeZone: timezone, description: markOf(marker) };
      const created = await writing(api.ask(grant, { method: 'POST', path: 'calendars', json }, madeCalendar));
      return { id: created.id, name: created.summary, timezone: created.timeZone ?? timezone };
    },
    findMade: (grant, marker) => findMade(api, grant, marker),
    remove: (grant, calendarId) => removing(api.send(grant, { method: 'DELETE', path: calendarPath(calendarId) })),
    listShares: (grant, calendarId) => listShares(api, grant, calendarId),
    addShare: async (grant, calendarId, { email, role }, notify) => {
      const json = { role, scope: { type: 'user', value: email } };
      const path = calendarPath(calendarId, 'acl');
      await writing(api.ask(grant, { method: 'POST', path, json, query: noticeOf(notify) }, aclRule));
    },
    changeShare: async (grant, calendarId, ruleId, role, notify) => {
      const request = { method: 'PATCH', path: rule(calendarId, ruleId), json: { role }, query: noticeOf(notify) } as const;
      await writing(api.ask(grant, request, aclRule));
    },
    removeShare: (grant, calendarId, ruleId) => removing(api.send(grant, { method: 'DELETE', path: rule(calendarId, ruleId) })),
  };
}

/** What is gone already is removed. */
async function removing(request: Promise<void>): Promise<void> {
  try {
    await writing(request);
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.outcome === 'not_found')) throw error;
  }
}

async function findMade(api: GoogleCalendarApi, grant: Grant, marker: string): Promise<MadeCalendar | undefined> {
  const query = { minAccessRole: 'owner', showHidden: 'true' };
  for await (const { items } of api.pages(grant, { path: 'users/me/calendarList', query }, calendarList)) {
    const found = items.find(({ description, deleted }) => !deleted && description === markOf(marker));
    if (found) return { id: found.id, name: found.summary, timezone: found.timeZone ?? 'UTC' };
  }
  return undefined;
}

async function listShares(api: GoogleCalendarApi, grant: Grant, calendarId: string): Promise<FoundShare[]> {
  const found: FoundShare[] = [];
  for await (const { items } of api.pages(grant, { path: calendarPath(calendarId, 'acl') }, aclList))
    found.push(...items.filter(({ role }) => role !== 'none').map(shareOf));
  return found;
}
