// At one version, what increments have left is what a full computation makes: every table, ids included, row order apart.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Base } from '../../../src/base/base.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { readConfig } from '../../../src/base/kit/config.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import type { Target } from '../../../src/base/warehouse/port.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { fillBuild } from '../../../src/credit/attribution/builder.ts';
import { settle } from '../../../src/credit/attribution/settle.ts';
import { history, Run } from './histories.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 50);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

const TABLES = `select table_name from duckdb_tables() where not temporary and table_name <> 'cursors' order by table_name`;

async function contents(base: Base, target: Target): Promise<Map<string, string[]>> {
  const tables = (await base.warehouse.query(target, { sql: TABLES })).map((row) => row['table_name'] as string);
  const result = new Map<string, string[]>();
  for (const table of tables) {
    const rows = await base.warehouse.query(target, { sql: `select * from ${table} order by all` });
    result.set(
      table,
      rows.map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
    );
  }
  return result;
}

function difference(live: Map<string, string[]>, full: Map<string, string[]>): string {
  for (const [table, rows] of full) {
    const mine = new Set(live.get(table) ?? []);
    const theirs = new Set(rows);
    const missing = rows.filter((row) => !mine.has(row));
    const extra = (live.get(table) ?? []).filter((row) => !theirs.has(row));
    if (missing.length + extra.length > 0 || rows.length !== live.get(table)?.length)
      return `${table}: increments have ${live.get(table)?.length} rows, full ${rows.length}\n only full: ${missing.slice(0, 3).join('\n  ')}\n only increments: ${extra.slice(0, 3).join('\n  ')}`;
  }
  return '';
}

test(`increments equal a full computation over ${RUNS} random histories (seed ${SEED})`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(readConfig({ dataDir, logLevel: 'silent', ballastMb: 0, sealRows: 1e9, sealSeconds: 1e9 }, {}), {
    clock: fakeClock('2026-09-30T12:00:00Z'),
  });
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
        const build = await base.warehouse.startBuild(profileId);
        try {
          await fillBuild(base, build, { fit: false });
          assert.equal(difference(await contents(base, { profileId }), await contents(base, build)), '');
        } finally {
          await base.warehouse.dropBuild(build);
          await base.warehouse.remove(profileId);
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
