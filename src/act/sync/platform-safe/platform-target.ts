// Platform-Safe at Meta: which dataset a profile's conversions go to, the existing one of each destination or a clean one of its own, and the
// connection that manages it. The clean one is for as long as the profile is in the mode `platform_safe`, however that ends.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { accountsOf, type Connection, connectionsOf, findConnection } from '../../connections/index.ts';
import { type Destination, destinationsOf } from '../destination.ts';
import { privacyModeOf } from '../event/neutral-event.ts';

export type Target = 'existing' | 'clean';

export interface PlatformTarget {
  /** Where conversions go now. */
  target: Target;
  /** The choice, which is in force again when the mode is. */
  chosen: Target;
  /** Of the profile, whether conversions go there or not. */
  cleanDataset: { id: string; name: string } | null;
}

export function platformTargetOf(base: ReadBase, profileId: string): PlatformTarget {
  const row = base.state.statement('act/sync/target_get').get({ profile_id: profileId });
  const { clean_dataset_id: id = null, clean_dataset_name: name = null } = row ?? {};
  const chosen = row?.target ?? 'existing';
  const target = privacyModeOf(base, profileId) === 'platform_safe' ? chosen : 'existing';
  return { target, chosen, cleanDataset: id === null ? null : { id, name: name ?? id } };
}

/** Null for destinations that have no such choice. */
export const targetOf = (base: ReadBase, { kind, profileId }: Destination): Target | null =>
  kind === 'meta' ? platformTargetOf(base, profileId).target : null;

/** A destination with the dataset that its events go to now. */
export function aimed(base: ReadBase, destination: Destination): Destination {
  if (destination.kind !== 'meta') return destination;
  const { target, cleanDataset } = platformTargetOf(base, destination.profileId);
  if (target === 'existing' || !cleanDataset) return destination;
  return { ...destination, settings: { ...destination.settings, targetId: cleanDataset.id } };
}

export interface ManagedAccount {
  connectionId: string;
  accountId: string;
}

const isUsable = ({ status, removedAt }: Connection): boolean =>
  removedAt === null && (status === 'active' || status === 'needs_action');

/**
 * The ad account that datasets are managed with: of an active destination that names a connection, otherwise the only one that is connected.
 * @throws ApiError
 */
export function managedAccount(base: ReadBase, profileId: string): ManagedAccount {
  const selected = (connectionId: string): string[] =>
    accountsOf(base, connectionId).flatMap((each) => (each.is_selected === 1 ? [each.account_id] : []));
  for (const { kind, status, connectionId, settings } of destinationsOf(base, profileId)) {
    if (kind !== 'meta' || status !== 'active' || connectionId === null) continue;
    const connection = findConnection(base, connectionId);
    if (!connection || !isUsable(connection))
      throw new ApiError('connection_not_ready', 'The connection of the destination cannot be used: connect it again.');
    const [only, ...others] = selected(connectionId);
    const accountId = settings.accountId ?? (others.length === 0 ? only : undefined);
    if (accountId !== undefined) return { connectionId, accountId };
  }
  const accounts = connectionsOf(base, profileId)
    .filter((each) => each.provider.id === 'meta' && isUsable(each))
    .flatMap(({ connectionId }) => selected(connectionId).map((accountId) => ({ connectionId, accountId })));
  const [only, ...others] = accounts;
  if (only && others.length === 0) return only;
  throw new ApiError(
    'adplatform_connection_required',
    'Connect one Meta ad account, or name the connection and account_id in a Meta destination.',
  );
}
