// Pairs of customers that may be one person: how a pair is written, named to the outside, and kept in the queue.
import type { Base } from '../../../base/base.ts';
import { numberOf, publicId } from '../../../base/kit/ids.ts';
import { headOf, membersOf } from '../stitching/components.ts';

/** The older of the two first. */
export interface Pair {
  customer_a: bigint;
  customer_b: bigint;
}

export const pairOf = (one: bigint, two: bigint): Pair =>
  one < two ? { customer_a: one, customer_b: two } : { customer_a: two, customer_b: one };

/** Both numbers share the 62 bits of an id, so a proposal is found by its id without an index of its own. */
const HALF = 31n;

export function proposalId(profileId: string, { customer_a, customer_b }: Pair): string {
  if (customer_b >> HALF !== 0n) throw new RangeError(`customer ${customer_b} is beyond what a proposal's id can name`);
  return publicId('merge_proposal', profileId, (customer_a << HALF) | customer_b);
}

/** Undefined for any other id, and another profile's. */
export function pairOfId(profileId: string, id: string): Pair | undefined {
  const number = numberOf('merge_proposal', profileId, id);
  if (number === undefined) return undefined;
  const pair = { customer_a: number >> HALF, customer_b: number & ((1n << HALF) - 1n) };
  return pair.customer_a < pair.customer_b ? pair : undefined;
}

/** Opens the proposal of a pair, or notes that another fact speaks for it. */
export function openProposal(
  base: Pick<Base, 'state'>,
  profileId: string,
  pair: Pair,
  on: { seq: bigint; openedAt: number },
): void {
  base.state.statement('collect/identity/proposal_open').run({
    profile_id: profileId,
    ...pair,
    head_a: headOf(base, profileId, pair.customer_a),
    head_b: headOf(base, profileId, pair.customer_b),
    seq: on.seq,
    opened_at: on.openedAt,
  });
}

/** Writes the current persons into the pairs of these customers, after a merge edge was added or removed. */
export function regroup(base: Pick<Base, 'state'>, profileId: string, customers: Iterable<bigint>): void {
  const left = new Set(customers);
  for (const customer of left) {
    const members = membersOf(base, profileId, customer);
    const head = members[0] ?? customer;
    for (const member of members) {
      left.delete(member);
      for (const name of ['collect/identity/proposals_head_a', 'collect/identity/proposals_head_b'] as const)
        base.state.statement(name).run({ profile_id: profileId, customer_no: member, head });
    }
  }
}
