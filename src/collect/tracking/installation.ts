// The first moments of an installation: owner, workspace, profile, tracking key, API key and session in one transaction.
// It is in this slice because it needs tracking keys, and no later slice.
import { createApiKey } from '../../account/keys/index.ts';
import { createPerson, createSession, findPerson, type Person } from '../../account/people/index.ts';
import { profilesOf, workspacesOf } from '../../account/places/index.ts';
import { addProfile, profileSettings } from '../../account/profiles/index.ts';
import { addWorkspace, type PlanName, type Workspace, workspacesById } from '../../account/workspaces/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { INSTALLATION_KEY_SCOPES } from '../../base/contract/scopes.ts';
import { activeKeys, issueTrackingKey } from './keys.ts';

/** Anyone who can run commands on the machine acts as the system itself. */
const ACTOR = 'system';
const SESSION_DAYS = 90;

export interface Installation {
  email: string;
  workspace: string;
  profile: string;
  currency: string;
  timezone: string;
  /** A host of the profile's own site. */
  domain?: string;
  /** `starter` when left out: one profile. */
  plan?: PlanName;
}

export interface Installed {
  workspace_id: string;
  profile_id: string;
  api_key: string;
  tracking_key: string;
  session_token: string;
}

/** All or nothing. Refuses with invalid_state, naming what exists, when this owner has such a profile already. */
export function initInstallation(base: Base, installation: Installation): Installed {
  const installed = base.state.tx(() => {
    const [existing] = findInstallation(base, installation);
    if (existing) throw existsAlready(installation, existing);
    const owner = findPerson(base, installation.email) ?? createPerson(base, { email: installation.email, actor: ACTOR });
    const workspace = workspaceFor(base, owner, installation);
    const { profileId, workspaceId } = addProfile(base, {
      workspaceId: workspace.workspaceId,
      name: installation.profile,
      currency: installation.currency,
      timezone: installation.timezone,
      ...(installation.domain === undefined ? {} : { domains: [installation.domain] }),
      actor: ACTOR,
    });
    const { key } = issueTrackingKey(base, { profile: { profileId, workspaceId }, actor: ACTOR });
    const apiKey = createApiKey(base, { profileId, name: 'First key', scopes: INSTALLATION_KEY_SCOPES, actor: ACTOR });
    const session = createSession(base, { personId: owner.personId, actor: ACTOR, days: SESSION_DAYS, openedBy: 'installation' });
    return {
      workspace_id: workspaceId,
      profile_id: profileId,
      api_key: apiKey.secret,
      tracking_key: key.publicKey,
      session_token: session.token,
    };
  });
  base.signals.emit('decisions', installed.profile_id);
  return installed;
}

/** The owner's workspace of this name, or a new one. */
function workspaceFor(base: Base, owner: Person, installation: Installation): Workspace {
  const owned = workspacesOf(base, owner.personId).filter(({ role }) => role === 'owner');
  const workspaces = workspacesById(
    base,
    owned.map(({ workspaceId }) => workspaceId),
  );
  const existing = workspaces.find(({ name }) => name === installation.workspace.trim());
  if (existing) return existing;
  return addWorkspace(base, {
    personId: owner.personId,
    name: installation.workspace,
    timezone: installation.timezone,
    reportingCurrency: installation.currency,
    ...(installation.plan ? { plan: installation.plan } : {}),
    actor: ACTOR,
  }).workspace;
}

function existsAlready(installation: Installation, existing: InstalledProfile): ApiError {
  const what = `${installation.email} has the profile "${existing.profile}" in the workspace "${existing.workspace}" already`;
  return new ApiError('invalid_state', `${what}: workspace_id ${existing.workspace_id}, profile_id ${existing.profile_id}.`);
}

export interface InstalledProfile {
  workspace_id: string;
  workspace: string;
  profile_id: string;
  profile: string;
  currency: string;
  timezone: string;
  /** Null when it was revoked. */
  tracking_key: string | null;
  /** For a new session: `createSession(base, { personId: owner_id, … })`. */
  owner_id: string;
}

/** Live profiles in the workspaces that this person can open, filtered by name where one is sent. */
export function findInstallation(base: Base, by: { email: string; workspace?: string; profile?: string }): InstalledProfile[] {
  const person = findPerson(base, by.email);
  if (!person) return [];
  const reached = profilesOf(base, person.personId);
  const workspaces = workspacesById(
    base,
    workspacesOf(base, person.personId).map(({ workspaceId }) => workspaceId),
  );
  const names = new Map(workspaces.map(({ workspaceId, name }) => [workspaceId, name]));
  const installed = reached.map((profile): InstalledProfile => {
    const settings = profileSettings(base, profile.profileId);
    return {
      workspace_id: profile.workspaceId,
      workspace: names.get(profile.workspaceId) ?? '',
      profile_id: profile.profileId,
      profile: settings.name,
      currency: settings.currency,
      timezone: settings.timezone,
      tracking_key: activeKeys(base, profile.profileId)[0]?.publicKey ?? null,
      owner_id: person.personId,
    };
  });
  const fits = (name: string, wanted: string | undefined): boolean => wanted === undefined || name === wanted.trim();
  return installed.filter(({ workspace, profile }) => fits(workspace, by.workspace) && fits(profile, by.profile));
}
