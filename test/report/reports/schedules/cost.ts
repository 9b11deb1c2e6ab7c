// What a weekly report and the reasons of Why cost on the benchmark's world: milliseconds of the clock and of processors (the service's and the warehouse's process
// together), medians of new answers, as each is asked about other days.
// usage: npm run test:report-cost     EVENTS (default 100000) and TIMES (default 9) set other numbers
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { cpuMs } from '../../../../bench/children.ts';
import { median, shown, timed } from '../../../../bench/numbers.ts';
import { writeEvents, writeSpend } from '../../../../bench/world.ts';
import { commands } from '../../../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../../../harness.ts';

const EVENTS = Number(process.env['EVENTS'] ?? 100_000);
const TIMES = Number(process.env['TIMES'] ?? 9);
const DAY_MS = 86_400_000;
const TODAY = '2026-12-01';

const dayBefore = (days: number): string => new Date(Date.parse(TODAY) - days * DAY_MS).toISOString().slice(0, 10);

async function fill(app: TestApp): Promise<void> {
  const shape = { seed: 20_260_301, events: EVENTS, until: Date.parse('2026-11-30T00:00:00Z') };
  const files = { events: join(app.dataDir, 'events.csv'), spend: join(app.dataDir, 'spend.csv') };
  await writeEvents(files.events, shape);
  await writeSpend(files.spend, shape);
  for (const kind of ['spend', 'events'] as const)
    await commands.backfill(app.base, { kind, file: files[kind], profile_id: app.profileId, wait: true }, () => undefined);
  await app.settle();
}

/** Of a call that is not answered from memory. */
async function costOf(
  app: TestApp,
  name: string,
  call: (no: number) => Promise<{ status: number; body: object }>,
): Promise<void> {
  const costs: { ms: number; cpu: number }[] = [];
  app.clock.set(`${TODAY}T09:00:00Z`);
  for (let no = 0; no < TIMES; no++) {
    const pid = app.base.warehouse.status().pid ?? 0;
    const [own, theirs] = [process.cpuUsage(), cpuMs(pid)];
    const { ms, value } = await timed(() => call(no));
    assert.ok(value.status < 300, JSON.stringify(value.body));
    const { user, system } = process.cpuUsage(own);
    costs.push({ ms, cpu: (user + system) / 1_000 + cpuMs(pid) - theirs });
    app.clock.set(`${dayBefore(no + 1)}T09:00:00Z`);
  }
  const [ms, cpu] = [median(costs.map((each) => each.ms)), median(costs.map((each) => each.cpu))];
  console.log(`${name}: ${shown(ms)} ms, ${shown(cpu)} ms of processors`);
}

const app = await startTestApp({ at: `${TODAY}T09:00:00Z`, config: { checkResponses: false, logLevel: 'error' } });
try {
  const filled = await timed(() => fill(app));
  console.log(`${EVENTS} events computed in ${shown(filled.ms / 1000)} s`);
  const owner = app.api(app.session);
  const profile = { profile_id: app.profileId };
  const blocks = [
    { kind: 'tile', figure: 'revenue' },
    { kind: 'graph', graph: 'revenue_and_spend' },
    { kind: 'table', dimension: 'campaign' },
    { kind: 'table', dimension: 'ad' },
    { kind: 'cohort', metric: 'payback' },
  ];
  const board = await owner.post('/boards', { title: 'Board', blocks }, profile);
  const { user_id } = (await owner.get('/me')).body.data;
  const schedules = `/workspaces/${app.workspaceId}/reports/schedules`;
  /** Of the week before the day of the clock, which goes a day back each time. */
  const preview = async (subject: object) => {
    const rhythm = { every: 'week', weekday: 1, at: '08:00', timezone: 'UTC' };
    const made = await owner.post(schedules, { ...profile, title: 'Cost', rhythm, recipients: [user_id], ...subject });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return async () => {
      const answer = await owner.get(`${schedules}/${made.body.data.id}/preview`);
      assert.match(answer.body.data.text, /^Revenue: \D*[1-9]/m, 'the world has sales in these days');
      return answer;
    };
  };
  await costOf(app, 'a weekly report, made and drawn', await preview({ page: 'overview' }));
  await costOf(app, 'a weekly board', await preview({ page: 'board', question: { board_id: board.body.data.id } }));
  await costOf(app, 'Why of four weeks', (no) => {
    const range = { date_from: dayBefore(29 + no), date_to: dayBefore(2 + no) };
    return owner.get('/why', { ...profile, ...range, compared_from: dayBefore(57 + no), compared_to: dayBefore(30 + no) });
  });
} finally {
  await app.close();
}
