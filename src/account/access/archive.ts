// Archiving of workspaces and profiles, for good: they cannot be reached any more, their keys and invitations end, and a purge of their data is
// queued, all in one transaction. Their counts and their owners are kept.

import { setTimeout as pause } from 'node:timers/promises';
import type { AfterBase, Base, ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import type { ArchiveCounts } from '../../base/contract/slice-hooks.ts';
import { writeAudit } from '../audit/index.ts';
import { liveProfiles } from '../places/index.ts';
import { purgeNow, queuePurge } from './purge.ts';
import { storedCounts } from './stored.ts';

/** The time that the caller waits for the purge; it continues afterwards. */
const PATIENCE_MS = 10_000;

export interface WorkspaceCounts extends ArchiveCounts {
  profiles_archived: number;
  memberships_removed: number;
  invitations_revoked: number;
  api_keys_revoked: number;
}

export interface ArchivedWorkspace {
  /** This call did it. */
  archived: boolean;
  archivedAt: number;
  /** The id of the call that archived it. */
  counts: WorkspaceCounts;
  profilesPurged: number;
}

/** The slices' counts of stopped and kept items, summed. */
function countsOfSlices(base: Base, workspaceId: string, profileIds: readonly string[]): ArchiveCounts {
  const sum: ArchiveCounts = {
    webhook_subscriptions_paused: 0,
    retained_conversion_exports: 0,
    retained_signal_audit_rows: 0,
  };
  for (const hooks of hooksOf(base)) {
    const counts = hooks.archive?.(base, { workspaceId, profileIds }) ?? {};
    for (const name of Object.keys(sum) as (keyof ArchiveCounts)[]) sum[name] += counts[name] ?? 0;
  }
  return sum;
}

/** Within the caller's transaction. */
function endProfile(base: Base, profileId: string, now: number): { memberships: number; invitations: number; keys: number } {
  base.state.statement('account/places/profile_archive').run({ profile_id: profileId, now }).changes;
  queuePurge(base, 'purge', profileId);
  return {
    memberships: base.state.statement('account/places/profile_members_end').run({ profile_id: profileId }).changes,
    invitations: base.state.statement('account/access/profile_invitations_revoke').run({ profile_id: profileId, now }).changes,
    keys: base.state.statement('account/keys/profile_keys_revoke').run({ profile_id: profileId, now }).changes,
  };
}

/** Archives a workspace with all its profiles. False for one that is archived already: it stays as it is. */
export function archiveWorkspace(base: Base, { workspaceId, actor }: { workspaceId: string; actor: string }): boolean {
  return base.state.tx(() => {
    const now = base.clock.now();
    const profileIds = liveProfiles(base, workspaceId);
    if (readArchived(base, workspaceId).archivedAt !== null) return false;
    const others = countsOfSlices(base, workspaceId, profileIds);
    base.state.statement('account/places/former_owner_add').run({ workspace_id: workspaceId }).changes;
    const counts: WorkspaceCounts = {
      profiles_archived: profileIds.length,
      memberships_removed: base.state.statement('account/places/workspace_members_end').run({ workspace_id: workspaceId })
        .changes,
      invitations_revoked: base.state
        .statement('account/access/workspace_invitations_revoke')
        .run({ workspace_id: workspaceId, now }).changes,
      api_keys_revoked: 0,
      ...others,
    };
    for (const profileId of profileIds) {
      const ended = endProfile(base, profileId, now);
      counts.memberships_removed += ended.memberships;
      counts.api_keys_revoked += ended.keys;
    }
    queuePurge(base, 'purge_workspace', workspaceId);
    base.state
      .statement('account/places/workspace_archive')
      .run({ workspace_id: workspaceId, now, counts: storedCounts.write(counts) }).changes;
    writeAudit(base, { actor, action: 'workspace.archived', workspaceId, subject: workspaceId, detail: { ...counts } });
    return true;
  });
}

/** Waits for the purge of a workspace that was just archived, for a while. */
export async function finishArchivedWorkspace(
  base: AfterBase,
  workspaceId: string,
  archived: boolean,
): Promise<ArchivedWorkspace> {
  if (archived) await patiently(purgeNow(base, 'purge_workspace', workspaceId));
  const { archivedAt, counts, profilesPurged } = readArchived(base, workspaceId);
  return { archived, archivedAt: archivedAt ?? 0, counts: storedCounts.read(counts ?? ''), profilesPurged };
}

function readArchived(base: ReadBase, workspaceId: string) {
  const row = base.state.statement('account/places/workspace_archived').get({ workspace_id: workspaceId });
  return {
    archivedAt: row?.archived_at ?? null,
    counts: row?.archive_counts ?? null,
    profilesPurged: Number(row?.profiles_purged ?? 0),
  };
}

const patiently = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, pause(PATIENCE_MS, undefined, { ref: false })]);

export interface ArchivedProfile extends ProfileRef {
  archived: boolean;
  archivedAt: number;
  isPurged: boolean;
}

/** Archives one profile of a workspace that stays. False for one that is archived already: it stays as it is. */
export function archiveProfile(base: Base, { profileId, actor }: { profileId: string; actor: string }): boolean {
  return base.state.tx(() => {
    if (archivedProfile(base, profileId)) return false;
    endProfile(base, profileId, base.clock.now());
    const { workspaceId } = requireArchived(base, profileId);
    writeAudit(base, { actor, action: 'profile.archived', workspaceId, profileId, subject: profileId });
    return true;
  });
}

/** Waits for the purge of a profile that was just archived, for a while. */
export async function finishArchivedProfile(base: AfterBase, profileId: string, archived: boolean): Promise<ArchivedProfile> {
  if (archived) await patiently(purgeNow(base, 'purge', profileId));
  const { workspaceId, archivedAt, isPurged } = requireArchived(base, profileId);
  return { profileId, workspaceId, archived, archivedAt, isPurged };
}

function requireArchived(base: ReadBase, profileId: string): ArchivedBefore {
  const found = archivedProfile(base, profileId);
  if (!found) throw new Error('the profile is not archived');
  return found;
}

interface ArchivedBefore extends ProfileRef {
  archivedAt: number;
  isPurged: boolean;
  provisionedBy: string | null;
}

/** The profile of this id, when it was archived. */
export function archivedProfile(base: ReadBase, profileId: string): ArchivedBefore | undefined {
  const row = base.state.statement('account/places/profile_archived').get({ profile_id: profileId });
  return (
    row && {
      profileId: row.profile_id,
      workspaceId: row.workspace_id,
      archivedAt: Number(row.archived_at),
      isPurged: row.purged_at !== null,
      provisionedBy: row.provisioned_by,
    }
  );
}

/** Did this person own the workspace when it was archived? */
export const wasOwner = (base: ReadBase, personId: string, workspaceId: string): boolean =>
  base.state.statement('account/places/former_owner_find').get({ person_id: personId, workspace_id: workspaceId }) !== undefined;
