// One look at a connected calendar: whether its grant is alive and still sees it, its name and zone, and, if a person has chosen that, the appointments of customers in it.
// All other events are read when somebody asks.
import type { Base } from '../../../base/base.ts';
import type { JobRun } from '../../../base/work/job.ts';
import type { ProviderFailure } from '../../../providers/http/failure.ts';
import { describeAccount, findSyncedAccount, noteRefusal, providerFailureOf, type SyncedAccount } from '../account-reading.ts';
import { findConnection, setStatusByAccounts } from '../connection.ts';
import { storedGrant } from '../grants.ts';
import { calendarSourceOf } from '../providers.ts';
import { HOUR_MS } from '../sync-times.ts';
import { readAppointments } from './appointments.ts';

interface CheckedCalendar {
  connection_id: string;
  account_id: string;
}

export async function checkCalendar(base: Base, job: JobRun<CheckedCalendar>): Promise<unknown> {
  const synced = findSyncedAccount(base, job.payload);
  if (!synced) return { skipped: 'the calendar is not connected any more' };
  const { connection } = synced;
  const startedAt = base.clock.now();
  try {
    const source = calendarSourceOf(base, connection.provider);
    const grant = storedGrant(base, connection, source);
    const account = await describeAccount(base, synced, source, grant);
    const rows = await readAppointments(base, synced, { source, grant, account });
    job.finish(() => noteLook(base, synced, { startedAt, rows }));
  } catch (error) {
    const failure = providerFailureOf(connection, error);
    if (!failure || job.signal.aborted) throw error;
    job.finish(() => noteLook(base, synced, { startedAt, rows: 0, failure }));
  }
  return undefined;
}

interface Look {
  startedAt: number;
  /** Appointments that have changed. */
  rows: number;
  failure?: ProviderFailure;
}

/** The failure of a grant that another has replaced is ignored. Runs inside the transaction that ends the job. */
function noteLook(base: Base, synced: SyncedAccount, { startedAt, rows, failure }: Look) {
  const { connectionId, grantNo } = synced.connection;
  if (findConnection(base, connectionId)?.grantNo !== grantNo) return {};
  const now = base.clock.now();
  base.state.statement('act/connections/connection_sync_put').run({
    connection_id: connectionId,
    started_at: startedAt,
    finished_at: now,
    from_day: null,
    to_day: null,
    rows,
    error: failure?.message ?? null,
  });
  if (failure && noteRefusal(base, synced, failure)) return { error: failure.message };
  const at = { connection_id: connectionId, account_id: synced.account.account_id };
  base.state.statement('act/connections/account_spend_due_set').run({ ...at, due_at: now + HOUR_MS, failures: 0 });
  if (!failure) setStatusByAccounts(base, connectionId);
  return failure ? { error: failure.message } : {};
}
