// Persons made of several customers: a merge is an edge, a person is the connected component, and its id is the oldest member.
import type { Base } from '../../base/base.ts';

/** The members of a customer's component, oldest first; itself alone when nothing is merged with it. */
export const membersOf = (base: Pick<Base, 'state'>, profileId: string, customerNo: bigint): bigint[] =>
  base.state
    .statement('collect/people/members_list')
    .allBig({ profile_id: profileId, customer_no: customerNo })
    .map((row) => row['customer_no'] as bigint);

/** The customer under whose number a person is published. */
export const headOf = (base: Pick<Base, 'state'>, profileId: string, customerNo: bigint): bigint =>
  membersOf(base, profileId, customerNo)[0] ?? customerNo;
