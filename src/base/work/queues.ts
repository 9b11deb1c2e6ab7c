// The jobs of each queue for operators: waiting and running ones, the age of the oldest, and the dead letters, jobs that failed for good.
import type { Base } from '../base.ts';

export interface Queue {
  kind: string;
  waiting: number;
  running: number;
  /** Seconds since the oldest running or due job was added; 0 when there is none. */
  oldest_seconds: number;
  /** Jobs that failed for good and that no later job of their key replaces. */
  dead: number;
  /** The latest of the dead jobs. */
  last_failure: string | null;
  last_error: string | null;
}

/** Queues with a job that waits, runs or failed for good. */
export function queuesOf(base: Pick<Base, 'state' | 'clock'>): Queue[] {
  const now = base.clock.now();
  const queues = new Map<string, Queue>();
  const queueOf = (kind: string): Queue => {
    const queue = queues.get(kind) ?? {
      kind,
      waiting: 0,
      running: 0,
      oldest_seconds: 0,
      dead: 0,
      last_failure: null,
      last_error: null,
    };
    queues.set(kind, queue);
    return queue;
  };
  for (const { kind, waiting, running, oldest_at } of base.state.statement('base/queues_list').all({ now })) {
    const oldest_seconds = oldest_at === null ? 0 : Math.max(0, Math.round((now - oldest_at) / 1000));
    Object.assign(queueOf(kind), { waiting, running, oldest_seconds });
  }
  for (const { kind, dead, last_error, last_failure } of base.state.statement('base/dead_letters_count').all())
    Object.assign(queueOf(kind), { dead, last_error, last_failure });
  return [...queues.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

export interface ShownJob {
  job_id: string;
  kind: string;
  profile_id: string | null;
  /** `dead` for one that failed for good. */
  state: 'waiting' | 'running' | 'dead';
  attempts: number;
  created_at: string;
  /** When it is due, or was taken; when it failed for good. */
  at: string;
  failure: string | null;
  error: string | null;
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** Dead letters, the newest first, then jobs that wait or run, in the order of their time. */
export function listJobs(base: Pick<Base, 'state'>, { kind, limit }: { kind: string | null; limit: number }): ShownJob[] {
  const dead = base.state
    .statement('base/dead_letters_list')
    .all({ kind, limit })
    .map(({ job_id, profile_id, attempts, created_at, finished_at, failure, error, ...row }): ShownJob => {
      const named = { job_id, kind: row.kind, profile_id: profile_id || null };
      const at = instant(finished_at ?? created_at);
      return { ...named, state: 'dead', attempts, created_at: instant(created_at), at, failure, error };
    });
  const open = base.state
    .statement('base/jobs_open_list')
    .all({ kind, limit: limit - dead.length })
    .map(({ job_id, profile_id, status, attempts, created_at, run_at, started_at, error, ...row }): ShownJob => {
      const named = { job_id, kind: row.kind, profile_id: profile_id || null };
      const [state, at] =
        status === 'running' ? (['running', instant(started_at ?? run_at)] as const) : (['waiting', instant(run_at)] as const);
      return { ...named, state, attempts, created_at: instant(created_at), at, failure: null, error };
    });
  return [...dead, ...open];
}
