// Which profiles take more of a disk that gets tight than their share of it. They are refused before the disk is full for everybody, so
// that a profile that floods leaves the others room.
import { readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { DISK_FULL, DISK_TIGHT, usedShare } from './files/disk.ts';
import type { Journal } from './journal/journal.ts';
import { bytesByStore, bytesOfProfile } from './usage.ts';

const LOOK_EVERY_MS = 5_000;

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
      }, LOOK_EVERY_MS);
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
