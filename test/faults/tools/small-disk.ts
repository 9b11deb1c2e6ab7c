// A small disk that a test may fill: a mounted tmpfs; where mounting is not allowed, a limit on the size of the files that the
// service and its warehouse process may write, which fails their writes as a full disk does.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../../base/folder.ts';

export interface SmallDisk {
  how: 'tmpfs' | 'file-size limit';
  folder: string;
  /** Grows until nothing else finds room. */
  filler: string;
  /** Where there is no disk to be filled: no write of these processes gets further than some kilobytes. */
  limit(pids: number[]): void;
  free(pids: number[]): void;
}

const LIMITED_BYTES = 8_192;

const limitTo = (bytes: string, pids: number[]): void => {
  // The soft limit alone: who is not root may raise it again.
  for (const pid of pids) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
};

export function smallDisk(t: TestContext, megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-disk-'));
  try {
    if (process.env['FAULT_NO_MOUNT'] === '1') throw new Error('as asked');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    const own = temporaryFolder(t);
    return {
      how: 'file-size limit',
      folder: own,
      filler: join(own, 'filler'),
      limit: (pids) => limitTo(String(LIMITED_BYTES), pids),
      free: (pids) => limitTo('unlimited', pids),
    };
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, 'filler');
  return { how: 'tmpfs', folder, filler, limit: () => undefined, free: () => rmSync(filler, { force: true }) };
}
