// The client of ClickHouse's HTTP interface, before a server that is slow, refuses, or ends connections.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '../../../src/base/config/config.ts';
import { openClickHouse } from '../../../src/base/warehouse/clickhouse/clickhouse.ts';
import { readClickHouseUrl } from '../../../src/base/warehouse/clickhouse/url.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../../fakes/clickhouse.ts';
import { letPass, WAIT_MS } from '../../until.ts';
import { temporaryFolder } from '../folder.ts';

let server: FakeClickHouse;
before(async () => {
  server = await startFakeClickHouse();
});
after(() => server.close());

function open() {
  const clickhouse = openClickHouse({ warehouseUrl: server.url });
  assert.ok(clickhouse);
  return clickhouse;
}
const INSERT = { sql: "insert into credit select a from input('a Int64, b String') format Parquet" };
const ONE = '["one"]\n["String"]\n["1"]\n';

test('a server that is silent for longer than a read may take is waited for by what computes', async () => {
  server.handler = async (_sql, _query, response) => {
    await letPass(400);
    response.end(ONE);
  };
  await assert.rejects(open().query(undefined, { sql: 'select 1' }, { deadlineMs: 100 }), {
    reason: 'busy',
    message: 'ClickHouse did not answer within the deadline.',
  });
  await open().execute(undefined, [{ sql: 'create table slow' }]);
});

test('the statements of one plan share one deadline', async () => {
  let asked = 0;
  server.handler = async (_sql, _query, response) => {
    asked += 1;
    await letPass(150);
    response.end(ONE);
  };
  const plan = Array.from({ length: 20 }, () => ({ sql: 'select 1' }));
  await assert.rejects(open().query(undefined, plan, { deadlineMs: 500 }), { reason: 'busy' });
  assert.ok(asked < 5, `${asked} statements`);
});

test('a server that closes each connection after its answer ends no build', async () => {
  const connections = new Set<unknown>();
  server.handler = (_sql, _query, response, request) => {
    connections.add(request.socket);
    assert.equal(request.headers.connection, 'close');
    response.end(ONE);
    request.socket.setTimeout(1, () => request.socket.destroy());
  };
  await open().execute(
    undefined,
    Array.from({ length: 10 }, () => ({ sql: 'create table one' })),
  );
  assert.equal(connections.size, 10);
});

test('a file arrives behind its statement, and one that cannot be read or is refused is a failure', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'rows.parquet');
  writeFileSync(file, 'x'.repeat(300_000));
  const seen: [string | null, number][] = [];
  server.handler = (sql, query, response) => {
    seen.push([query.get('query'), sql.length]);
    response.end();
  };
  await open().insertFile('db', INSERT, file);
  assert.deepEqual(seen, [[INSERT.sql, 300_000]]);
  for (const [path, code] of [
    [join(folder, 'none'), 'ENOENT'],
    [folder, 'EISDIR'],
  ] as const)
    await assert.rejects(open().insertFile('db', INSERT, path), {
      reason: 'environment',
      message: `A file of rows for ClickHouse cannot be read (${code}).`,
    });
  server.handler = (_sql, _query, _response, request) => void request.socket.destroy();
  await assert.rejects(open().insertFile('db', INSERT, file), {
    reason: 'environment',
    message: /^ClickHouse cannot be reached \(E[A-Z]+\)\.$/,
  });
  server.handler = (_sql, _query, response) =>
    void response.writeHead(403).end('Code: 516. DB::Exception: tester: Wrong. (AUTHENTICATION_FAILED)');
  await assert.rejects(open().insertFile('db', INSERT, file), {
    reason: 'environment',
    message: /AUTHENTICATION_FAILED/,
  });
});

test('a refusal has the code and the first sentence, and no value', async () => {
  const texts = [
    "Code: 6. DB::Exception: Cannot parse string 'anna@secret.example' as Int64: syntax error. 'secret' (CANNOT_PARSE_TEXT) (version 26.7.1)",
    "Code: 457. DB::Exception: Value anna@secret.example cannot be parsed as Int64 for query parameter 'x'. (BAD_QUERY_PARAMETER)",
    "Code: 47. DB::Exception: Unknown expression identifier `secret` in scope SELECT secret WHERE a = 'secret'. (UNKNOWN_IDENTIFIER)",
    "Code: 62. DB::Exception: Syntax error: failed at position 8 ('it''s secret'): 'secret. (SYNTAX_ERROR)",
    'a page of a gateway with secret words',
  ];
  for (const text of texts) {
    server.handler = (_sql, _query, response) => void response.writeHead(500).end(text);
    const [, code = 'HTTP 500'] = /^Code: (\d+)/.exec(text) ?? [];
    await assert.rejects(open().query(undefined, { sql: 'select 1' }), (error: Error) => {
      assert.ok(error.message.includes(code), error.message);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  }
});

test('a response without an end is not read to its end', async () => {
  const chunk = Buffer.alloc(1_048_576, ' ');
  for (const [status, reason] of [
    [200, 'environment'],
    [500, 'query'],
  ] as const) {
    let sent = 0;
    server.handler = (_sql, _query, response) => {
      response.writeHead(status);
      const more = (): void => {
        while (sent < 1_000 && !response.destroyed) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    await assert.rejects(open().query(undefined, { sql: 'select 1' }, { deadlineMs: WAIT_MS }), { reason });
    assert.ok(sent < (status === 200 ? 400 : 100), `${sent} MB of a response with ${status}`);
  }
});

test('no part of a password that is written wrongly is printed', () => {
  for (const password of [
    'sec/ret-1',
    'sec/a?ret-1=2',
    'sec?ret-1',
    'sec@ret-1',
    'sec#ret-1',
    'sec,ret-1',
    'sec/ret_1?',
    '%ret-1',
  ])
    for (const end of ['@host:8123/shop', '@host', '@host:8123/shop?x=1'])
      try {
        readConfig({}, { WAREHOUSE_URL: `clickhouse://user:${password}${end}` });
      } catch (error) {
        assert.doesNotMatch(String(error), /ret|sec/, password);
      }
});

test('WAREHOUSE_URL names one host, and a prefix with which a name can begin', () => {
  assert.equal(readClickHouseUrl('clickhouse://user@host/shop').prefix, 'shop_');
  for (const url of ['clickhouse://user@host/2shop', 'clickhouse://user@host/a-b'])
    assert.throws(() => readClickHouseUrl(url), /prefix begins with a letter/);
  assert.throws(() => readClickHouseUrl('clickhouse://user:secret-word@host:8123,host2:8123/shop'), {
    message: 'must name one host: a build is on the host that was reached, and another could not drop it',
  });
  assert.throws(
    () => readConfig({}, { WAREHOUSE_URL: 'clickhouse://user:secret-word@host:8123/shop?cluster=big&x=1' }),
    (error: Error) => {
      assert.match(
        error.message,
        /WAREHOUSE_URL: must have no parameters \(cluster, x\): a build is on one host, and clusters are not supported/,
      );
      assert.doesNotMatch(error.message, /secret-word/);
      return true;
    },
  );
});
