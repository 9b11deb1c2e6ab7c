// Reads the platform's log of changes after the catalogue of an account: from the last complete reading on, and a day before it, as entries may
// appear late. A log that cannot be read fails nothing else; the next reading continues where the last complete one ended.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Base } from '../../../base/base.ts';
import type { ChangeLog } from '../../../providers/ad-platform.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { AccountReading, SyncedAccount } from '../account-reading.ts';
import { renewingOnce } from '../grants.ts';
import { forgetOldChanges, putChanges } from './store.ts';

const DAY_MS = 86_400_000;
/** What the first reading asks for: what recommendations are computed from. */
const FIRST_DAYS = 30;
const OVERLAP_MS = DAY_MS;
const ROWS_AT_ONCE = 200;

export async function readLog(base: Base, synced: SyncedAccount, reading: AccountReading, signal?: AbortSignal): Promise<void> {
  const log = reading.platform.changes;
  if (!log) return;
  const now = base.clock.now();
  const { since, isWithoutGap } = startOf(log, synced.account.log_read_at, now);
  try {
    await renewingOnce(reading.grant, () => readPages(base, reading, log, { since, signal }));
    noteLog(base, synced, { since: isWithoutGap ? null : since, readAt: now, error: null });
    forgetOldChanges(base, reading.profileId);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || signal?.aborted) throw error;
    noteLog(base, synced, { since: null, readAt: null, error: error.message });
  }
}

/** A log that was not read for longer than it reaches back has a gap. */
function startOf(log: ChangeLog, readAt: number | null, now: number): { since: number; isWithoutGap: boolean } {
  const reach = now - log.days * DAY_MS;
  if (readAt === null) return { since: Math.max(reach, now - FIRST_DAYS * DAY_MS), isWithoutGap: false };
  return { since: Math.max(reach, readAt - OVERLAP_MS), isWithoutGap: readAt >= reach };
}

async function readPages(
  base: Base,
  { profileId, platform, grant, account }: AccountReading,
  log: ChangeLog,
  { since, signal }: { since: number; signal: AbortSignal | undefined },
): Promise<void> {
  const of = { profileId, platform: platform.id, accountId: account.id };
  for await (const page of log.read(grant, account, since)) {
    signal?.throwIfAborted();
    for (let from = 0; from < page.length; from += ROWS_AT_ONCE) {
      const part = page.slice(from, from + ROWS_AT_ONCE).map((change) => ({ ...change, source: 'log' as const }));
      base.state.tx(() => putChanges(base, of, part));
      await nextTurn();
    }
  }
}

function noteLog(
  base: Base,
  { connection, account }: SyncedAccount,
  { since, readAt, error }: { since: number | null; readAt: number | null; error: string | null },
): void {
  base.state.statement('act/connections/account_log_put').run({
    connection_id: connection.connectionId,
    account_id: account.account_id,
    since,
    read_at: readAt,
    error,
  });
}
