// Scheduled backups: made when they are due, restored from their place once a day, removed when they are old, and what fails is known until it succeeds.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { leftToErase, writeErasureList } from '../../../src/base/backup/erasure-list.ts';
import { fetchBackup, findKept } from '../../../src/base/backup/kept/fetch-backup.ts';
import { keepBackups } from '../../../src/base/backup/kept/keep-backups.ts';
import { openBackupStore } from '../../../src/base/backup/kept/open-store.ts';
import { readBackupRecord, writeBackupRecord } from '../../../src/base/backup/kept/record.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import { requireWhole } from '../../../src/base/backup/restored.ts';
import type { Base } from '../../../src/base/base.ts';
import type { Config } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { rotateMasterKey } from '../../../src/base/state/rotate-master-key.ts';
import { lastBackup } from '../../../src/base/usage.ts';
import { BUCKET_KEY, startBucket } from '../../fakes/places/bucket.ts';
import { keyText, temporaryFolder, testConfig } from '../folder.ts';
import { fact } from '../journal/facts.ts';

const P = '018f0000-0000-7000-8000-000000000001';
const HOUR = 3_600_000;

async function openWith(t: TestContext, settings: Partial<Config>) {
  const folder = temporaryFolder(t);
  const clock = fakeClock('2026-03-01T10:00:00Z');
  const base = await openBase(testConfig(join(folder, 'data'), settings), { clock });
  t.after(() => closeBase(base));
  base.state.tx(() => {
    base.state.db.exec(`insert into access_workspaces (workspace_id, created_at) values ('w', 0);
      insert into access_profiles (profile_id, workspace_id, created_at) values ('${P}', 'w', 0)`);
    base.state.keys.create(P);
  });
  await base.journal.append(Array.from({ length: 20 }, (_, i) => fact(P, `f${i + 1}`)));
  base.state.setCursor('stitched', P, 20n);
  await base.archive.seal(P, 15n);
  return { base, clock, folder };
}

const failureOf = (base: Base) => readBackupRecord(base.config.dataDir).failed;

test('a bucket: hourly, verified once a day, removed in time, restored on another machine with who was erased since', async (t) => {
  const bucket = await startBucket(t, 'kept');
  const { base, clock, folder } = await openWith(t, {
    backupTarget: 's3://kept/b',
    backupS3Endpoint: bucket.endpoint,
    backupS3Region: BUCKET_KEY.region,
    backupS3KeyId: BUCKET_KEY.id,
    backupS3Secret: BUCKET_KEY.secret,
    backupHours: 1,
    backupKeepDays: 3,
  });
  const { dataDir } = base.config;
  const first = await keepBackups(base);
  assert.match(first.made ?? '', /^tributary-[0-9a-f]{8}-2026-03-01T100000Z$/);
  assert.equal(first.verified, first.made);
  assert.equal(lastBackup(dataDir)?.path, `s3://kept/b/${first.made}`);

  clock.advance(HOUR / 6);
  assert.deepEqual(await keepBackups(base), { made: undefined, removed: [], verified: undefined });
  clock.advance(HOUR);
  const second = await keepBackups(base);
  assert.notEqual(second.made, undefined);
  assert.equal(second.verified, undefined);

  const erasure = {
    erasure_id: randomUUID(),
    workspace_id: 'w',
    profile_id: P,
    public_id: 'cus_1',
    members: ['1'],
    named: [],
    actor: 'system',
    asked_at: 1,
  };
  writeErasureList(dataDir, [erasure]);
  await keepBackups(base);

  const store = await openBackupStore(base.config);
  const kept = await findKept(store, first.made ?? '');
  const elsewhere = join(folder, 'elsewhere');
  const manifest = await restore(await fetchBackup(store, kept, join(folder, 'fetched')), elsewhere, {
    masterKey: keyText(base),
  });
  assert.deepEqual(manifest.profiles, [{ profile_id: P, last_seq: '20', sealed_up_to: '15' }]);
  assert.deepEqual(leftToErase(elsewhere), [erasure]);
  await requireWhole(testConfig(elsewhere));

  clock.advance(4 * 24 * HOUR);
  const later = await keepBackups(base);
  assert.deepEqual(later.removed.sort(), [first.made, second.made]);
  assert.deepEqual([...new Set([...bucket.objects.keys()].map((key) => key.split('/')[1]))], [later.made]);
  await assert.rejects(findKept(store, first.made ?? ''), /no whole backup/);
  assert.deepEqual(readdirSync(join(dataDir, 'work')), []);
});

test('a backup that was damaged at its place is named until another is verified; a place that is away, until it is back', async (t) => {
  const place = join(temporaryFolder(t), 'place');
  const { base, clock } = await openWith(t, { backupTarget: place });
  await assert.rejects(keepBackups(base), /does not exist/);
  const since = failureOf(base)?.since;
  assert.equal(failureOf(base)?.step, 'back up');
  clock.advance(HOUR);
  await assert.rejects(keepBackups(base), /does not exist/);
  assert.equal(failureOf(base)?.since, since);

  mkdirSync(place);
  const { made } = await keepBackups(base);
  assert.equal(failureOf(base), undefined);

  clock.advance(20 * HOUR);
  const { made: another } = await keepBackups(base, { isNow: true });
  rmSync(join(place, another ?? '', 'journal.sqlite.age'));
  clock.advance(5 * HOUR);
  await assert.rejects(keepBackups(base), /journal\.sqlite\.age is missing/);
  assert.deepEqual([failureOf(base)?.step, existsSync(join(place, made ?? ''))], ['verify', true]);
  const { verified, made: third } = await keepBackups(base, { isNow: true });
  assert.equal(verified, third);
  assert.equal(failureOf(base), undefined);
});

test('the key that replaces the master key opens the backups at their place, and the newest of before is verified with it', async (t) => {
  const place = temporaryFolder(t);
  const { base, clock, folder } = await openWith(t, { backupTarget: place });
  const { made } = await keepBackups(base);
  await closeBase(base);
  await rotateMasterKey({ config: base.config, clock, warn: () => undefined });
  const later = await openBase(base.config, { clock });
  t.after(() => closeBase(later));
  clock.advance(25 * HOUR);
  rmSync(join(base.config.dataDir, 'scheduled-backups.json'));
  writeBackupRecord(base.config.dataDir, { made: { name: made ?? '', at: new Date(clock.now()).toISOString(), bytes: 1 } });
  assert.deepEqual(await keepBackups(later), { made: undefined, removed: [], verified: made });
  await restore(join(place, made ?? ''), join(folder, 'elsewhere'), { masterKey: keyText(later) });
  await requireWhole(testConfig(join(folder, 'elsewhere')));
});

test('two installations share a place: neither removes what the other keeps', async (t) => {
  const place = temporaryFolder(t);
  const one = await openWith(t, { backupTarget: place, backupKeepDays: 2 });
  const other = await openWith(t, { backupTarget: place, backupKeepDays: 2 });
  const [{ made: ofOne }, { made: ofOther }] = [await keepBackups(one.base), await keepBackups(other.base)];
  one.clock.advance(72 * HOUR);
  assert.deepEqual((await keepBackups(one.base)).removed, [ofOne]);
  assert.ok(existsSync(join(place, ofOther ?? '', 'backup.json')));
});
