// Imports of uploaded files in state. What a file or a person says is sealed by the profile's key.
import type { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import type { RowOf } from '../../base/state/state.ts';
import type { Mapping } from '../../collect/imports/index.ts';
import { findPaymentsImport } from '../../collect/payments/index.ts';
import type { PlannedDay } from '../../collect/spend/index.ts';
import { readSpendDay } from '../../collect/spend/index.ts';
import {
  mappingShape,
  outcomeShape,
  previewShape,
  readingShape,
  runShape,
  type StoredOutcome,
  type StoredPreview,
  type StoredReading,
  type StoredRun,
  storedDay,
} from './stored.ts';
import type { ImportKind } from './work/request.ts';

export type Status = RowOf<'act/uploads/file_import_get'>['status'];

export interface FileImport {
  importNo: number;
  importId: string;
  profileId: string;
  status: Status;
  kind: ImportKind | null;
  fileName: string;
  contentHash: string;
  bytes: number;
  reading: StoredReading;
  revision: number;
  isMappingKept: boolean;
  preview: StoredPreview;
  run: StoredRun | null;
  result: StoredOutcome | null;
  paymentsImport: string | null;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
  committedAt: number | null;
  undoneAt: number | null;
}

export type ImportName = Pick<FileImport, 'importId' | 'profileId'>;

/** It waits for a person: nothing of it was written. */
const WAITING: ReadonlySet<Status> = new Set(['asks', 'refused', 'ready', 'failed']);
export const isWaiting = ({ status }: Pick<FileImport, 'status'>): boolean => WAITING.has(status);

const contextOf = (importId: string, column: string): string => `file import ${column} ${importId}`;

const sealText = (base: ReadBase, { profileId, importId }: ImportName, column: string, text: string): Buffer =>
  base.state.keys.encrypt(profileId, contextOf(importId, column), text);

const sealJson = (base: ReadBase, name: ImportName, column: string, value: unknown): Buffer =>
  sealText(base, name, column, JSON.stringify(value));

function importOf(base: ReadBase, row: RowOf<'act/uploads/file_import_get'>): FileImport {
  const { import_id: importId, profile_id: profileId } = row;
  const undoneAt = undoneAtOf(base, row);
  const open = (column: string, sealed: Uint8Array): string =>
    base.state.keys.decrypt(profileId, contextOf(importId, column), sealed);
  const json = <T>(column: string, shape: z.ZodType<T>, sealed: Uint8Array): T =>
    readJson(`file_imports.${column}`, shape, open(column, sealed));
  return {
    importNo: row.import_no,
    importId,
    profileId,
    status: undoneAt === null ? row.status : 'undone',
    kind: row.kind,
    fileName: open('file_name', row.file_name),
    contentHash: row.content_hash,
    bytes: row.bytes,
    revision: row.revision,
    reading: json('reading', readingShape, row.reading),
    isMappingKept: row.is_mapping_kept === 1,
    preview: json('preview', previewShape, row.preview),
    run: row.run && json('run', runShape, row.run),
    result: row.result && json('result', outcomeShape, row.result),
    paymentsImport: row.payments_import,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    committedAt: row.committed_at,
    undoneAt,
  };
}

/** An import of payments is undone as soon as what it led to is, wherever that was asked. */
function undoneAtOf(base: ReadBase, row: RowOf<'act/uploads/file_import_get'>): number | null {
  if (row.status !== 'completed' || row.payments_import === null) return row.undone_at;
  return findPaymentsImport(base, row.profile_id, row.payments_import)?.undoneAt ?? null;
}

export function findImport(base: ReadBase, profileId: string, importId: string): FileImport | undefined {
  const row = base.state.statement('act/uploads/file_import_get').get({ profile_id: profileId, import_id: importId });
  return row && importOf(base, row);
}

/** @param before Number of the import after which to continue, downwards. */
export const listOfImports = (base: ReadBase, profileId: string, before: number, limit: number): FileImport[] =>
  base.state
    .statement('act/uploads/file_imports_list')
    .all({ profile_id: profileId, before, limit })
    .map((row) => importOf(base, row));

export const allImports = (base: ReadBase, profileId: string): FileImport[] =>
  base.state
    .statement('act/uploads/file_imports_all')
    .all({ profile_id: profileId })
    .map((row) => importOf(base, row));

export const waitingImports = (base: ReadBase, profileId: string): number =>
  base.state.statement('act/uploads/file_imports_count').get({ profile_id: profileId, now: base.clock.now() })?.waiting ?? 0;

/** What a reading gave. */
export interface Read {
  status: 'asks' | 'refused' | 'ready';
  kind: ImportKind | null;
  preview: StoredPreview;
}

export interface NewImport extends ImportName, Read {
  fileName: string;
  contentHash: string;
  bytes: number;
  reading: StoredReading;
  isMappingKept: boolean;
  actor: string;
  expiresAt: number;
}

export function addImport(base: Base, { status, kind, contentHash, bytes, ...added }: NewImport): void {
  base.state.statement('act/uploads/file_import_add').run({
    import_id: added.importId,
    profile_id: added.profileId,
    status,
    kind,
    content_hash: contentHash,
    bytes,
    file_name: sealText(base, added, 'file_name', added.fileName),
    reading: sealJson(base, added, 'reading', added.reading),
    is_mapping_kept: added.isMappingKept,
    preview: sealJson(base, added, 'preview', added.preview),
    created_by: added.actor,
    now: base.clock.now(),
    expires_at: added.expiresAt,
  });
}

/** False where it was read in another way since. */
export function changeReading(
  base: Base,
  imported: FileImport,
  reading: StoredReading,
  { status, kind, preview }: Read,
): boolean {
  const { changes } = base.state.statement('act/uploads/file_import_read_again').run({
    import_id: imported.importId,
    revision: imported.revision,
    status,
    kind,
    reading: sealJson(base, imported, 'reading', reading),
    preview: sealJson(base, imported, 'preview', preview),
  });
  return changes === 1;
}

export const beginImport = (base: Base, name: ImportName, run: StoredRun, expiresAt: number): void =>
  void base.state
    .statement('act/uploads/file_import_begin')
    .run({ import_id: name.importId, run: sealJson(base, name, 'run', run), expires_at: expiresAt });

export const planImport = (base: Base, name: ImportName, run: StoredRun): void =>
  void base.state
    .statement('act/uploads/file_import_plan')
    .run({ import_id: name.importId, run: sealJson(base, name, 'run', run) });

export const namePayments = (base: Base, { importId }: ImportName, paymentsImport: string): void =>
  void base.state
    .statement('act/uploads/file_import_name_payments')
    .run({ import_id: importId, payments_import: paymentsImport });

export const finishImport = (base: Base, name: ImportName, result: StoredOutcome, expiresAt: number): void =>
  void base.state.statement('act/uploads/file_import_finish').run({
    import_id: name.importId,
    now: base.clock.now(),
    expires_at: expiresAt,
    result: sealJson(base, name, 'result', result),
  });

export const failImport = (base: Base, imported: FileImport, refusal: NonNullable<StoredPreview['refusal']>): void =>
  void base.state.statement('act/uploads/file_import_fail').run({
    import_id: imported.importId,
    preview: sealJson(base, imported, 'preview', { ...imported.preview, refusal }),
  });

export const markUndone = (base: Base, { importId }: ImportName): void =>
  void base.state.statement('act/uploads/file_import_undo').run({ import_id: importId, now: base.clock.now() });

export const removeImport = (base: Base, { profileId, importId }: ImportName): void =>
  void base.state.statement('act/uploads/file_import_delete').run({ profile_id: profileId, import_id: importId });

export const rewriteImport = (
  base: Base,
  imported: Pick<FileImport, 'importId' | 'profileId' | 'fileName' | 'preview' | 'result'>,
): void =>
  void base.state.statement('act/uploads/file_import_rewrite').run({
    import_id: imported.importId,
    file_name: sealText(base, imported, 'file_name', imported.fileName),
    preview: sealJson(base, imported, 'preview', imported.preview),
    result: imported.result && sealJson(base, imported, 'result', imported.result),
  });

/** Keeps the days that an import is about to write, and what each was before; inside the caller's transaction. */
export function keepDays(base: Base, { profileId, importId }: ImportName, days: readonly PlannedDay[]): void {
  for (const { day, effect, was } of days) {
    const { platform, account_id, day: spend_day } = day;
    base.state.statement('act/uploads/file_import_day_put').run({
      profile_id: profileId,
      import_id: importId,
      platform,
      account_id,
      spend_day,
      effect,
      before: was ? storedDay.write({ ...was, rows: was.rows.map((row) => ({ ...row })) }) : null,
      after: storedDay.write({ ...day, rows: day.rows.map((row) => ({ ...row })) }),
    });
  }
}

export const keptDays = (base: ReadBase, { profileId, importId }: ImportName): PlannedDay[] =>
  base.state
    .statement('act/uploads/file_import_days_list')
    .all({ profile_id: profileId, import_id: importId })
    .map(({ effect, before, after }) => {
      const now = base.clock.now();
      const written = storedDay.read(after);
      const day = readSpendDay(written, now);
      const writtenAs = { platform: written.platform, account_id: written.account_id };
      return { day, effect, writtenAs, ...(before === null ? {} : { was: readSpendDay(storedDay.read(before), now) }) };
    });

const mappingContext = (headerHash: string): string => `kept mapping ${headerHash}`;

export const keepMapping = (base: Base, profileId: string, headerHash: string, mapping: Mapping): void =>
  void base.state.statement('act/uploads/kept_mapping_put').run({
    profile_id: profileId,
    header_hash: headerHash,
    now: base.clock.now(),
    mapping: base.state.keys.encrypt(profileId, mappingContext(headerHash), JSON.stringify(mapping)),
  });

export function findMapping(base: ReadBase, profileId: string, headerHash: string): StoredReading['mapping'] {
  const row = base.state.statement('act/uploads/kept_mapping_get').get({ profile_id: profileId, header_hash: headerHash });
  if (!row) return null;
  return readJson(
    'kept_mappings.mapping',
    mappingShape,
    base.state.keys.decrypt(profileId, mappingContext(headerHash), row.mapping),
  );
}
