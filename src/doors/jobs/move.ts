// A profile leaves for another installation: into a file that only that one can take. Its release writes the key that opens the file, and with both it
// arrives there (arrive.ts). Until the release all of it can be undone, and after it the profile is never accepted for here.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { archiveProfile, finishArchivedProfile } from '../../account/access/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base } from '../../base/base.ts';
import { syncToDisk } from '../../base/files/durable.ts';
import { removeArriving, removeEarlier } from '../../base/move/arrive.ts';
import { contentsNow, writeMoveFile } from '../../base/move/leave.ts';
import { isSealedFor, type MoveKey, MoveRefused } from '../../base/move/move-file.ts';
import { keyOfMove, type Move, moveOf, putMove, removeMove, sealedKeyOfMove } from '../../base/move/moves.ts';
import { newIdentity } from '../../base/sealing/sealing.ts';
import { stopJobsOf } from '../../base/work/runner.ts';
import { isErasing, stitch } from '../../collect/identity/index.ts';
import { inTurn } from '../../credit/pipeline/index.ts';
import { type Command, checked, profileArg, profileOf } from './command.ts';
import { ACTOR, audit, idsOf, ownId, reachesOf, withRoom } from './move-shared.ts';

const leaving = profileArg.extend({
  file: z.string(),
  installation: z.string().regex(/^[\w-]{8,64}$/),
  address: z.string().max(500).optional(),
});

/** Closes the profile here, and writes the file. After a crash the same command continues. */
export const leaveProfile: Command = withRoom(async (base, args) => {
  const { profile_id, file, installation, address } = checked(leaving, args);
  const profileId = profileOf(base, profile_id);
  const identity = await newIdentity();
  await requireFreeName(base, profileId, file);
  // From here to the first transaction nothing waits: what is checked is so until the profile is closed.
  const earlier = requireMayLeave(base, profileId, installation);
  const key = (earlier && keyOfMove(base, earlier)) ?? identity;
  const move = {
    profile_id: profileId,
    other_installation: installation,
    address: address ?? earlier?.address ?? null,
    sealed_key: sealedKeyOfMove(base, profileId, key),
    contents: null,
    file: null,
  };
  if (earlier?.status !== 'released')
    base.state.tx(() => {
      putMove(base, { ...move, status: 'leaving' });
      if (!earlier) audit(base, profileId, 'profile.leaving', { installation });
    });
  await bringToRest(base, profileId);
  const contents = await writeMoveFile(base, profileId, {
    file,
    key,
    forInstallation: installation,
    fromInstallation: ownId(base),
  });
  const reaches = reachesOf(base, base.state, profileId).filter(({ kind }) => kind !== 'member');
  base.state.tx(() => {
    putMove(base, { ...move, status: earlier?.status === 'released' ? 'released' : 'left', contents, file });
    audit(base, profileId, 'profile.left', { installation, ...idsOf(reaches) });
  });
  return {
    profile_id: profileId,
    status: moveOf(base, profileId)?.status,
    file,
    installation,
    facts: Number(base.journal.lastSeq(profileId)),
    reaches,
  };
});

/** A file that an earlier attempt wrote may be written again. */
async function requireFreeName(base: Base, profileId: string, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const earlier = moveOf(base, profileId);
  const key = earlier && earlier.status !== 'arriving' ? keyOfMove(base, earlier) : undefined;
  if (earlier?.file === file || (key !== undefined && (await isSealedFor(file, key)))) return;
  throw new MoveRefused(`${file} exists already.`);
}

/** Answers the move that is under way. */
function requireMayLeave(base: Base, profileId: string, installation: string): Move | undefined {
  const earlier = moveOf(base, profileId);
  if (installation === ownId(base))
    throw new MoveRefused('The profile cannot move to the installation in which it is: --for names the other one.');
  if (earlier?.status === 'arriving') throw new MoveRefused('The profile is arriving here: finish that with --from, or undo it.');
  if (earlier && earlier.other_installation !== installation)
    throw new MoveRefused(`The profile is leaving for installation ${earlier.other_installation}: undo that first.`);
  if (isErasing(base, profileId))
    throw new MoveRefused('A customer of the profile is being erased: try again when that is done.');
  if (hasOpenIntents(base, profileId))
    throw new MoveRefused('A change at a platform is being applied in the workspace: try again when that is done.');
  return earlier;
}

/** An intent belongs to a workspace and stays here: its change would be applied or be in doubt where the profile is not any more. */
function hasOpenIntents(base: Base, profileId: string): boolean {
  const workspaceId = findProfile(base, profileId)?.workspaceId ?? '';
  return base.state.statement('base/intents_open').get({ workspace_id: workspaceId }) !== undefined;
}

/** Everything accepted is stitched and sealed, and no job of the profile runs. */
async function bringToRest(base: Base, profileId: string): Promise<void> {
  await base.journal.whenWritten(profileId);
  await stopJobsOf(base, profileId);
  const lastSeq = base.journal.lastSeq(profileId);
  await inTurn(base, profileId, async () => {
    while (base.state.cursor('stitched', profileId) < lastSeq) await stitch(base, profileId);
    if (lastSeq > base.archive.sealedUpTo(profileId)) await base.archive.seal(profileId, lastSeq);
  });
  const sealed = base.archive.sealedUpTo(profileId);
  if (sealed !== lastSeq)
    throw new MoveRefused(`Facts ${sealed + 1n} to ${lastSeq} could not be sealed: \`tributary status\` says why.`);
}

const releasing = profileArg.extend({ key_file: z.string() });

/** Gives the profile up for good, and writes the key of its file. It may be repeated. */
export const releaseProfile: Command = withRoom(async (base, args) => {
  const { profile_id, key_file } = checked(releasing, args);
  const profileId = profileOf(base, profile_id);
  const move = moveOf(base, profileId);
  if (move?.status !== 'left' && move?.status !== 'released')
    throw new MoveRefused('The profile has not left into a file yet: use --to first.');
  const key = keyOfMove(base, move);
  if (key === undefined)
    throw new MoveRefused(
      'The file of the profile was written by an earlier version, which did not seal it: write it again with --to.',
    );
  if (existsSync(key_file)) throw new MoveRefused(`${key_file} exists already.`);
  if (move.status === 'left') {
    await stopJobsOf(base, profileId);
    if ((await contentsNow(base, profileId)) !== move.contents)
      throw new MoveRefused(
        'What belongs to the profile changed since its file was written: delete that file and write another with --to.',
      );
    base.state.tx(() => {
      putMove(base, { ...move, status: 'released' });
      audit(base, profileId, 'profile.released', { installation: move.other_installation });
    });
  }
  writeKey(key_file, key);
  return { profile_id: profileId, status: 'released', file: move.file, key_file, installation: move.other_installation };
});

/** It appears whole: the command could not be repeated over a part of it. */
function writeKey(file: string, key: MoveKey): void {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncToDisk(dirname(file));
}

/** Deletes the remains of a released profile, for good: as an archived profile it cannot come back to this installation. */
export const forgetMoved: Command = async (base, args) => {
  const { profile_id } = checked(profileArg, args);
  const profileId = profileOf(base, profile_id);
  if (moveOf(base, profileId)?.status !== 'released')
    throw new MoveRefused('Only what a released profile left here is deleted; this one was not released.');
  base.state.tx(() => {
    archiveProfile(base, { profileId, actor: ACTOR });
    audit(base, profileId, 'profile.copy_deleted', {});
  });
  const { isPurged } = await finishArchivedProfile(base, profileId, true);
  return { profile_id: profileId, status: isPurged ? 'deleted' : 'being deleted' };
};

/** Before the release: the file becomes worthless, as its key is destroyed. Of an arrival: what is here of it is removed. */
export const undoMove: Command = async (base, args) => {
  const { profile_id } = checked(profileArg, args);
  const move = profile_id === undefined ? moveOf(base, profileOf(base, undefined)) : moveOf(base, profile_id);
  if (!move) throw new MoveRefused('The profile is not moving.');
  const profileId = move.profile_id;
  if (move.status === 'released')
    throw new MoveRefused(
      'The profile was released: the other installation may accept for it already. Move it back from there with --to and --from.',
    );
  if (move.status === 'arriving' && findProfile(base, profileId))
    throw new MoveRefused('The profile was on its way back here: finish that with --from.');
  if (move.status === 'arriving') {
    removeArriving(base, profileId);
    await removeEarlier(base, profileId);
  }
  base.state.tx(() => {
    removeMove(base, profileId);
    audit(base, profileId, 'profile.move_undone', { installation: move.other_installation });
  });
  base.journal.reopen(profileId);
  if (move.file !== null) rmSync(move.file, { force: true });
  base.signals.emit('decisions', profileId);
  return { profile_id: profileId, status: 'undone', file: move.file };
};
