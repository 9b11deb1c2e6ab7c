// A profile with calendars at Google and Microsoft, whose events and rules of access a test changes.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { type FakeGoogleCalendar, startFakeGoogleCalendar } from '../../fakes/calendars/google-calendar.ts';
import { type FakeMicrosoftCalendar, startFakeMicrosoftCalendar } from '../../fakes/calendars/microsoft-calendar.ts';
import type { ApiAnswer } from '../../harness.ts';
import { type RecordWorld, startRecordWorld } from '../connections/records/record-world.ts';

export const MINUTE_MS = 60_000;

export interface CalendarWorld {
  w: RecordWorld;
  google: FakeGoogleCalendar;
  microsoft: FakeMicrosoftCalendar;
  query: { profile_id: string };
  /** Grants access and chooses these calendars. */
  connectGoogle(...ids: string[]): Promise<void>;
  connectMicrosoft(): Promise<void>;
  make(name: string, more?: Record<string, unknown>): Promise<ApiAnswer>;
  calendars(): Promise<ApiAnswer['body']>;
  events(params: Record<string, unknown>): Promise<ApiAnswer>;
  keyOf(...scopes: string[]): ReturnType<RecordWorld['app']['api']>;
  /** Later, when what is undecided is looked at again. */
  decide(): Promise<void>;
  /** Requests that the providers got since the last time, without those for tokens. */
  asked(): string[];
}

export async function startCalendarWorld(
  t: TestContext,
  googleOptions: Parameters<typeof startFakeGoogleCalendar>[1] = {},
): Promise<CalendarWorld> {
  const google = await startFakeGoogleCalendar(t, googleOptions);
  const microsoft = await startFakeMicrosoftCalendar(t);
  const w = await startRecordWorld(t, { google_calendar: google.settings, microsoft_calendar: microsoft.settings });
  const query = { profile_id: w.app.profileId };
  const seen = { google: 0, microsoft: 0 };
  const since = (name: 'google' | 'microsoft', { requests }: { requests: { method: string; url: string }[] }): string[] => {
    const news = requests.slice(seen[name]);
    seen[name] = requests.length;
    return news.filter(({ url }) => !/oauth2|token/.test(url)).map(({ method, url }) => `${method} ${url.split('?')[0]}`);
  };
  const asked = (): string[] => [...since('google', google.server), ...since('microsoft', microsoft.server)];
  return {
    w,
    google,
    microsoft,
    query,
    asked,
    connectGoogle: async (...ids) => {
      // Connections are listed by the time of their making.
      w.app.clock.advance(1);
      const { url } = await w.connect('google_calendar');
      const fields = Object.fromEntries(ids.map((id) => [`account:${id}`, 'on']));
      const done = await w.visitor.submit(url, fields, `${url}/accounts`);
      assert.equal(done.status, 303, done.html);
      asked();
    },
    connectMicrosoft: async () => {
      w.app.clock.advance(1);
      const { url } = await w.connect('microsoft_calendar');
      assert.match((await w.visitor.open(url)).html, /The calendars are connected/);
      asked();
    },
    make: (name, more = {}) => w.api.post('/calendar/calendars', { name, ...more }, query),
    calendars: async () => (await w.api.get('/calendar/calendars', query)).body.data,
    events: (params) => w.api.get('/calendar/events', { ...query, ...params }),
    keyOf: (...scopes) => {
      const { secret } = createApiKey(w.app.base, { profileId: w.app.profileId, name: 'k', scopes, actor: 'test' });
      return w.app.api(secret);
    },
    decide: async () => {
      w.app.clock.advance(MINUTE_MS);
      await runDue(w.app.base, [intentJob]);
    },
  };
}
