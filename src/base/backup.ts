// Backup and restore of a data folder: state, then journal, then archive, while the service runs, with a manifest of checksums.
// The warehouse and what is published are not part of it: they are rebuilt from the rest.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { requireDatabasesAgree } from './agreement.ts';
import { copyDurably, copyPictures, copySegment } from './backup-files.ts';
import type { Base } from './base.ts';
import { leaveToErase, listFile, listsFor, rememberBackupFolder } from './erasure-list.ts';
import { fileHash, makeFolder, syncToDisk, writeDurably } from './files/durable.ts';
import { CLOCK_FILE } from './folder-clock.ts';
import type { Journal } from './journal/journal.ts';
import { journalReader } from './journal/journal-reader.ts';
import { journalFile } from './journal/open-journal.ts';
import { ledgerFile } from './ledger/file.ts';
import { takeLock } from './lock.ts';
import { MasterKeyError, masterKeyFile, parseMasterKey, readMasterKey, writeMasterKey } from './state/master-key.ts';
import { moveState } from './state/move-state.ts';
import { stateFile } from './state/open-state.ts';
import { strangersIn } from './state/strangers.ts';
import { StoresDisagree } from './stores-disagree.ts';
import { inspectStores } from './watch.ts';

const VERSION = 1;
const MANIFEST = 'backup.json';
const KEY = 'master.key';
/** The invented ad platform, as connections to it are worth nothing without its grants; and the time that a demo has let pass. */
const OF_DEMOS = ['sandbox.json', CLOCK_FILE];

const seq = z.string().regex(/^\d{1,13}$/);
const shape = z.object({
  version: z.literal(VERSION),
  created_at: z.iso.datetime(),
  /** Which master key opens it. */
  key_id: z.string(),
  with_key: z.boolean(),
  profiles: z.array(z.object({ profile_id: z.string(), last_seq: seq, sealed_up_to: seq })),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof shape>;

/** The backup or restore cannot be done as asked; the message says what to do. Nothing was left behind. */
export class BackupRefused extends Error {}

/** Writes a backup into `dest`, which must be empty or missing. It appears under that name only when it is whole. */
export async function backup(base: Base, dest: string, options: { withKey?: boolean } = {}): Promise<BackupManifest> {
  const target = resolve(dest);
  const { dataDir } = base.config;
  if (isInside(target, dataDir)) throw new BackupRefused('A backup cannot be inside the data folder.');
  if (!isEmpty(target)) throw new BackupRefused(`${target} is not empty.`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  const release = base.journal.hold();
  try {
    await refuseIncomplete(base);
    const manifest = await copyStores(base, unfinished, options.withKey ?? false);
    writeDurably(join(unfinished, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
    renameSync(unfinished, target);
    syncToDisk(dirname(target));
    rememberFolder(base, target);
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    release();
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

async function copyStores(base: Base, folder: string, withKey: boolean): Promise<BackupManifest> {
  const { dataDir } = base.config;
  // The order is the point: what state says was stitched is in the later journal, what the journal trimmed is in the later archive.
  // The other way round it is the hold that keeps the archive from running ahead of the earlier two.
  const createdAt = new Date(base.clock.now()).toISOString();
  const keyId = String(base.state.statement('base/master_key_list').all()[0]?.key_id);
  await snapshot(stateFile(dataDir), join(folder, 'state.sqlite'), false);
  await snapshot(journalFile(dataDir), join(folder, 'journal.sqlite'), true);
  await snapshot(ledgerFile(dataDir), join(folder, 'ledger.sqlite'), false);
  const files = ['state.sqlite', 'journal.sqlite', 'ledger.sqlite'];
  const profiles: BackupManifest['profiles'] = [];
  for (const { profileId, lastSeq } of profilesIn(join(folder, 'journal.sqlite'))) {
    // No seal begins while the journal is paused; facts added by a running one are older than the copy of the journal.
    const segments = base.archive.segments(profileId).filter((segment) => segment.lastSeq <= lastSeq);
    for (const segment of segments) files.push(...(await copySegment(segment, dataDir, folder)));
    files.push(...(await copyPictures(dataDir, folder, profileId)));
    profiles.push({ profile_id: profileId, last_seq: String(lastSeq), sealed_up_to: String(segments.at(-1)?.lastSeq ?? 0n) });
  }
  if (existsSync(listFile(dataDir))) {
    const name = basename(listFile(dataDir));
    await copyDurably(listFile(dataDir), join(folder, name));
    files.push(name);
  }
  for (const name of OF_DEMOS.filter((each) => existsSync(join(dataDir, each)))) {
    await copyDurably(join(dataDir, name), join(folder, name));
    files.push(name);
  }
  if (withKey) {
    const key = readMasterKey(base.config, (message) => base.log.warn(message));
    if (!key) throw new MasterKeyError('The master key cannot be read.');
    writeMasterKey(folder, key.bytes);
    files.push(KEY);
  }
  const described: BackupManifest['files'] = [];
  for (const path of files) {
    const file = join(folder, path);
    described.push({ path, bytes: statSync(file).size, sha256: await fileHash(file) });
  }
  return { version: VERSION, created_at: createdAt, key_id: keyId, with_key: withKey, profiles, files: described };
}

/** Checks the copy, as the journal itself has advanced. */
function profilesIn(journalCopy: string): ReturnType<Journal['profiles']> {
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

/**
 * Fills `dataDir`, which must be empty or missing, from a backup whose every file is first checked, and moves the state of an older version
 * into the schema of this one. The master key comes from
 * the backup or from `masterKey` (base64). Anyone who was erased since is left in a list for the next start to erase again; `erasures`
 * names a list besides those in the backup.
 */
export async function restore(
  src: string,
  dataDir: string,
  options: { masterKey?: string; erasures?: string } = {},
): Promise<BackupManifest> {
  const source = resolve(src);
  const target = resolve(dataDir);
  const manifest = readBackupManifest(source);
  const erased = erasuresFor(source, options.erasures);
  const key = keyOf(source, manifest, options.masterKey);
  if (!isEmpty(target)) throw new BackupRefused(`${target} is not empty: a backup is restored into an empty folder only.`);
  await checkFiles(source, manifest);
  const lock = takeLock(target);
  try {
    for (const { path } of manifest.files) {
      if (path === KEY) continue;
      const copy = join(target, path);
      makeFolder(dirname(copy));
      await copyDurably(join(source, path), copy);
    }
    await checkFiles(target, { ...manifest, files: manifest.files.filter(({ path }) => path !== KEY) });
    moveState(stateFile(target), Date.now());
    requireFit(target, manifest);
    writeMasterKey(target, key);
    if (erased.length > 0) leaveToErase(target, erased);
  } catch (error) {
    lock.release();
    for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true, force: true });
    throw error;
  }
  lock.release();
  return manifest;
}

/** Each file may be what the manifest says, and yet be of another time than the others: put together by hand, or of a folder that was. */
function requireFit(folder: string, manifest: BackupManifest): void {
  const misfit = (what: string): never => {
    throw new BackupRefused(`The backup does not fit together: ${what} Take another backup.`);
  };
  const state = new Database(stateFile(folder), { readonly: true });
  const journal = new Database(journalFile(folder), { readonly: true });
  try {
    requireDatabasesAgree(state, journal);
    const stranger = strangersIn(state);
    if (stranger !== undefined) misfit(`in its state, ${stranger}.`);
  } catch (error) {
    if (error instanceof StoresDisagree) misfit(error.message);
    throw error;
  } finally {
    state.close();
    journal.close();
  }
  const described = new Map(manifest.profiles.map((each) => [each.profile_id, each]));
  for (const { profileId, lastSeq, firstKept } of profilesIn(journalFile(folder))) {
    const sealedUpTo = BigInt(described.get(profileId)?.sealed_up_to ?? 0);
    if (sealedUpTo > lastSeq)
      misfit(`the archive of profile ${profileId} contains facts up to ${sealedUpTo}, the journal ends at ${lastSeq}.`);
    if (firstKept > sealedUpTo + 1n)
      misfit(
        `facts ${sealedUpTo + 1n} to ${firstKept - 1n} of profile ${profileId} are neither in its archive nor in its journal.`,
      );
  }
}

function erasuresFor(source: string, named: string | undefined): ReturnType<typeof listsFor> {
  if (named !== undefined && !existsSync(named)) throw new BackupRefused(`There is no list of erasures at ${named}.`);
  try {
    return listsFor(source, named && resolve(named));
  } catch (error) {
    throw new BackupRefused((error as Error).message);
  }
}

function readBackupManifest(folder: string): BackupManifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new BackupRefused(`${folder} contains no backup: ${MANIFEST} is missing.`);
  let text: unknown;
  try {
    text = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new BackupRefused(`${file} is damaged.`);
  }
  const parsed = shape.safeParse(text);
  if (!parsed.success) throw new BackupRefused(`${file} is damaged or of another version.`);
  for (const { path } of parsed.data.files)
    if (!isInside(resolve(folder, path), folder)) throw new BackupRefused(`${file} names a file outside the backup: ${path}`);
  for (const { profile_id, last_seq, sealed_up_to } of parsed.data.profiles)
    if (BigInt(sealed_up_to) > BigInt(last_seq))
      throw new BackupRefused(
        `The backup does not fit together: the archive of profile ${profile_id} contains facts up to ${sealed_up_to}, the journal ends at ${last_seq}.`,
      );
  return parsed.data;
}

function keyOf(folder: string, manifest: BackupManifest, value: string | undefined): Buffer {
  if (value === undefined && !manifest.with_key)
    throw new MasterKeyError(`This backup does not contain the master key. Specify the key ${manifest.key_id} with MASTER_KEY.`);
  const key = parseMasterKey(value ?? readFileSync(masterKeyFile(folder), 'utf8'), value ? 'MASTER_KEY' : masterKeyFile(folder));
  if (key.keyId !== manifest.key_id)
    throw new MasterKeyError(`The specified master key is ${key.keyId}; this backup was sealed with key ${manifest.key_id}.`);
  return key.bytes;
}

async function checkFiles(folder: string, manifest: BackupManifest): Promise<void> {
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = join(folder, path);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw new BackupRefused(`The backup is incomplete: ${file} is missing.`);
    if (size !== bytes || (await fileHash(file)) !== sha256)
      throw new BackupRefused(`The backup is damaged: ${file} does not match its manifest.`);
  }
}

const isInside = (path: string, folder: string): boolean =>
  resolve(path).startsWith(resolve(folder) + sep) || resolve(path) === resolve(folder);
const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;
