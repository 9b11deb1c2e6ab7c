// New files that are kept and copied: by several data folders, and for the same statements alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BlankFiles } from '../../../src/base/warehouse/blank-files.ts';
import { temporaryFolder } from '../folder.ts';
import { openAt } from './fixture.ts';

const made = (n: bigint) => [{ sql: 'create table t (n bigint)' }, { sql: 'insert into t values ($n)', params: { n } }];

async function rowsOfNew(t: TestContext, blanks: BlankFiles, n: bigint): Promise<unknown[]> {
  const warehouse = await openAt(temporaryFolder(t), { blanks, starts: 'when asked' });
  try {
    const build = await warehouse.startBuild(randomUUID(), { isSmall: true, ofNothing: made(n) });
    await warehouse.write(build, [{ sql: 'insert into t values (9)' }]);
    await warehouse.swap(build, async () => {});
    return (await warehouse.query({ profileId: build.profileId }, { sql: 'select n from t order by n' })).map((row) => row['n']);
  } finally {
    await warehouse.close();
  }
}

test('BlankFiles', async (t) => {
  const folder = join(temporaryFolder(t), 'blank');
  const blanks = new BlankFiles(folder);
  assert.deepEqual(await rowsOfNew(t, blanks, 1n), [1n, 9n]);
  const [kept] = readdirSync(folder);
  await t.test('what is written to a new file is not in the next', async () => {
    assert.deepEqual(await rowsOfNew(t, new BlankFiles(folder), 1n), [1n, 9n]);
    assert.deepEqual(readdirSync(folder), [kept]);
  });
  await t.test('other statements, and other parameters, make another', async () => {
    assert.deepEqual(await rowsOfNew(t, blanks, 2n), [2n, 9n]);
    assert.equal(readdirSync(folder).length, 2);
  });
});
