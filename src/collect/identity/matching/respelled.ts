// Customers who have one identifier in two spellings: an earlier version took them for two, or could not read the phone of one. The two are
// proposed as one person.
import type { Base } from '../../../base/base.ts';
import { type IdentifierType, normaliseIdentifier } from '../identifiers.ts';
import { holdersOf } from '../spelling/keys.ts';

const PAGE = 200;
/** Keys have 62 bits; a part of them is read at a time, since few rows of many are wanted and reading blocks everybody. */
const KEY_BITS = 62n;
const PART_BITS = 54n;

export interface SamePerson {
  type: IdentifierType;
  one: bigint;
  two: bigint;
}

type ReadingBase = Pick<Base, 'state'>;

interface Spelt {
  customer: bigint;
  type: 'email' | 'phone';
  value: string;
  country: string | undefined;
}

function* earlierSpelt({ state }: ReadingBase, profileId: string): Generator<Spelt[]> {
  for (let part = 0n; part < 1n << (KEY_BITS - PART_BITS); part += 1n) {
    const keys = { after: (part << PART_BITS) - 1n, up_to: ((part + 1n) << PART_BITS) - 1n };
    const rows = state.statement('collect/identity/scan_respelled').allBig({ profile_id: profileId, ...keys });
    yield rows.flatMap(({ type, value, customer_no: customer }) =>
      value === null || (type !== 'email' && type !== 'phone') ? [] : [{ customer, type, value, country: undefined }],
    );
  }
}

function* phonesAsGiven({ state }: ReadingBase, profileId: string): Generator<Spelt[]> {
  let after = { after_customer: -1n, after_phone: '' };
  for (;;) {
    const rows = state
      .statement('collect/identity/scan_phones_as_given')
      .allBig({ profile_id: profileId, ...after, limit: PAGE });
    const last = rows.at(-1);
    if (!last) return;
    after = { after_customer: last.customer_no, after_phone: last.phone };
    yield rows.map(({ customer_no: customer, phone: value, country }) => ({
      customer,
      type: 'phone' as const,
      value,
      country: country ?? undefined,
    }));
  }
}

/** Pairs of customers with one identifier, a part at a time: between two parts others get their turn. */
export function* respelledPairs(base: ReadingBase, profileId: string): Generator<SamePerson[]> {
  for (const pages of [earlierSpelt(base, profileId), phonesAsGiven(base, profileId)])
    for (const page of pages)
      yield page.flatMap(({ customer, type, value, country }) => {
        const present = normaliseIdentifier(type, value, country).value;
        if (present === undefined) return [];
        return holdersOf(base, profileId, type, present)
          .filter((holder) => holder.customer !== customer)
          .map((holder): SamePerson => ({ type, one: customer, two: holder.customer }));
      });
}
