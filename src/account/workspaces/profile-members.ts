// The operations of who may open one profile: invitations to it, and the roles that people hold on it.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import { actorOf } from '../audit/index.ts';
import { type ProfileMember, profileMembers, removedMember, removeProfileMember, setProfileRole } from '../places/index.ts';
import { mailOf } from './invitations/invitation-mails.ts';
import { type Invitation, invite, linkForOwner, listInvitations, revokeInvitation, statusOf } from './invitations/invitations.ts';
import { instant, shownMail, shownProfileMember } from './shown.ts';

function shown(base: ReadBase, invitation: Invitation) {
  if (invitation.profileId === null) throw new Error('an invitation to a workspace among those to profiles');
  return {
    id: invitation.invitationId,
    workspace_id: invitation.workspaceId,
    profile_id: invitation.profileId,
    email: invitation.email,
    role: invitation.role,
    permissions: { pii: invitation.canSeePii },
    status: statusOf(base, invitation),
    invited_by: invitation.invitedBy,
    created_at: instant(invitation.createdAt),
    expires_at: instant(invitation.expiresAt),
    accepted_at: invitation.acceptedAt === null ? null : instant(invitation.acceptedAt),
    revoked_at: invitation.revokedAt === null ? null : instant(invitation.revokedAt),
    mail: shownMail(mailOf(base, invitation)),
  };
}

export const listProfileInvitations = reading('listProfileInvitations', ({ profile, params }, base) => {
  const { invitations, cursor } = listInvitations(base, profile, params);
  const members = profileMembers(base, profile.profileId).map(shownProfileMember);
  return {
    data: invitations.map((invitation) => shown(base, invitation)),
    meta: { workspace_id: profile.workspaceId, profile_id: profile.profileId, members },
    pagination: { has_next: cursor !== null, cursor },
  };
});

export const createProfileInvitation = stateChange('createProfileInvitation', ({ principal, profile, body }, base) => {
  const { email, role, permissions } = body;
  const canSeePii = permissions?.pii ?? true;
  const invitation = invite(base, { ...profile, email, role, canSeePii, actor: actorOf(principal) });
  return { data: { ...shown(base, invitation), ...linkForOwner(base, invitation, principal.personId) }, outcome: 'created' };
});

export const deleteProfileInvitation = stateChange('deleteProfileInvitation', ({ principal, profile, params }, base) => ({
  data: shown(base, revokeInvitation(base, profile, params.invitationId.toLowerCase(), actorOf(principal))),
}));

function memberOf(base: Base, { profileId }: ProfileRef, membershipId: string): ProfileMember {
  const wanted = membershipId.toLowerCase();
  const member = profileMembers(base, profileId).find((each) => each.membershipId === wanted);
  if (!member) throw new ApiError('not_found', 'No such membership.');
  return member;
}

export const updateProfileMember = stateChange('updateProfileMember', ({ principal, profile, params, body }, base) =>
  base.state.tx(() => {
    const before = memberOf(base, profile, params.membershipId);
    const role = body.role ?? before.role;
    const canSeePii = body.permissions?.pii ?? before.canSeePii;
    const { personId } = before;
    setProfileRole(base, { profile, personId, role, canSeePii, actor: actorOf(principal) });
    return { data: shownProfileMember(memberOf(base, profile, before.membershipId)) };
  }),
);

const isMember = (base: Base, { profileId }: ProfileRef, membershipId: string): boolean =>
  profileMembers(base, profileId).some((member) => member.membershipId === membershipId);

/** Taking a role away again answers the same; one that never was is unknown. */
export const deleteProfileMember = stateChange('deleteProfileMember', ({ principal, profile, params }, base) =>
  base.state.tx(() => {
    const gone = params.membershipId.toLowerCase();
    const before = removedMember(base, profile.profileId, gone);
    if (before !== undefined && !isMember(base, profile, gone))
      return { data: { membership_id: gone, user_id: before, removed: true } };
    const { membershipId, personId } = memberOf(base, profile, params.membershipId);
    removeProfileMember(base, { profile, personId, actor: actorOf(principal) });
    return { data: { membership_id: membershipId, user_id: personId, removed: true } };
  }),
);
