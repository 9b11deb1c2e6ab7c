// A file that only fills room. On a full disk it is deleted, so that state can still write what it must; when there
// is room again it is made again.
import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

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
