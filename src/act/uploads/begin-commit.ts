// The beginning of a commit: the same for a person and for a schedule.
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { KEPT_AFTER_MS, queueImport } from './commit.ts';
import { beginImport, type FileImport } from './store.ts';

/** Of an import that is ready, or failed before; inside the caller's transaction. */
export function beginCommit(base: Base, imported: FileImport, actor: string, workspaceId: string): void {
  const { profileId } = imported;
  const { timezone, currency } = profileSettings(base, profileId);
  const after = imported.run?.after_seq ?? String(base.journal.lastSeq(profileId));
  const run = { ...imported.run, timezone, currency, after_seq: after, workspace_id: workspaceId };
  beginImport(base, imported, run, base.clock.now() + KEPT_AFTER_MS);
  queueImport(base, imported, actor, workspaceId);
}
