// The files of messages compared with state: one that is missing or is not what was stored is marked as lost and not sent out. One that is put back is
// found again.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { FileLook } from '../../../base/losses/file-hooks.ts';
import { ACCEPT, type StoreProblem } from '../../../base/losses/store-problem.ts';
import { moveOf } from '../../../base/move/moves.ts';
import { SealedFileGone } from '../../../base/sealing/sealed-pieces.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { isFileThere, readFilePieces } from './files.ts';
import { detailsOf } from './media.ts';

const MAX_ROWS = 500;

type KeptRow = RowOf<'act/messaging/media_kept'>;

async function isRight(base: Base, row: KeptRow, { bytesPerSecond }: FileLook): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const piece of readFilePieces(base, { profileId: row.profile_id, mediaId: row.media_id })) {
      hash.update(piece);
      if (bytesPerSecond !== undefined) await pause((piece.length / bytesPerSecond) * 1000, undefined, { ref: false });
    }
  } catch (error) {
    if (error instanceof SealedFileGone) return false;
    throw error;
  }
  return hash.digest('hex') === detailsOf(base, row).sha256;
}

async function lookAtProfile(base: Base, profileId: string, look: FileLook): Promise<void> {
  for (let after = ''; ; ) {
    const rows = base.state.statement('act/messaging/media_kept').all({ profile_id: profileId, after, limit: MAX_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows) {
      if (look.isStopped?.()) return;
      const wasLost = row.lost_at !== null;
      const isThere = isFileThere(base, { profileId, mediaId: row.media_id });
      // What was lost is read before it counts as found.
      const isLost = isThere && (wasLost || look.depth === 'bytes') ? !(await isRight(base, row, look)) : !isThere;
      const lost_at = isLost ? base.clock.now() : null;
      if (isLost !== wasLost) base.state.statement('act/messaging/media_lost_set').run({ media_id: row.media_id, lost_at });
    }
    after = last.media_id;
  }
}

export async function lookAtMedia(base: Base, look: FileLook): Promise<void> {
  for (const { profile_id } of base.state.statement('act/messaging/media_profiles').all())
    if (!moveOf(base, profile_id)) await lookAtProfile(base, profile_id, look);
}

export const mediaProblems = (base: ReadBase): StoreProblem[] =>
  base.state
    .statement('act/messaging/media_lost_count')
    .all()
    .map(({ profile_id, lost }) => ({
      store: 'messages',
      what: `${lost} ${lost === 1 ? 'file' : 'files'} of messages of profile ${profile_id} ${lost === 1 ? 'is' : 'are'} missing or damaged.`,
      next: `Copy profiles/${profile_id}/messages from a backup to the same place; for what is in none ${ACCEPT}`,
      isLoss: false,
      isServed: true,
    }));

/** Lost files count as gone. */
export const forgetLostMedia = (tx: Base): number => tx.state.statement('act/messaging/media_lost_forget').run().changes;
