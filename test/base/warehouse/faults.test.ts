// What can break: the process, the file, its log. Committed data stays, running calls are told, the service goes on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { Warehouse } from '../../../src/base/warehouse/port.ts';
import { openWarehouse } from '../../../src/base/warehouse/warehouse.ts';
import { letPass, until, WAIT_MS } from '../../until.ts';
import { temporaryFolder } from '../folder.ts';
import { endless, fixture, openAt, refusedAs } from './fixture.ts';

function flipByte(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.of((byte[0] as number) ^ 0xff), 0, 1, at);
  closeSync(file);
}

const asides = (live: string): string[] => readdirSync(dirname(live)).filter((name) => name.startsWith('live.duckdb.damaged-'));

test('kill -9 of the warehouse process', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  const target = { profileId };
  await warehouse.write(target, [{ sql: 'create table t (n bigint)' }]);

  await t.test('acknowledged writes are there, running calls are rejected as crashed, the service goes on', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const acknowledged: number[] = [];
      let crashed = 0;
      const base = round * 1000;
      const writes = Array.from({ length: 200 }, (_, i) =>
        warehouse.write(target, [{ sql: 'insert into t values ($n)', params: { n: base + i } }]).then(
          () => {
            acknowledged.push(base + i);
            if (acknowledged.length === 20) process.kill(warehouse.status().pid as number, 'SIGKILL');
          },
          (error) => {
            assert.equal(error.reason, 'crashed');
            crashed += 1;
          },
        ),
      );
      await Promise.all(writes);
      const rows = await warehouse.query(target, {
        sql: 'select n, count(*) as c from t where n >= $base group by n',
        params: { base },
      });
      const found = new Map(rows.map((row) => [Number(row['n']), row['c']]));
      for (const n of acknowledged) assert.equal(found.get(n), 1n);
      assert.equal(acknowledged.length + crashed, 200);
      assert.ok(acknowledged.length >= 20 && crashed <= 1, 'only the write that was running is lost; the others wait');
      assert.equal(warehouse.status().restarts, round);
    }
  });
  await t.test('a running read is rejected as crashed; a call made meanwhile waits', async () => {
    const running = refusedAs('crashed', warehouse.query(target, endless, { deadlineMs: 60_000 }));
    await warehouse.query(target, { sql: 'select 1' });
    process.kill(warehouse.status().pid as number, 'SIGKILL');
    await running;
    assert.equal(warehouse.status().pid, undefined);
    assert.equal((await warehouse.query(target, { sql: 'select 1 as n' })).length, 1);
  });
  await t.test('an unfinished transaction leaves nothing', async () => {
    const before = await warehouse.query(target, { sql: 'select count(*) as n from t' });
    const running = refusedAs('crashed', warehouse.write(target, [{ sql: 'insert into t values (-1)' }, endless]));
    await warehouse.query(target, { sql: 'select 1' });
    process.kill(warehouse.status().pid as number, 'SIGKILL');
    await running;
    assert.deepEqual(await warehouse.query(target, { sql: 'select count(*) as n from t' }), before);
  });
  await t.test('signals to the whole group do not end it', async () => {
    const { pid, restarts } = warehouse.status();
    process.kill(pid as number, 'SIGTERM');
    process.kill(pid as number, 'SIGINT');
    await warehouse.query(target, { sql: 'select 1' });
    assert.deepEqual({ pid: warehouse.status().pid, restarts: warehouse.status().restarts }, { pid, restarts });
  });
});

/** A profile whose file holds a table over several blocks, all in the file, closed. */
async function filled(t: TestContext) {
  const result = await fixture(t);
  const target = { profileId: result.profileId };
  await result.warehouse.write(target, [
    { sql: 'create table t as select range as n, md5(range::varchar) as text from range(200000)' },
  ]);
  await result.warehouse.close();
  const reopen = async () => {
    const warehouse = await openAt(result.dataDir);
    t.after(() => warehouse.close());
    const messages: { profileId: string; reason: string }[] = [];
    warehouse.onLost((profileId, reason) => messages.push({ profileId, reason }));
    return { warehouse, told: messages };
  };
  return { ...result, target, path: result.live(), reopen };
}

const sum = { sql: 'select count(*) as n, sum(length(text)) as letters from t' };

test('a damaged file is moved aside, told of, and rebuilt from nothing', async (t) => {
  const damages: [string, (path: string) => void][] = [
    ['a file that is no database', (path) => writeFileSync(path, 'not a database at all')],
    ['an empty header', (path) => writeFileSync(path, Buffer.alloc(20_000))],
    ['a flipped byte in the header', (path) => flipByte(path, 100)],
    ['a flipped byte in the data', (path) => flipByte(path, Math.floor(statSync(path).size / 2))],
    ['a file cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ];
  for (const [name, damage] of damages) {
    await t.test(name, async (t) => {
      const { target, path, reopen } = await filled(t);
      damage(path);
      const { warehouse, told: messages } = await reopen();
      await refusedAs('lost', warehouse.query(target, sum));
      assert.deepEqual(
        messages.map((lost) => lost.profileId),
        [target.profileId],
      );
      assert.equal(await warehouse.exists(target.profileId), false);
      assert.equal(asides(path).length, 1);
      await warehouse.write(target, [{ sql: "create table t as select 1 as n, 'abc' as text" }]);
      assert.deepEqual(await warehouse.query(target, sum), [{ n: 1n, letters: 3n }]);
    });
  }
});

test('the write-ahead log', async (t) => {
  /** Leaves rows in the log by killing the process, so that nothing is checkpointed. */
  const withLog = async (t: TestContext) => {
    const results = await filled(t);
    const { warehouse } = await results.reopen();
    for (let i = 0; i < 20; i += 1)
      await warehouse.write(results.target, [{ sql: 'insert into t values ($n, $x)', params: { n: -i, x: 'x' } }]);
    process.kill(warehouse.status().pid as number, 'SIGKILL');
    await until(() => warehouse.status().pid === undefined, 'the process is gone');
    await warehouse.close();
    return { ...results, log: `${results.path}.wal` };
  };
  const count = { sql: 'select count(*) as n from t' };

  await t.test('is replayed', async (t) => {
    const { target, reopen } = await withLog(t);
    assert.deepEqual(await (await reopen()).warehouse.query(target, count), [{ n: 200_020n }]);
  });
  await t.test('with its end cut off keeps a beginning of whole transactions', async (t) => {
    const { target, reopen, log } = await withLog(t);
    truncateSync(log, Math.floor(statSync(log).size * 0.6));
    const { warehouse, told: messages } = await reopen();
    const rows = await warehouse.query(target, count);
    const n = Number(rows[0]?.['n']);
    assert.ok(n > 200_000 && n < 200_020, `${n} rows`);
    assert.deepEqual(messages, []);
  });
  await t.test('with a flipped byte loses the file', async (t) => {
    const { target, reopen, log, path } = await withLog(t);
    flipByte(log, Math.floor(statSync(log).size / 2));
    const { warehouse, told: reports } = await reopen();
    await refusedAs('lost', warehouse.query(target, count));
    assert.equal(reports.length, 1);
    assert.equal(existsSync(log), false);
    assert.equal(asides(path).length, 2);
  });
  await t.test('of a file that was deleted is not taken for that of a new one', async (t) => {
    const { target, reopen, path } = await withLog(t);
    rmSync(path);
    const { warehouse } = await reopen();
    await warehouse.write(target, [{ sql: 'create table t as select 1 as n' }]);
    assert.deepEqual(await warehouse.query(target, count), [{ n: 1n }]);
  });
});

test('a file that another process holds', async (t) => {
  const { warehouse: holder, profileId, dataDir, live } = await fixture(t);
  const target = { profileId };
  await holder.write(target, [{ sql: 'create table t as select 1 as n' }]);
  const other = await openAt(dataDir);
  t.after(() => other.close());

  await t.test('is waited for and opened when it is let go', async () => {
    const waiting = other.query(target, { sql: 'select n from t' });
    await holder.close();
    assert.deepEqual(await waiting, [{ n: 1 }]);
  });
  await t.test('when opening it ends the process twice in a row, it is moved aside', async (t) => {
    // The other holds the file, so that this one is caught in the middle of opening it.
    const victim = await openAt(dataDir);
    t.after(() => victim.close());
    const messages: string[] = [];
    victim.onLost((id) => messages.push(id));
    await until(async () => {
      await victim.convert(profileId, [{ sql: 'select 1' }]); // the process is up
      const call = victim.query(target, { sql: 'select n from t' }, { deadlineMs: WAIT_MS }).catch(() => {});
      await letPass(200);
      process.kill(victim.status().pid as number, 'SIGKILL');
      await call;
      return messages.length > 0;
    }, 'it is caught twice in a row');
    assert.deepEqual(messages, [profileId]);
    assert.ok(victim.status().restarts >= 2);
    assert.equal(existsSync(live()), false);
  });
});

test('when the service is killed, the warehouse process goes too', async (t) => {
  const dataDir = temporaryFolder(t);
  const script = `
    import { openAt } from ${JSON.stringify(new URL('./fixture.ts', import.meta.url).href)};
    const warehouse = await openAt(process.argv[1]);
    console.log(warehouse.status().pid);
    setInterval(() => {}, 1000);`;
  const service = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await new Promise((resolve) => service.stdout.once('data', resolve)));
  assert.doesNotThrow(() => process.kill(pid, 0));
  service.kill('SIGKILL');
  const runs = () => {
    try {
      // A process that ended stays in the list until its new parent has looked at it.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  await until(() => !runs(), 'the warehouse process is gone');
});

test('a file that is deleted under the service is noticed', async (t) => {
  const { warehouse, profileId, live } = await fixture(t);
  const target = { profileId };
  await warehouse.write(target, [{ sql: 'create table t as select 1 as n' }]);
  rmSync(live());
  await refusedAs('lost', warehouse.query(target, { sql: 'select n from t' }));
  await warehouse.write(target, [{ sql: 'create table t as select 2 as n' }]);
  assert.deepEqual(await warehouse.query(target, { sql: 'select n from t' }), [{ n: 2 }]);
});

test('a file that cannot be opened for an outer reason stays where it is', async (t) => {
  const { target, path, reopen } = await filled(t);
  const { warehouse, told: messages } = await reopen();
  const spill = path.replace(/profiles.*$/, 'spill');
  rmSync(spill, { recursive: true });
  writeFileSync(spill, 'a file where a folder must be');
  await refusedAs('crashed', warehouse.query(target, sum));
  assert.deepEqual(messages, []);
  assert.equal(existsSync(path), true);
  rmSync(spill);
  assert.equal((await warehouse.query(target, sum))[0]?.['n'], 200_000n);
});

test('want of memory is the machine’s fault, not the statement’s', async (t) => {
  const hungry = { sql: 'insert into t select unnest(list(i)) from range(3000000) r(i)' };
  const dataDir = temporaryFolder(t);
  const target = { profileId: randomUUID() };
  const opened = async <T>(servingMemoryMb: number, work: (warehouse: Warehouse) => Promise<T>): Promise<T> => {
    const config = { servingMemoryMb, buildMemoryMb: 256 };
    const warehouse = await openWarehouse({ dataDir, config, log: pino({ level: 'silent' }) });
    return work(warehouse).finally(() => warehouse.close());
  };
  await opened(16, async (warehouse) => {
    await warehouse.write(target, [{ sql: 'create table t (n bigint)' }]);
    assert.match(await refusedAs('environment', warehouse.write(target, [hungry])), /Out of Memory/);
    await refusedAs('query', warehouse.write(target, [{ sql: 'insert into t select 1 / n from nowhere' }]));
    assert.deepEqual(await warehouse.query(target, { sql: 'select count(*) as c from t' }), [{ c: 0n }]);
  });
  await opened(512, async (warehouse) => {
    await warehouse.write(target, [hungry]);
    assert.deepEqual(await warehouse.query(target, { sql: 'select count(*) as c from t' }), [{ c: 3_000_000n }]);
  });
});
