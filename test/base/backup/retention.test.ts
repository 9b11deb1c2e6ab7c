// Which scheduled backups are kept: each for two days, one a day for the days that are set, the newest always.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBackupPlace } from '../../../src/base/backup/kept/place.ts';
import { backupName, backupsIn, expiredBackups } from '../../../src/base/backup/kept/retention.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-10T12:30:00Z');
const filesOf = (name: string) => ['state.sqlite.age', 'backup.json'].map((file) => ({ path: `${name}/${file}`, bytes: 10 }));

test('hourly backups of ten days: 48 of the last two days, then the last of each day, for so many days', () => {
  const names = Array.from({ length: 240 }, (_, i) => backupName(ID, NOW - i * HOUR));
  const backups = backupsIn(names.flatMap(filesOf));
  assert.equal(backups.length, 240);
  assert.equal(backups[0]?.name, 'tributary-018f0000-2026-03-10T123000Z');
  const expired = new Set(expiredBackups(backups, { now: NOW, keepDays: 5 }).map(({ name }) => name));
  const kept = names.filter((name) => !expired.has(name));
  assert.equal(kept.length, 48 + 3);
  assert.deepEqual(kept.slice(48), [
    'tributary-018f0000-2026-03-07T233000Z',
    'tributary-018f0000-2026-03-06T233000Z',
    'tributary-018f0000-2026-03-05T233000Z',
  ]);
});

test('the newest whole backup stays whatever its age, and what is unfinished goes after two days', () => {
  const [old, older, broken, writing] = [20, 30, 3, 0].map((days) => backupName(ID, NOW - days * 24 * HOUR)) as [
    string,
    string,
    string,
    string,
  ];
  const unfinished = [broken, writing].map((name) => ({ path: `${name}/journal.sqlite.age`, bytes: 5 }));
  const backups = backupsIn([
    ...filesOf(old),
    ...filesOf(older),
    ...unfinished,
    { path: 'notes.txt', bytes: 1 },
    { path: 'others/backup.json', bytes: 1 },
  ]);
  assert.deepEqual(
    expiredBackups(backups, { now: NOW, keepDays: 5 }).map(({ name }) => name),
    [broken, older],
  );
});

test('a place is named by one text without secrets', () => {
  assert.deepEqual(readBackupPlace('/backup/daily/'), { kind: 'folder', folder: '/backup/daily' });
  assert.deepEqual(readBackupPlace('s3://my-bucket/a/b/'), { kind: 's3', bucket: 'my-bucket', prefix: 'a/b/' });
  assert.deepEqual(readBackupPlace('s3://my-bucket'), { kind: 's3', bucket: 'my-bucket', prefix: '' });
  assert.deepEqual(readBackupPlace('sftp://me@host:2222/srv/b'), {
    kind: 'sftp',
    host: 'host',
    port: 2222,
    user: 'me',
    folder: '/srv/b',
  });
  for (const [text, words] of [
    ['backup', /absolute folder/],
    ['ftp://host/a', /no kind of place/],
    ['s3://Ab', /name of a bucket|absolute/],
    ['sftp://host/a', /needs a user/],
    ['sftp://me:secret@host/a', /Secrets/],
    ['sftp://me@host', /needs a folder/],
  ] as const)
    assert.throws(() => readBackupPlace(text), words, text);
});
