// Master keys that were replaced, each sealed by the present one. They open backups and links of their time. Backups get them as a file, so that the present
// key opens those of before, too.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { MasterKey } from './master-key.ts';
import { vaultOf } from './profile-keys.ts';
import type { State, StateVault, Vault } from './state.ts';

/** In a backup, and in a data folder. */
export const EARLIER_KEYS = 'earlier-master-keys.json';

const shape = z.object({
  /** The key that opens the others. */
  key_id: z.string(),
  keys: z.array(z.object({ key_id: z.string(), sealed_key: z.base64() })),
});

const contextOf = (keyId: string): string => `earlier master key ${keyId}`;

export const sealEarlier = (vault: Vault, { keyId, bytes }: MasterKey): Buffer =>
  vault.seal(contextOf(keyId), bytes.toString('base64'));

const openEarlier = (vault: Vault, keyId: string, sealed: Uint8Array): Buffer =>
  Buffer.from(vault.open(contextOf(keyId), sealed), 'base64');

/** The bytes of a key that was replaced, by the file of the folder. Undefined where the file lacks it, is damaged or of another key. */
export function earlierKey(folder: string, master: MasterKey, keyId: string): Buffer | undefined {
  const file = join(folder, EARLIER_KEYS);
  if (!existsSync(file)) return undefined;
  try {
    const { keys } = shape.parse(JSON.parse(readFileSync(file, 'utf8')));
    const found = keys.find((each) => each.key_id === keyId);
    return found && openEarlier(vaultOf(master), keyId, Buffer.from(found.sealed_key, 'base64'));
  } catch {
    return undefined;
  }
}

/** The text of the file; undefined while no key was replaced. */
export function earlierKeysText(state: Pick<State, 'statement'>): string | undefined {
  const keys = state.statement('base/earlier_master_keys_list').all();
  const [sealing] = state.statement('base/master_key_list').all();
  if (keys.length === 0 || !sealing) return undefined;
  const listed = keys.map(({ key_id, sealed_key }) => ({ key_id, sealed_key: sealed_key.toString('base64') }));
  return `${JSON.stringify({ key_id: sealing.key_id, keys: listed })}\n`;
}

export function stateVault(state: Pick<State, 'statement'>, master: MasterKey): StateVault {
  const vault = vaultOf(master);
  let earlier: Vault[] | undefined;
  const vaults = (): Vault[] =>
    state
      .statement('base/earlier_master_keys_list')
      .all()
      .map(({ key_id, sealed_key }) => vaultOf({ keyId: key_id, bytes: openEarlier(vault, key_id, sealed_key) }));
  return {
    ...vault,
    openSent: (context, sealed) => {
      earlier ??= vaults();
      for (const each of [vault, ...earlier]) {
        try {
          return each.open(context, sealed);
        } catch {
          // Sealed by another key.
        }
      }
      throw new Error('no key of this installation opens it');
    },
  };
}
