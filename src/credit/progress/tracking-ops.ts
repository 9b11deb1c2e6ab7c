// Where a profile's facts are: on their way from the journal to the figures and into the archive, how much of each there is, what
// waits and what cannot be read.
import type { ReadBase } from '../../base/base.ts';
import { reading } from '../../base/contract/operation.ts';
import { bytesOfProfile } from '../../base/usage.ts';
import { pipelineStatus, quarantinedSeqs } from '../pipeline/index.ts';
import { freshness } from './recompute.ts';

/** Figures of this age mean that landing is blocked. */
const LATE_SECONDS = 60;

const instant = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

export const getTrackingOps = reading('getTrackingOps', async ({ profile }, base) => {
  const { profileId } = profile;
  const bytes = await bytesOfProfile(base.config.dataDir, profileId);
  const { accepted_seq, stitched_seq, through_seq, behind_facts, behind_decisions, behind_seconds, computed_at, replay_status } =
    freshness(base, profileId);
  const segments = base.archive.segments(profileId);
  const sealed = Number(segments.at(-1)?.lastSeq ?? 0n);
  const kept = base.journal.profiles().find((each) => each.profileId === profileId);
  const { queued, running } = base.warehouse.status();
  const quarantined = base.state.statement('credit/pipeline/quarantine_get').get({ profile_id: profileId });
  const failures = pipelineStatus(base).find((each) => each.profileId === profileId)?.failures ?? 0;
  const data = {
    journal: {
      accepted_seq,
      facts_kept: kept ? Math.max(0, accepted_seq - Number(kept.firstKept) + 1) : 0,
      newest_at: newestOf(base, profileId),
    },
    stitching: { seq: stitched_seq, behind_facts: accepted_seq - stitched_seq },
    landing: { seq: through_seq, behind_facts, behind_decisions, behind_seconds, computed_at, failures },
    archive: {
      sealed_seq: sealed,
      unsealed_facts: accepted_seq - sealed,
      segments: segments.length,
      facts: segments.reduce((sum, { rows }) => sum + rows, 0),
      bytes: bytes.archive,
      sealed_at: instant(segments.at(-1)?.sealedAt),
    },
    warehouse: { bytes: bytes.warehouse, published_bytes: bytes.published },
    queues: { statements_waiting: queued, statements_running: running, replay_status },
    quarantine: {
      facts: quarantinedSeqs(base, profileId).length,
      newest_seq: quarantined ? quarantined.seq : null,
      newest_reason: quarantined ? quarantined.reason : null,
    },
  };
  return { data: { ...judged(data), ...data }, meta: { profile_id: profileId } };
});

/** When the newest fact came in; null where the journal has sealed it. */
function newestOf(base: ReadBase, profileId: string): string | null {
  const last = base.journal.lastSeq(profileId);
  return last === 0n ? null : instant(base.journal.receivedAt(profileId, last));
}

interface Judged {
  stitching: { behind_facts: number };
  landing: { failures: number; behind_facts: number; behind_decisions: number; behind_seconds: number };
  queues: { replay_status: string };
  quarantine: { facts: number };
}

/** The worst first. */
function judged({ stitching, landing, queues, quarantine }: Judged): {
  status: 'ok' | 'attention' | 'problem';
  next: string | null;
} {
  if (Math.min(stitching.behind_facts, landing.behind_facts, landing.behind_decisions) < 0)
    return {
      status: 'problem',
      next: 'The figures know more than the journal or state, which are of an earlier time: run `tributary status` on the machine.',
    };
  if (landing.failures > 0)
    return {
      status: 'problem',
      next: "Accepted data is safe and waiting: search the service's log for the profile; the service retries automatically.",
    };
  if (queues.replay_status === 'failed')
    return {
      status: 'problem',
      next: 'The last replay failed: fix its cause (GET /tracking/replay-status), then request it again.',
    };
  if (landing.behind_seconds > LATE_SECONDS)
    return { status: 'attention', next: 'Figures are behind: wait, or see what runs (queues, GET /tracking/replay-status).' };
  if (quarantine.facts > 0)
    return {
      status: 'attention',
      next: 'Some facts cannot be read and are in no figure: see the reason, correct the sender, send them again.',
    };
  return { status: 'ok', next: null };
}
