// How reports read a profile's warehouse: through here, so that the file is there and of this version's schema.
import type { Base } from '../../base/base.ts';
import type { ReadOptions, Row, Statement } from '../../base/warehouse/port.ts';
import { ensureWarehouse } from './advance.ts';
import { cursorsStatement, reachedOf } from './landing.ts';

/** Runs statements on one snapshot of the profile's warehouse; answers the rows of the last. */
export async function ask(
  base: Base,
  profileId: string,
  statements: Statement | Statement[],
  options: ReadOptions = {},
): Promise<Row[]> {
  await ensureWarehouse(base, profileId);
  return base.warehouse.query({ profileId }, statements, options);
}

/** As `ask`, the rows of each statement. */
export async function askEach(
  base: Base,
  profileId: string,
  statements: Statement[],
  options: ReadOptions = {},
): Promise<Row[][]> {
  await ensureWarehouse(base, profileId);
  return base.warehouse.queryEach({ profileId }, statements, options);
}

interface HeldRows {
  /** Of writes, when it was read. */
  count: number;
  rows: Map<string, Row[]>;
}

const held = new WeakMap<object, Map<string, HeldRows>>();

/**
 * The rows of a small statement without parameters, held until the profile's file was written again: every report asks for them.
 * @param options.mayBeBefore While the file is being written, what stood there before will do.
 */
export async function askHeld(
  base: Base,
  profileId: string,
  sql: string,
  options: { mayBeBefore?: boolean } = {},
): Promise<Row[]> {
  await ensureWarehouse(base, profileId);
  const { warehouse } = base;
  const profiles = held.get(warehouse) ?? new Map<string, HeldRows>();
  held.set(warehouse, profiles);
  const { count, isUnderWay } = warehouse.writes(profileId);
  const known = profiles.get(profileId);
  const rows = known?.count === count ? known.rows : new Map<string, Row[]>();
  const before = isUnderWay && !options.mayBeBefore ? undefined : rows.get(sql);
  if (before) return before;
  const read = await warehouse.query({ profileId }, { sql }, { size: 'small' });
  if (isUnderWay) return read;
  if (rows !== known?.rows) profiles.set(profileId, { count, rows });
  rows.set(sql, read);
  return read;
}

/** Runs statements on one snapshot of some file of a profile: the live one, or one of earlier knowledge. */
export type Reader = (statements: Statement | Statement[]) => Promise<Row[]>;

export interface Version {
  through_seq: number;
  through_decision: number;
  code: number;
}

/** The version of the profile's figures; with `mayBeBefore`, while they are being moved, the one before. */
export const profileVersion = async (base: Base, profileId: string, options: { mayBeBefore?: boolean } = {}): Promise<Version> =>
  versionOf(await askHeld(base, profileId, cursorsStatement.sql, options));

/** The version that the rows of `cursorsStatement` name. */
export function versionOf(cursors: Row[]): Version {
  const reached = reachedOf(cursors);
  return {
    through_seq: Number(reached.landedSeq),
    through_decision: Number(reached.landedDecision),
    code: Number(reached.schemaVersion),
  };
}
