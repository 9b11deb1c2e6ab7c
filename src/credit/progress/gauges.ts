// The operator's gauges of the pipeline: how much waits before each step and for how long, the result of a replay, failures.
import type { Base } from '../../base/base.ts';
import type { Gauge } from '../../base/contract/slice-hooks.ts';
import type { Job } from '../../base/work/jobs.ts';
import { pipelineStatus, quarantinedSeqs, shareOf } from '../pipeline/index.ts';
import { freshness } from './recompute.ts';

type Cursor = 'stitched' | 'landed';

const profileIds = (base: Base): string[] => base.journal.profiles().map(({ profileId }) => profileId);
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const factsBehind = (base: Base, cursor: Cursor): number =>
  sum(base.journal.profiles().map(({ profileId, lastSeq }) => Number(lastSeq - base.state.cursor(cursor, profileId))));

/** Age of the oldest fact that a step has not come to, over all profiles. */
function secondsBehind(base: Base, cursor: Cursor): number {
  const ages = base.journal.profiles().map(({ profileId, lastSeq }) => {
    const reached = base.state.cursor(cursor, profileId);
    const oldest = reached < lastSeq ? base.journal.receivedAt(profileId, reached + 1n) : undefined;
    return oldest === undefined ? 0 : (base.clock.now() - oldest) / 1000;
  });
  return Math.max(0, ...ages);
}

const replays = (base: Base, ...statuses: Job['status'][]): Job[] =>
  profileIds(base).flatMap((profileId) => {
    const job = base.state.jobs.latest('replay', profileId);
    return job && statuses.includes(job.status) ? [job] : [];
  });

const oldestReplay = (base: Base): number => {
  const waiting = replays(base, 'waiting', 'running').map(({ createdAt }) => (base.clock.now() - createdAt) / 1000);
  return Math.max(0, ...waiting);
};

export const gauges: Gauge[] = [
  {
    name: 'tributary_stitch_lag_facts',
    help: 'Accepted facts whose identity is not resolved yet, over all profiles.',
    read: (base) => factsBehind(base, 'stitched'),
  },
  {
    name: 'tributary_stitch_lag_seconds',
    help: 'Age of the oldest fact whose identity is not resolved yet.',
    read: (base) => secondsBehind(base, 'stitched'),
  },
  {
    name: 'tributary_land_lag_facts',
    help: 'Accepted facts that no figure knows yet, over all profiles.',
    read: (base) => factsBehind(base, 'landed'),
  },
  {
    name: 'tributary_land_lag_seconds',
    help: 'Age of the oldest fact that no figure knows yet.',
    read: (base) => secondsBehind(base, 'landed'),
  },
  {
    name: 'tributary_compute_lag_facts',
    help: 'Facts and decisions that no figure knows yet, over all profiles; decisions that reach all history wait for a replay.',
    read: (base) =>
      sum(
        profileIds(base)
          .map((profileId) => freshness(base, profileId))
          .map((each) => each.behind_facts + each.behind_decisions),
      ),
  },
  {
    name: 'tributary_compute_lag_seconds',
    help: 'Age of the oldest fact or asked-for replay that is not in the figures yet.',
    read: (base) => Math.max(secondsBehind(base, 'landed'), oldestReplay(base)),
  },
  {
    name: 'tributary_quarantined_facts',
    help: 'Facts that cannot be landed and are left out of every figure, over all profiles.',
    read: (base) => sum(profileIds(base).map((profileId) => quarantinedSeqs(base, profileId).length)),
  },
  {
    name: 'tributary_failing_profiles',
    help: 'Profiles whose pipeline failed at its last try.',
    read: (base) => pipelineStatus(base).filter(({ failures }) => failures > 0).length,
  },
  {
    name: 'tributary_replays_pending',
    help: 'Profiles with a replay that waits or runs.',
    read: (base) => replays(base, 'waiting', 'running').length,
  },
  {
    name: 'tributary_replays_failed',
    help: 'Profiles whose last replay was stopped after too many attempts.',
    read: (base) => replays(base, 'failed').length,
  },
  {
    name: 'tributary_replay_progress_ratio',
    help: 'Share of its facts that the running replay has processed, 0 to 1; the lowest if several are running, 1 if none is.',
    read: (base) => Math.min(1, ...replays(base, 'running').map(shareOf)),
  },
  { name: 'tributary_warehouse_open_files', help: 'DuckDB files open.', read: (base) => base.warehouse.status().openFiles },
  {
    name: 'tributary_warehouse_queued_statements',
    help: 'Statements that wait for a place.',
    read: (base) => base.warehouse.status().queued,
  },
  {
    name: 'tributary_warehouse_running_statements',
    help: 'Statements that run.',
    read: (base) => base.warehouse.status().running,
  },
  {
    name: 'tributary_warehouse_restarts',
    help: 'Times the warehouse process had to be started again.',
    read: (base) => base.warehouse.status().restarts,
  },
];
