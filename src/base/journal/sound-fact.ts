// The journal's checks of a fact from any source: a fact that could not be stored unchanged would spoil its group.
import type { NewFact } from './journal.ts';

const DEDUPE_END = 1n << 62n;

/** @throws TypeError for what is no fact. */
export function checkFact(fact: NewFact): void {
  const wrong = (what: string): never => {
    throw new TypeError(`not a fact: ${what}`);
  };
  if (!fact.profileId) wrong('no profile');
  if (typeof fact.body !== 'string') wrong('body is not text');
  if (!Number.isSafeInteger(fact.receivedAt) || !Number.isSafeInteger(fact.occurredAt)) wrong('its times are not whole numbers');
  if (fact.dedupeHash !== undefined && (fact.dedupeHash < 0n || fact.dedupeHash >= DEDUPE_END))
    wrong('dedupeHash is not 62 bits');
  if (!fact.outcomeKey !== !fact.contentHash) wrong('outcomeKey and contentHash go together');
  if (fact.outcomeKey && (fact.outcomeKey.length !== 16 || fact.contentHash?.length !== 16))
    wrong('outcome hashes have 16 bytes');
}
