// Profiles in their workspaces: creating within the plan's allowance, and listing what a credential can open.

import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { RowOf } from '../../base/state/state.ts';
import { authorizeApp, reachableProfiles } from '../apps/index.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { liveProfiles, profilesInPlan, type ReachedProfile, registerProfile, setEntitlement } from '../places/index.ts';
import { checkedCurrency, checkedTimezone, limitsOf, type Workspace, workspacesById } from '../workspaces/index.ts';
import { checkedDomains, decideSettings, type PrivacyMode } from './settings.ts';
import { storedDomains } from './stored.ts';

/** A client that got no answer sends its request again within this time. */
const REPLAY_MS = 10 * 60_000;

export interface NewProfile {
  workspaceId: string;
  name: string;
  /** The workspace's when left out. */
  currency?: string;
  timezone?: string;
  domains?: string[];
  /** It takes no place of the plan, and is refused like any where none is left. */
  isDemo?: true;
  actor: string;
}

/**
 * Creates a profile, or answers the one the same actor made under this name a moment ago. Who may is asked before; the caller
 * emits `decisions` once its transaction is over.
 */
export function addProfile(base: Base, profile: NewProfile): { profileId: string; workspaceId: string; created: boolean } {
  const name = checkedName('name', profile.name);
  return base.state.tx(() => {
    const { workspaceId } = profile;
    const [workspace] = workspacesById(base, [workspaceId]);
    if (!workspace) throw new ApiError('not_found', 'No such workspace.');
    const live = liveProfiles(base, workspaceId);
    const namesake = base.state.statement('account/profiles/profile_namesake').get({ name, ids: JSON.stringify(live) });
    if (namesake && profile.isDemo) throw nameTaken();
    if (namesake) return { profileId: replayed(base, namesake, profile.actor), workspaceId, created: false };
    checkAllowance(base, workspace, profilesInPlan(base, workspaceId));
    return { profileId: insertProfile(base, workspace, { ...profile, name }), workspaceId, created: true };
  });
}

function replayed(base: Base, namesake: RowOf<'account/profiles/profile_namesake'>, actor: string): string {
  const isRepeat = namesake.created_by === actor && namesake.created_at > base.clock.now() - REPLAY_MS;
  if (!isRepeat) throw nameTaken();
  return namesake.profile_id;
}

const nameTaken = (): ApiError => new ApiError('invalid_state', 'The workspace has a profile of this name already.');

function checkAllowance(base: Base, workspace: Workspace, profiles: number): void {
  const { activeProfiles, nextPlan } = limitsOf(base, workspace.plan);
  if (profiles < activeProfiles) return;
  const message = `The plan ${workspace.plan} allows ${activeProfiles} active profile${activeProfiles === 1 ? '' : 's'}.`;
  throw new ApiError('profile_limit_reached', message, { upgrade_required: true, upgrade: { plan: nextPlan } });
}

function insertProfile(base: Base, workspace: Workspace, profile: NewProfile): string {
  const now = base.clock.now();
  const settings = {
    currency: checkedCurrency('currency', profile.currency ?? workspace.reportingCurrency),
    timezone: checkedTimezone('timezone', profile.timezone ?? workspace.timezone),
    domains: checkedDomains('domains', profile.domains ?? []),
    privacyMode: 'standard' as PrivacyMode,
  };
  const { profileId, workspaceId } = registerProfile(base, {
    workspaceId: workspace.workspaceId,
    isDemo: profile.isDemo === true,
  });
  base.state.statement('account/profiles/profile_create').run({
    profile_id: profileId,
    workspace_id: workspaceId,
    name: profile.name,
    currency: settings.currency,
    timezone: settings.timezone,
    domains: storedDomains.write(settings.domains),
    privacy_mode: settings.privacyMode,
    configured_at: settings.domains.length > 0 ? now : null,
    created_by: profile.actor,
    created_at: now,
  });
  // Features that a consumer app must switch on for its own profiles are on where people create them.
  setEntitlement(base, { profileId, feature: 'svc_attribution', isEnabled: !profile.actor.startsWith('app:') });
  base.state.keys.create(profileId);
  decideSettings(base, profileId, undefined, settings, profile.actor);
  const detail = { currency: settings.currency, timezone: settings.timezone, privacy_mode: settings.privacyMode };
  writeAudit(base, { actor: profile.actor, action: 'profile.created', workspaceId, profileId, subject: profileId, detail });
  return profileId;
}

function shown(base: ReadBase, reached: ReachedProfile[]) {
  const byId = new Map(reached.map((profile) => [profile.profileId, profile]));
  const rows = base.state.statement('account/profiles/profiles_list').all({ ids: JSON.stringify([...byId.keys()]) });
  return rows.map((row) => ({
    profile_id: row.profile_id,
    workspace_id: row.workspace_id,
    name: row.name,
    currency: row.currency,
    timezone: row.timezone,
    role: byId.get(row.profile_id)?.role ?? null,
    created_at: new Date(row.created_at).toISOString(),
  }));
}

export const listProfiles = reading('listProfiles', ({ principal }, base) => ({
  data: shown(base, reachableProfiles(base, principal)),
}));

export const listWorkspaceProfiles = reading('listWorkspaceProfiles', ({ principal, workspaceId }, base) => ({
  data: shown(base, reachableProfiles(base, principal, workspaceId)),
  meta: { workspace_id: workspaceId },
}));

export const createProfile = stateChange('createProfile', ({ principal, body, workspaceId }, base) => {
  const { profileId, created } = base.state.tx(() => {
    const result = addProfile(base, {
      workspaceId,
      name: body.name,
      ...(body.currency === undefined ? {} : { currency: body.currency }),
      ...(body.timezone === undefined ? {} : { timezone: body.timezone }),
      actor: actorOf(principal),
    });
    if (result.created && principal.kind === 'app' && principal.appId !== undefined)
      authorizeApp(base, { appId: principal.appId, place: result, kind: 'provisioned' });
    return result;
  });
  if (created) base.signals.emit('decisions', profileId);
  const data = { profile_id: profileId, workspace_id: workspaceId, created };
  return created ? { data, outcome: 'created' } : { data };
});
