// The rows of access for archived places, deleted when they are purged. Audit rows and reads of personal data stay, and so
// does what still has to be known: that there was such a place, who owned it, which app made it and what its keys were used for.
import type { Base } from '../../base/base.ts';
import { inChunks } from '../../base/state/delete-in-chunks.ts';

export async function forgetProfile(base: Base, profileId: string): Promise<void> {
  await inChunks((limit) => base.state.statement('account/keys/api_keys_purge').run({ profile_id: profileId, limit }).changes);
  base.state.statement('account/keys/api_keys_blank').run({ profile_id: profileId });
}

/** Called by the slice that keeps profiles, before it deletes one. */
export const forgetEntitlements = (base: Base, profileId: string): Promise<void> =>
  inChunks((limit) => base.state.statement('account/places/entitlements_purge').run({ profile_id: profileId, limit }).changes);
