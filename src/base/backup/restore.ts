// Restoring a backup into an empty data folder: it is opened and checked as a whole, and a folder in which anything does not fit is left empty.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { requireDatabasesAgree } from '../folder/agreement.ts';
import { takeLock } from '../folder/lock.ts';
import { StoresDisagree } from '../folder/stores-disagree.ts';
import { journalFile } from '../journal/open-journal.ts';
import { EARLIER_KEYS } from '../state/earlier-keys.ts';
import { writeMasterKey } from '../state/master-key.ts';
import { stateFile } from '../state/open-state.ts';
import { strangersIn } from '../state/strangers.ts';
import { bringToThisVersion } from '../upgrade/upgrade.ts';
import { profilesIn } from './backup.ts';
import { copyDurably } from './backup-files.ts';
import { leaveToErase, listsFor } from './erasure-list.ts';
import { type BackupManifest, BackupRefused } from './manifest.ts';
import { type BackupKeys, withBackup } from './opened.ts';

export interface RestoreOptions extends BackupKeys {
  /** A list of erasures besides those in the backup. */
  erasures?: string | undefined;
}

/**
 * Fills `dataDir`, which must be empty or missing, from a backup, and brings what an older version wrote to this one. Anyone
 * who was erased since is left in a list for the next start to erase again.
 */
export async function restore(src: string, dataDir: string, options: RestoreOptions = {}): Promise<BackupManifest> {
  const source = resolve(src);
  const target = resolve(dataDir);
  const erased = erasuresFor(source, options.erasures);
  return withBackup(source, options, async (opened) => {
    if (!isEmpty(target)) throw new BackupRefused(`${target} is not empty: a backup is restored into an empty folder only.`);
    const lock = takeLock(target);
    try {
      for (const path of opened.paths) await opened.place(path, join(target, path));
      bringToThisVersion(target);
      requireFit(target, opened.manifest);
      writeMasterKey(target, opened.masterKey);
      // By it the present key works for the folder, too, where MASTER_KEY is set to it.
      if (existsSync(join(source, EARLIER_KEYS))) await copyDurably(join(source, EARLIER_KEYS), join(target, EARLIER_KEYS));
      if (erased.length > 0) leaveToErase(target, erased);
    } catch (error) {
      lock.release();
      for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true, force: true });
      throw error;
    }
    lock.release();
    return opened.manifest;
  });
}

const misfit = (what: string): never => {
  throw new BackupRefused(`The backup does not fit together: ${what} Take another backup.`);
};

/** Each file may be what the manifest says, and yet be of another time than the others: put together by hand, or of a folder that was. */
export function requireFit(folder: string, manifest: BackupManifest): void {
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

/** People to erase again: of the lists in the backup and of one that is named. @throws BackupRefused */
export function erasuresFor(source: string, named: string | undefined): ReturnType<typeof listsFor> {
  if (named !== undefined && !existsSync(named)) throw new BackupRefused(`There is no list of erasures at ${named}.`);
  try {
    return listsFor(source, named && resolve(named));
  } catch (error) {
    throw new BackupRefused((error as Error).message);
  }
}

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;
