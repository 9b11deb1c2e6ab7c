// How far changes of each connected ad account are known: from the platform's log since a moment, or by comparing readings.
import type { ReadBase } from '../../../base/base.ts';
import { accountsOf, connectionsOf, isUsable } from '../connection.ts';

export interface AccountLog {
  platform: string;
  accountId: string;
  name: string;
  currency: string;
  source: 'log' | 'readings';
  /** Null for an account whose changes are found by comparing readings, and before the first reading of a log. */
  logSince: number | null;
  /** When changes were looked for last. */
  readAt: number | null;
  error: string | null;
}

/** Platforms whose clients read a log of changes. */
const LOGS: ReadonlySet<string> = new Set(['meta', 'google_ads']);
const hasLog = (provider: string): boolean => LOGS.has(provider);

export const changeLogs = (base: ReadBase, profileId: string): AccountLog[] =>
  connectionsOf(base, profileId)
    .filter((connection) => connection.provider.kind === 'ad_platform' && isUsable(connection))
    .flatMap(({ connectionId, provider }) =>
      accountsOf(base, connectionId)
        .filter(({ is_selected }) => is_selected === 1)
        .map((account) => ({
          platform: provider.id,
          accountId: account.account_id,
          name: account.name,
          currency: account.currency,
          source: hasLog(provider.id) ? ('log' as const) : ('readings' as const),
          logSince: account.log_since,
          readAt: hasLog(provider.id) ? account.log_read_at : account.catalogue_read_at,
          error: account.log_error ?? account.catalogue_error,
        })),
    );
