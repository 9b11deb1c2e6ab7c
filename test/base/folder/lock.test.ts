// The data folder has one holder; who comes second is told which process it is.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { DataFolderLocked, takeLock } from '../../../src/base/folder/lock.ts';
import { readServiceFile, removeServiceFile, serviceFile, writeServiceFile } from '../../../src/base/folder/service-file.ts';
import { type Ballast, ballastFile, keepBallast } from '../../../src/base/folder/tight-disk.ts';
import { createLog } from '../../../src/base/kit/log.ts';
import { temporaryFolder } from '../folder.ts';

const heldBy = (pid: number | undefined) => (error: unknown) => error instanceof DataFolderLocked && error.pid === pid;

test('the lock', async (t) => {
  const dir = temporaryFolder(t);
  await t.test('is held once in a process, and free after its release', () => {
    const lock = takeLock(dir);
    assert.throws(() => takeLock(dir), heldBy(process.pid));
    lock.release();
    lock.release();
    takeLock(dir).release();
  });
  await t.test('another process that holds it is named; killed, it contains nothing', async () => {
    const code = `const { takeLock } = await import(${JSON.stringify(new URL('../../../src/base/folder/lock.ts', import.meta.url).href)});
      takeLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    assert.throws(() => takeLock(dir), heldBy(child.pid));
    assert.throws(() => takeLock(dir), heldBy(child.pid), 'asking does not loosen it');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    takeLock(dir).release();
  });
  await t.test('refusing others does not loosen our own', async () => {
    const lock = takeLock(dir);
    const code = `const { takeLock } = await import(${JSON.stringify(new URL('../../../src/base/folder/lock.ts', import.meta.url).href)});
      try { takeLock(process.argv[1]); console.log('got it'); } catch (error) { console.log(error.pid); }`;
    for (let round = 0; round < 2; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [said] = await once(child.stdout, 'data');
      assert.equal(String(said).trim(), String(process.pid));
    }
    lock.release();
  });
});

test('service.json', (t) => {
  const dir = temporaryFolder(t);
  const service = { socket: '/tmp/s', token: 'secret', pid: 7, http: 'http://127.0.0.1:1' };
  assert.equal(readServiceFile(dir), undefined);
  writeServiceFile(dir, { ...service, pid: 1 });
  writeServiceFile(dir, service);
  assert.deepEqual(readServiceFile(dir), service);
  assert.equal(statSync(serviceFile(dir)).mode & 0o777, 0o600);
  removeServiceFile(dir);
  removeServiceFile(dir);
  assert.equal(readServiceFile(dir), undefined);
});

test('the ballast', async (t) => {
  const dir = temporaryFolder(t);
  const megabyte = 1024 * 1024;
  let free = 1_000 * megabyte;
  const changes: boolean[] = [];
  const ballast: Ballast = keepBallast(dir, 2, { freeBytes: () => free, onChange: (stored) => changes.push(stored) });
  t.after(() => ballast.close());

  await t.test('takes up real room', () => {
    assert.equal(statSync(ballastFile(dir)).size, 2 * megabyte);
    assert.ok(statSync(ballastFile(dir)).blocks * 512 >= 2 * megabyte);
  });
  await t.test('is given up on a full disk and taken back when there is plenty of room', () => {
    free = 15 * megabyte;
    ballast.look();
    assert.equal(existsSync(ballastFile(dir)), false);
    free = 17 * megabyte;
    ballast.look();
    assert.equal(ballast.isHeld, false, 'the room it gave up itself is not plenty');
    free = 20 * megabyte;
    ballast.look();
    assert.equal(existsSync(ballastFile(dir)), true);
    ballast.release();
    assert.equal(existsSync(ballastFile(dir)), false);
    assert.deepEqual(changes, [true, false, true, false]);
  });
});

test('the log hides secrets and clear personal data', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  log.info(
    { req: { headers: { authorization: 'Bearer svc_live_abc', host: 'h' } }, body: { email: 'a@example.com' }, token: 'abc' },
    'hello',
  );
  assert.equal(/svc_live_abc|a@example.com|"abc"/.test(lines.join()), false, lines.join());
  assert.match(lines.join(), /"host":"h".*hello/);
});
