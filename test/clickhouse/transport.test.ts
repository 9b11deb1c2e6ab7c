// Both ways to ClickHouse: parameters of every kind arrive as they were, and rows come as DuckDB's do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ClickHouse } from '../../src/base/warehouse/clickhouse/clickhouse.ts';
import { HttpTransport } from '../../src/base/warehouse/clickhouse/http-transport.ts';
import { readClickHouseUrl } from '../../src/base/warehouse/clickhouse/url.ts';
import { type ClickHouseServer, startClickHouseServer } from './tools/server.ts';

let server: ClickHouseServer;
let closedPort: string;
before(async () => {
  const closed = await startClickHouseServer();
  closedPort = /:(\d+)\//.exec(closed.url)?.[1] ?? '';
  await closed.close();
  server = await startClickHouseServer();
});
after(() => server.close());

const overHttp = (url = server.url): ClickHouse => new ClickHouse(new HttpTransport(readClickHouseUrl(url)), '');
const embedded = (): ClickHouse => new ClickHouse(server.engine, '');

const params = {
  text: "a\\b'c\td\ne İ {x:String}",
  none: null,
  key: -4611686018427387904n,
  texts: ["it's", 'tab\t', '\\N'],
  keys: [1n, 4611686018427387904n],
  truth: true,
  share: 0.25,
};
const sql = `select {text:String} as text, {none:Nullable(String)} as none, {key:Int64} as key, {texts:Array(String)} as texts,
  {keys:Array(Int64)} as keys, {truth:Bool} as truth, {share:Float64} as share, toDecimal64('-1.5', 6) as amount,
  toDateTime64('2024-02-29 23:59:59.123456', 6, 'UTC') as moment, toDateTime64('2024-02-29 23:59:59', 6, 'UTC') as second, toDate32('1999-01-02') as day,
  cast(tuple(1, 'x'), 'Tuple(no Int32, name String)') as pair, toInt128(7) as wide, cast(5, 'Nullable(Int32)') as small`;
const row = {
  ...params,
  amount: '-1.500000',
  moment: '2024-02-29T23:59:59.123456Z',
  second: '2024-02-29T23:59:59.000Z',
  day: '1999-01-02',
  pair: { no: 1, name: 'x' },
  wide: 7n,
  small: 5,
};

for (const [name, open] of Object.entries({ http: overHttp, embedded })) {
  test(`${name}: values`, async () => {
    assert.deepEqual(await open().query(undefined, { sql, params }), [row]);
  });

  test(`${name}: sessions see their own temporary tables alone`, async () => {
    const make = { sql: 'create temporary table one as select {n:Int64} as n', params: { n: 1n } };
    assert.deepEqual(await open().query(undefined, [make, { sql: 'select n from one' }]), [{ n: 1n }]);
    await assert.rejects(open().query(undefined, { sql: 'select n from one' }), { reason: 'query' });
  });

  test(`${name}: refusals say why`, async () => {
    await assert.rejects(open().query(undefined, { sql: 'select nothing from nowhere' }), {
      reason: 'query',
      message: name === 'http' ? /code 60 UNKNOWN_TABLE/ : /nowhere/,
    });
    await assert.rejects(open().query(undefined, { sql: 'select {a:Int64}' }), { reason: 'parameters' });
  });
}

test('a wrong password and an absent server are refusals without the password', async () => {
  const wrong = overHttp(server.url.replace(/:[^:@]*@/, ':secret-word@'));
  await assert.rejects(wrong.query(undefined, { sql: 'select 1' }), (error: Error) => !/secret-word/.test(error.message));
  await assert.rejects(overHttp(`clickhouse://u:secret-word@127.0.0.1:${closedPort}/x`).query(undefined, { sql: 'select 1' }), {
    reason: 'environment',
    message: 'ClickHouse cannot be reached (ECONNREFUSED).',
  });
});
