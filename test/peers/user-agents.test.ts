// Published user agents of crawlers and of browsers: visits of the first must be left out as bots', visits of the second must
// count. Only the shares are held here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { ask } from '../../src/credit/attribution/index.ts';
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

let app: TestApp;
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
  await load(app, visits);
  const rows = await ask(app.base, app.profileId, { sql: 'select path, is_excluded from events' });
  assert.equal(rows.length, visits.length);
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
