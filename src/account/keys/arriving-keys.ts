// The keys that come along with a profile from another installation: for its operator to see, and none that could not have been made here.
import { KEY_SCOPES } from '../../base/contract/scopes.ts';
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';
import { MAX_RATE_PER_MINUTE } from './api-keys.ts';
import { storedKeyScopes } from './stored.ts';

/** Keys that are not revoked. */
export const keyReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('account/keys/api_keys_list')
    .all({ profile_id: profileId })
    .filter(({ revoked_at }) => revoked_at === null)
    .map(({ api_key_id, name, scopes, minted_by, app_id }) => ({
      kind: 'api_key',
      id: api_key_id,
      what: `"${name}" of ${app_id === null ? minted_by : `app:${app_id}`}: ${storedKeyScopes.read(scopes).join(' ')}`,
    }));

export function refuseKeys(state: ReachState, profileId: string): string | undefined {
  for (const { api_key_id, scopes, rate_limit_per_minute } of state
    .statement('account/keys/api_keys_list')
    .all({ profile_id: profileId })) {
    const unknown = storedKeyScopes.read(scopes).find((scope) => !KEY_SCOPES.has(scope));
    if (unknown !== undefined) return `its API key ${api_key_id} has the scope ${unknown}, which a key cannot have`;
    if (rate_limit_per_minute > MAX_RATE_PER_MINUTE)
      return `its API key ${api_key_id} has a higher rate limit than a key can have`;
  }
  return undefined;
}
