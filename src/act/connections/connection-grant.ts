// The grant of a connection, for slices that do something else with it than read accounts.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Grant } from '../../providers/ad-platform.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { findConnection } from './connection.ts';
import { storedGrant } from './grants.ts';
import { connectableOf } from './providers.ts';

/** @throws ProviderFailure `reconnect` where the connection has no grant, `misconfigured` where the provider is not set up here. */
export async function connectionGrant(base: Base, connectionId: string): Promise<Grant> {
  const connection = findConnection(base, connectionId);
  const isUsable = connection?.removedAt === null && (connection.status === 'active' || connection.status === 'needs_action');
  if (!isUsable) throw new ProviderFailure(connection?.provider.id ?? 'connection', 'reconnect', 'the connection has no grant');
  try {
    return storedGrant(base, connection, await connectableOf(base, connection.provider));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ProviderFailure(connection.provider.id, 'misconfigured', error.message);
  }
}
