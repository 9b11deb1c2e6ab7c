// Replays: a job per profile that computes all history again beside the landing that continues. One runs at a time; a caller that requests
// while one waits gets the same.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { DISK_TIGHT, usedShare } from '../../base/files/disk.ts';
import { defineJob, type JobRun } from '../../base/work/job.ts';
import type { Job } from '../../base/work/jobs.ts';
import { addJob, runNow, runningJobs } from '../../base/work/runner.ts';
import { isErasing } from '../../collect/identity/index.ts';
import { type BuildProgress, buildAndSwap, type OnProgress } from './builder.ts';
import { isHeld } from './holds.ts';
import type { Reached } from './landing.ts';

const REPLAY = 'replay';
/** Replays of different profiles at once; their heavy statements wait for their turn in the warehouse. */
const AT_ONCE = 16;
const GIVEN_UP_MS = 600_000;

/** A replay waits, runs, or failed so recently that another request would only repeat it. */
export function isReplayPending(base: Base, profileId: string): boolean {
  const job = base.state.jobs.latest(REPLAY, profileId);
  if (!job) return false;
  if (job.status === 'failed') return base.clock.now() - (job.finishedAt ?? 0) < GIVEN_UP_MS;
  return job.status !== 'done';
}

/** The end of the last replay, for an operator. */
export interface ReplayState {
  status: 'waiting' | 'running' | 'done' | 'failed' | 'none';
  attempts: number;
  phase: string | null;
  /** The share of processed facts, 0 to 100; null unless it runs. */
  percent: number | null;
  error: string | null;
  /** The time from which a failed replay is requested again, where it is still needed; null otherwise. */
  again_at: string | null;
}

export function replayState(base: Base, profileId: string): ReplayState {
  const job = base.state.jobs.latest(REPLAY, profileId);
  if (!job) return { status: 'none', attempts: 0, phase: null, percent: null, error: null, again_at: null };
  const progress = job.progress as BuildProgress | null;
  const isRunning = job.status === 'running';
  const givenUp = job.status === 'failed' && job.finishedAt !== null;
  return {
    status: job.status,
    attempts: job.attempts,
    phase: isRunning ? (progress?.phase ?? null) : null,
    percent: isRunning ? Math.round(shareOf(job) * 100) : null,
    error: job.error,
    again_at: givenUp ? new Date((job.finishedAt ?? 0) + GIVEN_UP_MS).toISOString() : null,
  };
}

/** Share of the facts that a replay has processed, 0 to 1. */
export function shareOf({ progress }: Job): number {
  const { landedSeq, lastSeq } = (progress as BuildProgress | null) ?? { landedSeq: '0', lastSeq: '0' };
  return Number(lastSeq) === 0 ? 0 : Math.min(1, Number(landedSeq) / Number(lastSeq));
}

const payload = z.object({ reason: z.string().optional() });

export const replayJob = defineJob({
  kind: REPLAY,
  payload,
  concurrencyKey: ({ profileId }) => `replay ${profileId}`,
  concurrency: AT_ONCE,
  leaseSeconds: 3_600,
  retry: { attempts: 5 },
  failureText:
    'a replay failed: the figures are unchanged; it is tried five times with growing pauses, then stopped for ten minutes, which `tributary status` reports; `tributary replay` starts it at once',
  isReady: (base, profileId) => !isErasing(base, profileId) && usedShare(base.config.dataDir) < DISK_TIGHT,
  isDeferred: isHeld,
  run: runReplay,
});

/** Queues a full replay; a second one that still waits is the same. */
export const queueReplay = (base: Base, profileId: string, reason: string): { jobId: string; created: boolean } =>
  addJob(base, replayJob, { profileId, payload: { reason }, dedupeKey: profileId });

/**
 * Starts the replay that waits for a profile, beside the landing that continues. Answers the one that runs already, or
 * undefined when none is due. The promise says whether it ended well.
 */
export function startReplay(base: Base, profileId: string, onProgress?: OnProgress): Promise<boolean> | undefined {
  const listeners = listenersOf(base, profileId);
  const replaying = runNow(base, replayJob, { profileId });
  if (!replaying) return undefined;
  if (onProgress) listeners.add(onProgress);
  return replaying.then(({ isDone }) => isDone).finally(() => onProgress && listeners.delete(onProgress));
}

/** Until no replay of the profile runs. */
export async function whenNotReplaying(base: Base, profileId: string): Promise<void> {
  await Promise.all(runningJobs(base, replayJob, profileId));
}

function listenersOf(base: Base, profileId: string): Set<OnProgress> {
  const all = base.memo('listeners of replays', () => new Map<string, Set<OnProgress>>());
  const listeners = all.get(profileId) ?? new Set();
  all.set(profileId, listeners);
  return listeners;
}

async function runReplay(base: Base, job: JobRun<z.infer<typeof payload>>): Promise<object> {
  const { profileId, progress: note } = job;
  try {
    const reached = await buildAndSwap(base, profileId, {
      keepsFacts: true,
      fit: true,
      onProgress: (progress) => {
        note(progress);
        for (const listener of listenersOf(base, profileId)) listener(progress);
      },
    });
    recordReached(base, profileId, reached.landedSeq, reached.landedDecision);
    const result = { through_seq: reached.landedSeq.toString(), through_decision: reached.landedDecision.toString() };
    job.finish(() => {
      announceReplay(base, job, reached);
      return result;
    });
    return result;
  } finally {
    // Facts that arrived during it may be landed now.
    setImmediate(() => base.signals.emit('decisions', profileId));
  }
}

function announceReplay(
  tx: Base,
  { jobId, profileId, payload: { reason } }: JobRun<z.infer<typeof payload>>,
  reached: Reached,
): void {
  const { landedSeq, landedDecision, schemaVersion } = reached;
  const version = { through_seq: Number(landedSeq), through_decision: Number(landedDecision), code: Number(schemaVersion) };
  const occurredAt = tx.clock.now();
  announceEvent(tx, { type: 'replay.completed', key: jobId, profileId, occurredAt, data: { reason: reason ?? null, version } });
}

/** State's copy of the live file's metadata, for questions that should not open it. The file has it too, so the disk is not waited for. */
export function recordReached(base: Base, profileId: string, landedSeq: bigint, landedDecision: bigint): void {
  if (
    base.state.cursor('landed', profileId) === landedSeq &&
    base.state.cursor('landed_decision', profileId) === landedDecision
  ) {
    return;
  }
  base.state.txUnsynced(() => {
    base.state.setCursor('landed', profileId, landedSeq);
    base.state.setCursor('landed_decision', profileId, landedDecision);
    base.state.setCursor('computed_at', profileId, BigInt(base.clock.now()));
    for (const { computed } of hooksOf(base)) computed?.(base, profileId);
  });
}
