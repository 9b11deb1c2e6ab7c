// Scheduled backups of a folder that was upgraded from a release: to a bucket and over SFTP, verified by a restore, and restored elsewhere with all facts.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keptFile, releases } from '../../../bin/release/releases.ts';
import { fetchBackup, findKept } from '../../../src/base/backup/kept/fetch-backup.ts';
import { keepBackups } from '../../../src/base/backup/kept/keep-backups.ts';
import { openBackupStore } from '../../../src/base/backup/kept/open-store.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import { requireWhole } from '../../../src/base/backup/restored.ts';
import type { Config } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { BUCKET_KEY, startBucket } from '../../fakes/places/bucket.ts';
import { SFTP_LOGIN, startSftp } from '../../fakes/places/sftp-server.ts';
import { unpack } from '../../folders/tools/kept.ts';
import { NOW } from '../../folders/tools/world.ts';
import { keyText, temporaryFolder, testConfig } from '../folder.ts';

test('an upgraded folder is backed up to each place and restored from it', async (t) => {
  const [release] = releases();
  assert.ok(release);
  const { data, place } = unpack(keptFile(release.version), temporaryFolder(t));
  const clock = fakeClock(NOW);
  const bucket = await startBucket(t, 'kept');
  const remote = temporaryFolder(t);
  mkdirSync(join(remote, 'kept'));
  const server = await startSftp(t, remote);
  const targets: Partial<Config>[] = [
    {
      backupTarget: 's3://kept/upgraded',
      backupS3Endpoint: bucket.endpoint,
      backupS3Region: BUCKET_KEY.region,
      backupS3KeyId: BUCKET_KEY.id,
      backupS3Secret: BUCKET_KEY.secret,
    },
    {
      backupTarget: `sftp://${SFTP_LOGIN.user}@127.0.0.1:${server.port}/kept`,
      backupSftpHostKey: server.hostKey,
      backupSftpPassword: SFTP_LOGIN.password,
    },
  ];
  for (const [i, target] of targets.entries()) {
    const lines: string[] = [];
    const config = testConfig(data, target);
    const base = await openBase(config, { clock, warehouseStarts: 'when asked', onUpgrade: (line) => lines.push(line) });
    try {
      assert.equal(lines.length > 0, i === 0, 'the first opening upgrades it');
      const { made, verified } = await keepBackups(base, { isNow: true });
      assert.ok(made);
      assert.equal(verified, made, 'it was restored from its place');
      const store = await openBackupStore(config);
      const elsewhere = join(temporaryFolder(t), 'elsewhere');
      const fetched = await fetchBackup(store, await findKept(store, made), join(temporaryFolder(t), 'fetched'));
      const { profiles } = await restore(fetched, elsewhere, { masterKey: keyText(base) });
      await store.close();
      assert.deepEqual(
        profiles.map(({ profile_id, last_seq }) => [profile_id, last_seq]).toSorted(),
        place.profiles.map(({ profileId }) => [profileId, String(base.journal.lastSeq(profileId))]).toSorted(),
      );
      await requireWhole(testConfig(elsewhere));
    } finally {
      await closeBase(base);
    }
    clock.advance(24 * 3_600_000);
  }
});
