// A folder of this version opened by a newer one: it is backed up and migrated, whatever ends the process, and no figure differs. A folder of the newer
// version is refused by this one as it is. ROUNDS=200 kills more often (`npm run test:upgrades`); the seed is printed. The file takes 20 s of processor time, as each
// opening is a process of its own that can be killed.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../src/base/kit/paths.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { FolderRefused, ownVersion, writeUpgradePlan } from '../../../src/base/upgrade/folder-file.ts';
import { currentNumber, STORES } from '../../../src/base/upgrade/migrations.ts';
import { dropOldUpgradeBackups, upgradeBackups } from '../../../src/base/upgrade/upgrade-backups.ts';
import { temporaryFolder, testConfig } from '../folder.ts';
import { seededRandom } from '../random.ts';
import { contentOf, killedFolder, numberIn, openWith, requireUpgraded, shopFolder } from './folders.ts';
import { addMigration, NEWER, plantedNumber, plantNewer } from './newer-version.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

const bytesOf = (data: string): string =>
  JSON.stringify(
    readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(data, name)).isFile())
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(data, name)))
          .digest('hex'),
      ]),
  );

test('a folder of this version under a newer one', async (t) => {
  const original = await shopFolder(t);
  const newer = await plantNewer(t);
  const content = contentOf(original);
  const copy = (): string => {
    const data = join(temporaryFolder(t), 'data');
    cpSync(original, data, { recursive: true });
    return data;
  };
  const upgraded = copy();
  let steps = 0;

  await t.test('is backed up and migrated, step by step, once', async () => {
    const first = await openWith(newer, upgraded);
    assert.equal(first.code, 0);
    requireUpgraded(upgraded);
    assert.equal(contentOf(upgraded), content);
    assert.match(
      first.lines?.[0] ?? '',
      /^The data folder is of version .*; it is backed up \(\d+ MB\) before it is upgraded\.$/,
    );
    assert.ok(first.lines?.includes(`state ${currentNumber('state') + 1} of ${plantedNumber('state')}: planted 1`));
    assert.match(first.lines?.at(-1) ?? '', /`tributary restore --previous` puts it back/);
    assert.ok(existsSync(join(upgraded, 'previous', 'state.sqlite.age')));
    const second = await openWith(newer, upgraded);
    assert.deepEqual([second.code, second.lines], [0, []]);
    steps = first.steps ?? 0;
  });
  await t.test('is refused by this one afterwards, byte by byte as it is', async () => {
    const before = bytesOf(upgraded);
    const refusal = await openBase(testConfig(upgraded)).catch((error: unknown) => error);
    assert.ok(refusal instanceof FolderRefused);
    assert.match(refusal.message, /was made by a newer version of Tributary \(1\.0\.0-planted\.2; .*restore --previous`\.$/);
    assert.equal(bytesOf(upgraded), before);
    const ofFolder = join(upgraded, 'folder.json');
    const listed = readFileSync(ofFolder, 'utf8');
    writeFileSync(ofFolder, listed.replace(NEWER, ownVersion().version));
    await assert.rejects(openBase(testConfig(upgraded)), /is of a later build of version \S+ than this one and was not changed/);
    writeFileSync(ofFolder, listed);
    // Whoever deletes the file that says so is told by state itself.
    rmSync(join(upgraded, 'folder.json'));
    await assert.rejects(openBase(testConfig(upgraded)), FolderRefused);
  });
  await t.test('keeps the backup for 30 days, unless an upgrade has not ended', async () => {
    const [kept, ...others] = await upgradeBackups(upgraded);
    assert.deepEqual([kept?.name, others.length], ['previous', 0]);
    const [made, until] = [Date.parse(kept?.made_at ?? ''), Date.parse(kept?.kept_until ?? '')];
    assert.equal(until - made, 30 * 86_400_000);
    await dropOldUpgradeBackups(upgraded, until - 1);
    assert.equal((await upgradeBackups(upgraded)).length, 1);
    writeUpgradePlan(upgraded, { phase: 'returning', from: ownVersion(), to: ownVersion() });
    await dropOldUpgradeBackups(upgraded, until);
    assert.equal((await upgradeBackups(upgraded)).length, 1);
    rmSync(join(upgraded, 'upgrade.json'));
    await dropOldUpgradeBackups(upgraded, until);
    assert.ok(!existsSync(join(upgraded, 'previous')));
  });
  await t.test('is upgraded or as before, wherever the process ends', async (k) => {
    const random = seededRandom(k);
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const data = copy();
      for (let left = 1 + random(2); left > 0; left -= 1)
        if ((await openWith(newer, data, 1 + random(steps))).signal === 'SIGKILL') kills += 1;
      const isUntouched =
        STORES.every((store) => numberIn(data, store) === currentNumber(store)) && !existsSync(join(data, 'upgrade.json'));
      if (isUntouched && random(2) === 0) await closeBase(await openBase(testConfig(data), { warehouseStarts: 'when asked' }));
      const last = await openWith(newer, data);
      assert.equal(last.code, 0, `round ${round}`);
      requireUpgraded(data);
      assert.equal(contentOf(data), content, `round ${round}`);
      rmSync(data, { recursive: true });
    }
    assert.ok(kills > ROUNDS / 2);
    k.diagnostic(`${ROUNDS} rounds, ${kills} kills among ${steps} statements and changes of files`);
  });
  await t.test('is upgraded by a second start, if the folder was killed while open and the first found no key', async () => {
    const data = await killedFolder(t, original, { root: projectRoot });
    const [key, away] = [join(data, 'master.key'), join(data, '..', 'key')];
    renameSync(key, away);
    assert.equal((await openWith(newer, data)).code, 1);
    renameSync(away, key);
    assert.equal((await openWith(newer, data)).code, 0);
    requireUpgraded(data);
    assert.equal(contentOf(data), content);
  });
  await t.test('is as before when a migration fails', async () => {
    const failing = await plantNewer(t, { fault: 'insert into nothing values (1);' });
    const data = copy();
    const ran = await openWith(failing, data);
    assert.equal(ran.code, 1);
    for (const store of STORES) assert.equal(numberIn(data, store), currentNumber(store), store);
    assert.equal(contentOf(data), content);
    await closeBase(await openBase(testConfig(data), { warehouseStarts: 'when asked' }));
  });
  await t.test('continues when the disk was full', async () => {
    const full = await plantNewer(t, {
      fault: 'pragma max_page_count = 1; create table planted_full as select zeroblob(9000000) as content;',
    });
    const data = copy();
    assert.equal((await openWith(full, data)).code, 1);
    assert.equal(JSON.parse(readFileSync(join(data, 'upgrade.json'), 'utf8')).phase, 'upgrading');
    // The same program finds room.
    addMigration(full.root, 'ledger', plantedNumber('ledger') - currentNumber('ledger') + 1, 'select 1;');
    assert.equal((await openWith(full, data)).code, 0);
    assert.ok(!existsSync(join(data, 'upgrade.json')));
    assert.equal(numberIn(data, 'ledger'), plantedNumber('ledger') + 1);
    assert.equal(contentOf(data), content);
  });
});
