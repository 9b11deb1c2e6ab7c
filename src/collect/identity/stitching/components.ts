// Persons made of several customers: a merge is an edge, a person is the connected component, and its id is the oldest member.
import type { ReadBase } from '../../../base/base.ts';

/** The members of a customer's component, oldest first; itself alone when nothing is merged with it. */
export const membersOf = (base: Pick<ReadBase, 'state'>, profileId: string, customerNo: bigint): bigint[] =>
  base.state
    .statement('collect/identity/members_list')
    .allBig({ profile_id: profileId, customer_no: customerNo })
    .map((row) => row.customer_no);

/** The customer under whose number a person is published. */
export const headOf = (base: Pick<ReadBase, 'state'>, profileId: string, customerNo: bigint): bigint =>
  membersOf(base, profileId, customerNo)[0] ?? customerNo;

/** The head of each customer that is merged with another; who is not there is its own. */
export const headsOf = (
  base: Pick<ReadBase, 'state'>,
  profileId: string,
  customerNos: readonly bigint[],
): ReadonlyMap<bigint, bigint> =>
  new Map(
    base.state
      .statement('collect/identity/heads_list')
      .allBig({ profile_id: profileId, customer_nos: `[${customerNos.join(',')}]` })
      .map((row) => [row.asked_no, row.head_no]),
  );
