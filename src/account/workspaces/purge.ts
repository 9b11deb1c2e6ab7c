// What is deleted of an archived workspace, and that nobody continues paying for it. Of its invitations enough stays to say
// to anyone with a link what became of the workspace.
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
