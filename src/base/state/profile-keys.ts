// Per-profile secrets: 32 random bytes each, kept sealed by the master key. One part derived from them makes tokens, another
// encrypts; removing the key makes both meaningless for ever.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type Hmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import type { MasterKey } from './master-key.ts';
import type { ProfileKeys, State, Vault } from './state.ts';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const CACHED_PROFILES = 10_000;

/** As key objects: a hash, a cipher of raw bytes costs several times as much. */
interface Derived {
  token: KeyObject;
  seal: KeyObject;
}

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

function seal(key: KeyObject, context: string, clear: Buffer): Buffer {
  const nonce = newNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
}

function open(key: KeyObject, context: string, sealed: Buffer): Buffer {
  if (sealed.length < 1 + NONCE + TAG || sealed[0] !== VERSION) throw new Error('not a sealed value of this version');
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE), { authTagLength: TAG });
  cipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
  return Buffer.concat([cipher.update(sealed.subarray(1 + NONCE + TAG)), cipher.final()]);
}

const part = (key: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `tributary:${purpose}`, 32)));

export function vaultOf(master: MasterKey): Vault {
  const key = part(master.bytes, 'vault');
  return {
    seal: (context, clear) => seal(key, context, Buffer.from(clear, 'utf8')),
    open: (context, sealed) => open(key, context, Buffer.from(sealed)).toString('utf8'),
  };
}

export function profileKeys(state: Pick<State, 'db' | 'statement'>, master: MasterKey): ProfileKeys {
  const cache = new Map<string, Derived>();
  const masterKey = createSecretKey(master.bytes);

  function derivedOf(profileId: string): Derived {
    const cached = cache.get(profileId);
    if (cached) return cached;
    const row = state.statement('base/profile_key_get').get({ profile_id: profileId });
    if (!row) throw new Error(`profile ${profileId} has no key`);
    if (row['key_id'] !== master.keyId) throw new Error(`profile ${profileId}'s key was sealed with master key ${row['key_id']}`);
    const key = open(masterKey, `profile:${profileId}`, row['sealed_key'] as Buffer);
    const derived = { token: part(key, 'token'), seal: part(key, 'seal') };
    // A key made in a transaction that may still be rolled back is not remembered.
    if (!state.db.inTransaction) {
      if (cache.size >= CACHED_PROFILES) cache.clear();
      cache.set(profileId, derived);
    }
    return derived;
  }

  const hmacOf = (profileId: string, type: string, value: string): Hmac =>
    createHmac('sha256', derivedOf(profileId).token).update(`${type}\0${value}`);

  return {
    create: (profileId) => {
      const sealed = seal(masterKey, `profile:${profileId}`, randomBytes(32));
      state.statement('base/profile_key_add').run({ profile_id: profileId, key_id: master.keyId, sealed_key: sealed });
    },
    // As text at once: a digest in a buffer of its own costs as much again.
    token: (profileId, type, value) => hmacOf(profileId, type, value).digest('base64url'),
    tokenBytes: (profileId, type, value) => hmacOf(profileId, type, value).digest().subarray(0, 16),
    encrypt: (profileId, context, clear) =>
      seal(derivedOf(profileId).seal, `${profileId}\0${context}`, Buffer.from(clear, 'utf8')),
    decrypt: (profileId, context, sealed) =>
      open(derivedOf(profileId).seal, `${profileId}\0${context}`, Buffer.from(sealed)).toString('utf8'),
    remove: (profileId) => {
      cache.delete(profileId);
      state.statement('base/profile_key_remove').run({ profile_id: profileId });
    },
  };
}
