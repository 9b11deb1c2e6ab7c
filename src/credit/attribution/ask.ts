// How reports read a profile's warehouse: through here, so that the file is there and of this version's schema.
import type { Base } from '../../base/base.ts';
import type { Row, Statement } from '../../base/warehouse/port.ts';
import { ensureWarehouse } from './advance.ts';
import { cursorsStatement, reachedOf } from './landing.ts';

/** Runs statements on one snapshot of the profile's warehouse; answers the rows of the last. */
export async function ask(
  base: Base,
  profileId: string,
  statements: Statement | Statement[],
  options: { deadlineMs?: number } = {},
): Promise<Row[]> {
  await ensureWarehouse(base, profileId);
  return base.warehouse.query({ profileId }, statements, options);
}

/** Runs statements on one snapshot of some file of a profile: the live one, or one of earlier knowledge. */
export type Reader = (statements: Statement | Statement[]) => Promise<Row[]>;

export interface Version {
  through_seq: number;
  through_decision: number;
  code: number;
}

/** The version of the profile's figures. */
export async function profileVersion(base: Base, profileId: string): Promise<Version> {
  const reached = reachedOf(await ask(base, profileId, cursorsStatement));
  return {
    through_seq: Number(reached.landedSeq),
    through_decision: Number(reached.landedDecision),
    code: Number(reached.schemaVersion),
  };
}
