// Schedules of files in state. Their addresses may be secrets: they are sealed by the profile's key.
import { z } from 'zod';
import type { Base, ReadBase } from '../../../base/base.ts';
import { readJson } from '../../../base/kit/stored-json.ts';
import type { RowOf } from '../../../base/state/state.ts';
import type { FileImport } from '../store.ts';
import { readingShape, type StoredReading } from '../stored.ts';
import { readAddress, type SourceAddress } from './address.ts';
import type { FileVersion } from './fetch-file.ts';
import type { Reason } from './words.ts';

type Row = RowOf<'act/uploads/import_schedule_get'>;
export type Every = Row['every'];
export type ScheduleStatus = Row['status'];

const sourceShape = z.object({ name: z.string(), url: z.string() });

export interface ImportSchedule {
  scheduleId: string;
  profileId: string;
  /** As it was entered. */
  name: string;
  url: string;
  address: SourceAddress;
  every: Every;
  status: ScheduleStatus;
  reason: Reason | null;
  /** Null until a person has committed the first file. */
  reading: StoredReading | null;
  importId: string | null;
  contentHash: string | null;
  version: FileVersion;
  failingSince: number | null;
  checkedAt: number | null;
  importedAt: number | null;
  nextAt: number | null;
  createdBy: string;
  createdAt: number;
}

const contextOf = (scheduleId: string, column: 'source' | 'reading'): string => `import schedule ${column} ${scheduleId}`;

function scheduleOf(base: ReadBase, row: Row): ImportSchedule {
  const { schedule_id: scheduleId, profile_id: profileId } = row;
  const open = (column: 'source' | 'reading', sealed: Uint8Array): string =>
    base.state.keys.decrypt(profileId, contextOf(scheduleId, column), sealed);
  const { name, url } = readJson('import_schedules.source', sourceShape, open('source', row.source));
  const address = readAddress(url, base.config.providers.google_sheets.url) ?? { kind: 'url', url };
  return {
    scheduleId,
    profileId,
    name,
    url,
    address,
    every: row.every,
    status: row.status,
    reason: row.reason,
    reading: row.reading && readJson('import_schedules.reading', readingShape, open('reading', row.reading)),
    importId: row.import_id,
    contentHash: row.content_hash,
    version: { etag: row.etag, lastModified: row.last_modified },
    failingSince: row.failing_since,
    checkedAt: row.checked_at,
    importedAt: row.imported_at,
    nextAt: row.next_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

export function findSchedule(base: ReadBase, profileId: string, scheduleId: string): ImportSchedule | undefined {
  const row = base.state.statement('act/uploads/import_schedule_get').get({ profile_id: profileId, schedule_id: scheduleId });
  return row && scheduleOf(base, row);
}

export const schedulesOf = (base: ReadBase, profileId: string): ImportSchedule[] =>
  base.state
    .statement('act/uploads/import_schedules_list')
    .all({ profile_id: profileId })
    .map((row) => scheduleOf(base, row));

export const dueSchedules = (base: ReadBase): { profileId: string; scheduleId: string }[] =>
  base.state
    .statement('act/uploads/import_schedules_due')
    .all({ now: base.clock.now() })
    .map((row) => ({ profileId: row.profile_id, scheduleId: row.schedule_id }));

interface NewSchedule {
  scheduleId: string;
  profileId: string;
  name: string;
  url: string;
  every: Every;
  importId: string;
  contentHash: string;
  version: FileVersion;
  createdBy: string;
}

export function addSchedule(base: Base, { scheduleId, profileId, name, url, ...schedule }: NewSchedule): void {
  const source = base.state.keys.encrypt(profileId, contextOf(scheduleId, 'source'), JSON.stringify({ name, url }));
  base.state.statement('act/uploads/import_schedule_add').run({
    schedule_id: scheduleId,
    profile_id: profileId,
    source,
    every: schedule.every,
    import_id: schedule.importId,
    content_hash: schedule.contentHash,
    etag: schedule.version.etag,
    last_modified: schedule.version.lastModified,
    created_by: schedule.createdBy,
    now: base.clock.now(),
  });
}

const PERIOD_MS: Readonly<Record<Every, number>> = { hour: 3_600_000, day: 86_400_000 };
export const nextOf = (base: ReadBase, { every }: Pick<ImportSchedule, 'every'>): number => base.clock.now() + PERIOD_MS[every];

/** Later files are read as the person has committed this one; a day of spend that comes again replaces the earlier. */
export function adoptReading(base: Base, { profileId, importId, reading, contentHash }: FileImport): void {
  const row = base.state.statement('act/uploads/import_schedule_of').get({ profile_id: profileId, import_id: importId });
  if (!row || (row.status !== 'asks' && row.status !== 'needs_action')) return;
  const schedule = scheduleOf(base, row);
  const kept: StoredReading = { ...reading, on_conflict: 'replace' };
  base.state.statement('act/uploads/import_schedule_adopt').run({
    schedule_id: schedule.scheduleId,
    content_hash: contentHash,
    next_at: nextOf(base, schedule),
    now: base.clock.now(),
    reading: base.state.keys.encrypt(profileId, contextOf(schedule.scheduleId, 'reading'), JSON.stringify(kept)),
  });
}

/** A run that went well. Without an import the file was the one that is known. */
export const noteRun = (
  base: Base,
  schedule: ImportSchedule,
  { version, imported }: { version: FileVersion; imported?: { importId: string; contentHash: string } },
): void =>
  void base.state.statement('act/uploads/import_schedule_ran').run({
    schedule_id: schedule.scheduleId,
    etag: version.etag,
    last_modified: version.lastModified,
    now: base.clock.now(),
    next_at: nextOf(base, schedule),
    import_id: imported?.importId ?? null,
    content_hash: imported?.contentHash ?? null,
  });

export const setStatus = (
  base: Base,
  { scheduleId }: Pick<ImportSchedule, 'scheduleId'>,
  {
    status,
    reason,
    nextAt,
    importId = null,
  }: { status: ScheduleStatus; reason: Reason | null; nextAt: number | null; importId?: string | null },
): void =>
  void base.state
    .statement('act/uploads/import_schedule_status')
    .run({ schedule_id: scheduleId, status, reason, next_at: nextAt, import_id: importId });

export const noteFailure = (base: Base, schedule: ImportSchedule, reason: Reason): void =>
  void base.state
    .statement('act/uploads/import_schedule_failed')
    .run({ schedule_id: schedule.scheduleId, reason, next_at: nextOf(base, schedule), now: base.clock.now() });

export const setEvery = (base: Base, { scheduleId }: ImportSchedule, every: Every, nextAt: number | null): void =>
  void base.state.statement('act/uploads/import_schedule_every').run({ schedule_id: scheduleId, every, next_at: nextAt });

export const removeSchedule = (
  base: Base,
  { profileId, scheduleId }: Pick<ImportSchedule, 'profileId' | 'scheduleId'>,
): boolean =>
  base.state.statement('act/uploads/import_schedule_delete').run({ profile_id: profileId, schedule_id: scheduleId }).changes > 0;
