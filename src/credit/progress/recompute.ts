// The position of a profile's figures, and the request of a full replay.
import type { ReadBase } from '../../base/base.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import type { Job } from '../../base/work/jobs.ts';
import { type BuildProgress, codeVersion, queueReplay } from '../pipeline/index.ts';

type ReplayStatus = components['schemas']['ReplayStatus'];

const instant = (ms: number | bigint | null): string | null =>
  ms === null || ms === 0n ? null : new Date(Number(ms)).toISOString();

function shown(job: Job | undefined): ReplayStatus {
  if (!job)
    return {
      status: 'none' as const,
      job_id: null,
      reason: null,
      queued_at: null,
      started_at: null,
      finished_at: null,
      progress: null,
      error: null,
    };
  const progress = job.progress as BuildProgress | null;
  return {
    status: job.status,
    job_id: job.jobId,
    reason: (job.payload as { reason?: string } | null)?.reason ?? null,
    queued_at: instant(job.createdAt),
    started_at: instant(job.startedAt),
    finished_at: instant(job.finishedAt),
    progress: progress
      ? { phase: progress.phase, landed_seq: Number(progress.landedSeq), last_seq: Number(progress.lastSeq) }
      : null,
    error: job.error,
  };
}

export const recompute = stateChange('recompute', ({ profile, principal }, base) => {
  const { created, jobId } = queueReplay(base, profile.profileId, `requested by ${principal.kind}`);
  return {
    data: { job_id: jobId, replay_queued: true, created },
    meta: { profile_id: profile.profileId },
    outcome: 'accepted',
  };
});

export const getRecomputeStatus = reading('getRecomputeStatus', ({ profile }, base) => {
  const job = shown(base.state.jobs.latest('replay', profile.profileId));
  return {
    data: { is_running: job.status === 'running' || job.status === 'waiting', ...job },
    meta: { profile_id: profile.profileId },
  };
});

export const getReplayStatus = reading('getReplayStatus', ({ profile }, base) => ({
  data: shown(base.state.jobs.latest('replay', profile.profileId)),
  meta: { profile_id: profile.profileId },
}));

export interface Freshness {
  /** When the figures last moved; null before the first time. */
  computed_at: string | null;
  through_seq: number;
  through_decision: number;
  code: number;
  accepted_seq: number;
  stitched_seq: number;
  last_decision: number;
  /** Accepted facts, and decisions, that no figure knows yet. */
  behind_facts: number;
  behind_decisions: number;
  /** Age of the oldest of those facts; 0 when none waits. */
  behind_seconds: number;
  replay_status: Job['status'] | 'none';
}

/** The delay of a profile's figures. Reads cursors only, so it answers while the warehouse is busy. */
export function freshness(base: ReadBase, profileId: string): Freshness {
  const accepted = base.journal.lastSeq(profileId);
  const landed = base.state.cursor('landed', profileId);
  const lastDecision = base.state.lastDecision(profileId);
  const landedDecision = base.state.cursor('landed_decision', profileId);
  const oldest = accepted > landed ? base.journal.receivedAt(profileId, landed + 1n) : undefined;
  return {
    computed_at: instant(base.state.cursor('computed_at', profileId)),
    through_seq: Number(landed),
    through_decision: Number(landedDecision),
    code: Number(codeVersion()),
    accepted_seq: Number(accepted),
    stitched_seq: Number(base.state.cursor('stitched', profileId)),
    last_decision: Number(lastDecision),
    behind_facts: Number(accepted - landed),
    behind_decisions: Number(lastDecision - landedDecision),
    behind_seconds: oldest === undefined ? 0 : Math.max(0, Math.round((base.clock.now() - oldest) / 1000)),
    replay_status: base.state.jobs.latest('replay', profileId)?.status ?? 'none',
  };
}

export const getFreshness = reading('getFreshness', ({ profile }, base) => ({
  data: freshness(base, profile.profileId),
  meta: { profile_id: profile.profileId },
}));
