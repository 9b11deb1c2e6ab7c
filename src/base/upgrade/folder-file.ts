// folder.json says of which version a data folder is, and upgrade.json that it is being changed from one to another. Both are read before anything else
// is touched: a folder of a newer version is refused as it is.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isOutOfRoom } from '../files/disk.ts';
import { syncToDisk, writeDurably } from '../files/durable.ts';
import { StoresDisagree } from '../folder/stores-disagree.ts';
import { readJson } from '../kit/stored-json.ts';
import { ownNumbers, programVersion, type StoreNumbers, storeNumbers } from './version.ts';

const FOLDER = 'folder.json';
const UPGRADE = 'upgrade.json';

/** A folder of a newer version, or one whose return to an earlier version was interrupted. It was left as it is. */
export class FolderRefused extends Error {}

export const folderVersion = z.object({
  /** Of the program that has last changed the numbers. */
  version: z.string(),
  numbers: storeNumbers,
});
export type FolderVersion = z.infer<typeof folderVersion>;

const upgradeShape = z.object({
  /** `upgrading` from the moment on from which the backup is whole; `returning` while what is in it is put back. */
  phase: z.enum(['upgrading', 'returning']),
  from: folderVersion,
  to: folderVersion,
});
export type UpgradePlan = z.infer<typeof upgradeShape>;

function readFolderFile<T>(dataDir: string, name: string, shape: z.ZodType<T>): T | undefined {
  const file = join(dataDir, name);
  if (!existsSync(file)) return undefined;
  try {
    return readJson(name, shape, readFileSync(file, 'utf8'));
  } catch {
    throw new StoresDisagree(
      `${file} is damaged: copy it from a folder of the same version, or restore the last backup into an empty folder with \`tributary restore\`.`,
    );
  }
}

export const readFolderVersion = (dataDir: string): FolderVersion | undefined => readFolderFile(dataDir, FOLDER, folderVersion);
export const readUpgradePlan = (dataDir: string): UpgradePlan | undefined => readFolderFile(dataDir, UPGRADE, upgradeShape);

/** A version beside an older one: what is built between two releases has the version of the earlier. */
export const laterName = (from: string, to: string): string => (from === to ? `${to} (a later build)` : to);

export const ownVersion = (): FolderVersion => ({ version: programVersion(), numbers: ownNumbers() });

const write = (dataDir: string, name: string, value: FolderVersion | UpgradePlan): void =>
  writeDurably(join(dataDir, name), `${JSON.stringify(value, undefined, 2)}\n`);

export const writeUpgradePlan = (dataDir: string, plan: UpgradePlan): void => write(dataDir, UPGRADE, plan);

/** The folder is of that version from here on. */
export function endUpgrade(dataDir: string, version: FolderVersion): void {
  write(dataDir, FOLDER, version);
  rmSync(join(dataDir, UPGRADE), { force: true });
  syncToDisk(dataDir);
}

/** A folder that was opened by this version is of it. A full disk must not keep the service from starting. */
export function keepFolderVersion(dataDir: string): void {
  const own = ownVersion();
  if (JSON.stringify(readFolderVersion(dataDir)) === JSON.stringify(own)) return;
  try {
    write(dataDir, FOLDER, own);
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
  }
}

const NAMES = Object.keys(storeNumbers.shape) as (keyof StoreNumbers)[];

const isNewer = (numbers: StoreNumbers): boolean => NAMES.some((name) => numbers[name] > ownNumbers()[name]);

/** @throws FolderRefused for a folder of a newer version. Changes nothing, and takes no lock. */
export function refuseNewer(dataDir: string): void {
  const newer = [readUpgradePlan(dataDir)?.to, readFolderVersion(dataDir)].find((each) => each && isNewer(each.numbers));
  if (newer) throw newerFolder(dataDir, newer.version);
}

export const newerFolder = (dataDir: string, version: string | undefined): FolderRefused =>
  new FolderRefused(
    version === programVersion()
      ? `${dataDir} is of a later build of version ${version} than this one and was not changed: open it with that build, or go back with that build's \`tributary restore --previous\`.`
      : `${dataDir} was made by a newer version of Tributary (${version ?? 'unknown'}; this one is ${programVersion()}) and was not changed: open it with that version, or go back with that version's \`tributary restore --previous\`.`,
  );
