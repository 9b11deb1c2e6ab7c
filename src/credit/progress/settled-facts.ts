// How far the figures say all that is known of a fact. A fact may be in them before the decisions that were made for it (its customer, for
// one): while a replay waits, no decision is landed after the setting that it is for, and stitching may run beside landing. What is final once it
// has left, such as a delivery, waits for the decisions.
import type { Base, ReadBase } from '../../base/base.ts';
import { type Decision, needsReplay } from '../../base/state/decisions.ts';
import { WarehouseFailure, type WarehouseFailureReason } from '../../base/warehouse/port.ts';
import type { WarehouseRow } from '../../base/warehouse/statements.ts';
import { ask, cursorsStatement, reachedOf } from '../pipeline/index.ts';

/** Positions that a file has reached. */
export interface Position {
  landedSeq: bigint;
  landedDecision: bigint;
}

export interface SettledFigures {
  /** Everything that was decided before these facts or because of them is in the figures. */
  throughSeq: bigint;
  position: Position;
}

/** Decisions that wait are looked at from the first on; those of stitching are in the order of their facts. */
const LOOKED = 200;
/** The file is being built, or will be. */
const UNREADY: readonly WarehouseFailureReason[] = ['busy', 'lost', 'crashed'];

/** What state knows of the live file. */
export const knownPosition = (base: ReadBase, profileId: string): Position => ({
  landedSeq: base.state.cursor('landed', profileId),
  landedDecision: base.state.cursor('landed_decision', profileId),
});

/** An older copy of the file, or one that is not built to its end: it lacks what was seen already. */
export function isBehind(
  cursors: readonly WarehouseRow<'warehouse/credit/pipeline/cursors_list'>[],
  position: Position,
): boolean {
  const { landedSeq, landedDecision } = reachedOf(cursors);
  return landedSeq < position.landedSeq || landedDecision < position.landedDecision;
}

/** The result of a read of figures; undefined while their file is built again. */
export async function unlessBuilding<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WarehouseFailure && UNREADY.includes(error.reason)) return undefined;
    throw error;
  }
}

/** Undefined while nothing can be said: the file is built again, or more decisions wait than were looked at. */
export async function settledFigures(base: Base, profileId: string): Promise<SettledFigures | undefined> {
  const position = knownPosition(base, profileId);
  if (position.landedSeq === 0n) return { throughSeq: 0n, position };
  const cursors = await unlessBuilding(() => ask(base, profileId, cursorsStatement, { size: 'small' }));
  if (!cursors || isBehind(cursors, position)) return undefined;
  const { landedSeq, landedDecision } = reachedOf(cursors);
  const throughSeq = settledBy(landedSeq, base.state.decisions(profileId, landedDecision, LOOKED));
  return throughSeq === undefined ? undefined : { throughSeq, position: { landedSeq, landedDecision } };
}

/** @param waiting The first decisions that are not in the figures. */
function settledBy(landedSeq: bigint, waiting: readonly Decision[]): bigint | undefined {
  // A verdict may be about a fact of long ago, which nothing counts.
  const relevant = waiting.filter(({ kind }) => kind !== 'quarantine_verdict');
  if (waiting.length === LOOKED && !relevant.some(({ causedBySeq }) => causedBySeq !== undefined)) return undefined;
  const bounds = relevant.map(({ causedBySeq, afterSeq }) => (causedBySeq === undefined ? afterSeq : causedBySeq - 1n));
  return bounds.reduce((least, bound) => (bound < least ? bound : least), landedSeq);
}

/** A setting, goal or rule waits for its replay: what arrives after it is settled with the swap. */
export function isReplayWaiting(base: ReadBase, profileId: string): boolean {
  const [first] = base.state.decisions(profileId, base.state.cursor('landed_decision', profileId), 1);
  return first !== undefined && needsReplay(first);
}
