// A small ClickHouse server: ClickHouse's HTTP interface in front of the embedded engine, as much of it as the transport uses.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { EmbeddedEngine } from './embedded.ts';

export interface ClickHouseServer {
  /** For WAREHOUSE_URL. */
  url: string;
  engine: EmbeddedEngine;
  close(): Promise<void>;
}

const PASSWORD = 'a password';
/** The transport asks for a minute; a connection of the engine is worth more than that. */
const SESSION_MS = 20_000;

/** What the request's query string says, as the engine's request. */
function paramsOf(query: URLSearchParams): Record<string, string> {
  const entries = [...query].filter(([name]) => name.startsWith('param_'));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice('param_'.length), value]));
}

async function answer(engine: EmbeddedEngine, request: IncomingMessage, number: number): Promise<Uint8Array> {
  const query = new URL(request.url ?? '', 'http://server').searchParams;
  const [database, session, insert] = [query.get('database'), query.get('session_id'), query.get('query')];
  const file = insert === null ? undefined : join(engine.folder, `insert-${number}.parquet`);
  if (file !== undefined) await pipeline(request, createWriteStream(file));
  try {
    return await engine.run({
      sql: insert ?? (await text(request)),
      params: paramsOf(query),
      deadlineMs: Number(query.get('max_execution_time')) * 1000,
      ...(file === undefined ? {} : { file }),
      ...(database === null ? {} : { database }),
      ...(session === null ? {} : { session }),
    });
  } finally {
    if (file !== undefined) await rm(file, { force: true });
  }
}

/** Ends sessions that nobody has used for a while, as a server does. */
function sessionEnder(engine: EmbeddedEngine): { use(session: string | null): void; stop(): void } {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    use(session) {
      if (session === null) return;
      clearTimeout(timers.get(session));
      timers.set(
        session,
        setTimeout(() => {
          timers.delete(session);
          engine.endSession(session).catch(() => undefined);
        }, SESSION_MS),
      );
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

export async function startClickHouseServer(engine = new EmbeddedEngine()): Promise<ClickHouseServer> {
  let number = 0;
  const sessions = sessionEnder(engine);
  const server = createServer((request, response) => {
    sessions.use(new URL(request.url ?? '', 'http://server').searchParams.get('session_id'));
    number += 1;
    if (request.headers['x-clickhouse-key'] !== PASSWORD) {
      response.writeHead(403).end('Code: 516. DB::Exception: tester: Authentication failed. (AUTHENTICATION_FAILED)');
      return;
    }
    answer(engine, request, number).then(
      (bytes) => response.writeHead(200).end(bytes),
      (error: unknown) =>
        response.writeHead(500).end(String(error instanceof Error ? error.message : error).replace(/^.*?(?=Code: )/s, '')),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `clickhouse://tester:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/check`,
    engine,
    async close() {
      sessions.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await engine.close();
    },
  };
}
