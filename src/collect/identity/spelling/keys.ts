// The keys of an identifier in each of its spellings. A value is known by the key of its present spelling and by those of earlier versions: keys of
// facts are never made anew, so a customer that has an earlier one keeps it and gets the present one beside it.
import type { ReadBase } from '../../../base/base.ts';
import { earlierSpellings, type IdentifierType } from '../identifiers.ts';
import { identifierKeyOf } from '../stitching/evidence.ts';
import { type HasKeys, tokenise } from '../tokens.ts';

const keyOf = (base: HasKeys, profileId: string, type: IdentifierType, spelling: string): bigint =>
  identifierKeyOf(type, tokenise(base, profileId, type, spelling));

/** The keys of earlier spellings of a normalised value. */
export const earlierKeys = (base: HasKeys, profileId: string, type: IdentifierType, value: string): bigint[] =>
  earlierSpellings(type, value).map((spelling) => keyOf(base, profileId, type, spelling));

/** The key of a normalised value, then those of its earlier spellings. */
export const keysOf = (base: HasKeys, profileId: string, type: IdentifierType, value: string): bigint[] => [
  keyOf(base, profileId, type, value),
  ...earlierKeys(base, profileId, type, value),
];

export interface Holder {
  key: bigint;
  customer: bigint;
}

/** The customers that have a normalised value, by its present spelling first, and the key by which each has it. */
export const holdersOf = (
  base: HasKeys & Pick<ReadBase, 'state'>,
  profileId: string,
  type: IdentifierType,
  value: string,
): Holder[] =>
  keysOf(base, profileId, type, value).flatMap((key) =>
    base.state
      .statement('collect/identity/identifier_find')
      .allBig({ profile_id: profileId, identifier_key: key })
      .map((row) => ({ key, customer: row.customer_no })),
  );
