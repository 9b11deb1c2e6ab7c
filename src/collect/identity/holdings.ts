// The number of identifiers and browsers of a person, by type.
import type { ReadBase } from '../../base/base.ts';
import { membersOf } from './stitching/components.ts';

export type Holdings = Partial<
  Record<'external_id' | 'crm_contact_id' | 'national_id' | 'email' | 'phone' | 'anonymous_id', number>
>;

/** Counts over all members of the customer's person. */
export function holdingsOf(base: Pick<ReadBase, 'state'>, profileId: string, customerNo: bigint): Holdings {
  const rows = base.state.statement('collect/identity/holdings_count').all({
    profile_id: profileId,
    customer_nos: `[${membersOf(base, profileId, customerNo).join(',')}]`,
  });
  return Object.fromEntries(rows.map((row) => [row.type, row.held]));
}
