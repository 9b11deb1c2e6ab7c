// The content of a link token, sealed with its profile's key: a customer's number and a time, bound to the profile.
import type { HasKeys } from '../tokens.ts';

const CONTEXT = 'link_token';
/** Hexadecimal digits of the second at which it expires, and of the customer's number. */
const EXPIRY_DIGITS = 8;
const NUMBER_DIGITS = 16;
/** The size of the output of `ProfileKeys.encrypt`: version, nonce, tag, text. */
const BYTES = 1 + 12 + 16 + EXPIRY_DIGITS + NUMBER_DIGITS;

/** @param expires seconds since 1970 */
export function sealLinkToken(base: HasKeys, profileId: string, customerNo: bigint, expires: number): string {
  const text = expires.toString(16).padStart(EXPIRY_DIGITS, '0') + customerNo.toString(16).padStart(NUMBER_DIGITS, '0');
  return Buffer.from(base.state.keys.encrypt(profileId, CONTEXT, text)).toString('base64url');
}

/** The customer a token names; undefined when it is changed or another profile's. */
export function openLinkToken(base: HasKeys, profileId: string, token: string, now: number): bigint | 'expired' | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // TRICKY: base64url has spare bits at its end; a token that differs in them alone is still another token.
  if (bytes.length !== BYTES || bytes.toString('base64url') !== token) return undefined;
  try {
    const text = base.state.keys.decrypt(profileId, CONTEXT, bytes);
    const expires = Number.parseInt(text.slice(0, EXPIRY_DIGITS), 16);
    return expires * 1000 <= now ? 'expired' : BigInt(`0x${text.slice(EXPIRY_DIGITS)}`);
  } catch {
    return undefined;
  }
}
