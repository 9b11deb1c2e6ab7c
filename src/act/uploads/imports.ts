// Imports of files: uploaded and previewed, read in another way, committed, undone, forgotten. A preview runs the code of a commit up to its first write.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { changeThenWait, type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import { piecesOfOpen } from '../../base/sealing/sealed-pieces.ts';
import { FIELDS, readLayouts } from '../../collect/imports/index.ts';
import { beginCommit } from './begin-commit.ts';
import { hasJob, queueImport } from './commit.ts';
import { keepAndRead } from './keep-and-read.ts';
import { readUpload } from './preview.ts';
import { adoptReading } from './schedules/store.ts';
import { shownImport } from './shown.ts';
import {
  addImport,
  changeReading,
  type FileImport,
  findImport,
  isWaiting,
  keepMapping,
  listOfImports,
  removeImport,
  waitingImports,
} from './store.ts';
import { readingShape, type StoredReading } from './stored.ts';
import { daysInForce, takeOut } from './undo.ts';
import { endKeeping, forgetFile, readRejects, UploadGone } from './upload-file.ts';
import { WrongReading } from './work/request.ts';

/** Between the upload and its commit. */
export const KEPT_MS = 86_400_000;
export const MOST_WAITING = 20;

function inWords(error: unknown): never {
  if (error instanceof WrongReading) throw new ApiError('validation_error', `${error.field}: ${error.message}`);
  if (error instanceof UploadGone) throw new ApiError('invalid_state', error.message);
  throw error;
}

const whoOf = (principal: Principal, workspaceId: string) => ({ actor: actorOf(principal), workspaceId });

export const createImport = stateChange('createImport', {
  prepare: async ({ principal, profile: { profileId, workspaceId }, body: { file } }, base) => {
    if (waitingImports(base, profileId) >= MOST_WAITING)
      throw new ApiError(
        'invalid_state',
        `${MOST_WAITING} uploads of this profile wait for their commit. Commit or delete some of them first.`,
      );
    const actor = actorOf(principal);
    const upload = { profileId, workspaceId, actor, fileName: file.name, bytes: file.bytes, pieces: piecesOfOpen(file.fd) };
    return keepAndRead(base, upload, readingShape.parse({}), true).catch(inWords);
  },
  change: ({ principal, profile: { profileId } }, base, { upload, read, reading: used, isMappingKept }) => {
    const { importId } = upload;
    const expiresAt = base.clock.now() + KEPT_MS;
    addImport(base, { ...upload, ...read, reading: used, isMappingKept, expiresAt, actor: actorOf(principal) });
    endKeeping(base, importId);
    return { outcome: 'created', data: shownImport(base, required(base, profileId, importId)), meta: { profile_id: profileId } };
  },
});

function required(base: ReadBase, profileId: string, importId: string): FileImport {
  const found = findImport(base, profileId, importId);
  if (!found || (isWaiting(found) && found.expiresAt <= base.clock.now()))
    throw new ApiError(
      'not_found',
      'There is no such import of this profile; an upload that nobody commits is forgotten after a day.',
    );
  return found;
}

export const listImports = reading('listImports', (call, base) => {
  const { limit, cursor } = call.params;
  const { profileId } = call.profile;
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  const rows = listOfImports(base, profileId, cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor), limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const now = base.clock.now();
  return {
    data: page.filter((each) => !isWaiting(each) || each.expiresAt > now).map((each) => shownImport(base, each)),
    meta: { profile_id: profileId },
    pagination: { has_next: last !== undefined, cursor: last ? String(last.importNo) : null },
  };
});

export const getImport = reading('getImport', ({ params, profile: { profileId } }, base) => ({
  data: shownImport(base, required(base, profileId, params.import_id)),
  meta: { profile_id: profileId },
}));

/** Members that are sent replace those of before; null removes one. */
function changedReading(before: StoredReading, sent: object): StoredReading {
  const { answers, ...changed } = { ...before, ...sent };
  return readingShape.parse({ ...changed, answers: answers ?? {} });
}

export const readImportAgain = stateChange('readImportAgain', {
  prepare: async ({ principal, profile: { profileId, workspaceId }, params, body }, base) => {
    const imported = required(base, profileId, params.import_id);
    refuseUnlessWaiting(imported);
    const wanted = changedReading(imported.reading, body);
    if (wanted.mapping && wanted.layout !== null)
      throw new ApiError('validation_error', 'layout: choose a layout or a mapping, not both.');
    const read = await readUpload(base, imported, wanted, whoOf(principal, workspaceId), false).catch(inWords);
    return { imported, ...read };
  },
  change: ({ profile: { profileId } }, base, { imported, read, reading: wanted }) => {
    if (!changeReading(base, imported, wanted, read)) {
      refuseUnlessWaiting(required(base, profileId, imported.importId));
      throw new ApiError('invalid_state', 'The upload was read in another way at the same time. Read it again.');
    }
    return { data: shownImport(base, required(base, profileId, imported.importId)), meta: { profile_id: profileId } };
  },
});

function refuseUnlessWaiting(imported: FileImport): void {
  if (isWaiting(imported)) return;
  const words = {
    running: 'The import is running.',
    completed: 'The import has completed. Undo it first.',
    undone: 'The import was undone. Upload the file again.',
  };
  throw new ApiError('invalid_state', words[imported.status as keyof typeof words]);
}

export const commitImport = stateChange('commitImport', (call, base) => {
  const { profileId, workspaceId } = call.profile;
  const imported = required(base, profileId, call.params.import_id);
  const actor = actorOf(call.principal);
  const { status, reading: used, preview, kind } = imported;
  if (status === 'undone') refuseUnlessWaiting(imported);
  if (status === 'asks' || status === 'refused' || kind === null) {
    const [question] = preview.questions;
    throw new ApiError('invalid_state', question?.words ?? preview.refusal?.words ?? 'There is nothing to import in the file.');
  }
  if (status === 'running' && !hasJob(base, imported.importId)) queueImport(base, imported, actor, workspaceId);
  if (status === 'ready' || status === 'failed') {
    if (used.mapping && preview.header_hash !== null) keepMapping(base, profileId, preview.header_hash, used.mapping);
    beginCommit(base, imported, actor, workspaceId);
    adoptReading(base, imported);
  }
  return {
    outcome: 'accepted',
    data: shownImport(base, required(base, profileId, imported.importId)),
    meta: { profile_id: profileId },
  };
});

export const undoImport = stateChange('undoImport', {
  prepare: async ({ profile: { profileId }, params }, base) => {
    const imported = required(base, profileId, params.import_id);
    const { status, kind } = imported;
    if (isWaiting(imported)) throw new ApiError('invalid_state', 'The import was never committed: there is nothing to undo.');
    if (status === 'running') throw new ApiError('invalid_state', 'The import is still running. Undo it when it has completed.');
    if (kind === 'customers' && status === 'completed')
      throw new ApiError(
        'invalid_state',
        'A list of customers adds to what is known of each, which cannot be removed in one step.',
      );
    return { importId: imported.importId, days: status === 'completed' ? await daysInForce(base, imported) : [] };
  },
  change: ({ principal, profile: { profileId, workspaceId } }, base, { importId, days }) => {
    const imported = required(base, profileId, importId);
    if (imported.status === 'completed') takeOut(base, imported, days, whoOf(principal, workspaceId));
    return { data: shownImport(base, required(base, profileId, importId)), meta: { profile_id: profileId } };
  },
});

function forget(base: Base, imported: FileImport, actor: string, workspaceId: string): void {
  const { profileId, importId } = imported;
  removeImport(base, imported);
  writeAudit(base, { actor, workspaceId, profileId, subject: importId, action: 'file.forgotten' });
}

export const deleteImport = changeThenWait('deleteImport', {
  change: ({ principal, profile: { profileId, workspaceId }, params }, base) => {
    const imported = required(base, profileId, params.import_id);
    refuseUnlessWaiting(imported);
    forget(base, imported, actorOf(principal), workspaceId);
    return imported.importId;
  },
  after: async ({ profile: { profileId } }, base, importId) => {
    await forgetFile(base, importId, 'file');
    await forgetFile(base, importId, 'rejects');
    return { data: { import_id: importId, deleted: true }, meta: { profile_id: profileId } };
  },
});

export const getImportRejects = reading('getImportRejects', async ({ params, profile: { profileId } }, base) => {
  const imported = required(base, profileId, params.import_id);
  const content = imported.expiresAt > base.clock.now() ? await readRejects(base, imported) : undefined;
  if (content === undefined) throw new ApiError('not_found', 'The list of rows that are not imported is no longer kept.');
  const file_name = `${imported.fileName.replace(/\.[^.]{1,8}$/, '')}-rejects.csv`;
  return { data: { file_name, content_type: 'text/csv; charset=utf-8' as const, content }, meta: { profile_id: profileId } };
});

const READS = ['payments', 'receipts', 'spend', 'deals', 'customers'] as const;

export const getImportFields = reading('getImportFields', ({ profile: { profileId } }) => ({
  data: {
    fields: READS.map((reads) => {
      const { needed, mayLack, more } = FIELDS[reads];
      return { reads, needed: [...needed], may_lack: [...mayLack], more: [...more] };
    }),
    layouts: readLayouts().map(({ layout, title, reads, source }) => ({ layout, title, kind: reads, source })),
  },
  meta: { profile_id: profileId },
}));
