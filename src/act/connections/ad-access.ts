// The way from an ad or ad set of a profile to the platform that has it: where it is by the catalogue, the connection that reaches its account,
// and whether that connection may change ads.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import {
  AD_PLATFORMS,
  type AdAccount,
  type AdPlatform,
  type AdPlatformId,
  type AdWrites,
  type Grant,
} from '../../providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../providers/ad-platform-errors.ts';
import type { ProviderFailure } from '../../providers/http/failure.ts';
import { noteRefusal } from './account-reading.ts';
import { type Account, accountsOf, type Connection, connectionsOf, isUsable } from './connection.ts';
import { renewingOnce, storedGrant } from './grants.ts';
import { reconnectUrl } from './links.ts';
import { platformOf } from './providers.ts';
import { noteWriteAccess } from './write-access.ts';

/** Where an ad or an ad set is. */
export interface AdPlace {
  platform: AdPlatformId;
  accountId: string;
  campaignId: string;
  /** An ad set's own id. */
  adSetId: string;
}

const platformIdOf = (platform: string): AdPlatformId | undefined => AD_PLATFORMS.find((id) => id === platform);

/** The connected accounts' ad or ad set with this id, as last read; several where two platforms use the same id. */
export function findAdPlaces(base: ReadBase, profileId: string, { type, id }: { type: 'ad' | 'adset'; id: string }): AdPlace[] {
  const rows = base.state
    .statement('act/connections/object_places')
    .all({ profile_id: profileId, object_type: type, object_id: id });
  return rows.flatMap(({ platform, account_id: accountId, campaign_id: campaignId, adset_id }) => {
    const platformId = platformIdOf(platform);
    const adSetId = type === 'adset' ? id : adset_id;
    return platformId && campaignId !== null && adSetId !== null
      ? [{ platform: platformId, accountId, campaignId, adSetId }]
      : [];
  });
}

/** An account with a connection that works. */
export interface AdAccess {
  profileId: string;
  connection: Connection;
  row: Account;
  account: AdAccount;
  platform: AdPlatform;
  writes: AdWrites;
  grant: Grant;
}

/** The same before anything is asked of the platform. */
export type FoundAdAccount = Omit<AdAccess, 'grant'>;

/** @throws ApiError where no connection reaches the account now, or the platform cannot be changed at all. */
export async function findAdAccount(
  base: ReadBase,
  profileId: string,
  { platform: id, accountId }: Pick<AdPlace, 'platform' | 'accountId'>,
): Promise<FoundAdAccount> {
  const { connection, row } = connectedAccount(base, profileId, id, accountId);
  const platform = await platformOf(base, connection.provider);
  const { writes } = platform;
  if (!writes) throw new ApiError('not_implemented', `Ads of ${connection.provider.name} cannot be changed from here.`);
  const { account_id, name, currency, timezone, login_account_id } = row;
  const account: AdAccount = {
    id: account_id,
    name,
    currency,
    timezone,
    status: row.status === 'missing' ? 'disabled' : row.status,
    hasWriteAccess: row.has_write_access === null ? undefined : row.has_write_access === 1,
    ...(login_account_id === null ? {} : { loginAccountId: login_account_id }),
  };
  return { profileId, connection, row, account, platform, writes };
}

/** @throws ApiError as `findAdAccount`. */
export async function openAdAccess(
  base: Base,
  profileId: string,
  place: Pick<AdPlace, 'platform' | 'accountId'>,
): Promise<AdAccess> {
  const found = await findAdAccount(base, profileId, place);
  return { ...found, grant: storedGrant(base, found.connection, found.platform) };
}

/** Every account of the profile's ad platforms that a connection reaches now, and whose platform can be changed. */
export async function openAdAccesses(base: Base, profileId: string): Promise<AdAccess[]> {
  const rows = connectionsOf(base, profileId).flatMap(({ connectionId, provider }) => {
    const platform = platformIdOf(provider.id);
    return platform ? accountsOf(base, connectionId).map(({ account_id: accountId }) => ({ platform, accountId })) : [];
  });
  const opened = await Promise.allSettled(rows.map((place) => openAdAccess(base, profileId, place)));
  return opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

function connectedAccount(base: ReadBase, profileId: string, platform: AdPlatformId, accountId: string) {
  const found = connectionsOf(base, profileId)
    .filter(({ provider }) => provider.id === platform)
    .flatMap((connection) =>
      accountsOf(base, connection.connectionId)
        .filter((row) => row.account_id === accountId && row.is_selected === 1)
        .map((row) => ({ connection, row })),
    );
  const usable = found.find(({ connection }) => isUsable(connection));
  if (usable) return usable;
  const dead = found.find(({ connection }) => connection.status === 'reconnect_required');
  if (!dead) throw new ApiError('adplatform_connection_required', 'The ad account is not connected any more.');
  const reconnect = { reconnect_required: true, reconnect_url: reconnectUrl(base, profileId) };
  const message = `${dead.connection.provider.name} does not accept the connection any more; connect it again.`;
  throw new ApiError('connection_not_ready', message, reconnect);
}

/** One call of the platform, again with a new token where it refused the token. @throws ProviderFailure */
export const callAdPlatform = <T>({ grant }: AdAccess, call: () => Promise<T>): Promise<T> => renewingOnce(grant, call);

/** The refusal of our interface; a grant that has ended is noted, and a permission that is missing. */
export function refusalOfPlatform(base: Base, access: AdAccess, failure: ProviderFailure, use: 'read' | 'write'): ApiError {
  const { connection, row, profileId } = access;
  if (failure.outcome === 'reconnect') base.state.tx(() => noteRefusal(base, { connection, account: row }, failure));
  if (failure.outcome === 'forbidden') noteWriteAccess(base, access, false);
  const error = adPlatformErrorOf(failure, {
    name: connection.provider.name,
    use,
    reconnectUrl: reconnectUrl(base, profileId),
  });
  error.cause ??= failure;
  return error;
}
