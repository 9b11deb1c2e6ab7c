// A ClickHouse server that has databases and nothing in them: enough for what creates, lists and drops builds, and for what a connection can do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

type Handler = (sql: string, query: URLSearchParams, response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface FakeClickHouse {
  /** For WAREHOUSE_URL, without a prefix. */
  url: string;
  databases: Set<string>;
  /** Answers in place of the server. */
  handler: Handler | undefined;
  close(): Promise<void>;
}

const rows = (name: string, values: readonly string[]): string =>
  [[name], ['String'], ...values.map((value) => [value])].map((line) => `${JSON.stringify(line)}\n`).join('');

function answer(databases: Set<string>, sql: string, query: URLSearchParams): string {
  const [, created] = /^create database (\w+)$/.exec(sql) ?? [];
  const [, dropped] = /^drop database if exists (\w+) sync$/.exec(sql) ?? [];
  if (created !== undefined) databases.add(created);
  if (dropped !== undefined) databases.delete(dropped);
  if (!sql.startsWith('select name from system.databases')) return '';
  const begin = query.get('param_begin') ?? '';
  return rows('name', [...databases].filter((name) => name.startsWith(begin)).sort());
}

export async function startFakeClickHouse(): Promise<FakeClickHouse> {
  const databases = new Set<string>();
  const fake: FakeClickHouse = { url: '', databases, handler: undefined, close: async () => undefined };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const query = new URL(request.url ?? '', 'http://server').searchParams;
    const sql = await text(request);
    if (fake.handler) await fake.handler(sql, query, response, request);
    else response.end(answer(databases, sql, query));
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  fake.url = `clickhouse://tester@127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  fake.close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return fake;
}
