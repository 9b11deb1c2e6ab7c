// The file of the ledger: begun, opened, and moved aside where it is not the one that state knows.
import { closeSync, existsSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { isDiskFull } from '../files/disk.ts';
import { makePrivate, syncToDisk } from '../files/durable.ts';
import { sqlText } from '../sql/sql-files.ts';
import { migrate } from '../upgrade/migrations.ts';
import type { LedgerIdentity } from './ledger.ts';

export const ledgerFile = (dataDir: string): string => join(dataDir, 'ledger.sqlite');

const PARTS = ['', '-wal', '-shm'] as const;
const asidePrefix = (file: string): string => `${basename(file)}.damaged-`;

/**
 * The file is no database, its pages do not fit together, or its schema or a body is not what was written: all statements are known to fit the
 * schema, so one that SQLite cannot carry out (`SQLITE_ERROR`) names a damage.
 */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^SQLITE_(NOTADB|CORRUPT.*|IOERR_SHORT_READ|ERROR|SCHEMA|FORMAT|TOOBIG)$/.test(String(error.code));

/** Where the header states the version of the format, 1 or 2. A file of another may not be written, as on a disk that cannot be. */
const FORMAT_BYTES = [18, 19];

function hasOtherFormat(file: string): boolean {
  const header = Buffer.alloc(20);
  const fd = openSync(file, 'r');
  try {
    return readSync(fd, header) === header.length && FORMAT_BYTES.some((at) => ![1, 2].includes(header[at] ?? 0));
  } finally {
    closeSync(fd);
  }
}

export interface OpenFile {
  db: Database.Database;
  identity: LedgerIdentity;
}

/** Opens the file for reading alone, made or brought to this schema where it must be. @param expected As state has it. */
function openFile(file: string, expected: LedgerIdentity | undefined): OpenFile {
  makePrivate(file);
  const db = new Database(file);
  try {
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.pragma('busy_timeout = 5000');
    const version = db.pragma('user_version', { simple: true });
    if (version === 0) db.transaction(() => db.exec(sqlText('ledger/schema'))).immediate();
    if (version === 1) db.transaction(() => db.exec(sqlText('ledger/lanes_add'))).immediate();
    if (version === 1 || version === 2) db.transaction(() => db.exec(sqlText('ledger/identity_add'))).immediate();
    migrate(db, 'ledger');
    const identity = db.prepare<[], LedgerIdentity>(sqlText('ledger/identity_get')).get();
    if (!identity) throw new Misfit('has lost its identity');
    requireExpected(identity, expected);
    const opening = enterOpening(db, identity.opening);
    db.pragma('query_only = on');
    // Reads the whole schema: damage in it is found here.
    db.prepare(sqlText('ledger/entry_get'));
    return { db, identity: { ...identity, opening } };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A full disk must not keep the service from starting: the file then says what it said before. */
function enterOpening(db: Database.Database, before: number): number {
  try {
    db.prepare(sqlText('ledger/identity_open')).run({ opening: before + 1 });
    return before + 1;
  } catch (error) {
    if (isDiskFull(error)) return before;
    throw error;
  }
}

/** A sound file that is not the one that state knows. */
class Misfit extends Error {}

function requireExpected(found: LedgerIdentity, expected: LedgerIdentity | undefined): void {
  if (!expected) return;
  if (found.id !== expected.id) throw new Misfit('was replaced by that of another time or installation');
  if (found.opening < expected.opening) throw new Misfit('was replaced by an older copy');
}

/** The file that state knows, or what is wrong with the one that is there. */
export function openKnown(file: string, expected: LedgerIdentity | undefined): OpenFile | string {
  if (expected && !existsSync(file)) return 'was missing';
  if (expected && statSync(file).size === 0) return 'was empty';
  if (existsSync(file) && hasOtherFormat(file)) return 'was damaged (the format in its header)';
  try {
    return openFile(file, expected);
  } catch (error) {
    if (error instanceof Misfit) return error.message;
    if (isDamage(error)) return `was damaged (${(error as Error).message})`;
    throw error;
  }
}

export const openNew = (file: string): OpenFile => openFile(file, undefined);

/** Where the file is now; null where there was none. What it is not, nobody waits for; what it has, an operator may read. */
export function moveAside(file: string): string | null {
  const aside = join(dirname(file), `${asidePrefix(file)}${process.hrtime.bigint()}`);
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, aside + part);
  syncToDisk(dirname(file));
  return existsSync(aside) ? aside : null;
}

/** Removes files that were moved aside, which nothing cleans: all, or those from before a moment. */
export function removeAsides(dataDir: string, before = Number.POSITIVE_INFINITY): void {
  const prefix = asidePrefix(ledgerFile(dataDir));
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(prefix))) {
    const file = join(dataDir, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < before) rmSync(file, { force: true });
  }
}
