// Acceptance of an invitation, with an account or by creating one. It never lowers an existing role.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { outranks, PROFILE_ROLES, WORKSPACE_ROLES, type WorkspaceRole } from '../../../base/contract/scopes.ts';
import { writeAudit } from '../../audit/index.ts';
import { findPerson, hasAccount, type NewSession, normaliseEmail, personById, prepareAccount } from '../../people/index.ts';
import { findProfile, profileMembers, setProfileRole, setWorkspaceRole, workspaceMembers } from '../../places/index.ts';
import { type Invitation, type InvitedProfileRole, isMailedSecret, standingInvitation, statusOf } from './invitations.ts';

/**
 * Applies the invitation to the person, once. An archived workspace is reported before anything else; the holder of another person's link learns
 * nothing more.
 */
export function acceptInvitationOf(base: Base, token: string, personId: string): Invitation {
  return base.state.tx(() => {
    const invitation = standingInvitation(base, token);
    if (!invitation) throw new ApiError('not_found', 'No such invitation.');
    if (invitation.email === '') throw new ApiError('invalid_state', 'The profile of this invitation was archived.');
    const person = personById(base, personId);
    if (person === undefined || findPerson(base, invitation.email)?.personId !== personId) throw isForAnother();
    const status = statusOf(base, invitation);
    if (status !== 'pending') throw new ApiError('invalid_state', REFUSALS[status]);
    enter(base, invitation, personId);
    const now = base.clock.now();
    const { invitationId, workspaceId, profileId } = invitation;
    base.state.statement('account/workspaces/invitation_accept').run({ invitation_id: invitationId, person_id: personId, now });
    const place = profileId === null ? { workspaceId } : { workspaceId, profileId };
    writeAudit(base, { actor: `person:${personId}`, action: 'invitation.accepted', ...place, subject: invitationId });
    return { ...invitation, acceptedAt: now, acceptedBy: personId };
  });
}

const isForAnother = (): ApiError =>
  new ApiError('forbidden', 'This invitation is for another address. Use the one it was sent to.');

/**
 * Makes the account of the address that was invited, signs it in and accepts, all or nothing: the link went to that address alone.
 * A person with an account signs in with it instead.
 */
export async function joinByInvitation(
  base: Base,
  token: string,
  chosen: { email: string; password: string; name: string; client?: string },
): Promise<{ invitation: Invitation; session: NewSession }> {
  const invitation = standingInvitation(base, token);
  // The id of an app's invitation proves no address.
  if (!invitation || !isMailedSecret(token)) throw new ApiError('not_found', 'No such invitation.');
  const status = statusOf(base, invitation);
  if (status !== 'pending') throw new ApiError('invalid_state', REFUSALS[status]);
  if (normaliseEmail(chosen.email) !== invitation.email) throw isForAnother();
  if (findPerson(base, invitation.email)) throw hasAccount();
  const makeAccount = await prepareAccount({ ...chosen, name: nameOf(invitation, chosen.name), email: invitation.email });
  return base.state.tx(() => {
    const { personId, session } = makeAccount(base);
    return { invitation: acceptInvitationOf(base, token, personId), session };
  });
}

/** The name that the person chose, or else what an app said. */
const nameOf = (invitation: Invitation, chosen: string): string =>
  chosen.trim() === '' && invitation.profileId === null ? (invitation.personName ?? '') : chosen;

const REFUSALS = {
  accepted: 'This invitation was already accepted.',
  revoked: 'This invitation was revoked. Request another one.',
  expired: 'This invitation has expired. Request another one.',
} as const;

function enter(base: Base, invitation: Invitation, personId: string): void {
  const { workspaceId } = invitation;
  const actor = `person:${personId}`;
  const currentRole = workspaceMembers(base, workspaceId).find((member) => member.personId === personId)?.role;
  const wanted: WorkspaceRole = invitation.profileId === null ? invitation.role : 'member';
  if (currentRole === undefined || !outranks(WORKSPACE_ROLES, currentRole, wanted))
    setWorkspaceRole(base, { workspaceId, personId, role: wanted, actor });
  if (invitation.profileId === null) {
    // A profile may be archived since.
    for (const each of invitation.profileRoles) enterProfile(base, each, personId);
    return;
  }
  if (!enterProfile(base, invitation, personId))
    throw new ApiError('invalid_state', 'The profile of this invitation was archived.');
}

/** False where the profile is gone. */
function enterProfile(base: Base, { profileId, role, canSeePii }: InvitedProfileRole, personId: string): boolean {
  const profile = findProfile(base, profileId);
  if (!profile) return false;
  const own = profileMembers(base, profileId).find((member) => member.personId === personId);
  if (own && outranks(PROFILE_ROLES, own.role, role)) return true;
  const actor = `person:${personId}`;
  setProfileRole(base, { profile, personId, role, canSeePii: canSeePii || own?.canSeePii === true, actor });
  return true;
}
