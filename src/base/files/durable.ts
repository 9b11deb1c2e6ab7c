// Files that are whole or absent, and on disk when the call returns.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const READ_BYTES = 1_048_576;

/** Syncs a file's content, or a folder's names. */
export function syncToDisk(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** As `syncToDisk`, by a thread of the pool: a large file takes the disk long, and this thread has others to answer. */
export async function syncAside(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** As `renameDurably`, by threads of the pool. */
export async function renameAside(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncAside(dirname(to));
}

/** Renames within a file system, and syncs the new name. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncToDisk(dirname(to));
}

/** Writes under another name first; a reader sees the old file or the new one. What fails leaves no part of itself. */
export function writeDurably(path: string, text: string, mode = 0o600): void {
  const next = `${path}.tmp`;
  rmSync(next, { force: true });
  const fd = openSync(next, 'wx', mode);
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameDurably(next, path);
}

/** As `writeDurably`, by threads of the pool. */
export async function writeAside(path: string, text: string, mode = 0o600): Promise<void> {
  const next = `${path}.tmp`;
  await rm(next, { force: true });
  const file = await open(next, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await renameAside(next, path);
}

/** Makes the file when it is missing, for its owner only; what is there is left alone. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/** Makes a folder and those above it, with their names on disk. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) syncToDisk(dirname(folder));
}

/** SHA-256 of a file's bytes, in hex; `beside` is fed with them too. */
export async function fileHash(path: string, beside?: Hash): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    hash.update(chunk as Buffer);
    beside?.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
