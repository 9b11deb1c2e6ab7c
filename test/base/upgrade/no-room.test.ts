// A folder of an earlier version that cannot be backed up before it is upgraded: no room before, none in the midst of the backup, a disk that can only be
// read. Each is one sentence, and the folder is as it was.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { currentNumber, STORES } from '../../../src/base/upgrade/migrations.ts';
import { temporaryFolder } from '../folder.ts';
import { contentOf, numberIn, openWith, requireUpgraded, shopFolder } from './folders.ts';
import { plantNewer } from './newer-version.ts';

const CHILD = fileURLToPath(new URL('./open-child.ts', import.meta.url));
const FULL_DISK = new URL('./full-disk.mjs', import.meta.url).href;
/** More than the lock, and less than the state: the write that fails is one of the backup. */
const MOST_BYTES = 400_000;

test('a folder of an earlier version that cannot be backed up', async (t) => {
  const newer = await plantNewer(t);
  const kept = await shopFolder(t);
  const content = contentOf(kept);
  const copy = (): string => {
    const data = join(temporaryFolder(t), 'data');
    cpSync(kept, data, { recursive: true });
    return data;
  };
  const open = (data: string, [command = '', ...args]: string[]): string => {
    const { status, stderr } = spawnSync(command, [...args, CHILD, newer.root, data, '0', 'open'], { encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    return stderr;
  };
  const requireAsBefore = (data: string): void => {
    for (const store of STORES) assert.equal(numberIn(data, store), currentNumber(store), store);
    assert.equal(contentOf(data), content);
    assert.deepEqual(
      readdirSync(data).filter((name) => name.startsWith('previous') || name === 'upgrade.json'),
      [],
    );
  };
  const NO_ROOM =
    /there is no room for the backup \(\d+ MB\) that is made before it is upgraded to .*: free some space\. Nothing was changed\./;

  await t.test('no room before it', async () => {
    const data = copy();
    assert.match(open(data, [process.execPath, '--import', FULL_DISK]), NO_ROOM);
    requireAsBefore(data);
    assert.equal((await openWith(newer, data)).code, 0);
    requireUpgraded(data);
  });

  await t.test('no room in the midst of it', async () => {
    const data = copy();
    assert.match(open(data, ['prlimit', `--fsize=${MOST_BYTES}:`, process.execPath]), NO_ROOM);
    requireAsBefore(data);
    assert.equal((await openWith(newer, data)).code, 0);
    requireUpgraded(data);
  });

  await t.test('a disk that can only be read', (k) => {
    const data = readOnly(k, copy());
    assert.match(open(data, [process.execPath]), /The data folder .* cannot be written to: its disk can only be read, or/);
    assert.ok(!existsSync(join(data, 'previous')));
    assert.equal(contentOf(data), content);
  });
});

/** The same folder on a disk that can only be read; where nothing may be mounted, one whose lock cannot be made. */
function readOnly(t: TestContext, data: string): string {
  try {
    execFileSync('mount', ['--bind', data, data], { stdio: 'ignore' });
  } catch {
    mkdirSync(join(data, 'lock.sqlite'));
    return data;
  }
  t.after(() => execFileSync('umount', ['-l', data]));
  execFileSync('mount', ['-o', 'remount,bind,ro', data], { stdio: 'ignore' });
  return data;
}
