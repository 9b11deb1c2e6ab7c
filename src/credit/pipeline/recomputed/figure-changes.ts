// The changes of a profile's figures by other code, for reports: which there were between two states of knowledge, and what they moved.
import type { ReadBase } from '../../../base/base.ts';
import { type Difference, storedDifferences } from './stored.ts';

export interface FigureChange {
  changedAt: number;
  /** Null: unknown. */
  fromVersion: string | null;
  toVersion: string;
  /** Both were compared at this state of facts and decisions. */
  seq: bigint;
  decision: bigint;
  /** Null: the figures of before could not be read. */
  differences: readonly Difference[] | null;
}

/** Oldest first. They are read once: none is added or changed but by a build, which changes the live file's identity. */
export async function figureChanges(base: ReadBase, profileId: string): Promise<readonly FigureChange[]> {
  const cache = base.memo('changes of figures by other code', () => new Map<string, CachedChanges>());
  const file = await base.warehouse.identity(profileId);
  const cached = cache.get(profileId);
  if (cached && file !== undefined && cached.file === file) return cached.changes;
  const rows = base.state.statement('credit/pipeline/figure_changes_list').all({ profile_id: profileId });
  const changes = rows.map((row) => ({
    changedAt: row.changed_at,
    fromVersion: row.from_version,
    toVersion: row.to_version,
    seq: BigInt(row.through_seq),
    decision: BigInt(row.through_decision),
    differences: storedDifferences.readOrNull(row.differences),
  }));
  cache.set(profileId, { file, changes });
  return changes;
}

interface CachedChanges {
  file: string | undefined;
  changes: readonly FigureChange[];
}
