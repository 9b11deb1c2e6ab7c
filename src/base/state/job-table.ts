// Work to be done later, one row each: leased to its runner, tried again with growing pauses, never waiting twice under one key.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock.ts';
import { isDiskFull } from '../kit/disk.ts';
import type { Job } from './jobs.ts';
import type { Jobs, State } from './state.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
const KEPT_DAYS = 30;
const DISK_PAUSE_MS = 1_000;

const parsed = (value: unknown): unknown => (value === null ? null : JSON.parse(value as string));

function jobOf(row: Record<string, unknown> | undefined): Job | undefined {
  if (!row) return undefined;
  return {
    jobId: row['job_id'] as string,
    kind: row['kind'] as string,
    profileId: row['profile_id'] as string,
    payload: parsed(row['payload']),
    status: row['status'] as Job['status'],
    attempts: row['attempts'] as number,
    createdAt: row['created_at'] as number,
    startedAt: row['started_at'] as number | null,
    finishedAt: row['finished_at'] as number | null,
    progress: parsed(row['progress']),
    result: parsed(row['result']),
    error: row['error'] as string | null,
  };
}

const json = (value: unknown): string => JSON.stringify(value ?? null);
const pauseMs = (attempts: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));

export function jobTable(state: Pick<State, 'db' | 'statement' | 'tx'>, clock: Clock): Jobs {
  // Only the process that holds the folder's lock gets here, so whoever ran these is gone.
  state.statement('base/job_orphan').run({ now: clock.now() });
  state.statement('base/job_forget').run({ before: clock.now() - KEPT_DAYS * 86_400_000 });

  const byId = (jobId: string): Job | undefined => jobOf(state.statement('base/job_get').get({ job_id: jobId }));

  function fail(jobId: string, reason: string): void {
    try {
      state.tx(() => {
        const now = clock.now();
        const attempts = byId(jobId)?.attempts ?? 0;
        const again = state.statement('base/job_retry').run({ job_id: jobId, run_at: now + pauseMs(attempts), error: reason });
        if (again.changes === 0) state.statement('base/job_fail').run({ job_id: jobId, error: reason, now });
      });
    } catch (error) {
      // A full disk is what jobs fail of, and it refuses to be told so: noted once it takes writes again.
      if (!isDiskFull(error)) throw error;
      setTimeout(() => {
        if (state.db.open) fail(jobId, reason);
      }, DISK_PAUSE_MS).unref();
    }
  }

  return {
    add: (job) =>
      state.tx(() => {
        const now = clock.now();
        const added = state.statement('base/job_add').get({
          job_id: randomUUID(),
          kind: job.kind,
          profile_id: job.profileId,
          payload: json(job.payload),
          dedupe_key: job.dedupeKey ?? null,
          max_attempts: job.maxAttempts ?? 5,
          run_at: job.runAt ?? now,
          now,
        });
        if (added) return { jobId: added.job_id, created: true };
        const waiting = state.statement('base/job_waiting').get({ kind: job.kind, dedupe_key: job.dedupeKey ?? '' });
        return { jobId: waiting?.job_id as string, created: false };
      }),
    take: (kinds, leaseSeconds, profileId) =>
      state.tx(() => {
        const now = clock.now();
        state.statement('base/job_give_up').run({ now });
        return jobOf(
          state
            .statement('base/job_take')
            .get({ kinds: JSON.stringify(kinds), profile_id: profileId ?? null, lease_seconds: leaseSeconds, now }),
        );
      }),
    progress: (jobId, progress) => {
      state.statement('base/job_progress').run({ job_id: jobId, progress: json(progress), now: clock.now() });
    },
    finish: (jobId, result) => {
      state.statement('base/job_finish').run({ job_id: jobId, result: json(result), now: clock.now() });
    },
    fail,
    latest: (kind, profileId) => jobOf(state.statement('base/job_latest').get({ kind, profile_id: profileId })),
    byId,
  };
}
