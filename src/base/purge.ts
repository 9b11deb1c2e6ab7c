// The end of a profile in the stores of base: its facts, its archive, its warehouse and published files, its decisions and its key.
// Each step may be repeated; after the last one no file of the data folder holds a byte of what it was told.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from './base.ts';
import { deleteInChunks } from './state/delete-in-chunks.ts';
import { landingFolder, profileFolder, spillFolder } from './warehouse/layout.ts';

/** The profile's key goes before them: it is what lets decisions be deleted. */
const STATEMENTS = ['base/decisions_purge', 'base/cursors_purge', 'base/jobs_purge'];

export async function purgeStores(base: Base, profileId: string): Promise<void> {
  const { dataDir } = base.config;
  await base.archive.purge(profileId);
  await base.warehouse.remove(profileId);
  rmSync(profileFolder(dataDir, profileId), { recursive: true, force: true });
  rmSync(landingFolder(dataDir, profileId), { recursive: true, force: true });
  const spill = spillFolder(dataDir);
  for (const name of readdirSync(spill))
    if (name.startsWith(profileId)) rmSync(join(spill, name), { recursive: true, force: true });
  await base.journal.purge(profileId);
  base.state.keys.remove(profileId);
  await deleteInChunks(base.state, STATEMENTS, { profile_id: profileId });
  await base.state.wipe();
}
