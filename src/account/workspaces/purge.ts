// The deletion of an archived workspace, which also ends its subscription. Its invitations keep enough to tell
// anyone with a link that the workspace is archived.
import type { Base } from '../../base/base.ts';
import { endPayments } from './plans/checkout.ts';

export async function purgeWorkspace(base: Base, workspaceId: string): Promise<void> {
  const place = { workspace_id: workspaceId };
  base.state.statement('account/workspaces/workspace_invitations_blank').run(place);
  await endPayments(base, workspaceId);
}

export async function purgeInvitations(base: Base, profileId: string): Promise<void> {
  base.state.statement('account/workspaces/profile_invitations_blank').run({ profile_id: profileId });
}
