// The members of a workspace and the roles on a profile: lists for its managers, and removing a role. Granting one
// is in containers.ts.
import type { Base, ReadBase } from '../../base/base.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import type { ProfileRole, WorkspaceRole } from '../../base/contract/scopes.ts';
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';
import { writeAudit } from '../audit/index.ts';

export interface WorkspaceMember {
  personId: string;
  email: string;
  name: string | null;
  role: WorkspaceRole;
  since: number;
}

/** The longest there first. */
export function workspaceMembers(base: ReadBase, workspaceId: string): WorkspaceMember[] {
  const rows = base.state.statement('account/places/workspace_members_list').all({ workspace_id: workspaceId });
  return rows.map((row) => ({
    personId: row.person_id,
    email: row.email,
    name: row.name,
    role: row.role,
    since: row.created_at,
  }));
}

/** Takes the person's role in the workspace, and every role on its profiles with it. False when they had none. */
export function removeWorkspaceMember(
  base: Base,
  { workspaceId, personId, actor }: { workspaceId: string; personId: string; actor: string },
): boolean {
  return base.state.tx(() => {
    const params = { workspace_id: workspaceId, person_id: personId };
    const now = base.clock.now();
    base.state.statement('account/places/removed_profile_members_add').run({ ...params, profile_id: null, now });
    base.state.statement('account/places/profile_members_remove').run(params);
    if (base.state.statement('account/places/workspace_member_remove').run(params).changes === 0) return false;
    base.state.statement('account/places/removed_member_add').run({ place_id: workspaceId, person_id: personId, now });
    writeAudit(base, { actor, action: 'workspace_member.removed', workspaceId, subject: personId });
    return true;
  });
}

export interface ProfileMember {
  membershipId: string;
  personId: string;
  email: string;
  name: string | null;
  role: ProfileRole;
  canSeePii: boolean;
  since: number;
}

/** Users with a role of their own on the profile; owners and admins of the workspace need none. The oldest role first. */
export function profileMembers(base: ReadBase, profileId: string): ProfileMember[] {
  const rows = base.state.statement('account/places/profile_members_list').all({ profile_id: profileId });
  return rows.map((row) => ({
    membershipId: String(row.membership_id),
    personId: row.person_id,
    email: row.email,
    name: row.name,
    role: row.role,
    canSeePii: row.can_see_pii === 1,
    since: row.created_at,
  }));
}

/** For the operator of an installation to which the profile comes. */
export const memberReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('account/places/profile_members_list')
    .all({ profile_id: profileId })
    .map(({ person_id, email, role }) => ({ kind: 'member', id: person_id, what: `${email}, ${role}` }));

/** False when they had none. */
export function removeProfileMember(
  base: Base,
  { profile, personId, actor }: { profile: ProfileRef; personId: string; actor: string },
): boolean {
  return base.state.tx(() => {
    const params = { profile_id: profile.profileId, person_id: personId };
    const kept = { ...params, workspace_id: profile.workspaceId, now: base.clock.now() };
    base.state.statement('account/places/removed_profile_members_add').run(kept);
    if (base.state.statement('account/places/profile_member_remove').run(params).changes === 0) return false;
    writeAudit(base, { actor, action: 'profile_member.removed', ...profile, subject: personId });
    return true;
  });
}

/** The person whose membership of this workspace or profile was removed, so that removing it again can answer the same. */
export function removedMember(base: Base, placeId: string, memberId: string): string | undefined {
  const row = base.state.statement('account/places/removed_member_get').get({ place_id: placeId, member_id: memberId });
  return row?.person_id;
}
