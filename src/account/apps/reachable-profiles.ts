// The profiles that a credential of any kind reaches.
import type { ReadBase } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { findProfile, findReach, profilesOf, type ReachedProfile } from '../places/index.ts';
import { isOpenTo } from '../sso/index.ts';
import { authorizationsOf } from './apps.ts';

/** Profiles that a credential reaches: a person's, an app's, or the one of a key. */
export function reachableProfiles(base: ReadBase, principal: Principal, workspaceId?: string): ReachedProfile[] {
  if (principal.personId)
    return profilesOf(base, principal.personId, workspaceId).filter((each) => isOpenTo(base, principal, each.workspaceId));
  if (principal.kind === 'app') return profilesOfApp(base, principal, workspaceId);
  const own = principal.profileId ? findProfile(base, principal.profileId) : undefined;
  if (!own || (workspaceId !== undefined && own.workspaceId !== workspaceId)) return [];
  return [{ ...own, role: null, canSeePii: principal.scopes.has('customers:read') }];
}

function profilesOfApp(base: ReadBase, { appId = '', scopes }: Principal, workspaceId?: string): ReachedProfile[] {
  return authorizationsOf(base, appId, workspaceId).flatMap((authorization) => {
    const reach = authorization.profileId === null ? undefined : findReach(base, authorization.profileId);
    if (!reach) return [];
    const { profileId, isHealthcare } = reach;
    const canSeePii = scopes.has('customers:read') && !isHealthcare;
    return [{ profileId, workspaceId: reach.workspaceId, role: null, canSeePii }];
  });
}
