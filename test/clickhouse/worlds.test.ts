// Every case of test/models, the demo's shop and the world of the benchmark, computed in both engines. That DuckDB has of a case what it expects, models.test.ts shows.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { writeEvents, writeSpend } from '../../bench/world.ts';
import { writeWorld } from '../../seeds/demo/files.ts';
import { SHOP } from '../../seeds/demo/shop.ts';
import { generateWorld } from '../../seeds/demo/world.ts';
import type { Base } from '../../src/base/base.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { ClickHouse } from '../../src/base/warehouse/clickhouse/clickhouse.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { verifyClickHouse } from '../../src/credit/second-engine/index.ts';
import { commands } from '../../src/doors/jobs/commands.ts';
import { testConfig } from '../base/folder.ts';
import { readCases } from '../models/cases.ts';
import { Player } from '../models/player.ts';
import { differencesOf } from './tools/differences.ts';
import { EmbeddedEngine } from './tools/embedded.ts';
import { patiently } from './tools/patience.ts';
import { openShop } from './tools/shop.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
const engine = new EmbeddedEngine();
const clickhouse = new ClickHouse(engine, '');
let base: Base;
before(async () => {
  base = await openBase(testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 }), { clock: fakeClock('2026-12-01T12:00:00Z') });
});
after(async () => {
  await closeBase(base);
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the model cases', async (t) => {
  const cases = readCases(process.env['CASE']);
  assert.ok(cases.length > 0, 'there are no cases');
  for (const played of cases) {
    await t.test(played.name, async () => {
      const player = new Player(base, played, 'in increments');
      await player.play();
      assert.equal(differencesOf(await patiently(() => verifyClickHouse(base, clickhouse, player.profileId))), '');
      await base.warehouse.remove(player.profileId);
    });
  }
});

const WORLD_EVENTS = Number(process.env['WORLD_EVENTS'] ?? 10_000);

test(`the benchmark's world of ${WORLD_EVENTS} events`, async (t) => {
  const shape = { seed: 20_260_301, events: WORLD_EVENTS, until: Date.parse('2026-11-30T00:00:00Z') };
  const files = { events: join(dataDir, 'events.csv'), spend: join(dataDir, 'spend.csv') };
  await writeEvents(files.events, shape);
  await writeSpend(files.spend, shape);
  await verifyFiles(t, openShop(base, 'bench', 'Europe/Berlin').profileId, files);
});

test('the shop of the demo', async (t) => {
  const days = Number(process.env['DEMO_DAYS'] ?? 60);
  const files = writeWorld(join(dataDir, 'demo'), generateWorld({ seed: 1, size: 1, days, lastDay: '2026-11-30' }));
  await verifyFiles(t, openShop(base, 'demo', SHOP.timezone).profileId, files);
});

async function verifyFiles(t: TestContext, profileId: string, files: { events: string; spend: string }): Promise<void> {
  for (const kind of ['spend', 'events'] as const)
    await commands.backfill(base, { kind, file: files[kind], profile_id: profileId, wait: true }, () => undefined);
  await settle(base, profileId);
  const begin = performance.now();
  const verified = await patiently(() => verifyClickHouse(base, clickhouse, profileId));
  t.diagnostic(`verified in ${Math.round((performance.now() - begin) / 1000)} s`);
  assert.equal(differencesOf(verified), '');
  const rows = Object.fromEntries(verified.tables.map((table) => [table.table, Number(table.rows)]));
  for (const table of ['events', 'sessions', 'touches', 'conversions', 'credit', 'cash_flows', 'person_sums', 'spend_rows'])
    assert.ok((rows[table] ?? 0) > 0, `${table} has no rows`);
  t.diagnostic(
    `${rows['events']} events, ${rows['touches']} touches, ${rows['conversions']} conversions, ${rows['credit']} rows of credit`,
  );
  await base.warehouse.remove(profileId);
}
