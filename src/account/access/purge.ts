// Purging what was archived, profiles and whole workspaces: a job each, so that what a crash interrupts is finished at the next start.
// Each slice deletes what it keeps: its hook first (`purge`, `purgeWorkspace`), then its tables by the list of owned tables, from the last
// slice to the first; then base deletes its stores. Audit rows stay.
import type { Base } from '../../base/base.ts';
import { slicesOf } from '../../base/contract/hooks.ts';
import { type Rounds, startRounds } from '../../base/kit/rounds.ts';
import { purgeStores } from '../../base/purge.ts';
import type { Job } from '../../base/state/jobs.ts';
import { purgeTables } from '../../base/state/owned-tables.ts';

type Kind = 'purge' | 'purge_workspace';
const KINDS: readonly Kind[] = ['purge', 'purge_workspace'];

const LEASE_SECONDS = 3_600;
/** It is never given up: with the longest pauses this is years. */
const MAX_ATTEMPTS = 100_000;
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
      base.state.statement('account/access/profile_purged').run({ profile_id: profileId, now }).changes > 0,
  },
  purge_workspace: {
    delete: async (base, workspaceId) => {
      await purgeProfiles(base, workspaceId);
      for (const { name, hooks } of [...slicesOf(base)].reverse()) {
        await hooks?.purgeWorkspace?.(base, workspaceId);
        await purgeTables(base.state, name, { workspace_id: workspaceId });
      }
      await base.state.wipe();
    },
    remember: (base, workspaceId, now) =>
      base.state.statement('account/access/workspace_purged').run({ workspace_id: workspaceId, now }).changes > 0,
  },
};

async function purgeProfiles(base: Base, workspaceId: string): Promise<void> {
  for (const { profileId, isPurged } of archivedProfiles(base, workspaceId))
    if (!isPurged && !(await purgeNow(base, 'purge', profileId))) throw new Error('a profile of it is not purged yet');
}

/** Those of a workspace, the oldest first. */
const archivedProfiles = (base: Base, workspaceId: string): { profileId: string; isPurged: boolean }[] =>
  base.state
    .statement('account/access/archived_profiles_list')
    .all({ workspace_id: workspaceId })
    .map((row) => ({ profileId: row.profile_id, isPurged: row.purged_at !== null }));

/** Inside the transaction that archives the profile or the workspace of this id. */
export function queuePurge(base: Base, kind: Kind, id: string, runAt?: number): void {
  const when = runAt === undefined ? {} : { runAt };
  base.state.jobs.add({ kind, profileId: id, payload: {}, dedupeKey: id, maxAttempts: MAX_ATTEMPTS, ...when });
}

const running = new WeakMap<Base['state'], Map<string, Promise<boolean>>>();

function runningOf(base: Base): Map<string, Promise<boolean>> {
  const made = running.get(base.state) ?? new Map<string, Promise<boolean>>();
  running.set(base.state, made);
  return made;
}

/** Runs the purge that is due for this id, or waits for the one that runs. False when none is due, or it failed. */
export function purgeNow(base: Base, kind: Kind, id: string): Promise<boolean> {
  const known = runningOf(base).get(id);
  if (known) return known;
  const job = base.state.jobs.take([kind], LEASE_SECONDS, id);
  return job ? run(base, job) : Promise.resolve(false);
}

function run(base: Base, job: Job): Promise<boolean> {
  const ended = purge(base, job).finally(() => runningOf(base).delete(job.profileId));
  runningOf(base).set(job.profileId, ended);
  return ended;
}

async function purge(base: Base, { jobId, kind, profileId: id }: Job): Promise<boolean> {
  const work = PURGES[kind as Kind];
  try {
    await work.delete(base, id);
    base.state.tx(() => {
      const now = base.clock.now();
      base.state.jobs.finish(jobId, {});
      if (work.remember(base, id, now)) queuePurge(base, kind as Kind, id, now + SECOND_LOOK_MS);
    });
    return true;
  } catch (error) {
    if (!base.state.db.open) return false; // the next start takes it up again
    base.log.error({ err: error, kind, id }, 'purging what was archived failed; it is tried again by itself');
    base.state.jobs.fail(jobId, error instanceof Error ? error.message : 'unknown');
    return false;
  }
}

/** Runs every purge that is due. */
export async function purgeDue(base: Base): Promise<void> {
  for (;;) {
    const job = base.state.db.open ? base.state.jobs.take([...KINDS], LEASE_SECONDS) : undefined;
    if (!job) return;
    await run(base, job);
  }
}

/** Takes up purges that an earlier process left, and those that come. */
export const startPurges = (base: Base): Rounds =>
  startRounds(base, {
    everySeconds: base.config.pollSeconds,
    look: () => purgeDue(base),
    failure: 'purges could not be looked for',
  });
