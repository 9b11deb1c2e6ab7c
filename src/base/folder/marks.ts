// The check that the files of a data folder are unchanged since its last use. `open.json` exists while a process has it open: after a process that
// was killed, SQLite's logs must still be there. `closed.json` has the size and checksum of the databases when the last process closed them: it
// reveals a changed byte, an older copy or a log of another age before anything is opened.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { syncToDisk, writeDurably } from '../files/durable.ts';
import { journalFile } from '../journal/open-journal.ts';
import { archivedFiles } from '../journal/segments.ts';
import { ledgerFile } from '../ledger/file.ts';
import { stateFile } from '../state/open-state.ts';
import { StoresDisagree } from './stores-disagree.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;
/** Read at every start and end: 0.3 s a gigabyte, and more would keep the start waiting. */
const MAX_BYTES = 4 * 1024 ** 3;

const mark = z.object({ bytes: z.int(), crc32: z.int() });
const shape = z.object({ state: mark.optional(), journal: mark.optional(), ledger: mark.optional() });
type Marks = z.infer<typeof shape>;

const openFile = (dataDir: string): string => join(dataDir, 'open.json');
const closedFile = (dataDir: string): string => join(dataDir, 'closed.json');
const filesOf = (dataDir: string) => ({
  state: stateFile(dataDir),
  journal: journalFile(dataDir),
  ledger: ledgerFile(dataDir),
});
const STORES = ['state', 'journal'] as const;
const MARKED = [...STORES, 'ledger'] as const;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const restoreIt = 'restore the last backup into an empty folder with `tributary restore`';

/** Files beside state that only an installation has. */
function partsOf(dataDir: string): string[] {
  const parts = existsSync(journalFile(dataDir)) ? ['a journal'] : [];
  const profiles = join(dataDir, 'profiles');
  const folders = existsSync(profiles) ? readdirSync(profiles) : [];
  if (folders.some((name) => archivedFiles(join(profiles, name, 'archive')).length > 0)) parts.push('an archive');
  return parts;
}

/** The id of an installation, whose state may be lost. */
export const hasParts = (dataDir: string): boolean => partsOf(dataDir).length > 0;

/**
 * Before anything is opened, under the lock: throws StoresDisagree for what is missing or another than it was; answers whether it was
 * closed properly and is the same still.
 */
export function checkFolder(dataDir: string): boolean {
  const files = filesOf(dataDir);
  const parts = partsOf(dataDir);
  if (sizeOf(files.state) === 0 && parts.length > 0)
    throw new StoresDisagree(`${files.state} is missing beside ${parts.join(' and ')}: put it back, or ${restoreIt}.`);
  const marks = readMarks(dataDir);
  for (const store of STORES) {
    const expected = marks?.[store];
    if (!expected) continue;
    const file = files[store];
    if (!existsSync(file)) throw new StoresDisagree(`${file} is missing: put it back, or ${restoreIt}.`);
    if (sizeOf(`${file}-wal`) > 0)
      throw new StoresDisagree(
        `${basename(file)}-wal is not of this folder, which was closed without one: move it away, or ${restoreIt}.`,
      );
    const found = markOf(file);
    if (found?.bytes !== expected.bytes || found.crc32 !== expected.crc32)
      throw new StoresDisagree(
        `${file} is not what it was when it was closed: it is damaged, or a copy of another time. Put the right one back, or ${restoreIt}.`,
      );
  }
  if (marks) return true;
  if (!existsSync(openFile(dataDir))) return false;
  for (const store of STORES) {
    const log = `${files[store]}-wal`;
    if (existsSync(log)) continue;
    throw new StoresDisagree(
      `${log} is missing although the service did not stop normally, so its last writes may be lost: restore it, or ${restoreIt}; if a tool such as sqlite3 has taken it up, delete ${openFile(dataDir)}.`,
    );
  }
  return false;
}

/**
 * What is wrong with the ledger, which does not keep the service from starting, as the end of a sentence about its file; undefined where nothing
 * shows. Before anything is opened, under the lock.
 */
export function ledgerFault(dataDir: string): string | undefined {
  const file = ledgerFile(dataDir);
  if (!existsSync(file)) return undefined;
  const expected = readMarks(dataDir)?.ledger;
  if (!expected)
    return existsSync(openFile(dataDir)) && !existsSync(`${file}-wal`)
      ? 'had lost its log although the service did not stop normally'
      : undefined;
  const found = markOf(file);
  const isSame = sizeOf(`${file}-wal`) === 0 && found?.bytes === expected.bytes && found.crc32 === expected.crc32;
  return isSame ? undefined : 'was not what it was when it was closed';
}

/** The databases change from here on. */
export function markOpen(dataDir: string): void {
  for (const file of [closedFile(dataDir), openFile(dataDir)]) rmSync(file, { force: true });
  syncToDisk(dataDir);
}

/** Both databases are open, with their logs. On a full disk it is left out: the next start knows less. */
export function markOpened(dataDir: string): void {
  passing(() => writeDurably(openFile(dataDir), `${JSON.stringify({ pid: process.pid })}\n`));
}

/** A full disk takes no mark, and a folder that is gone needs none. */
function passing(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!['ENOSPC', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Before the databases are closed, and their logs go: also before one is only read, as who closes a file last takes up its log. */
export function markClosing(dataDir: string): void {
  passing(() => {
    rmSync(openFile(dataDir), { force: true });
    syncToDisk(dataDir);
  });
}

/** After the databases are closed. What cannot be written is left out. */
export function markClosed(dataDir: string): void {
  const files = filesOf(dataDir);
  const marks: Marks = {};
  for (const store of MARKED) {
    const found = sizeOf(`${files[store]}-wal`) === 0 ? markOf(files[store]) : undefined;
    if (found) marks[store] = found;
  }
  passing(() => writeDurably(closedFile(dataDir), `${JSON.stringify(marks)}\n`));
}

/** A mark that cannot be read proves nothing: the stores are then compared with one another alone. */
function readMarks(dataDir: string): Marks | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(closedFile(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** TRICKY: closing the file drops this process's locks on it; nothing of this process has it open here. */
function markOf(file: string): { bytes: number; crc32: number } | undefined {
  const bytes = sizeOf(file);
  if (bytes === 0 || bytes > MAX_BYTES) return undefined;
  const chunk = Buffer.alloc(Math.min(bytes, CHUNK_BYTES));
  const fd = openSync(file, 'r');
  try {
    let sum = 0;
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) sum = crc32(chunk.subarray(0, read), sum);
    return { bytes, crc32: sum };
  } finally {
    closeSync(fd);
  }
}
