// The members of a workspace: as the consumer app that made it keeps them (no mail goes out, the app brings its people in), and as
// its own owners and admins change them on the console. A workspace always keeps an owner.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Call, Operation, Principal } from '../../base/contract/operation.ts';
import {
  actorOf,
  checkedName,
  createPerson,
  findPerson,
  liveProfiles,
  profileMembers,
  removedMember,
  removeWorkspaceMember,
  setProfileRole,
  setWorkspaceRole,
  type WorkspaceMember,
  type WorkspaceRole,
  workspaceFacts,
  workspaceMembers,
} from '../access/index.ts';
import { shownMember } from './shown.ts';

export const listWorkspaceMembers: Operation<'listWorkspaceMembers'> = ({ workspaceId }, base) => {
  const profiles = rolesByPerson(base, workspaceId);
  return {
    data: workspaceMembers(base, workspaceId).map((member) => ({
      ...shownMember(member),
      profiles: profiles.get(member.personId) ?? [],
    })),
    meta: { workspace_id: workspaceId },
  };
};

type MemberBody = Call<'putWorkspaceMember'>['body'];
type HeldProfile = { profile_id: string; role: 'manager' | 'analyst' | 'viewer'; permissions: { pii: boolean } };

function rolesByPerson(base: Base, workspaceId: string): Map<string, HeldProfile[]> {
  const held = new Map<string, HeldProfile[]>();
  for (const profile_id of liveProfiles(base, workspaceId)) {
    for (const { personId, role, canSeePii } of profileMembers(base, profile_id)) {
      const others = held.get(personId) ?? [];
      held.set(personId, [...others, { profile_id, role, permissions: { pii: canSeePii } }]);
    }
  }
  return held;
}

/** Adds a person by address, or gives them another role; sent again it changes nothing. */
export const putWorkspaceMember: Operation<'putWorkspaceMember'> = ({ principal, workspaceId, body }, base) =>
  base.state.tx(() => {
    const actor = actorOf(principal);
    const personId = personOf(base, body, actor);
    const before = workspaceMembers(base, workspaceId).find((member) => member.personId === personId);
    if (before?.role === 'owner' && body.role !== 'owner') requireAnotherOwner(base, workspaceId, personId);
    if (before?.role !== body.role) setWorkspaceRole(base, { workspaceId, personId, role: body.role, actor });
    giveProfileRoles(base, { workspaceId, personId, profiles: body.profiles ?? [], actor });
    const after = workspaceMembers(base, workspaceId).find((member) => member.personId === personId);
    if (!after) throw new Error('a member that was just put is not there');
    const data = { ...shownMember(after), profiles: rolesByPerson(base, workspaceId).get(personId) ?? [], created: !before };
    return before ? { data } : { data, outcome: 'created' };
  });

function personOf(base: Base, { email, name }: MemberBody, actor: string): string {
  const known = findPerson(base, email);
  if (known) return known.personId;
  return createPerson(base, { email, ...(name === undefined ? {} : { name: checkedName('name', name) }), actor }).personId;
}

function giveProfileRoles(
  base: Base,
  given: { workspaceId: string; personId: string; profiles: NonNullable<MemberBody['profiles']>; actor: string },
): void {
  const { workspaceId, personId, profiles, actor } = given;
  const live = liveProfiles(base, workspaceId);
  for (const [index, { profile_id, role, permissions }] of profiles.entries()) {
    const profileId = profile_id.toLowerCase();
    if (!live.includes(profileId))
      throw new ApiError('validation_error', `profiles[${index}].profile_id: no profile of this workspace.`);
    const canSeePii = permissions?.pii ?? true;
    const before = profileMembers(base, profileId).find((member) => member.personId === personId);
    if (before?.role === role && before.canSeePii === canSeePii) continue;
    setProfileRole(base, { profile: { profileId, workspaceId }, personId, role, canSeePii, actor });
  }
}

function requireAnotherOwner(base: Base, workspaceId: string, personId: string): void {
  const others = workspaceMembers(base, workspaceId).filter((member) => member.role === 'owner' && member.personId !== personId);
  if (others.length === 0) throw new ApiError('invalid_state', 'A workspace keeps at least one owner; make another one first.');
}

/** Taking somebody out again answers the same; one who never belonged here is unknown. */
export const deleteWorkspaceMember: Operation<'deleteWorkspaceMember'> = ({ principal, workspaceId, params }, base) =>
  base.state.tx(() => {
    const personId = params.userId.toLowerCase();
    const member = workspaceMembers(base, workspaceId).find((each) => each.personId === personId);
    if (!member && !removedMember(base, workspaceId, personId)) throw new ApiError('not_found', 'No such member.');
    if (member?.role === 'owner') requireAnotherOwner(base, workspaceId, personId);
    if (member) removeWorkspaceMember(base, { workspaceId, personId, actor: actorOf(principal) });
    return { data: { user_id: personId, removed: true } };
  });

/** May a person of this role give the other one the role, or take theirs away (`null`)? An owner anybody's, an admin none of an owner. */
export function mayChangeMember(held: WorkspaceRole, target: WorkspaceRole, next: WorkspaceRole | null): boolean {
  if (held === 'owner') return true;
  return held === 'admin' && target !== 'owner' && next !== 'owner';
}

interface MemberChange {
  workspaceId: string;
  personId: string;
  principal: Principal;
}

/** A change by a person at their session. Throws `forbidden`, `not_found`, `invalid_state`, `app_provisioned_workspace`. */
export function changeMemberRole(base: Base, { role, ...change }: MemberChange & { role: WorkspaceRole }): void {
  base.state.tx(() => {
    const { workspaceId, personId } = change;
    const { by, member } = membersIn(base, change);
    refuseProvisioned(base, workspaceId);
    if (!mayChangeMember(by.role, member.role, role)) throw new ApiError('forbidden', refusalFor(by.role));
    if (member.role === role) return;
    if (member.role === 'owner') requireAnotherOwner(base, workspaceId, personId);
    setWorkspaceRole(base, { workspaceId, personId, role, actor: actorOf(change.principal) });
  });
}

/** Takes a member out of the workspace, or lets the person themselves leave. Throws as `changeMemberRole` does. */
export function endMembership(base: Base, change: MemberChange): void {
  base.state.tx(() => {
    const { workspaceId, personId } = change;
    const { by, member } = membersIn(base, change);
    const isLeaving = by.personId === member.personId;
    if (!isLeaving) refuseProvisioned(base, workspaceId);
    if (!isLeaving && !mayChangeMember(by.role, member.role, null)) throw new ApiError('forbidden', refusalFor(by.role));
    if (member.role === 'owner') requireAnotherOwner(base, workspaceId, personId);
    removeWorkspaceMember(base, { workspaceId, personId, actor: actorOf(change.principal) });
  });
}

function membersIn(
  base: Base,
  { workspaceId, personId, principal }: MemberChange,
): { by: WorkspaceMember; member: WorkspaceMember } {
  const members = workspaceMembers(base, workspaceId);
  const by = members.find((each) => each.personId === principal.personId);
  const member = members.find((each) => each.personId === personId);
  if (!by) throw new ApiError('not_found', 'No such workspace.');
  if (!member) throw new ApiError('not_found', 'No such member.');
  return { by, member };
}

const refusalFor = (held: WorkspaceRole): string =>
  held === 'admin' ? 'Only an owner changes owners, or makes somebody one.' : 'Only owners and admins change who belongs here.';

function refuseProvisioned(base: Base, workspaceId: string): void {
  if (workspaceFacts(base, workspaceId)?.provisionedBy != null)
    throw new ApiError('app_provisioned_workspace', 'The app that made this workspace keeps its people.');
}
