// The writer queue: one transaction per write, all or nothing, in order; `exclusive` holds it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { until } from '../../until.ts';
import { column, endless, fixture, openAt, refusedAs } from './fixture.ts';

test('write', async (t) => {
  const { warehouse, profileId, live } = await fixture(t);
  const target = { profileId };
  const names = async () => column(await warehouse.query(target, { sql: 'select name from t order by rowid' }), 'name');

  await t.test('the first write makes the file; a text of several statements runs whole', async () => {
    assert.equal(await warehouse.exists(profileId), false);
    await warehouse.write(target, [
      { sql: "-- Schema.\ncreate table t (name varchar);\ncomment on table t is 'a; b';\ncreate table u (n int);" },
    ]);
    assert.equal(await warehouse.exists(profileId), true);
    const rows = await warehouse.query(target, { sql: "select comment from duckdb_tables() where table_name = 't'" });
    assert.deepEqual(rows, [{ comment: 'a; b' }]);
  });
  await t.test('it answers the rows of each statement; one that makes a table has none', async () => {
    const answers = await warehouse.write(target, [
      { sql: "insert into t values ('a') returning name" },
      { sql: 'create temp table mine as select 1 as n' },
      { sql: 'select count(*) as n from t' },
    ]);
    assert.deepEqual(answers, [[{ name: 'a' }], [], [{ n: 1n }]]);
  });
  await t.test('an error rolls all back and names the statement by its first comment line', async () => {
    const message = await refusedAs(
      'query',
      warehouse.write(target, [{ sql: "insert into t values ('lost')" }, { sql: '-- One row per miss.\nselect * from nowhere' }]),
    );
    assert.match(message, /^\[One row per miss\.\] Catalog Error/);
    assert.deepEqual(await names(), ['a']);
  });
  await t.test('temporary tables are gone afterwards', async () => {
    await warehouse.write(target, [{ sql: 'create temp table scratch as select 1 as n' }]);
    await warehouse.write(target, [{ sql: 'create temp table scratch as select 2 as n' }]);
    await warehouse.query(target, [{ sql: 'create temp table scratch as select 3 as n' }, { sql: 'select n from scratch' }]);
    await refusedAs('query', warehouse.query(target, { sql: 'select * from scratch' }));
  });
  await t.test('writes take effect in the order they were asked', async () => {
    const wanted = Array.from({ length: 30 }, (_, i) => `w${String(i).padStart(2, '0')}`);
    await Promise.all(wanted.map((name) => warehouse.write(target, [{ sql: 'insert into t values ($name)', params: { name } }])));
    assert.deepEqual(await names(), ['a', ...wanted]);
  });
  await t.test('writes are counted when they are over, failed ones too', async () => {
    const counts = [warehouse.writes(profileId).count];
    const note = () => {
      assert.equal(warehouse.writes(profileId).isUnderWay, false);
      counts.push(warehouse.writes(profileId).count);
    };
    const both = Promise.all([1, 2].map(() => warehouse.write(target, [{ sql: 'create or replace table v (n int)' }])));
    await new Promise(setImmediate);
    assert.deepEqual(warehouse.writes(profileId), { count: counts[0], files: 0, isUnderWay: true });
    await both;
    note();
    await refusedAs('query', warehouse.write(target, [{ sql: 'select * from nowhere' }]));
    note();
    const build = await warehouse.startBuild(profileId, { isSmall: true, ofLive: [] });
    await warehouse.write(build, [{ sql: 'create table built (n int)' }]);
    assert.equal(warehouse.writes(profileId).count, counts.at(-1), 'a build is not the live file');
    await warehouse.swap(build, async () => {});
    note();
    assert.equal(new Set(counts).size, counts.length, `each is another: ${counts}`);
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      counts,
    );
  });
  await t.test('a first write that fails leaves no file behind', async () => {
    const other = randomUUID();
    await refusedAs(
      'query',
      warehouse.write({ profileId: other }, [{ sql: 'create table x (n int)' }, { sql: 'select * from nowhere' }]),
    );
    assert.equal(existsSync(live(other)), false);
    assert.equal(await warehouse.exists(other), false);
  });
  await t.test('an id that is no UUID is refused before it becomes a path', async () => {
    for (const bad of ['../../etc', 'x', `${profileId}/..`, profileId.toUpperCase(), '']) {
      await refusedAs('query', warehouse.write({ profileId: bad }, [{ sql: 'select 1' }]));
    }
    await refusedAs('query', warehouse.query({ profileId, build: '../live' }, { sql: 'select 1' }));
  });
});

test('exclusive', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  const target = { profileId };
  await warehouse.write(target, [{ sql: 'create table t (name varchar)' }]);
  const add = (name: string) => ({ sql: 'insert into t values ($name)', params: { name } });

  await t.test('no write of others comes between', async () => {
    let others: Promise<unknown> = Promise.resolve();
    await warehouse.exclusive(profileId, async (write) => {
      await write([add('one')]);
      others = warehouse.write(target, [add('other')]);
      await warehouse.query(target, { sql: 'select 1' });
      await write([add('two')]);
    });
    await others;
    assert.deepEqual(column(await warehouse.query(target, { sql: 'select name from t order by rowid' }), 'name'), [
      'one',
      'two',
      'other',
    ]);
  });
  await t.test('it answers what the work answers and passes its error on, and the queue goes on', async () => {
    assert.equal(await warehouse.exclusive(profileId, async () => 42), 42);
    await assert.rejects(
      warehouse.exclusive(profileId, async () => {
        throw new Error('mine');
      }),
      /mine/,
    );
    await warehouse.write(target, [add('after')]);
  });
  await t.test('its write is refused once the turn is over', async () => {
    const late = await warehouse.exclusive(profileId, async (write) => write);
    await assert.rejects(late([add('late')]), /already released/);
  });
});

test('files of several profiles', async (t) => {
  const { warehouse, dataDir, live } = await fixture(t, { maxOpenFiles: 2, idleCloseMs: 100, readGraceMs: 100 });
  const profiles = Array.from({ length: 5 }, () => randomUUID());

  await t.test('more profiles than may be open take turns', async () => {
    await Promise.all(
      profiles.map((profileId) => warehouse.write({ profileId }, [{ sql: `create table t as select '${profileId}' as p` }])),
    );
    const answers = await Promise.all(profiles.map((profileId) => warehouse.query({ profileId }, { sql: 'select p from t' })));
    assert.deepEqual(
      answers.map((rows) => rows[0]?.['p']),
      profiles,
    );
    assert.ok(warehouse.status().openFiles <= 2);
  });
  await t.test('files that nobody uses are closed, with their log taken in', async () => {
    await until(() => warehouse.status().openFiles === 0, 'no file is open');
    for (const profileId of profiles) assert.equal(existsSync(`${live(profileId)}.wal`), false);
    assert.equal((await warehouse.query({ profileId: profiles[0] as string }, { sql: 'select * from t' })).length, 1);
  });
  await t.test('closing refuses later calls, finishes earlier ones and leaves the data', async () => {
    const profileId = profiles[0] as string;
    const earlier = warehouse.write({ profileId }, [{ sql: 'create table earlier as select 1 as n' }]);
    const reads = Array.from({ length: 20 }, () => warehouse.query({ profileId }, endless, { deadlineMs: 60_000 }));
    const outcomes = Promise.allSettled(reads);
    const closing = warehouse.close();
    await refusedAs('closed', warehouse.query({ profileId }, { sql: 'select 1' }));
    await refusedAs('closed', warehouse.write({ profileId }, [{ sql: 'select 1' }]));
    await earlier;
    await closing;
    const reasons = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.reason : 'answered'));
    assert.ok(
      reasons.every((reason) => reason === 'cancelled' || reason === 'closed'),
      reasons.join(),
    );
    assert.equal(warehouse.status().pid, undefined);
    assert.equal(existsSync(`${live(profileId)}.wal`), false);
    const again = await openAt(dataDir);
    t.after(() => again.close());
    assert.deepEqual(await again.query({ profileId }, { sql: 'select n from earlier' }), [{ n: 1 }]);
  });
});

test('remove', async (t) => {
  const { warehouse, profileId, live } = await fixture(t);
  await warehouse.write({ profileId }, [{ sql: 'create table t as select 1 as n' }]);
  await warehouse.remove(profileId);
  assert.equal(await warehouse.exists(profileId), false);
  assert.equal(existsSync(`${live()}.wal`), false);
  await refusedAs('lost', warehouse.query({ profileId }, { sql: 'select * from t' }));
  await warehouse.write({ profileId }, [{ sql: 'create table t as select 2 as n' }]);
  assert.deepEqual(await warehouse.query({ profileId }, { sql: 'select n from t' }), [{ n: 2 }]);
});
