// One profile as it is rendered and set up: reading and changing its settings.
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type Call, type Principal, type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import type { GuardHook } from '../../base/contract/slice-hooks.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { guardValue, isLower, refuseLowering } from '../guards/index.ts';
import { entitlementsOf, liveProfiles, setHealthcare } from '../places/index.ts';
import { checkedCurrency, checkedTimezone } from '../workspaces/index.ts';
import {
  checkedDomains,
  decideSettings,
  hostsBeyond,
  isHealthcareMode,
  type ProfileSettings,
  profileSettings,
} from './settings.ts';
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
  const refusal = refusalOfProfile(base, principal, profile, body);
  if (refusal) return refusal;
  const decisions = writeProfile(base, profile, body, actorOf(principal));
  return { data: { ...shown(base, profileSettings(base, profile.profileId)), replay_queued: decisions > 0 } };
});

type ProfileChange = Call<'updateProfile'>['body'];

/** Lowering the privacy mode, and more pages that may send events where only own ones may, is for owners and admins. */
function refusalOfProfile(
  tx: Base,
  principal: Principal,
  place: ProfileRef,
  { privacy_mode, domains }: ProfileChange,
): ApiError | undefined {
  const before = profileSettings(tx, place.profileId);
  if (privacy_mode !== undefined && isLower('privacy_mode', before.privacyMode, privacy_mode))
    return refuseLowering(tx, { principal, place, guard: 'privacy_mode', change: { privacy_mode } });
  const wider = domains === undefined ? [] : hostsBeyond(before.domains, checkedDomains('domains', domains));
  if (wider.length === 0 || guardValue(tx, 'origin_policy', place) === 'any') return undefined;
  return refuseLowering(tx, { principal, place, guard: 'origin_policy', change: { domains } });
}

/** In the caller's transaction. Answers the number of decisions; any has the figures computed again. */
export function writeProfile(tx: Base, { profileId, workspaceId }: ProfileRef, change: ProfileChange, actor: string): number {
  const before = profileSettings(tx, profileId);
  const after: ProfileSettings = {
    ...before,
    name: change.name === undefined ? before.name : freeName(tx, before, change.name),
    currency: change.currency === undefined ? before.currency : checkedCurrency('currency', change.currency),
    timezone: change.timezone === undefined ? before.timezone : checkedTimezone('timezone', change.timezone),
    domains: change.domains === undefined ? before.domains : checkedDomains('domains', change.domains),
    privacyMode: change.privacy_mode ?? before.privacyMode,
  };
  const now = tx.clock.now();
  const { onboarding_completed: isFinished, ...settings } = change;
  if (isFinished !== undefined)
    tx.state
      .statement('account/profiles/profile_setup_finish')
      .run({ is_finished: isFinished ? 1 : 0, profile_id: profileId, now });
  // Finishing the setup settles no setting.
  if (Object.keys(settings).length > 0)
    tx.state.statement('account/profiles/profile_update').run({ ...rowOf(after), profile_id: profileId, now });
  setHealthcare(tx, { profileId }, isHealthcareMode(after.privacyMode));
  const detail = { fields: Object.keys(change).sort() };
  writeAudit(tx, { actor, action: 'profile.updated', workspaceId, profileId, subject: profileId, detail });
  const decisions = decideSettings(tx, profileId, before, after, actor);
  if (decisions > 0) tx.signals.emit('decisions', profileId);
  return decisions;
}

const rowOf = ({ name, currency, timezone, domains, privacyMode }: ProfileSettings) => ({
  name,
  currency,
  timezone,
  domains: storedDomains.write(domains),
  privacy_mode: privacyMode,
});

/** Live profiles of a workspace have different names, so that people can distinguish them. */
function freeName(base: Base, profile: ProfileSettings, value: string): string {
  const name = checkedName('name', value);
  const others = liveProfiles(base, profile.workspaceId).filter((profileId) => profileId !== profile.profileId);
  const namesake = base.state.statement('account/profiles/profile_namesake').get({ name, ids: JSON.stringify(others) });
  if (namesake) throw new ApiError('invalid_state', 'The workspace has a profile of this name already.');
  return name;
}

/**
 * Sets the privacy mode for another operation, in its transaction and before it writes anything: whether it has changed, which has the figures computed again,
 * or the refusal of a lower one.
 */
export function changePrivacyMode(
  tx: Base,
  principal: Principal,
  profile: ProfileRef,
  privacy_mode: ProfileSettings['privacyMode'],
): boolean | ApiError {
  const refusal = refusalOfProfile(tx, principal, profile, { privacy_mode });
  if (refusal) return refusal;
  if (profileSettings(tx, profile.profileId).privacyMode === privacy_mode) return false;
  return writeProfile(tx, profile, { privacy_mode }, actorOf(principal)) > 0;
}

const changeShape = z.object({ privacy_mode: z.enum(['standard', 'platform_safe', 'hipaa']) });

const MODE_WORDS = {
  standard:
    'Consumer apps that have access to the profile can then read personal data, and conversions go to ad platforms with all that their rules allow.',
  platform_safe:
    'Lists of customers and more fields of conversions can then be sent to ad platforms; consumer apps still read no personal data.',
  hipaa: '',
} as const;

/** The privacy mode as a guard. */
export const privacyGuard: GuardHook = {
  value: (base, { profileId = '' }) => profileSettings(base, profileId).privacyMode,
  words: (base, { profileId = '' }, change) => {
    const { name, privacyMode } = profileSettings(base, profileId);
    const { privacy_mode: mode } = changeShape.parse(change);
    return {
      title: `Lower the privacy mode of ${name} to ${mode}`,
      text: [`The privacy mode of the profile "${name}" is ${privacyMode} and would be ${mode}. ${MODE_WORDS[mode]}`],
    };
  },
  apply: (tx, { workspaceId, profileId = '' }, change, actor) => {
    const { privacy_mode } = changeShape.parse(change);
    const decisions = writeProfile(tx, { workspaceId, profileId }, { privacy_mode }, actor);
    return { ...shown(tx, profileSettings(tx, profileId)), replay_queued: decisions > 0 };
  },
};
