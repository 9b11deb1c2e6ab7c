// Seals a backup that an earlier version left clear, in its place. The clear one goes only when the sealed one has been opened and read to its end; a
// command that is interrupted is repeated and continues.
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, renameDurably, writeDurably } from '../files/durable.ts';
import { withSealThread } from '../sealing/sealed-files.ts';
import { newIdentity } from '../sealing/sealing.ts';
import { parseMasterKey } from '../state/master-key.ts';
import { vaultOf } from '../state/profile-keys.ts';
import { copyDurably, SealedFolder } from './backup-files.ts';
import { carryErasures, isErasureList } from './erasure-list.ts';
import {
  BackupRefused,
  clearCopy,
  manifestFile,
  manifestText,
  readBackupManifest,
  SEALED_FOR,
  type SealedManifest,
  signed,
} from './manifest.ts';
import { type BackupKeys, type OpenedBackup, withBackup } from './opened.ts';
import { checkedPassphrase } from './passphrase.ts';

export interface SealOptions extends BackupKeys {
  /** Keeps the master key in the backup, sealed by these words. */
  keyPassphrase?: string | undefined;
  /** For the moment in which that key is clear. */
  work: string;
  /** Whose list of erasures is newer than that of the backup, if it is that installation's. */
  dataDir?: string | undefined;
}

/** @throws BackupRefused, MasterKeyError */
export async function sealBackup(folder: string, options: SealOptions): Promise<SealedManifest> {
  const target = resolve(folder);
  const [sealing, clear] = [`${target}.sealing`, clearCopy(target)];
  const passphrase = options.keyPassphrase === undefined ? undefined : checkedPassphrase(options.keyPassphrase);
  // Both exist where an earlier attempt ended between the two renamings.
  if (!existsSync(clear)) {
    if (readBackupManifest(target).version !== 1) throw new BackupRefused(`${target} is sealed already.`);
    await withBackup(target, keysFor(target, options), (opened) =>
      sealInto(sealing, { target, opened, passphrase, work: options.work }),
    );
    renameDurably(target, clear);
  }
  if (!existsSync(target)) renameDurably(sealing, target);
  const manifest = readBackupManifest(target);
  if (manifest.version === 1) throw new BackupRefused(`${target} and ${clear} are both there and clear: move one of them away.`);
  const isOfFolder = options.masterKey !== undefined && parseMasterKey(options.masterKey, 'MASTER_KEY').keyId === manifest.key_id;
  carryErasures([clear, ...(isOfFolder && options.dataDir !== undefined ? [options.dataDir] : [])], target);
  rmSync(clear, { recursive: true, force: true });
  return manifest;
}

/** The key that is specified; for a backup of another key the one in it, if it has one. */
function keysFor(folder: string, { masterKey }: BackupKeys): BackupKeys {
  const { key_id, with_key } = readBackupManifest(folder);
  const isOther = masterKey !== undefined && parseMasterKey(masterKey, 'MASTER_KEY').keyId !== key_id;
  return isOther && with_key ? {} : { masterKey };
}

interface Sealing {
  target: string;
  opened: OpenedBackup;
  passphrase: string | undefined;
  work: string;
}

/** Writes a sealed backup with the same content, and reads it back. */
async function sealInto(sealing: string, { target, opened, passphrase, work }: Sealing): Promise<void> {
  rmSync(sealing, { recursive: true, force: true });
  makeFolder(sealing);
  const identity = await newIdentity();
  const { masterKey, manifest } = opened;
  const files = await withSealThread({ identity }, async (thread) => {
    const sealed = new SealedFolder(sealing, thread);
    for (const path of opened.paths)
      if (isErasureList(path)) await copyDurably(join(target, path), join(sealing, path));
      else await sealed.add(join(target, path), path);
    if (passphrase !== undefined) await sealed.addKey(masterKey, passphrase, work);
    return [...sealed.entries, ...manifest.files.filter(({ path }) => isErasureList(path))];
  });
  const { created_at, key_id, profiles } = manifest;
  const vault = vaultOf({ bytes: masterKey, keyId: key_id });
  const described = signed(identity, {
    version: 2,
    created_at,
    key_id,
    with_key: passphrase !== undefined,
    profiles,
    files,
    sealed_key: vault.seal(SEALED_FOR, identity).toString('base64'),
  });
  writeDurably(manifestFile(sealing), manifestText(described));
  const sums = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]));
  await withBackup(sealing, { masterKey: masterKey.toString('base64') }, async (written) => {
    for (const path of written.paths)
      if ((await written.check(path)) !== sums.get(path))
        throw new BackupRefused(`${path} could not be sealed: it was read back otherwise.`);
  });
}
