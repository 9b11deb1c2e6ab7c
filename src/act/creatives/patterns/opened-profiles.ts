// The profiles of a workspace that a caller can open, or the one that is asked for.
import { reachableProfiles } from '../../../account/apps/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal } from '../../../base/contract/operation.ts';

export interface OpenedProfile {
  profileId: string;
  profileName: string;
}

interface Caller {
  principal: Principal;
  workspaceId: string;
}

/** @throws ApiError `not_found` for one that the caller cannot open. */
export function openedProfiles(base: ReadBase, { principal, workspaceId }: Caller, only?: string): OpenedProfile[] {
  const wanted = reachableProfiles(base, principal, workspaceId).filter(
    ({ profileId }) => only === undefined || profileId === only.toLowerCase(),
  );
  if (only !== undefined && wanted.length === 0) throw new ApiError('not_found', 'The workspace has no such profile.');
  return wanted.map(({ profileId }) => ({ profileId, profileName: profileSettings(base, profileId).name }));
}

/** As `openedProfiles`, of a profile whose tests and studies the caller may change. @throws ApiError */
export function changeableProfile(base: ReadBase, { principal, workspaceId }: Caller, profileId: string): OpenedProfile {
  const [found] = openedProfiles(base, { principal, workspaceId }, profileId);
  if (!found) throw new ApiError('not_found', 'The workspace has no such profile.');
  const reached = reachableProfiles(base, principal, workspaceId).find((each) => each.profileId === found.profileId);
  if (reached?.role === 'viewer') throw new ApiError('forbidden', 'A viewer of the profile decides nothing; an analyst does.');
  return found;
}
