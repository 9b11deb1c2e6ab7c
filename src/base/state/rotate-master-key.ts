// Replaces the master key of a data folder that nobody has open. All that it seals is sealed again in one transaction of state, so that a kill leaves the folder
// under the one key or the other; the new key is on disk before, and the old one goes last. Repeated after a kill, the rotation goes on where it was.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { carryEarlierKeys } from '../backup/carry-keys.ts';
import type { Config } from '../config/config.ts';
import { renameDurably } from '../files/durable.ts';
import { takeLock } from '../folder/lock.ts';
import { checkFolder, markClosed, markClosing, markOpen } from '../folder/marks.ts';
import { requireNobodyElse } from '../folder/service-file.ts';
import type { Clock } from '../kit/clock.ts';
import { previousFolder } from '../upgrade/put-back.ts';
import { sealEarlier } from './earlier-keys.ts';
import {
  findMasterKey,
  keyCheck,
  type MasterKey,
  MasterKeyError,
  masterKeyFile,
  nextKeyFile,
  otherKey,
  parseMasterKey,
  readMasterKey,
  readNextKey,
  writeNextKey,
} from './master-key.ts';
import { openState, sealingKeyOf } from './open-state.ts';
import { vaultOf } from './profile-keys.ts';
import { resealColumns } from './reseal.ts';
import type { State } from './state.ts';

export interface Rotation {
  key_id: string;
  /** Null where an earlier attempt had replaced it, and this one did what remained. */
  replaced_key_id: string | null;
  values_sealed_again: number;
  /** Values that the replaced key did not open either: they are left as they were. */
  values_not_opened: number;
  backups_reached: number;
  backups_not_reached: string[];
  /** The backup of before the last upgrade was removed: it is of the replaced key. */
  way_back_removed: boolean;
  /** Where the new key is; null for one that the caller specified and has to set. */
  key_file: string | null;
}

export interface RotateOptions {
  config: Config;
  clock: Clock;
  warn: (message: string) => void;
}

/** @throws MasterKeyError where the specified key is not the folder's, which is then as it was. */
export async function rotateMasterKey({ config, clock, warn }: RotateOptions): Promise<Rotation> {
  const lock = takeLock(config.dataDir);
  try {
    await requireNobodyElse(config.dataDir);
    const wasClosed = checkFolder(config.dataDir);
    markClosing(config.dataDir);
    const plan = planOf(config, warn);
    markOpen(config.dataDir);
    const state = openState({ ...config, masterKey: plan.sealing.bytes.toString('base64') }, clock, { warn });
    try {
      const next = plan.next ?? writeNextKey(config.dataDir, randomBytes(32));
      const isReplaced = plan.sealing.keyId === next.keyId;
      const sealed = isReplaced ? { again: 0, notOpened: 0 } : replace(state, plan.sealing, next, clock.now());
      await overwriteRemains(state);
      const backups = carryEarlierKeys(config.dataDir, state);
      return {
        key_id: next.keyId,
        replaced_key_id: isReplaced ? null : plan.sealing.keyId,
        values_sealed_again: sealed.again,
        values_not_opened: sealed.notOpened,
        backups_reached: backups.told,
        backups_not_reached: backups.notReached,
        way_back_removed: removeWayBack(config.dataDir),
        key_file: putInPlace(config),
      };
    } finally {
      state.close();
      if (wasClosed) markClosed(config.dataDir);
    }
  } finally {
    lock.release();
  }
}

/** The key that seals the folder now, and the one that will, where there is one already. */
function planOf(config: Config, warn: (message: string) => void): { sealing: MasterKey; next: MasterKey | undefined } {
  const keyId = sealingKeyOf(config.dataDir);
  if (keyId === undefined) throw new MasterKeyError(`Nothing in ${config.dataDir} is sealed with a master key yet.`);
  const isInFile = config.masterKey === undefined;
  const specified = config.newMasterKey === undefined ? undefined : parseMasterKey(config.newMasterKey, 'NEW_MASTER_KEY');
  const begun = isInFile ? readNextKey(config.dataDir) : undefined;
  // An earlier attempt came as far as to replace the key.
  const done = [specified, begun].find((key) => key?.keyId === keyId);
  if (done && (specified === undefined || specified === done) && done.keyId !== readMasterKey(config, warn)?.keyId)
    return { sealing: done, next: done };
  const sealing = findMasterKey(config, keyId, warn);
  if (!sealing) throw otherKey(config, keyId, readMasterKey(config, warn));
  if (specified?.keyId === keyId) throw new MasterKeyError('NEW_MASTER_KEY is the master key that this data folder has already.');
  if (!isInFile && specified === undefined)
    throw new MasterKeyError(
      'MASTER_KEY is set, so this command writes no key to a file: specify the new one as NEW_MASTER_KEY (`openssl rand -base64 32` makes one).',
    );
  if (specified === undefined) return { sealing, next: begun?.keyId === keyId ? undefined : begun };
  return { sealing, next: isInFile ? writeNextKey(config.dataDir, specified.bytes) : specified };
}

function replace(state: State, old: MasterKey, next: MasterKey, now: number) {
  return state.tx(() => {
    state.statement('base/master_key_add').run({ key_id: next.keyId, key_check: keyCheck(next) });
    const sealed = resealColumns(state.db, old, next);
    state.statement('base/profile_keys_give').run({ key_id: next.keyId });
    state.statement('base/master_key_remove').run({ key_id: old.keyId });
    const sealed_key = sealEarlier(vaultOf(next), old);
    state.statement('base/earlier_master_key_add').run({ key_id: old.keyId, sealed_key, replaced_at: now });
    return sealed;
  });
}

/** What the old key sealed is in the log and in free pages, too. */
async function overwriteRemains(state: State): Promise<void> {
  state.db.pragma('wal_checkpoint(truncate)');
  await state.wipe();
}

function removeWayBack(dataDir: string): boolean {
  const folder = previousFolder(dataDir);
  const isThere = existsSync(folder);
  rmSync(folder, { recursive: true, force: true });
  return isThere;
}

/** The last step: until here a repetition finds by the file of the new key that it is not the first. */
function putInPlace({ dataDir, masterKey }: Config): string | null {
  if (masterKey !== undefined) return null;
  if (existsSync(nextKeyFile(dataDir))) renameDurably(nextKeyFile(dataDir), masterKeyFile(dataDir));
  return masterKeyFile(dataDir);
}
