// One profile as it is rendered and set up: reading and changing its settings.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { entitlementsOf, liveProfiles, setHealthcare } from '../places/index.ts';
import { checkedCurrency, checkedTimezone } from '../workspaces/index.ts';
import { checkedDomains, decideSettings, isHealthcareMode, type ProfileSettings, profileSettings } from './settings.ts';
import { storedDomains } from './stored.ts';

function shown(base: ReadBase, settings: ProfileSettings) {
  return {
    profile_id: settings.profileId,
    workspace_id: settings.workspaceId,
    name: settings.name,
    currency: settings.currency,
    timezone: settings.timezone,
    domains: settings.domains,
    privacy_mode: settings.privacyMode,
    pii_mode: settings.privacyMode,
    entitlements: entitlementsOf(base, settings.profileId),
    onboarding_completed: settings.onboardingCompleted,
    created_at: new Date(settings.createdAt).toISOString(),
  };
}

export const getProfile = reading('getProfile', ({ profile }, base) => ({
  data: shown(base, profileSettings(base, profile.profileId)),
}));

export const updateProfile = stateChange('updateProfile', ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const actor = actorOf(principal);
  const decisions = base.state.tx(() => {
    const before = profileSettings(base, profileId);
    const after: ProfileSettings = {
      ...before,
      name: body.name === undefined ? before.name : freeName(base, before, body.name),
      currency: body.currency === undefined ? before.currency : checkedCurrency('currency', body.currency),
      timezone: body.timezone === undefined ? before.timezone : checkedTimezone('timezone', body.timezone),
      domains: body.domains === undefined ? before.domains : checkedDomains('domains', body.domains),
      privacyMode: body.privacy_mode ?? before.privacyMode,
    };
    base.state
      .statement('account/profiles/profile_update')
      .run({ ...rowOf(after), profile_id: profileId, now: base.clock.now() });
    setHealthcare(base, { profileId }, isHealthcareMode(after.privacyMode));
    const detail = { fields: Object.keys(body).sort() };
    writeAudit(base, { actor, action: 'profile.updated', workspaceId, profileId, subject: profileId, detail });
    return decideSettings(base, profileId, before, after, actor);
  });
  if (decisions > 0) base.signals.emit('decisions', profileId);
  return { data: { ...shown(base, profileSettings(base, profileId)), replay_queued: decisions > 0 } };
});

const rowOf = ({ name, currency, timezone, domains, privacyMode }: ProfileSettings) => ({
  ...{ name, currency, timezone, domains: storedDomains.write(domains), privacy_mode: privacyMode },
});

/** Live profiles of a workspace have different names, so that people can distinguish them. */
function freeName(base: Base, profile: ProfileSettings, value: string): string {
  const name = checkedName('name', value);
  const others = liveProfiles(base, profile.workspaceId).filter((profileId) => profileId !== profile.profileId);
  const namesake = base.state.statement('account/profiles/profile_namesake').get({ name, ids: JSON.stringify(others) });
  if (namesake) throw new ApiError('invalid_state', 'The workspace has a profile of this name already.');
  return name;
}

/** In the caller's transaction, as `updateProfile` does. Answers whether anything changed, which has the figures computed again. */
export function changePrivacyMode(
  tx: Base,
  { profileId, workspaceId }: ProfileRef,
  privacyMode: ProfileSettings['privacyMode'],
  actor: string,
): boolean {
  const before = profileSettings(tx, profileId);
  const after: ProfileSettings = { ...before, privacyMode };
  tx.state.statement('account/profiles/profile_update').run({ ...rowOf(after), profile_id: profileId, now: tx.clock.now() });
  setHealthcare(tx, { profileId }, isHealthcareMode(privacyMode));
  const isDecided = decideSettings(tx, profileId, before, after, actor) > 0;
  if (!isDecided) return false;
  writeAudit(tx, {
    actor,
    action: 'profile.updated',
    workspaceId,
    profileId,
    subject: profileId,
    detail: { fields: ['privacy_mode'] },
  });
  tx.signals.emit('decisions', profileId);
  return true;
}
