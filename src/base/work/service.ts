// The runner of the service: starts what is due when a signal says so and every few seconds, keeps schedules, and fails jobs that no
// handler of this version knows.
import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '../base.ts';
import { type Poller, startPoller } from '../kit/poller.ts';
import type { RunnableJob } from './job.ts';
import { isWorkPaused, runningJobs, scheduleNext, startDue, stopJobs } from './runner.ts';

/** New profiles get their schedules within so long. */
const SCHEDULE_EVERY_MS = 60_000;

/** Runs jobs of these kinds until it is stopped. */
export function startWork(base: Base, kinds: readonly RunnableJob[]): Poller {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  if (byName.size < kinds.length) throw new Error('two definitions have the same kind of job');
  let scheduledAt = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    if (!base.state.db.open || isWorkPaused(base)) return;
    abandonUnknown(base, byName);
    if (base.clock.now() - scheduledAt >= SCHEDULE_EVERY_MS) {
      scheduledAt = base.clock.now();
      for (const kind of kinds) keepSchedule(base, kind);
    }
    for (const kind of kinds) startOf(base, kind);
  };
  const rounds = startPoller(base, {
    everySeconds: base.config.pollSeconds,
    look,
    failure: 'polling for jobs failed; the service retries automatically',
    wokenBy: 'work',
  });
  return {
    stop: async () => {
      await rounds.stop();
      const seconds = Math.max(
        1,
        ...kinds.filter((kind) => runningJobs(base, kind).length > 0).map((kind) => kind.stopSeconds ?? 1),
      );
      await Promise.race([stopJobs(base), pause(seconds * 1000, undefined, { ref: false })]);
    },
  };
}

/** A kind whose jobs cannot be read delays no other. */
function startOf(base: Base, kind: RunnableJob): void {
  try {
    startDue(base, kind);
  } catch (error) {
    base.log.error({ err: error, kind: kind.kind }, 'jobs of a kind could not be started; the service retries automatically');
  }
}

function keepSchedule(base: Base, kind: RunnableJob): void {
  for (const profileId of kind.profiles?.(base) ?? []) {
    const latest = base.state.jobs.latest(kind.kind, profileId);
    if (latest?.status === 'waiting' || latest?.status === 'running') continue;
    scheduleNext(base, kind, profileId, latest === undefined);
  }
}

function abandonUnknown(base: Base, kinds: ReadonlyMap<string, RunnableJob>): void {
  for (const { kind } of base.state.statement('base/job_kinds_list').all()) {
    if (kinds.has(kind)) continue;
    for (const { job_id } of base.state.statement('base/job_open_list').all({ kind, now: base.clock.now() })) {
      base.state.jobs.abandon(job_id, 'handler_missing', 'this version has no handler of its kind');
      base.log.error({ kind, job_id }, 'a job of a kind that this version does not know: `tributary jobs list` shows it');
    }
  }
}
