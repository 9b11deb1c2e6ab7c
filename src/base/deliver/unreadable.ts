// Entries of a ledger that no shape takes: written by another version, or changed by an erasure whose words their codes were. They stop neither their lane nor
// a list, stay as they are, and are named until they can be read or are forgotten.
import type { ReadBase } from '../base.ts';
import type { Entry } from '../ledger/ledger.ts';

type Named = Pick<Entry, 'ledger' | 'profileId' | 'key' | 'state'> & { lane?: string | undefined };

/** In memory; one that waits to be sent is found again each hour. */
const MAX_NAMED = 1_000;
const found = (base: ReadBase): Map<string, Named> => base.memo('unreadable deliveries', () => new Map<string, Named>());
const idOf = ({ ledger, profileId, key }: Named): string => JSON.stringify([ledger, profileId, key]);

/** Members only: what they contain may name a person. */
interface Issue {
  path: readonly PropertyKey[];
}

export function noteUnreadable(base: ReadBase, entry: Named, issues: readonly Issue[]): void {
  const { ledger, profileId, key, lane, state } = entry;
  const id = idOf(entry);
  if (found(base).has(id) || found(base).size >= MAX_NAMED) return;
  found(base).set(id, { ledger, profileId, key, lane, state });
  const members = issues.map(({ path }) => path.map(String).join('.'));
  base.log.error(
    { ledger, profile_id: profileId, lane, key, state, members },
    'a delivery in the ledger cannot be read: it is not sent, and others are',
  );
}

export function noteReadable(base: ReadBase, entry: Named): void {
  if (found(base).size > 0) found(base).delete(idOf(entry));
}

/** Before all that has not ended is compared, which finds what still cannot be read. */
export function forgetUnreadable(base: ReadBase, ledger: string): void {
  for (const [id, each] of found(base)) if (each.ledger === ledger) found(base).delete(id);
}

/** For operators: one for each ledger. */
export function unreadableProblems(base: ReadBase): { what: string; next: string }[] {
  const byLedger = Map.groupBy(found(base).values(), ({ ledger }) => ledger);
  return [...byLedger].flatMap(([ledger, [first, ...others]]) => {
    if (!first) return [];
    const count = others.length + 1;
    const named = `${first.key} of profile ${first.profileId}, ${first.state}`;
    return {
      what: `${count} ${count === 1 ? 'delivery' : 'deliveries'} in the ledger of ${ledger} cannot be read (${count === 1 ? '' : 'the first: '}${named}): not sent and in no list. Others are sent.`,
      next: 'Search the log for "cannot be read". If another version of Tributary wrote them, start that or a later version; waiting ones are read again each hour.',
    };
  });
}
