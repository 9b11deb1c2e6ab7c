// Writes that are refused show in status, readiness and metrics as long as they are, and no longer, though nobody sends anything; and a disk
// that is full under the data folder fails no backup to another.
import assert from 'node:assert/strict';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { restore } from '../../../src/base/backup/restore.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { keyText, temporaryFolder } from '../../base/folder.ts';
import { type SmallDisk, smallDisk } from '../../faults/tools/small-disk.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { until } from '../../until.ts';

const DISK_MB = 200;

/** Undefined where nobody may mount: the disk of the machine is not to be filled. */
async function openOnSmallDisk(t: TestContext): Promise<{ app: TestApp; disk: SmallDisk } | undefined> {
  const disk = smallDisk(t, DISK_MB);
  if (disk.how !== 'tmpfs') {
    t.diagnostic('no disk of its own');
    return undefined;
  }
  const app = await startTestApp({ dataDir: join(disk.folder, 'data'), warehouseStarts: 'now' });
  t.after(() => app.close());
  return { app, disk };
}

function fill({ folder, filler }: SmallDisk, upTo: number): void {
  const { blocks, bfree, bsize } = statfsSync(folder);
  writeFileSync(filler, Buffer.alloc(Math.max(0, Math.floor(blocks * bsize * upTo - (blocks - bfree) * bsize))));
}

interface Said {
  status: Status;
  ready: { status: number; body: { checks: Record<string, string>; problems: { what: string }[] } };
  refusing: number;
}

async function saidBy(app: TestApp): Promise<Said> {
  const status = (await commands.status(app.base, {}, () => undefined)) as unknown as Status;
  const ready = await app.request.get('/readyz');
  const metrics = (await app.request.get('/metrics')).text;
  return { status, ready, refusing: Number(/^tributary_intake_refusing (\d)$/m.exec(metrics)?.[1]) };
}

const send = async (app: TestApp, key = app.apiKey): Promise<number> =>
  (await app.api(key).post('/events', { event_type: 'sign_up', user_traits: { email: 'a@b.example' } })).status;

const assertWell = ({ status, ready, refusing }: Said): void => {
  assert.deepEqual([status.is_well, status.problems], [true, []]);
  assert.deepEqual([ready.status, ready.body.problems, refusing], [200, [], 0]);
};

test('a full disk', async (t) => {
  const opened = await openOnSmallDisk(t);
  if (!opened) return;
  const { app, disk } = opened;
  assert.equal(await send(app), 201);
  assertWell(await saidBy(app));
  for (const share of [0.97, 1]) {
    fill(disk, share);
    await until(async () => (await send(app)) === 503, 'it is refused');
    const { status, ready, refusing } = await saidBy(app);
    assert.match(status.problems[0]?.what ?? '', /^Facts are refused .*disk_full/);
    assert.match(status.problems[0]?.next ?? '', /^Free some space/);
    assert.deepEqual([ready.status, ready.body.checks['journal'], refusing], [503, 'unavailable', 1]);
    disk.free([]);
    assertWell(await saidBy(app));
  }
  await until(async () => (await send(app)) === 201, 'it goes on by itself');

  await t.test('fails no backup to another disk', async (t) => {
    fill(disk, 1);
    const copy = join(temporaryFolder(t), 'copy');
    const answered = await commands.backup(app.base, { dest: copy }, () => undefined);
    assert.equal(answered['backup'], copy);
    const restored = join(dirname(copy), 'restored');
    const { profiles } = await restore(copy, restored, { masterKey: keyText(app.base) });
    assert.equal(profiles[0]?.last_seq, String(app.base.journal.lastSeq(app.profileId)));
    disk.free([]);
  });
});

test('one profile over its share of a tight disk', async (t) => {
  const opened = await openOnSmallDisk(t);
  if (!opened) return;
  const { app, disk } = opened;
  const other = initInstallation(app.base, {
    email: 'other@shop.example',
    workspace: 'Other',
    profile: 'Other',
    currency: 'USD',
    timezone: 'UTC',
  });
  const archive = join(app.dataDir, 'profiles', app.profileId, 'archive');
  mkdirSync(archive, { recursive: true });
  writeFileSync(join(archive, 'segment'), Buffer.alloc(130 * 1024 * 1024));
  for (const key of [app.apiKey, other.api_key]) assert.equal(await send(app, key), 201);
  fill(disk, 0.935);
  await until(async () => (await send(app)) === 503, 'the profile is refused');
  assert.equal(await send(app, other.api_key), 201, 'the other is not');
  const { status, ready, refusing } = await saidBy(app);
  assert.match(
    status.problems[0]?.what ?? '',
    /^Facts of one profile are refused: The disk is 9[2-6] % full, and this profile takes/,
  );
  assert.deepEqual([ready.status, refusing], [200, 1], 'whoever sends for others is served');
  assert.deepEqual(
    ready.body.problems.map(({ what }) => what),
    ['Facts of a profile are refused.'],
  );
  disk.free([]);
  await until(async () => (await saidBy(app)).status.is_well, 'it is well again');
  assertWell(await saidBy(app));
});
