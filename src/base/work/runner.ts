// The one runner of jobs: takes due jobs, renews leases while handlers work, and stores the end of each attempt. A job's failure of any kind ends
// that attempt only. Handlers get the whole base, also where the caller, which waits for them, only reads.
import { type AfterBase, type Base, keeperOf, type ReadBase } from '../base.ts';
import { moveOf } from '../move/moves.ts';
import { type JobKind, JobRefused, type JobRun, LeaseLost, PayloadInvalid, type RunnableJob, ServiceStops } from './job.ts';
import type { DueJob, Job, JobFailure } from './jobs.ts';
import { pauseMs } from './retry-pause.ts';

/** Jobs of a kind that are checked together: some may not be ready. */
const DUE_LIMIT = 100;
/** A lease is renewed so often before it would expire. */
const RENEWALS = 3;

export interface JobToAdd<Payload> {
  profileId?: string;
  payload: Payload;
  /** While a job of the kind waits under this key, adding another answers that one. */
  dedupeKey?: string;
  runAt?: number;
}

/** Adds a job; inside the caller's transaction where there is one. */
export function addJob<Payload>(
  base: Base,
  kind: JobKind<Payload>,
  { profileId = '', payload, dedupeKey, runAt }: JobToAdd<Payload>,
): { jobId: string; created: boolean } {
  const added = base.state.jobs.add({
    kind: kind.kind,
    profileId,
    dedupeKey,
    runAt,
    maxAttempts: kind.retry.attempts,
    isOrdered: kind.isOrdered ?? false,
    isMandatory: kind.isMandatory ?? false,
    ...kind.stored(base, profileId, payload),
  });
  base.signals.emit('work', kind.kind);
  return added;
}

/** The end of an attempt. */
export interface Ended {
  isDone: boolean;
  /** Why it did not end well. */
  error?: unknown;
}

interface Running {
  job: Job;
  renewedAt: number;
  leaseMs: number;
  kind: string;
  profileId: string;
  dedupeKey: string | null;
  /** Never rejects. */
  ended: Promise<Ended>;
  stop: AbortController;
}

/** Which job of a kind is meant: a profile's next, or the one of a dedupe key. */
export interface Which {
  profileId: string;
  dedupeKey?: string;
}

const isOf = (each: { profileId: string; dedupeKey: string | null }, { profileId, dedupeKey }: Which): boolean =>
  each.profileId === profileId && (dedupeKey === undefined || each.dedupeKey === dedupeKey);

const runningOf = (base: ReadBase): Map<string, Running> => base.memo('jobs that run', () => new Map<string, Running>());

/** Jobs of this process that run now. */
export const runningJobs = (base: ReadBase, kind: RunnableJob, profileId?: string): Promise<Ended>[] =>
  [...runningOf(base).values()]
    .filter((each) => each.kind === kind.kind && (profileId === undefined || each.profileId === profileId))
    .map(({ ended }) => ended);

const workPause = (base: ReadBase): { depth: number } => base.memo('pause of work', () => ({ depth: 0 }));

/** True if jobs wait although they are due. */
export const isWorkPaused = (base: ReadBase): boolean => workPause(base).depth > 0;

/** Runs `work` while no other job runs in this process: running jobs end first, due ones wait. Jobs that `work` starts run. */
export async function pauseWork<T>(base: ReadBase, work: () => Promise<T>): Promise<T> {
  const pause = workPause(base);
  pause.depth++;
  try {
    await Promise.all([...runningOf(base).values()].map(({ ended }) => ended));
    return await work();
  } finally {
    pause.depth--;
    base.signals.emit('work', '');
  }
}

/** Has handlers that run know that the service stops; answers when they have ended. */
export async function stopJobs(base: Base): Promise<void> {
  const running = [...runningOf(base).values()];
  for (const { stop } of running) stop.abort(new ServiceStops());
  await Promise.all(running.map(({ ended }) => ended));
}

/** Has the jobs of a profile that run stop; answers when they have ended. */
export async function stopJobsOf(base: Base, profileId: string): Promise<void> {
  const running = [...runningOf(base).values()].filter((each) => each.profileId === profileId);
  for (const { stop } of running) stop.abort();
  await Promise.all(running.map(({ ended }) => ended));
}

/** Due jobs. A process that was held up (asleep, without a processor) first renews the leases of its own. */
function dueJobs(base: Base, kind: RunnableJob, profileId?: string): DueJob[] {
  const now = base.clock.now();
  for (const each of runningOf(base).values())
    if (now - each.renewedAt > each.leaseMs / RENEWALS && base.state.jobs.renew(each.job)) each.renewedAt = now;
  return base.state.jobs.due(kind.kind, DUE_LIMIT, profileId);
}

/** Starts due jobs of a kind, as many as may run together, or all of a named profile; answers the started ones. */
export function startDue(after: AfterBase, kind: RunnableJob, profileId?: string): Promise<Ended>[] {
  const base = keeperOf(after);
  const started: Promise<Ended>[] = [];
  const limit = profileId === undefined ? (kind.concurrency ?? 1) : Number.POSITIVE_INFINITY;
  if (!base.state.db.open || runningJobs(base, kind).length >= limit) return started;
  for (const due of dueJobs(base, kind, profileId)) {
    if (runningJobs(base, kind).length >= limit) break;
    if (profileId === undefined && kind.isDeferred?.(base, due.profileId)) continue;
    const ended = startOne(base, kind, due);
    if (ended) started.push(ended);
  }
  return started;
}

/** Runs all due jobs of these kinds, and the ones that become due during it; waits for running ones. Answers the number that succeeded. */
export async function runDue(base: AfterBase, kinds: readonly RunnableJob[], profileId?: string): Promise<number> {
  const started: Promise<Ended>[] = [];
  for (;;) {
    started.push(...kinds.flatMap((kind) => startDue(base, kind, profileId)));
    const running = kinds.flatMap((kind) => runningJobs(base, kind, profileId));
    if (running.length === 0) break;
    await Promise.race(running);
  }
  return (await Promise.all(started)).filter(({ isDone }) => isDone).length;
}

export const isRunning = (after: AfterBase, kind: RunnableJob, which: Which): boolean =>
  [...runningOf(keeperOf(after)).values()].some((each) => each.kind === kind.kind && isOf(each, which));

/** Runs the named job if it is due, beside others of its kind, or waits for its present run. Undefined when none is due. */
export function runNow(after: AfterBase, kind: RunnableJob, which: Which): Promise<Ended> | undefined {
  const base = keeperOf(after);
  const running = [...runningOf(base).values()].find((each) => each.kind === kind.kind && isOf(each, which));
  if (running) return running.ended;
  for (const due of dueJobs(base, kind, which.profileId)) {
    const ended = isOf(due, which) ? startOne(base, kind, due) : undefined;
    if (ended) return ended;
  }
  return undefined;
}

/** As `runNow`, after what runs of the kind and keeps it waiting. */
export async function runInTurn(base: AfterBase, kind: RunnableJob, which: Which): Promise<Ended | undefined> {
  for (;;) {
    const ended = runNow(base, kind, which);
    if (ended) return ended;
    const others = runningJobs(base, kind);
    if (others.length === 0) return undefined;
    await Promise.race(others);
  }
}

function startOne(base: Base, kind: RunnableJob, due: DueJob): Promise<Ended> | undefined {
  const running = runningOf(base);
  // Its lease has expired, and its worker in this process has not ended yet: both at once would do it twice.
  if (running.has(due.jobId)) return undefined;
  if (due.status === 'running' && due.attempts >= due.maxAttempts) {
    base.state.jobs.abandon(due.jobId, 'worker_lost', 'its worker was lost');
    reportEnd(base, kind, { jobId: due.jobId, profileId: due.profileId, failure: 'worker_lost' });
    return undefined;
  }
  // Mandatory work, such as a purge, also of a profile that moved.
  if (due.profileId !== '' && kind.isMandatory !== true && moveOf(base, due.profileId)) return undefined;
  if (kind.isReady && !kind.isReady(base, due.profileId)) return undefined;
  const job = takeOne(base, kind, due.jobId);
  if (!job) return undefined;
  const stop = new AbortController();
  const ended = attempt(base, kind, job, stop).finally(() => {
    running.delete(job.jobId);
    base.signals.emit('work', kind.kind);
  });
  const lease = { job, renewedAt: base.clock.now(), leaseMs: kind.leaseSeconds * 1000, profileId: job.profileId };
  running.set(job.jobId, { ...lease, kind: kind.kind, dedupeKey: due.dedupeKey, ended, stop });
  return ended;
}

/** Takes a job; of a schedule, with the next occurrence in the same transaction. */
function takeOne(base: Base, kind: RunnableJob, jobId: string): Job | undefined {
  return base.state.tx(() => {
    const job = base.state.jobs.take(jobId, kind.leaseSeconds, kind.keepsProgress);
    if (job) scheduleNext(base, kind, job.profileId);
    return job;
  });
}

/** Adds the next occurrence of a schedule, unless it waits already. */
export function scheduleNext(base: Base, kind: RunnableJob, profileId: string, isFirst = false): void {
  if (!kind.nextAt || !kind.profiles?.(base).includes(profileId)) return;
  base.state.jobs.add({
    kind: kind.kind,
    profileId,
    payload: {},
    dedupeKey: profileId,
    maxAttempts: kind.retry.attempts,
    concurrencyKey: `${kind.kind} ${profileId}`,
    runAt: isFirst && kind.isAtOnce ? base.clock.now() : kind.nextAt(base, profileId),
  });
}

async function attempt(base: Base, kind: RunnableJob, job: Job, stop: AbortController): Promise<Ended> {
  const { jobs, tx } = base.state;
  let isFinished = false;
  const finish = (write: () => unknown): void => {
    tx(() => {
      const result = write();
      if (!jobs.finish(job, result, kind.isSealed)) throw new LeaseLost();
    });
    isFinished = true;
  };
  const run: JobRun<unknown> = {
    jobId: job.jobId,
    profileId: job.profileId,
    payload: job.payload,
    attempt: job.attempts,
    signal: stop.signal,
    progress: (value) => {
      if (!jobs.progress(job, value)) throw new LeaseLost();
    },
    finish,
  };
  const renewing = renewLease(base, kind, job, stop);
  try {
    const result = await kind.start(base, run);
    if (!isFinished) finish(() => result);
    return { isDone: true };
  } catch (error) {
    // The stores are closed under what runs when the service stops, the warehouse first; the next start takes it up again.
    if (!base.state.db.open || (stop.signal.reason instanceof ServiceStops && !isFinished)) return { isDone: false, error };
    // A report after the end of the job does not change it.
    if (isFinished) base.log.error({ err: error, kind: kind.kind, job_id: job.jobId }, kind.failureText);
    else noteFailure(base, kind, job, error);
    return { isDone: isFinished, error };
  } finally {
    clearInterval(renewing);
  }
}

function renewLease(base: Base, kind: RunnableJob, job: Job, stop: AbortController): NodeJS.Timeout {
  const renewing = setInterval(
    () => {
      try {
        if (!base.state.db.open || base.state.jobs.renew(job)) return;
        clearInterval(renewing);
        stop.abort(new LeaseLost());
      } catch (error) {
        // As of a full disk: the lease is renewed when the disk takes writes again, or expires.
        base.log.debug({ err: error, kind: kind.kind, job_id: job.jobId }, 'the lease of a job could not be renewed');
      }
    },
    (kind.leaseSeconds * 1000) / RENEWALS,
  );
  return renewing.unref();
}

/** The stored and logged form of an error: for sealed jobs its code alone, as a message may quote them. */
function reasonOf(kind: RunnableJob, error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (!kind.isSealed || error instanceof PayloadInvalid) return error.message;
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

function failureOf(error: unknown): JobFailure {
  if (error instanceof PayloadInvalid) return 'payload_invalid';
  return error instanceof JobRefused ? 'refused' : 'attempts_used';
}

function noteFailure(base: Base, kind: RunnableJob, job: Job, error: unknown): void {
  const { jobId, profileId } = job;
  const named = { kind: kind.kind, job_id: jobId, ...(profileId === '' ? {} : { profile_id: profileId }) };
  if (error instanceof LeaseLost) {
    base.log.warn(named, 'a worker lost the lease of its job: what it did does not count, and the job is taken again');
    return;
  }
  const reason = reasonOf(kind, error);
  const failure = failureOf(error);
  const isOver = failure !== 'attempts_used' || job.attempts >= kind.retry.attempts;
  if (kind.isSealed) base.log.warn({ ...named, reason }, kind.failureText);
  else base.log.error({ ...named, err: error }, kind.failureText);
  const runAt = failure === 'attempts_used' ? base.clock.now() + pauseMs(kind, job.attempts, error) : undefined;
  base.state.jobs.fail(job, { reason, failure, runAt });
  if (isOver) reportEnd(base, kind, { jobId, profileId, failure });
}

function reportEnd(base: Base, kind: RunnableJob, end: { jobId: string; profileId: string; failure: JobFailure }): void {
  base.log.error(
    { kind: kind.kind, job_id: end.jobId, failure: end.failure, ...(end.profileId === '' ? {} : { profile_id: end.profileId }) },
    'a job failed for good: `tributary jobs list` shows it, `tributary jobs retry` has it tried again',
  );
}
