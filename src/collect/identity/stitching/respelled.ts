// Identifiers whose spelling has changed since a customer got them. No key is made anew: who has an identifier by the key of an earlier spelling is
// found by it, and has it by the present one beside it from then on, by a decision like any other.
import { earlierKeys } from '../spelling/keys.ts';
import type { Writing } from './claims.ts';
import type { PersonFact } from './evidence.ts';
import type { Identifier } from './resolution.ts';
import { proposePair, writeIdentifier } from './written-identifiers.ts';

/** An identifier of a fact that a customer has by the key of an earlier spelling. */
interface Respelled {
  identifier: Identifier;
  earlier: bigint;
}

const earlierOf = ({ base, profileId }: Writing, { type, value }: Identifier): bigint[] =>
  value === undefined ? [] : earlierKeys(base, profileId, type, value);

/** The keys of an identifier, the present one first. */
export const keysOfEach = (w: Writing, identifier: Identifier): bigint[] => [identifier.key, ...earlierOf(w, identifier)];

/** The fact with the keys by which its identifiers are known: that of an earlier spelling where a customer has no other. */
export function inKnownSpelling(w: Writing, fact: PersonFact): { spelt: PersonFact; respelled: Respelled[] } {
  const respelled: Respelled[] = [];
  const identifiers = fact.identifiers.map((identifier): Identifier => {
    const earlier = earlierOf(w, identifier);
    if (earlier.length === 0 || w.holderOf(identifier.key)) return identifier;
    const key = earlier.find((each) => w.holderOf(each));
    if (key === undefined) return identifier;
    respelled.push({ identifier, earlier: key });
    return { ...identifier, key };
  });
  return respelled.length === 0 ? { spelt: fact, respelled } : { spelt: { ...fact, identifiers }, respelled };
}

/** After the fact was taken: the holder of an earlier spelling gets the present one; of two customers with one each a person is asked. */
export function keepSpellings(w: Writing, fact: PersonFact, respelled: readonly Respelled[]): void {
  for (const { identifier, earlier } of respelled) {
    const holder = w.holderOf(earlier);
    if (holder && !w.holderOf(identifier.key)) writeIdentifier(w, fact, holder.customer, identifier);
  }
  for (const identifier of fact.identifiers) {
    const { key, type } = identifier;
    for (const earlier of earlierOf(w, identifier)) {
      const [one, two] = [w.holderOf(key)?.customer, w.holderOf(earlier)?.customer];
      if (one === undefined || two === undefined || one === two) continue;
      const evidence = [key, earlier].map((each) => ({ type, key: each }));
      proposePair(w, fact, one, two, 'same_fact', evidence);
    }
  }
}
