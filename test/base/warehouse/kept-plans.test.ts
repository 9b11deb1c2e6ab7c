// Jobs that come again on one file with the plans of the jobs before: whatever tables contain by then, they do what a job with plans of its own does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { Job, runWithPlans } from '../../../src/base/warehouse/execution.ts';
import { EngineError } from '../../../src/base/warehouse/files.ts';
import { KeptPlans } from '../../../src/base/warehouse/kept-plans.ts';
import type { AnyStatement, Row, Warehouse } from '../../../src/base/warehouse/port.ts';
import { column, fixture, refusedAs } from './fixture.ts';

type Texts = readonly (string | AnyStatement)[];
const statementsOf = (texts: Texts): AnyStatement[] => texts.map((text) => (typeof text === 'string' ? { sql: text } : text));

/** A file with a table of numbers, and jobs on it that keep their plans; each answers the rows of its last statement. */
async function numbers(t: TestContext) {
  const { warehouse, profileId } = await fixture(t);
  const others = async (...texts: string[]): Promise<void> => {
    await warehouse.write({ profileId }, statementsOf(texts));
  };
  await others('create table numbers (n bigint, name varchar)', "insert into numbers values (1, 'one'), (5, 'five')");
  const job = async (...texts: Texts): Promise<Row[]> => (await writeWithPlans(warehouse, profileId, texts)).at(-1) ?? [];
  return { warehouse, profileId, others, job };
}

const writeWithPlans = (warehouse: Warehouse, profileId: string, texts: Texts): Promise<Row[][]> =>
  warehouse.exclusive(profileId, (write) => write(statementsOf(texts), { keepsPlans: true }));

/** What a job may ask of the table, and what that is before and after three rows have come: `later` would be wrong if the plan knew what the table contained. */
const questions: Record<string, { asks: string; first: unknown[]; later: unknown[] }> = {
  'greater than all': { asks: 'select n from numbers where n > 10', first: [], later: [20n, 9_000_000_000_000n] },
  'without a value': { asks: 'select coalesce(n, -1) as n from numbers where n is null', first: [], later: [-1n] },
  'with a value': { asks: 'select n from numbers where n is not null and n < 10', first: [1n, 5n], later: [1n, 5n] },
  'of a group': {
    asks: 'select n from numbers where n is not null group by n',
    first: [1n, 5n],
    later: [1n, 5n, 20n, 9_000_000_000_000n],
  },
  summed: { asks: 'select sum(n)::bigint as n from numbers', first: [6n], later: [9_000_000_000_026n] },
  counted: { asks: 'select count(*) as n from numbers', first: [2n], later: [5n] },
  joined: {
    asks: 'select left_side.n from numbers as left_side join numbers as right_side on left_side.n = right_side.n',
    first: [1n, 5n],
    later: [1n, 5n, 20n, 9_000_000_000_000n],
  },
  'with a longer text': { asks: "select length(name) as n from numbers where name > 'p'", first: [], later: [6n, 26n] },
  largest: {
    asks: 'select n from numbers where n is not null order by n desc limit 1',
    first: [5n],
    later: [9_000_000_000_000n],
  },
};

test('a plan does not depend on what tables contained when it was made', async (t) => {
  const { job, others } = await numbers(t);
  const all = Object.entries(questions).map(([name, question], at) => ({ name, table: `found_${at}`, ...question }));
  const ask = async ({ table, asks }: { table: string; asks: string }): Promise<unknown[]> =>
    column(await job(`create temp table ${table} as ${asks}`, `select n from ${table} order by n`), 'n');
  // A new table ends all plans: so each is there before plans of all are made.
  for (let time = 1; time <= 3; time += 1)
    for (const question of all) assert.deepEqual(await ask(question), question.first, question.name);
  await others("insert into numbers values (20, 'twenty'), (null, null), (9000000000000, 'qqqqqqqqqqqqqqqqqqqqqqqqqq')");
  const wrong: string[] = [];
  for (const question of all) if (!isDeepStrictEqual(await ask(question), question.later)) wrong.push(question.name);
  assert.deepEqual(wrong, []);
});

test('rows of a job are not there in the next one', async (t) => {
  const { job, others } = await numbers(t);
  const texts = [
    'create temp table all_of_them as select n from numbers',
    'create temp table small_ones (n bigint)',
    'insert into small_ones select n from all_of_them where n < 3',
    'select (select count(*) from all_of_them) as n union all select count(*) from small_ones order by n desc',
  ];
  for (let time = 1; time <= 4; time += 1) assert.deepEqual(column(await job(...texts), 'n'), [2n, 1n]);
  await others('delete from numbers');
  assert.deepEqual(column(await job(...texts), 'n'), [0n, 0n]);
});

test('a table that is made in two ways has the columns of the way of the job', async (t) => {
  const { job } = await numbers(t);
  const wide = [
    'create temp table r as select n, name from numbers',
    'create temp view v as select * from r',
    'select * from v order by n',
  ];
  const narrow = ['create temp table r as select 7 as n', 'create or replace temp table r as select 8 as n', 'select * from r'];
  for (let time = 1; time <= 3; time += 1) {
    assert.deepEqual(await job(...wide), [
      { n: 1n, name: 'one' },
      { n: 5n, name: 'five' },
    ]);
    assert.deepEqual(await job(...narrow), [{ n: 8 }]);
  }
});

test('texts of several statements, parameters, and what no plan can be kept of', async (t) => {
  const { job } = await numbers(t);
  const ask = (least: number): Promise<Row[]> =>
    job(
      'create temp table r (n bigint);\ncreate temp table s (n bigint);\ninsert into s select n from numbers;\ncreate temp view v as select n from r',
      { sql: 'insert into r select n from numbers where n >= $least', params: { least } },
      "set variable separator = ';'",
      "select count(*) as n, getvariable('separator') as separator from v",
    );
  assert.deepEqual(await ask(1), [{ n: 2n, separator: ';' }]);
  assert.deepEqual(await ask(2), [{ n: 1n, separator: ';' }]);
  assert.deepEqual(await job("select getvariable('separator') as separator"), [{ separator: null }]);
});

test('a job that fails writes nothing, and the next one is a whole one', async (t) => {
  const { job, warehouse, profileId } = await numbers(t);
  const texts = (divisor: number): Texts => [
    'create temp table r as select n from numbers',
    'insert into numbers select n + 100, name from numbers',
    { sql: "insert into r select case when $divisor = 0 then error('none') else n end from numbers", params: { divisor } },
    'select count(*) as n from r',
  ];
  assert.deepEqual(await job(...texts(1)), [{ n: 6n }]);
  assert.match(await refusedAs('query', writeWithPlans(warehouse, profileId, texts(0))), /none/);
  assert.deepEqual(await job('select count(*) as n from numbers'), [{ n: 4n }]);
  assert.deepEqual(await job(...texts(1)), [{ n: 12n }]);
});

test('plans that were dropped, by age or for memory, are made again', async () => {
  const db = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await db.connect();
  const plans = new KeptPlans(connection);
  let made = 0;
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql) => {
    made += 1;
    return prepare(sql);
  };
  await connection.run('create table numbers (n bigint)');
  const texts = ['insert into numbers select count(*) from numbers', 'create temp table r as select n from numbers where n > 1'];
  const job = () => runWithPlans(new Job(), plans, statementsOf(texts), async () => {});
  for (let time = 1; time <= 150; time += 1) {
    if (time === 120) plans.dropPlans();
    await job();
  }
  // Three plans and the emptying of the table: in the second job, the hundredth and the one after they were dropped. The first makes the table.
  assert.ok(made <= 4 * 4, `${made} plans`);
  const reader = await connection.runAndReadAll('select count(*), max(n), (select count(*) from r) from numbers');
  assert.deepEqual(reader.getRows(), [[150n, 149n, 0n]]);
  plans.close();
  db.closeSync();
});

test('an instance that has failed is said to have failed, before the first statement as well', async () => {
  const db = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await db.connect();
  const plans = new KeptPlans(connection);
  connection.run = async () => {
    throw new Error('FATAL Error: Failed: database has been invalidated because of a previous fatal error.');
  };
  const job = runWithPlans(new Job(), plans, statementsOf(['select 1 as n']), async () => {});
  await assert.rejects(job, (error: unknown) => error instanceof EngineError && error.failure.reason === 'crashed');
  plans.close();
  db.closeSync();
});

test('a file that another job has changed the tables of is read as it is', async (t) => {
  const { job, others } = await numbers(t);
  const texts = ['create temp table r as select n from numbers where n > 10', 'select n from r order by n'];
  for (let time = 1; time <= 3; time += 1) assert.deepEqual(await job(...texts), []);
  await others('create table further (n bigint)', "insert into numbers values (11, 'eleven')");
  for (let time = 1; time <= 3; time += 1) assert.deepEqual(await job(...texts), [{ n: 11n }]);
  await others('drop table further', "insert into numbers values (1000, 'a thousand')");
  for (let time = 1; time <= 3; time += 1) assert.deepEqual(await job(...texts), [{ n: 11n }, { n: 1000n }]);
});
