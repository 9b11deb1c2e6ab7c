// Purging what was archived, profiles and whole workspaces: a job each, so that what a crash interrupts is finished at the next start.
// Each slice deletes what it keeps: its hook first (`purge`, `purgeWorkspace`), then its tables by the list of owned tables, from the last
// slice to the first; then base deletes its stores. Audit rows stay.

import { z } from 'zod';
import type { AfterBase, Base } from '../../base/base.ts';
import { slicesOf } from '../../base/contract/hooks.ts';
import { purgeStores } from '../../base/folder/purge.ts';
import { purgeTables } from '../../base/state/owned-tables.ts';
import { defineJob, type JobKind } from '../../base/work/job.ts';
import { addJob, runDue, runNow } from '../../base/work/runner.ts';

type Kind = 'purge' | 'purge_workspace';

/** The job is never abandoned: with the longest pauses this is years. */
const ATTEMPTS = 100_000;
/** Calls that were under way when it was archived have ended by then; what they still wrote goes too. */
const SECOND_LOOK_MS = 60_000;

interface Purge {
  delete: (base: Base, id: string) => Promise<void>;
  /** Within the transaction that ends the job; true the first time. */
  remember: (base: Base, id: string, now: number) => boolean;
}

const PURGES: Readonly<Record<Kind, Purge>> = {
  purge: {
    delete: async (base, profileId) => {
      base.journal.shut(profileId);
      for (const { name, hooks } of [...slicesOf(base)].reverse()) {
        await hooks?.purge?.(base, profileId);
        await purgeTables(base.state, name, { profile_id: profileId });
      }
      await purgeStores(base, profileId);
    },
    remember: (base, profileId, now) =>
      base.state.statement('account/places/profile_purged').run({ profile_id: profileId, now }).changes > 0,
  },
  purge_workspace: {
    delete: async (base, workspaceId) => {
      await purgeProfiles(base, workspaceId);
      for (const { name, hooks } of [...slicesOf(base)].reverse()) {
        await hooks?.purgeWorkspace?.(base, workspaceId);
        await purgeTables(base.state, name, { workspace_id: workspaceId });
      }
      await purgeTables(base.state, 'base', { workspace_id: workspaceId });
      await base.state.wipe();
    },
    remember: (base, workspaceId, now) =>
      base.state.statement('account/places/workspace_purged').run({ workspace_id: workspaceId, now }).changes > 0,
  },
};

async function purgeProfiles(base: Base, workspaceId: string): Promise<void> {
  for (const { profileId, isPurged } of archivedProfiles(base, workspaceId))
    if (!isPurged && !(await purgeNow(base, 'purge', profileId))) throw new Error('a profile of it is not purged yet');
}

/** Jobs of a workspace, the oldest first. */
const archivedProfiles = (base: Base, workspaceId: string): { profileId: string; isPurged: boolean }[] =>
  base.state
    .statement('account/places/archived_profiles_list')
    .all({ workspace_id: workspaceId })
    .map((row) => ({ profileId: row.profile_id, isPurged: row.purged_at !== null }));

const purgeJobOf = (kind: Kind): JobKind<object> =>
  defineJob({
    kind,
    payload: z.object({}),
    concurrencyKey: ({ profileId: id }) => `${kind} ${id}`,
    isMandatory: true,
    leaseSeconds: 3_600,
    retry: { attempts: ATTEMPTS },
    failureText: 'purging archived data failed; the service retries automatically',
    run: async (base, job) => {
      const { profileId: id } = job;
      await PURGES[kind].delete(base, id);
      job.finish(() => {
        const now = base.clock.now();
        if (PURGES[kind].remember(base, id, now)) queuePurge(base, kind, id, now + SECOND_LOOK_MS);
        return {};
      });
    },
  });

const JOBS: Readonly<Record<Kind, JobKind<object>>> = {
  purge: purgeJobOf('purge'),
  purge_workspace: purgeJobOf('purge_workspace'),
};
export const purgeJobs: readonly JobKind<object>[] = Object.values(JOBS);

/** Runs inside the transaction that archives the profile or the workspace of this id. */
export function queuePurge(base: Base, kind: Kind, id: string, runAt?: number): void {
  addJob(base, JOBS[kind], { profileId: id, payload: {}, dedupeKey: id, ...(runAt === undefined ? {} : { runAt }) });
}

/** Runs the purge that is due for this id, or waits for the one that runs. False when none is due, or it failed. */
export const purgeNow = async (base: AfterBase, kind: Kind, id: string): Promise<boolean> =>
  (await runNow(base, JOBS[kind], { profileId: id }))?.isDone ?? false;

/** Runs every purge that is due. */
export const purgeDue = async (base: Base): Promise<void> => void (await runDue(base, purgeJobs));
