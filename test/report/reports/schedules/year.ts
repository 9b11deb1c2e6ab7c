// A year of schedules of reports in twelve zones, by a clock that is moved, with kills at random moments: each period has one report and one mail at its hour,
// none is missing and none is doubled, also at hours that a zone skips or repeats. It is `npm run test:schedules`; DAYS and KILLS play other
// numbers, TEST_SEED repeats the kills.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import type { Base } from '../../../../src/base/base.ts';
import { temporaryFolder } from '../../../base/folder.ts';
import { seededRandom } from '../../../base/random.ts';
import { startMailServer } from '../../../fakes/mail-server.ts';
import { tell } from '../../../faults/tools/results.ts';
import { startTestApp, type TestApp } from '../../../harness.ts';
import { letPass } from '../../../until.ts';

const STEP_MS = 900_000;
const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const DAYS = Number(process.env['DAYS'] ?? 365);
const KILLS = Number(process.env['KILLS'] ?? 50);
const END = START + DAYS * DAY_MS;

/** Clocks that change on different days and by different spans, at both ends of the world, and some that never change. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Pacific/Chatham',
];
/** In hours that clocks skip and repeat: Cairo and Santiago change at midnight, Lord Howe by half an hour, Chatham at a quarter to three. */
const TIMES: Readonly<Record<string, string>> = {
  'Europe/London': '01:30',
  'America/Santiago': '00:00',
  'Africa/Cairo': '00:00',
  'Australia/Lord_Howe': '02:15',
  'Pacific/Chatham': '03:00',
};
const RHYTHMS = ['day', 'week', 'month'] as const;

interface Schedule {
  id: string;
  title: string;
  every: (typeof RHYTHMS)[number];
  zone: string;
  at: string;
}

async function createSchedules(app: TestApp): Promise<Schedule[]> {
  const api = app.api(app.session);
  const recipients = [(await api.get('/me')).body.data.user_id];
  const created: Schedule[] = [];
  for (const zone of ZONES)
    for (const every of RHYTHMS) {
      const at = TIMES[zone] ?? '02:30';
      const title = `${every} ${zone}`;
      const body = { profile_id: app.profileId, title, page: 'attribution', recipients, rhythm: { every, at, timezone: zone } };
      const { status, body: answer } = await api.post(`/workspaces/${app.workspaceId}/reports/schedules`, body);
      assert.equal(status, 201, JSON.stringify(answer));
      created.push({ id: answer.data.id, title, every, zone, at });
    }
  return created;
}

/** Local days at which a report is due, with the moment; computed by another table of zones than the service's. */
function dueDays({ every, zone, at }: Schedule): { day: Temporal.PlainDate; due: number }[] {
  const found: { day: Temporal.PlainDate; due: number }[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(START).toZonedDateTimeISO(zone).toPlainDate();
  for (; ; day = day.add({ days: 1 })) {
    const due = day.toZonedDateTime({ timeZone: zone, plainTime: at }).epochMilliseconds;
    if (due >= END) return found;
    const isDue = every === 'day' || (every === 'week' ? day.dayOfWeek === 1 : day.day === 1);
    // At the start itself the schedules were just made.
    if (isDue && due > START) found.push({ day, due });
  }
}

const firstDayOf = (every: Schedule['every'], day: Temporal.PlainDate): string =>
  (every === 'day'
    ? day.subtract({ days: 1 })
    : every === 'week'
      ? day.subtract({ days: 7 })
      : day.subtract({ months: 1 })
  ).toString();

/** Plays the year, and kills the process that plays it; answers how often. */
async function play(random: (below: number) => number, args: readonly string[]): Promise<number> {
  const steps = (END - START) / STEP_MS;
  const moments = Array.from({ length: KILLS }, () => START + random(steps) * STEP_MS).toSorted((a, b) => a - b);
  let [next, killed] = [START, 0];
  while (next < END) {
    const child = spawn(
      process.execPath,
      [new URL('./year-worker.ts', import.meta.url).pathname, ...args, new Date(next).toISOString(), new Date(END).toISOString()],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    const kill = moments.shift();
    const wait = random(40);
    for await (const line of createInterface({ input: child.stdout })) {
      next = Date.parse(line) + STEP_MS;
      if (kill !== undefined && next >= kill && child.signalCode === null) await killAfter(child, wait);
    }
    const [code, signal] = await ended;
    if (signal === 'SIGKILL') killed += 1;
    else assert.equal(code, 0);
  }
  return killed;
}

async function killAfter(child: ChildProcess, ms: number): Promise<void> {
  await letPass(ms);
  child.kill('SIGKILL');
}

interface Sent {
  schedule_id: string | null;
  first_day: string;
  created_at: number;
}

const sentIn = (base: Base, workspaceId: string): Sent[] =>
  base.state.statement('report/reports/sent_reports_list').all({ workspace_id: workspaceId, limit: 1_000_000 });

test('a year of schedules', async (t) => {
  const random = seededRandom(t);
  const server = await startMailServer(t);
  const dataDir = temporaryFolder(t);
  const app = await startTestApp({ dataDir, at: new Date(START).toISOString() });
  const { workspaceId } = app;
  const installed = {
    workspace_id: app.workspaceId,
    profile_id: app.profileId,
    api_key: app.apiKey,
    session_token: app.session,
    tracking_key: app.trackingKey,
  };
  const schedules = await createSchedules(app);
  await app.close();
  const killed = await play(random, [dataDir, server.url]);
  const after = await startTestApp({ dataDir, installed, at: new Date(END).toISOString() });
  t.after(() => after.close());
  const sent = sentIn(after.base, workspaceId);
  const subjects = await Promise.all(server.taken.map(async ({ text }) => (await PostalMime.parse(text)).subject ?? ''));
  const counts = { periods: 0, missing: 0, doubled: 0, atAnotherHour: 0, mailsTwice: subjects.length - new Set(subjects).size };
  for (const schedule of schedules) {
    const own = sent.filter(({ schedule_id }) => schedule_id === schedule.id);
    const expected = dueDays(schedule);
    counts.periods += expected.length;
    counts.doubled += Math.max(0, own.length - expected.length);
    for (const { day, due } of expected) {
      const found = own.find(({ first_day }) => first_day === firstDayOf(schedule.every, day));
      if (!found) counts.missing += 1;
      else if (found.created_at < due || found.created_at >= due + 2 * STEP_MS) counts.atAnotherHour += 1;
    }
  }
  tell(t, {
    name: `${DAYS} days of schedules of reports in ${ZONES.length} zones under kills`,
    figure: `${counts.periods} periods of ${schedules.length} schedules, ${killed} kills: ${counts.missing} missing, ${counts.doubled} doubled, ${counts.atAnotherHour} at another hour; ${subjects.length} mails, ${counts.mailsTwice} twice`,
    target: '0 missing, 0 doubled, 0 at another hour, 0 mails twice',
    rounds: KILLS,
    holds: counts.missing + counts.doubled + counts.atAnotherHour + counts.mailsTwice === 0 && subjects.length > 0,
  });
});
