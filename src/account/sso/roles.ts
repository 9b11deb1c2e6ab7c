// Roles by the groups that a provider names. Groups make nobody an owner and take nothing from one; of a person whom somebody invited they
// only raise the role, and of one who joined by them they decide it, the end of the membership too.
import type { Base } from '../../base/base.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { outranks, PROFILE_ROLES, type ProfileRole, WORKSPACE_ROLES, type WorkspaceRole } from '../../base/contract/scopes.ts';
import {
  liveProfiles,
  profileMembers,
  removeProfileMember,
  removeWorkspaceMember,
  setProfileRole,
  setWorkspaceRole,
  workspaceRole,
} from '../places/index.ts';
import type { Provider } from './providers.ts';

interface ProfileGrant {
  role: ProfileRole;
  canSeePii: boolean;
}

interface Granted {
  /** Undefined: the groups do not open the workspace. */
  role: 'admin' | 'member' | undefined;
  /** By profile; null where rules name the profile and no group of the person has a role on it. */
  profiles: Map<string, ProfileGrant | null>;
}

/** What the groups of a person give, by the rules of the workspace. */
export function grantedBy({ rules, defaultRole }: Pick<Provider, 'rules' | 'defaultRole'>, groups: readonly string[]): Granted {
  const profiles = new Map<string, ProfileGrant | null>();
  let role = defaultRole ?? undefined;
  for (const rule of rules) {
    const isTheirs = groups.includes(rule.group);
    if (rule.role === 'admin' || rule.role === 'member') {
      if (isTheirs && (role === undefined || rule.role === 'admin')) role = rule.role;
      continue;
    }
    if (rule.profile_id === null) continue;
    const before = profiles.get(rule.profile_id) ?? null;
    if (!isTheirs) {
      profiles.set(rule.profile_id, before);
      continue;
    }
    role ??= 'member';
    const isHigher = before === null || outranks(PROFILE_ROLES, rule.role, before.role);
    profiles.set(rule.profile_id, {
      role: isHigher ? rule.role : before.role,
      canSeePii: rule.pii || before?.canSeePii === true,
    });
  }
  return { role, profiles };
}

export interface Joining {
  provider: Provider;
  personId: string;
  groups: readonly string[];
  /** The membership came from groups before. */
  hasJoined: boolean;
}

/** Inside the caller's transaction. False where the person has no place in the workspace; `hasJoined` as of now. */
export function applyGroups(base: Base, joining: Joining): { isMember: boolean; hasJoined: boolean } {
  const { provider, personId } = joining;
  const { workspaceId } = provider;
  const actor = `single_sign_on:${workspaceId}`;
  const granted = grantedBy(provider, joining.groups);
  const current = workspaceRole(base, personId, workspaceId);
  if (current === 'owner') return { isMember: true, hasJoined: false };
  const hasJoined = joining.hasJoined || current === undefined;
  if (granted.role === undefined) {
    if (current !== undefined && !hasJoined) return { isMember: true, hasJoined };
    if (current !== undefined) removeWorkspaceMember(base, { workspaceId, personId, actor });
    return { isMember: false, hasJoined: false };
  }
  if (isToSet(WORKSPACE_ROLES, current, granted.role, hasJoined))
    setWorkspaceRole(base, { workspaceId, personId, role: granted.role, actor });
  const live = liveProfiles(base, workspaceId);
  for (const [profileId, grant] of granted.profiles)
    if (live.includes(profileId)) applyToProfile(base, { profileId, workspaceId }, { personId, grant, hasJoined, actor });
  return { isMember: true, hasJoined };
}

function isToSet<Role extends WorkspaceRole | ProfileRole>(
  roles: readonly Role[],
  current: Role | undefined,
  wanted: Role,
  isDecided: boolean,
): boolean {
  if (current === undefined) return true;
  return current !== wanted && (isDecided || outranks(roles, wanted, current));
}

function applyToProfile(
  base: Base,
  profile: ProfileRef,
  { personId, grant, hasJoined, actor }: { personId: string; grant: ProfileGrant | null; hasJoined: boolean; actor: string },
): void {
  const before = profileMembers(base, profile.profileId).find((member) => member.personId === personId);
  if (grant === null) {
    if (before && hasJoined) removeProfileMember(base, { profile, personId, actor });
    return;
  }
  const isOtherPii = before?.canSeePii !== grant.canSeePii && (hasJoined || grant.canSeePii);
  if (!isToSet(PROFILE_ROLES, before?.role, grant.role, hasJoined) && !isOtherPii) return;
  const role = before && !hasJoined && outranks(PROFILE_ROLES, before.role, grant.role) ? before.role : grant.role;
  setProfileRole(base, { profile, personId, role, canSeePii: grant.canSeePii, actor });
}
