// The commands `jobs list`, `jobs retry` and `jobs drop`: what waits, runs and failed for good, and what an operator does with it.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { listJobs, queuesOf } from '../../base/work/queues.ts';
import { type Command, checked } from './command.ts';
import { CommandError } from './protocol.ts';

const MAX_SHOWN = 1_000;

const kindArg = z.object({ kind: z.string().optional() });
const which = z.object({ job_id: z.string().optional(), kind: z.string().optional() });

export const jobsList: Command = (base, args) => {
  const { kind } = checked(kindArg, args);
  const queues = queuesOf(base).filter((queue) => kind === undefined || queue.kind === kind);
  return { queues, jobs: listJobs(base, { kind: kind ?? null, limit: MAX_SHOWN }) };
};

/** The job of an id; or the dead letters of a kind. */
function named(base: Base, args: unknown): string[] {
  const { job_id, kind } = checked(which, args);
  if ((job_id === undefined) === (kind === undefined))
    throw new CommandError('usage', 'Say which: --job ID, or --kind KIND for all of a kind that failed for good.');
  if (job_id !== undefined) {
    if (!base.state.jobs.byId(job_id))
      throw new CommandError('not_found', `There is no job ${job_id}; \`tributary jobs list\` lists them.`);
    return [job_id];
  }
  const dead = listJobs(base, { kind: kind ?? null, limit: Number.MAX_SAFE_INTEGER }).filter(({ state }) => state === 'dead');
  if (dead.length === 0) throw new CommandError('not_found', `No job of the kind ${kind} failed for good.`);
  return dead.map((job) => job.job_id);
}

export const jobsRetry: Command = (base, args) => {
  const ids = named(base, args);
  const retried = base.state.tx(() => ids.filter((jobId) => base.state.jobs.revive(jobId)));
  base.signals.emit('work', '');
  if (retried.length === 0)
    throw new CommandError('conflict', 'It runs, is done, or another job waits in its place: there is nothing to retry.');
  return { retried: retried.length, job_ids: retried };
};

export const jobsDrop: Command = (base, args) => {
  const ids = named(base, args);
  const dropped = base.state.tx(() =>
    ids.filter((jobId) => base.state.statement('base/job_drop').run({ job_id: jobId }).changes > 0),
  );
  if (dropped.length === 0)
    throw new CommandError('conflict', 'It runs, is done, or must be completed, as purges and erasures must: it can be retried.');
  base.log.warn({ job_ids: dropped }, 'an operator dropped jobs');
  return { dropped: dropped.length, job_ids: dropped };
};
