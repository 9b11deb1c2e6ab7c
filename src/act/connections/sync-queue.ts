// The jobs that read accounts: one at a time per account of a platform, an equal request is the job that waits or runs, and a platform that
// asks for a pause gets it without a failure.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob, type JobKind } from '../../base/work/job.ts';
import type { Job } from '../../base/work/jobs.ts';
import { addJob } from '../../base/work/runner.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { checkCalendar } from './calendars/check-calendar.ts';
import { syncCatalogue } from './catalogue/sync-catalogue.ts';
import { accountsOf, findConnection } from './connection.ts';
import { hasRecords, providerOf } from './providers.ts';
import { syncRecords } from './records/sync-records.ts';
import { copyShop } from './shops/copy-shop.ts';
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

const cataloguePayload = spendPayload.omit({ range: true });
export type CataloguePayload = z.infer<typeof cataloguePayload>;

export const catalogueJob = defineJob<CataloguePayload>({
  kind: 'sync_catalogue',
  payload: cataloguePayload,
  concurrencyKey: ({ payload }) => `${payload.provider}:${payload.account_id}`,
  concurrency: 4,
  leaseSeconds: 120,
  retry: { attempts: 6 },
  failureText: 'the ads of an ad account could not be read; the service retries automatically',
  run: (base, job) =>
    syncCatalogue(base, job, (payload, runAt) => addJob(base, catalogueJob, { ...jobOf(job.profileId, payload), runAt })),
});

export const recordsJob = defineJob<SpendPayload>({
  kind: 'sync_records',
  payload: spendPayload,
  concurrencyKey: ({ payload }) => `${payload.provider}:${payload.account_id}`,
  concurrency: 4,
  leaseSeconds: 120,
  retry: { attempts: 6 },
  failureText: 'the records of an account could not be read; the service retries automatically',
  run: (base, job) =>
    syncRecords(base, job, (payload, runAt) => addJob(base, recordsJob, { ...jobOf(job.profileId, payload), runAt })),
});

export const shopJob = defineJob<CataloguePayload>({
  kind: 'copy_shop',
  payload: cataloguePayload,
  concurrencyKey: ({ payload }) => `${payload.provider}:${payload.account_id}`,
  concurrency: 4,
  leaseSeconds: 120,
  retry: { attempts: 6 },
  failureText: 'products and orders of a shop could not be copied; the service retries automatically',
  run: (base, job) => copyShop(base, job, (payload, runAt) => addJob(base, shopJob, { ...jobOf(job.profileId, payload), runAt })),
});

export const calendarJob = defineJob<CataloguePayload>({
  kind: 'check_calendar',
  payload: cataloguePayload,
  concurrencyKey: ({ payload }) => `${payload.provider}:${payload.account_id}`,
  concurrency: 4,
  leaseSeconds: 120,
  retry: { attempts: 6 },
  failureText: 'a connected calendar could not be reached; the service retries automatically',
  run: (base, job) => checkCalendar(base, job),
});

const isAdPlatform = (provider: string): boolean => providerOf(provider).kind === 'ad_platform';
const isCalendar = (provider: string): boolean => providerOf(provider).kind === 'calendar';

const keyOf = ({ connection_id, account_id, range }: SpendPayload): string =>
  [connection_id, account_id, range?.from ?? '', range?.to ?? ''].join(' ');

const jobOf = <Payload extends SpendPayload>(profileId: string, payload: Payload) => ({
  profileId,
  payload,
  dedupeKey: keyOf(payload),
});

/** The parts of an account that a sync reads. */
export type SyncKind = 'spend' | 'catalogue' | 'records' | 'calendar';
export const SYNC_KINDS: readonly SyncKind[] = ['catalogue', 'spend'];
export interface QueuedSync {
  what: SyncKind;
  job: Job;
}

/** The job for this reading: the one that waits or runs, else a new one. */
export const queueSpend = (base: Base, profileId: string, payload: SpendPayload): Job =>
  queueOne(base, spendJob, jobOf(profileId, payload));

/** Of a shop, its products and orders as they are, too; of a calendar, whether it can be reached, as its events are read when somebody asks. */
function queueRecords(base: Base, profileId: string, payload: SpendPayload): Job {
  const { provider, connection_id, account_id } = payload;
  if (isCalendar(provider)) return queueOne(base, calendarJob, jobOf(profileId, { provider, connection_id, account_id }));
  const job = queueOne(base, recordsJob, jobOf(profileId, payload));
  if (providerOf(provider).kind === 'commerce')
    queueOne(base, shopJob, jobOf(profileId, { provider, connection_id, account_id }));
  return job;
}

const queueCatalogue = (base: Base, profileId: string, { provider, connection_id, account_id }: CataloguePayload): Job =>
  queueOne(base, catalogueJob, jobOf(profileId, { provider, connection_id, account_id }));

function queueOne<Payload extends SpendPayload>(base: Base, kind: JobKind<Payload>, job: ReturnType<typeof jobOf<Payload>>): Job {
  const known = base.state.jobs.latestOf(kind.kind, job.dedupeKey);
  if (known?.status === 'waiting' || known?.status === 'running') return known;
  const { jobId } = addJob(base, kind, job);
  const added = base.state.jobs.byId(jobId);
  if (!added) throw new Error('a job that was added is not there');
  return added;
}

export interface SyncRequest {
  kinds?: readonly SyncKind[];
  /** The days of spend; the due ones where absent. */
  range?: { from: string; to: string } | undefined;
}

/** Reads every account of a connection as soon as possible. Inside the caller's transaction. */
export function queueSyncs(base: Base, connectionId: string, { kinds = SYNC_KINDS, range }: SyncRequest = {}): QueuedSync[] {
  const connection = findConnection(base, connectionId);
  if (!connection) return [];
  const { profileId, provider } = connection;
  return accountsOf(base, connectionId)
    .filter((account) => account.is_selected === 1)
    .flatMap(({ account_id }) => {
      const payload = { provider: provider.id, connection_id: connectionId, account_id };
      const ranged = { ...payload, ...(range ? { range } : {}) };
      // Messages are received by act/messaging.
      if (provider.kind === 'email' || provider.kind === 'messaging') return [];
      const what = provider.kind === 'calendar' ? ('calendar' as const) : ('records' as const);
      if (provider.kind !== 'ad_platform') return [{ what, job: queueRecords(base, profileId, ranged) }];
      return SYNC_KINDS.filter((what) => kinds.includes(what)).map((what) => ({
        what,
        job: what === 'catalogue' ? queueCatalogue(base, profileId, payload) : queueSpend(base, profileId, ranged),
      }));
    });
}

function queueDue(base: Base): void {
  const now = base.clock.now();
  for (const { profile_id, spend_due_at, catalogue_due_at, failures, ...account } of base.state
    .statement('act/connections/accounts_due')
    .all({ now })) {
    const { connection_id, account_id } = account;
    base.state.tx(() => {
      const hasAds = isAdPlatform(account.provider);
      if (catalogue_due_at <= now) {
        if (hasAds) queueCatalogue(base, profile_id, account);
        base.state
          .statement('act/connections/account_catalogue_due_set')
          .run({ connection_id, account_id, due_at: now + HOUR_MS });
      }
      if (spend_due_at > now) return;
      if (hasAds) queueSpend(base, profile_id, account);
      else if (hasRecords(providerOf(account.provider)) || isCalendar(account.provider)) queueRecords(base, profile_id, account);
      base.state
        .statement('act/connections/account_spend_due_set')
        .run({ connection_id, account_id, due_at: now + HOUR_MS, failures });
    });
  }
}

/** Removes connections that were not granted in time, with their links. */
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
