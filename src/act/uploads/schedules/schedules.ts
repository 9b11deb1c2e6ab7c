// Files that are imported from an address by schedule. A person commits the first; all later ones are read as that one was.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, reading, stateChange } from '../../../base/contract/operation.ts';
import type { QualitySignal } from '../../../base/contract/slice-hooks.ts';
import { KEPT_MS, MOST_WAITING } from '../imports.ts';
import { keepAndRead } from '../keep-and-read.ts';
import { addImport, findImport, isWaiting, waitingImports } from '../store.ts';
import { readingShape } from '../stored.ts';
import { endKeeping } from '../upload-file.ts';
import { fileNameOf, readAddress, type SourceAddress } from './address.ts';
import { FetchFailure, fetchFile } from './fetch-file.ts';
import { queueRun } from './jobs.ts';
import {
  addSchedule,
  findSchedule,
  type ImportSchedule,
  nextOf,
  removeSchedule,
  schedulesOf,
  setEvery,
  setStatus,
} from './store.ts';
import { reasonText } from './words.ts';

const MOST = 50;
const NO_VERSION = { etag: null, lastModified: null };

type Shown = Answer<'listImportSchedules'>['data'][number];

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function shown(base: ReadBase, schedule: ImportSchedule): Shown {
  const { scheduleId, profileId, name, url, address, every, status, reason, importId } = schedule;
  const last = importId === null ? undefined : findImport(base, profileId, importId);
  const failing = status === 'active' && reason !== null;
  return {
    schedule_id: scheduleId,
    name,
    url,
    kind: address.kind,
    every,
    status: failing ? 'failing' : status,
    reason,
    reason_text: reason === null ? null : reasonText(reason),
    import_id: last ? importId : null,
    waits_for_commit: last !== undefined && isWaiting(last) && (status === 'asks' || status === 'needs_action'),
    checked_at: instant(schedule.checkedAt),
    imported_at: instant(schedule.importedAt),
    next_at: instant(schedule.nextAt),
    created_at: new Date(schedule.createdAt).toISOString(),
    created_by: schedule.createdBy,
  };
}

const answer = (base: ReadBase, schedule: ImportSchedule) => ({
  data: shown(base, schedule),
  meta: { profile_id: schedule.profileId },
});

export const listImportSchedules = reading('listImportSchedules', ({ profile: { profileId } }, base) => ({
  data: schedulesOf(base, profileId).map((each) => shown(base, each)),
  meta: { profile_id: profileId },
}));

export const createImportSchedule = stateChange('createImportSchedule', {
  asksOutside: true,
  prepare: async ({ principal, profile: { profileId, workspaceId }, body }, base) => {
    refuseTooMany(base, profileId);
    const address = checkedAddress(base, body.url);
    const file = await fetchFile(base, address, NO_VERSION).catch(inWords);
    if (!file) throw new ApiError('validation_error', 'url: the server sent no file.');
    const actor = actorOf(principal);
    const upload = {
      profileId,
      workspaceId,
      actor,
      fileName: fileNameOf(address, body.name),
      bytes: file.bytes.length,
      pieces: [file.bytes],
    };
    return { file, ...(await keepAndRead(base, upload, readingShape.parse({}), true)) };
  },
  change: (
    { principal, profile: { profileId, workspaceId }, body },
    base,
    { file, upload, read, reading: used, isMappingKept },
  ) => {
    refuseTooMany(base, profileId);
    const actor = actorOf(principal);
    const { importId, contentHash } = upload;
    const scheduleId = randomUUID();
    addImport(base, { ...upload, ...read, reading: used, isMappingKept, expiresAt: base.clock.now() + KEPT_MS, actor });
    addSchedule(base, {
      scheduleId,
      profileId,
      name: body.name.trim(),
      url: body.url.trim(),
      every: body.every ?? 'day',
      importId,
      contentHash,
      version: file,
      createdBy: actor,
    });
    endKeeping(base, importId);
    writeAudit(base, { actor, workspaceId, profileId, subject: scheduleId, action: 'import_schedule.created' });
    return { outcome: 'created', ...answer(base, required(base, profileId, scheduleId)) };
  },
});

function refuseTooMany(base: ReadBase, profileId: string): void {
  if (schedulesOf(base, profileId).length >= MOST)
    throw new ApiError('invalid_state', `A profile has at most ${MOST} files that are imported by schedule.`);
  if (waitingImports(base, profileId) >= MOST_WAITING)
    throw new ApiError(
      'invalid_state',
      `${MOST_WAITING} uploads of this profile wait for their commit. Commit or delete some of them first.`,
    );
}

function checkedAddress(base: ReadBase, text: string): SourceAddress {
  const address = readAddress(text, base.config.providers.google_sheets.url);
  if (address) return address;
  throw new ApiError('validation_error', 'url: the address of a file, or of a Google Sheet, that begins with https://.');
}

function inWords(error: unknown): never {
  if (error instanceof FetchFailure) throw new ApiError('validation_error', `url: ${reasonText(error.reason)}`);
  throw error;
}

function required(base: ReadBase, profileId: string, scheduleId: string): ImportSchedule {
  const found = findSchedule(base, profileId, scheduleId);
  if (!found) throw new ApiError('not_found', 'This profile has no such schedule.');
  return found;
}

export const updateImportSchedule = stateChange(
  'updateImportSchedule',
  ({ principal, profile: { profileId, workspaceId }, params, body }, base) => {
    const schedule = required(base, profileId, params.schedule_id);
    const { every = schedule.every, is_paused: isPaused } = body;
    setEvery(base, schedule, every, schedule.nextAt === null ? null : nextOf(base, { every }));
    if (isPaused !== undefined) setPaused(base, schedule, isPaused);
    const detail = { every, ...(isPaused === undefined ? {} : { is_paused: isPaused }) };
    writeAudit(base, {
      actor: actorOf(principal),
      workspaceId,
      profileId,
      subject: schedule.scheduleId,
      action: 'import_schedule.changed',
      detail,
    });
    return answer(base, required(base, profileId, schedule.scheduleId));
  },
);

function setPaused(base: Base, schedule: ImportSchedule, isPaused: boolean): void {
  if (schedule.reading === null)
    throw new ApiError('invalid_state', 'The schedule begins once its first file is committed: there is nothing to pause.');
  if (isPaused) setStatus(base, schedule, { status: 'paused', reason: null, nextAt: null });
  else if (schedule.status !== 'active') setStatus(base, schedule, { status: 'active', reason: null, nextAt: base.clock.now() });
}

export const runImportSchedule = stateChange('runImportSchedule', ({ profile: { profileId }, params }, base) => {
  const schedule = required(base, profileId, params.schedule_id);
  if (schedule.status !== 'active')
    throw new ApiError('invalid_state', 'The schedule does not run: commit its file, or resume it first.');
  queueRun(base, profileId, schedule.scheduleId);
  return { outcome: 'accepted', ...answer(base, schedule) };
});

export const deleteImportSchedule = stateChange(
  'deleteImportSchedule',
  ({ principal, profile: { profileId, workspaceId }, params }, base) => {
    const removed = { profileId, scheduleId: params.schedule_id };
    if (!removeSchedule(base, removed)) throw new ApiError('not_found', 'This profile has no such schedule.');
    writeAudit(base, {
      actor: actorOf(principal),
      workspaceId,
      profileId,
      subject: removed.scheduleId,
      action: 'import_schedule.removed',
    });
    return { data: { schedule_id: removed.scheduleId, deleted: true }, meta: { profile_id: profileId } };
  },
);

/** What Quality says of schedules whose files do not come; nothing where there are none. */
export function scheduleSignals(base: ReadBase, profileId: string): QualitySignal[] {
  const all = schedulesOf(base, profileId).filter(({ status }) => status !== 'paused' && status !== 'asks');
  if (all.length === 0) return [];
  const troubled = all.filter(({ status, reason }) => status !== 'active' || reason !== null);
  const isStopped = troubled.some(({ status }) => status !== 'active');
  return [
    {
      name: 'scheduled_files',
      title: 'Files that are imported by schedule',
      count: troubled.length,
      status: troubled.length === 0 ? 'ok' : isStopped ? 'problem' : 'attention',
      explanation: 'Files whose last run failed, or that wait for a person.',
      next: troubled.length === 0 ? '' : 'Open the page Import: each schedule says why, and what to do.',
    },
  ];
}
