// The list of erasures as a file: numbers and keyed hashes, no personal data. It is in the data folder and in every backup, older ones too, so that a
// restored folder can be erased from again.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../files/durable.ts';
import { clearCopy, isClear, manifestFile } from './manifest.ts';

const LIST = 'erasures.ndjson';
/** In a backup: what was erased after it was made. */
export const SINCE = 'erasures-since.ndjson';
/** In a restored folder: what is to be erased from it. */
const AGAIN = 'erasures-again.ndjson';
const FOLDERS = 'backup-folders.json';

const shape = z.object({
  erasure_id: z.uuid(),
  workspace_id: z.string(),
  profile_id: z.uuid(),
  public_id: z.string(),
  members: z.array(z.string().regex(/^\d{1,19}$/)),
  named: z.array(z.string().max(64)),
  actor: z.string(),
  asked_at: z.int(),
});
export type ListedErasure = z.infer<typeof shape>;

const textOf = (list: readonly ListedErasure[]): string => list.map((one) => `${JSON.stringify(one)}\n`).join('');

/** @throws Error naming the file and line that is none of ours. */
function readList(file: string): ListedErasure[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    if (line === '') return [];
    try {
      return [shape.parse(JSON.parse(line))];
    } catch {
      throw new Error(`${file} is damaged in line ${i + 1}.`);
    }
  });
}

function backupFolders(dataDir: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(join(dataDir, FOLDERS), 'utf8')));
  } catch {
    return [];
  }
}

/** Folders of backups made of this data folder that an earlier version left unsealed, or of which a sealing that was interrupted left a clear copy. */
export const clearBackups = (dataDir: string): string[] =>
  backupFolders(dataDir).filter((folder) => isClear(folder) || existsSync(clearCopy(folder)));

/** A backup was made there: it receives the erasures from now on. Folders that no longer exist are forgotten. */
export function rememberBackupFolder(dataDir: string, folder: string): void {
  const folders = backupFolders(dataDir).filter((path) => existsSync(manifestFile(path)));
  writeDurably(join(dataDir, FOLDERS), `${JSON.stringify([...new Set([...folders, folder])])}\n`);
}

/** Writes the list into the data folder and into the backups made of it; answers how many took it, and which did not. */
export function writeErasureList(dataDir: string, list: readonly ListedErasure[]): { told: number; notReached: string[] } {
  writeDurably(join(dataDir, LIST), textOf(list));
  return writeIntoBackups(dataDir, SINCE, textOf(list));
}

/** Writes a file into the backups made of the data folder. */
export function writeIntoBackups(dataDir: string, name: string, text: string): { told: number; notReached: string[] } {
  let count = 0;
  const notReached: string[] = [];
  for (const folder of backupFolders(dataDir)) {
    try {
      if (!existsSync(manifestFile(folder))) throw new Error('moved or deleted');
      writeDurably(join(folder, name), text);
      count += 1;
    } catch {
      notReached.push(folder);
    }
  }
  return { told: count, notReached };
}

/** Adds what the lists of other folders have more to a backup. */
export function carryErasures(from: readonly string[], backup: string): void {
  const byId = (folders: readonly string[]): Map<string, ListedErasure> =>
    new Map(folders.flatMap((folder) => listsFor(folder, undefined)).map((one) => [one.erasure_id, one]));
  const all = byId([backup, ...from]);
  if (all.size > byId([backup]).size) writeDurably(join(backup, SINCE), textOf([...all.values()]));
}

/** A list as a backup contains it, which is not sealed. */
export const isErasureList = (path: string): boolean => path === LIST;

/** The lists inside a backup, and a list that is named: a file, or a folder with one. */
export function listsFor(backup: string, named: string | undefined): ListedErasure[] {
  const inFolder = (folder: string): string[] => [join(folder, LIST), join(folder, SINCE)];
  const files = [...inFolder(backup), ...(named === undefined ? [] : named.endsWith('.ndjson') ? [named] : inFolder(named))];
  return [...new Map(files.flatMap(readList).map((one) => [one.erasure_id, one])).values()];
}

export const leaveToErase = (dataDir: string, list: readonly ListedErasure[]): void =>
  writeDurably(join(dataDir, AGAIN), textOf(list));

export const leftToErase = (dataDir: string): ListedErasure[] => readList(join(dataDir, AGAIN));

export const againFile = (dataDir: string): string => join(dataDir, AGAIN);
export const listFile = (dataDir: string): string => join(dataDir, LIST);
