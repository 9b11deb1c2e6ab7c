// A disk that gets tight. The ballast is a file that only fills room: on a full disk it is deleted, so that state can still write what it must; when
// there is room again it is made again. Profiles that take more of the disk than their share are refused before it is full for everybody, so that one
// that floods leaves the others room.
import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, readdirSync, renameSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DISK_FULL, DISK_TIGHT, usedShare } from '../files/disk.ts';
import type { Journal } from '../journal/journal.ts';
import { bytesByStore, bytesOfProfile } from '../usage.ts';

const RESERVE_BYTES = 16 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;
const LOOK_EVERY_MS = 1_000;

export interface Ballast {
  /** Gives the room up at once. */
  release(): void;
  /** Gives it up when the disk is nearly full, takes it back when there is plenty. */
  look(): void;
  readonly isHeld: boolean;
  close(): void;
}

export interface BallastOptions {
  /** Free bytes of the file system; measured when absent. */
  freeBytes?: () => number;
  onChange?: (isHeld: boolean) => void;
}

export const ballastFile = (dataDir: string): string => join(dataDir, 'ballast');

export function keepBallast(dataDir: string, megabytes: number, options: BallastOptions = {}): Ballast {
  const file = ballastFile(dataDir);
  const size = megabytes * BLOCK_BYTES;
  const freeBytes = options.freeBytes ?? (() => measuredFree(dataDir));
  let isHeld = statSync(file, { throwIfNoEntry: false })?.size === size;

  function set(stored: boolean): void {
    if (stored === isHeld) return;
    isHeld = stored;
    options.onChange?.(stored);
  }
  function release(): void {
    rmSync(file, { force: true });
    set(false);
  }
  function make(): void {
    const next = `${file}.new`;
    try {
      writeBlocks(next, megabytes);
      renameSync(next, file);
      set(true);
    } catch {
      // No room for it after all: the next look tries again.
      rmSync(next, { force: true });
    }
  }
  function look(): void {
    const free = freeBytes();
    if (isHeld && free < RESERVE_BYTES) release();
    else if (!isHeld && free >= 2 * size + RESERVE_BYTES) make();
  }

  if (megabytes === 0) {
    release();
    return { release, look: () => undefined, isHeld: false, close: () => undefined };
  }
  look();
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // The folder cannot be read (a mount that comes and goes): a failed check must not end the service; the next one reports it.
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    release,
    look,
    get isHeld() {
      return isHeld;
    },
    close: () => clearInterval(timer),
  };
}

function measuredFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Random bytes: a file system that compresses or leaves holes would keep no room for zeros. */
function writeBlocks(file: string, megabytes: number): void {
  const block = randomFillSync(Buffer.alloc(BLOCK_BYTES));
  const fd = openSync(file, 'w', 0o600);
  try {
    for (let written = 0; written < megabytes; written += 1) writeSync(fd, block);
  } finally {
    closeSync(fd);
  }
}

const SHARES_EVERY_MS = 5_000;

export interface DiskShares {
  /** Why nothing more of this profile is accepted, in words; undefined where it may continue. */
  refusalOf(profileId: string): string | undefined;
  /** The words for each profile that is refused. */
  refusals(): string[];
  /** From now on it looks every few seconds. */
  start(journal: Journal): void;
  close(): Promise<void>;
}

/** @param most The share that one profile may always have; where there are few profiles, an equal part when that is more. */
export function keepDiskShares(dataDir: string, most: number, onRefusal: (profileId: string, words: string) => void): DiskShares {
  let refusals = new Map<string, string>();
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function look(journal: Journal): Promise<void> {
    const used = usedShare(dataDir);
    const found = used < DISK_TIGHT ? new Map<string, string>() : await overShare(dataDir, journal, most, used);
    for (const [profileId, words] of found) if (!refusals.has(profileId)) onRefusal(profileId, words);
    refusals = found;
  }
  // A folder that cannot be asked right now is asked again; what it said last stays true until then.
  const lookSafely = (journal: Journal): Promise<void> => look(journal).catch(() => undefined);

  return {
    refusalOf: (profileId) => refusals.get(profileId),
    refusals: () => [...refusals.values()],
    start: (journal) => {
      looking = lookSafely(journal);
      timer = setInterval(() => {
        looking = looking.then(() => lookSafely(journal));
      }, SHARES_EVERY_MS);
      timer.unref();
    },
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

async function overShare(dataDir: string, journal: Journal, most: number, used: number): Promise<Map<string, string>> {
  const bytes = await bytesByProfile(dataDir, journal);
  const allowed = Math.max(most, 1 / bytes.size);
  const room = await roomOf(dataDir);
  const over = new Map<string, string>();
  for (const [profileId, own] of bytes) {
    const share = own / room;
    if (bytes.size < 2 || share <= allowed) continue;
    over.set(
      profileId,
      `The disk is ${percent(used)} full, and this profile takes ${percent(share)} of what Tributary may use of it; from ${percent(DISK_TIGHT)} on one profile may take ${percent(allowed)}. Nothing was stored.`,
    );
  }
  return over;
}

/** All that is in the data folder, and what may still come before everybody is refused. */
async function roomOf(dataDir: string): Promise<number> {
  const { blocks, bfree, bavail, bsize } = statfsSync(dataDir);
  const used = blocks - bfree;
  const left = Math.max(0, (used + bavail) * DISK_FULL - used) * bsize;
  const stores = await bytesByStore(dataDir);
  return Object.values(stores).reduce((sum, bytes) => sum + bytes, 0) + left;
}

/** Files of its own, and its part of the journal by its rows. */
async function bytesByProfile(dataDir: string, journal: Journal): Promise<Map<string, number>> {
  const rows = new Map(journal.profiles().map(({ profileId, lastSeq, firstKept }) => [profileId, rowsOf(lastSeq, firstKept)]));
  const allRows = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const { journal: journalBytes } = await bytesByStore(dataDir);
  const profileIds = new Set([...rows.keys(), ...foldersOf(dataDir)]);
  const bytes = new Map<string, number>();
  for (const profileId of profileIds) {
    const { archive, warehouse, published } = await bytesOfProfile(dataDir, profileId);
    const waiting = allRows === 0 ? 0 : (journalBytes * (rows.get(profileId) ?? 0)) / allRows;
    bytes.set(profileId, archive + warehouse + published + waiting);
  }
  return bytes;
}

const rowsOf = (lastSeq: bigint, firstKept: bigint): number => Math.max(0, Number(lastSeq - firstKept) + 1);

function foldersOf(dataDir: string): string[] {
  try {
    return readdirSync(join(dataDir, 'profiles'));
  } catch {
    return []; // none has any file yet
  }
}
