// Where a command keeps what it needs readable for a moment and nobody else may see or change: copies before they are sealed, files after they were
// opened. It goes when the command ends. What a crash leaves of it goes at the next start, and outside of the data folder with the next such command too.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { hasRoomFor } from './disk.ts';
import { makeFolder } from './durable.ts';

/** Neither disk has room. */
export class NoRoom extends Error {
  constructor(bytes: number) {
    super(
      `There is no room for ${Math.ceil(bytes / 1e6)} MB, which are written in the data folder or in ${tmpdir()} for a moment: free some space, or set TMPDIR to a folder of this machine that has room.`,
    );
  }
}

const ownFolder = (dataDir: string): string => join(dataDir, 'work');

/** In the folder for temporary files that machines and containers may share. */
const PREFIX = `tributary-work-${hostname().replace(/[^A-Za-z0-9.]/g, '_')}-`;
const inUse = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of a process that has ended, or of an earlier one with this number. */
function isLeft(name: string): boolean {
  if (!name.startsWith(PREFIX) || inUse.has(name)) return false;
  const pid = Number(name.slice(PREFIX.length).split('-')[0]);
  return pid === process.pid || !isAlive(pid);
}

function removeLeft(): void {
  for (const name of readdirSync(tmpdir()).filter(isLeft)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

/** At the start, by the process that has locked the data folder. */
export function removeWorkFolders(dataDir: string): void {
  rmSync(ownFolder(dataDir), { recursive: true, force: true });
  removeLeft();
}

async function within<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder that only this user can read, for a process that has no data folder locked. @param bytes The most that is in it at one time. @throws NoRoom */
export async function withTemporaryFolder<T>(bytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  removeLeft();
  if (!hasRoomFor(tmpdir(), bytes)) throw new NoRoom(bytes);
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const name = basename(folder);
  inUse.add(name);
  try {
    return await within(folder, work);
  } finally {
    inUse.delete(name);
  }
}

/** As above, in the locked data folder unless its disk has no room. */
export function withWorkFolder<T>(dataDir: string, bytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  if (!hasRoomFor(dataDir, bytes)) return withTemporaryFolder(bytes, work);
  makeFolder(ownFolder(dataDir));
  return within(mkdtempSync(join(ownFolder(dataDir), 'work-')), work);
}
