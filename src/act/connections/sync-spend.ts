// One reading of an account: what is due of its spend, and how the connection is afterwards. Days are read newest first in portions; what
// a portion has read is remembered, so that a reading that was interrupted goes on where it was.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { localDay } from '../../base/kit/local-day.ts';
import type { JobRun } from '../../base/work/job.ts';
import { type DayRange, portionsOf } from '../../providers/day-ranges.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { type Account, accountOf, type Connection, findConnection, setStatus, setStatusByAccounts } from './connection.ts';
import { storedGrant } from './grants.ts';
import { platformOf } from './providers.ts';
import { type AccountReading, readSpendRange } from './read-spend.ts';
import type { SpendPayload } from './sync-queue.ts';
import { dayPlus, daysUntil, FIRST_SYNC_DAYS, HOUR_MS, nightAt, PORTION_DAYS, RECENT_DAYS } from './sync-times.ts';

const RETRY_MS = 300_000;
const THROTTLED_MS = 60_000;

interface Sync {
  connection: Connection;
  account: Account;
  startedAt: number;
  fromDay: string | null;
  toDay: string | null;
  rows: number;
}

type Again = (payload: SpendPayload, runAt: number) => void;

export async function syncSpend(base: Base, job: JobRun<SpendPayload>, again: Again): Promise<unknown> {
  const { connection_id, account_id, range } = job.payload;
  const connection = findConnection(base, connection_id);
  const account = accountOf(base, connection_id, account_id);
  if (!connection || !account || !isReadable(connection, account)) return { skipped: 'the account is not read any more' };
  const sync: Sync = { connection, account, startedAt: base.clock.now(), fromDay: null, toDay: null, rows: 0 };
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
    const failure = failureOf(connection, error);
    if (!failure || job.signal.aborted) throw error;
    job.finish(() => {
      noteFailure(base, sync, failure);
      if (failure.outcome === 'throttled') again(job.payload, base.clock.now() + (failure.details.retryAfterMs ?? THROTTLED_MS));
      return { error: failure.message, rows: sync.rows };
    });
    return undefined;
  }
}

const isReadable = ({ status }: Connection, { is_selected }: Account): boolean =>
  (status === 'active' || status === 'needs_action') && is_selected === 1;

/** A registration that was taken away is a failure of the provider as any other. */
function failureOf({ provider }: Connection, error: unknown): ProviderFailure | undefined {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof ApiError && error.code === 'provider_not_configured')
    return new ProviderFailure(provider.id, 'misconfigured', error.message);
  return undefined;
}

/** Asks the platform for the account first: what it says of it is stored, and one that it does not show is not read. */
async function openReading(base: Base, { connection, account }: Sync): Promise<AccountReading> {
  const { connectionId, profileId, provider } = connection;
  const platform = await platformOf(base, provider);
  const grant = storedGrant(base, connection, platform);
  const seen = (await platform.listAccounts(grant)).find(({ id }) => id === account.account_id);
  if (!seen) throw new ProviderFailure(provider.id, 'not_found', `${provider.id}: the account is not visible any more`);
  base.state.statement('act/connections/account_seen').run({
    ...{ connection_id: connectionId, account_id: seen.id, name: seen.name, currency: seen.currency, timezone: seen.timezone },
    ...{ status: seen.status, status_reason: seen.statusReason ?? null, has_write_access: seen.hasWriteAccess ?? null },
    login_account_id: seen.loginAccountId ?? null,
  });
  return { profileId, platform, grant, account: seen };
}

interface Progress {
  sync: Sync;
  reading: AccountReading;
}

async function readDue(base: Base, job: JobRun<SpendPayload>, progress: Progress): Promise<void> {
  const { sync, reading } = progress;
  const { connection, account } = sync;
  const today = localDay(base.clock.now(), reading.account.timezone);
  const first = daysUntil(today, FIRST_SYNC_DAYS).from;
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

/** Recent days, or what the platform corrects by night; and what no reading has come to meanwhile. */
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

function putRead(base: Base, { connection, account }: Sync, read: { from: string; to: string; isDone: boolean }): void {
  base.state.statement('act/connections/account_read_put').run({
    ...{ connection_id: connection.connectionId, account_id: account.account_id },
    ...{ read_from_day: read.from, read_to_day: read.to, is_done: read.isDone },
  });
}

/** Inside the transaction that ends the job, as `noteFailure`. */
function noteSuccess(base: Base, sync: Sync): void {
  const { connectionId } = sync.connection;
  putSync(base, sync, null);
  const next = { due_at: base.clock.now() + HOUR_MS, failures: 0 };
  const at = { connection_id: connectionId, account_id: sync.account.account_id };
  base.state.statement('act/connections/account_spend_due_set').run({ ...at, ...next });
  setStatusByAccounts(base, connectionId);
}

function putSync(base: Base, sync: Sync, error: string | null): void {
  base.state.statement('act/connections/connection_sync_put').run({
    ...{ connection_id: sync.connection.connectionId, started_at: sync.startedAt, finished_at: base.clock.now() },
    ...{ from_day: sync.fromDay, to_day: sync.toDay, rows: sync.rows, error },
  });
}

/** What a failure means for the connection; of a grant that another has replaced it means nothing. */
function noteFailure(base: Base, sync: Sync, failure: ProviderFailure): void {
  const { connection, account } = sync;
  const { connectionId } = connection;
  if (findConnection(base, connectionId)?.grantNo !== connection.grantNo) return;
  const at = { connection_id: connectionId, account_id: account.account_id };
  putSync(base, sync, failure.message);
  if (failure.outcome === 'reconnect') {
    setStatus(base, connectionId, { status: 'reconnect_required', reason: 'grant_ended' });
    return;
  }
  if (failure.outcome === 'forbidden') {
    setStatus(base, connectionId, { status: 'reconnect_required', reason: 'permission_missing' });
    return;
  }
  if (failure.outcome === 'not_found') {
    base.state
      .statement('act/connections/account_status_set')
      .run({ ...at, status: 'missing', status_reason: 'the account is not visible any more' });
    setStatusByAccounts(base, connectionId);
    return;
  }
  const isThrottled = failure.outcome === 'throttled';
  const failures = isThrottled ? account.failures : account.failures + 1;
  const pauseMs = isThrottled ? HOUR_MS : Math.min(HOUR_MS, RETRY_MS * 2 ** Math.min(account.failures, 8));
  base.state.statement('act/connections/account_spend_due_set').run({ ...at, due_at: base.clock.now() + pauseMs, failures });
}
