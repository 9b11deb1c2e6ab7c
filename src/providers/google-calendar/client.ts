// Google Calendar: the calendars of a person and their events, and calendars that this service makes and shares. The scope
// `calendar.app.created` reaches no calendar but those; sharing needs `calendar.acls` beside it.
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import type { CalendarEvent, CalendarSource, CalendarWindow, FoundEvents } from '../calendar-source.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import { NO_CURRENCY, type SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { calendarPath, GoogleCalendarApi } from './api.ts';
import { judgeGoogleCalendar } from './errors.ts';
import { calendarList, eventList, oneEvent } from './shapes.ts';
import { eventOf } from './translate.ts';
import { createGoogleCalendarWrites } from './writes.ts';

const PROVIDER = 'google_calendar';
const API = 'https://www.googleapis.com';
const LOGIN = 'https://accounts.google.com';
const TOKENS = 'https://oauth2.googleapis.com';
const SCOPES = 'https://www.googleapis.com/auth/calendar';
const LIST_SCOPE = `${SCOPES}.calendarlist.readonly`;
const EVENTS_SCOPE = `${SCOPES}.events.readonly`;
const MANAGE_SCOPE = `${SCOPES}.app.created`;
const SHARE_SCOPE = `${SCOPES}.acls`;
const REQUESTS_PER_MINUTE = 300;
/** More events of one calendar are not read at once. */
const MAX_PAGES = 20;

/** Undefined where this installation is not registered. */
export function createGoogleCalendar(
  { clientId, clientSecret, url }: Config['providers']['google_calendar'],
  { clock, log, timeoutMs }: SourceOptions,
): CalendarSource | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const client = new ProviderClient({
    provider: PROVIDER,
    baseUrl: `${url ?? API}/calendar/v3`,
    judge: judgeGoogleCalendar,
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const api = new GoogleCalendarApi(client);
  const scopes = { read: [LIST_SCOPE, EVENTS_SCOPE], write: [MANAGE_SCOPE, SHARE_SCOPE] };
  return {
    id: PROVIDER,
    scopes,
    oauth: createOAuthFlow(
      {
        provider: PROVIDER,
        clientId,
        clientSecret: new Secret(clientSecret),
        hasPkce: true,
        authorizationUrl: `${url ?? LOGIN}/o/oauth2/v2/auth`,
        tokenUrl: `${url ?? TOKENS}/token`,
        revocationUrl: `${url ?? TOKENS}/revoke`,
        extra: { access_type: 'offline', prompt: 'consent select_account' },
      },
      [...scopes.read, ...scopes.write],
    ),
    listAccounts: (grant) => listAccounts(api, grant),
    listEvents: (grant, calendarId, window) => listEvents(api, grant, calendarId, window),
    findEvent: (grant, calendarId, eventId) => findEvent(api, grant, calendarId, eventId),
    writes: createGoogleCalendarWrites(api, { manage: MANAGE_SCOPE, share: SHARE_SCOPE }),
  };
}

/** Each names the person's own calendar, as that says whose grant it is. */
async function listAccounts(api: GoogleCalendarApi, grant: Grant): Promise<AdAccount[]> {
  const rows: z.infer<typeof calendarList>['items'] = [];
  for await (const { items } of api.pages(grant, { path: 'users/me/calendarList', query: { showHidden: 'true' } }, calendarList))
    rows.push(...items.filter(({ deleted }) => !deleted));
  const own = rows.find(({ primary }) => primary)?.id;
  return rows.map(({ id, summary, summaryOverride, timeZone, accessRole }) => ({
    id,
    name: summaryOverride ?? (summary === '' ? id : summary),
    currency: NO_CURRENCY,
    timezone: timeZone ?? 'UTC',
    status: 'active' as const,
    hasWriteAccess: accessRole === 'owner' || accessRole === 'writer',
    ...(own === undefined ? {} : { loginAccountId: own }),
  }));
}

async function listEvents(
  api: GoogleCalendarApi,
  grant: Grant,
  calendarId: string,
  { from, to }: CalendarWindow,
): Promise<FoundEvents> {
  const query = {
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(to).toISOString(),
    singleEvents: 'true',
    orderBy: 'startTime',
  };
  const events: FoundEvents['events'] = [];
  let pages = 0;
  for await (const page of api.pages(grant, { path: calendarPath(calendarId, 'events'), query }, eventList)) {
    events.push(...page.items.flatMap((each) => eventOf(each, page.timeZone) ?? []));
    pages += 1;
    if (pages >= MAX_PAGES) return { events, isCut: page.nextPageToken !== undefined };
  }
  return { events, isCut: false };
}

async function findEvent(
  api: GoogleCalendarApi,
  grant: Grant,
  calendarId: string,
  eventId: string,
): Promise<CalendarEvent | undefined> {
  try {
    const path = calendarPath(calendarId, 'events', eventId);
    return eventOf(await api.ask(grant, { method: 'GET', path }, oneEvent), 'UTC');
  } catch (error) {
    // Of an event that was deleted, Google says that it is gone.
    if (error instanceof ProviderFailure && (error.outcome === 'not_found' || error.details.status === 410)) return undefined;
    throw error;
  }
}
