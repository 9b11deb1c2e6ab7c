// Per-profile secrets: 32 random bytes each, kept sealed by the master key. One part derived from them makes tokens, another
// encrypts; removing the key makes both meaningless for ever.
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { keyedWork, open, seal } from './keyed-work.ts';
import type { MasterKey } from './master-key.ts';
import type { ProfileKeys, State, ThreadKeys, Vault } from './state.ts';

const CACHED_PROFILES = 10_000;

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
  const cache = new Map<string, ThreadKeys>();
  const masterKey = createSecretKey(master.bytes);

  function derivedOf(profileId: string): ThreadKeys {
    const cached = cache.get(profileId);
    if (cached) return cached;
    const row = state.statement('base/profile_key_get').get({ profile_id: profileId });
    if (!row) throw new Error(`profile ${profileId} has no key`);
    if (row.key_id !== master.keyId) throw new Error(`profile ${profileId}'s key was sealed with master key ${row.key_id}`);
    const key = open(masterKey, `profile:${profileId}`, row.sealed_key);
    const derived = { token: part(key, 'token'), seal: part(key, 'seal') };
    // A key made in a transaction that may still be rolled back is not remembered.
    if (!state.db.inTransaction) {
      if (cache.size >= CACHED_PROFILES) cache.clear();
      cache.set(profileId, derived);
    }
    return derived;
  }

  return {
    ...keyedWork(derivedOf),
    create: (profileId) => {
      const sealed = seal(masterKey, `profile:${profileId}`, randomBytes(32));
      state.statement('base/profile_key_add').run({ profile_id: profileId, key_id: master.keyId, sealed_key: sealed });
    },
    sealFor: (profileId, fileKey) => {
      const row = state.statement('base/profile_key_get').get({ profile_id: profileId });
      if (!row) throw new Error(`profile ${profileId} has no key`);
      return seal(fileKey, `profile:${profileId}`, open(masterKey, `profile:${profileId}`, row.sealed_key));
    },
    adopt: (profileId, sealed, fileKey) => {
      const key = open(fileKey, `profile:${profileId}`, sealed);
      cache.delete(profileId);
      const sealed_key = seal(masterKey, `profile:${profileId}`, key);
      state.statement('base/profile_key_add').run({ profile_id: profileId, key_id: master.keyId, sealed_key });
    },
    forThread: derivedOf,
    remove: (profileId) => {
      cache.delete(profileId);
      state.statement('base/profile_key_remove').run({ profile_id: profileId });
    },
  };
}
