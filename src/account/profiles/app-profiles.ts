// What consumer apps do with profiles: adopt one where they are trusted, switch its features, archive one that they made.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Operation, Principal, ProfileRef } from '../../base/contract/operation.ts';
import {
  type ArchivedProfile,
  actorOf,
  archiveProfile,
  authorizationsOf,
  authorizeApp,
  cutOffAt,
  dpaOf,
  entitlementsOf,
  isProvisionedBy,
  setEntitlement,
  writeAudit,
} from '../access/index.ts';

/** The app's workspace, or one whose admin accepted its agreement. From whom a profile was taken, only a later agreement lets back. */
function isTrusted(base: Base, appId: string, profile: ProfileRef): boolean {
  const { workspaceId } = profile;
  const { status, acceptedAt } = dpaOf(base, workspaceId, appId);
  const agreedAt = status === 'accepted' ? acceptedAt : null;
  const takenAt = cutOffAt(base, appId, profile);
  if (takenAt !== null) return agreedAt !== null && agreedAt >= takenAt;
  return agreedAt !== null || authorizationsOf(base, appId, workspaceId).some((held) => held.profileId === null);
}

const appOf = ({ appId = '' }: Principal): string => appId;

/** A profile that the app may not adopt looks like one that is not there. */
export const adoptProfile: Operation<'adoptProfile'> = ({ principal, profile }, base) => {
  const appId = appOf(principal);
  const { profileId, workspaceId } = profile;
  const isHeld = authorizationsOf(base, appId, workspaceId).some((held) => held.profileId === profileId);
  if (!isHeld && !isTrusted(base, appId, profile)) throw new ApiError('not_found', 'No such profile.');
  if (!isHeld) authorizeApp(base, { appId, place: profile, kind: 'adopted' });
  const data = {
    profile_id: profileId,
    workspace_id: workspaceId,
    adopted: !isHeld,
    entitlements: entitlementsOf(base, profileId),
  };
  return isHeld ? { data } : { data, outcome: 'created' };
};

export const putProfileEntitlement: Operation<'putProfileEntitlement'> = ({ principal, profile, params, body }, base) =>
  base.state.tx(() => {
    const { profileId, workspaceId } = profile;
    const { feature } = params;
    if (entitlementsOf(base, profileId)[feature] !== body.enabled) {
      setEntitlement(base, { profileId, feature, isEnabled: body.enabled });
      const detail = { feature, enabled: body.enabled };
      const actor = actorOf(principal);
      writeAudit(base, { actor, action: 'profile.entitlement_set', workspaceId, profileId, subject: profileId, detail });
    }
    return { data: { profile_id: profileId, feature, enabled: body.enabled } };
  });

export const shownArchived = ({ profileId, workspaceId, archived, archivedAt, isPurged }: ArchivedProfile) => ({
  profile_id: profileId,
  workspace_id: workspaceId,
  archived,
  archived_at: new Date(archivedAt).toISOString(),
  purged: isPurged,
});

export const deleteProfile: Operation<'deleteProfile'> = async ({ principal, profile }, base) => {
  if (!isProvisionedBy(base, profile.profileId, appOf(principal)))
    throw new ApiError('invalid_state', 'The app adopted this profile and did not make it; its workspace archives it.');
  return { data: shownArchived(await archiveProfile(base, { profileId: profile.profileId, actor: actorOf(principal) })) };
};
