// One run of a schedule: the file is requested, and imported if it is another than the last. What a run writes is one transaction; after a crash before
// it the file is requested again, and after it the import goes on by its own job. A source that fails for five days stops, with a mail.
import { writeAudit } from '../../../account/audit/index.ts';
import { queueMail } from '../../../account/people/index.ts';
import { findProfile, workspaceMembers } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { Base } from '../../../base/base.ts';
import { beginCommit } from '../begin-commit.ts';
import { forgetUpload, type KeptUpload, keepAndRead } from '../keep-and-read.ts';
import { addImport, findImport, isWaiting, removeImport } from '../store.ts';
import { endKeeping } from '../upload-file.ts';
import { WrongReading } from '../work/request.ts';
import { fileNameOf } from './address.ts';
import { type FetchedFile, FetchFailure, fetchFile } from './fetch-file.ts';
import { findSchedule, type ImportSchedule, nextOf, noteFailure, noteRun, setStatus } from './store.ts';
import { type Reason, reasonText } from './words.ts';

const DAY_MS = 86_400_000;
export const STOPPED_AFTER_MS = 5 * DAY_MS;
/** For the person who is asked. */
const KEPT_MS = 7 * DAY_MS;

export const actorOfSchedule = (scheduleId: string): string => `import_schedule:${scheduleId}`;

export async function runSchedule(base: Base, profileId: string, scheduleId: string): Promise<object> {
  const schedule = findSchedule(base, profileId, scheduleId);
  const workspaceId = findProfile(base, profileId)?.workspaceId;
  if (schedule?.status !== 'active' || !schedule.reading || workspaceId === undefined) return {};
  const last = schedule.importId === null ? undefined : findImport(base, profileId, schedule.importId);
  // The next round asks again.
  if (last?.status === 'running') return {};
  try {
    const file = await fetchFile(base, schedule.address, schedule.version);
    if (!file) {
      base.state.tx(() => noteRun(base, schedule, { version: schedule.version }));
      return { is_unchanged: true };
    }
    return await takeFile(base, schedule, schedule.reading, file, workspaceId);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    fail(base, schedule, error.reason, workspaceId);
    return { reason: error.reason };
  }
}

async function takeFile(
  base: Base,
  schedule: ImportSchedule,
  reading: NonNullable<ImportSchedule['reading']>,
  file: FetchedFile,
  workspaceId: string,
): Promise<object> {
  const { profileId, scheduleId } = schedule;
  const actor = actorOfSchedule(scheduleId);
  const upload = {
    profileId,
    workspaceId,
    actor,
    fileName: fileNameOf(schedule.address, schedule.name),
    bytes: file.bytes.length,
    pieces: [file.bytes],
  };
  const kept = await keepAndRead(base, upload, reading, false).catch((error: unknown) => {
    if (error instanceof WrongReading) return undefined;
    throw error;
  });
  if (!kept) {
    base.state.tx(() => askPerson(base, schedule, 'refused', workspaceId));
    return { reason: 'refused' };
  }
  if (kept.upload.contentHash === schedule.contentHash) {
    await forgetUpload(base, kept.upload.importId);
    base.state.tx(() => noteRun(base, schedule, { version: file }));
    return { is_unchanged: true };
  }
  base.state.tx(() => putImport(base, schedule, kept, file, workspaceId));
  endKeeping(base, kept.upload.importId);
  return { import_id: kept.upload.importId, status: kept.read.status };
}

/** Inside a transaction. The schedule may have been paused or removed meanwhile: then the file is swept. */
function putImport(base: Base, before: ImportSchedule, kept: KeptUpload, file: FetchedFile, workspaceId: string): void {
  const { profileId, scheduleId } = before;
  const schedule = findSchedule(base, profileId, scheduleId);
  if (schedule?.status !== 'active') return;
  const { upload, read, reading, isMappingKept } = kept;
  const actor = actorOfSchedule(scheduleId);
  const { importId, contentHash } = upload;
  forgetWaiting(base, schedule);
  addImport(base, { ...upload, ...read, reading, isMappingKept, expiresAt: base.clock.now() + KEPT_MS, actor });
  const added = findImport(base, profileId, importId);
  if (read.status !== 'ready' || !added) {
    askPerson(base, schedule, read.status === 'asks' ? 'asks' : 'refused', workspaceId, importId);
    return;
  }
  beginCommit(base, added, actor, workspaceId);
  noteRun(base, schedule, { version: file, imported: { importId, contentHash } });
}

/** An earlier file of the schedule that nobody has committed is replaced by the newer one. */
function forgetWaiting(base: Base, { profileId, importId }: ImportSchedule): void {
  const last = importId === null ? undefined : findImport(base, profileId, importId);
  if (last && isWaiting(last)) removeImport(base, last);
}

/** Its files are read in another way than before, or not at all: it waits until a person has committed one. */
function askPerson(
  base: Base,
  schedule: ImportSchedule,
  reason: Reason,
  workspaceId: string,
  importId: string | null = null,
): void {
  setStatus(base, schedule, { status: 'needs_action', reason, nextAt: null, importId });
  inform(base, schedule, reason, workspaceId);
}

function fail(base: Base, schedule: ImportSchedule, reason: Reason, workspaceId: string): void {
  base.state.tx(() => {
    noteFailure(base, schedule, reason);
    const since = schedule.failingSince ?? base.clock.now();
    if (nextOf(base, schedule) - since < STOPPED_AFTER_MS) return;
    setStatus(base, schedule, { status: 'stopped', reason, nextAt: null });
    inform(base, schedule, reason, workspaceId);
  });
}

/** Owners and admins get a mail, once. */
function inform(base: Base, { profileId, scheduleId, name }: ImportSchedule, reason: Reason, workspaceId: string): void {
  writeAudit(base, {
    actor: actorOfSchedule(scheduleId),
    workspaceId,
    profileId,
    subject: scheduleId,
    action: 'import_schedule.stopped',
    detail: { reason },
  });
  const profile = profileSettings(base, profileId).name;
  const subject = `${name} is not imported any more`;
  const text = `The file ${name} of the profile ${profile}, which is imported by schedule, needs a person.\n\n${reasonText(reason)}\n\nWhat was imported stays. Continue on the page Import.\n`;
  for (const { email, role } of workspaceMembers(base, workspaceId))
    if (role !== 'member') queueMail(base, { to: email, subject, text });
}
