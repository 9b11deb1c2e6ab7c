// The disk runs full during a move, on the side that is left and on the other: the command says so, nothing that was accepted is lost, and the
// same command again finishes the move once there is room.
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { type SmallDisk, smallDisk } from '../../faults/tools/small-disk.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { openShop } from '../../report/shop.ts';

const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };
const run = (app: TestApp, name: keyof typeof commands, args: object) =>
  Promise.resolve(commands[name](app.base, args, () => undefined));

/** As it is answered where the disk is full, and again where there is room. */
async function runFull(disk: SmallDisk, app: TestApp, name: keyof typeof commands, args: object) {
  if (disk.how === 'tmpfs') fill(disk.filler);
  disk.limit([process.pid]);
  const refused = await run(app, name, args)
    .then(
      () => 'nothing refused it',
      (error: Error) => error.message,
    )
    .finally(() => disk.free([process.pid]));
  assert.match(refused, /disk is full/i, name);
  assert.match(refused, /repeat this command/, name);
  return run(app, name, args);
}

function fill(file: string): void {
  for (let bytes = 1 << 20; bytes >= 1_024; bytes /= 2)
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes, 1), { flag: 'a' });
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
}

const figuresOf = async (app: TestApp, key: string) =>
  Promise.all(['/overview', '/attribution'].map(async (path) => (await app.api(key).get(path, RANGE)).body.data));

const otherOf = async (t: TestContext, dataDir: string): Promise<TestApp> => {
  // Without the ballast, which the service gives up for room.
  const app = await startTestApp({
    dataDir,
    at: '2026-03-20T12:00:00Z',
    config: { ballastMb: 0 },
    installation: { email: 'else@other.example' },
  });
  t.after(() => app.close());
  return app;
};

test('a disk that is full when a profile leaves and when it arrives', async (t) => {
  const disk = smallDisk(t, 48);
  const second = join(disk.folder, 'other');
  const shop = await openShop();
  t.after(() => shop.close());
  const { profileId, apiKey } = shop;
  const figures = await figuresOf(shop, apiKey);
  const other = await otherOf(t, second);
  const installation = String((await run(other, 'status', {}))['installation_id']);
  const [file, key_file] = [join(disk.folder, 'profile.move'), join(disk.folder, 'profile.key')];

  const left = await runFull(disk, shop, 'profiles-leave', { profile_id: profileId, file, installation });
  assert.equal(left['status'], 'left');
  assert.equal(existsSync(`${file}.unfinished`), false);
  await runFull(disk, shop, 'profiles-release', { profile_id: profileId, key_file });
  assert.deepEqual(await figuresOf(shop, apiKey), figures, 'what is left is still read here');

  await runFull(disk, other, 'profiles-arrive', { file, key_file, accepts: 'all' });
  assert.deepEqual(await figuresOf(other, apiKey), figures);
  assert.deepEqual(await run(other, 'status', {}).then(({ problems }) => problems), []);
  const event = { event_type: 'lead_created', idempotency_key: 'after', user_traits: { email: 'a@example.com' } };
  assert.equal((await other.api(apiKey).post('/events', event)).status, 201);
  for (const path of [file, key_file]) rmSync(path);
});
