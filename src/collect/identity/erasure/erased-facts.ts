// The remains of erased facts at the door: keyed hashes that identify a repeat, so that a fact that is sent again does not
// bring back an erased person.
import type { Base, ReadBase } from '../../../base/base.ts';
import { StateCache } from '../../../base/work/memo.ts';
import { first62 } from './erasure-work.ts';

type PeopleBase = Pick<ReadBase, 'state'>;

/** The hash that identifies a repeat of a fact. */
export type Repeatable = { dedupeHash: bigint } | { outcomeKey: Uint8Array; contentHash: Uint8Array };

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const nameOf = (fact: Repeatable): string =>
  'dedupeHash' in fact ? `event:${fact.dedupeHash}` : `outcome:${hex(fact.outcomeKey)}:${hex(fact.contentHash)}`;

/** 16 bytes; what represents an outcome's content once it is erased. */
export const erasedHashOf = (base: PeopleBase, profileId: string, fact: Repeatable): Buffer =>
  base.state.keys.tokenBytes(profileId, 'erased', nameOf(fact));

/** The replacement of an event's id after its erasure. */
export const erasedDedupe = (hash: Buffer): bigint => first62(hash);

export function rememberErased(base: Pick<Base, 'state'>, profileId: string, fact: Repeatable, seq: bigint): Buffer {
  const hash = erasedHashOf(base, profileId, fact);
  base.state.statement('collect/identity/erased_fact_add').run({ profile_id: profileId, fact_hash: hash, seq });
  return hash;
}

const holders = new StateCache<boolean>('erasures of facts');

/** Answers the erased fact that a fact repeats; undefined without an erasure. */
export function erasedRepeats(base: PeopleBase, profileId: string): ((fact: Repeatable) => bigint | undefined) | undefined {
  const isAny = holders.get(
    base.state,
    profileId,
    () => base.state.statement('collect/identity/erased_facts_any').get({ profile_id: profileId }) !== undefined,
  );
  if (!isAny) return undefined;
  return (fact) => {
    const params = { profile_id: profileId, fact_hash: erasedHashOf(base, profileId, fact) };
    return base.state.statement('collect/identity/erased_fact_find').allBig(params)[0]?.seq;
  };
}
