// The folders of a profile in which slices keep files that nothing else has: they are in backups, move with the profile, and go with it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Pictures, and files of messages. */
export const SLICES_FOLDERS = ['pictures', 'messages'] as const;

/** Paths in the profile's folder; one that is being written is none. */
export const slicesFilesIn = (profileFolder: string): string[] =>
  SLICES_FOLDERS.flatMap((folder) => {
    const path = join(profileFolder, folder);
    const names = existsSync(path) ? readdirSync(path) : [];
    return names.filter((name) => !name.endsWith('.tmp')).map((name) => join(folder, name));
  });
