// The operations of invitations to a workspace, and accepting one of either kind. Only people at their own session reach them.
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Principal, reading, stateChange } from '../../../base/contract/operation.ts';
import { actorOf } from '../../audit/index.ts';
import { workspaceMembers } from '../../places/index.ts';
import { instant, shownMail, shownMember } from '../shown.ts';
import { acceptInvitationOf } from './accept-invitation.ts';
import { mailOf } from './invitation-mails.ts';
import { type Invitation, invite, linkForOwner, listInvitations, type Place, revokeInvitation, statusOf } from './invitations.ts';

const placeOf = (workspaceId: string): Place & { profileId: null } => ({ workspaceId, profileId: null });

function shown(base: ReadBase, invitation: Invitation) {
  if (invitation.profileId !== null) throw new Error('an invitation to a profile among those to workspaces');
  return {
    id: invitation.invitationId,
    workspace_id: invitation.workspaceId,
    email: invitation.email,
    role: invitation.role,
    status: statusOf(base, invitation),
    invited_by: invitation.invitedBy,
    created_at: instant(invitation.createdAt),
    expires_at: instant(invitation.expiresAt),
    accepted_at: invitation.acceptedAt === null ? null : instant(invitation.acceptedAt),
    revoked_at: invitation.revokedAt === null ? null : instant(invitation.revokedAt),
    mail: shownMail(mailOf(base, invitation)),
  };
}

export const listWorkspaceInvitations = reading('listWorkspaceInvitations', ({ workspaceId, params }, base) => {
  const { invitations, cursor } = listInvitations(base, placeOf(workspaceId), params);
  return {
    data: invitations.map((invitation) => shown(base, invitation)),
    meta: { workspace_id: workspaceId, members: workspaceMembers(base, workspaceId).map(shownMember) },
    pagination: { has_next: cursor !== null, cursor },
  };
});

export const createWorkspaceInvitation = stateChange('createWorkspaceInvitation', ({ principal, workspaceId, body }, base) => {
  if (body.role === 'owner') requireOwner(base, principal, workspaceId);
  const { email, role } = body;
  const invitation = invite(base, { ...placeOf(workspaceId), email, role, actor: actorOf(principal) });
  return { data: { ...shown(base, invitation), ...linkForOwner(base, invitation, principal.personId) }, outcome: 'created' };
});

/** An admin can make others admins, and no one an owner. */
function requireOwner(base: Base, { personId }: Principal, workspaceId: string): void {
  const workspaceMember = workspaceMembers(base, workspaceId).find((member) => member.personId === personId);
  if (workspaceMember?.role !== 'owner') throw new ApiError('forbidden', 'Only an owner can invite another owner.');
}

export const deleteWorkspaceInvitation = stateChange('deleteWorkspaceInvitation', ({ principal, workspaceId, params }, base) => ({
  data: shown(base, revokeInvitation(base, placeOf(workspaceId), params.invitationId.toLowerCase(), actorOf(principal))),
}));

export const acceptInvitation = stateChange('acceptInvitation', ({ principal, body }, base) => {
  const { personId } = principal;
  if (personId === undefined) throw new ApiError('forbidden', 'An invitation is accepted by a person.');
  const accepted = acceptInvitationOf(base, body.token, personId);
  const { workspaceId, profileId, role, acceptedAt } = accepted;
  return {
    data: {
      id: accepted.invitationId,
      workspace_id: workspaceId,
      profile_id: profileId,
      role,
      accepted_at: instant(acceptedAt ?? base.clock.now()),
    },
  };
});
