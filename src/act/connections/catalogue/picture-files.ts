// The files of copied pictures compared with state: one that is missing or is not what was copied is marked as lost, is not shown, and is copied
// again when its platform shows the creative at a later reading. One that is put back is found again.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { FileLook } from '../../../base/losses/file-hooks.ts';
import { ACCEPT, type StoreProblem } from '../../../base/losses/store-problem.ts';
import { moveOf } from '../../../base/move/moves.ts';
import { hashOf } from './picture-hash.ts';
import { pictureFolder } from './pictures.ts';

const MAX_ROWS = 1_000;

interface Copied {
  picture_id: string;
  sha256: string | null;
  lost_at: number | null;
}

/** By picture: the version of its file that was read, and whether it is right. */
type Seen = Map<string, { version: string; isRight: boolean }>;
const seenOf = (base: ReadBase): Seen => base.memo('pictures that were read', () => new Map());

function versionOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

async function isRight(base: Base, file: string, { picture_id, sha256 }: Copied, look: FileLook): Promise<boolean> {
  const version = versionOf(file);
  if (version === undefined) return false;
  const seen = seenOf(base).get(picture_id);
  if (seen?.version === version && look.bytesPerSecond === undefined) return seen.isRight;
  const bytes = await readFile(file).catch(() => undefined);
  if (look.bytesPerSecond !== undefined && bytes)
    await pause((bytes.length / look.bytesPerSecond) * 1000, undefined, { ref: false });
  // An earlier version kept no checksum.
  const found = bytes !== undefined && (sha256 === null ? bytes.length > 0 : hashOf(bytes) === sha256);
  seenOf(base).set(picture_id, { version, isRight: found });
  return found;
}

/** Marks pictures of one profile as lost, or as found again. */
async function lookAtProfile(base: Base, profileId: string, look: FileLook): Promise<void> {
  const folder = pictureFolder(base, profileId);
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  for (let after = ''; ; ) {
    const rows = base.state.statement('act/connections/pictures_copied').all({ profile_id: profileId, after, limit: MAX_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    const changed: { picture_id: string; isLost: boolean }[] = [];
    for (const row of rows) {
      if (look.isStopped?.()) return;
      const wasLost = row.lost_at !== null;
      // What was lost is read before it counts as found.
      const isThere = names.has(row.picture_id);
      const isRead = isThere && (wasLost || look.depth === 'bytes');
      const isLost = isRead ? !(await isRight(base, join(folder, row.picture_id), row, look)) : !isThere;
      if (isLost !== wasLost) changed.push({ picture_id: row.picture_id, isLost });
    }
    markPictures(base, changed);
    after = last.picture_id;
  }
}

function markPictures(base: Base, changed: readonly { picture_id: string; isLost: boolean }[]): void {
  if (changed.length === 0) return;
  base.state.tx(() => {
    for (const { picture_id, isLost } of changed)
      base.state.statement('act/connections/picture_lost_set').run({ picture_id, lost_at: isLost ? base.clock.now() : null });
  });
}

export async function lookAtPictures(base: Base, look: FileLook): Promise<void> {
  for (const { profile_id } of base.state.statement('act/connections/picture_profiles').all())
    if (!moveOf(base, profile_id)) await lookAtProfile(base, profile_id, look);
}

export const pictureProblems = (base: ReadBase): StoreProblem[] =>
  base.state
    .statement('act/connections/pictures_lost_count')
    .all()
    .map(({ profile_id, lost }) => ({
      store: 'pictures',
      what: `${lost} ${lost === 1 ? 'picture' : 'pictures'} of ads of profile ${profile_id} ${lost === 1 ? 'is' : 'are'} missing or damaged and not shown.`,
      next: `Copy profiles/${profile_id}/pictures from a backup to the same place, or wait for the next reading of the account, which copies what the platform still shows; for the others ${ACCEPT}`,
      isLoss: false,
      isServed: true,
    }));

/** The pictures count as never copied. */
export const forgetLostPictures = (tx: Base): number => tx.state.statement('act/connections/pictures_lost_forget').run().changes;
