// Public ids and hashes. Every id in the warehouse is a formula over (profile, number), so nothing random reaches a figure,
// and a public id leads back to its number without an index.
import { createHash, hash } from 'node:crypto';

/** The kinds of ids. The kind is part of the formula: an id of one kind is never valid as another's. */
export type IdKind =
  | 'fact'
  | 'customer'
  | 'browser'
  | 'session'
  | 'touch'
  | 'synthetic_touch'
  | 'conversion'
  | 'merge_proposal'
  | 'merge';

const MASK_62 = (1n << 62n) - 1n;
const cache = new Map<string, { prefix: string; mask: bigint }>();

function partsOf(kind: IdKind, profileId: string): { prefix: string; mask: bigint } {
  const name = `${kind}:${profileId}`;
  const cached = cache.get(name);
  if (cached) return cached;
  const digest = createHash('sha256').update(name).digest();
  const hex = digest.toString('hex');
  const parts = {
    prefix: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}`,
    mask: digest.readBigUInt64BE(16) & MASK_62,
  };
  if (cache.size > 100_000) cache.clear();
  cache.set(name, parts);
  return parts;
}

/**
 * UUIDv8 (RFC 9562): 60 bits name kind and profile, 62 bits carry the number under a mask of the same two.
 * @param number 0 ≤ number < 2^62: a seq, a decision number, a visitor key, or a conversion's number (outcome seq × 4096 + definition number).
 */
export function publicId(kind: IdKind, profileId: string, number: bigint | number): string {
  const value = BigInt(number);
  if (value < 0n || value > MASK_62) throw new RangeError(`an id's number is 62 bits, got ${value}`);
  const { prefix, mask } = partsOf(kind, profileId);
  const low = ((value ^ mask) | (1n << 63n)).toString(16).padStart(16, '0'); // the variant bits are 10
  return `${prefix}-${low.slice(0, 4)}-${low.slice(4)}`;
}

/** The parts of `publicId`, for callers that make many ids: the prefix, and the mask of the number. */
export interface IdParts {
  prefix: string;
  mask: bigint;
}
export const idParts = (kind: IdKind, profileId: string): IdParts => partsOf(kind, profileId);

const HEX = Uint8Array.from({ length: 512 }, (_, at) => ((at >> 1) + 256).toString(16).charCodeAt(1 + (at & 1)));

/** Like `publicId`, for millions of ids: writes the letters of the id of a number (two words) into a buffer. */
export function idWriter({ prefix, mask }: IdParts): (high: number, low: number, target: Uint8Array, at: number) => void {
  const head = Buffer.from(`${prefix}-`);
  const [maskHigh, maskLow] = [Number(mask >> 32n), Number(mask & 0xffffffffn)];
  return (high, low, target, at) => {
    for (let n = 0; n < head.length; n += 1) target[at + n] = head[n] as number;
    let to = at + head.length;
    const put = (byte: number): void => {
      target[to] = HEX[2 * byte] as number;
      target[to + 1] = HEX[2 * byte + 1] as number;
      to += 2;
    };
    const [first, last] = [(high ^ maskHigh) | 0x80000000, low ^ maskLow];
    put(first >>> 24);
    put((first >>> 16) & 255);
    target[to] = DASH;
    to += 1;
    put((first >>> 8) & 255);
    put(first & 255);
    put(last >>> 24);
    put((last >>> 16) & 255);
    put((last >>> 8) & 255);
    put(last & 255);
  };
}
const DASH = 45;

/** The number behind an id of this kind and profile, or undefined when the id is any other. */
export function numberOf(kind: IdKind, profileId: string, id: string): bigint | undefined {
  const { prefix, mask } = partsOf(kind, profileId);
  const text = id.toLowerCase();
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)) return undefined;
  if (!text.startsWith(`${prefix}-`)) return undefined;
  return (BigInt(`0x${text.slice(19).replace('-', '')}`) & MASK_62) ^ mask;
}

/**
 * A 62-bit non-negative key of a text, for joins on integers: the first 64 bits of SHA-256, shifted right by two
 * so that it fits a signed 64-bit column with room for a sign, and a UUIDv8.
 */
export function key62(text: string): bigint {
  // Asked several times for every event. As one text the digest costs a quarter of what it does in a buffer of its own.
  const digest = hash('sha256', text, 'binary');
  for (let i = 0; i < 8; i += 1) firstBytes.setUint8(i, digest.charCodeAt(i));
  return firstBytes.getBigUint64(0) >> 2n;
}
const firstBytes = new DataView(new ArrayBuffer(8));

/** The person of an outcome without one: below every customer and every browser. */
export const personOfLoneOutcome = (seq: bigint): bigint => -((1n << 62n) + seq);

/**
 * The published id of a person. A person is one signed number: a customer is positive (the decision that created its oldest member), an unlinked
 * browser is the negative of its visitor key, and an outcome without a person is below both (−2^62 − seq).
 */
export function personId(profileId: string, personKey: bigint): string {
  if (personKey > 0n) return publicId('customer', profileId, personKey);
  if (personKey > -(1n << 62n)) return publicId('browser', profileId, -personKey);
  return publicId('fact', profileId, -personKey - (1n << 62n));
}
