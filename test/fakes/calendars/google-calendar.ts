// A fake of Google Calendar: the calendars of a person, those that an app made, their rules of access and their events, page by page.
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

const AUTH = 'https://www.googleapis.com/auth/calendar';
export const READING = `${AUTH}.calendarlist.readonly ${AUTH}.events.readonly`;
const MANAGING = `${AUTH}.app.created`;
const SHARING = `${AUTH}.acls`;

interface FakeRule {
  id: string;
  role: string;
  scope: { type: string; value?: string };
}

interface FakeCalendar {
  id: string;
  summary: string;
  description?: string;
  timeZone: string;
  primary?: boolean;
  isMade: boolean;
  rules: FakeRule[];
  events: Record<string, unknown>[];
}

export interface FakeGoogleCalendar {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  calendars: FakeCalendar[];
  made(): FakeCalendar[];
  /** An event of an hour. */
  add(calendarId: string, event: { id: string; at: number } & Record<string, unknown>): void;
  /** Rules of a calendar without the owner's, as texts. */
  shares(calendarId: string): string[];
  /** Mails that people got because of a new rule. */
  notices: string[];
}

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
export function refusal(code: number, reason: string, message = 'no'): FakeAnswer {
  return { status: code, body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } } };
}
const NO_SCOPE = refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
const PAGE = 2;

export async function startFakeGoogleCalendar(
  t: TestContext,
  { scope = `${READING} ${MANAGING} ${SHARING}`, owner = 'ana@shop.example' } = {},
): Promise<FakeGoogleCalendar> {
  const grants = createFakeGrants(scope);
  const has = (wanted: string): boolean => scope.split(' ').includes(wanted);

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/o/oauth2/v2/auth') return grants.authorize(request);
    if (url.pathname === '/token') return grants.token(request);
    if (url.pathname === '/revoke') return grants.revoke();
    if (!grants.isGood(request.headers.authorization)) return refusal(401, 'authError', 'Invalid Credentials');
    const [kind, ...rest] = url.pathname.replace('/calendar/v3/', '').split('/').map(decodeURIComponent);
    const body = request.body === '' ? {} : JSON.parse(request.body);
    if (kind === 'users') return listed(fake.calendars.map(listEntry), url.searchParams);
    const [id, part, ruleId] = rest;
    if (id === undefined) return has(MANAGING) ? make(body) : NO_SCOPE;
    const calendar = fake.calendars.find((each) => each.id === id);
    if (!calendar) return refusal(404, 'notFound', 'Not Found');
    const event = calendar.events.find((each) => each['id'] === ruleId);
    if (part === 'events' && ruleId !== undefined)
      return event ? ok(event) : refusal(410, 'deleted', 'Resource has been deleted');
    if (part === 'events') return listed(eventsOf(calendar, url.searchParams), url.searchParams, { timeZone: calendar.timeZone });
    if (part === 'acl') return has(SHARING) ? acl(calendar, ruleId, { ...request, body }, url.searchParams) : NO_SCOPE;
    if (request.method !== 'DELETE' || !has(MANAGING) || !calendar.isMade) return NO_SCOPE;
    fake.calendars.splice(fake.calendars.indexOf(calendar), 1);
    return { status: 204, body: '', text: '' };
  }

  const listEntry = ({ id, summary, description, timeZone, primary }: FakeCalendar) => ({
    kind: 'calendar#calendarListEntry',
    id,
    summary,
    timeZone,
    accessRole: 'owner',
    ...(description === undefined ? {} : { description }),
    ...(primary ? { primary } : {}),
  });

  function listed(rows: readonly unknown[], query: URLSearchParams, more: Record<string, unknown> = {}): FakeAnswer {
    const start = Number(query.get('pageToken') ?? 0);
    const next = start + PAGE < rows.length ? { nextPageToken: String(start + PAGE) } : {};
    return ok({ ...more, items: rows.slice(start, start + PAGE), ...next });
  }

  // biome-ignore lint/suspicious/noExplicitAny: requests of our own client
  function make(body: any): FakeAnswer {
    const id = `c_${fake.calendars.length}${Math.random().toString(36).slice(2)}@group.calendar.google.com`;
    const { summary, description, timeZone } = body;
    const rules = [{ id: `user:${owner}`, role: 'owner', scope: { type: 'user', value: owner } }];
    fake.calendars.push({ id, summary, description, timeZone, isMade: true, rules, events: [] });
    return ok({ kind: 'calendar#calendar', id, summary, description, timeZone });
  }

  function eventsOf(calendar: FakeCalendar, query: URLSearchParams): unknown[] {
    const [min, max] = [Date.parse(query.get('timeMin') ?? ''), Date.parse(query.get('timeMax') ?? '')];
    // biome-ignore lint/suspicious/noExplicitAny: events of a test
    const at = (moment: any): number => Date.parse(moment.dateTime ?? `${moment.date}T00:00:00Z`);
    return calendar.events
      .filter(({ start, end }) => at(end) > min && at(start) < max)
      .sort((one, other) => at(one['start']) - at(other['start']));
  }

  // biome-ignore lint/suspicious/noExplicitAny: requests of our own client
  function acl({ rules }: FakeCalendar, ruleId: string | undefined, { method, body }: any, query: URLSearchParams): FakeAnswer {
    if (method === 'GET') return listed(rules, query);
    if (method === 'POST') {
      const { role, scope: to } = body;
      if (String(to.value).endsWith('@nowhere.invalid')) return refusal(400, 'invalid', 'Invalid scope value.');
      const id = `${to.type}:${to.value}`;
      if (!rules.some((each) => each.id === id)) rules.push({ id, role, scope: to });
      if (query.get('sendNotifications') !== 'false') fake.notices.push(to.value);
      return ok({ id, role, scope: to });
    }
    const rule = rules.find((each) => each.id === ruleId);
    if (!rule) return refusal(404, 'notFound', 'Not Found');
    if (method === 'PATCH') rule.role = body.role;
    else rules.splice(rules.indexOf(rule), 1);
    return method === 'PATCH' ? ok(rule) : { status: 204, body: '', text: '' };
  }

  const server = await startProviderServer(t, answer, { revoked: refusal(401, 'authError', 'Invalid Credentials') });
  const own = (id: string, summary: string, primary: boolean): FakeCalendar => ({
    id,
    summary,
    timeZone: 'Europe/Berlin',
    primary,
    isMade: false,
    rules: [],
    events: [],
  });
  const fake: FakeGoogleCalendar = {
    server,
    grants,
    notices: [],
    calendars: [own(owner, owner, true), own('team@group.calendar.google.com', 'Team', false)],
    settings: { clientId: 'google-app', clientSecret: CLIENT_SECRET, url: server.url },
    made: () => fake.calendars.filter(({ isMade }) => isMade),
    add: (calendarId, { at, ...event }) => {
      const [start, end] = [at, at + 3_600_000].map((each) => ({ dateTime: new Date(each).toISOString() }));
      fake.calendars.find(({ id }) => id === calendarId)?.events.push({ status: 'confirmed', start, end, ...event });
    },
    shares: (calendarId) =>
      (fake.calendars.find(({ id }) => id === calendarId)?.rules ?? [])
        .filter(({ role }) => role !== 'owner')
        .map(({ role, scope: { type, value } }) => `${value ?? type} ${role}`)
        .sort(),
  };
  return fake;
}
