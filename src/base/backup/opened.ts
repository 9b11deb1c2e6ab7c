// A backup that is read: its manifest, the master key that belongs to it, and its files by the place that they have in a data folder, whether they
// are sealed or those of an earlier version, which are clear.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileHash, makeFolder } from '../files/durable.ts';
import { withSealThread } from '../sealing/sealed-files.ts';
import { open, parseIdentity, SealBroken } from '../sealing/sealing.ts';
import { EARLIER_KEYS, earlierKey } from '../state/earlier-keys.ts';
import { type MasterKey, MasterKeyError, masterKeyFile, masterKeyText, parseMasterKey } from '../state/master-key.ts';
import { vaultOf } from '../state/profile-keys.ts';
import { copyDurably, type FileEntry } from './backup-files.ts';
import {
  type BackupManifest,
  BackupRefused,
  type ClearManifest,
  KEY,
  manifestFile,
  readBackupManifest,
  requireSigned,
  SEALED,
  SEALED_FOR,
  type SealedManifest,
} from './manifest.ts';

/** By what a backup opens. */
export interface BackupKeys {
  /** Base64. */
  masterKey?: string | undefined;
  /** Of the master key in the backup. */
  passphrase?: string | undefined;
}

export interface OpenedBackup {
  manifest: BackupManifest;
  masterKey: Buffer;
  /** Of a data folder, each file in its place. */
  paths: string[];
  /** Writes the file, clear. */
  place(path: string, target: string): Promise<void>;
  /** Reads all of the file; answers the SHA-256 of what is in it, in hex. */
  check(path: string): Promise<string>;
}

/** Opens a backup whose every file is first compared with the manifest. */
export async function withBackup<T>(folder: string, keys: BackupKeys, work: (opened: OpenedBackup) => Promise<T>): Promise<T> {
  const manifest = readBackupManifest(folder);
  if (manifest.version === 1) {
    const key = clearKeyOf(folder, manifest, keys);
    await checkFiles(folder, manifest);
    return work(openedClear(folder, manifest, key));
  }
  const key = await sealedKeyOf(folder, manifest, keys);
  const identity = identityOf(folder, manifest, key);
  requireSigned(manifestFile(folder), identity, manifest);
  await checkFiles(folder, manifest);
  return withSealThread({ identity }, (thread) =>
    work({
      manifest,
      masterKey: key.bytes,
      paths: manifest.files.map(({ path }) => clearPath(path)).filter((path) => path !== KEY),
      place: async (path, target) => {
        makeFolder(dirname(target));
        if (isSealedIn(manifest, path)) await thread.open(sealedPath(folder, path), target).catch(unopened(folder, path));
        else await copyDurably(join(folder, path), target);
      },
      check: async (path) =>
        isSealedIn(manifest, path)
          ? (await thread.check(sealedPath(folder, path)).catch(unopened(folder, path))).clearSha256
          : fileHash(join(folder, path)),
    }),
  );
}

const clearPath = (path: string): string => (path.endsWith(SEALED) ? path.slice(0, -SEALED.length) : path);
const sealedPath = (folder: string, path: string): string => join(folder, `${path}${SEALED}`);
const isSealedIn = ({ files }: SealedManifest, path: string): boolean => files.some((file) => file.path === `${path}${SEALED}`);

const unopened =
  (folder: string, path: string) =>
  (error: unknown): never => {
    if (error instanceof SealBroken)
      throw new BackupRefused(`The backup is damaged: ${sealedPath(folder, path)} is not as it was sealed.`, { cause: error });
    throw error;
  };

function openedClear(folder: string, manifest: ClearManifest, key: MasterKey): OpenedBackup {
  const files = new Map<string, FileEntry>(manifest.files.filter(({ path }) => path !== KEY).map((file) => [file.path, file]));
  return {
    manifest,
    masterKey: key.bytes,
    paths: [...files.keys()],
    place: async (path, target) => {
      makeFolder(dirname(target));
      await copyDurably(join(folder, path), target);
      if ((await fileHash(target)) !== files.get(path)?.sha256)
        throw new BackupRefused(`The backup is damaged: ${join(folder, path)} does not match its manifest.`);
    },
    check: (path) => fileHash(join(folder, path)),
  };
}

/** What can be done, and what cannot, by somebody who does not have the key. */
const withoutKey = ({ key_id, with_key }: BackupManifest): string =>
  with_key
    ? `This backup contains the master key ${key_id}, sealed by a pass phrase: set BACKUP_PASSPHRASE, or specify the key with MASTER_KEY.`
    : `This backup was sealed with master key ${key_id} and does not contain it. Specify it with MASTER_KEY: it is in master.key of the data folder. ` +
      'Without that key nobody can open this backup. If the key is lost and the service still runs, `tributary backup --with-key` makes a backup that a pass phrase opens; do not stop the service before.';

function requireKeyOf(manifest: BackupManifest, key: MasterKey): MasterKey {
  if (key.keyId !== manifest.key_id)
    throw new MasterKeyError(`The specified master key is ${key.keyId}; this backup was sealed with key ${manifest.key_id}.`);
  return key;
}

/** The backup's own key: the specified one, or one that the specified key replaced since. */
function ownKey(folder: string, manifest: BackupManifest, key: MasterKey): MasterKey {
  const bytes = key.keyId === manifest.key_id ? undefined : earlierKey(folder, key, manifest.key_id);
  return requireKeyOf(manifest, bytes ? parseMasterKey(masterKeyText(bytes), EARLIER_KEYS) : key);
}

/** The key opens the backup, itself or as the successor of its key. */
export const opensBackup = (folder: string, { key_id }: Pick<BackupManifest, 'key_id'>, key: MasterKey): boolean =>
  key.keyId === key_id || earlierKey(folder, key, key_id) !== undefined;

function clearKeyOf(folder: string, manifest: ClearManifest, { masterKey }: BackupKeys): MasterKey {
  if (masterKey === undefined && !manifest.with_key)
    throw new MasterKeyError(
      `This backup does not contain the master key. Specify the key ${manifest.key_id} with MASTER_KEY. Names and addresses in its state.sqlite are not sealed; without the key they can be read there, and no data folder can be made of it.`,
    );
  const file = masterKeyFile(folder);
  const text = masterKey ?? readFileSync(file, 'utf8');
  return ownKey(folder, manifest, parseMasterKey(text, masterKey === undefined ? file : 'MASTER_KEY'));
}

async function sealedKeyOf(folder: string, manifest: SealedManifest, { masterKey, passphrase }: BackupKeys): Promise<MasterKey> {
  if (masterKey !== undefined) return ownKey(folder, manifest, parseMasterKey(masterKey, 'MASTER_KEY'));
  if (!manifest.with_key || passphrase === undefined) throw new MasterKeyError(withoutKey(manifest));
  const file = sealedPath(folder, KEY);
  try {
    const clear = await open(new Blob([readFileSync(file)]).stream(), { passphrase });
    return requireKeyOf(manifest, parseMasterKey(await new Response(clear).text(), file));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    if (error.reason === 'key') throw new MasterKeyError('The pass phrase is not the one that this backup was made with.');
    throw new BackupRefused(`The backup is damaged: ${file} is not as it was sealed.`, { cause: error });
  }
}

function identityOf(folder: string, manifest: SealedManifest, key: MasterKey): string {
  try {
    const identity = parseIdentity(vaultOf(key).open(SEALED_FOR, Buffer.from(manifest.sealed_key, 'base64')));
    if (identity !== undefined) return identity;
  } catch {
    // It was not sealed by this key, or changed since.
  }
  throw new BackupRefused(`${manifestFile(folder)} was changed after the backup was made.`);
}

/** @throws BackupRefused naming the first file that is missing or another. */
export async function checkFiles(folder: string, manifest: Pick<BackupManifest, 'files'>): Promise<void> {
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = join(folder, path);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw new BackupRefused(`The backup is incomplete: ${file} is missing.`);
    if (size !== bytes || (await fileHash(file)) !== sha256)
      throw new BackupRefused(`The backup is damaged: ${file} does not match its manifest.`);
  }
}
