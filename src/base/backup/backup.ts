// A backup of a data folder while the service runs: state, then journal, ledger and archive, each file sealed with a key of this backup alone, which
// the master key seals. Warehouse and published files are not part of it: they are rebuilt from the rest.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Base } from '../base.ts';
import { fileHash, makeFolder, syncToDisk, writeDurably } from '../files/durable.ts';
import { withWorkFolder } from '../files/work-folder.ts';
import { CLOCK_FILE } from '../folder/clock.ts';
import { inspectStores } from '../folder/watch.ts';
import type { Segment } from '../journal/archive.ts';
import type { Journal } from '../journal/journal.ts';
import { journalReader } from '../journal/journal-reader.ts';
import { journalFile } from '../journal/open-journal.ts';
import { ledgerFile } from '../ledger/file.ts';
import { withSealThread } from '../sealing/sealed-files.ts';
import { newIdentity } from '../sealing/sealing.ts';
import type { MasterKey } from '../state/master-key.ts';
import { stateFile } from '../state/open-state.ts';
import { vaultOf } from '../state/profile-keys.ts';
import { profilesFolder } from '../warehouse/layout.ts';
import { copyDurably, SealedFolder } from './backup-files.ts';
import { listFile, rememberBackupFolder } from './erasure-list.ts';
import {
  type BackupManifest,
  BackupRefused,
  isInside,
  manifestFile,
  manifestText,
  SEALED_FOR,
  type SealedManifest,
  signed,
} from './manifest.ts';
import { checkedPassphrase } from './passphrase.ts';

/** The invented ad platform, as connections to it are worth nothing without its grants; and the time that a demo has let pass. */
const OF_DEMOS = ['sandbox.json', CLOCK_FILE];

export interface BackupOptions {
  /** Adds the master key, sealed by these words: with them the backup opens alone. */
  keyPassphrase?: string | undefined;
}

/** Of what a backup is made. */
export interface BackupSource {
  dataDir: string;
  /** Milliseconds since 1970. */
  now: number;
  keyId: string;
  masterKey: MasterKey['bytes'];
  /** In seq order. */
  segments: (profileId: string) => Segment[];
  /** It is lost, and the next start begins a new one. */
  isWithoutLedger?: boolean;
}

/** Writes a backup into `dest`, which must be empty or missing. It appears under that name only when it is whole. */
export async function backup(base: Base, dest: string, options: BackupOptions = {}): Promise<SealedManifest> {
  const target = resolve(dest);
  const passphrase = options.keyPassphrase === undefined ? undefined : checkedPassphrase(options.keyPassphrase);
  if (isInside(target, base.config.dataDir)) throw new BackupRefused('A backup cannot be inside the data folder.');
  if (!isEmpty(target)) throw new BackupRefused(`${target} is not empty.`);
  const manifest = await writeBackup(base, target, passphrase);
  rememberFolder(base, target);
  return manifest;
}

/** As `backup`, for a caller that has the place to itself and removes it: the folder is not noted. */
export async function writeBackup(base: Base, target: string, passphrase?: string): Promise<SealedManifest> {
  const release = base.journal.hold();
  try {
    await refuseIncomplete(base);
    return await sealFolder(sourceOf(base), target, passphrase);
  } finally {
    release();
  }
}

const sourceOf = ({ config: { dataDir }, state, clock, archive }: Base): BackupSource => ({
  dataDir,
  now: clock.now(),
  masterKey: state.masterKey(),
  keyId: String(state.statement('base/master_key_list').all()[0]?.key_id),
  segments: (profileId) => archive.segments(profileId),
});

/** @param target Missing or empty. @param passphrase Adds the master key, sealed by it. */
export async function sealFolder(source: BackupSource, target: string, passphrase?: string): Promise<SealedManifest> {
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  try {
    const manifest = await withWorkFolder(source.dataDir, largestOf(source.dataDir), (work) =>
      sealStores(source, { folder: unfinished, work, passphrase }),
    );
    writeDurably(manifestFile(unfinished), manifestText(manifest));
    renameSync(unfinished, target);
    syncToDisk(dirname(target));
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The backup is whole, and on another disk: one that is full here must not undo it. */
function rememberFolder(base: Base, target: string): void {
  try {
    rememberBackupFolder(base.config.dataDir, target);
  } catch (error) {
    base.log.warn(
      { err: error },
      'the backup is whole, but its folder could not be noted: name the data folder with `restore --erasures` when it is restored',
    );
  }
}

/** A copy of what is incomplete would be taken for a whole one on the day it is needed. */
async function refuseIncomplete(base: Base): Promise<void> {
  const lost = (await inspectStores(base)).find(({ isLoss }) => isLoss);
  if (lost) throw new BackupRefused(`Nothing was backed up. ${lost.what} ${lost.next}`);
}

interface Place {
  /** Of the backup. */
  folder: string;
  /** In the data folder, for copies that are clear. */
  work: string;
  passphrase: string | undefined;
}

async function sealStores(source: BackupSource, { folder, work, passphrase }: Place): Promise<SealedManifest> {
  // The order is the point: what state says was stitched is in the later journal, what the journal trimmed is in the later archive.
  // The other way round it is the hold that keeps the archive from running ahead of the earlier two.
  const createdAt = new Date(source.now).toISOString();
  const identity = await newIdentity();
  const { files, profiles } = await withSealThread({ identity }, async (thread) => {
    const sealed = new SealedFolder(folder, thread);
    const found = await sealDatabases(source, sealed, work);
    await sealFiles(source, sealed, found);
    if (passphrase !== undefined) await sealed.addKey(source.masterKey, passphrase, work);
    return { files: [...sealed.entries, ...(await copyErasures(source, folder))], profiles: found };
  });
  return signed(identity, {
    version: 2,
    created_at: createdAt,
    key_id: source.keyId,
    with_key: passphrase !== undefined,
    profiles,
    files,
    sealed_key: vaultOf({ bytes: source.masterKey, keyId: source.keyId }).seal(SEALED_FOR, identity).toString('base64'),
  });
}

/** Copies of the databases are made one after the other: so many bytes are clear at one time. */
const largestOf = (dataDir: string): number =>
  Math.max(
    ...[stateFile, journalFile, ledgerFile].map((fileIn) => statSync(fileIn(dataDir), { throwIfNoEntry: false })?.size ?? 0),
  );

async function sealDatabases(source: BackupSource, sealed: SealedFolder, work: string): Promise<BackupManifest['profiles']> {
  const { dataDir } = source;
  const copyOf = async (file: string, isJournal: boolean): Promise<string> => {
    const copy = join(work, basename(file));
    await snapshot(file, copy, isJournal);
    return copy;
  };
  await sealed.addAndRemove(await copyOf(stateFile(dataDir), false), basename(stateFile(dataDir)));
  const journal = await copyOf(journalFile(dataDir), true);
  const profiles = profilesIn(journal).map(({ profileId, lastSeq }) => {
    const sealedUpTo = segmentsUpTo(source, profileId, lastSeq).at(-1)?.lastSeq ?? 0n;
    return { profile_id: profileId, last_seq: String(lastSeq), sealed_up_to: String(sealedUpTo) };
  });
  await sealed.addAndRemove(journal, basename(journalFile(dataDir)));
  if (!source.isWithoutLedger) await sealed.addAndRemove(await copyOf(ledgerFile(dataDir), false), basename(ledgerFile(dataDir)));
  return profiles;
}

/** No seal of the archive begins while the journal is paused; facts added by a running one are older than the copy of the journal. */
const segmentsUpTo = ({ segments }: BackupSource, profileId: string, lastSeq: bigint) =>
  segments(profileId).filter((segment) => segment.lastSeq <= lastSeq);

async function sealFiles(source: BackupSource, sealed: SealedFolder, profiles: BackupManifest['profiles']): Promise<void> {
  const { dataDir } = source;
  for (const { profile_id, sealed_up_to } of profiles)
    for (const segment of segmentsUpTo(source, profile_id, BigInt(sealed_up_to))) await sealed.addSegment(segment, dataDir);
  // A profile without a fact has files, too.
  const folder = profilesFolder(dataDir);
  for (const profileId of existsSync(folder) ? readdirSync(folder) : []) await sealed.addFiles(dataDir, profileId);
  for (const name of OF_DEMOS) if (existsSync(join(dataDir, name))) await sealed.add(join(dataDir, name), name);
}

/** Beside the sealed files, as it has no personal data and a later list follows it: who is erased after the backup is erased from it too. */
async function copyErasures({ dataDir }: BackupSource, folder: string): Promise<BackupManifest['files']> {
  const from = listFile(dataDir);
  if (!existsSync(from)) return [];
  const path = basename(from);
  const copy = join(folder, path);
  await copyDurably(from, copy);
  return [{ path, bytes: statSync(copy).size, sha256: await fileHash(copy) }];
}

/** Checks the copy, as the journal itself has advanced. */
export function profilesIn(journalCopy: string): ReturnType<Journal['profiles']> {
  const db = new Database(journalCopy, { readonly: true });
  try {
    return journalReader(db).profiles();
  } finally {
    db.close();
  }
}

function snapshot(source: string, target: string, isJournal: boolean): Promise<void> {
  return new Promise((done, reject) => {
    const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: { source, target, isJournal } });
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? done() : reject(new Error(`copying ${source} ended with code ${code}`))));
  });
}

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;
