// Reads: one snapshot, read only, places with a deadline, and no way out of the allowed folders.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until, WAIT_MS } from '../../until.ts';
import { endless, fixture, refusedAs } from './fixture.ts';

test('query', async (t) => {
  const { warehouse, profileId, dataDir } = await fixture(t);
  const target = { profileId };

  await t.test('a profile without a file is refused as lost, and nobody is told', async () => {
    const messages: string[] = [];
    warehouse.onLost((id) => messages.push(id));
    await refusedAs('lost', warehouse.query(target, { sql: 'select 1' }));
    assert.deepEqual(messages, []);
    assert.equal(await warehouse.exists(profileId), false);
  });
  await warehouse.write(target, [{ sql: 'create table t as select range as n from range(3)' }]);

  await t.test('several statements share a snapshot and answer the last rows', async () => {
    const rows = await warehouse.query(target, [
      { sql: 'create temp table picked as select n from t where n >= $least', params: { least: 1 } },
      { sql: 'select sum(n) as total from picked' },
    ]);
    assert.deepEqual(rows, [{ total: 3n }]);
    assert.deepEqual(await warehouse.query(target, { sql: 'select n from t where n > 5' }), []);
  });
  await t.test('it cannot write', async () => {
    const message = await refusedAs('query', warehouse.query(target, { sql: 'delete from t' }));
    assert.match(message, /read-only/);
    assert.deepEqual(await warehouse.query(target, { sql: 'select count(*) as n from t' }), [{ n: 3n }]);
  });
  await t.test('files inside the landing and profile folders may be read and written, no others', async () => {
    const landed = join(warehouse.landingFolder(profileId), 'rows.ndjson');
    writeFileSync(landed, '{"a":1}\n{"a":2}\n');
    const rows = await warehouse.query(target, { sql: `select sum(a) as total from read_json('${landed}')` });
    assert.deepEqual(rows, [{ total: 3n }]);
    const inside = join(dataDir, 'profiles', profileId, 'out.parquet');
    await warehouse.query(target, { sql: `copy t to '${inside}' (format parquet)` });

    const other = '00000000-0000-4000-8000-000000000000';
    const secret = join(warehouse.landingFolder(other), 'rows.csv');
    writeFileSync(secret, 'a\n1\n');
    writeFileSync(join(dataDir, 'master.key'), 'key\n');
    const outside = [
      `select * from read_csv('${secret}')`,
      `select * from read_text('${join(dataDir, 'master.key')}')`,
      `select * from read_text('${join(dataDir, 'profiles', profileId, '..', '..', 'master.key')}')`,
      `select * from '${secret}'`,
      `select * from glob('${dataDir}/*')`,
      `copy t to '${join(dataDir, 'stolen.csv')}'`,
      `copy t to '${dataDir}/profiles/${profileId}-beside.csv'`,
      `attach '${join(dataDir, 'other.duckdb')}'`,
      'install httpfs',
      'load httpfs',
      "set temp_directory = '/tmp'",
      'set enable_external_access = true',
      "set memory_limit = '100GB'",
    ];
    for (const sql of outside) await refusedAs('query', warehouse.query(target, { sql }));
  });
});

test('places and deadlines', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  const target = { profileId };
  const places = Math.max(2, availableParallelism());
  await warehouse.write(target, [{ sql: 'create table t as select 1 as n' }]);
  const idle = () => until(() => warehouse.status().running === 0, 'nothing runs');

  await t.test('a query past its deadline is refused as busy, is stopped, and gives its place back', async () => {
    await refusedAs('busy', warehouse.query(target, endless, { deadlineMs: 100 }));
    await idle();
    assert.deepEqual(await warehouse.query(target, { sql: 'select n from t' }), [{ n: 1 }]);
  });
  await t.test('when every place is taken, the rest wait until their deadline', async () => {
    const other = (n: number) => ({ sql: `${endless.sql} and i <> ${n}` });
    const running = Array.from({ length: places }, (_, n) => warehouse.query(target, other(n), { deadlineMs: 1500 }));
    const refusals = running.map((query) => refusedAs('busy', query));
    await refusedAs('busy', warehouse.query(target, { sql: 'select n from t' }, { deadlineMs: 50 }));
    const waiting = warehouse.query(target, { sql: 'select n from t' }, { deadlineMs: 60_000 });
    assert.deepEqual({ queued: 1, running: places }, { queued: warehouse.status().queued, running: warehouse.status().running });
    await Promise.all(refusals);
    assert.deepEqual(await waiting, [{ n: 1 }]);
    await idle();
  });
  await t.test('quick reads keep a place beside heavy ones', async () => {
    // What took long the last time is heavy now; so is what says so beforehand.
    const heavy = Array.from({ length: places * 2 }, () =>
      refusedAs('busy', warehouse.query(target, endless, { deadlineMs: 2000 })),
    );
    const said = refusedAs(
      'busy',
      warehouse.query(target, { sql: `${endless.sql} and true` }, { deadlineMs: 2000, size: 'heavy' }),
    );
    for (let i = 0; i < 5; i += 1) {
      assert.deepEqual(await warehouse.query(target, { sql: 'select n from t' }, { deadlineMs: 1900 }), [{ n: 1 }]);
      assert.equal(warehouse.status().running, places - 1);
    }
    await Promise.all([...heavy, said]);
    await idle();
  });
  await t.test('a small read waits for none that is not small, though it was slow before', async () => {
    const small = { sql: 'select n from t where n = 1' };
    const slow = { ...endless, sql: `${endless.sql} and i <> 0.5` };
    await refusedAs('busy', warehouse.query(target, slow, { deadlineMs: 100, size: 'small' }));
    await idle();
    const others = Array.from({ length: places * 2 }, (_, n) => {
      const unknown = { sql: `${endless.sql} and i <> -${n + 1}` };
      return refusedAs('busy', warehouse.query(target, unknown, { deadlineMs: 2500 }));
    });
    for (let i = 0; i < 5; i += 1)
      assert.deepEqual(await warehouse.query(target, small, { deadlineMs: 2000, size: 'small' }), [{ n: 1 }]);
    const again = refusedAs('busy', warehouse.query(target, slow, { deadlineMs: 100, size: 'small' }));
    assert.equal(warehouse.status().running, places + 1, 'beside as many others as run at once');
    await Promise.all([...others, again]);
    await idle();
  });
});

test('a process that no longer answers is ended and replaced', async (t) => {
  const { warehouse, profileId } = await fixture(t, { hangsMs: 100 });
  const target = { profileId };
  await warehouse.write(target, [{ sql: 'create table t as select 1 as n' }]);
  process.kill(warehouse.status().pid as number, 'SIGSTOP');
  await refusedAs('busy', warehouse.query(target, { sql: 'select n from t' }, { deadlineMs: 100 }));
  await until(() => warehouse.status().restarts > 0, 'the process is started again');
  assert.deepEqual(await warehouse.query(target, { sql: 'select n from t' }, { deadlineMs: WAIT_MS }), [{ n: 1 }]);
  assert.equal(warehouse.status().restarts, 1);
});
