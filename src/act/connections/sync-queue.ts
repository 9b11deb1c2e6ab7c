// The jobs that read accounts: one at a time per account of a platform, an equal request is the job that waits or runs, and a platform that
// asks for a pause gets it without a failure.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob } from '../../base/work/job.ts';
import type { Job } from '../../base/work/jobs.ts';
import { addJob } from '../../base/work/runner.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { accountsOf, findConnection } from './connection.ts';
import { syncSpend } from './sync-spend.ts';
import { HOUR_MS } from './sync-times.ts';

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

const spendPayload = z.object({
  provider: z.string(),
  connection_id: z.string(),
  account_id: z.string(),
  /** Where absent, what is due. */
  range: z.object({ from: day, to: day }).optional(),
});
export type SpendPayload = z.infer<typeof spendPayload>;

export const spendJob = defineJob<SpendPayload>({
  kind: 'sync_spend',
  payload: spendPayload,
  concurrencyKey: ({ payload }) => `${payload.provider}:${payload.account_id}`,
  concurrency: 4,
  leaseSeconds: 120,
  retry: { attempts: 6 },
  failureText: 'the spend of an ad account could not be read; the service retries automatically',
  run: (base, job) =>
    syncSpend(base, job, (payload, runAt) => addJob(base, spendJob, { ...jobOf(job.profileId, payload), runAt })),
});

const keyOf = ({ connection_id, account_id, range }: SpendPayload): string =>
  [connection_id, account_id, range?.from ?? '', range?.to ?? ''].join(' ');

const jobOf = (profileId: string, payload: SpendPayload) => ({ profileId, payload, dedupeKey: keyOf(payload) });

/** The job for this reading: the one that waits or runs, else a new one. */
export function queueSpend(base: Base, profileId: string, payload: SpendPayload): Job {
  const known = base.state.jobs.latestOf(spendJob.kind, keyOf(payload));
  if (known?.status === 'waiting' || known?.status === 'running') return known;
  const { jobId } = addJob(base, spendJob, jobOf(profileId, payload));
  const added = base.state.jobs.byId(jobId);
  if (!added) throw new Error('a job that was added is not there');
  return added;
}

/** Reads every account of a connection as soon as possible. Inside the caller's transaction. */
export function queueSyncs(base: Base, connectionId: string, range?: { from: string; to: string }): Job[] {
  const connection = findConnection(base, connectionId);
  if (!connection) return [];
  const payload = { provider: connection.provider.id, connection_id: connectionId, ...(range ? { range } : {}) };
  return accountsOf(base, connectionId)
    .filter((account) => account.is_selected === 1)
    .map(({ account_id }) => queueSpend(base, connection.profileId, { ...payload, account_id }));
}

function queueDue(base: Base): void {
  const now = base.clock.now();
  for (const { connection_id, account_id, profile_id, provider } of base.state
    .statement('act/connections/accounts_due')
    .all({ now }))
    base.state.tx(() => {
      queueSpend(base, profile_id, { provider, connection_id, account_id });
      const failures = base.state.statement('act/connections/account_get').get({ connection_id, account_id })?.failures ?? 0;
      base.state
        .statement('act/connections/account_spend_due_set')
        .run({ connection_id, account_id, due_at: now + HOUR_MS, failures });
    });
}

/** Connections that nobody granted in time are forgotten with their links. */
function forgetAbandoned(base: Base): void {
  const now = base.clock.now();
  base.state.tx(() => {
    for (const { connection_id } of base.state.statement('act/connections/connections_abandoned').all({ now }))
      base.state.statement('act/connections/connection_forget').run({ connection_id });
    base.state.statement('act/connections/links_forget').run({ before: now - 24 * HOUR_MS });
  });
}

export const dueSyncs = defineSchedule({
  kind: 'queue_syncs',
  times: { everySeconds: 60 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'due syncs could not be queued; the service retries automatically',
  run: (base) => {
    forgetAbandoned(base);
    queueDue(base);
  },
});
