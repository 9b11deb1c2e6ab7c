// Replays: a job per profile that computes all history anew beside the landing that goes on. One runs at a time; whoever asks
// while one waits gets the same.
import type { Base } from '../../base/base.ts';
import { DISK_TIGHT, usedShare } from '../../base/kit/disk.ts';
import type { Job } from '../../base/state/jobs.ts';
import { isErasing } from '../../collect/people/index.ts';
import { type BuildProgress, buildAndSwap, type OnProgress } from './builder.ts';

const REPLAY = 'replay';
/** Of one replay; a longer one is started again by whoever takes the job next. */
const LEASE_SECONDS = 3600;
const GIVEN_UP_MS = 600_000;

/** Profiles whose replay waits. */
export const profilesWithReplay = (base: Base): string[] =>
  base.state
    .statement('credit/attribution/waiting_list')
    .all({ kind: REPLAY, now: base.clock.now() })
    .map((row) => row.profile_id);

/** A replay waits, runs, or gave up so lately that asking again would only repeat it. */
export function isReplayPending(base: Base, profileId: string): boolean {
  const job = base.state.jobs.latest(REPLAY, profileId);
  if (!job) return false;
  if (job.status === 'failed') return base.clock.now() - (job.finishedAt ?? 0) < GIVEN_UP_MS;
  return job.status !== 'done';
}

/** What became of the last replay, for an operator. */
export interface ReplayState {
  status: 'waiting' | 'running' | 'done' | 'failed' | 'none';
  attempts: number;
  phase: string | null;
  /** Of the facts, 0 to 100; null unless it runs. */
  percent: number | null;
  error: string | null;
  /** From when on one that was given up is asked for again, where something still needs it; null otherwise. */
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

/** Share of the facts that a replay has taken up, 0 to 1. */
export function shareOf({ progress }: Job): number {
  const { landedSeq, lastSeq } = (progress as BuildProgress | null) ?? { landedSeq: '0', lastSeq: '0' };
  return Number(lastSeq) === 0 ? 0 : Math.min(1, Number(landedSeq) / Number(lastSeq));
}

/** Queues a full replay; a second one that still waits is the same. */
export function queueReplay(base: Base, profileId: string, reason: string): { jobId: string; created: boolean } {
  const job = base.state.jobs.add({ kind: REPLAY, profileId, payload: { reason }, dedupeKey: profileId, maxAttempts: 5 });
  // The transaction of whoever changes what it is due for may still run.
  setImmediate(() => base.signals.emit('jobs', profileId));
  return job;
}

const replays = new WeakMap<object, Map<string, Promise<boolean>>>();

/**
 * Starts the replay that waits for a profile, beside the landing that goes on. Answers the one that runs already, or
 * undefined when none is due. The promise says whether it ended well.
 */
export function startReplay(base: Base, profileId: string, onProgress?: OnProgress): Promise<boolean> | undefined {
  const running = replays.get(base.state) ?? new Map<string, Promise<boolean>>();
  replays.set(base.state, running);
  const known = running.get(profileId);
  if (known) return known;
  const job = base.state.jobs.latest(REPLAY, profileId);
  if (!job || job.status === 'done' || job.status === 'failed') return undefined;
  if (isErasing(base, profileId) || usedShare(base.config.dataDir) >= DISK_TIGHT) return undefined;
  const taken = base.state.jobs.take([REPLAY], LEASE_SECONDS, profileId);
  if (!taken) return undefined;
  const replaying = runReplay(base, taken.jobId, profileId, onProgress).finally(() => running.delete(profileId));
  running.set(profileId, replaying);
  return replaying;
}

/** Until no replay of the profile runs. */
export async function whenNotReplaying(base: Base, profileId: string): Promise<void> {
  await replays.get(base.state)?.get(profileId);
}

async function runReplay(base: Base, jobId: string, profileId: string, onProgress?: OnProgress): Promise<boolean> {
  try {
    const reached = await buildAndSwap(base, profileId, {
      keepsFacts: true,
      fit: true,
      onProgress: (progress) => {
        base.state.jobs.progress(jobId, progress);
        onProgress?.(progress);
      },
    });
    recordReached(base, profileId, reached.landedSeq, reached.landedDecision);
    base.state.jobs.finish(jobId, {
      through_seq: reached.landedSeq.toString(),
      through_decision: reached.landedDecision.toString(),
    });
    return true;
  } catch (error) {
    base.log.error(
      { err: error, profile_id: profileId, job_id: jobId },
      'a replay failed: the figures stand as before; it is tried five times with growing pauses, then given up for ten minutes, which `tributary status` tells; `tributary replay` asks for it at once',
    );
    base.state.jobs.fail(jobId, error instanceof Error ? error.message : 'unknown');
    return false;
  }
}

/** What state remembers of the live file, for questions that should not open it. The file knows it too, so the disk is not waited for. */
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
  });
}
