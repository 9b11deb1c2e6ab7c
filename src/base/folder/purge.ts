// The end of a profile in the stores of base: its facts, its archive, its warehouse and published files, its decisions and its key.
// Each step may be repeated; after the last one no file of the data folder contains a byte of the deleted profile.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../base.ts';
import { inChunks } from '../state/delete-in-chunks.ts';
import { landingFolder, profileFolder, spillFolder } from '../warehouse/layout.ts';

export async function purgeStores(base: Base, profileId: string): Promise<void> {
  const { dataDir } = base.config;
  await base.archive.purge(profileId);
  await base.warehouse.remove(profileId);
  rmSync(profileFolder(dataDir, profileId), { recursive: true, force: true });
  rmSync(landingFolder(dataDir, profileId), { recursive: true, force: true });
  const spill = spillFolder(dataDir);
  for (const name of readdirSync(spill))
    if (name.startsWith(profileId)) rmSync(join(spill, name), { recursive: true, force: true });
  const deleteAll = (name: 'base/cursors_purge' | 'base/decisions_purge' | 'base/jobs_purge'): Promise<void> =>
    inChunks((limit) => base.state.statement(name).run({ profile_id: profileId, limit }).changes);
  // The cursors are deleted before the facts: state that has seen facts which the journal lacks is taken for damage.
  await base.journal.forgetCleared(profileId);
  await deleteAll('base/cursors_purge');
  await base.journal.purge(profileId);
  await base.ledger.purge(profileId);
  await base.shortLived.purge(profileId);
  // The key is removed before the decisions: while it exists, they cannot be deleted.
  base.state.keys.remove(profileId);
  await deleteAll('base/decisions_purge');
  await deleteAll('base/jobs_purge');
  base.state.statement('base/move_remove').run({ profile_id: profileId });
  await base.state.wipe();
}
