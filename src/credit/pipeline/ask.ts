// The access of reports to a profile's warehouse: it makes sure that the file exists and has this version's schema.
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { requireNotAhead } from '../../base/folder/watch.ts';
import type { AnyStatement, LastRow, ReadOptions, RowsOfEach, Statement, Statements } from '../../base/warehouse/port.ts';
import { typed, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { buildUnless } from './advance.ts';
import { cursorsStatement, reachedOf } from './landing.ts';
import { codeVersion } from './schema.ts';

/** By profile: the file that was found usable. */
const usableFiles = (base: Base): Map<string, string | undefined> =>
  base.memo('files found usable', () => new Map<string, string | undefined>());

/** Makes sure that a profile's live file exists, has this version's schema and is not an older copy. */
async function ensureWarehouse(base: Base, profileId: string): Promise<void> {
  const file = await base.warehouse.identity(profileId);
  const files = usableFiles(base);
  if (file !== undefined && files.get(profileId) === file) return;
  const isFound = await isUsable(base, profileId);
  if (!isFound) await buildUnless(base, profileId, () => isUsable(base, profileId));
  files.set(profileId, isFound ? file : await base.warehouse.identity(profileId));
}

/** There, of this version, and as far as state knows it to have come: one that lost the end of its log is not. */
async function isUsable(base: Base, profileId: string): Promise<boolean> {
  if (!(await base.warehouse.exists(profileId))) return false;
  // Before the file is asked: it is never behind what state remembers of it.
  const [seq, decision] = [base.state.cursor('landed', profileId), base.state.cursor('landed_decision', profileId)];
  const reached = reachedOf(await base.warehouse.query({ profileId }, cursorsStatement, { size: 'small' }));
  requireNotAhead(base, profileId, reached);
  return reached.schemaVersion === codeVersion() && reached.landedSeq >= seq && reached.landedDecision >= decision;
}

/** The file of a purged profile has no owner any more. */
export const forgetWarehouse = (base: Base, profileId: string): void => void usableFiles(base).delete(profileId);

/** Runs statements on one snapshot of the profile's warehouse; answers the rows of the last. */
export async function ask<const Asked extends Statements>(
  base: ReadBase,
  profileId: string,
  statements: Asked,
  options: ReadOptions = {},
): Promise<LastRow<Asked>[]> {
  await ensureWarehouse(keeperOf(base), profileId);
  return base.warehouse.query({ profileId }, statements, options);
}

/** As `ask`, the rows of each statement. */
export async function askEach<const List extends readonly AnyStatement[]>(
  base: ReadBase,
  profileId: string,
  statements: List,
  options: ReadOptions = {},
): Promise<RowsOfEach<List>> {
  await ensureWarehouse(keeperOf(base), profileId);
  return base.warehouse.queryEach({ profileId }, statements, options);
}

interface CachedRows {
  /** The count of writes at the reading. */
  count: number;
  rows: Map<string, unknown>;
}

/**
 * The rows of a small statement without parameters, cached until the profile's file is written again: every report requests them.
 * @param options.mayBeBefore While the file is being written, what was there before will do.
 */
export async function askHeld<AnyRow>(
  base: ReadBase,
  profileId: string,
  statement: Statement<AnyRow>,
  options: { mayBeBefore?: boolean } = {},
): Promise<AnyRow[]> {
  await ensureWarehouse(keeperOf(base), profileId);
  const { warehouse } = base;
  const profiles = base.memo('rows of small statements', () => new Map<string, CachedRows>());
  const { count, isUnderWay } = warehouse.writes(profileId);
  const cachedRows = profiles.get(profileId);
  const rows = cachedRows?.count === count ? cachedRows.rows : new Map<string, unknown>();
  const before = isUnderWay && !options.mayBeBefore ? undefined : rows.get(statement.sql);
  if (before) return typed(before);
  const read: AnyRow[] = typed(await warehouse.query({ profileId }, statement, { size: 'small' }));
  if (isUnderWay) return read;
  if (rows !== cachedRows?.rows) profiles.set(profileId, { count, rows });
  rows.set(statement.sql, read);
  return read;
}

/** Runs statements on one snapshot of some file of a profile: the live one, or one of earlier knowledge. */
export type Reader = <const Asked extends Statements>(statements: Asked) => Promise<LastRow<Asked>[]>;

export interface Version {
  through_seq: number;
  through_decision: number;
  code: number;
}

/** The version of the profile's figures; with `mayBeBefore`, while they are being moved, the one before. */
export const profileVersion = async (
  base: ReadBase,
  profileId: string,
  options: { mayBeBefore?: boolean } = {},
): Promise<Version> => versionOf(await askHeld(base, profileId, cursorsStatement, options));

/** The version that the rows of `cursorsStatement` name. */
export function versionOf(cursors: readonly WarehouseRow<'warehouse/credit/pipeline/cursors_list'>[]): Version {
  const reached = reachedOf(cursors);
  return {
    through_seq: Number(reached.landedSeq),
    through_decision: Number(reached.landedDecision),
    code: Number(reached.schemaVersion),
  };
}
