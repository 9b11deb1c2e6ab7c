// An ad account whose platform fails in every way while its figures change: throttling, pages that drift, pages of HTML, answers of another
// shape, an account that vanishes, clocks that jump. Each day of spend is one that the platform had, and the last one is its present one.
// ROUNDS says how many hours, TEST_SEED which.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { NOW, workOn } from '../act/connections/meta-world.ts';
import { Visitor } from '../act/connections/visitor.ts';
import { seededRandom } from '../base/random.ts';
import { startFakeGoogleAds } from '../fakes/google-ads.ts';
import type { FailureScript } from '../fakes/provider-server.ts';
import { type FakeTikTok, startFakeTikTok } from '../fakes/tiktok.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { rounds, tell } from './tools/results.ts';

const ROUNDS = rounds(60);
const ADS = 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days back that change; the platform corrects no older ones. */
const CHANGED_DAYS = 20;
const ACCOUNT = '7001';
const SCRIPTS: readonly FailureScript[] = [
  'throttled',
  'throttled_shortly',
  'html',
  'error_once',
  'reset',
  'wrong_json',
  'redirect',
];

type Random = (below: number) => number;
type Day = { ad: string; spend: string }[];

/** What the platform says of each day, and every version of it so far. */
class Truth {
  readonly now = new Map<string, Day>();
  readonly versions = new Map<string, Set<string>>();
  changes = 0;

  set(day: string, rows: Day): void {
    const text = textOf(rows);
    const cached = this.versions.get(day) ?? new Set([textOf([])]);
    if (textOf(this.now.get(day) ?? []) !== text) this.changes += 1;
    this.now.set(day, rows);
    this.versions.set(day, cached.add(text));
  }

  report(): FakeTikTok['advertisers'][number]['report'] {
    return [...this.now].flatMap(([day, rows]) =>
      rows.map(({ ad, spend }) => ({
        dimensions: { ad_id: ad, stat_time_day: `${day} 00:00:00` },
        metrics: { spend, impressions: '10', clicks: '1', ad_name: 'Ad', campaign_id: '#1714', adgroup_id: '#1715' },
      })),
    );
  }
}

const textOf = (rows: Day): string =>
  rows
    .map(({ ad, spend }) => `${ad} ${Number(spend).toFixed(2)}`)
    .sort()
    .join();

interface StoredDay {
  account_id: string;
  day: string;
  rows: { ad_id: string; spend: string }[];
}

const factsOf = ({ base, profileId }: TestApp): { day: string; text: string }[] =>
  base.journal.read(profileId, 0n, 1_000_000).flatMap(({ kind, body }) => {
    if (kind !== 'spend_day') return [];
    const { day, rows } = JSON.parse(body) as StoredDay;
    return [{ day, text: textOf(rows.map(({ ad_id: ad, spend }) => ({ ad, spend }))) }];
  });

const rowsOf = (random: Random): Day =>
  Array.from({ length: random(ADS + 1) }, (_, no) => ({ ad: String(no + 1), spend: `${random(90)}.${10 + random(90)}` }));

async function startWorld(t: TestContext, random: Random) {
  const truth = new Truth();
  const dayBack = (at: number, days: number): string => new Date(at - days * DAY_MS).toISOString().slice(0, 10);
  for (let days = 1; days < 400; days += 1) if (random(3) > 0) truth.set(dayBack(Date.parse(NOW), days), rowsOf(random));
  truth.changes = 0;
  const info = (advertiser_id: string) => ({
    advertiser_id,
    name: 'Shop',
    currency: 'USD',
    status: 'STATUS_ENABLE',
    display_timezone: 'Etc/UTC',
    timezone: 'Etc/UTC',
  });
  const empty = { campaigns: [], adGroups: [], ads: [] };
  const tiktok = await startFakeTikTok(t, [
    { info: info(ACCOUNT), ...empty, report: truth.report() },
    { info: info('7002'), ...empty, report: [] },
  ]);
  tiktok.maxPage = 40;
  const app = await startTestApp({ at: NOW, config: { providers: { tiktok: tiktok.settings } } });
  t.after(() => app.close());
  const api = app.api(app.session);
  const query = { profile_id: app.profileId };
  const { url } = (await api.post('/connections/tiktok/connect', { accounts: [ACCOUNT] }, query)).body.data;
  assert.equal((await new Visitor().grant(url)).status, 303);
  return { truth, tiktok, app, api, query, dayBack };
}

test(`${ROUNDS} hours of an ad account whose platform fails`, async (t) => {
  const random = seededRandom(t);
  const w = await startWorld(t, random);
  const { truth, tiktok, app, dayBack } = w;
  const [account] = tiktok.advertisers;
  assert.ok(account);
  const struck = new Map<string, number>();
  const strike = (name: string): void => void struck.set(name, (struck.get(name) ?? 0) + 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let changes = random(4); changes > 0; changes -= 1)
      truth.set(dayBack(app.clock.now(), 1 + random(CHANGED_DAYS)), rowsOf(random));
    account.report = truth.report();
    const fault = random(4);
    const script = SCRIPTS[random(SCRIPTS.length)] ?? 'html';
    const isGone = fault === 1;
    if (fault === 0) tiktok.server.fail(script, 1 + random(6));
    if (fault === 0) strike(script);
    if (isGone) tiktok.advertisers.shift();
    if (isGone) strike('account vanished');
    if (fault === 2) tiktok.drift(1 + random(2));
    if (fault === 2) strike('pages drifted');
    if (fault === 3) app.clock.advance((random(2) - 0.5) * 4 * HOUR_MS);
    if (fault === 3) strike('clock jumped');
    app.clock.advance(HOUR_MS + 60_000);
    await workOn(app);
    if (isGone) tiktok.advertisers.unshift(account);
  }
  // What was left of scripts is used up, and a night passes.
  for (let hour = 0; hour < 30; hour += 1) {
    app.clock.advance(HOUR_MS + 60_000);
    await workOn(app);
  }
  const facts = factsOf(app);
  const partial = facts.filter(({ day, text }) => !(truth.versions.get(day)?.has(text) ?? text === ''));
  const last = new Map(facts.map(({ day, text }) => [day, text]));
  const wrong = [...truth.now].filter(([day, rows]) => last.get(day) !== textOf(rows));
  const repeats = facts.filter(({ day, text }, at) => facts.slice(0, at).findLast((each) => each.day === day)?.text === text);
  const [connection] = (await w.api.get('/connections', w.query)).body.data;
  assert.deepEqual([connection.status, connection.last_sync.error], ['active', null]);
  tell(t, {
    name: 'an ad platform that fails',
    figure: `${last.size} days, ${truth.changes} changes, ${facts.length} facts: ${partial.length} that the platform never had, ${wrong.length} not the last one, ${repeats.length} of a day that had not changed. ${[...struck].map(([name, times]) => `${name} ${times}`).join(', ')}`,
    target: '0 that the platform never had, 0 not the last one, 0 unchanged',
    rounds: ROUNDS,
    holds: partial.length + wrong.length + repeats.length === 0,
  });
  await app.settle();
  const sql = 'select count(*) as days, count(*) - count(distinct spend_day) as doubled from spend_days';
  const [row] = await app.base.warehouse.query({ profileId: app.profileId }, { sql });
  assert.deepEqual([Number(row?.['days']), Number(row?.['doubled'])], [last.size, 0]);
});

test('twenty jobs whose token has ended refresh it once', async (t) => {
  const ids = Array.from({ length: 4 }, (_, no) => String(2_001 + no));
  const shared = { currency: 'EUR', timezone: 'Etc/UTC' };
  const google = await startFakeGoogleAds(t, [
    { id: '1000', name: 'Agency', ...shared, isManager: true, isRoot: true, children: ids },
    ...ids.map((id) => ({ id, name: id, ...shared })),
  ]);
  const app = await startTestApp({ at: NOW, config: { providers: { google_ads: google.settings } } });
  t.after(() => app.close());
  const query = { profile_id: app.profileId };
  const api = app.api(app.session);
  const { url } = (await api.post('/connections/google_ads/connect', { accounts: ids }, query)).body.data;
  assert.equal((await new Visitor().grant(url)).status, 303);
  await workOn(app);
  const before = google.refreshes();
  app.clock.advance(2 * HOUR_MS);
  const jobs = app.base.state.db
    .prepare<[], number>("select count(*) from jobs where kind like 'sync_%' and status = 'waiting'")
    .pluck();
  const [{ id }] = (await api.get('/connections', query)).body.data;
  await api.post(`/connections/${id}/sync`, { what: 'catalogue' }, query);
  for (const day of ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'])
    await api.post(`/connections/${id}/sync`, { from: day, to: day }, query);
  const waiting = jobs.get() ?? 0;
  await workOn(app);
  const refreshes = google.refreshes() - before;
  tell(t, {
    name: 'a token that many jobs refresh at once',
    figure: `${refreshes} refresh for ${waiting} jobs`,
    target: '1 refresh for 20 jobs or more',
    rounds: 1,
    holds: refreshes === 1 && waiting >= 20,
  });
});
