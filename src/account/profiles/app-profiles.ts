// The operations of consumer apps on profiles: adopting one where they are trusted, switching its features, archiving one that they made.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Handoff, HandoffKind } from '../../base/contract/handoff.ts';
import { changeThenWait, type Principal, type ProfileRef, stateChange } from '../../base/contract/operation.ts';
import { type ArchivedProfile, archiveProfile, finishArchivedProfile } from '../access/index.ts';
import { allApps, authorizationsOf, authorizeApp, cutOffAt, dpaOf } from '../apps/index.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { handoffAddress, handoffStatus, openHandoffs, raiseHandoff } from '../handoffs/index.ts';
import { entitlementsOf, findProfile, isProvisionedBy, setEntitlement } from '../places/index.ts';
import { profileSettings } from './settings.ts';

/** The requirement of an adoption: none, or an admin's approval by handoff; `impossible`: out of the app's reach, answered as unknown. */
type Adoption = 'free' | 'by approval' | 'impossible';

/**
 * Free is a profile that the app itself made, in a workspace that it made and whose agreement with it is accepted. Any other is by approval
 * where the app has one of the two, and impossible elsewhere. From whom a profile was taken, only a later agreement lets back.
 */
function adoptionOf(base: Base, appId: string, profile: ProfileRef): Adoption {
  const { profileId, workspaceId } = profile;
  const { status, acceptedAt } = dpaOf(base, workspaceId, appId);
  const agreedAt = status === 'accepted' ? acceptedAt : null;
  const takenAt = cutOffAt(base, appId, profile);
  if (takenAt !== null && (agreedAt === null || agreedAt < takenAt)) return 'impossible';
  const isMaker = authorizationsOf(base, appId, workspaceId).some(
    (authorization) => authorization.profileId === null && authorization.kind === 'provisioned',
  );
  if (isMaker && agreedAt !== null && isProvisionedBy(base, profileId, appId)) return 'free';
  return isMaker || agreedAt !== null ? 'by approval' : 'impossible';
}

const appOf = ({ appId = '' }: Principal): string => appId;

const holds = (base: Base, appId: string, { profileId, workspaceId }: ProfileRef): boolean =>
  authorizationsOf(base, appId, workspaceId).some((authorization) => authorization.profileId === profileId);

const adoptedAnswer = (base: Base, { profileId, workspaceId }: ProfileRef, adopted: boolean) => ({
  profile_id: profileId,
  workspace_id: workspaceId,
  adopted,
  entitlements: entitlementsOf(base, profileId),
});

/** Two calls at once adopt once, or raise one handoff. */
export const adoptProfile = stateChange('adoptProfile', ({ principal, profile }, base) => {
  const appId = appOf(principal);
  const outcome = base.state.tx(() => {
    if (holds(base, appId, profile)) return 'held';
    const adoption = adoptionOf(base, appId, profile);
    if (adoption === 'impossible') throw new ApiError('not_found', 'No such profile.');
    // Returned, as what is thrown here would take the handoff back.
    if (adoption === 'by approval') return askToAdopt(base, profile, principal);
    authorizeApp(base, { appId, place: profile, kind: 'adopted' });
    return 'adopted';
  });
  if (outcome instanceof ApiError) return outcome;
  const data = adoptedAnswer(base, profile, outcome === 'adopted');
  return outcome === 'adopted' ? { data, outcome: 'created' } : { data };
});

const ADOPTION = 'adopt_profile';

/** The refusal with its handoff: the link, when it is raised now; that it still waits, when it was raised before. */
function askToAdopt(base: Base, profile: ProfileRef, principal: Principal): ApiError {
  const { profileId, workspaceId } = profile;
  const message = 'An owner or admin of the workspace must approve that the app adopts this profile';
  const open = openHandoffs(base, workspaceId, ADOPTION).find(
    (each) =>
      each.profileId === profileId &&
      each.raisedBy === principal.credentialId &&
      handoffStatus(base, each) === 'awaiting_approval',
  );
  if (open) {
    const handoff = { id: open.handoffId, expires_at: new Date(open.expiresAt).toISOString() };
    return new ApiError('forbidden', `${message}, on the page whose link was returned before.`, { handoff });
  }
  const payload = { app_id: appOf(principal) };
  const handoff = raiseHandoff(base, handoffAddress(base), { kind: ADOPTION, workspaceId, profileId, payload, principal });
  return new ApiError('forbidden', `${message}, on the page at handoff.url.`, { handoff });
}

/** The texts and effects of a handoff of an adoption. */
export const adoptionKind: HandoffKind = {
  role: 'admin',
  describe: (base, handoff) => {
    const app = appOfHandoff(base, handoff)?.name ?? 'An app that no longer exists';
    const profile = findProfile(base, handoff.profileId ?? '')
      ? profileSettings(base, handoff.profileId as string).name
      : 'a profile that no longer exists';
    return {
      title: `Let ${app} adopt ${profile}`,
      text: [
        `The app "${app}" asks to adopt the profile "${profile}".`,
        'If you approve, the app has access to the profile and can create API keys for it, with the app’s own scopes. These include personal data, except on healthcare profiles.',
        'It applies until an owner or admin ends it under connected apps, or withdraws the data processing agreement of the app.',
      ],
      approve: { label: 'Let it adopt' },
      reject: 'No',
    };
  },
  approved: (base, handoff) => {
    const app = appOfHandoff(base, handoff);
    const profile = handoff.profileId === null ? undefined : findProfile(base, handoff.profileId);
    if (!app || !profile) throw new ApiError('invalid_state', 'The app or the profile no longer exists.');
    const isHeld = holds(base, app.appId, profile);
    if (!isHeld) authorizeApp(base, { appId: app.appId, place: profile, kind: 'adopted' });
    return adoptedAnswer(base, profile, !isHeld);
  },
};

const appOfHandoff = (base: Base, { payload }: Handoff) =>
  allApps(base).find(({ appId, revokedAt }) => appId === payload['app_id'] && revokedAt === null);

export const putProfileEntitlement = stateChange('putProfileEntitlement', ({ principal, profile, params, body }, base) =>
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
  }),
);

export const shownArchived = ({ profileId, workspaceId, archived, archivedAt, isPurged }: ArchivedProfile) => ({
  profile_id: profileId,
  workspace_id: workspaceId,
  archived,
  archived_at: new Date(archivedAt).toISOString(),
  purged: isPurged,
});

export const deleteProfile = changeThenWait('deleteProfile', {
  change: ({ principal, profile: { profileId } }, base) => {
    if (!isProvisionedBy(base, profileId, appOf(principal)))
      throw new ApiError('invalid_state', 'The app adopted this profile and did not make it; its workspace archives it.');
    return archiveProfile(base, { profileId, actor: actorOf(principal) });
  },
  after: async ({ profile: { profileId } }, base, isArchived) => ({
    data: shownArchived(await finishArchivedProfile(base, profileId, isArchived)),
  }),
});
