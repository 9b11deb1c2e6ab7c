// The end of a profile in the stores of base: its facts, its archive, its warehouse and published files, its decisions and its key.
// Each step may be repeated; after the last one no file of the data folder holds a byte of what it was told.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from './base.ts';
import { landingFolder, profileFolder, spillFolder } from './warehouse/layout.ts';

/** Tables of base with rows of a profile. The key goes first: it is what lets decisions be deleted. */
const TABLES = ['decisions', 'cursors', 'jobs'];

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
  base.state.tx(() => {
    base.state.keys.remove(profileId);
    for (const table of TABLES) base.state.statement(`base/${table}_purge`).run({ profile_id: profileId });
  });
  // Deleted rows are overwritten in the file; what was written before stands in the log until it is emptied.
  base.state.db.pragma('wal_checkpoint(truncate)');
}
