// Over random histories, what ClickHouse folds of a profile's facts and decisions is what DuckDB's increments have left: every computed table.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { ClickHouse } from '../../src/base/warehouse/clickhouse/clickhouse.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { settle } from '../../src/credit/pipeline/wait-until-computed.ts';
import { currentBuild, verifyClickHouse } from '../../src/credit/second-engine/index.ts';
import { testConfig } from '../base/folder.ts';
import { history, Run } from '../credit/pipeline/histories.ts';
import { differencesOf } from './tools/differences.ts';
import { EmbeddedEngine } from './tools/embedded.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 12);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

test(`both engines compute the same over ${RUNS} random histories (seed ${SEED})`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 }), {
    clock: fakeClock('2026-09-30T12:00:00Z'),
  });
  const engine = new EmbeddedEngine();
  const clickhouse = new ClickHouse(engine, '');
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        count += 1;
        const installed = initInstallation(base, {
          email: `owner${count}@shop.example`,
          workspace: `Workspace ${count}`,
          profile: 'Main',
          currency: 'USD',
          timezone: 'America/Santiago',
          domain: 'shop.example',
        });
        const profileId = installed.profile_id;
        await new Run(base, { profileId, workspaceId: installed.workspace_id }).all(steps);
        await settle(base, profileId);
        const verified = await verifyClickHouse(base, clickhouse, profileId);
        assert.equal(differencesOf(verified), '');
        assert.equal(currentBuild({ ...base, clickhouse }, profileId)?.database, verified.database);
        await base.warehouse.remove(profileId);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
  } finally {
    await closeBase(base);
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
