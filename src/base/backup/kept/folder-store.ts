// A folder of this machine, or of one that is mounted, as a place of backups.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeFolder, renameAside } from '../../files/durable.ts';
import { copyDurably } from '../backup-files.ts';
import { type FileStore, PlaceFailed, type StoredFile } from './file-store.ts';

/** @throws PlaceFailed for a folder that is missing: a disk that is not mounted must not be filled from below. */
export function openFolder(folder: string): FileStore {
  if (!existsSync(folder)) throw new PlaceFailed(`${folder} does not exist. Create it, or mount the disk that it is on.`);
  return {
    list: async () => filesIn(folder),
    put: async (path, file) => {
      const to = join(folder, path);
      makeFolder(dirname(to));
      await copyDurably(file, `${to}.part`);
      await renameAside(`${to}.part`, to);
    },
    get: (path, file) => copyDurably(join(folder, path), file),
    remove: async (paths) => {
      for (const path of paths) rmSync(join(folder, path), { force: true });
      for (const each of new Set(paths.map((path) => path.split('/')[0] ?? ''))) removeEmpty(join(folder, each));
    },
    close: async () => {},
    localFolder: (name) => join(folder, name),
  };
}

function filesIn(folder: string): StoredFile[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return names.flatMap((each) => {
    const path = join(each.parentPath, each.name);
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    return bytes === undefined ? [] : [{ path: relative(folder, path), bytes }];
  });
}

/** A folder in which nothing but folders is left. */
function removeEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  const hasFiles = readdirSync(folder, { recursive: true, withFileTypes: true }).some((each) => !each.isDirectory());
  if (hasFiles) return;
  // Its name goes first, and at once: a reader finds the backup or does not.
  const gone = `${folder}.removed`;
  renameSync(folder, gone);
  rmSync(gone, { recursive: true, force: true });
}
