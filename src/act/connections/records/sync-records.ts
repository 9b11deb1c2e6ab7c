// One reading of an account's records: what has changed since the last one, and history that was not read yet, newest first in portions. Each
// portion is stored when it is complete, so that an interrupted reading continues from there.
import { profileSettings } from '../../../account/profiles/index.ts';
import type { Base } from '../../../base/base.ts';
import { localDay, shiftsOfZone, startOfDay } from '../../../base/kit/time/zone-shifts.ts';
import { JobDelayed, type JobRun } from '../../../base/work/job.ts';
import type { AdAccount, Grant } from '../../../providers/ad-platform.ts';
import { type DayRange, portionsOf } from '../../../providers/day-ranges.ts';
import { NO_CURRENCY, type RecordSource } from '../../../providers/record-source.ts';
import { describeAccount, findSyncedAccount, pauseOf, providerFailureOf } from '../account-reading.ts';
import { accountOf, type Connection } from '../connection.ts';
import { storedGrant } from '../grants.ts';
import { recordSourceOf } from '../providers.ts';
import { storedMapping, storedOutcomeSources } from '../stored.ts';
import type { SpendPayload } from '../sync-queue.ts';
import { type Again, noteFailure, noteSuccess, putRead, type Sync } from '../sync-spend.ts';
import { dayPlus, daysUntil, FIRST_SYNC_DAYS } from '../sync-times.ts';
import { applyRecords, countedDealIds, type RecordReading, withdrawUnmapped } from './apply.ts';
import { registerHook } from './hook-address.ts';
import { mappingOf, sourcesOf } from './mapping.ts';

/** Providers list a change a little after it was made. */
const OVERLAP_MS = 600_000;
const DAY_MS = 86_400_000;

export interface OpenSource {
  source: RecordSource;
  grant: Grant;
  account: AdAccount;
  reading: Omit<RecordReading, 'readAt'>;
}

export async function syncRecords(base: Base, job: JobRun<SpendPayload>, again: Again): Promise<unknown> {
  const synced = findSyncedAccount(base, job.payload);
  if (!synced) return { skipped: 'the account is not read any more' };
  const sync: Sync = { ...synced, startedAt: base.clock.now(), fromDay: null, toDay: null, rows: 0 };
  try {
    await readAccount(base, job, sync);
    job.finish(() => {
      noteSuccess(base, sync);
      return { from: sync.fromDay, to: sync.toDay, rows: sync.rows };
    });
  } catch (error) {
    const failure = providerFailureOf(sync.connection, error);
    if (!failure || job.signal.aborted) throw error;
    job.finish(() => {
      noteFailure(base, sync, failure);
      if (failure.outcome === 'throttled') again(job.payload, base.clock.now() + pauseOf(failure));
      return { error: failure.message, rows: sync.rows };
    });
  }
  return undefined;
}

async function readAccount(base: Base, job: JobRun<SpendPayload>, sync: Sync): Promise<void> {
  const { connection } = sync;
  const opened = await openAccount(base, sync);
  await registerHook(base, connection, opened);
  await readOutcomeSources(base, connection, opened);
  if (connection.provider.kind === 'crm' && mappingOf(base, connection.connectionId) === null) return;
  const { range } = job.payload;
  const progress = { sync, opened: readingOf(base, connection, opened) };
  if (range) await readPortions(base, job, progress, range);
  else await readDue(base, job, progress);
}

type Opened = Omit<OpenSource, 'reading'>;

async function openAccount(base: Base, { connection, account }: Sync): Promise<Opened> {
  const source = recordSourceOf(base, connection.provider);
  const grant = storedGrant(base, connection, source);
  return { source, grant, account: await describeAccount(base, { connection, account }, source, grant) };
}

/** An account whose last description is good enough, as for one record that a webhook names. */
export function openKnownAccount(base: Base, connection: Connection, accountId: string): OpenSource | undefined {
  const synced = findSyncedAccount(base, { connection_id: connection.connectionId, account_id: accountId });
  if (!synced) return undefined;
  const { account } = synced;
  const source = recordSourceOf(base, connection.provider);
  const described: AdAccount = {
    id: account.account_id,
    name: account.name,
    currency: account.currency,
    timezone: account.timezone,
    status: 'active',
    hasWriteAccess: undefined,
  };
  return readingOf(base, connection, { source, grant: storedGrant(base, connection, source), account: described });
}

function readingOf(base: Base, connection: Connection, opened: Opened): OpenSource {
  const { connectionId, profileId, provider } = connection;
  const { id, currency } = opened.account;
  const stored = accountOf(base, connectionId, id)?.outcome_sources ?? null;
  return {
    ...opened,
    reading: {
      origin: { profileId, provider: provider.id, accountId: id },
      mapping: mappingOf(base, connectionId) ?? [],
      sources: sourcesOf(storedOutcomeSources.readOrNull(stored)),
      currency: currency === NO_CURRENCY ? profileSettings(base, profileId).currency : currency,
    },
  };
}

async function readOutcomeSources(base: Base, { connectionId }: Connection, { source, grant, account }: Opened): Promise<void> {
  const found = await source.listOutcomeSources?.(grant, account);
  if (!found) return;
  base.state.statement('act/connections/account_outcome_sources_put').run({
    connection_id: connectionId,
    account_id: account.id,
    outcome_sources: storedOutcomeSources.write(found),
  });
}

interface Progress {
  sync: Sync;
  opened: OpenSource;
}

async function readDue(base: Base, job: JobRun<SpendPayload>, progress: Progress): Promise<void> {
  const { sync, opened } = progress;
  const { account } = sync;
  const today = localDay(sync.startedAt, opened.account.timezone);
  const first = daysUntil(today, FIRST_SYNC_DAYS).from;
  if (account.changes_read_at !== null) {
    const since = Math.max(account.changes_read_at - OVERLAP_MS, sync.startedAt - FIRST_SYNC_DAYS * DAY_MS);
    await readChanged(base, job, progress, { since, until: sync.startedAt });
    coverDays(sync, { from: localDay(since, opened.account.timezone), to: today });
    noteRead(base, progress, { from: account.read_from_day ?? today, to: today, isDone: account.is_first_sync_done === 1 }, true);
  }
  if (account.is_first_sync_done === 1) return;
  let readFrom = account.read_from_day;
  const last = readFrom === null ? today : dayPlus(readFrom, -1);
  for (const portion of portionsOf({ from: first, to: last }, opened.source.portionDays)) {
    await readPortions(base, job, progress, portion);
    readFrom = portion.from;
    // Changes since the beginning of the first portion are read by the next sync.
    const isFirst = account.changes_read_at === null && portion.to === today;
    noteRead(base, progress, { from: readFrom, to: today, isDone: false }, isFirst);
  }
  noteRead(base, progress, { from: readFrom ?? first, to: today, isDone: true }, false);
}

/** Records that were read under another meaning of their stages and forms are read again. */
function noteRead(base: Base, { sync, opened }: Progress, read: Parameters<typeof putRead>[2], hasChanges: boolean): void {
  const present = mappingOf(base, sync.connection.connectionId) ?? [];
  if (storedMapping.write(present) !== storedMapping.write([...opened.reading.mapping]))
    throw new JobDelayed('the outcomes that stages and forms mean have changed during the reading', 0);
  if (read.isDone && sync.account.is_first_sync_done === 0) withdrawUnmapped(base, opened.reading);
  putRead(base, sync, read);
  if (hasChanges) putChangesRead(base, sync);
}

async function readPortions(base: Base, job: JobRun<SpendPayload>, progress: Progress, range: DayRange): Promise<void> {
  const { sync, opened } = progress;
  for (const portion of portionsOf(range, opened.source.portionDays)) {
    await readChanged(base, job, progress, momentsOf(portion, opened.account.timezone));
    coverDays(sync, portion);
    job.progress({ from: sync.fromDay, to: sync.toDay, rows: sync.rows });
  }
}

function momentsOf({ from, to }: DayRange, timezone: string): { since: number; until: number } {
  const shifts = shiftsOfZone(timezone);
  return { since: startOfDay(shifts, from), until: startOfDay(shifts, dayPlus(to, 1)) };
}

function coverDays(sync: Sync, { from, to }: DayRange): void {
  if (sync.fromDay === null || from < sync.fromDay) sync.fromDay = from;
  if (sync.toDay === null || to > sync.toDay) sync.toDay = to;
}

async function readChanged(
  base: Base,
  job: JobRun<SpendPayload>,
  { sync, opened }: Progress,
  range: { since: number; until: number },
): Promise<void> {
  const { source, grant, account, reading } = opened;
  const idsOf = (wanted: 'form' | 'stage'): string[] => reading.mapping.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  let readAt = base.clock.now();
  for await (const records of source.readChanged(grant, account, {
    ...range,
    formIds: idsOf('form'),
    stageIds: idsOf('stage'),
    countedDealIds: () => countedDealIds(base, reading.origin),
  })) {
    job.signal.throwIfAborted();
    const { changed } = await applyRecords(base, { ...reading, readAt }, records);
    sync.rows += changed;
    readAt = base.clock.now();
  }
}

const atOf = ({ connection, account }: Sync) => ({ connection_id: connection.connectionId, account_id: account.account_id });

const putChangesRead = (base: Base, sync: Sync): void =>
  void base.state.statement('act/connections/account_changes_read_put').run({ ...atOf(sync), changes_read_at: sync.startedAt });
