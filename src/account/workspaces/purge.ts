// The deletion of an archived workspace, which also ends its subscription. Its invitations keep enough to tell
// anyone with a link that the workspace is archived.
import type { Base } from '../../base/base.ts';
import { withdrawMail } from '../people/index.ts';
import { endPayments } from './plans/checkout.ts';

export async function purgeWorkspace(base: Base, workspaceId: string): Promise<void> {
  forgetInvitations(base, { workspace_id: workspaceId, profile_id: '' });
  await endPayments(base, workspaceId);
}

export async function purgeInvitations(base: Base, profileId: string): Promise<void> {
  forgetInvitations(base, { workspace_id: '', profile_id: profileId });
}

/** Forgets whom they were for; mails that still wait are not sent. The other of the two ids is empty. */
function forgetInvitations(base: Base, { workspace_id, profile_id }: { workspace_id: string; profile_id: string }): void {
  const { statement, tx } = base.state;
  tx(() => {
    const mails = statement('account/workspaces/invitation_mails_list').all({ workspace_id, profile_id });
    for (const { mail_id } of mails) withdrawMail(base, mail_id);
    statement('account/workspaces/workspace_invitations_blank').run({ workspace_id });
    statement('account/workspaces/profile_invitations_blank').run({ profile_id });
  });
}
