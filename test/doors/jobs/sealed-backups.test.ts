// Backups are sealed: nothing about a person is readable in any of their bytes, they open with their key alone, every damage is found without restoring, a
// backup that is cut off leaves nothing clear, and one that an earlier version left clear is named by `status` and sealed in its place.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { rememberBackupFolder, writeErasureList } from '../../../src/base/backup/erasure-list.ts';
import { BackupRefused } from '../../../src/base/backup/manifest.ts';
import type { BackupKeys } from '../../../src/base/backup/opened.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import { sealBackup } from '../../../src/base/backup/seal-clear.ts';
import { verifyBackup } from '../../../src/base/backup/verify.ts';
import { withTemporaryFolder } from '../../../src/base/files/work-folder.ts';
import { MasterKeyError } from '../../../src/base/state/master-key.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startChild } from '../../base/children.ts';
import { openInto } from '../../base/clear-backup.ts';
import { keyText, temporaryFolder } from '../../base/folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const PERSON = { email: 'zoe.marlowe@buyer.example', phone: '+56961234567', first_name: 'Zoe', last_name: 'Marlowe' };
/** As people write them, and as they are searched for. */
const WORDS = [/zoe\.marlowe/i, /\bmarlowe\b/i, /56961234567/];
const PASSPHRASE = 'five quiet words at dawn';
const CHILD = new URL('./killed-backup.ts', import.meta.url);

let app: TestApp;
const sealed = join(mkdtempSync(join(tmpdir(), 'tributary-')), 'sealed');
let masterKey: string;
before(async () => {
  app = await startTestApp();
  masterKey = keyText(app.base);
  const event = { event_type: 'lead', idempotency_key: 's1', occurred_at: '2026-03-10T00:00:00Z', user_traits: PERSON };
  assert.equal((await app.api(app.apiKey).post('/events', event)).status, 201);
  await app.settle();
  await app.base.archive.seal(app.profileId, app.base.journal.lastSeq(app.profileId));
});
after(async () => {
  rmSync(dirname(sealed), { recursive: true, force: true });
  await app.close();
});

test('the files of a backup', async (t) => {
  const folder = temporaryFolder(t);
  await commands.backup(app.base, { dest: sealed }, () => undefined);
  const verify = (backup: string, keys: BackupKeys = { masterKey }) =>
    withTemporaryFolder(0, (scratch) => verifyBackup(backup, keys, scratch));

  await t.test('show nothing of a person, who is in them', async () => {
    const opened = join(folder, 'opened');
    await openInto(sealed, masterKey, opened);
    assert.deepEqual(wordsIn(opened), WORDS, 'in clear they are there');
    assert.deepEqual(wordsIn(sealed), []);
    for (const name of filesIn(sealed)) assert.equal(statSync(join(sealed, name)).mode & 0o077, 0, name);
    assert.deepEqual(
      filesIn(sealed).filter((name) => !name.endsWith('.age')),
      ['backup.json'],
    );
    assert.deepEqual(leftovers(), []);
  });

  await t.test('have a key of their own, and none that is written down', async () => {
    const [first, second] = [sealed, join(folder, 'second')];
    await commands.backup(app.base, { dest: second }, () => undefined);
    const keyOf = (backup: string) => JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')).sealed_key;
    assert.notEqual(keyOf(first), keyOf(second));
    const file = 'state.sqlite.age';
    cpSync(second, join(folder, 'swapped'), { recursive: true });
    cpSync(join(first, file), join(folder, 'swapped', file));
    await assert.rejects(verify(join(folder, 'swapped')), BackupRefused);
  });

  await t.test('open with the master key alone, whose loss is told', async () => {
    const target = join(folder, 'not-restored');
    for (const work of [verify, (backup: string, keys: BackupKeys) => restore(backup, target, keys)]) {
      await assert.rejects(work(sealed, {}), (error: Error) => {
        assert.ok(error instanceof MasterKeyError);
        assert.match(error.message, /does not contain it\. Specify it with MASTER_KEY/);
        return /nobody can open this backup.*`tributary backup --with-key`/s.test(error.message);
      });
      const other = Buffer.alloc(32, 3).toString('base64');
      await assert.rejects(
        work(sealed, { masterKey: other }),
        /The specified master key is \w+; this backup was sealed with key \w+/,
      );
    }
    assert.equal(existsSync(target), false);
  });

  await t.test('open with the pass phrase too where the key is in them, though its file is lost', async () => {
    const dest = join(folder, 'with-key');
    await assert.rejects(
      async () => commands.backup(app.base, { dest, key_passphrase: 'short' }, () => undefined),
      /at least 12 characters/,
    );
    const keyFile = join(app.dataDir, 'master.key');
    const kept = readFileSync(keyFile);
    rmSync(keyFile);
    await commands.backup(app.base, { dest, key_passphrase: PASSPHRASE }, () => undefined);
    writeFileSync(keyFile, kept, { mode: 0o600 });
    assert.ok(!filesIn(dest).some((name) => readFileSync(join(dest, name)).includes(masterKey)));
    await assert.rejects(verify(dest, {}), /contains the master key \w+, sealed by a pass phrase: set BACKUP_PASSPHRASE/);
    await assert.rejects(verify(dest, { passphrase: 'five other words at dawn' }), /The pass phrase is not the one/);
    assert.equal((await verify(dest, { masterKey })).manifest.with_key, true);
    const target = join(folder, 'by-phrase');
    await restore(dest, target, { passphrase: ` ${PASSPHRASE} ` });
    assert.equal(readFileSync(join(target, 'master.key'), 'utf8').trim(), masterKey);
  });

  await t.test('are verified, and a byte that changed anywhere, a file that is cut off or missing is found', async () => {
    assert.equal((await verify(sealed)).erasures, 0);
    const damaged = join(folder, 'damaged');
    const names = filesIn(sealed);
    assert.ok(names.length >= 6, names.join());
    for (const name of names) {
      const whole = readFileSync(join(sealed, name));
      for (const at of [0, whole.length >> 1, whole.length - 1]) {
        cpSync(sealed, damaged, { recursive: true });
        const bent = Buffer.from(whole);
        bent[at] = (bent[at] as number) ^ 4;
        writeFileSync(join(damaged, name), bent);
        await assert.rejects(
          verify(damaged),
          (error) => error instanceof BackupRefused || error instanceof MasterKeyError,
          `${name} ${at}`,
        );
      }
      writeFileSync(join(damaged, name), whole.subarray(0, -2));
      await assert.rejects(verify(damaged), BackupRefused, `${name}, cut off`);
      rmSync(join(damaged, name));
      await assert.rejects(verify(damaged), BackupRefused, `${name}, missing`);
      rmSync(damaged, { recursive: true });
    }
  });

  await t.test('are found changed by one who has them and describes the change', async () => {
    const changed = join(folder, 'described');
    cpSync(sealed, changed, { recursive: true });
    const file = join(changed, 'backup.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    manifest.files = manifest.files.filter(({ path }: { path: string }) => !path.startsWith('ledger'));
    writeFileSync(file, JSON.stringify(manifest));
    await assert.rejects(verify(changed), /backup\.json was changed after the backup was made/);
  });

  await t.test('receive the list of erasures beside them', async () => {
    const erased = {
      erasure_id: '018f0000-0000-7000-8000-00000000000e',
      profile_id: app.profileId,
      workspace_id: app.workspaceId,
      public_id: 'c',
      members: ['1'],
      named: [],
      actor: 'system',
      asked_at: 0,
    };
    assert.deepEqual(writeErasureList(app.dataDir, [erased]).notReached, []);
    assert.ok(existsSync(join(sealed, 'erasures-since.ndjson')));
    assert.equal((await verify(sealed)).erasures, 1);
    writeErasureList(app.dataDir, []);
  });
});

test('a backup that is killed leaves nothing clear, and the next one takes its place', async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  const dest = join(folder, 'backup');
  await restore(sealed, data, { masterKey });
  for (const step of [1, 2, 4]) {
    assert.equal(await startChild(CHILD, [data, dest, String(step)]).ended(), 'SIGKILL', `step ${step}`);
    assert.equal(existsSync(dest), false);
    assert.deepEqual(wordsIn(`${dest}.unfinished`), []);
  }
  assert.ok(existsSync(join(data, 'work')), 'the copy that was being sealed');
  assert.equal(await startChild(CHILD, [data, dest, '0']).ended(), null);
  assert.deepEqual(readdirSync(folder).sort(), ['backup', 'data']);
  assert.deepEqual(existsSync(join(data, 'work')) ? readdirSync(join(data, 'work')) : [], []);
  await withTemporaryFolder(0, (scratch) => verifyBackup(dest, { masterKey }, scratch));
});

test('a backup of an earlier version', async (t) => {
  const folder = temporaryFolder(t);
  const clear = join(folder, 'clear');
  await openInto(sealed, masterKey, clear);
  const before = contents(clear);
  rememberBackupFolder(app.dataDir, clear);
  const notes = async (): Promise<string> => String((await commands.status(app.base, {}, () => undefined))['notes']);
  const seal = () => withTemporaryFolder(0, (work) => sealBackup(clear, { masterKey, work, dataDir: app.dataDir }));

  await t.test('is named by status with the command that seals it, and can be restored', async () => {
    assert.match(await notes(), new RegExp(`${clear} is not sealed: .*\`tributary backup --seal ${clear}\``));
    await restore(clear, join(folder, 'from-clear'), { masterKey });
  });

  await t.test('is sealed in its place with the same content, also after an interruption at each step', async () => {
    cpSync(clear, join(folder, 'kept'), { recursive: true });
    mkdirSync(`${clear}.sealing`);
    writeFileSync(join(`${clear}.sealing`, 'part'), '');
    await seal();
    const done = join(folder, 'done');
    cpSync(clear, done, { recursive: true });
    assert.deepEqual(wordsIn(clear), []);
    const interrupted: [string, string | undefined, string | undefined][] = [
      ['before the first renaming', join(folder, 'kept'), undefined],
      ['between the two', undefined, join(folder, 'kept')],
      ['after the second', done, join(folder, 'kept')],
    ];
    for (const [when, inPlace, beside] of interrupted) {
      rmSync(clear, { recursive: true });
      if (inPlace !== undefined) cpSync(inPlace, clear, { recursive: true });
      if (inPlace !== done) cpSync(done, `${clear}.sealing`, { recursive: true });
      if (beside !== undefined) cpSync(beside, `${clear}.clear`, { recursive: true });
      assert.match(await notes(), /is not sealed/, when);
      await seal();
      assert.deepEqual(
        readdirSync(folder).filter((name) => /^clear/.test(name)),
        ['clear'],
        when,
      );
      const opened = join(folder, 'again');
      await openInto(clear, masterKey, opened);
      assert.deepEqual(contents(opened), before, when);
      rmSync(opened, { recursive: true });
    }
    assert.doesNotMatch(await notes(), /is not sealed/);
    await assert.rejects(seal(), /is sealed already/);
    await withTemporaryFolder(0, (scratch) => verifyBackup(clear, { masterKey }, scratch));
  });
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

const contents = (folder: string): [string, string][] =>
  filesIn(folder)
    .filter((name) => name !== 'backup.json')
    .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);

function wordsIn(folder: string): RegExp[] {
  const texts = filesIn(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  return WORDS.filter((words) => texts.some((text) => words.test(text)));
}

const leftovers = (): string[] => (existsSync(join(app.dataDir, 'work')) ? readdirSync(join(app.dataDir, 'work')) : []);
