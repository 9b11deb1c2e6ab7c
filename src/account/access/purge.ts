// Purging archived profiles: a job each, so that what a crash interrupts is finished at the next start. Every slice deletes what it
// keeps (`hooks.purge`), what was computed before what it was computed from; then base its stores. Audit rows stay.
import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { purgeStores } from '../../base/purge.ts';
import type { Job } from '../../base/state/jobs.ts';

const PURGE = 'purge';
const LEASE_SECONDS = 3_600;
/** It is never given up: with the longest pauses this is years. */
const MAX_ATTEMPTS = 100_000;
/** Calls that were under way when the profile was archived have ended by then; what they still wrote goes too. */
const SECOND_LOOK_MS = 60_000;

/** Inside the transaction that archives the profile. */
export function queuePurge(base: Base, profileId: string, runAt?: number): void {
  const when = runAt === undefined ? {} : { runAt };
  base.state.jobs.add({ kind: PURGE, profileId, payload: {}, dedupeKey: profileId, maxAttempts: MAX_ATTEMPTS, ...when });
}

const running = new WeakMap<Base['state'], Map<string, Promise<boolean>>>();

function runningOf(base: Base): Map<string, Promise<boolean>> {
  const made = running.get(base.state) ?? new Map<string, Promise<boolean>>();
  running.set(base.state, made);
  return made;
}

/** Runs the purge that is due for a profile, or waits for the one that runs. False when none is due, or it failed. */
export function purgeProfile(base: Base, profileId: string): Promise<boolean> {
  const known = runningOf(base).get(profileId);
  if (known) return known;
  const job = base.state.jobs.take([PURGE], LEASE_SECONDS, profileId);
  return job ? run(base, job) : Promise.resolve(false);
}

function run(base: Base, job: Job): Promise<boolean> {
  const ended = purge(base, job).finally(() => runningOf(base).delete(job.profileId));
  runningOf(base).set(job.profileId, ended);
  return ended;
}

async function purge(base: Base, { jobId, profileId }: Job): Promise<boolean> {
  try {
    base.journal.shut(profileId);
    for (const hooks of [...hooksOf(base)].reverse()) await hooks.purge?.(base, profileId);
    await purgeStores(base, profileId);
    base.state.tx(() => {
      const now = base.clock.now();
      const isFirst = base.state.statement('account/access/profile_purged').run({ profile_id: profileId, now }).changes > 0;
      base.state.jobs.finish(jobId, {});
      if (isFirst) queuePurge(base, profileId, now + SECOND_LOOK_MS);
    });
    return true;
  } catch (error) {
    if (!base.state.db.open) return false; // the next start takes it up again
    base.log.error({ err: error, profile_id: profileId }, 'purging an archived profile failed; it is tried again by itself');
    base.state.jobs.fail(jobId, error instanceof Error ? error.message : 'unknown');
    return false;
  }
}

/** Runs every purge that is due. */
export async function purgeDue(base: Base): Promise<void> {
  for (;;) {
    const job = base.state.db.open ? base.state.jobs.take([PURGE], LEASE_SECONDS) : undefined;
    if (!job) return;
    await run(base, job);
  }
}

const STOP_PATIENCE_MS = 1_000;

/** Takes up purges that an earlier process left, and those that come. */
export function startPurges(base: Base): { stop(): Promise<void> } {
  const look = (): void => {
    purgeDue(base).catch((error: unknown) => base.log.error({ err: error }, 'purges could not be looked for'));
  };
  const poll = setInterval(look, base.config.pollSeconds * 1000);
  poll.unref();
  look();
  return {
    stop: async () => {
      clearInterval(poll);
      await Promise.race([Promise.allSettled(runningOf(base).values()), pause(STOP_PATIENCE_MS)]);
    },
  };
}
