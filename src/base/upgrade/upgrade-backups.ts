// The backups that an upgrade and a way back leave in the data folder: one of each, for 30 days. What has been accepted since grows each day, and with it what a
// way back would lose, so an older one is no safety any more and only takes room.
import { existsSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BackupRefused, manifestFile, readBackupManifest } from '../backup/manifest.ts';
import { readFolderVersion, readUpgradePlan } from './folder-file.ts';
import { previousFolder, versionOfPrevious } from './put-back.ts';
import { replacedFolder } from './restore-previous.ts';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export interface UpgradeBackup {
  /** `previous`: of before the last upgrade. `replaced`: of before the last way back. */
  name: 'previous' | 'replaced';
  /** `way_back`: `tributary restore --previous` puts it back. `put_back`: it did, and the folder was not upgraded since. */
  use: 'way_back' | 'put_back' | 'replaced';
  made_at: string;
  /** Deleted by the service from then on. */
  kept_until: string;
  bytes: number;
}

const FOLDERS = { previous: previousFolder, replaced: replacedFolder } as const;
const NAMES = ['previous', 'replaced'] as const;

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return found.reduce((sum, each) => sum + (each?.isFile() ? each.size : 0), 0);
}

/** Undefined where there is none, or none that says when it was made. */
function madeAt(folder: string): string | undefined {
  if (!existsSync(manifestFile(folder))) return undefined;
  try {
    return readBackupManifest(folder).created_at;
  } catch (error) {
    if (error instanceof BackupRefused) return undefined;
    throw error;
  }
}

/** The folders that exist. */
export async function upgradeBackups(dataDir: string): Promise<UpgradeBackup[]> {
  const found: UpgradeBackup[] = [];
  for (const name of NAMES) {
    const folder = FOLDERS[name](dataDir);
    const made_at = madeAt(folder);
    if (made_at === undefined) continue;
    const kept_until = new Date(Date.parse(made_at) + KEPT_DAYS * DAY_MS).toISOString();
    const use = name === 'replaced' ? name : useOfPrevious(dataDir);
    found.push({ name, use, made_at, kept_until, bytes: await bytesIn(folder) });
  }
  return found;
}

/** `tributary restore --previous` says it where the file cannot be read. */
function useOfPrevious(dataDir: string): 'way_back' | 'put_back' {
  let numbers: unknown;
  try {
    numbers = versionOfPrevious(dataDir).numbers;
  } catch {
    return 'way_back';
  }
  return isDeepStrictEqual(numbers, readFolderVersion(dataDir)?.numbers) ? 'put_back' : 'way_back';
}

/** Deletes those whose time is over; none while an upgrade or a way back has not ended. */
export async function dropOldUpgradeBackups(dataDir: string, now: number): Promise<void> {
  if (readUpgradePlan(dataDir)) return;
  for (const { name, kept_until } of await upgradeBackups(dataDir))
    if (now >= Date.parse(kept_until)) rmSync(FOLDERS[name](dataDir), { recursive: true, force: true });
}

const USES: Readonly<Record<UpgradeBackup['use'], string>> = {
  way_back: 'the folder before the last upgrade, which `tributary restore --previous` puts back',
  put_back: 'the folder before the last upgrade, which was put back already',
  replaced: 'the folder before the last way back',
};

/** A line for the operator. */
export const upgradeBackupNote = ({ name, use, made_at, kept_until, bytes }: UpgradeBackup): string =>
  `${name}/ (${Math.ceil(bytes / 1e6)} MB, made ${made_at.slice(0, 10)}): ${USES[use]}. It is kept until ${kept_until.slice(0, 10)}.`;
