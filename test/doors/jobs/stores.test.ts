// What is lost or damaged of a data folder is named by status, readiness and metrics, figures are not computed from it, and no backup is
// made of it.
import assert from 'node:assert/strict';
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ warehouseStarts: 'now', config: { sealRows: 5 } });
  for (let i = 1; i <= 12; i += 1)
    await app.api(app.apiKey).post('/events', {
      event_type: 'payment_received',
      idempotency_key: `p${i}`,
      occurred_at: '2026-03-10T00:00:00Z',
      value: { amount: '10.00', currency: 'USD' },
      user_traits: { external_id: `c${i % 3}` },
    });
  await app.settle();
});
after(() => app.close());

const status = async (): Promise<Status> => (await commands.status(app.base, {}, () => undefined)) as unknown as Status;
const revenue = async (from = '2026-03-01'): Promise<number> => {
  const answer = await app.api(app.apiKey).get('/overview', { date_from: from, date_to: '2026-03-31' });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.current.cash_revenue;
};

function flipByte(path: string): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  const at = Math.floor(app.base.archive.segments(app.profileId)[0]?.bytes as number) >> 1;
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.of((byte[0] as number) ^ 0x10), 0, 1, at);
  closeSync(file);
}

/** Damages a copy's original, looks, and puts the copy back. */
async function damaged(t: TestContext, file: string, damage: () => void, look: () => Promise<void>): Promise<void> {
  const kept = join(temporaryFolder(t), 'kept');
  copyFileSync(file, kept);
  damage();
  try {
    await look();
  } finally {
    copyFileSync(kept, file);
  }
}

/** Status, readiness, metrics and backup all say so. */
async function isNamed(t: TestContext, words: RegExp): Promise<void> {
  const found = await status();
  assert.equal(found.is_well, false);
  assert.match(found.problems[0]?.what ?? '', words);
  assert.match(found.problems[0]?.next ?? '', /Copy profiles.*archive.* from a backup/);
  const { body } = await app.request.get('/readyz').expect(503);
  assert.equal(body.checks.archive, 'unavailable');
  assert.match(body.problems[0].what, /archive/);
  assert.doesNotMatch(JSON.stringify(body), new RegExp(app.profileId));
  assert.match((await app.request.get('/metrics')).text, /tributary_store_problems\{store="archive"\} 1/);
  await assert.rejects(async () => commands.backup(app.base, { dest: join(temporaryFolder(t), 'copy') }, () => undefined), words);
}

test('damage of the archive', async (t) => {
  const segment = app.base.archive.segments(app.profileId)[0]?.path as string;
  const manifest = segment.replace('.parquet', '.json');
  assert.equal((await status()).is_well, true);
  const right = await revenue();
  assert.equal(right, 120);

  await t.test('one flipped byte: a rebuild refuses by the file’s name, and the live figures stay', async (t) => {
    await damaged(
      t,
      segment,
      () => flipByte(segment),
      async () => {
        await assert.rejects(async () => commands.rebuild(app.base, {}, () => undefined), /damaged at .*checksum/);
        assert.equal(await revenue(), right);
        await isNamed(t, /damaged .*\.parquet: its checksum/);
      },
    );
    await commands.rebuild(app.base, {}, () => undefined);
    assert.equal(await revenue(), right);
    assert.equal((await status()).is_well, true);
  });
  await t.test('a missing segment and a missing manifest are named', async (t) => {
    await damaged(
      t,
      segment,
      () => rmSync(segment),
      () => isNamed(t, /\.parquet: the file is missing/),
    );
    await damaged(
      t,
      manifest,
      () => rmSync(manifest),
      () => isNamed(t, /archive of profile/),
    );
    assert.equal((await status()).is_well, true);
  });
  await t.test('a missing profile folder is named', async (t) => {
    const folder = join(app.dataDir, 'profiles', app.profileId, 'archive');
    const aside = join(temporaryFolder(t), 'aside');
    renameSync(folder, aside);
    await isNamed(t, /neither here nor in the journal/);
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(aside, folder);
    assert.equal((await status()).is_well, true);
  });
  await t.test('the scrub finds what changed without a change of time', async (t) => {
    await damaged(
      t,
      segment,
      () => flipByte(segment),
      async () => {
        assert.equal((await app.base.archive.scrub(app.profileId, 1e9, () => false)).length, 1);
        assert.equal(app.base.archive.damages(app.profileId).length, 1);
      },
    );
  });
  await t.test('the files of state and of the master key', async (t) => {
    const key = join(app.dataDir, 'master.key');
    await damaged(
      t,
      key,
      () => rmSync(key),
      async () => {
        assert.match((await status()).problems[0]?.what ?? '', /master key .* is missing/);
        assert.equal((await app.request.get('/readyz').expect(503)).body.checks.master_key, 'unavailable');
      },
    );
    const state = join(app.dataDir, 'state.sqlite');
    const aside = join(temporaryFolder(t), 'aside');
    renameSync(state, aside);
    assert.match((await status()).problems[0]?.what ?? '', /state\.sqlite is gone/);
    await assert.rejects(
      async () => commands.backup(app.base, { dest: join(temporaryFolder(t), 'copy') }, () => undefined),
      /state\.sqlite is gone/,
    );
    renameSync(aside, state);
    assert.equal((await status()).is_well, true);
    assert.equal(readdirSync(app.dataDir).includes('state.sqlite'), true);
  });
});

test('an older copy of the figures in the place of the live file, while it is in use, is built anew', async (t) => {
  const live = join(app.dataDir, 'profiles', app.profileId, 'live.duckdb');
  const older = join(temporaryFolder(t), 'older.duckdb');
  await revenue();
  await app.base.warehouse.checkpoint(app.profileId);
  copyFileSync(live, older);
  await app.api(app.apiKey).post('/events', {
    event_type: 'payment_received',
    idempotency_key: 'later',
    occurred_at: '2026-03-11T00:00:00Z',
    value: { amount: '7.00', currency: 'USD' },
  });
  await app.settle();
  assert.equal(await revenue(), 127);
  rmSync(live);
  rmSync(`${live}.wal`, { force: true });
  copyFileSync(older, live);
  // Asked for the first time, so that no answer is kept.
  assert.equal(await revenue('2026-03-02'), 127);
});
