// Builds beside the live file, and the swap that puts one in its place under running reads and queued writes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Target, Warehouse } from '../../../src/base/warehouse/port.ts';
import { endless, fixture, openAt, refusedAs } from './fixture.ts';

const number = async (warehouse: Warehouse, target: Target) =>
  (await warehouse.query(target, { sql: 'select max(n) as n from t' }))[0]?.['n'];
const table = (n: number) => [{ sql: 'create table t as select $n::integer as n', params: { n } }];

/** Files of the data folder that the warehouse process holds open. */
function openPaths(pid: number | undefined, dataDir: string): string[] {
  const folder = `/proc/${pid}/fd`;
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return ''; // closed while we looked
    }
  });
  return links.filter((path) => path.startsWith(dataDir) && path.includes('.duckdb'));
}

test('startBuild, swap, dropBuild', async (t) => {
  const { warehouse, profileId, live, dataDir } = await fixture(t, { readGraceMs: 200 });
  const target = { profileId };
  await warehouse.write(target, table(1));

  await t.test('a build is a file of its own until it is swapped in', async () => {
    const build = await warehouse.startBuild(profileId);
    await warehouse.write(build, table(2));
    assert.equal(await number(warehouse, build), 2);
    assert.equal(await number(warehouse, target), 1);
    await warehouse.swap(build, async () => {
      await warehouse.write(build, [{ sql: 'insert into t values (3)' }]);
    });
    assert.equal(await number(warehouse, target), 3);
    assert.deepEqual(
      readdirSync(dirname(live())).filter((name) => name.startsWith('build-')),
      [],
    );
    await refusedAs(
      'query',
      warehouse.swap(build, async () => {}),
    );
  });
  await t.test('the old file is let go: only the new one is held open', async () => {
    const open = openPaths(warehouse.status().pid, dataDir);
    assert.deepEqual(
      open.filter((path) => !path.endsWith('.wal')),
      [live()],
    );
  });
  await t.test('writes wait for the swap and land in the new file', async () => {
    const build = await warehouse.startBuild(profileId);
    await warehouse.write(build, table(10));
    let during: Promise<unknown> = Promise.resolve();
    await warehouse.swap(build, async () => {
      during = warehouse.write(target, [{ sql: 'insert into t values (11)' }]);
      await warehouse.write(build, [{ sql: 'insert into t values (5)' }]);
    });
    await during;
    assert.deepEqual(await warehouse.query(target, { sql: 'select n from t order by n' }), [{ n: 5 }, { n: 10 }, { n: 11 }]);
  });
  await t.test('quick reads go through a swap; one that never ends is cancelled after its grace', async () => {
    const build = await warehouse.startBuild(profileId);
    await warehouse.write(build, table(20));
    const stuck = refusedAs('cancelled', warehouse.query(target, endless, { deadlineMs: 60_000 }));
    let swapping = true;
    const reads = (async () => {
      const seen: unknown[] = [];
      while (swapping) seen.push(await number(warehouse, target));
      return seen;
    })();
    await warehouse.swap(build, async () => {});
    swapping = false;
    await stuck;
    assert.ok((await reads).every((n) => n === 11 || n === 20));
    assert.equal(await number(warehouse, target), 20);
  });
  await t.test('when the last round fails, the live file stays and the build can be dropped', async () => {
    const build = await warehouse.startBuild(profileId);
    await warehouse.write(build, table(99));
    await assert.rejects(
      warehouse.swap(build, async () => {
        throw new Error('no catching up');
      }),
      /no catching up/,
    );
    await warehouse.dropBuild(build);
    await warehouse.dropBuild(build);
    assert.equal(await number(warehouse, target), 20);
    await refusedAs('lost', warehouse.write(build, table(1)));
  });
  await t.test('a build may begin as a copy of the live file', async () => {
    await refusedAs('lost', warehouse.startBuild(randomUUID(), { ofLive: [] }));
    const written = warehouse.write(target, [{ sql: 'insert into t values (21)' }]);
    const build = await warehouse.startBuild(profileId, { ofLive: [{ sql: 'insert into t values (22)' }] });
    await written;
    await warehouse.write(target, [{ sql: 'insert into t values (23)' }]);
    assert.deepEqual(await warehouse.query(build, { sql: 'select n from t order by n' }), [{ n: 20 }, { n: 21 }, { n: 22 }]);
    assert.deepEqual(await warehouse.query(target, { sql: 'select n from t order by n' }), [{ n: 20 }, { n: 21 }, { n: 23 }]);
    await refusedAs('query', warehouse.startBuild(profileId, { isSmall: true, ofLive: [{ sql: 'drop table nothing' }] }));
    await warehouse.dropBuild(build);
    assert.deepEqual(
      readdirSync(dirname(live())).filter((name) => name.startsWith('build-')),
      [],
    );
  });
  await t.test('a build may be the first file of a profile', async () => {
    const other = randomUUID();
    const build = await warehouse.startBuild(other);
    assert.equal(await warehouse.exists(other), false);
    await warehouse.write(build, table(7));
    await warehouse.swap(build, async () => {});
    assert.equal(await number(warehouse, { profileId: other }), 7);
  });
  await t.test('one build at a time over all profiles', async () => {
    const first = await warehouse.startBuild(profileId);
    let second: Target | undefined;
    const waiting = warehouse.startBuild(randomUUID()).then((build) => {
      second = build;
    });
    await number(warehouse, target);
    assert.equal(second, undefined);
    await warehouse.dropBuild(first);
    await waiting;
    assert.ok(second);
    await warehouse.dropBuild(second);
  });
});

test('a build that was cut off is deleted at the next start, and the live file is untouched', async (t) => {
  const { warehouse, profileId, live, dataDir } = await fixture(t);
  await warehouse.write({ profileId }, table(1));
  await warehouse.close();
  writeFileSync(join(dirname(live()), 'build-3.duckdb'), 'cut off');
  writeFileSync(join(dirname(live()), 'build-3.duckdb.wal'), 'cut off');
  const again = await openAt(dataDir);
  t.after(() => again.close());
  assert.deepEqual(readdirSync(dirname(live())), ['live.duckdb']);
  assert.equal(await number(again, { profileId }), 1);
});

test('convert', async (t) => {
  const { warehouse, profileId, dataDir } = await fixture(t);
  const ndjson = join(warehouse.landingFolder(profileId), 'facts.ndjson');
  const parquet = join(dataDir, 'profiles', profileId, 'archive.parquet');
  writeFileSync(ndjson, '{"seq": 1, "amount": "1.500000"}\n{"seq": 2, "amount": null}\n');

  await t.test('turns NDJSON into Parquet and reads it back, without a live file', async () => {
    const source = `read_json('${ndjson}', format = 'newline_delimited', columns = {seq: 'bigint', amount: 'decimal(18, 6)'})`;
    const answers = await warehouse.convert(profileId, [
      { sql: `copy (select * from ${source}) to '${parquet}' (format parquet, compression zstd)` },
      { sql: `select * from read_parquet('${parquet}') where seq >= $from order by seq`, params: { from: 1 } },
    ]);
    assert.deepEqual(answers, [
      [],
      [
        { seq: 1n, amount: '1.500000' },
        { seq: 2n, amount: null },
      ],
    ]);
    assert.equal(existsSync(parquet), true);
    assert.equal(await warehouse.exists(profileId), false);
  });
  await t.test('nothing is left from one to the next', async () => {
    await warehouse.convert(profileId, [{ sql: 'create table left_over as select 1 as n' }]);
    await refusedAs('query', warehouse.convert(profileId, [{ sql: 'select * from left_over' }]));
  });
  await t.test('it reaches no other profile', async () => {
    const other = warehouse.landingFolder(randomUUID());
    await refusedAs('query', warehouse.convert(profileId, [{ sql: `copy (select 1) to '${join(other, 'x.parquet')}'` }]));
  });
});

test('checkpoint takes the log into the file', async (t) => {
  const { warehouse, profileId, live } = await fixture(t);
  await warehouse.write({ profileId }, table(1));
  assert.ok(existsSync(`${live()}.wal`));
  await warehouse.checkpoint(profileId);
  assert.equal(existsSync(`${live()}.wal`), false);
  assert.match(warehouse.version(), /^v\d+\.\d+\.\d+/);
});
