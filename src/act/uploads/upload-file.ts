// Uploaded files on disk: sealed by the profile's key, a piece at a time, and readable only while they are read.
import { createHash } from 'node:crypto';
import { read as readPlace } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { NoRoom, withWorkFolder } from '../../base/files/work-folder.ts';

const PIECE_BYTES = 262_144;
const LENGTH_BYTES = 4;
const RETRY_SECONDS = 60;
const readAt = promisify(readPlace);

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
const pathOf = (base: ReadBase, place: Place, part: Part): string => join(folderOf(base), nameOf(place, part));
const contextOf = ({ importId }: Place, part: Part, piece: number): string => `upload ${part} ${importId} ${piece}`;

/** Files that this process writes now: the sweep leaves them. */
const writingOf = (base: ReadBase): Set<string> => base.memo('uploads that are written', () => new Set<string>());

function fullDisk(error: unknown): unknown {
  const isFull = error instanceof NoRoom || ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');
  return isFull ? new ApiError('service_unavailable', 'The disk is full; nothing was stored.', {}, RETRY_SECONDS) : error;
}

async function seal(base: ReadBase, place: Place, part: Part, pieces: AsyncIterable<Buffer>): Promise<void> {
  const path = pathOf(base, place, part);
  await mkdir(folderOf(base), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'w', 0o600);
  try {
    let piece = 0;
    for await (const clear of pieces) {
      const sealed = base.state.keys.encrypt(place.profileId, contextOf(place, part, piece), clear.toString('base64'));
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(sealed.length);
      await handle.writeFile(Buffer.concat([length, sealed]));
      piece += 1;
    }
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function* piecesOfOpen(fd: number): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await readAt(fd, Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Keeps an upload. @returns The digest of its bytes. @throws ApiError `service_unavailable` of a full disk, with nothing kept. */
export async function keepUpload(base: ReadBase, place: Place, fd: number): Promise<string> {
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of piecesOfOpen(fd)) {
      hash.update(piece);
      yield piece;
    }
  };
  writingOf(base).add(place.importId);
  try {
    await seal(base, place, 'file', hashed());
  } catch (error) {
    throw fullDisk(error);
  }
  return hash.digest('hex');
}

/** A new upload is in state, or given up: the sweep may judge it. */
export const endKeeping = (base: ReadBase, importId: string): void => void writingOf(base).delete(importId);

export async function keepRejects(base: ReadBase, place: Place, lines: Iterable<string>): Promise<void> {
  const bytes = Buffer.from([...lines].join(''));
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  };
  await seal(base, place, 'rejects', pieces());
}

/** @throws UploadGone */
async function* clearPieces(base: ReadBase, place: Place, part: Part): AsyncGenerator<Buffer> {
  const handle = await open(pathOf(base, place, part)).catch(() => {
    throw new UploadGone();
  });
  try {
    for (let piece = 0; ; piece += 1) {
      const head = await handle.read(Buffer.alloc(LENGTH_BYTES), 0, LENGTH_BYTES);
      if (head.bytesRead === 0) return;
      const sealed = Buffer.alloc(head.bytesRead === LENGTH_BYTES ? head.buffer.readUInt32BE() : 0);
      const { bytesRead } = await handle.read(sealed, 0, sealed.length);
      if (bytesRead === 0 || bytesRead < sealed.length) throw new UploadGone();
      yield opened(base, place, contextOf(place, part, piece), sealed);
    }
  } finally {
    await handle.close();
  }
}

function opened(base: ReadBase, { profileId }: Place, context: string, sealed: Buffer): Buffer {
  try {
    return Buffer.from(base.state.keys.decrypt(profileId, context, sealed), 'base64');
  } catch {
    throw new UploadGone();
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
