// Secrets of credentials: made from the system's generator, kept as SHA-256 with a short lookup prefix, compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits; the lookup below gives 48 of them away to anyone who reads the database, which leaves more than enough. */
const SECRET_BYTES = 32;
const LOOKUP_CHARACTERS = 8;

export interface MintedSecret {
  /** Shown once, never kept. */
  secret: string;
  lookup: string;
  hash: Buffer;
}

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The characters after the prefix that find the row. */
export const lookupOf = (prefix: string, secret: string): string =>
  secret.slice(prefix.length, prefix.length + LOOKUP_CHARACTERS);

export function mintSecret(prefix: string): MintedSecret {
  const secret = prefix + randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, lookup: lookupOf(prefix, secret), hash: hashOf(secret) };
}

/** The row whose hash is the secret's. Every candidate is compared, each in constant time. */
export function matching<Row extends { hash: Uint8Array }>(rows: Row[], secret: string): Row | undefined {
  const hash = hashOf(secret);
  let found: Row | undefined;
  for (const row of rows) {
    const kept = Buffer.from(row.hash);
    if (kept.length === hash.length && timingSafeEqual(kept, hash)) found = row;
  }
  return found;
}
