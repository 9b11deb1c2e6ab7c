// The files of a backup: each sealed on its way into it, and what is in a segment compared with its manifest.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { makeFolder, syncAside } from '../files/durable.ts';
import { slicesFilesIn } from '../files/slices-files.ts';
import { ArchiveDamaged, type Segment } from '../journal/archive.ts';
import { manifestPath } from '../journal/segments.ts';
import { type SealedFile, type SealThread, withSealThread } from '../sealing/sealed-files.ts';
import { masterKeyText } from '../state/master-key.ts';
import { type BackupManifest, KEY, SEALED } from './manifest.ts';

export type FileEntry = BackupManifest['files'][number];

/** Fills the folder of a backup, and knows what is in it. */
export class SealedFolder {
  readonly entries: FileEntry[] = [];
  readonly #folder: string;
  readonly #thread: SealThread;

  constructor(folder: string, thread: SealThread) {
    this.#folder = folder;
    this.#thread = thread;
  }

  /** @param path Its place in the data folder. */
  async add(from: string, path: string): Promise<SealedFile> {
    const to = join(this.#folder, `${path}${SEALED}`);
    makeFolder(dirname(to));
    const sealed = await this.#thread.seal(from, to);
    this.entries.push({ path: `${path}${SEALED}`, bytes: sealed.bytes, sha256: sealed.sha256 });
    return sealed;
  }

  /** As `add`, and the original goes. */
  async addAndRemove(from: string, path: string): Promise<void> {
    await this.add(from, path);
    rmSync(from);
  }

  /** The master key, sealed by words instead. */
  async addKey(key: Buffer, passphrase: string, workFolder: string): Promise<void> {
    const clear = join(workFolder, KEY);
    const name = `${KEY}${SEALED}`;
    writeFileSync(clear, masterKeyText(key), { mode: 0o600, flag: 'wx' });
    const { bytes, sha256 } = await withSealThread({ passphrase }, (thread) => thread.seal(clear, join(this.#folder, name)));
    rmSync(clear);
    this.entries.push({ path: name, bytes, sha256 });
  }

  async addSegment(segment: Segment, dataDir: string): Promise<void> {
    const { clearSha256 } = await this.add(segment.path, relative(dataDir, segment.path));
    if (clearSha256 !== segment.sha256)
      throw new ArchiveDamaged({ path: segment.path, reason: 'its checksum is not the one in the manifest' });
    await this.add(manifestPath(segment.path), relative(dataDir, manifestPath(segment.path)));
  }

  /** Pictures, and files of messages, which nobody else may have any more. One that goes while it is read is left out. */
  async addFiles(dataDir: string, profileId: string): Promise<void> {
    const own = join('profiles', profileId);
    for (const name of slicesFilesIn(join(dataDir, own))) {
      const path = join(own, name);
      try {
        await this.add(join(dataDir, path), path);
      } catch (error) {
        if (existsSync(join(dataDir, path))) throw error;
      }
    }
  }
}

/** As it is: for what is in no need of a seal, and for backups of an earlier version. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
  await syncAside(to);
  await syncAside(dirname(to));
}
