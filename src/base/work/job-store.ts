// The table of jobs: each is leased to its worker, fenced by the lease's number, tried again when it fails, and never waits twice under
// one key.

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isDiskFull } from '../files/disk.ts';
import type { Clock } from '../kit/clock.ts';
import { storedJson } from '../kit/stored-json.ts';
import type { RowOf, State } from '../state/state.ts';
import type { Job, Jobs } from './jobs.ts';

const KEPT_DAYS = 30;
const DISK_PAUSE_MS = 1_000;
const DEFAULT_ATTEMPTS = 5;

/** A payload's own shape is checked by its kind (`defineJob`). */
const storedValue = storedJson(['jobs.payload', 'jobs.progress', 'jobs.result'], z.unknown());
const parsed = (text: string | null): unknown => storedValue.readOrNull(text);

function jobOf(row: RowOf<'base/job_get'> | undefined): Job | undefined {
  if (!row) return undefined;
  return {
    jobId: row.job_id,
    kind: row.kind,
    profileId: row.profile_id,
    payload: parsed(row.payload),
    status: row.status,
    attempts: row.attempts,
    createdAt: row.created_at,
    runAt: row.run_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    progress: parsed(row.progress),
    result: parsed(row.result),
    error: row.error,
    failure: row.failure,
    leaseNo: row.lease_no,
  };
}

const json = (value: unknown): string => storedValue.write(value ?? null);

type JobState = Pick<State, 'db' | 'statement' | 'tx'>;

function failJob(state: JobState, clock: Clock, lease: Parameters<Jobs['fail']>[0], failed: Parameters<Jobs['fail']>[1]): void {
  const now = clock.now();
  const { jobId: job_id, leaseNo: lease_no } = lease;
  const { reason: error, failure, runAt } = failed;
  try {
    state.tx(() => {
      const isWaiting =
        runAt !== undefined && state.statement('base/job_retry').run({ job_id, lease_no, run_at: runAt, error }).changes > 0;
      if (!isWaiting) state.statement('base/job_fail').run({ job_id, lease_no, error, failure, now });
    });
  } catch (cause) {
    // A full disk is what jobs fail of, and it refuses this write as well: it is repeated until the disk takes it.
    if (!isDiskFull(cause)) throw cause;
    setTimeout(() => {
      if (state.db.open) failJob(state, clock, lease, failed);
    }, DISK_PAUSE_MS).unref();
  }
}

const addJobRow = (state: JobState, clock: Clock, job: Parameters<Jobs['add']>[0]): ReturnType<Jobs['add']> =>
  state.tx(() => {
    const now = clock.now();
    const added = state.statement('base/job_add').get({
      job_id: randomUUID(),
      kind: job.kind,
      profile_id: job.profileId,
      payload: json(job.payload),
      dedupe_key: job.dedupeKey ?? null,
      max_attempts: job.maxAttempts ?? DEFAULT_ATTEMPTS,
      run_at: job.runAt ?? now,
      now,
      concurrency_key: job.concurrencyKey ?? null,
      is_ordered: job.isOrdered ?? false,
      is_mandatory: job.isMandatory ?? false,
    });
    if (added) return { jobId: added.job_id, created: true };
    const waiting = state.statement('base/job_waiting').get({ kind: job.kind, dedupe_key: job.dedupeKey ?? '' });
    if (!waiting) throw new Error(`A job ${job.kind} was neither added nor found.`);
    return { jobId: waiting.job_id, created: false };
  });

export function jobTable(state: JobState, clock: Clock): Jobs {
  return {
    adopt: () => {
      state.statement('base/job_orphan').run({ now: clock.now() });
    },
    add: (job) => addJobRow(state, clock, job),
    due: (kind, limit, profileId) =>
      state
        .statement('base/job_due_list')
        .all({ kind, profile_id: profileId ?? null, limit, now: clock.now() })
        .map((row) => ({
          jobId: row.job_id,
          profileId: row.profile_id,
          dedupeKey: row.dedupe_key,
          status: row.status,
          attempts: row.attempts,
          maxAttempts: row.max_attempts,
        })),
    take: (jobId, leaseSeconds, keepsProgress = false) => {
      const params = { job_id: jobId, lease_seconds: leaseSeconds, keeps_progress: keepsProgress, now: clock.now() };
      return jobOf(state.tx(() => state.statement('base/job_take').get(params)));
    },
    renew: ({ jobId, leaseNo }) =>
      state.statement('base/job_renew').run({ job_id: jobId, lease_no: leaseNo, now: clock.now() }).changes > 0,
    progress: ({ jobId, leaseNo }, progress) =>
      state.statement('base/job_progress').run({ job_id: jobId, lease_no: leaseNo, progress: json(progress), now: clock.now() })
        .changes > 0,
    finish: ({ jobId, leaseNo }, result, isSealed = false) =>
      state.statement('base/job_finish').run({
        job_id: jobId,
        lease_no: leaseNo,
        result: json(result),
        is_sealed: isSealed,
        now: clock.now(),
      }).changes > 0,
    fail: (lease, failed) => failJob(state, clock, lease, failed),
    revive: (jobId) => state.statement('base/job_revive').run({ job_id: jobId, now: clock.now() }).changes > 0,
    abandon: (jobId, failure, reason) =>
      void state.statement('base/job_abandon').run({ job_id: jobId, failure, error: reason, now: clock.now() }),
    latest: (kind, profileId) => jobOf(state.statement('base/job_latest').get({ kind, profile_id: profileId })),
    latestDone: (kind, profileId) => jobOf(state.statement('base/job_latest_done').get({ kind, profile_id: profileId })),
    latestOf: (kind, dedupeKey) => jobOf(state.statement('base/job_latest_of_key').get({ kind, dedupe_key: dedupeKey })),
    byId: (jobId) => jobOf(state.statement('base/job_get').get({ job_id: jobId })),
    forget: () => void state.statement('base/job_forget').run({ before: clock.now() - KEPT_DAYS * 86_400_000 }),
  };
}
