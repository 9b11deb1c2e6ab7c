// Puts the backup of before an upgrade in the place of the databases that were upgraded. It can be repeated from its beginning until its last step.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BackupRefused } from '../backup/manifest.ts';
import { withBackup } from '../backup/opened.ts';
import type { Config } from '../config/config.ts';
import { makeFolder, syncToDisk } from '../files/durable.ts';
import { SLICES_FOLDERS } from '../files/slices-files.ts';
import { markOpen } from '../folder/marks.ts';
import { readJson } from '../kit/stored-json.ts';
import { readMasterKey } from '../state/master-key.ts';
import { endUpgrade, type FolderVersion, folderVersion, type UpgradePlan, writeUpgradePlan } from './folder-file.ts';
import { foundNumber, storeFile } from './found-numbers.ts';
import { STORES } from './migrations.ts';

/** The backup that is made before an upgrade; the next one takes its place. */
export const previousFolder = (dataDir: string): string => join(dataDir, 'previous');

/** The folder's own list of erasures is the longer one. */
const LAST = /^(?:journal\.sqlite|state\.sqlite|erasures\.ndjson)$/;
const ARCHIVED = /^profiles\/[^/]+\/archive\//;
/** No version changes the files in them. */
const LEFT_ALONE: readonly string[] = SLICES_FOLDERS;

/** Beside the backup: of which version it is. */
export const previousVersionFile = (previous: string): string => join(previous, 'folder.json');

/** @throws BackupRefused where the file is missing */
export function versionOfPrevious(dataDir: string): FolderVersion {
  const file = previousVersionFile(previousFolder(dataDir));
  if (!existsSync(file))
    throw new BackupRefused(`${file} is missing: copy it back, or restore the backup beside it into an empty folder.`);
  return readJson(file, folderVersion, readFileSync(file, 'utf8'));
}

/** What is put back, until all of it is in its place. What a crash leaves of it goes at the next start. */
const returningFolder = (dataDir: string): string => join(dataDir, 'work', 'returning');

export interface PutBackOptions {
  config: Config;
  warn: (message: string) => void;
  plan: Omit<UpgradePlan, 'phase'>;
  /** Those of the backup take the place of the archives, too, and what was computed since goes: for a folder that was in use since. */
  archives?: boolean;
  /** Works on the files that are put back before anything of the data folder changes. What it returns runs once they begin to take their places. */
  prepare?: ((folder: string) => Promise<() => void>) | undefined;
}

/** Under the lock. The folder is of the version before from its end on. A backup that cannot be opened leaves it as it is. */
export async function putBack({ config, warn, plan, archives = false, prepare }: PutBackOptions): Promise<void> {
  const { dataDir } = config;
  const folder = returningFolder(dataDir);
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder);
  let [paths, begin]: [string[], (() => void) | undefined] = [[], undefined];
  try {
    paths = await placeBackup(config, warn, folder, archives);
    begin = await prepare?.(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  writeUpgradePlan(dataDir, { ...plan, phase: 'returning' });
  begin?.();
  markOpen(dataDir);
  // The journal is first, as it has the facts that are in no archive then, and state last: until then a repetition finds what was written since.
  takePlace(folder, dataDir, 'journal.sqlite');
  if (archives) replaceProfiles(folder, dataDir);
  for (const path of paths.filter((each) => !LAST.test(each))) takePlace(folder, dataDir, path);
  takePlace(folder, dataDir, 'state.sqlite');
  // It is in no backup; an earlier version could not read it.
  if (foundNumber(dataDir, 'short-lived') !== plan.from.numbers['short-lived']) removeDatabase(storeFile(dataDir, 'short-lived'));
  rmSync(folder, { recursive: true, force: true });
  endUpgrade(dataDir, plan.from);
}

/** Answers what is put back. */
async function placeBackup(
  config: Config,
  warn: (message: string) => void,
  folder: string,
  archives: boolean,
): Promise<string[]> {
  const masterKey = readMasterKey(config, warn)?.bytes.toString('base64');
  return withBackup(previousFolder(config.dataDir), { masterKey }, async (opened) => {
    const wanted = opened.paths.filter((path) => dirname(path) === '.' || (archives && ARCHIVED.test(path)));
    for (const path of wanted) await opened.place(path, join(folder, path));
    return wanted.filter((path) => dirname(path) === '.');
  });
}

const removeDatabase = (file: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
};

/** The archives are those of the backup; figures are computed anew. */
function replaceProfiles(folder: string, dataDir: string): void {
  const profiles = join(dataDir, 'profiles');
  for (const profile of existsSync(profiles) ? readdirSync(profiles) : []) {
    for (const name of readdirSync(join(profiles, profile)))
      if (!LEFT_ALONE.includes(name)) rmSync(join(profiles, profile, name), { recursive: true, force: true });
  }
  const placed = join(folder, 'profiles');
  for (const profile of existsSync(placed) ? readdirSync(placed) : []) {
    makeFolder(join(profiles, profile));
    renameSync(join(placed, profile, 'archive'), join(profiles, profile, 'archive'));
    syncToDisk(join(profiles, profile));
  }
}

function takePlace(folder: string, dataDir: string, path: string): void {
  const target = join(dataDir, path);
  const isDatabase = STORES.some((store) => storeFile(dataDir, store) === target);
  if (!existsSync(join(folder, path))) return;
  // A log is of the file that it was written for.
  if (isDatabase) for (const end of ['-wal', '-shm']) rmSync(target + end, { force: true });
  renameSync(join(folder, path), target);
  syncToDisk(dataDir);
}
