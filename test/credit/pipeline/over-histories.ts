// Random histories, each played to a profile of its own on one data folder and computed; a check looks at each.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Base } from '../../../src/base/base.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { settle } from '../../../src/credit/pipeline/wait-until-computed.ts';
import { blankFiles } from '../../base/blank-files.ts';
import { testConfig } from '../../base/folder.ts';
import { clocks, history, Run, ZONE } from './histories.ts';

/** How many histories: 6, or HISTORIES. */
export const RUNS = Number(process.env['HISTORIES'] ?? 6);
/** For the title of the test: SEED repeats a run. */
export const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

/** @param check Sees the computed profile and its number, from 1; the profile is removed from the warehouse afterwards. */
export async function overHistories(check: (base: Base, profileId: string, count: number) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 }), {
    blanks: blankFiles(),
    clock: fakeClock('2026-09-30T12:00:00Z'),
  });
  let count = 0;
  try {
    await fc.assert(
      // What is not dirty for another reason must move with the clocks, so they move last.
      fc.asyncProperty(history, clocks, async (steps, last) => {
        count += 1;
        const { profile_id: profileId, workspace_id: workspaceId } = initInstallation(base, {
          email: `owner${count}@shop.example`,
          workspace: `Workspace ${count}`,
          profile: 'Main',
          currency: 'USD',
          timezone: ZONE,
          domain: 'shop.example',
        });
        await new Run(base, { profileId, workspaceId }).all([...steps, { do: 'settle' }, last]);
        await settle(base, profileId);
        await check(base, profileId, count);
        await base.warehouse.remove(profileId);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
}
