// The files of a backup that are copied as they are: segments, pictures, and what is one file.
import { existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileHash, makeFolder, syncAside } from './files/durable.ts';
import { ArchiveDamaged, type Segment } from './journal/archive.ts';
import { manifestPath } from './journal/segments.ts';

/** Copied, never linked: what damages a file of the data folder must not damage its backup too. */
export async function copySegment(segment: Segment, dataDir: string, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const file of [segment.path, manifestPath(segment.path)]) {
    const path = relative(dataDir, file);
    const copy = join(folder, path);
    makeFolder(dirname(copy));
    await copyDurably(file, copy);
    paths.push(path);
  }
  const copied = join(folder, relative(dataDir, segment.path));
  if ((await fileHash(copied)) !== segment.sha256)
    throw new ArchiveDamaged({ path: segment.path, reason: 'its checksum is not the one in the manifest' });
  return paths;
}

/** Pictures of ads, which their platforms may not show any more. One that goes while it is copied is left out. */
export async function copyPictures(dataDir: string, folder: string, profileId: string): Promise<string[]> {
  const own = join('profiles', profileId, 'pictures');
  const names = existsSync(join(dataDir, own)) ? readdirSync(join(dataDir, own)) : [];
  const paths: string[] = [];
  if (names.length > 0) makeFolder(join(folder, own));
  for (const name of names.filter((each) => !each.endsWith('.tmp'))) {
    const path = join(own, name);
    try {
      await copyFile(join(dataDir, path), join(folder, path));
    } catch (error) {
      if (existsSync(join(dataDir, path))) throw error;
      continue;
    }
    await chmod(join(folder, path), 0o600);
    await syncAside(join(folder, path));
    paths.push(path);
  }
  if (paths.length > 0) await syncAside(join(folder, own));
  return paths;
}

export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
  await syncAside(to);
  await syncAside(dirname(to));
}
