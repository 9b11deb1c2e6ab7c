// The way back from a newer version, whose process ends at a random statement or change of a file: the folder is of this version again or of the newer one as
// before, and a repetition ends it with every fact, those accepted since the upgrade as well. ROUNDS=200 makes 50 rounds (`npm run test:upgrades`); the seed is printed.
// The file takes 20 s of processor time, as each way back is a process of its own that can be killed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { currentNumber, STORES } from '../../../src/base/upgrade/migrations.ts';
import { settle } from '../../../src/credit/pipeline/index.ts';
import { temporaryFolder, testConfig } from '../folder.ts';
import { seededRandom } from '../random.ts';
import { contentOf, killedFolder, numberIn, openWith, requireUpgraded, shopFolder, storeFile } from './folders.ts';
import { type Planted, plantNewer } from './newer-version.ts';

const ROUNDS = Math.ceil(Number(process.env['ROUNDS'] ?? 8) / 4);

/** Short-lived values go with an upgrade that changed them. */
const isOfThis = (data: string): boolean =>
  STORES.every((store) => !existsSync(storeFile(data, store)) || numberIn(data, store) === currentNumber(store)) &&
  !existsSync(join(data, 'upgrade.json'));

/** But for where the folder is. */
const reportOf = (data: string): unknown => ({
  ...JSON.parse(readFileSync(join(data, 'returned.json'), 'utf8')),
  replaced: null,
});
const archivesOf = (data: string): string[] => globSync('profiles/*/archive/**/*.parquet', { cwd: data }).sort();

function load({ program }: Planted, data: string, ids: readonly number[]): void {
  const file = join(dirname(data), 'sales.csv');
  const rows = ids.map((id) => `payment_received,2026-03-09T12:00:00Z,c-${id},${id},USD,later-${id}`);
  writeFileSync(file, ['event_type,occurred_at,external_id,value_amount,currency,idempotency_key', ...rows, ''].join('\n'));
  const env = { ...process.env, TRIBUTARY_BALLAST_MB: '0', NODE_OPTIONS: '' };
  const ran = spawnSync(program, ['backfill', 'events', file, '--data', data], { env });
  assert.equal(ran.status, 0, String(ran.stderr));
}

/** All but the last two facts are in the archive afterwards. */
async function seal({ root }: Planted, data: string): Promise<void> {
  const opened = await import(join(root, 'src/base/open.ts'));
  const base = await opened.openBase(testConfig(data), { warehouseStarts: 'when asked' });
  const [{ profileId }] = base.journal.profiles();
  await base.archive.seal(profileId, base.state.cursor('stitched', profileId) - 2n);
  await opened.closeBase(base);
}

async function cashOf(data: string): Promise<unknown> {
  const base = await openBase(testConfig(data));
  try {
    const profileId = base.journal.profiles()[0]?.profileId ?? '';
    await settle(base, profileId);
    const sql = 'select sum(net_amount)::varchar as cash from conversions where is_counted';
    return (await base.warehouse.query({ profileId }, { sql }))[0]?.['cash'];
  } finally {
    await closeBase(base);
  }
}

test('the way back from a newer version', async (t) => {
  const before = await shopFolder(t);
  const newer = await plantNewer(t);
  const content = contentOf(before);
  const upgraded = join(temporaryFolder(t), 'data');
  cpSync(before, upgraded, { recursive: true });
  assert.equal((await openWith(newer, upgraded)).code, 0);
  load(newer, upgraded, [1, 2, 3, 4, 5]);
  await seal(newer, upgraded);
  const copy = (): string => {
    const data = join(temporaryFolder(t), 'data');
    cpSync(upgraded, data, { recursive: true });
    return data;
  };
  const returned = copy();
  const first = await openWith(newer, returned, 0, 'return');
  assert.equal(first.code, 0);
  const expected = { content: contentOf(returned), report: reportOf(returned), archives: archivesOf(returned) };
  assert.notEqual(expected.content, content);

  await t.test('has the facts of before and since', async () => {
    assert.ok(isOfThis(returned));
    // The shop's, and 1 to 5.
    assert.equal(await cashOf(returned), '160.000000');
  });
  await t.test('leaves the folder in use where the backup is damaged, also one that was killed while open', async () => {
    const data = await killedFolder(t, upgraded, newer);
    const file = join(data, 'previous', 'journal.sqlite.age');
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.from(whole).fill(0, whole.length - 100));
    assert.equal((await openWith(newer, data, 0, 'return')).code, 1);
    assert.ok(!existsSync(join(data, 'work', 'returning')) && !existsSync(join(data, 'returned.json')));
    assert.equal((await openWith(newer, data)).code, 0);
    requireUpgraded(data);
    writeFileSync(file, whole);
    assert.equal((await openWith(newer, data, 0, 'return')).code, 0);
    assert.ok(isOfThis(data));
    assert.equal(contentOf(data), expected.content);
  });
  await t.test('ends returned or as before, wherever the process ends', async (k) => {
    const random = seededRandom(k);
    let [kills, untouched] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const data = copy();
      for (let left = 1 + random(2); left > 0 && !isOfThis(data); left -= 1)
        if ((await openWith(newer, data, 1 + random(first.steps ?? 1), 'return')).signal === 'SIGKILL') kills += 1;
      if (!existsSync(join(data, 'upgrade.json')) && !isOfThis(data)) {
        untouched += 1;
        assert.equal((await openWith(newer, data)).code, 0, `round ${round}`);
        requireUpgraded(data);
      }
      if (!isOfThis(data)) assert.equal((await openWith(newer, data, 0, 'return')).code, 0, `round ${round}`);
      assert.ok(isOfThis(data), `round ${round}`);
      assert.equal(contentOf(data), expected.content, `round ${round}`);
      assert.deepEqual(reportOf(data), expected.report, `round ${round}`);
      assert.deepEqual(archivesOf(data), expected.archives, `round ${round}`);
      await closeBase(await openBase(testConfig(data), { warehouseStarts: 'when asked' }));
      rmSync(data, { recursive: true });
    }
    assert.ok(kills > ROUNDS / 2);
    k.diagnostic(
      `${ROUNDS} rounds, ${kills} kills among ${first.steps} statements and changes of files, ${untouched} before it began`,
    );
  });
});
