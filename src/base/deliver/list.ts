// Lists of deliveries as callers see them: newest first, by a cursor that is the number of the last row; and counts by their end, for data quality.
import type { ReadBase } from '../base.ts';
import { ApiError } from '../contract/api-error.ts';
import type { DeliverySum } from '../contract/slice-hooks.ts';
import { type Deliveries, laneIn, type Row, readRows } from './rows.ts';

/** With more, the latest are enough. */
const MOST = 1_000;
const MOST_REASONS = 3;
/** A code; what a provider says in words may name a person. */
const CODE = /^[a-z0-9_.:-]{1,60}$/i;

export interface ListQuery<State> {
  profileId: string;
  /** One lane only, whose profile the caller has checked. */
  lane: string | undefined;
  state: State | undefined;
  cursor: string | undefined;
  limit: number;
}

export interface ListPage<R> {
  rows: R[];
  pagination: { has_next: boolean; cursor: string | null };
}

/** @throws ApiError for a cursor that no list of a ledger returned. */
function readCursor(cursor: string): number {
  const number = Number(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new ApiError('invalid_parameter', 'cursor: is not one that this list returned.');
}

export function listRows<R extends Row>(base: ReadBase, deliveries: Deliveries<R>, query: ListQuery<R['state']>): ListPage<R> {
  const { profileId, lane, state, cursor, limit } = query;
  const options = { before: cursor === undefined ? undefined : readCursor(cursor), limit: limit + 1 };
  const states = state === undefined ? deliveries.states : [state];
  const found =
    lane === undefined
      ? base.ledger.page(deliveries.ledger, profileId, { ...options, state })
      : base.ledger.lanePage(laneIn(deliveries, lane), { ...options, states });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  return {
    rows: readRows(base, deliveries, entries),
    pagination: { has_next: hasNext, cursor: hasNext ? Buffer.from(String(last.entryNo)).toString('base64url') : null },
  };
}

/** The newest rows of a lane in some states. */
export const latestRows = <R extends Row>(
  base: ReadBase,
  deliveries: Deliveries<R>,
  lane: string,
  options: { limit: number; states?: readonly R['state'][] },
): R[] => readRows(base, deliveries, base.ledger.lanePage(laneIn(deliveries, lane), { states: deliveries.states, ...options }));

export interface EndStates<R extends Row> {
  /** The state of accepted deliveries. */
  good: R['state'];
  /** The states of deliveries that were tried and not accepted. */
  bad: readonly R['state'][];
  reasonOf: (row: R) => string | null;
}

/** Rows of a lane since a moment whose end is known. */
export function sumEnds<R extends Row>(
  base: ReadBase,
  deliveries: Deliveries<R>,
  lane: string,
  since: number,
  { good, bad, reasonOf }: EndStates<R>,
): Pick<DeliverySum, 'accepted' | 'attempted' | 'reasons'> {
  const latest = latestRows(base, deliveries, lane, { limit: MOST, states: [good, ...bad] });
  const rows = latest.filter(({ createdAt }) => createdAt >= since);
  const refused = rows.filter(({ state }) => state !== good);
  const reasons = refused.flatMap((row) => reasonOf(row) ?? []).filter((reason) => CODE.test(reason));
  return {
    accepted: rows.length - refused.length,
    attempted: rows.length,
    reasons: [...new Set(reasons)].slice(0, MOST_REASONS),
  };
}
