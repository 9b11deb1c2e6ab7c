// Every case of test/models and the demo's shop, computed in both engines. That DuckDB has of a case what it expects, models.test.ts shows.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
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
      assert.equal(differencesOf(await verifyClickHouse(base, clickhouse, player.profileId)), '');
      await base.warehouse.remove(player.profileId);
    });
  }
});

test('the shop of the demo', async () => {
  const days = Number(process.env['DEMO_DAYS'] ?? 60);
  const files = writeWorld(join(dataDir, 'demo'), generateWorld({ seed: 1, size: 1, days, lastDay: '2026-11-30' }));
  const { profileId } = openShop(base, 'demo', SHOP.timezone);
  for (const kind of ['events', 'spend'] as const)
    await commands.backfill(base, { kind, file: files[kind], profile_id: profileId, wait: true }, () => undefined);
  await settle(base, profileId);
  const verified = await verifyClickHouse(base, clickhouse, profileId);
  assert.equal(differencesOf(verified), '');
  const rows = Object.fromEntries(verified.tables.map((table) => [table.table, Number(table.rows)]));
  for (const table of ['sessions', 'touches', 'conversions', 'credit', 'cash_flows', 'person_sums', 'spend_rows'])
    assert.ok((rows[table] ?? 0) > 0, `${table} has no rows`);
});
