// Calendars of Microsoft 365 and Outlook, by Graph: read only. Series are expanded by `calendarView`, and times come in UTC.
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import {
  type Attendee,
  type CalendarEvent,
  type CalendarSource,
  type CalendarWindow,
  type EventPerson,
  type FoundEvents,
  withoutContent,
} from '../calendar-source.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { type ErrorRule, ProviderFailure } from '../http/failure.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import { NO_CURRENCY, type SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { calendars, type GraphEvent, graphError, graphEvent, graphEvents } from './shapes.ts';

const PROVIDER = 'microsoft_calendar';
const API = 'https://graph.microsoft.com';
const LOGIN = 'https://login.microsoftonline.com';
const SCOPE = 'Calendars.Read';
/** Graph allows 10,000 in ten minutes. */
const REQUESTS_PER_MINUTE = 600;
const PAGE = '100';
/** More events of one calendar are not read at once. */
const MAX_PAGES = 50;
const PREFER = 'outlook.timezone="UTC", IdType="ImmutableId"';
const EVENT_FIELDS =
  'id,subject,bodyPreview,start,end,isAllDay,isCancelled,showAs,sensitivity,location,organizer,attendees,webLink,seriesMasterId,createdDateTime,lastModifiedDateTime';

const ERRORS: readonly ErrorRule[] = [
  { code: 'InvalidAuthenticationToken', outcome: 'reconnect' },
  { code: /^(?:ErrorAccessDenied|Authorization_RequestDenied|AccessDenied)$/, outcome: 'forbidden' },
  { code: /^(?:ApplicationThrottled|TooManyRequests|ErrorTooManyObjectsOpened)$/, outcome: 'throttled' },
  { code: /^(?:ErrorItemNotFound|ErrorInvalidIdMalformed|ErrorCalendarFolderIsInvalidForCalendarView)$/, outcome: 'not_found' },
  { code: /^(?:MailboxNotEnabledForRESTAPI|MailboxNotSupportedForRESTAPI)$/, outcome: 'refused' },
];

type Page<Row> = { value: Row[]; '@odata.nextLink'?: string | undefined };

/** Undefined where this installation is not registered. */
export function createMicrosoftCalendar(
  { clientId, clientSecret, tenant, url }: Config['providers']['microsoft_calendar'],
  { clock, log, timeoutMs }: SourceOptions,
): CalendarSource | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const client = new ProviderClient({
    provider: PROVIDER,
    baseUrl: `${url ?? API}/v1.0`,
    headers: { prefer: PREFER },
    requestIdHeader: 'request-id',
    // A page instead of JSON says nothing.
    judge: ({ status, body }) => (status < 300 && body === undefined ? { outcome: 'unavailable' } : undefined),
    errors: ERRORS,
    errorCodeOf: (body) => graphError.safeParse(body).data?.error.code,
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const login = `${url ?? LOGIN}/${encodeURIComponent(tenant)}/oauth2/v2.0`;
  return {
    id: PROVIDER,
    scopes: { read: [SCOPE], write: [] },
    oauth: createOAuthFlow(
      {
        provider: PROVIDER,
        clientId,
        clientSecret: new Secret(clientSecret),
        hasPkce: true,
        authorizationUrl: `${login}/authorize`,
        tokenUrl: `${login}/token`,
        extra: { prompt: 'select_account' },
      },
      [SCOPE, 'offline_access'],
    ),
    listAccounts: (grant) => listAccounts(client, grant),
    listEvents: (grant, calendarId, window) => listEvents(client, grant, calendarId, window),
    findEvent: (grant, calendarId, eventId) => findEvent(client, grant, calendarId, eventId),
  };
}

async function* pagesOf<Row>(
  client: ProviderClient,
  grant: Grant,
  { path, query }: { path: string; query: Record<string, string> },
  shape: z.ZodType<Page<Row>>,
): AsyncGenerator<Page<Row>> {
  for (let wanted: Record<string, string> | undefined = query; wanted; ) {
    const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
    const page: Page<Row> = await client.json({ method: 'GET', path, query: wanted, headers }, shape);
    yield page;
    // The next page is one of the same list: of the address that the provider names, only the query is used.
    const next = page['@odata.nextLink'];
    wanted = next === undefined ? undefined : Object.fromEntries(URL.parse(next)?.searchParams ?? []);
  }
}

async function listAccounts(client: ProviderClient, grant: Grant): Promise<AdAccount[]> {
  const found: AdAccount[] = [];
  for await (const { value } of pagesOf(client, grant, { path: 'me/calendars', query: { $top: PAGE } }, calendars))
    found.push(
      ...value.map(({ id, name, owner }) => ({
        id,
        name: owner?.name === undefined ? name : `${name} (${owner.name})`,
        currency: NO_CURRENCY,
        timezone: 'UTC',
        status: 'active' as const,
        hasWriteAccess: false,
      })),
    );
  return found;
}

async function listEvents(
  client: ProviderClient,
  grant: Grant,
  calendarId: string,
  { from, to }: CalendarWindow,
): Promise<FoundEvents> {
  const query = {
    startDateTime: new Date(from).toISOString(),
    endDateTime: new Date(to).toISOString(),
    $top: PAGE,
    $orderby: 'start/dateTime',
    $select: EVENT_FIELDS,
  };
  const path = `me/calendars/${encodeURIComponent(calendarId)}/calendarView`;
  const events: CalendarEvent[] = [];
  let pages = 0;
  for await (const page of pagesOf(client, grant, { path, query }, graphEvents)) {
    events.push(...page.value.map(eventOf));
    pages += 1;
    if (pages >= MAX_PAGES) return { events, isCut: page['@odata.nextLink'] !== undefined };
  }
  return { events, isCut: false };
}

async function findEvent(
  client: ProviderClient,
  grant: Grant,
  calendarId: string,
  eventId: string,
): Promise<CalendarEvent | undefined> {
  const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
  const path = `me/calendars/${encodeURIComponent(calendarId)}/events/${encodeURIComponent(eventId)}`;
  try {
    return eventOf(await client.json({ method: 'GET', path, query: { $select: EVENT_FIELDS }, headers }, graphEvent));
  } catch (error) {
    if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
    throw error;
  }
}

const RESPONSES: Readonly<Record<string, Attendee['response']>> = {
  accepted: 'accepted',
  organizer: 'accepted',
  declined: 'declined',
  tentativelyAccepted: 'tentative',
};

type GraphPerson = { emailAddress?: { name?: string | undefined; address?: string | undefined } | undefined };
const personOf = ({ emailAddress }: GraphPerson): EventPerson => ({
  email: emailAddress?.address ?? null,
  name: emailAddress?.name ?? null,
});

/** Times have no zone, as they were requested in UTC. */
const momentOf = ({ dateTime }: { dateTime: string }): number => Date.parse(`${dateTime.replace(/(\.\d{3})\d*$/, '$1')}Z`);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function eventOf(event: GraphEvent): CalendarEvent {
  const { id, subject, bodyPreview, isAllDay, isCancelled, showAs, sensitivity, location, organizer, attendees } = event;
  const [startsAt, endsAt] = [momentOf(event.start), momentOf(event.end)];
  return withoutContent({
    id,
    title: subject ?? null,
    description: bodyPreview || null,
    location: location?.displayName || null,
    status: isCancelled ? 'cancelled' : showAs === 'tentative' ? 'tentative' : 'confirmed',
    isPrivate: sensitivity !== undefined && sensitivity !== 'normal',
    startsAt,
    endsAt,
    days: isAllDay ? { first: dayOf(startsAt), last: dayOf(Math.max(startsAt, endsAt - 1)) } : null,
    organizer: organizer ? personOf(organizer) : null,
    attendees: attendees.map((each) => ({ ...personOf(each), response: RESPONSES[each.status?.response ?? ''] ?? 'none' })),
    url: event.webLink ?? null,
    seriesId: event.seriesMasterId ?? null,
    updatedAt: event.lastModifiedDateTime === undefined ? null : Date.parse(event.lastModifiedDateTime),
    createdAt: event.createdDateTime === undefined ? null : Date.parse(event.createdDateTime),
  });
}
