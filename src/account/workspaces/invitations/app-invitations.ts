// Invitations by a consumer app to the workspace that it made: an app names people, and they belong only once they accept. What the app is
// answered is the same whether the address has an account or not.

import type { Base } from '../../../base/base.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import type { WorkspaceRole } from '../../../base/contract/scopes.ts';
import { actorOf, writeAudit } from '../../audit/index.ts';
import { normaliseEmail, takeAttempt } from '../../people/index.ts';
import { storedProfileRoles } from '../stored.ts';
import {
  addInvitation,
  findInvitation,
  type Invitation,
  type InvitedProfileRole,
  openInvitation,
  revokeInvitation,
  type WorkspaceInvitation,
} from './invitations.ts';

interface ByApp {
  workspaceId: string;
  email: string;
  role: WorkspaceRole;
  /** Undefined leaves it as it was said before. */
  name?: string | undefined;
  /** Added to those said before. */
  profileRoles: readonly InvitedProfileRole[];
  principal: Principal;
}

/** Invites, or changes the open invitation of the address, which continues under its link: no second mail. Inside the caller's transaction. */
export function inviteByApp(base: Base, input: ByApp): { invitation: WorkspaceInvitation; created: boolean } {
  const email = normaliseEmail(input.email);
  const { workspaceId, role, name = null, profileRoles } = input;
  const actor = actorOf(input.principal);
  const place = { workspaceId, profileId: null } as const;
  const open = openInvitation(base, place, email);
  if (open) return { invitation: changed(base, toWorkspace(open), input, actor), created: false };
  takeAttempt(base, 'appInvitation', { account: `${actor} ${email}` });
  takeAttempt(base, 'invitation', { account: actor });
  const invitation = addInvitation(base, { ...place, email, role, personName: name, profileRoles, actor });
  return { invitation: toWorkspace(invitation), created: true };
}

function toWorkspace(invitation: Invitation): WorkspaceInvitation {
  if (invitation.profileId !== null) throw new Error('an invitation to a profile among those to workspaces');
  return invitation;
}

function changed(base: Base, open: WorkspaceInvitation, input: ByApp, actor: string): WorkspaceInvitation {
  const { role, name, profileRoles } = input;
  const roles = new Map([...open.profileRoles, ...profileRoles].map((each) => [each.profileId, each]));
  const next = { ...open, role, personName: name ?? open.personName, profileRoles: [...roles.values()] };
  if (JSON.stringify(next) === JSON.stringify(open)) return open;
  const { invitationId, workspaceId } = open;
  base.state.statement('account/workspaces/invitation_change').run({
    invitation_id: invitationId,
    role,
    person_name: next.personName,
    profile_roles: storedProfileRoles.write(next.profileRoles),
  });
  writeAudit(base, { actor, action: 'invitation.changed', workspaceId, subject: invitationId, detail: { role } });
  return next;
}

/**
 * Resolves a `user_id` that an app received for an invited person: no user, as the invitation is withdrawn now or is over,
 * or the person who accepted it. Undefined where the id is of no invitation.
 */
export function endInvitation(
  base: Base,
  workspaceId: string,
  id: string,
  principal: Principal,
): { acceptedBy: string | null } | undefined {
  const place = { workspaceId, profileId: null };
  const invitation = findInvitation(base, place, id);
  if (invitation?.acceptedBy === null) revokeInvitation(base, place, id, actorOf(principal));
  return invitation && { acceptedBy: invitation.acceptedBy };
}
