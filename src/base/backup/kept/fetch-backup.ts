// A backup that is brought from its place to this machine, to be restored or verified.
import { dirname, join } from 'node:path';
import { makeFolder } from '../../files/durable.ts';
import { BackupRefused } from '../manifest.ts';
import type { FileStore } from './file-store.ts';
import { backupsIn, type KeptBackup } from './retention.ts';

/** The whole backup of that name, or the newest. @throws BackupRefused if the place has none. */
export async function findKept(store: FileStore, name: string): Promise<KeptBackup> {
  const whole = backupsIn(await store.list()).filter(({ isWhole }) => isWhole);
  const found = name === 'latest' ? whole[0] : whole.find((each) => each.name === name);
  if (found) return found;
  throw new BackupRefused(
    name === 'latest'
      ? 'There is no backup at that place.'
      : `There is no whole backup ${name} at that place; \`tributary backups list\` lists them.`,
  );
}

/** The folder that it is in on this machine: where it stands, or `into`, which it is copied to. */
export async function fetchBackup(store: FileStore, { name, paths }: KeptBackup, into: string): Promise<string> {
  if (store.localFolder) return store.localFolder(name);
  for (const path of paths) {
    const file = join(into, path);
    makeFolder(dirname(file));
    await store.get(path, file);
  }
  return join(into, name);
}
