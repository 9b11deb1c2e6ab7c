// The members of a workspace: as the consumer app that made it keeps them (whom it names is invited first), and as its own owners and
// admins change them on the console. A workspace that has an owner keeps one.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type Call, type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import type { WorkspaceRole } from '../../base/contract/scopes.ts';
import { workspaceFacts } from '../apps/index.ts';
import { actorOf } from '../audit/index.ts';
import { normaliseEmail } from '../people/index.ts';
import {
  liveProfiles,
  profileMembers,
  removedMember,
  removeWorkspaceMember,
  setProfileRole,
  setWorkspaceRole,
  type WorkspaceMember,
  workspaceMembers,
} from '../places/index.ts';
import { refuseBreakGlass } from '../sso/index.ts';
import { endInvitation, inviteByApp } from './invitations/app-invitations.ts';
import { invitationLink } from './invitations/invitation-mails.ts';
import { type InvitedProfileRole, openInvitations, type WorkspaceInvitation } from './invitations/invitations.ts';
import { instant, shownMember } from './shown.ts';

export const listWorkspaceMembers = reading('listWorkspaceMembers', ({ workspaceId }, base) => {
  const profiles = rolesByPerson(base, workspaceId);
  const members = workspaceMembers(base, workspaceId).map((member) => shownActive(member, profiles));
  const data = [...members, ...openInvitations(base, workspaceId).map((each) => shownInvited(base, each))];
  return { data, meta: { workspace_id: workspaceId } };
});

const shownActive = (member: WorkspaceMember, profiles: Map<string, ReachedProfileRole[]>) => ({
  ...shownMember(member),
  profiles: profiles.get(member.personId) ?? [],
  status: 'active' as const,
  accept_url: null,
});

/** Nothing of the account that the address may have: what the app said, under the invitation's id. */
const shownInvited = (
  base: ReadBase,
  { invitationId, email, personName, role, createdAt, profileRoles }: WorkspaceInvitation,
) => ({
  user_id: invitationId,
  email,
  name: personName,
  role,
  created_at: instant(createdAt),
  profiles: profileRoles.map((each) => ({ profile_id: each.profileId, role: each.role, permissions: { pii: each.canSeePii } })),
  status: 'invited' as const,
  accept_url: invitationLink(base, invitationId),
});

type MemberBody = Call<'putWorkspaceMember'>['body'];
type ReachedProfileRole = { profile_id: string; role: 'manager' | 'analyst' | 'viewer'; permissions: { pii: boolean } };

function rolesByPerson(base: ReadBase, workspaceId: string): Map<string, ReachedProfileRole[]> {
  const memberships = new Map<string, ReachedProfileRole[]>();
  for (const profile_id of liveProfiles(base, workspaceId)) {
    for (const { personId, role, canSeePii } of profileMembers(base, profile_id)) {
      const others = memberships.get(personId) ?? [];
      memberships.set(personId, [...others, { profile_id, role, permissions: { pii: canSeePii } }]);
    }
  }
  return memberships;
}

/** Gives a member another role, and invites everybody else; sent again it changes nothing. */
export const putWorkspaceMember = stateChange('putWorkspaceMember', ({ principal, workspaceId, body }, base) =>
  base.state.tx(() => {
    const email = normaliseEmail(body.email);
    const name = body.name === undefined ? undefined : checkedName('name', body.name);
    const profileRoles = profileRolesIn(base, workspaceId, body.profiles ?? []);
    const find = () => workspaceMembers(base, workspaceId).find((member) => member.email === email);
    const before = find();
    if (!before) {
      const requests = { workspaceId, email, role: body.role, name, profileRoles, principal };
      const { invitation, created } = inviteByApp(base, requests);
      const data = { ...shownInvited(base, invitation), created };
      return created ? { data, outcome: 'created' } : { data };
    }
    const { personId } = before;
    const actor = actorOf(principal);
    if (before.role === 'owner' && body.role !== 'owner') requireAnotherOwner(base, workspaceId, personId);
    if (before.role !== body.role) setWorkspaceRole(base, { workspaceId, personId, role: body.role, actor });
    giveProfileRoles(base, { workspaceId, personId, profileRoles, actor });
    return { data: { ...shownActive(find() ?? before, rolesByPerson(base, workspaceId)), created: false } };
  }),
);

/** As requested, each on a live profile of the workspace. */
function profileRolesIn(base: Base, workspaceId: string, profiles: NonNullable<MemberBody['profiles']>): InvitedProfileRole[] {
  const live = liveProfiles(base, workspaceId);
  return profiles.map(({ profile_id, role, permissions }, index) => {
    const profileId = profile_id.toLowerCase();
    if (!live.includes(profileId))
      throw new ApiError('validation_error', `profiles[${index}].profile_id: no profile of this workspace.`);
    return { profileId, role, canSeePii: permissions?.pii ?? true };
  });
}

function giveProfileRoles(
  base: Base,
  change: { workspaceId: string; personId: string; profileRoles: readonly InvitedProfileRole[]; actor: string },
): void {
  const { workspaceId, personId, profileRoles, actor } = change;
  for (const { profileId, role, canSeePii } of profileRoles) {
    const before = profileMembers(base, profileId).find((member) => member.personId === personId);
    if (before?.role === role && before.canSeePii === canSeePii) continue;
    setProfileRole(base, { profile: { profileId, workspaceId }, personId, role, canSeePii, actor });
  }
}

/** Before an owner is one no longer. */
function requireAnotherOwner(base: Base, workspaceId: string, personId: string): void {
  const others = workspaceMembers(base, workspaceId).filter((member) => member.role === 'owner' && member.personId !== personId);
  refuseBreakGlass(base, workspaceId, personId);
  if (others.length === 0) throw new ApiError('invalid_state', 'A workspace keeps at least one owner; make another one first.');
}

/** Withdraws an invitation too. Sent again it answers the same; one who never belonged here is unknown. */
export const deleteWorkspaceMember = stateChange('deleteWorkspaceMember', ({ principal, workspaceId, params }, base) =>
  base.state.tx(() => {
    const userId = params.userId.toLowerCase();
    const data = { user_id: userId, removed: true };
    const invitation = endInvitation(base, workspaceId, userId, principal);
    if (invitation?.acceptedBy === null) return { data };
    const personId = invitation?.acceptedBy ?? userId;
    const member = workspaceMembers(base, workspaceId).find((each) => each.personId === personId);
    if (!member && !removedMember(base, workspaceId, personId)) throw new ApiError('not_found', 'No such member.');
    if (member?.role === 'owner') requireAnotherOwner(base, workspaceId, personId);
    if (member) removeWorkspaceMember(base, { workspaceId, personId, actor: actorOf(principal) });
    return { data };
  }),
);

/** May a person of this role give the other one the role, or take theirs away (`null`)? An owner anybody's, an admin none of an owner. */
function mayChangeMember(currentRole: WorkspaceRole, target: WorkspaceRole, next: WorkspaceRole | null): boolean {
  if (currentRole === 'owner') return true;
  return currentRole === 'admin' && target !== 'owner' && next !== 'owner';
}

export const updateWorkspaceMember = stateChange('updateWorkspaceMember', ({ principal, workspaceId, params, body }, base) =>
  base.state.tx(() => {
    const personId = params.userId.toLowerCase();
    const { by, member } = membersIn(base, { workspaceId, personId, principal });
    refuseProvisioned(base, workspaceId);
    if (!mayChangeMember(by.role, member.role, body.role)) throw new ApiError('forbidden', refusalFor(by.role));
    if (member.role === 'owner' && body.role !== 'owner') requireAnotherOwner(base, workspaceId, personId);
    if (member.role !== body.role) setWorkspaceRole(base, { workspaceId, personId, role: body.role, actor: actorOf(principal) });
    return { data: { user_id: personId, role: body.role } };
  }),
);

/** Takes a member out of the workspace, or lets the person themselves leave. */
export const endWorkspaceMembership = stateChange('endWorkspaceMembership', ({ principal, workspaceId, params }, base) =>
  base.state.tx(() => {
    const personId = params.userId.toLowerCase();
    const { by, member } = membersIn(base, { workspaceId, personId, principal });
    const isLeaving = by.personId === member.personId;
    if (!isLeaving) refuseProvisioned(base, workspaceId);
    if (!isLeaving && !mayChangeMember(by.role, member.role, null)) throw new ApiError('forbidden', refusalFor(by.role));
    if (member.role === 'owner') requireAnotherOwner(base, workspaceId, personId);
    removeWorkspaceMember(base, { workspaceId, personId, actor: actorOf(principal) });
    return { data: { user_id: personId, removed: true } };
  }),
);

interface MemberChange {
  workspaceId: string;
  personId: string;
  principal: Principal;
}

function membersIn(
  base: ReadBase,
  { workspaceId, personId, principal }: MemberChange,
): { by: WorkspaceMember; member: WorkspaceMember } {
  const members = workspaceMembers(base, workspaceId);
  const by = members.find((each) => each.personId === principal.personId);
  const member = members.find((each) => each.personId === personId);
  if (!by) throw new ApiError('not_found', 'No such workspace.');
  if (!member) throw new ApiError('not_found', 'No such member.');
  return { by, member };
}

const refusalFor = (currentRole: WorkspaceRole): string =>
  currentRole === 'admin'
    ? 'Only an owner changes owners, or makes somebody one.'
    : 'Only owners and admins change who belongs here.';

function refuseProvisioned(base: Base, workspaceId: string): void {
  if (workspaceFacts(base, workspaceId)?.provisionedBy != null)
    throw new ApiError('app_provisioned_workspace', 'The app that made this workspace keeps its people.');
}
