// Where tests keep their data folders.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The data folders of a few tests at once take some hundred megabytes. */
const ROOM_BYTES = 4 * 1024 ** 3;
const MEMORY = '/dev/shm';

/** In memory, where there is room enough: each commit of a store waits for its disk, which on a busy machine takes half of the time. */
export function temporaryFolders(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  if (!existsSync(MEMORY) || process.availableMemory() < ROOM_BYTES) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}
