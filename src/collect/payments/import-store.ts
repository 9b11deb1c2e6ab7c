// Imports in state: the upload until it is accepted, sealed and in pieces; then its results.

import type { Base, ReadBase } from '../../base/base.ts';
import { ERASED, type ErasedPerson, isNamedAfter, withoutWords } from '../../base/contract/erasing.ts';
import type { RowOf } from '../../base/state/state.ts';
import type { ProposedColumn } from './statements/headers.ts';
import type { ReadingPlan } from './statements/interpret.ts';
import type { Range } from './statements/ranges.ts';
import type { Counts, Written } from './statements/scan.ts';
import { storedFound, storedPlan, storedResult } from './stored.ts';

export type ImportStatus = 'parsed' | 'committing' | 'completed' | 'undone';

export interface Found {
  written: Written;
  headerRow: number;
  /** The size of the stored text. */
  delimiter: string;
  columns: ProposedColumn[];
  counts: Counts;
  totals: { currency: string; amount: string }[];
}

export interface Brought {
  counts: Counts;
  totals: { currency: string; amount: string }[];
  /** The number of new facts, and of facts that another import or call had brought. */
  created: number;
  known: number;
  /** Rows that were refused on the way in, the first of them. */
  refused: { row: number; words: string }[];
}

export interface StatementImport {
  importNo: number;
  importId: string;
  profileId: string;
  status: ImportStatus;
  fileName: string;
  found: Found;
  plan: ReadingPlan;
  result: Brought | null;
  createdAt: number;
  expiresAt: number;
  committedAt: number | null;
  undoneAt: number | null;
}

/** Which import of which profile. */
export type ImportName = Pick<StatementImport, 'importId' | 'profileId'>;

const PIECE_BYTES = 262_144;
const nameContext = (importId: string): string => `statement name ${importId}`;
const pieceContext = (importId: string, piece: number): string => `statement ${importId} ${piece}`;

function importOf(
  base: ReadBase,
  row: RowOf<
    'collect/payments/statement_import_get' | 'collect/payments/statement_imports_all' | 'collect/payments/statement_imports_list'
  >,
): StatementImport {
  const [importId, profileId] = [row.import_id, row.profile_id];
  return {
    importNo: row.import_no,
    importId,
    profileId,
    status: row.status,
    fileName: base.state.keys.decrypt(profileId, nameContext(importId), row.file_name),
    found: storedFound.read(row.found),
    plan: storedPlan.read(row.plan),
    result: storedResult.readOrNull(row.result),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    committedAt: row.committed_at,
    undoneAt: row.undone_at,
  };
}

export function findImport(base: ReadBase, profileId: string, importId: string): StatementImport | undefined {
  const row = base.state.statement('collect/payments/statement_import_get').get({ profile_id: profileId, import_id: importId });
  return row && importOf(base, row);
}

/** @param before Number of the import after which to continue, downwards. */
export const listOfImports = (base: ReadBase, profileId: string, before: number, limit: number): StatementImport[] =>
  base.state
    .statement('collect/payments/statement_imports_list')
    .all({ profile_id: profileId, before, limit })
    .map((row) => importOf(base, row));

export interface NewImport extends Pick<StatementImport, 'importId' | 'profileId' | 'fileName' | 'found' | 'plan' | 'expiresAt'> {
  /** The text of the upload, packed; empty of a file that stays where it is. */
  kept: Uint8Array;
  actor: string;
}

/** Keeps an upload; inside the caller's transaction. */
export function keepImport(base: Base, { importId, profileId, fileName, found, plan, expiresAt, kept, actor }: NewImport): void {
  for (let at = 0, piece = 0; at < kept.length; at += PIECE_BYTES, piece += 1) {
    const clear = Buffer.from(kept.subarray(at, at + PIECE_BYTES)).toString('base64');
    const sealed = base.state.keys.encrypt(profileId, pieceContext(importId, piece), clear);
    base.state
      .statement('collect/payments/statement_piece_add')
      .run({ import_id: importId, piece_no: piece, profile_id: profileId, sealed });
  }
  base.state.statement('collect/payments/statement_import_add').run({
    import_id: importId,
    profile_id: profileId,
    file_name: base.state.keys.encrypt(profileId, nameContext(importId), fileName),
    found: storedFound.write(found),
    plan: storedPlan.write(plan),
    created_by: actor,
    now: base.clock.now(),
    expires_at: expiresAt,
  });
}

/** The upload's packed text, a piece at a time. */
export function* piecesOf(base: Base, { importId, profileId }: StatementImport): Generator<Uint8Array> {
  for (let piece = 0; ; piece += 1) {
    const row = base.state.statement('collect/payments/statement_piece_get').get({ import_id: importId, piece_no: piece });
    if (!row) return;
    yield Buffer.from(base.state.keys.decrypt(profileId, pieceContext(importId, piece), row.sealed), 'base64');
  }
}

export const hasPieces = (base: Base, importId: string): boolean =>
  base.state.statement('collect/payments/statement_piece_get').get({ import_id: importId, piece_no: 0 }) !== undefined;

export function addRanges(base: Base, { profileId, importId }: ImportName, ranges: readonly Range[], isOwn: boolean): void {
  for (const [first, last] of ranges)
    base.state.statement('collect/payments/statement_facts_add').run({
      profile_id: profileId,
      import_id: importId,
      first_seq: first,
      last_seq: last,
      is_own: isOwn ? 1 : 0,
    });
}

/** A restarted import finds its facts again, and their states may have changed by then. */
export const forgetRanges = (base: Base, { profileId, importId }: StatementImport): void =>
  void base.state.statement('collect/payments/statement_facts_forget').run({ profile_id: profileId, import_id: importId });

export interface ImportRange {
  importId: string;
  range: Range;
  isOwn: boolean;
  isUndone: boolean;
}

/** Ranges of all imports of the profile that are through. */
export const rangesOf = (base: ReadBase, profileId: string): ImportRange[] =>
  base.state
    .statement('collect/payments/statement_facts_list')
    .all({ profile_id: profileId })
    .map((row) => ({
      importId: row.import_id,
      range: [row.first_seq, row.last_seq],
      isOwn: row.is_own === 1,
      isUndone: row.status === 'undone',
    }));

export const beginImport = (base: Base, { importId }: StatementImport, plan: ReadingPlan, expiresAt: number): void =>
  void base.state
    .statement('collect/payments/statement_import_begin')
    .run({ import_id: importId, plan: storedPlan.write(plan), expires_at: expiresAt });

/** The upload has served: nothing of it is kept. */
export function finishImport(base: Base, { importId }: StatementImport, result: Brought): void {
  base.state
    .statement('collect/payments/statement_import_finish')
    .run({ import_id: importId, result: storedResult.write(result), now: base.clock.now() });
  base.state.statement('collect/payments/statement_pieces_delete').run({ import_id: importId });
}

export const markUndone = (base: Base, { importId }: StatementImport): void =>
  void base.state.statement('collect/payments/statement_import_undo').run({ import_id: importId, now: base.clock.now() });

/** Removes uploads that were not committed in time. */
export function forgetExpired(base: Base): void {
  const now = base.clock.now();
  base.state.tx(() => {
    base.state.statement('collect/payments/statement_pieces_expire').run({ now });
    base.state.statement('collect/payments/statement_imports_expire').run({ now });
  });
}

export const unfinishedImports = (base: Base): { profileId: string; importId: string; actor: string }[] =>
  base.state
    .statement('collect/payments/statement_imports_unfinished')
    .all({ now: base.clock.now() })
    .map((row) => ({
      profileId: row.profile_id,
      importId: row.import_id,
      actor: row.created_by,
    }));

/** The erased person may occur in an upload: no waiting upload is kept. One that is being accepted is removed when it ends. */
export function forgetInImports(base: Base, profileId: string, { words }: Pick<ErasedPerson, 'words'>): void {
  base.state.statement('collect/payments/statement_pieces_forget').run({ profile_id: profileId });
  base.state.statement('collect/payments/statement_imports_forget').run({ profile_id: profileId });
  for (const row of base.state.statement('collect/payments/statement_imports_all').all({ profile_id: profileId })) {
    const { importId, fileName, found, result } = importOf(base, row);
    const clean = { fileName: isNamedAfter(fileName, words) ? ERASED : fileName, found: withoutWords(found, words) };
    base.state.statement('collect/payments/statement_import_rewrite').run({
      import_id: importId,
      file_name: base.state.keys.encrypt(profileId, nameContext(importId), clean.fileName),
      found: storedFound.write(clean.found),
      result: result && storedResult.write(withoutWords(result, words)),
    });
  }
}
