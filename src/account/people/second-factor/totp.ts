// One-time codes by time (RFC 6238, as every app for them reads it: SHA-1, six digits, thirty seconds). Nothing here is stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const STEP_SECONDS = 30;
const DIGITS = 6;
/** As long as the hash, which the standard recommends. */
const SECRET_BYTES = 20;
/** A phone's clock may be half a minute off, and typing takes a while. */
const STEPS_OFF = 1;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648, without padding: what apps take when it is typed. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      text += LETTERS.charAt((value >>> (bits - 5)) & 31);
      bits -= 5;
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + LETTERS.charAt((value << (5 - bits)) & 31);
}

export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP_SECONDS);

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = digest.readUInt8(digest.length - 1) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step whose code this is, among steps that are near and later than the last one used; undefined for any other code. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const typed = Buffer.from(code);
  let found: number | undefined;
  for (let step = stepAt(now) - STEPS_OFF; step <= stepAt(now) + STEPS_OFF; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    const isSame = typed.length === expected.length && timingSafeEqual(typed, expected);
    if (isSame && step > lastStep) found = step;
  }
  return found;
}

/** What the picture for the phone says. */
export function totpUri(secret: Uint8Array, email: string): string {
  const label = `${encodeURIComponent('Tributary')}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret: base32(secret), issuer: 'Tributary' })}`;
}
