// One reading of an ad account, of its spend or its ads: whether it is to be read, the account as the platform shows it now, and what a
// refusal of the platform means for the connection.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { AdAccount, AdPlatform, Grant } from '../../providers/ad-platform.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import {
  type Account,
  accountOf,
  type Connection,
  findConnection,
  isUsable,
  setStatus,
  setStatusByAccounts,
} from './connection.ts';
import { renewingOnce, storedGrant } from './grants.ts';
import { platformOf } from './providers.ts';
import { refreshWriteAccess } from './write-access.ts';

const THROTTLED_MS = 60_000;

export interface SyncedAccount {
  connection: Connection;
  account: Account;
}

export interface AccountReading {
  profileId: string;
  platform: AdPlatform;
  grant: Grant;
  account: AdAccount;
}

/** Undefined for an account that is not read any more. */
export function findSyncedAccount(
  base: Base,
  { connection_id, account_id }: { connection_id: string; account_id: string },
): SyncedAccount | undefined {
  const connection = findConnection(base, connection_id);
  const account = accountOf(base, connection_id, account_id);
  return connection && account && isUsable(connection) && account.is_selected === 1 ? { connection, account } : undefined;
}

export async function openReading(base: Base, { connection, account }: SyncedAccount): Promise<AccountReading> {
  const { profileId, provider } = connection;
  const platform = await platformOf(base, provider);
  const grant = storedGrant(base, connection, platform);
  const seen = await describeAccount(base, { connection, account }, platform, grant);
  const { writes } = platform;
  if (writes) await refreshWriteAccess(base, { profileId, connection, account: seen, writes, grant });
  return { profileId, platform, grant, account: seen };
}

/** Asks the provider for the account first: what it says of it is stored, and one that it does not show is not read. */
export async function describeAccount(
  base: Base,
  { connection: { connectionId, provider }, account }: SyncedAccount,
  platform: Pick<AdPlatform, 'listAccounts'>,
  grant: Grant,
): Promise<AdAccount> {
  const seen = (await renewingOnce(grant, () => platform.listAccounts(grant))).find(({ id }) => id === account.account_id);
  if (!seen) throw new ProviderFailure(provider.id, 'not_found', `${provider.id}: the account is not visible any more`);
  base.state.statement('act/connections/account_seen').run({
    connection_id: connectionId,
    account_id: seen.id,
    name: seen.name,
    currency: seen.currency,
    timezone: seen.timezone,
    status: seen.status,
    status_reason: seen.statusReason ?? null,
    login_account_id: seen.loginAccountId ?? null,
  });
  return seen;
}

/** A registration that was taken away is a failure of the provider as any other; undefined for an error of ours. */
export function providerFailureOf({ provider }: Connection, error: unknown): ProviderFailure | undefined {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof ApiError && error.code === 'provider_not_configured')
    return new ProviderFailure(provider.id, 'misconfigured', error.message);
  return undefined;
}

/** The pause for a platform that throttles. */
export const pauseOf = ({ details }: ProviderFailure): number => details.retryAfterMs ?? THROTTLED_MS;

/**
 * True for a failure that only a person can end, perhaps the operator; the status of the connection says so then. Inside the caller's transaction.
 */
export function noteRefusal(base: Base, { connection, account }: SyncedAccount, { outcome }: ProviderFailure): boolean {
  const { connectionId } = connection;
  switch (outcome) {
    case 'reconnect':
      setStatus(base, connectionId, { status: 'reconnect_required', reason: 'grant_ended' });
      return true;
    case 'forbidden':
      setStatus(base, connectionId, { status: 'reconnect_required', reason: 'permission_missing' });
      return true;
    case 'misconfigured':
      setStatus(base, connectionId, { status: 'needs_action', reason: 'registration_refused' });
      return true;
    case 'not_found':
      base.state.statement('act/connections/account_status_set').run({
        connection_id: connectionId,
        account_id: account.account_id,
        status: 'missing',
        status_reason: 'the account is not visible any more',
      });
      setStatusByAccounts(base, connectionId);
      return true;
    default:
      return false;
  }
}
