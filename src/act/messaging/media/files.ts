// The files of messages in the profile's folder, sealed by its key. A file is there before its row is, and goes after it: what a crash leaves of it is swept.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findProfile } from '../../../account/places/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { moveOf } from '../../../base/move/moves.ts';
import { fullDisk, openPieces, type SealedPlace, sealPieces } from '../../../base/sealing/sealed-pieces.ts';
import { profileFolder, profilesFolder } from '../../../base/warehouse/layout.ts';

export interface MediaPlace {
  profileId: string;
  mediaId: string;
}

export const mediaFolder = ({ config }: Pick<ReadBase, 'config'>, profileId: string): string =>
  join(profileFolder(config.dataDir, profileId), 'messages');

const placeOf = (base: ReadBase, { profileId, mediaId }: MediaPlace): SealedPlace => ({
  profileId,
  path: join(mediaFolder(base, profileId), mediaId),
  context: `message file ${mediaId}`,
});

/** Files that this process writes now: the sweep leaves them. */
const writingOf = (base: ReadBase): Set<string> => base.memo('message files that are written', () => new Set<string>());

/** Answers the digest of the bytes. Its row is in state, or given up, when `endKeeping` is called. @throws ApiError of a full disk */
export async function keepFile(base: ReadBase, place: MediaPlace, pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  writingOf(base).add(place.mediaId);
  try {
    await sealPieces(base, placeOf(base, place), hashed());
  } catch (error) {
    writingOf(base).delete(place.mediaId);
    throw fullDisk(error);
  }
  return hash.digest('hex');
}

/** The rows of new files are in state, or given up: the sweep may judge them. */
export function endKeeping(base: ReadBase, mediaIds: readonly string[]): void {
  for (const mediaId of mediaIds) writingOf(base).delete(mediaId);
}

export const isFileThere = (base: ReadBase, place: MediaPlace): boolean => existsSync(placeOf(base, place).path);

/** @throws SealedFileGone */
export const readFilePieces = (base: ReadBase, place: MediaPlace): AsyncGenerator<Buffer> =>
  openPieces(base, placeOf(base, place));

export const removeFile = (base: ReadBase, place: MediaPlace): Promise<void> => rm(placeOf(base, place).path, { force: true });

/** Removes files of a profile that have no row any more. */
export async function sweepMedia(base: ReadBase, profileId: string): Promise<void> {
  const names = await readdir(mediaFolder(base, profileId)).catch(() => []);
  if (names.length === 0) return;
  const rows = base.state.statement('act/messaging/media_ids').all({ profile_id: profileId });
  const known = new Set(rows.map(({ media_id: mediaId }) => mediaId));
  for (const name of names)
    if (!known.has(name) && !writingOf(base).has(name)) await rm(join(mediaFolder(base, profileId), name), { force: true });
}

/** Profiles that have a folder of files, with rows or without. */
export function profilesWithMedia(base: ReadBase): string[] {
  const root = profilesFolder(base.config.dataDir);
  const names = existsSync(root) ? readdirSync(root) : [];
  // The files of one that arrives are there before its rows.
  const isHere = (profileId: string): boolean => findProfile(base, profileId) !== undefined && !moveOf(base, profileId);
  return names.filter((name) => isHere(name) && existsSync(mediaFolder(base, name)));
}
