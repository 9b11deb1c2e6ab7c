// May this credential call this operation here? Answers the container and the effective scopes: granted ∩ allowed by role.
// What is out of reach looks like what does not exist.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import { findProfile, profileRole, profilesOf, workspaceRole } from './containers.ts';
import {
  ADMIN_SCOPES,
  intersection,
  isContainerScope,
  isProfileRole,
  isWorkspaceRole,
  KEY_SCOPES,
  outranks,
  PROFILE_ROLES,
  scopesOfProfileRole,
  WORKSPACE_ROLES,
} from './scopes.ts';

/** What an operation asks, as the contract's `x-svc-*` fields say, and the container that the call names. */
export interface Need {
  grain: 'none' | 'workspace' | 'profile';
  /** `none`, or the least role of the person behind a session or user token. */
  role: string;
  /** Any of these is enough; empty = none needed. */
  scopes: readonly string[];
  /** Kinds of credential that reach it; `public` = anybody. */
  auth: readonly string[];
  profileId?: string | undefined;
  workspaceId?: string | undefined;
}

export interface Access {
  profile?: ProfileRef;
  workspaceId?: string;
  /** Effective in this container. */
  scopes: ReadonlySet<string>;
}

const NAMES: Record<Principal['kind'], string> = {
  public: 'A call without a credential',
  session: 'A session',
  user: 'A user token',
  key: 'An API key',
  app: 'A consumer app',
  tracker: 'A tracking key',
};

export function authorize(base: Base, principal: Principal | undefined, need: Need): Access {
  if (need.auth.includes('public')) return { scopes: principal?.scopes ?? new Set() };
  if (!principal || principal.kind === 'public') {
    throw new ApiError('unauthorized', 'Send a valid credential: Authorization: Bearer <token>.');
  }
  if (!need.auth.includes(principal.kind)) {
    throw new ApiError('forbidden', `${NAMES[principal.kind]} cannot call this operation; it takes: ${need.auth.join(', ')}.`);
  }
  if (need.grain === 'profile') return onProfile(base, principal, need);
  if (need.grain === 'workspace') return inWorkspace(base, principal, need);
  return { scopes: checkedScopes(principal.scopes, need.scopes) };
}

function onProfile(base: Base, principal: Principal, need: Need): Access {
  const profile = namedProfile(base, principal, need);
  if (principal.kind === 'key') {
    return {
      profile,
      workspaceId: profile.workspaceId,
      scopes: checkedScopes(intersection(principal.scopes, KEY_SCOPES), need.scopes),
    };
  }
  const held = principal.personId ? profileRole(base, principal.personId, profile) : undefined;
  if (!principal.personId || !held?.role) throw noSuch('profile');
  if (isProfileRole(need.role) && !outranks(PROFILE_ROLES, held.role, need.role)) throw roleLacks(need.role);
  if (isWorkspaceRole(need.role)) checkWorkspaceRole(base, principal.personId, profile.workspaceId, need.role);
  const isAdmin = workspaceRole(base, principal.personId, profile.workspaceId) !== 'member';
  const allowed = isAdmin ? ADMIN_SCOPES : scopesOfProfileRole(held.role, held.canSeePii);
  const scopes = checkedScopes(intersection(principal.scopes, allowed), need.scopes);
  return { profile, workspaceId: profile.workspaceId, scopes };
}

/** A key has its own profile and needs name none; a person names it, and nothing is guessed. */
function namedProfile(base: Base, principal: Principal, need: Need): ProfileRef {
  const named = need.profileId?.toLowerCase();
  if (principal.profileId && named !== undefined && named !== principal.profileId) throw noSuch('profile');
  const profileId = principal.profileId ?? named;
  if (profileId === undefined) throw new ApiError('invalid_parameter', 'profile_id: name the profile, e.g. ?profile_id=<uuid>.');
  if (!isUuid(profileId)) throw new ApiError('invalid_parameter', 'profile_id: not a UUID.');
  const profile = findProfile(base, profileId);
  if (!profile) throw noSuch('profile');
  if (need.workspaceId !== undefined && need.workspaceId.toLowerCase() !== profile.workspaceId) throw noSuch('profile');
  return profile;
}

function inWorkspace(base: Base, principal: Principal, need: Need): Access {
  // Paths always carry the id, so one that is missing was missing in the body.
  if (need.workspaceId === undefined) throw new ApiError('validation_error', 'workspace_id: is required.');
  const workspaceId = need.workspaceId.toLowerCase();
  const { personId } = principal;
  const held = personId ? workspaceRole(base, personId, workspaceId) : undefined;
  if (!personId || !held) throw noSuch('workspace');
  if (held !== 'member') {
    if (isWorkspaceRole(need.role) && !outranks(WORKSPACE_ROLES, held, need.role)) throw roleLacks(need.role);
    return { workspaceId, scopes: checkedScopes(intersection(principal.scopes, ADMIN_SCOPES), need.scopes) };
  }
  if (isWorkspaceRole(need.role) && need.role !== 'member') throw roleLacks(need.role);
  const profiles = profilesOf(base, personId, workspaceId);
  const least = need.role;
  if (isProfileRole(least) && !profiles.some(({ role }) => role && outranks(PROFILE_ROLES, role, least))) throw roleLacks(least);
  // A member brings to the workspace what their roles on its profiles allow, but nothing over the containers themselves.
  const allowed = profiles.flatMap(({ role, canSeePii }) => (role ? [...scopesOfProfileRole(role, canSeePii)] : []));
  const usable = new Set(allowed.filter((scope) => !isContainerScope(scope)));
  return { workspaceId, scopes: checkedScopes(intersection(principal.scopes, usable), need.scopes) };
}

function checkWorkspaceRole(base: Base, personId: string, workspaceId: string, least: 'member' | 'admin' | 'owner'): void {
  const held = workspaceRole(base, personId, workspaceId);
  if (!held || !outranks(WORKSPACE_ROLES, held, least)) throw roleLacks(least);
}

function checkedScopes(effective: ReadonlySet<string>, needed: readonly string[]): ReadonlySet<string> {
  if (needed.length === 0 || needed.some((scope) => effective.has(scope))) return effective;
  const message = `This credential lacks the scope ${needed.join(' or ')}.`;
  throw new ApiError('insufficient_scope', message, { required_scopes: [...needed] });
}

const noSuch = (what: 'profile' | 'workspace'): ApiError => new ApiError('not_found', `No such ${what}.`);
const roleLacks = (least: string): ApiError => new ApiError('forbidden', `This needs the role ${least} or a higher one.`);
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
