// What access keeps of places that are archived, deleted when they are purged. Audit rows and reads of personal data stay, and so
// does what still has to be known: that there was such a place, who owned it, which app made it and what its keys were used for.
import type { Base } from '../../base/base.ts';
import { deleteInChunks } from '../../base/state/delete-in-chunks.ts';

const statements = (names: string[]): string[] => names.map((name) => `account/access/${name}_purge`);
const OF_PROFILE = statements(['api_keys', 'profile_authorizations']);
const OF_WORKSPACE = statements(['dpas', 'workspace_authorizations']);
const REMOVED_MEMBERS = statements(['removed_members']);

export async function forgetProfile(base: Base, profileId: string): Promise<void> {
  await deleteInChunks(base.state, OF_PROFILE, { profile_id: profileId });
  await deleteInChunks(base.state, REMOVED_MEMBERS, { place_id: profileId });
  base.state.statement('account/access/api_keys_blank').run({ profile_id: profileId });
}

export async function forgetWorkspace(base: Base, workspaceId: string): Promise<void> {
  await deleteInChunks(base.state, OF_WORKSPACE, { workspace_id: workspaceId });
  await deleteInChunks(base.state, REMOVED_MEMBERS, { place_id: workspaceId });
}

/** Called by the slice that keeps profiles, before it deletes one. */
export const forgetEntitlements = (base: Base, profileId: string): Promise<void> =>
  deleteInChunks(base.state, statements(['entitlements']), { profile_id: profileId });
