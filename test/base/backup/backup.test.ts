// A backup, taken while facts come in, restores to the same state, journal and archive; a damaged one is refused.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { backup } from '../../../src/base/backup/backup.ts';
import { BackupRefused } from '../../../src/base/backup/manifest.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import { fileHash } from '../../../src/base/files/durable.ts';
import { DataFolderLocked } from '../../../src/base/folder/lock.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { MasterKeyError } from '../../../src/base/state/master-key.ts';
import { openInto } from '../clear-backup.ts';
import { keyText, temporaryFolder, testConfig } from '../folder.ts';
import { bytes16, fact, outcome } from '../journal/facts.ts';
import { placeProfile } from '../placed-profile.ts';

const P = '018f0000-0000-7000-8000-000000000001';
const clock = fakeClock('2026-03-01T10:00:00Z');

/** The backup `to` with one file of the backup `from`, which its manifest describes. */
function mix(from: string, to: string, mixed: string, path: string): void {
  cpSync(to, mixed, { recursive: true });
  cpSync(join(from, path), join(mixed, path));
  const [theirs, own] = [from, to].map((each) => JSON.parse(readFileSync(join(each, 'backup.json'), 'utf8')));
  const isIt = (file: { path: string }): boolean => file.path === path;
  own.files = [theirs.files.find(isIt), ...own.files.filter((file: { path: string }) => !isIt(file))];
  writeFileSync(join(mixed, 'backup.json'), JSON.stringify(own));
}

async function describeAgain(folder: string, path: string): Promise<void> {
  const file = join(folder, 'backup.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const entry = manifest.files.find((each: { path: string }) => each.path === path);
  Object.assign(entry, { bytes: statSync(join(folder, path)).size, sha256: await fileHash(join(folder, path)) });
  writeFileSync(file, JSON.stringify(manifest));
}

test('backup and restore', async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  const full = join(folder, 'full');
  const later = join(folder, 'later');
  let base = await openBase(testConfig(data), { clock });
  t.after(() => closeBase(base));
  placeProfile(base, P);
  const token = base.state.keys.token(P, 'email', 'a@example.com');
  base.state.decide({
    profileId: P,
    kind: 'setting',
    afterSeq: 0n,
    subject: 'currency',
    payload: { value: 'EUR' },
    actor: 'system',
    decidedAt: clock.now(),
  });
  const traits = base.state.keys.encrypt(P, 'traits', 'a@example.com');
  await base.journal.append([...Array.from({ length: 20 }, (_, i) => fact(P, `f${i + 1}`)), outcome(P, 'k')]);
  await base.journal.append([fact(P, 'person', { traits })]);
  base.state.setCursor('stitched', P, 22n);
  await base.archive.seal(P, 15n);

  await t.test('what was there at the time is in it, though intake, stitching and sealing go on', async () => {
    const copying = backup(base, full);
    const appended = base.journal.append([fact(P, 'meanwhile')]);
    const order: string[] = [];
    const removing = Promise.all([
      base.journal.clearTraits(P, 22n).then(() => order.push('cleared')),
      base.archive.seal(P, 20n).then(() => order.push('sealed')),
    ]);
    const manifest = await copying.then((m) => {
      order.push('backed up');
      return m;
    });
    await Promise.all([appended, removing]);
    assert.equal(order[0], 'backed up');
    assert.equal(manifest.with_key, false);
    assert.equal(base.journal.read(P, 21n, 1)[0]?.traits, null);
    await backup(base, later);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('unfinished')),
      [],
    );
  });

  await t.test('it shares no bytes with the data folder', () => {
    const segments = base.archive.segments(P).filter(({ lastSeq }) => lastSeq <= 15n);
    assert.equal(segments.length, 1);
    for (const { path } of segments) {
      const [mine, copied] = [path, `${join(full, path.slice(data.length))}.age`].map((file) => statSync(file));
      assert.notEqual(mine?.ino, copied?.ino);
      assert.deepEqual([mine?.nlink, copied?.nlink], [1, 1]);
      assert.equal((copied?.mode ?? 0) & 0o077, 0);
    }
  });

  await t.test('restored, everything is as it was then', async () => {
    const again = join(folder, 'again');
    await restore(full, again, { masterKey: keyText(base) });
    const copy = await openBase(testConfig(again), { clock });
    try {
      assert.equal(copy.state.keys.token(P, 'email', 'a@example.com'), token);
      assert.deepEqual(copy.state.decisions(P, 0n, 10), base.state.decisions(P, 0n, 10));
      assert.equal(copy.state.cursor('stitched', P), 22n);
      const { sealedUpTo, lastSeq, segments } = copy.archive.describeFacts(P);
      assert.equal(sealedUpTo, 15n);
      assert.ok(lastSeq >= 22n);
      assert.equal(segments[0]?.sha256, base.archive.segments(P)[0]?.sha256);
      assert.deepEqual(await copy.archive.verify(P), []);
      const person = copy.journal.read(P, 21n, 1)[0];
      assert.equal(copy.state.keys.decrypt(P, 'traits', person?.traits as Uint8Array), 'a@example.com');
      assert.equal(copy.journal.seqOfOutcome(P, bytes16('k')), 21n);
      assert.deepEqual(await copy.journal.append([outcome(P, 'k')]), [{ status: 'duplicate', seq: 21n }]);
    } finally {
      await closeBase(copy);
    }
  });

  await t.test('without the key in it, the key is asked for, and the right one only', async () => {
    const target = join(folder, 'with-key-given');
    await assert.rejects(restore(later, target), MasterKeyError);
    await assert.rejects(restore(later, target, { masterKey: Buffer.alloc(32).toString('base64') }), /sealed with key/);
    await restore(later, target, { masterKey: readFileSync(join(data, 'master.key'), 'utf8') });
    const copy = await openBase(testConfig(target), { clock });
    assert.equal(copy.state.keys.token(P, 'email', 'a@example.com'), token);
    assert.equal(copy.archive.sealedUpTo(P), 20n);
    await closeBase(copy);
  });

  await t.test('a damaged or incomplete backup is refused by the file’s name, and leaves nothing', async () => {
    const target = join(folder, 'from-damaged');
    const file = join(full, 'journal.sqlite.age');
    const bytes = readFileSync(file);
    const bent = Buffer.from(bytes);
    bent[5_000] = (bent[5_000] as number) ^ 1;
    writeFileSync(file, bent);
    await assert.rejects(restore(full, target, { masterKey: keyText(base) }), /damaged: .*full\/journal\.sqlite\.age/);
    rmSync(file);
    await assert.rejects(
      restore(full, target, { masterKey: keyText(base) }),
      /incomplete: .*full\/journal\.sqlite\.age is missing/,
    );
    writeFileSync(file, bytes);
    assert.equal(existsSync(target), false);
    await assert.rejects(restore(folder, target, { masterKey: keyText(base) }), /contains no backup/);
  });

  await t.test('a manifest that points outside the backup is refused', async () => {
    const file = join(later, 'backup.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"state.sqlite.age"', '"../data/state.sqlite"'));
    await assert.rejects(
      restore(later, join(folder, 'outside'), { masterKey: readFileSync(join(data, 'master.key'), 'utf8') }),
      /outside/,
    );
  });

  await t.test('an archive ahead of the journal is refused', async () => {
    const file = join(full, 'backup.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"sealed_up_to": "15"', '"sealed_up_to": "99"'));
    const target = join(folder, 'ahead');
    await assert.rejects(
      restore(full, target, { masterKey: keyText(base) }),
      (error) => error instanceof BackupRefused && /up to 99/.test(error.message),
    );
    assert.equal(existsSync(target), false);
    writeFileSync(file, text);
  });

  await t.test('parts of two backups, each sound by its checksum, are refused', async () => {
    await closeBase(base);
    base = await openBase(testConfig(data), { clock });
    await backup(base, join(folder, 'latest'));
    const masterKey = keyText(base);
    const [first, last] = [join(folder, 'full-clear'), join(folder, 'latest-clear')];
    await openInto(full, masterKey, first);
    await openInto(join(folder, 'latest'), masterKey, last);
    const target = join(folder, 'mixed');
    for (const [from, to, words] of [
      [first, last, /does not fit together: The journal is older than the state/],
      [last, first, /does not fit together: The state is older than the journal/],
    ] as const) {
      const mixed = join(folder, 'mixed-backup');
      mix(from, to, mixed, 'journal.sqlite');
      await assert.rejects(
        restore(mixed, target, { masterKey }),
        (error) => error instanceof BackupRefused && words.test(error.message),
      );
      assert.deepEqual(existsSync(target) ? readdirSync(target) : [], []);
      rmSync(mixed, { recursive: true });
    }
    const sealed = join(folder, 'mixed-sealed');
    mix(full, join(folder, 'latest'), sealed, 'journal.sqlite.age');
    await assert.rejects(restore(sealed, target, { masterKey }), /backup\.json was changed after the backup was made/);
    const file = join(last, 'backup.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"sealed_up_to":"20"', '"sealed_up_to":"14"'));
    await assert.rejects(
      restore(last, target, { masterKey }),
      /facts 15 to 20 of profile .* are neither in its archive nor in its journal/,
    );
    writeFileSync(file, text);
    await restore(last, target, { masterKey });
  });

  await t.test('a row of another profile in its state refuses it', async () => {
    const [opened, target] = [join(folder, 'changed'), join(folder, 'from-changed')];
    await openInto(full, keyText(base), opened);
    const state = new Database(join(opened, 'state.sqlite'));
    state.pragma('foreign_keys = off');
    state.exec(
      "insert into profile_views (profile_id, person_id, views, revision, updated_at) values ('elsewhere', 'p', '[]', 1, 0)",
    );
    state.close();
    await describeAgain(opened, 'state.sqlite');
    await assert.rejects(
      restore(opened, target, { masterKey: keyText(base) }),
      /does not fit together: in its state, rows of profile_views name a profile that does not exist/,
    );
    assert.deepEqual(readdirSync(target), []);
  });

  await t.test('nothing is overwritten, and no folder in use is touched', async () => {
    const used = join(folder, 'used');
    mkdirSync(used);
    writeFileSync(join(used, 'mine'), 'mine');
    await assert.rejects(restore(full, used, { masterKey: keyText(base) }), BackupRefused);
    await assert.rejects(backup(base, used), BackupRefused);
    await assert.rejects(backup(base, join(data, 'inside')), /inside the data folder/);
    await assert.rejects(openBase(testConfig(data)), DataFolderLocked);
    assert.deepEqual(readdirSync(used), ['mine']);
  });
});
