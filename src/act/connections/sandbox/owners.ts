// Which workspaces have used the sandbox while all shared one advertiser there: each goes on with its own grants.
import { createHash } from 'node:crypto';
import { placeOfProfile } from '../../../account/places/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import type { Owner } from '../../../sandbox/index.ts';
import { openTokens, tokensContext } from '../grants.ts';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The oldest first. */
export function sandboxOwners(base: ReadBase): Owner[] {
  const owners = new Map<string, Set<string>>();
  for (const connection of base.state.statement('act/connections/connections_of_provider').all({ provider: 'sandbox' })) {
    const workspaceId = placeOfProfile(base, connection.profile_id)?.workspaceId;
    if (workspaceId === undefined) continue;
    const tokens = owners.get(workspaceId) ?? new Set();
    for (const hash of hashesOf(base, connection)) tokens.add(hash);
    owners.set(workspaceId, tokens);
  }
  return [...owners].map(([workspaceId, tokens]) => ({ workspaceId, tokens }));
}

/** None for tokens that cannot be opened: that connection has to be made again. */
function hashesOf(
  base: ReadBase,
  { connection_id, profile_id, tokens }: { connection_id: string; profile_id: string; tokens: Uint8Array | null },
): string[] {
  if (!tokens) return [];
  try {
    const { accessToken, refreshToken } = openTokens(base, profile_id, tokensContext(connection_id), tokens);
    return [accessToken, refreshToken].flatMap((token) => (token ? [hashOf(token.reveal())] : []));
  } catch (error) {
    base.log.warn({ err: error, connection_id }, 'the tokens of a connection to the sandbox cannot be opened');
    return [];
  }
}
