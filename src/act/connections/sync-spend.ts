// One reading of an account: what is due of its spend, and how the connection is afterwards. Days are read newest first in portions; what
// a portion has read is remembered, so that a reading that was interrupted goes on where it was.
import type { Base } from '../../base/base.ts';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import type { JobRun } from '../../base/work/job.ts';
import { type DayRange, portionsOf } from '../../providers/day-ranges.ts';
import type { ProviderFailure } from '../../providers/http/failure.ts';
import {
  type AccountReading,
  findSyncedAccount,
  noteRefusal,
  openReading,
  pauseOf,
  providerFailureOf,
  type SyncedAccount,
} from './account-reading.ts';
import { findConnection, setStatusByAccounts } from './connection.ts';
import { announceConnection } from './events.ts';
import { readSpendRange } from './read-spend.ts';
import type { SpendPayload } from './sync-queue.ts';
import { dayPlus, daysUntil, FIRST_SYNC_DAYS, HOUR_MS, nightAt, PORTION_DAYS, RECENT_DAYS } from './sync-times.ts';

const RETRY_MS = 300_000;

export interface Sync extends SyncedAccount {
  startedAt: number;
  fromDay: string | null;
  toDay: string | null;
  rows: number;
}

export type Again = (payload: SpendPayload, runAt: number) => void;

export async function syncSpend(base: Base, job: JobRun<SpendPayload>, again: Again): Promise<unknown> {
  const { range } = job.payload;
  const synced = findSyncedAccount(base, job.payload);
  if (!synced) return { skipped: 'the account is not read any more' };
  const sync: Sync = { ...synced, startedAt: base.clock.now(), fromDay: null, toDay: null, rows: 0 };
  try {
    const reading = await openReading(base, sync);
    if (range) await readPortions(base, job, { sync, reading }, range);
    else await readDue(base, job, { sync, reading });
    job.finish(() => {
      noteSuccess(base, sync);
      return { from: sync.fromDay, to: sync.toDay, rows: sync.rows };
    });
    return undefined;
  } catch (error) {
    const failure = providerFailureOf(sync.connection, error);
    if (!failure || job.signal.aborted) throw error;
    job.finish(() => {
      noteFailure(base, sync, failure);
      if (failure.outcome === 'throttled') again(job.payload, base.clock.now() + pauseOf(failure));
      return { error: failure.message, rows: sync.rows };
    });
    return undefined;
  }
}

interface Progress {
  sync: Sync;
  reading: AccountReading;
}

async function readDue(base: Base, job: JobRun<SpendPayload>, progress: Progress): Promise<void> {
  const { sync, reading } = progress;
  const { connection, account } = sync;
  const today = localDay(base.clock.now(), reading.account.timezone);
  const first = daysUntil(today, Math.min(FIRST_SYNC_DAYS, reading.platform.reportDays ?? FIRST_SYNC_DAYS)).from;
  let readFrom = account.read_from_day;
  if (readFrom !== null) {
    await readPortions(base, job, progress, rangeToToday(base, sync, today, first));
    putRead(base, sync, { from: readFrom, to: today, isDone: account.is_first_sync_done === 1 });
  }
  const at = { connection_id: connection.connectionId, account_id: account.account_id };
  if (account.restatement_due_at <= base.clock.now())
    base.state
      .statement('act/connections/account_restatement_due_set')
      .run({ ...at, due_at: nightAt(base.clock.now(), reading.account.timezone) });
  if (account.is_first_sync_done === 1) return;
  const last = readFrom === null ? today : dayPlus(readFrom, -1);
  for (const portion of portionsOf({ from: first, to: last }, PORTION_DAYS)) {
    await readPortions(base, job, progress, portion);
    readFrom = portion.from;
    putRead(base, sync, { from: readFrom, to: today, isDone: false });
  }
  putRead(base, sync, { from: readFrom ?? first, to: today, isDone: true });
}

/** Recent days, or the days that the platform corrects by night; and days that no reading has reached. */
function rangeToToday(base: Base, { connection, account }: Sync, today: string, first: string): DayRange {
  const isNight = account.restatement_due_at <= base.clock.now();
  const { from } = daysUntil(today, isNight ? connection.provider.restatedDays : RECENT_DAYS);
  const read = account.read_to_day;
  const since = read !== null && read < from ? read : from;
  return { from: since < first ? first : since, to: today };
}

async function readPortions(base: Base, job: JobRun<SpendPayload>, { sync, reading }: Progress, range: DayRange): Promise<void> {
  for (const portion of portionsOf(range, PORTION_DAYS)) {
    job.signal.throwIfAborted();
    const { rows } = await readSpendRange(base, reading, portion);
    sync.rows += rows;
    if (sync.fromDay === null || portion.from < sync.fromDay) sync.fromDay = portion.from;
    if (sync.toDay === null || portion.to > sync.toDay) sync.toDay = portion.to;
    job.progress({ from: sync.fromDay, to: sync.toDay, rows: sync.rows });
  }
}

export function putRead(base: Base, { connection, account }: Sync, read: { from: string; to: string; isDone: boolean }): void {
  base.state.statement('act/connections/account_read_put').run({
    connection_id: connection.connectionId,
    account_id: account.account_id,
    read_from_day: read.from,
    read_to_day: read.to,
    is_done: read.isDone,
  });
}

/** Runs inside the transaction that ends the job, as `noteFailure`. */
export function noteSuccess(base: Base, sync: Sync): void {
  const { connectionId } = sync.connection;
  putSync(base, sync, null);
  announceConnection(base, 'connection.synced', {
    profileId: sync.connection.profileId,
    data: {
      connection_id: connectionId,
      provider: sync.connection.provider.id,
      account_id: sync.account.account_id,
      from_day: sync.fromDay,
      to_day: sync.toDay,
      rows: sync.rows,
    },
  });
  const next = { due_at: base.clock.now() + HOUR_MS, failures: 0 };
  const at = { connection_id: connectionId, account_id: sync.account.account_id };
  base.state.statement('act/connections/account_spend_due_set').run({ ...at, ...next });
  setStatusByAccounts(base, connectionId);
}

function putSync(base: Base, sync: Sync, error: string | null): void {
  base.state.statement('act/connections/connection_sync_put').run({
    connection_id: sync.connection.connectionId,
    started_at: sync.startedAt,
    finished_at: base.clock.now(),
    from_day: sync.fromDay,
    to_day: sync.toDay,
    rows: sync.rows,
    error,
  });
}

/** The effect of a failure on the connection; none for a grant that another has replaced. */
export function noteFailure(base: Base, sync: Sync, failure: ProviderFailure): void {
  const { connection, account } = sync;
  const { connectionId } = connection;
  if (findConnection(base, connectionId)?.grantNo !== connection.grantNo) return;
  putSync(base, sync, failure.message);
  if (noteRefusal(base, sync, failure)) return;
  const isThrottled = failure.outcome === 'throttled';
  const failures = isThrottled ? account.failures : account.failures + 1;
  const pauseMs = isThrottled ? HOUR_MS : Math.min(HOUR_MS, RETRY_MS * 2 ** Math.min(account.failures, 8));
  const at = { connection_id: connectionId, account_id: account.account_id };
  base.state.statement('act/connections/account_spend_due_set').run({ ...at, due_at: base.clock.now() + pauseMs, failures });
}
