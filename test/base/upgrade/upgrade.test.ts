// A folder of this version opened by a newer one: it is backed up and migrated, whatever ends the process, and no figure differs. A folder of the newer
// version is refused by this one as it is. ROUNDS=200 kills more often (`npm run test:upgrades`); the seed is printed. The file takes 20 s of processor time, as each
// opening is a process of its own that can be killed.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { FolderRefused } from '../../../src/base/upgrade/folder-file.ts';
import { currentNumber, STORES } from '../../../src/base/upgrade/migrations.ts';
import { openShop } from '../../report/shop.ts';
import { startChild } from '../children.ts';
import { temporaryFolder, testConfig } from '../folder.ts';
import { seededRandom } from '../random.ts';
import { NEWER, type Planted, plantedNumber, plantNewer } from './newer-version.ts';

const CHILD = new URL('./open-child.ts', import.meta.url);
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

async function shopFolder(t: TestContext): Promise<string> {
  const data = join(temporaryFolder(t), 'data');
  const shop = await openShop({ dataDir: data });
  await shop.close();
  return data;
}

const storeFile = (data: string, store: string): string => join(data, `${store}.sqlite`);
const numberIn = (data: string, store: string): number => readFileSync(storeFile(data, store)).readUInt32BE(60);

/** Every row of what figures are computed from, and of settings. */
function contentOf(data: string): string {
  const hash = createHash('sha256');
  for (const [store, tables] of [
    ['state', ['decisions', 'customers', 'identifiers', 'profiles', 'api_keys', 'profile_keys', 'search_values']],
    ['journal', ['facts', 'profiles', 'outcomes', 'segments']],
  ] as const) {
    const db = new Database(storeFile(data, store), { readonly: true });
    for (const table of tables)
      hash.update(JSON.stringify(db.prepare(`select * from ${table}`).raw().safeIntegers().all(), text));
    db.close();
  }
  return hash.digest('hex');
}
const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

async function openWith({ root }: Planted, data: string, last = 0) {
  const child = startChild(CHILD, [root, data, String(last)]);
  const signal = await child.ended();
  const line = child.lines().at(-1);
  return { signal, code: child.process.exitCode, ...(line ? (JSON.parse(line) as { steps: number; lines: string[] }) : {}) };
}

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

function requireUpgraded(data: string): void {
  for (const store of STORES) assert.equal(numberIn(data, store), plantedNumber(store), store);
  const state = new Database(storeFile(data, 'state'), { readonly: true });
  assert.deepEqual(state.prepare('select distinct revision from planted_notes').pluck().all(), [2]);
  state.close();
  assert.equal(JSON.parse(readFileSync(join(data, 'folder.json'), 'utf8')).version, NEWER);
  assert.ok(!existsSync(join(data, 'upgrade.json')));
}

test('a folder of this version under a newer one', async (t) => {
  const original = await shopFolder(t);
  const newer = plantNewer(t);
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
    // Whoever deletes the file that says so is told by state itself.
    rmSync(join(upgraded, 'folder.json'));
    await assert.rejects(openBase(testConfig(upgraded)), FolderRefused);
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
  await t.test('is as before when a migration fails', async () => {
    const failing = plantNewer(t, { fault: 'insert into nothing values (1);' });
    const data = copy();
    const ran = await openWith(failing, data);
    assert.equal(ran.code, 1);
    for (const store of STORES) assert.equal(numberIn(data, store), currentNumber(store), store);
    assert.equal(contentOf(data), content);
    await closeBase(await openBase(testConfig(data), { warehouseStarts: 'when asked' }));
  });
});
