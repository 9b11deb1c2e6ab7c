// What leaderboard, patterns and roadmap cost with 5,000 ads: milliseconds of the clock and of processors (the service's and the warehouse's process together),
// medians of answers after new figures, and of the same answers again.
// usage: npm run test:creatives-cost     ADS (default 5000), PEOPLE (20000) and TIMES (9) set other numbers
import assert from 'node:assert/strict';
import { cpuMs } from '../../../bench/children.ts';
import { median, shown, timed } from '../../../bench/numbers.ts';
import { AGENTS } from '../../../bench/world.ts';
import { acceptObjects } from '../../../src/act/connections/catalogue/accept-objects.ts';
import type { AdObject } from '../../../src/act/connections/catalogue/objects.ts';
import { analyseJob } from '../../../src/act/creatives/analysis/analyse.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { acceptEvents, type EventInput, type SpendBody } from '../../../src/collect/events/index.ts';
import { acceptSpend } from '../../../src/collect/spend/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const ADS = Number(process.env['ADS'] ?? 5_000);
const PEOPLE = Number(process.env['PEOPLE'] ?? 20_000);
const TIMES = Number(process.env['TIMES'] ?? 9);
const DAY_MS = 86_400_000;
const TODAY = '2026-12-01';
const [DAYS, ADS_PER_SET, AT_ONCE] = [84, 6, 1_000];
const PLACE = { platform: 'meta', account_id: 'cost' } as const;

const dayBefore = (days: number): string => new Date(Date.parse(TODAY) - days * DAY_MS).toISOString().slice(0, 10);
const ads = Array.from({ length: ADS }, (_, no) => no);
const setOf = (no: number): number => Math.floor(no / ADS_PER_SET);
const NAMES = [
  'Why not a better desk?',
  'Our story of a desk',
  'Desk sale, 20% off',
  'Desk with free shipping',
  'Reel: ugc desk 15s',
];
const nameOf = (no: number): string => `${NAMES[(no * 7 + setOf(no)) % NAMES.length]} ${no}`;

const objects = (): AdObject[] => [
  { type: 'campaign', id: 'c', name: 'Prospecting', effective_status: 'active' },
  ...[...new Set(ads.map(setOf))].map(
    (no): AdObject => ({
      type: 'adset',
      id: `s${no}`,
      campaign_id: 'c',
      name: `Set ${no}`,
      effective_status: 'active',
      learning: 'done',
    }),
  ),
  ...ads.map(
    (no): AdObject => ({
      type: 'ad',
      id: `a${no}`,
      adset_id: `s${setOf(no)}`,
      campaign_id: 'c',
      name: nameOf(no),
      configured_status: 'active',
      effective_status: 'active',
      platform_status: 'ACTIVE',
      creative: { id: `k${no}`, name: nameOf(no), type: no % 5 === 4 ? 'video' : 'image' },
    }),
  ),
];

/** Each ad runs on half of the days, so that ad sets have many companies of ads. */
const spendDay = (back: number): SpendBody => ({
  ...PLACE,
  day: dayBefore(back),
  currency: 'EUR',
  rows: ads
    .filter((no) => (no + Math.floor(back / 14)) % 2 === 0)
    .map((no) => ({
      campaign_id: 'c',
      campaign_name: 'Prospecting',
      adset_id: `s${setOf(no)}`,
      adset_name: `Set ${setOf(no)}`,
      ad_id: `a${no}`,
      ad_name: nameOf(no),
      spend: `${2 + ((no + back) % 9)}.50`,
      impressions: 900 + (no % 50),
      clicks: 5 + ((no + back) % 12),
    })),
});

function eventsOf(person: number): EventInput[] {
  const no = Math.floor(ADS * ((person * 0.618_034) % 1) ** 2);
  const at = Date.parse(TODAY) - (1 + (person % (DAYS - 1))) * DAY_MS;
  const own = { anonymous_id: `p-${person}` };
  const visit: EventInput = {
    ...own,
    event_id: `visit-${person}`,
    event_type: 'page_view',
    user_agent: AGENTS[0],
    occurred_at: new Date(at).toISOString(),
    url: `https://shop.example/?utm_source=facebook&utm_medium=paid_social&campaign_id=c&adset_id=s${setOf(no)}&ad_id=a${no}`,
  };
  return person % 2 === 1 ? [visit] : [visit, { ...own, ...payment(`order-${person}`, at + 3_600_000) }];
}

const payment = (key: string, at: number) => ({
  event_type: 'payment_received',
  idempotency_key: key,
  value: { amount: '80.00', currency: 'EUR' },
  occurred_at: new Date(at).toISOString(),
});

async function accept(app: TestApp, events: readonly EventInput[]): Promise<void> {
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const rows = events.slice(from, from + AT_ONCE).map((input) => ({ input }));
    await acceptEvents(app.base, app.profileId, rows, 'server');
  }
  await app.settle();
}

async function fill(app: TestApp): Promise<void> {
  await acceptObjects(
    app.base,
    { profileId: app.profileId, platform: PLACE.platform, accountId: PLACE.account_id, currency: 'EUR' },
    objects(),
  );
  for (let back = 1; back <= DAYS; back += 1) await acceptSpend(app.base, app.profileId, [spendDay(back)]);
  await accept(app, Array.from({ length: PEOPLE }, (_, person) => person).flatMap(eventsOf));
  const queued = await app.api(app.session).post('/profile/creative-analysis/backfill', undefined, { profile_id: app.profileId });
  assert.equal(queued.body.data.queued, ADS);
  await runDue(app.base, [analyseJob]);
}

interface Cost {
  ms: number;
  cpu: number;
}

async function costOf(app: TestApp, path: string, query: Record<string, unknown>): Promise<Cost> {
  const pid = app.base.warehouse.status().pid ?? 0;
  const [own, theirs] = [process.cpuUsage(), cpuMs(pid)];
  const { ms, value } = await timed(() => app.api(app.session).get(path, query));
  assert.equal(value.status, 200, JSON.stringify(value.body));
  assert.ok(value.body.data.length > 0, path);
  const { user, system } = process.cpuUsage(own);
  return { ms, cpu: (user + system) / 1_000 + cpuMs(pid) - theirs };
}

const told = (costs: readonly Cost[]): string =>
  `${shown(median(costs.map(({ ms }) => ms)))} ms, ${shown(median(costs.map(({ cpu }) => cpu)))} ms of processors`;

const app = await startTestApp({
  at: `${TODAY}T09:00:00Z`,
  config: { checkResponses: false, logLevel: 'error' },
  installation: { currency: 'EUR', timezone: 'UTC', domain: 'shop.example' },
});
try {
  const filled = await timed(() => fill(app));
  console.log(`${ADS} ads, ${PEOPLE} people: computed in ${shown(filled.ms / 1000)} s`);
  for (const [list, query] of [
    ['top-performers', {}],
    ['top-performers', { sort: 'click' }],
    ['creative-patterns', {}],
    ['creative-archetypes', {}],
    ['test-roadmap', {}],
  ] as const) {
    const [fresh, kept]: [Cost[], Cost[]] = [[], []];
    for (let no = 0; no < TIMES; no++) {
      // A sale more, so that nothing that was answered before helps.
      await accept(app, [
        { ...payment(`again-${list}-${Object.keys(query).length}-${no}`, app.clock.now() - DAY_MS), anonymous_id: `p-${no}` },
      ]);
      fresh.push(await costOf(app, `/workspaces/${app.workspaceId}/${list}`, query));
      kept.push(await costOf(app, `/workspaces/${app.workspaceId}/${list}`, query));
    }
    console.log(`${[list, ...Object.values(query)].join(' by ')}: new ${told(fresh)}; kept ${told(kept)}`);
  }
} finally {
  await app.close();
}
