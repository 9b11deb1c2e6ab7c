// A fake of calendars at Microsoft Graph: times in UTC without a zone, seven digits of seconds, pages by an address of the next one.
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakeMicrosoftCalendar {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  /** By the id of the calendar. */
  events: Map<string, Record<string, unknown>[]>;
  /** An event of an hour. */
  add(calendarId: string, event: { id: string; at: number } & Record<string, unknown>): void;
}

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const refusal = (status: number, code: string): FakeAnswer => ({ status, body: { error: { code, message: 'no' } } });
const PAGE = 2;
const graphTime = (at: number): { dateTime: string; timeZone: string } => ({
  dateTime: `${new Date(at).toISOString().slice(0, 19)}.0000000`,
  timeZone: 'UTC',
});

export async function startFakeMicrosoftCalendar(t: TestContext): Promise<FakeMicrosoftCalendar> {
  const grants = createFakeGrants('Calendars.Read User.Read');

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/common/oauth2/v2.0/authorize') return grants.authorize(request);
    if (url.pathname === '/common/oauth2/v2.0/token') return grants.token(request);
    if (!grants.isGood(request.headers.authorization)) return refusal(401, 'InvalidAuthenticationToken');
    const path = decodeURIComponent(url.pathname);
    if (path === '/v1.0/me/calendars')
      return listed(
        [...fake.events.keys()].map((id) => ({
          id,
          name: `Calendar ${id}`,
          owner: { name: 'Ben', address: 'ben@shop.example' },
        })),
        url,
      );
    const [, place, one] = /^\/v1\.0\/me\/calendars\/([^/]+)\/events\/([^/]+)$/.exec(path) ?? [];
    const single = fake.events.get(place ?? '')?.find((each) => each['id'] === one);
    if (place !== undefined) return single ? ok(single) : refusal(404, 'ErrorItemNotFound');
    const id = /^\/v1\.0\/me\/calendars\/([^/]+)\/calendarView$/.exec(path)?.[1];
    const events = fake.events.get(id ?? '');
    if (!events) return refusal(404, 'ErrorItemNotFound');
    if (!String(request.headers['prefer']).includes('outlook.timezone="UTC"')) return refusal(400, 'ErrorInvalidRequest');
    const [min, max] = [url.searchParams.get('startDateTime') ?? '', url.searchParams.get('endDateTime') ?? ''];
    // biome-ignore lint/suspicious/noExplicitAny: events of a test
    const at = (moment: any): number => Date.parse(`${String(moment.dateTime).slice(0, 19)}Z`);
    const found = events.filter(({ start, end }) => at(end) > Date.parse(min) && at(start) < Date.parse(max));
    return listed(
      found.sort((one, other) => at(one['start']) - at(other['start'])),
      url,
    );
  }

  function listed(rows: readonly unknown[], url: URL): FakeAnswer {
    const start = Number(url.searchParams.get('$skip') ?? 0);
    const next = new URL(url);
    next.searchParams.set('$skip', String(start + PAGE));
    const link = start + PAGE < rows.length ? { '@odata.nextLink': next.href } : {};
    return ok({ value: rows.slice(start, start + PAGE), ...link });
  }

  const server = await startProviderServer(t, answer, { revoked: refusal(401, 'InvalidAuthenticationToken') });
  const fake: FakeMicrosoftCalendar = {
    server,
    grants,
    events: new Map([['AAMk=', []]]),
    settings: { clientId: 'microsoft-app', clientSecret: CLIENT_SECRET, url: server.url },
    add: (calendarId, { at, ...event }) => {
      const times = { start: graphTime(at), end: graphTime(at + 3_600_000) };
      fake.events
        .get(calendarId)
        ?.push({ subject: null, isAllDay: false, isCancelled: false, sensitivity: 'normal', ...times, ...event });
    },
  };
  return fake;
}
