// A file of a profile on disk, sealed by the profile's key a piece at a time: neither writing nor reading it needs all of it in memory.
import { read as readPlace } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ReadBase } from '../base.ts';
import { ApiError } from '../contract/api-error.ts';
import { NoRoom } from '../files/work-folder.ts';

const PIECE_BYTES = 262_144;
const LENGTH_BYTES = 4;
const RETRY_SECONDS = 60;
const readAt = promisify(readPlace);

/** The file is missing, or is not what was sealed. */
export class SealedFileGone extends Error {
  constructor() {
    super('the sealed file is missing or damaged');
  }
}

export interface SealedPlace {
  profileId: string;
  path: string;
  /** Authenticated: what was sealed for one file does not open as another. */
  context: string;
}

const contextOf = ({ context }: SealedPlace, piece: number): string => `${context} ${piece}`;

/** A full disk in the words of the interface; any other error as it is. */
export function fullDisk(error: unknown): unknown {
  const isFull = error instanceof NoRoom || ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');
  return isFull ? new ApiError('service_unavailable', 'The disk is full; nothing was stored.', {}, RETRY_SECONDS) : error;
}

/** On disk when the promise resolves; what fails leaves no file. */
export async function sealPieces(base: ReadBase, place: SealedPlace, pieces: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(place.path), { recursive: true, mode: 0o700 });
  const handle = await open(place.path, 'w', 0o600);
  try {
    let piece = 0;
    for await (const clear of pieces) {
      const sealed = base.state.keys.encrypt(place.profileId, contextOf(place, piece), clear.toString('base64'));
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(sealed.length);
      await handle.writeFile(Buffer.concat([length, sealed]));
      piece += 1;
    }
    await handle.sync();
  } catch (error) {
    await rm(place.path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** An open file, as it is read by places. */
export async function* piecesOfOpen(fd: number): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await readAt(fd, Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export async function* piecesOfBytes(bytes: Uint8Array): AsyncGenerator<Buffer> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole.length; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES);
}

/** @throws SealedFileGone */
export async function* openPieces(base: ReadBase, place: SealedPlace): AsyncGenerator<Buffer> {
  const handle = await open(place.path).catch(() => {
    throw new SealedFileGone();
  });
  try {
    for (let piece = 0; ; piece += 1) {
      const head = await handle.read(Buffer.alloc(LENGTH_BYTES), 0, LENGTH_BYTES);
      if (head.bytesRead === 0) return;
      const sealed = Buffer.alloc(head.bytesRead === LENGTH_BYTES ? head.buffer.readUInt32BE() : 0);
      const { bytesRead } = await handle.read(sealed, 0, sealed.length);
      if (bytesRead === 0 || bytesRead < sealed.length) throw new SealedFileGone();
      yield openPiece(base, place, piece, sealed);
    }
  } finally {
    await handle.close();
  }
}

function openPiece(base: ReadBase, place: SealedPlace, piece: number, sealed: Buffer): Buffer {
  try {
    return Buffer.from(base.state.keys.decrypt(place.profileId, contextOf(place, piece), sealed), 'base64');
  } catch {
    throw new SealedFileGone();
  }
}
