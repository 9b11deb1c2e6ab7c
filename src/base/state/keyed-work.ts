// Tokens, seals and their opening, with keys that another object keeps.
import { createCipheriv, createDecipheriv, createHmac, type Hmac, type KeyObject, randomFillSync } from 'node:crypto';
import type { KeyedWork, ThreadKeys } from './state.ts';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

const nonces = { bytes: Buffer.alloc(NONCE * 256), used: NONCE * 256 };

/** Random bytes are dear by the call, not by their number. */
function newNonce(): Buffer {
  if (nonces.used === nonces.bytes.length) {
    randomFillSync(nonces.bytes);
    nonces.used = 0;
  }
  nonces.used += NONCE;
  return Buffer.from(nonces.bytes.subarray(nonces.used - NONCE, nonces.used));
}

export function seal(key: KeyObject, context: string, clear: Buffer): Buffer {
  const nonce = newNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
}

export function open(key: KeyObject, context: string, sealed: Buffer): Buffer {
  if (sealed.length < 1 + NONCE + TAG || sealed[0] !== VERSION) throw new Error('not a sealed value of this version');
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE), { authTagLength: TAG });
  cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
  return Buffer.concat([cipher.update(sealed.subarray(1 + NONCE + TAG)), cipher.final()]);
}

/** Functions with the keys of profiles. Key objects: a hash, a cipher of raw bytes costs several times as much. */
export function keyedWork(keysOf: (profileId: string) => ThreadKeys): KeyedWork {
  const hmacOf = (profileId: string, type: string, value: string): Hmac =>
    createHmac('sha256', keysOf(profileId).token).update(`${type}\0${value}`);
  return {
    // As text at once: a digest in a buffer of its own costs as much again.
    token: (profileId, type, value) => hmacOf(profileId, type, value).digest('base64url'),
    tokenBytes: (profileId, type, value) => hmacOf(profileId, type, value).digest().subarray(0, 16),
    encrypt: (profileId, context, clear) => seal(keysOf(profileId).seal, `${profileId}\0${context}`, Buffer.from(clear, 'utf8')),
    decrypt: (profileId, context, sealed) =>
      open(keysOf(profileId).seal, `${profileId}\0${context}`, Buffer.from(sealed)).toString('utf8'),
  };
}
