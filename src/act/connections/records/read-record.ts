// Reads one record that a webhook has named, within seconds. What cannot be read now the hourly reading brings, so that no webhook is lost.
import { z } from 'zod';
import type { Base } from '../../../base/base.ts';
import { defineJob, JobDelayed, type JobRun } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { ReachedStage, RecordRef } from '../../../providers/record-source.ts';
import { noteRefusal } from '../account-reading.ts';
import { accountOf, type Connection, findConnection } from '../connection.ts';
import { renewingOnce } from '../grants.ts';
import { copyOrder, copyProduct } from '../shops/copy-shop.ts';
import { applyRecords } from './apply.ts';
import { openKnownAccount } from './sync-records.ts';

const ATTEMPTS = 5;
const THROTTLED_MS = 60_000;

const recordPayload = z.object({
  connection_id: z.string(),
  account_id: z.string(),
  type: z.enum(['sale', 'deal', 'lead', 'product']),
  id: z.string(),
  /** Stages in which the webhook has seen the deal. */
  seen: z.array(z.object({ stageId: z.string(), at: z.number().optional() })),
});
type RecordPayload = z.infer<typeof recordPayload>;

export const recordJob = defineJob<RecordPayload>({
  kind: 'read_record',
  payload: recordPayload,
  concurrencyKey: ({ payload }) => `record ${payload.account_id} ${payload.type} ${payload.id}`,
  concurrency: 4,
  leaseSeconds: 120,
  retry: { attempts: ATTEMPTS },
  failureText: 'a record that a webhook named could not be read; the service retries automatically',
  run: readRecord,
});

/** A job that waits for the same is enough. */
export function queueRecord(
  base: Base,
  { connectionId, profileId, accountId }: { connectionId: string; profileId: string; accountId: string },
  { type, id, seen = [] }: RecordRef,
): void {
  const stages = seen.map(({ stageId, at }) => ({ stageId, ...(at === undefined ? {} : { at }) }));
  addJob(base, recordJob, {
    profileId,
    payload: { connection_id: connectionId, account_id: accountId, type, id, seen: stages },
    dedupeKey: [connectionId, accountId, type, id, ...stages.map(({ stageId }) => stageId)].join(' '),
  });
}

async function readRecord(base: Base, job: JobRun<RecordPayload>): Promise<unknown> {
  const { connection_id, account_id, type, id, seen } = job.payload;
  const connection = findConnection(base, connection_id);
  if (!connection || connection.statusReason === 'mapping_missing') return { skipped: 'nothing is read' };
  try {
    const opened = openKnownAccount(base, connection, account_id);
    if (!opened) return { skipped: 'the account is not read any more' };
    const { source, grant, account, reading } = opened;
    if (type === 'product') return await copyProduct(base, connection, opened, id);
    await copyOrder(base, connection, opened, { type, id });
    const readAt = base.clock.now();
    const record = await renewingOnce(grant, () => source.read(grant, account, { type, id }));
    if (!record) return { skipped: 'the provider does not show the record' };
    const known = record.type === 'deal' ? withSeen(record, seen) : record;
    return await applyRecords(base, { ...reading, readAt }, [known]);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.outcome === 'reconnect' || error.outcome === 'forbidden') noteEnd(base, connection, account_id, error);
    else if (mayPass(error) && job.attempt < ATTEMPTS)
      throw new JobDelayed(error.message, error.details.retryAfterMs ?? THROTTLED_MS);
    return { error: error.message };
  }
}

/** The provider refuses the grant; of one that another has replaced this means nothing. */
function noteEnd(base: Base, connection: Connection, accountId: string, failure: ProviderFailure): void {
  const account = accountOf(base, connection.connectionId, accountId);
  if (!account || findConnection(base, connection.connectionId)?.grantNo !== connection.grantNo) return;
  base.state.tx(() => noteRefusal(base, { connection, account }, failure));
}

/** A stage in which the deal is now has its own time. */
const withSeen = <Deal extends { reached: readonly ReachedStage[] }>(deal: Deal, seen: RecordPayload['seen']): Deal => ({
  ...deal,
  reached: [...deal.reached, ...seen.map(({ stageId, at }) => ({ stageId, at }))],
});

const mayPass = ({ outcome }: ProviderFailure): boolean =>
  ['throttled', 'unavailable', 'unreachable', 'unknown'].includes(outcome);
