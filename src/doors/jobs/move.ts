// Moving a profile to another installation: it leaves into a file that only one installation can take, its release writes the key that opens
// the file, and with both it arrives there. Until the release all of it can be undone, and after it the profile is never accepted for here.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { archiveProfile, finishArchivedProfile } from '../../account/access/index.ts';
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile, liveWorkspaces, placeOfProfile } from '../../account/places/index.ts';
import type { Base } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { isOutOfRoom } from '../../base/files/disk.ts';
import { syncToDisk } from '../../base/files/durable.ts';
import { adoptJournal, adoptRows, adoptWaiting, checkContents, placeFiles, removeEarlier } from '../../base/move/arrive.ts';
import { contentsNow, schemaHash, writeMoveFile } from '../../base/move/leave.ts';
import { KEY_BYTES, type MoveManifest, MoveRefused, parseMoveKey, readMoveFile } from '../../base/move/move-file.ts';
import { movedTables } from '../../base/move/move-plan.ts';
import { keyOfMove, moveOf, putMove, removeMove, sealedKeyOfMove } from '../../base/move/moves.ts';
import { stopJobsOf } from '../../base/work/runner.ts';
import { isErasing, stitch } from '../../collect/identity/index.ts';
import { forgetWarehouse, inTurn, settle } from '../../credit/pipeline/index.ts';
import { type Command, checked, profileArg, profileOf, reportBuild } from './command.ts';

const ACTOR = 'system';

const ownId = (base: Base): string => {
  const id = base.state.statement('base/installation_get').get()?.id;
  if (id === undefined) throw new Error('state has no installation id');
  return id;
};

function audit(base: Base, profileId: string, action: string, detail: Record<string, string>): void {
  const workspaceId = findProfile(base, profileId)?.workspaceId;
  writeAudit(base, { actor: ACTOR, action, ...(workspaceId ? { workspaceId } : {}), profileId, subject: profileId, detail });
}

/** A full disk is said in words. What an attempt wrote is removed by the next, as after a crash. */
const withRoom =
  (command: Command): Command =>
  async (...call) => {
    try {
      return await command(...call);
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      const text = 'A disk is full, that of the file or of the data folder. Nothing is lost: make room and repeat this command.';
      throw new MoveRefused(text, { cause: error });
    }
  };

const leaving = profileArg.extend({
  file: z.string(),
  installation: z.string().regex(/^[\w-]{8,64}$/),
  address: z.string().max(500).optional(),
});

/** Closes the profile here, and writes the file. After a crash the same command continues. */
export const leaveProfile: Command = withRoom(async (base, args) => {
  const { profile_id, file, installation, address } = checked(leaving, args);
  const profileId = profileOf(base, profile_id);
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
  const key = earlier ? keyOfMove(base, earlier) : randomBytes(KEY_BYTES);
  if (existsSync(file) && !isOfMove(file, key)) throw new MoveRefused(`${file} exists already.`);
  const move = {
    ...{ profile_id: profileId, other_installation: installation, address: address ?? earlier?.address ?? null },
    ...{ sealed_key: sealedKeyOfMove(base, profileId, key), contents: null, file: null },
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
  base.state.tx(() => putMove(base, { ...move, status: earlier?.status === 'released' ? 'released' : 'left', contents, file }));
  return {
    profile_id: profileId,
    status: moveOf(base, profileId)?.status,
    file,
    installation,
    facts: Number(base.journal.lastSeq(profileId)),
  };
});

/** An intent belongs to a workspace and stays here: its change would be applied or be in doubt where the profile is not any more. */
function hasOpenIntents(base: Base, profileId: string): boolean {
  const workspaceId = findProfile(base, profileId)?.workspaceId ?? '';
  return base.state.statement('base/intents_open').get({ workspace_id: workspaceId }) !== undefined;
}

/** Written by an earlier attempt: it may be written again. */
function isOfMove(file: string, key: Buffer): boolean {
  try {
    readMoveFile(file, key).db.close();
    return true;
  } catch (error) {
    if (error instanceof MoveRefused) return false;
    throw error;
  }
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
  writeKey(key_file, keyOfMove(base, move));
  return { profile_id: profileId, status: 'released', file: move.file, key_file, installation: move.other_installation };
});

/** It appears whole: the command could not be repeated over a part of it. */
function writeKey(file: string, key: Buffer): void {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, `${key.toString('base64url')}\n`, { mode: 0o600, flush: true });
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
  if (move.status === 'arriving') await removeEarlier(base, profileId);
  base.state.tx(() => {
    removeMove(base, profileId);
    audit(base, profileId, 'profile.move_undone', { installation: move.other_installation });
  });
  base.journal.reopen(profileId);
  if (move.file !== null) rmSync(move.file, { force: true });
  base.signals.emit('decisions', profileId);
  return { profile_id: profileId, status: 'undone', file: move.file };
};

const arriving = z.object({ file: z.string(), key_file: z.string(), workspace_id: z.uuid().optional() });

/** Accepts the profile of a file. It is here with its last transaction; after a crash before that the same command begins again. */
export const arriveProfile: Command = withRoom(async (base, args, report) => {
  const { file, key_file, workspace_id } = checked(arriving, args);
  const key = parseMoveKey(readFileSync(key_file, 'utf8'));
  const { db, manifest } = readMoveFile(file, key);
  const { profile_id: profileId } = manifest;
  try {
    requireFitting(base, file, manifest);
    const workspaceId = workspaceFor(base, profileId, workspace_id);
    checkContents(db, manifest, movedTables(base.state.db));
    const isReturn = moveOf(base, profileId)?.status === 'released';
    putMove(base, {
      ...{ profile_id: profileId, status: 'arriving', other_installation: manifest.from_installation, address: null },
      ...{ sealed_key: null, contents: null, file },
    });
    base.log.info({ profile: profileId, is_return: isReturn }, 'a profile arrives');
    await stopJobsOf(base, profileId);
    await inTurn(base, profileId, async () => {
      await removeEarlier(base, profileId);
      await placeFiles(base, db, manifest);
      await adoptJournal(base, db, manifest);
      await adoptWaiting(base, db, manifest);
      adoptRows(base, file, { manifest, key, workspaceId }, () => {
        removeMove(base, profileId);
        for (const { arrived } of hooksOf(base)) arrived?.(base, profileId);
        audit(base, profileId, 'profile.arrived', { installation: manifest.from_installation });
      });
    });
  } finally {
    db.close();
  }
  forgetWarehouse(base, profileId);
  await base.journal.forget(profileId);
  base.journal.reopen(profileId);
  base.signals.emit('decisions', profileId);
  await settle(base, profileId, { onProgress: reportBuild(report) });
  return {
    profile_id: profileId,
    status: 'here',
    file,
    facts: Number(manifest.last_seq),
    from_installation: manifest.from_installation,
  };
});

function requireFitting(base: Base, file: string, manifest: MoveManifest): void {
  if (manifest.schema !== schemaHash(base))
    throw new MoveRefused(`${file} is of another version of Tributary: move the profile between installations of one version.`);
  if (manifest.for_installation !== ownId(base))
    throw new MoveRefused(`${file} is for installation ${manifest.for_installation}; this one is ${ownId(base)}.`);
  const move = moveOf(base, manifest.profile_id);
  const mayArrive =
    move === undefined ? !findProfile(base, manifest.profile_id) : move.status === 'released' || move.status === 'arriving';
  if (!mayArrive) throw new MoveRefused('The profile is in this installation already.');
}

/** Where the profile was before; otherwise the one that is named, or the only one there is. */
function workspaceFor(base: Base, profileId: string, named: string | undefined): string {
  const before = placeOfProfile(base, profileId);
  if (before?.isArchived)
    throw new MoveRefused('The profile was archived in this installation; an archived profile cannot come back.');
  if (before) return before.workspaceId;
  const live = liveWorkspaces(base);
  const workspaceId = named ?? (live.length === 1 ? live[0] : undefined);
  if (workspaceId === undefined) throw new MoveRefused(`There are ${live.length} workspaces: choose one with --workspace ID.`);
  if (!live.includes(workspaceId)) throw new MoveRefused(`There is no live workspace ${workspaceId}.`);
  return workspaceId;
}
