// A profile arrives from another installation: first it is only listed what would come along, then all of it is added or nothing. The file is
// believed in nothing: it can come from anybody who had its key.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile, liveWorkspaces, placeOfProfile } from '../../account/places/index.ts';
import type { Base } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { Reach } from '../../base/contract/slice-hooks.ts';
import { withWorkFolder } from '../../base/files/work-folder.ts';
import { adoptJournal, adoptRows, adoptWaiting, placeFiles, removeEarlier, stageFiles } from '../../base/move/arrive.ts';
import { type CheckedRows, checkRows, RowsRefused } from '../../base/move/check-rows.ts';
import { schemaHash } from '../../base/move/leave.ts';
import {
  type MoveKey,
  type MoveManifest,
  MoveRefused,
  parseMoveKey,
  readMoveFile,
  unsealMove,
} from '../../base/move/move-file.ts';
import { moveOf, putMove, removeMove } from '../../base/move/moves.ts';
import { stopJobsOf } from '../../base/work/runner.ts';
import { forgetWarehouse, inTurn, settle } from '../../credit/pipeline/index.ts';
import { type Command, checked, type Report, type Result, reportBuild } from './command.ts';
import { ACTOR, audit, idsOf, ownId, reachesOf, withRoom } from './move-shared.ts';

const arriving = z.object({
  file: z.string(),
  key_file: z.string(),
  workspace_id: z.uuid().optional(),
  /** What was shown before, or all there is; without it nothing is added. */
  accepts: z.string().optional(),
});
const ACCEPTS_ALL = 'all';

/**
 * Accepts the profile of a file, whose every row is checked first; without `accepts` it only says what would come along. The profile is here with
 * its last transaction; after a crash before that the same command begins again.
 */
export const arriveProfile: Command = withRoom(async (base, args, report) => {
  const { file, key_file, workspace_id, accepts } = checked(arriving, args);
  const key = parseMoveKey(readFileSync(key_file, 'utf8'));
  // Once as it is, and its rows once more.
  const bytes = 2 * (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return withWorkFolder(base.config.dataDir, bytes, async (folder) => {
    const copy = join(folder, 'profile.sqlite');
    await unsealMove(file, key, copy);
    const { db, manifest } = readMoveFile(copy, file, key);
    try {
      requireFitting(base, file, manifest);
      const workspaceId = workspaceFor(base, manifest.profile_id, workspace_id);
      const rows = await checkRows(base, { file: copy, folder, manifest, workspaceId }).catch((error: unknown) =>
        noteRefusal(base, manifest, workspaceId, error),
      );
      try {
        const along = comesAlong(base, rows, manifest);
        if (accepts === undefined) return { ...along, status: 'listed', file, workspace_id: workspaceId };
        if (accepts !== ACCEPTS_ALL && accepts !== along.accepts)
          throw new MoveRefused('What comes along is not what was listed before: list it again.');
        await stageFiles(base, db, manifest).catch((error: unknown) => noteRefusal(base, manifest, workspaceId, error));
        await takeIn(base, { db, file, key, manifest, rows, reaches: along.reaches });
      } finally {
        rows.close();
      }
    } finally {
      db.close();
    }
    return whenHere(base, file, manifest, report);
  });
});

/** What is refused is audited. */
function noteRefusal(base: Base, manifest: MoveManifest, workspaceId: string, error: unknown): never {
  if (error instanceof RowsRefused) {
    const { profile_id: profileId, from_installation: installation } = manifest;
    const { kind, table } = error.fault;
    base.log.warn({ profile: profileId, installation, kind, table }, 'the file of a profile was refused');
    base.state.tx(() =>
      writeAudit(base, {
        actor: ACTOR,
        action: 'profile.arrival_refused',
        workspaceId,
        subject: profileId,
        detail: { installation, kind, table },
      }),
    );
  }
  throw error;
}

/** Everything by which others reach the profile once it is here, and a name for the list. */
function comesAlong(base: Base, rows: CheckedRows, { profile_id: profileId, from_installation }: MoveManifest) {
  const members = reachesOf(base, base.state, profileId).filter(({ kind }) => kind === 'member');
  const reaches = [...reachesOf(base, rows.state, profileId), ...members];
  const accepts = createHash('sha256')
    .update(JSON.stringify([profileId, from_installation, reaches]))
    .digest('hex');
  return { profile_id: profileId, from_installation, reaches, accepts };
}

interface Arrival {
  db: Database;
  file: string;
  key: MoveKey;
  manifest: MoveManifest;
  rows: CheckedRows;
  reaches: Reach[];
}

async function takeIn(base: Base, { db, file, key, manifest, rows, reaches }: Arrival): Promise<void> {
  const { profile_id: profileId, from_installation } = manifest;
  const isReturn = moveOf(base, profileId)?.status === 'released';
  putMove(base, {
    profile_id: profileId,
    status: 'arriving',
    other_installation: from_installation,
    address: null,
    sealed_key: null,
    contents: null,
    file,
  });
  base.log.info({ profile: profileId, is_return: isReturn }, 'a profile arrives');
  await stopJobsOf(base, profileId);
  await inTurn(base, profileId, async () => {
    await removeEarlier(base, profileId);
    placeFiles(base, profileId);
    await adoptJournal(base, db, manifest);
    await adoptWaiting(base, db, manifest);
    adoptRows(base, rows, { manifest, key }, () => {
      removeMove(base, profileId);
      for (const { arrived } of hooksOf(base)) arrived?.(base, profileId);
      audit(base, profileId, 'profile.arrived', { installation: from_installation, ...idsOf(reaches) });
    });
  });
}

async function whenHere(base: Base, file: string, manifest: MoveManifest, report: Report): Promise<Result> {
  const { profile_id: profileId, last_seq, from_installation } = manifest;
  forgetWarehouse(base, profileId);
  await base.journal.forget(profileId);
  base.journal.reopen(profileId);
  base.signals.emit('decisions', profileId);
  await settle(base, profileId, { onProgress: reportBuild(report) });
  return { profile_id: profileId, status: 'here', file, facts: Number(last_seq), from_installation };
}

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
