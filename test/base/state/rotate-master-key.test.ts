// The rotation of the master key: every sealed column, backups of before, links of before, and what a kill, a second command and a wrong key leave.
// ROUNDS=200 kills it more often; TEST_SEED repeats a run.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { backup } from '../../../src/base/backup/backup.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import type { Base } from '../../../src/base/base.ts';
import type { Config } from '../../../src/base/config/config.ts';
import { DataFolderLocked } from '../../../src/base/folder/lock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { MasterKeyError, masterKeyFile, nextKeyFile, parseMasterKey, readMasterKey } from '../../../src/base/state/master-key.ts';
import { sealingKeyOf, stateFile } from '../../../src/base/state/open-state.ts';
import { rotateMasterKey } from '../../../src/base/state/rotate-master-key.ts';
import { startChild } from '../children.ts';
import { keyText, temporaryFolder, testConfig } from '../folder.ts';
import { seededRandom } from '../random.ts';
import { clock, fillFolder, ofMaster, openedBy, PROFILE } from './sealed-folder.ts';

const CHILD = new URL('./rotate-child.ts', import.meta.url);
const ROUNDS = Number(process.env['ROUNDS'] ?? 6);
/** Two of three values of JSON are sealed, and the key of the profile. */
const VALUES = ofMaster.reduce((sum, { form }) => sum + (form === 'bytes' ? 3 : 2), 1);

const silent = { clock, warn: () => undefined };
const rotate = (config: Config) => rotateMasterKey({ config, ...silent });
const keyOf = (config: Config) => {
  const key = readMasterKey(config, () => undefined);
  if (!key) throw new Error('no key');
  return key;
};
const newKey = (fill: number): string => Buffer.alloc(32, fill).toString('base64');

/** The bytes of every file, but those by which SQLite shares an open database. */
const bytesIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && !/lock\.sqlite|-shm$|-wal$/.test(each.name))
      .map((each) => [join(each.parentPath, each.name), readFileSync(join(each.parentPath, each.name)).toString('base64')]),
  );

async function filled(t: TestContext, overrides: Partial<Config> = {}): Promise<Config> {
  return fillFolder(join(temporaryFolder(t), 'data'), overrides);
}

async function withBase<T>(config: Config, work: (base: Base) => T | Promise<T>): Promise<T> {
  const base = await openBase(config, { clock, warehouseStarts: 'when asked', isOnlyLooking: true });
  try {
    return await work(base);
  } finally {
    await closeBase(base);
  }
}

/** The folder opens, and what the profile's key sealed is still readable. */
const readDetails = (config: Config): Promise<string> =>
  withBase(config, ({ state }) => {
    const row = state.db.prepare('select sealed from customer_details').get() as { sealed: Buffer };
    return state.keys.decrypt(PROFILE, 'customer_details', row.sealed);
  });

test('a rotation seals every value again: the new key opens all, the old one none', async (t) => {
  const config = await filled(t);
  const old = keyOf(config);
  assert.deepEqual(openedBy(config.dataDir, old), { opened: VALUES, notOpened: 0, wrong: [] });
  const rotation = await rotate(config);
  const next = keyOf(config);
  assert.deepEqual([rotation.replaced_key_id, rotation.key_id], [old.keyId, next.keyId]);
  assert.notEqual(next.keyId, old.keyId);
  assert.deepEqual([rotation.values_sealed_again, rotation.values_not_opened], [VALUES, 0]);
  assert.deepEqual(openedBy(config.dataDir, next), { opened: VALUES, notOpened: 0, wrong: [] });
  assert.deepEqual(openedBy(config.dataDir, old), { opened: 0, notOpened: VALUES, wrong: [] });
  assert.ok(!existsSync(nextKeyFile(config.dataDir)));
  assert.equal(await readDetails(config), 'Ana');
});

test('nothing that the old key sealed is left in the bytes of the folder', async (t) => {
  const config = await filled(t);
  const db = new Database(stateFile(config.dataDir), { readonly: true });
  const before = db.prepare('select secrets from provider_apps union all select sealed_key from profile_keys').pluck().all();
  db.close();
  await rotate(config);
  const bytes = readdirSync(config.dataDir)
    .filter((name) => name.startsWith('state.sqlite'))
    .map((name) => readFileSync(join(config.dataDir, name)));
  for (const sealed of before as Buffer[]) assert.ok(bytes.every((each) => !each.includes(sealed)));
});

test('links that were sent work after two rotations, other values of an earlier key do not', async (t) => {
  const config = await filled(t);
  const sent = await withBase(config, ({ state }) => state.vault.seal('a link', 'who'));
  await rotate(config);
  await rotate(config);
  await withBase(config, ({ state: { vault } }) => {
    assert.equal(vault.openSent('a link', sent), 'who');
    assert.throws(() => vault.open('a link', sent));
    assert.throws(() => vault.openSent('another link', sent), /no key of this installation/);
  });
});

test('a wrong key is refused with one sentence, and the folder is as it was', async (t) => {
  const config = await filled(t);
  const before = bytesIn(config.dataDir);
  const wrong = testConfig(config.dataDir, { masterKey: newKey(1), newMasterKey: newKey(2) });
  await assert.rejects(rotate(wrong), (error: Error) => {
    assert.ok(error instanceof MasterKeyError);
    assert.match(error.message, /^This is not the master key of this data folder: [^.]+\.$/);
    return true;
  });
  await assert.rejects(
    rotate(testConfig(config.dataDir, { newMasterKey: 'short' })),
    /NEW_MASTER_KEY must be 32 bytes in base64/,
  );
  const own = keyOf(config).bytes.toString('base64');
  await assert.rejects(rotate(testConfig(config.dataDir, { newMasterKey: own })), /has already/);
  await assert.rejects(rotate(testConfig(config.dataDir, { masterKey: own })), /specify the new one as NEW_MASTER_KEY/);
  assert.deepEqual(bytesIn(config.dataDir), before);
  assert.equal(await readDetails(config), 'Ana');
});

test('two at once, and a folder in use, are refused', async (t) => {
  const config = await filled(t);
  const [first, second] = await Promise.allSettled([rotate(config), rotate(config)]);
  assert.equal(first.status, 'fulfilled');
  assert.ok(second.status === 'rejected' && second.reason instanceof DataFolderLocked);
  await withBase(config, () => assert.rejects(rotate(config), DataFolderLocked));
});

test('a key of the environment is replaced by another, and an attempt that was interrupted is ended by the same command', async (t) => {
  const config = await filled(t, { masterKey: newKey(1) });
  const both = testConfig(config.dataDir, { masterKey: newKey(1), newMasterKey: newKey(2) });
  assert.equal((await rotate(both)).key_file, null);
  assert.equal((await rotate(both)).replaced_key_id, null);
  assert.ok(!existsSync(masterKeyFile(config.dataDir)));
  assert.equal(await readDetails(testConfig(config.dataDir, { masterKey: newKey(2) })), 'Ana');
  await assert.rejects(readDetails(config), MasterKeyError);
});

test('the new key opens backups of before; what is restored from them works under either key', async (t) => {
  const config = await filled(t);
  const folder = temporaryFolder(t);
  const old = await withBase(config, async (base) => {
    await backup(base, join(folder, 'near'));
    await backup(base, join(folder, 'away'));
    return keyText(base);
  });
  cpSync(join(folder, 'away'), join(folder, 'far'), { recursive: true });
  rmSync(join(folder, 'away'), { recursive: true });
  const first = await rotate(config);
  assert.deepEqual([first.backups_reached, first.backups_not_reached], [1, [join(folder, 'away')]]);
  await rotate(config);
  const masterKey = keyOf(config).bytes.toString('base64');
  await restore(join(folder, 'near'), join(folder, 'restored'), { masterKey });
  assert.equal(await readDetails(testConfig(join(folder, 'restored'))), 'Ana', 'the key of before is in master.key');
  const byEither = testConfig(join(folder, 'restored'), { masterKey });
  assert.equal(await readDetails(byEither), 'Ana');
  const again = await rotate(testConfig(join(folder, 'restored'), { masterKey, newMasterKey: masterKey }));
  assert.deepEqual([again.key_id, again.values_not_opened], [keyOf(config).keyId, 0]);
  rmSync(masterKeyFile(join(folder, 'restored')));
  assert.equal(await readDetails(byEither), 'Ana');
  await assert.rejects(restore(join(folder, 'far'), join(folder, 'no'), { masterKey }), MasterKeyError);
  await restore(join(folder, 'far'), join(folder, 'yes'), { masterKey: old });
  writeFileSync(join(folder, 'near', 'earlier-master-keys.json'), '{"key_id": 7}');
  await assert.rejects(restore(join(folder, 'near'), join(folder, 'no'), { masterKey }), /was sealed with key/);
});

test('killed before any statement or change of a file, it leaves a folder that opens, and is ended by the same command', async (t) => {
  const random = seededRandom(t);
  const source = await filled(t);
  const play = async (last: number) => {
    const dataDir = join(temporaryFolder(t), 'data');
    cpSync(source.dataDir, dataDir, { recursive: true });
    const child = startChild(CHILD, [dataDir, String(last)]);
    const signal = await child.ended();
    return { config: testConfig(dataDir), signal, line: child.lines().at(-1) };
  };
  const whole = await play(0);
  const { steps } = JSON.parse(whole.line ?? '{}') as { steps: number };
  assert.ok(steps > VALUES, `${steps} steps`);
  const old = keyOf(source);
  const found = { old: 0, next: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    // The last steps, after the transaction, are met as often as all others.
    const last = round % 2 === 0 ? 1 + random(steps) : steps - random(Math.min(steps, 40));
    const { config, signal } = await play(last);
    assert.equal(signal, 'SIGKILL', `step ${last}`);
    const isOld = sealingKeyOf(config.dataDir) === old.keyId;
    found[isOld ? 'old' : 'next'] += 1;
    assert.equal(await readDetails(config), 'Ana', `opened after step ${last}`);
    const before = sealingKeyOf(config.dataDir);
    const isPending = existsSync(nextKeyFile(config.dataDir));
    const { key_id, replaced_key_id } = await rotate(config);
    assert.equal(replaced_key_id, isPending && !isOld ? null : before, `step ${last}`);
    assert.equal(keyOf(config).keyId, key_id);
    assert.deepEqual(openedBy(config.dataDir, keyOf(config)), { opened: VALUES, notOpened: 0, wrong: [] }, `step ${last}`);
    assert.equal(await readDetails(config), 'Ana');
  }
  t.diagnostic(`${found.old} under the old key, ${found.next} under the new one`);
});

test('a file of a next key that was not written to its end is replaced', async (t) => {
  const config = await filled(t);
  writeFileSync(nextKeyFile(config.dataDir), 'aGFsZg');
  assert.equal(await readDetails(config), 'Ana');
  const { key_id } = await rotate(config);
  assert.equal(parseMasterKey(readFileSync(masterKeyFile(config.dataDir), 'utf8'), 'the file').keyId, key_id);
});
