// Published user agents of crawlers and of browsers: visits of the first must be left out as bots', visits of the second must
// count; and of systems, which must be named rightly where they are named. Only the shares are held here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { ask } from '../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { load, publicText } from './public-data.ts';

/** Measured: all 623 crawlers and all 555 browsers of the lists. */
const FLOORS = { crawlers: 1, browsers: 1 };

type Kind = keyof typeof FLOORS;
const agents: Record<Kind, string[]> = { crawlers: agentsOf('crawlers.yml'), browsers: agentsOf('browsers.yml') };

function agentsOf(file: string): string[] {
  const byName = parse(publicText('user-agents', file)) as Record<string, string[]>;
  return [...new Set(Object.values(byName).flat())];
}

/** Our name of a published family; others are rare, or no system of a person's browser. */
const SYSTEMS: Readonly<Record<string, string>> = {
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  iOS: 'iOS',
  Android: 'Android',
  Linux: 'Linux',
  Ubuntu: 'Linux',
  Debian: 'Linux',
  Gentoo: 'Linux',
  'Windows Phone': 'Windows Phone',
};
/** Measured: 187 of the 201 that are named, and no phone or tablet of Apple's but the two that say they are desktops. */
const FLOOR_OF_SYSTEMS = 0.9;

interface SystemCase {
  user_agent_string: string;
  family: string;
}
const systems = (parse(publicText('user-agents', 'test_os.yaml')) as { test_cases: SystemCase[] }).test_cases.filter(
  ({ family }) => family in SYSTEMS,
);

let app: TestApp;
let found: Map<string, { os: string | null; device: string | null }>;
let bots: Set<string>;
before(async () => {
  app = await startTestApp({ at: '2026-04-01T00:00:00Z' });
  const visits = Object.entries(agents).flatMap(([kind, list]) =>
    list.map((user_agent, i) => ({
      event_type: 'page_view',
      occurred_at: '2026-03-01T10:00:00Z',
      anonymous_id: `${kind}-${i}`,
      url: `https://shop.example/${kind}/${i}`,
      user_agent,
    })),
  );
  const ofSystems = systems.map(({ user_agent_string }, i) => ({
    ...(visits[0] as (typeof visits)[number]),
    anonymous_id: `systems-${i}`,
    url: `https://shop.example/systems/${i}`,
    user_agent: user_agent_string,
  }));
  await load(app, [...visits, ...ofSystems]);
  const rows = await ask(app.base, app.profileId, { sql: 'select path, is_excluded, os, device from events' });
  assert.equal(rows.length, visits.length + ofSystems.length);
  found = new Map(
    rows.map(({ path, os, device }) => [path as string, { os: os as string | null, device: device as string | null }]),
  );
  bots = new Set(rows.filter((row) => row['is_excluded'] === true).map((row) => row['path'] as string));
});
after(() => app?.close());

const flagged = (kind: Kind): number => agents[kind].filter((_, i) => bots.has(`/${kind}/${i}`)).length;

test('crawlers are left out', (t) => {
  const all = agents.crawlers.length;
  const found = flagged('crawlers');
  t.diagnostic(`${found} of ${all} are known as bots`);
  assert.ok(all > 600);
  assert.ok(found / all >= FLOORS.crawlers, `${found} of ${all}`);
});

test('browsers count', (t) => {
  const all = agents.browsers.length;
  const found = all - flagged('browsers');
  t.diagnostic(`${found} of ${all} are taken for people`);
  assert.ok(all > 500);
  assert.ok(found / all >= FLOORS.browsers, `${found} of ${all}`);
});

test('systems are named rightly where they are named, and phones are no desktops', (t) => {
  const all = systems.map(({ family }, i) => ({
    family,
    ...(found.get(`/systems/${i}`) as { os: string | null; device: string | null }),
  }));
  const named = all.filter(({ os }) => os !== null);
  const right = named.filter(({ family, os }) => os === SYSTEMS[family]);
  t.diagnostic(`${all.length} user agents, ${named.length} with a system, ${right.length} of them rightly`);
  assert.ok(named.length > 190);
  assert.ok(right.length / named.length >= FLOOR_OF_SYSTEMS, `${right.length} of ${named.length}`);
  const desktops = all.filter(({ family, os, device }) => family === 'iOS' && os !== 'macOS' && device === 'desktop');
  assert.deepEqual(desktops, []);
});
