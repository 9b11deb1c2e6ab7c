// What orders are found by: their number as people write it, and keyed tokens of e-mail address, phone number and payment, so that none of them is in the
// clear.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { OrderLookup, ShopOrder } from '../../base/contract/shop-hooks.ts';
import { type IdentifierType, normaliseIdentifier, tokenise } from '../identity/index.ts';
import type { CopiedShop } from './copies.ts';

/** Shops write `#1001` where people write 1001. */
const numberKeyOf = (number: string): string => number.normalize('NFKC').trim().replace(/^#+/, '').toLowerCase();

type Contact = Extract<IdentifierType, 'email' | 'phone'>;

function tokenOf(base: ReadBase, profileId: string, type: Contact, value: string | null, country?: string | null): string | null {
  const spelling = normaliseIdentifier(type, value, country ?? undefined).value;
  return spelling === undefined ? null : tokenise(base, profileId, type, spelling);
}

/** The token of the key of a payment, as erasures name it. */
export const paymentToken = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Tokens of addresses and numbers among the words of a person. */
export const tokensOfWords = (base: ReadBase, profileId: string, words: readonly string[]): string[] =>
  words.flatMap((word) => [tokenOf(base, profileId, 'email', word) ?? [], tokenOf(base, profileId, 'phone', word) ?? []].flat());

export function keysOfOrder(base: ReadBase, { profileId, provider, accountId }: CopiedShop, { id, number, customer }: ShopOrder) {
  const { email, phone, country } = customer;
  // The key that the payment of a shop's order has.
  const payment = base.state.keys.tokenBytes(profileId, 'outcome', `${provider}:${accountId}:order:${id}`);
  return {
    number_key: numberKeyOf(number),
    email_token: tokenOf(base, profileId, 'email', email),
    phone_token: tokenOf(base, profileId, 'phone', phone, country),
    payment_token: paymentToken(payment),
  };
}

/** The stored key of what a caller looks for. @throws ApiError `invalid_parameter` */
export function keyOfLookup(base: ReadBase, profileId: string, { by, value }: OrderLookup): string {
  if (by === 'number') return numberKeyOf(value);
  const key = tokenOf(base, profileId, by, value);
  if (key !== null) return key;
  const rule = by === 'email' ? 'is no e-mail address' : 'cannot be read as a phone number; write it with + and its country code';
  throw new ApiError('invalid_parameter', `${by}: ${rule}.`);
}

/** Searches of shops find more than what was looked for. */
export function isMatch(base: ReadBase, shop: CopiedShop, order: ShopOrder, { by }: OrderLookup, key: string): boolean {
  const { number_key, email_token, phone_token } = keysOfOrder(base, shop, order);
  return key === { number: number_key, email: email_token, phone: phone_token }[by];
}
