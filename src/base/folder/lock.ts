// One process at a time opens a data folder's stores: it contains an SQLite lock that the system lets go when the process dies,
// however it dies. The holder's pid is in the lock file's header, where others can read it.
import { closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';

export interface Lock {
  release(): void;
}

/** The data folder is in use. */
export class DataFolderLocked extends Error {
  readonly dataDir: string;
  /** The process that has the lock; undefined when it has just begun. */
  readonly pid: number | undefined;
  constructor(dataDir: string, pid: number | undefined) {
    super(`The data folder ${dataDir} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}.`);
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

/** The disk can only be read, or this user may not write there. */
export class DataFolderUnwritable extends Error {
  constructor(dataDir: string, cause: unknown) {
    super(
      `The data folder ${dataDir} cannot be written to: its disk can only be read, or this user may not write there. Nothing was changed.`,
      { cause },
    );
  }
}

/** Also keeps the connections reachable: one that is collected as garbage lets its lock go. */
const locks = new Map<string, Database.Database>();
const PID_OFFSET = 60; // SQLite's "user version", a field that it leaves to us

export const lockFile = (dataDir: string): string => join(dataDir, 'lock.sqlite');

function holderOf(file: string): number | undefined {
  // TRICKY: closing any handle of a file drops all locks this process has on it; the caller made sure that it has none.
  const fd = openSync(file, 'r');
  try {
    const header = Buffer.alloc(PID_OFFSET + 4);
    const bytes = readSync(fd, header, 0, header.length, 0);
    const pid = bytes === header.length ? header.readUInt32BE(PID_OFFSET) : 0;
    return pid === 0 ? undefined : pid;
  } finally {
    closeSync(fd);
  }
}

/** Throws DataFolderLocked when another process, or this one, has locked the folder, and DataFolderUnwritable where nothing can be written. */
export function takeLock(dataDir: string): Lock {
  const folder = resolve(dataDir);
  if (locks.has(folder)) throw new DataFolderLocked(folder, process.pid);
  const db = writableOr(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockedBy(folder);
  });
  locks.set(folder, db);
  return {
    release: () => {
      if (!locks.delete(folder)) return;
      db.exec('rollback');
      db.close();
    },
  };
}

function writableOr<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!/^(?:SQLITE_(?:CANTOPEN|READONLY)|EROFS$|EACCES$|EPERM$)/.test((error as { code?: string }).code ?? '')) throw error;
    throw new DataFolderUnwritable(folder, error);
  }
}

/** A lock file that was damaged while unlocked is made again; a process that still serves is found by service.json. */
function lockedBy(folder: string): Database.Database {
  try {
    return lockOn(folder);
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? '')) throw error;
    for (const name of ['', '-journal']) rmSync(`${lockFile(folder)}${name}`, { force: true });
    return lockOn(folder);
  }
}

function lockOn(folder: string): Database.Database {
  const db = new Database(lockFile(folder), { timeout: 0 });
  try {
    // Under this mode the lock stays after the commit that writes the pid; synchronous does not matter to a lock.
    db.pragma('locking_mode = exclusive');
    db.pragma('synchronous = off');
    db.exec('begin exclusive');
    db.pragma(`user_version = ${process.pid}`);
    db.exec('commit');
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    if (!/^SQLITE_BUSY/.test((error as { code?: string }).code ?? '')) throw error;
    throw new DataFolderLocked(folder, holderOf(lockFile(folder)));
  }
  return db;
}
