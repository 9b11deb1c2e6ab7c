// At one version, what increments have left is what a full computation makes: every table, ids included, row order apart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { settle } from '../../../src/credit/pipeline/wait-until-computed.ts';
import { assertEqualsFull } from './contents.ts';
import { history, Run } from './histories.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 12);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

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
        // By one thread, as the service builds what is small, and by all in turns: none of it may show.
        await assertEqualsFull(base, profileId, count % 2 === 0);
        await base.warehouse.remove(profileId);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
