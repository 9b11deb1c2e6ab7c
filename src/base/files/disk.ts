// The used share of the disk under a folder, and the marks above which work is put off so that the service stays available.
import { statfsSync } from 'node:fs';

/** An operator should act. */
export const DISK_WARNING = 0.85;
/** Replays and exports, which need room beside the existing files, wait. */
export const DISK_TIGHT = 0.92;
/** Nothing more is accepted. */
export const DISK_FULL = 0.96;

/** Used share of the file system of `folder`, 0 to 1, as `df` counts it. */
export function usedShare(folder: string): number {
  const { blocks, bfree, bavail } = statfsSync(folder);
  const used = blocks - bfree;
  return used + bavail === 0 ? 0 : used / (used + bavail);
}

/** True where so many more bytes leave the disk of a folder below the share from which nothing more is accepted. */
export function hasRoomFor(folder: string, bytes: number): boolean {
  const { blocks, bfree, bavail, bsize } = statfsSync(folder);
  const used = blocks - bfree + bytes / bsize;
  return used < DISK_FULL * (blocks - bfree + bavail);
}

/** SQLite's message when the disk is full or does not write; nothing of the transaction was kept. */
export const isDiskFull = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR)/.test((error as { code?: string } | undefined)?.code ?? '');

/** Any store's or the system's word for a disk without room, or the refusal of a journal that found none. */
export function isOutOfRoom(error: unknown): boolean {
  if (isDiskFull(error)) return true;
  const { code, reason, message } = error as { code?: string; reason?: string; message?: string };
  return (
    ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '') ||
    reason === 'disk_full' ||
    /no space left on device|database or disk is full/i.test(message ?? '')
  );
}
