// Backups at the place that the settings name, without a data folder: listing them, and bringing one to this machine.
import { join } from 'node:path';
import { fetchBackup, findKept } from '../../base/backup/kept/fetch-backup.ts';
import { openBackupStore } from '../../base/backup/kept/open-store.ts';
import { backupsIn } from '../../base/backup/kept/retention.ts';
import { withTemporaryFolder } from '../../base/files/work-folder.ts';
import { keptList } from './backup-texts.ts';
import { type CommonOptions, configOf } from './folder.ts';
import { createScreen } from './screen.ts';

export async function list(options: CommonOptions): Promise<void> {
  const store = await openBackupStore(configOf({ ...options, logLevel: 'warn' }));
  try {
    const backups = backupsIn(await store.list()).map(({ name, madeAt, bytes, isWhole }) => ({
      name,
      made_at: new Date(madeAt).toISOString(),
      bytes,
      is_whole: isWhole,
    }));
    createScreen({ json: options.json ?? false }).result({ backups }, keptList(backups));
  } finally {
    await store.close();
  }
}

/** Runs `work` with the folder of a backup, which is removed afterwards if it was copied. */
export async function withKept(name: string, options: CommonOptions, work: (folder: string) => Promise<void>): Promise<void> {
  const store = await openBackupStore(configOf({ ...options, logLevel: 'warn' }));
  try {
    const kept = await findKept(store, name);
    const fetched = store.localFolder ? 0 : kept.bytes;
    await withTemporaryFolder(fetched, async (folder) => work(await fetchBackup(store, kept, join(folder, 'fetched'))));
  } finally {
    await store.close();
  }
}
