// The workspaces and profiles that a principal can reach, and the roles on them. Their names and settings are in other modules.
import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import type { ProfileRole, WorkspaceRole } from '../../base/contract/scopes.ts';
import { StateCache } from '../../base/work/memo.ts';
import { writeAudit } from '../audit/index.ts';

/** Makes a workspace reachable by its owner, if it has one yet; inside the transaction that creates it. */
export function registerWorkspace(base: Base, input: { ownerId: string | null; actor: string }): string {
  const { ownerId, actor } = input;
  const workspaceId = randomUUID();
  base.state.tx(() => {
    base.state.statement('account/places/workspace_register').run({ workspace_id: workspaceId, created_at: base.clock.now() });
    if (ownerId !== null) setWorkspaceRole(base, { workspaceId, personId: ownerId, role: 'owner', actor });
  });
  return workspaceId;
}

/** Makes a profile reachable; inside the transaction that creates it. */
export function registerProfile(base: Base, input: { workspaceId: string; isDemo: boolean }): ProfileRef {
  const profile: ProfileRef = { profileId: randomUUID(), workspaceId: input.workspaceId };
  base.state.statement('account/places/profile_register').run({
    profile_id: profile.profileId,
    workspace_id: profile.workspaceId,
    is_demo: input.isDemo ? 1 : 0,
    created_at: base.clock.now(),
  });
  return profile;
}

/** A live profile with what the door decides by. */
export interface Reach extends ProfileRef {
  /** The effective privacy mode: the profile's own or its workspace's. */
  isHealthcare: boolean;
  /** False only where a consumer app made it and has not switched attribution on. */
  isEntitled: boolean;
}

/** Also when it is archived. */
export const isProvisionedBy = (base: Base, profileId: string, appId: string): boolean =>
  base.state.statement('account/places/profile_maker').get({ profile_id: profileId })?.provisioned_by === appId;

export const findReach = (base: ReadBase, profileId: string): Reach | undefined =>
  reaches.get(base.state, profileId, () => readReach(base, profileId));
const reaches = new StateCache<Reach>('reach');

function readReach(base: ReadBase, profileId: string): Reach | undefined {
  const row = base.state.statement('account/places/profile_find').get({ profile_id: profileId });
  return (
    row && {
      profileId: row.profile_id,
      workspaceId: row.workspace_id,
      isHealthcare: row.is_healthcare === 1,
      isEntitled: row.is_entitled === 1,
    }
  );
}

/** The live profile of this id in its live workspace. */
export function findProfile(base: ReadBase, profileId: string): ProfileRef | undefined {
  const found = findReach(base, profileId);
  return found && { profileId: found.profileId, workspaceId: found.workspaceId };
}

/** Told by the slice whose setting it is, inside its transaction. */
export function setHealthcare(base: Base, place: { profileId: string } | { workspaceId: string }, isHealthcare: boolean): void {
  const is_healthcare = isHealthcare ? 1 : 0;
  if ('profileId' in place)
    base.state.statement('account/places/profile_healthcare_set').run({ profile_id: place.profileId, is_healthcare });
  else base.state.statement('account/places/workspace_healthcare_set').run({ workspace_id: place.workspaceId, is_healthcare });
}

/** Switches a feature of a profile; inside the caller's transaction, which writes the audit row. */
export function setEntitlement(base: Base, input: { profileId: string; feature: string; isEnabled: boolean }): void {
  const { profileId, feature, isEnabled } = input;
  base.state.statement('account/places/entitlement_put').run({ profile_id: profileId, feature, is_enabled: isEnabled ? 1 : 0 });
}

/** Features by name, on or off. */
export function entitlementsOf(base: ReadBase, profileId: string): Record<string, boolean> {
  const rows = base.state.statement('account/places/entitlements_list').all({ profile_id: profileId });
  return Object.fromEntries(rows.map((row) => [row.feature, row.is_enabled === 1]));
}

/** Ids of the live profiles of a workspace, oldest first. */
export function liveProfiles(base: ReadBase, workspaceId: string): string[] {
  const rows = base.state.statement('account/places/profiles_live').all({ workspace_id: workspaceId });
  return rows.map((row) => row.profile_id);
}

/** The number of live profiles that take a place of the workspace's plan: a demo takes none. */
export const profilesInPlan = (base: ReadBase, workspaceId: string): number =>
  Number(base.state.statement('account/places/profiles_in_plan').get({ workspace_id: workspaceId })?.profiles);

/** The demo profile of a workspace: the live one, or else the last that there was. */
export function demoProfile(base: ReadBase, workspaceId: string): { profileId: string; isArchived: boolean } | undefined {
  const row = base.state.statement('account/places/demo_profile_find').get({ workspace_id: workspaceId });
  return row && { profileId: row.profile_id, isArchived: row.archived_at !== null };
}

/** The workspace of a profile, archived or not. */
export function placeOfProfile(base: ReadBase, profileId: string): { workspaceId: string; isArchived: boolean } | undefined {
  const row = base.state.statement('account/places/profile_place').get({ profile_id: profileId });
  return row && { workspaceId: row.workspace_id, isArchived: row.archived_at !== null };
}

/** @throws Error for an id of no profile. */
export function workspaceOfProfile(base: ReadBase, profileId: string): string {
  const place = placeOfProfile(base, profileId);
  if (!place) throw new Error('the profile has no workspace');
  return place.workspaceId;
}

export const liveWorkspaces = (base: ReadBase): string[] =>
  base.state
    .statement('account/places/workspaces_live')
    .all()
    .map((row) => row.workspace_id);

/** Every live profile of the installation, oldest first: for the operator. */
export function allProfiles(base: Base): ProfileRef[] {
  const rows = base.state.statement('account/places/profiles_all').all();
  return rows.map((row) => ({ profileId: row.profile_id, workspaceId: row.workspace_id }));
}

export function setWorkspaceRole(
  base: Base,
  input: { workspaceId: string; personId: string; role: WorkspaceRole; actor: string },
): void {
  base.state.tx(() => {
    base.state.statement('account/places/workspace_member_put').run({
      workspace_id: input.workspaceId,
      person_id: input.personId,
      role: input.role,
      created_at: base.clock.now(),
    });
    writeAudit(base, {
      actor: input.actor,
      action: 'workspace_member.set',
      workspaceId: input.workspaceId,
      subject: input.personId,
      detail: { role: input.role },
    });
  });
}

/** A role of the person's own on one profile. They must be a member of its workspace for it to count. */
export function setProfileRole(
  base: Base,
  input: { profile: ProfileRef; personId: string; role: ProfileRole; canSeePii: boolean; actor: string },
): void {
  base.state.tx(() => {
    base.state.statement('account/places/profile_member_put').run({
      profile_id: input.profile.profileId,
      person_id: input.personId,
      role: input.role,
      can_see_pii: input.canSeePii ? 1 : 0,
      created_at: base.clock.now(),
      membership_id: randomUUID(),
    });
    writeAudit(base, {
      actor: input.actor,
      action: 'profile_member.set',
      ...input.profile,
      subject: input.personId,
      detail: { role: input.role, pii: input.canSeePii },
    });
  });
}

export interface ReachedWorkspace {
  workspaceId: string;
  role: WorkspaceRole;
}

/** Live workspaces of a person, oldest first. */
export function workspacesOf(base: ReadBase, personId: string): ReachedWorkspace[] {
  const rows = base.state.statement('account/places/workspaces_reach').all({ person_id: personId });
  return rows.map((row) => ({ workspaceId: row.workspace_id, role: row.role }));
}

export function workspaceRole(base: ReadBase, personId: string, workspaceId: string): WorkspaceRole | undefined {
  const params = { person_id: personId, workspace_id: workspaceId };
  return base.state.statement('account/places/workspace_reach').get(params)?.role;
}

export interface ReachedProfile extends ProfileRef {
  /** Null for a credential without a person. */
  role: ProfileRole | null;
  canSeePii: boolean;
}

/** Live profiles that a person can open, oldest first; owners and admins are managers of every one. */
export function profilesOf(base: ReadBase, personId: string, workspaceId?: string): ReachedProfile[] {
  const rows = base.state
    .statement('account/places/profiles_reach')
    .all({ person_id: personId, workspace_id: workspaceId ?? null });
  return rows.map((row) => {
    const isAdmin = row.workspace_role !== 'member';
    return {
      profileId: row.profile_id,
      workspaceId: row.workspace_id,
      role: isAdmin ? 'manager' : row.profile_role,
      canSeePii: isAdmin || row.can_see_pii === 1,
    };
  });
}

/** The role a person has on one profile, by the workspace or by a role of their own there. */
export function profileRole(
  base: ReadBase,
  personId: string,
  profile: ProfileRef,
): Pick<ReachedProfile, 'role' | 'canSeePii'> | undefined {
  const inWorkspace = workspaceRole(base, personId, profile.workspaceId);
  if (!inWorkspace) return undefined;
  if (inWorkspace !== 'member') return { role: 'manager', canSeePii: true };
  const row = base.state
    .statement('account/places/profile_member_find')
    .get({ profile_id: profile.profileId, person_id: personId });
  return row && { role: row.role, canSeePii: row.can_see_pii === 1 };
}
