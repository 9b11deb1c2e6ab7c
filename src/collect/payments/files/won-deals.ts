// Deals that a file says are open or lost, though an earlier export or another sender brought them as won: the sale counts until that is undone, so the row says it.
import type { ReadBase } from '../../../base/base.ts';
import { References } from '../withdrawn.ts';
import type { DraftedRow } from './brought.ts';

const wordsOf = (id: string, state: string): string =>
  `The deal ${id} is ${state} in this file, and came before as won: that sale still counts. If it is won no longer, undo the import that added it, or reverse it where another sender reported it.`;

/** Rows with what they say against deals that count, as things are now. */
export function withWonDeals(base: ReadBase, profileId: string, rows: DraftedRow[]): DraftedRow[] {
  if (!rows.some(({ drafted }) => drafted.wonKey !== undefined)) return rows;
  const references = new References(base, profileId);
  return rows.map((row) => {
    const { reading, drafted } = row;
    if (reading.kind !== 'deal' || drafted.wonKey === undefined || references.standing(drafted.wonKey) === undefined) return row;
    return { reading, drafted: { drafts: [], reason: 'unreadable', words: wordsOf(reading.reference, reading.state) } };
  });
}
