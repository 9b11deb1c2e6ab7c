// Uploaded files on disk: sealed by the profile's key, a piece at a time, and readable only while they are read.
import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadBase } from '../../base/base.ts';
import { withWorkFolder } from '../../base/files/work-folder.ts';
import {
  fullDisk,
  openPieces,
  piecesOfBytes,
  SealedFileGone,
  type SealedPlace,
  sealPieces,
} from '../../base/sealing/sealed-pieces.ts';

/** The file of an upload is no longer kept, or is not what was uploaded. */
export class UploadGone extends Error {
  constructor() {
    super('The upload has expired. Upload the file again; rows that were already imported count once.');
  }
}

/** What a file of an import is: the upload, or the list of rows that are not imported. */
export type Part = 'file' | 'rejects';

interface Place {
  profileId: string;
  importId: string;
}

const folderOf = (base: ReadBase): string => join(base.config.dataDir, 'uploads', 'kept');
const nameOf = ({ importId }: Pick<Place, 'importId'>, part: Part): string => `${importId}.${part}`;
const placeOf = (base: ReadBase, { profileId, importId }: Place, part: Part): SealedPlace => ({
  profileId,
  path: join(folderOf(base), nameOf({ importId }, part)),
  context: `upload ${part} ${importId}`,
});

/** Files that this process writes now: the sweep leaves them. */
const writingOf = (base: ReadBase): Set<string> => base.memo('uploads that are written', () => new Set<string>());

/** Keeps an upload. @returns The digest of its bytes. @throws ApiError `service_unavailable` of a full disk, with nothing kept. */
export async function keepUpload(
  base: ReadBase,
  place: Place,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<string> {
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  writingOf(base).add(place.importId);
  try {
    await sealPieces(base, placeOf(base, place, 'file'), hashed());
  } catch (error) {
    throw fullDisk(error);
  }
  return hash.digest('hex');
}

/** A new upload is in state, or given up: the sweep may judge it. */
export const endKeeping = (base: ReadBase, importId: string): void => void writingOf(base).delete(importId);

export async function keepRejects(base: ReadBase, place: Place, lines: Iterable<string>): Promise<void> {
  await sealPieces(base, placeOf(base, place, 'rejects'), piecesOfBytes(Buffer.from([...lines].join(''))));
}

/** @throws UploadGone */
async function* clearPieces(base: ReadBase, place: Place, part: Part): AsyncGenerator<Buffer> {
  try {
    yield* openPieces(base, placeOf(base, place, part));
  } catch (error) {
    throw error instanceof SealedFileGone ? new UploadGone() : error;
  }
}

/** The rows that are not imported; undefined once they are no longer kept. */
export async function readRejects(base: ReadBase, place: Place): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of clearPieces(base, place, 'rejects')) pieces.push(piece);
  } catch (error) {
    if (error instanceof UploadGone) return undefined;
    throw error;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Runs `work` on the upload in clear, in a folder that goes with it. @throws UploadGone, ApiError of a full disk */
export async function withUpload<T>(
  base: ReadBase,
  place: Place & { contentHash: string; bytes: number },
  work: (path: string) => Promise<T>,
): Promise<T> {
  const opened = withWorkFolder(base.config.dataDir, place.bytes, async (folder) => {
    const path = join(folder, 'upload');
    await writeClear(base, place, path);
    return work(path);
  });
  return opened.catch((error: unknown) => {
    throw fullDisk(error);
  });
}

async function writeClear(base: ReadBase, place: Place & { contentHash: string }, path: string): Promise<void> {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of clearPieces(base, place, 'file')) {
      hash.update(piece);
      await handle.writeFile(piece);
    }
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== place.contentHash) throw new UploadGone();
}

export async function forgetFile(base: ReadBase, importId: string, part: Part): Promise<void> {
  await rm(join(folderOf(base), nameOf({ importId }, part)), { force: true });
}

/** Removes files of which nothing is in state. @param kept Ids of imports whose files are kept. */
export async function sweepFiles(base: ReadBase, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folderOf(base)).catch(() => []);
  for (const name of names) {
    const [importId = ''] = name.split('.');
    if (!kept.has(importId) && !writingOf(base).has(importId)) await rm(join(folderOf(base), name), { force: true });
  }
}
