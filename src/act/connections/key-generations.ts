// The end of a consumer app's rotated keys when it gives up its last access to a profile's accounts.
import { apiKeysIn, stopApiKey } from '../../account/keys/index.ts';
import type { Base } from '../../base/base.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { connectionsOf, isUsable } from './connection.ts';

/**
 * Ends the keys of an app that were rotated and still work on the profile, once no connection of it works: the holder of an older key was to use the
 * accounts until then. Present keys stay. Inside the caller's transaction.
 */
export function endRotatedKeys(tx: Base, { profileId, workspaceId }: ProfileRef, appId: string, actor: string): void {
  const isLive = connectionsOf(tx, profileId).some(isUsable);
  if (isLive) return;
  const now = tx.clock.now();
  for (const { apiKeyId, replacedBy, expiresAt } of apiKeysIn(tx, workspaceId, { appId, profileId }))
    if (replacedBy !== null && (expiresAt === null || expiresAt > now)) stopApiKey(tx, { profileId, apiKeyId, actor });
}
