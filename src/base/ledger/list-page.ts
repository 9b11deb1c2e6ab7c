// Pages of a ledger as lists show them: newest first, by a cursor that is the number of the last entry.
import type { ReadBase } from '../base.ts';
import { ApiError } from '../contract/api-error.ts';
import type { Entry } from './ledger.ts';

export interface ListedEntries {
  ledger: string;
  profileId: string;
  /** One lane only, whose profile the caller has checked. */
  lane?: string | undefined;
  /** One state only; `states` lists all states. */
  state: string | undefined;
  states: readonly string[];
  cursor: string | undefined;
  limit: number;
}

export interface ListPage {
  entries: Entry[];
  pagination: { has_next: boolean; cursor: string | null };
}

/** @throws ApiError for a cursor that no list of a ledger returned. */
function readCursor(cursor: string): number {
  const number = Number(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new ApiError('invalid_parameter', 'cursor: is not one that this list returned.');
}

export function listEntries(base: ReadBase, listed: ListedEntries): ListPage {
  const { ledger, profileId, lane, state, states, cursor, limit } = listed;
  const options = { before: cursor === undefined ? undefined : readCursor(cursor), limit: limit + 1 };
  const found =
    lane === undefined
      ? base.ledger.page(ledger, profileId, { ...options, state })
      : base.ledger.lanePage({ ledger, lane }, { ...options, states: state === undefined ? states : [state] });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  return {
    entries,
    pagination: { has_next: hasNext, cursor: hasNext ? Buffer.from(String(last.entryNo)).toString('base64url') : null },
  };
}
