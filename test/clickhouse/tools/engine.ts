// The process around the embedded engine: a statement comes in as a message, its bytes go out. One connection per session.
import { createRequire } from 'node:module';
import { type ClickHouseRequest, ROWS_FORMAT, SETTINGS } from '../../../src/base/warehouse/clickhouse/transport.ts';

export type Order = { request: ClickHouseRequest } | { endSession: string };
export type Answer = { id: number; bytes: Uint8Array } | { id: number; message: string };

interface Connection {
  queryAsync(sql: string, options?: { format: string }): Promise<{ bytes(): Uint8Array }>;
  close(): void;
}
/** The package is installed by the check alone. */
const { Session }: { Session: new (folder: string, options: object) => Connection } = createRequire(import.meta.url)('chdb');

const [, , folder = '', settings = 'small'] = process.argv;
const connections = new Map<string, Connection>();
/** Compiling expressions takes longer than running them on small tables. */
const SMALL = { max_threads: '1', compile_expressions: '0', compile_aggregate_expressions: '0', compile_sort_description: '0' };
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

async function connect(session: string): Promise<Connection> {
  const existing = connections.get(session);
  if (existing) return existing;
  const connection = new Session(folder, { installSignalHandlers: false });
  connections.set(session, connection);
  await connection.queryAsync(
    `set ${Object.entries({ ...SETTINGS, ...(settings === 'small' ? SMALL : {}) })
      .map(([name, value]) => `${name} = ${quoted(value)}`)
      .join(', ')}`,
  );
  return connection;
}

/** What is sent behind a statement over HTTP, the embedded engine reads where it is. */
const withFile = (sql: string, file: string): string =>
  sql.replace(
    /from input\(('[^']*')\)(.*)\sformat (\w+)$/s,
    (_all, columns: string, rest: string, format: string) => `from file(${quoted(file)}, ${format}, ${columns})${rest}`,
  );

async function run({ sql, database = 'default', params = {}, session = '', file }: ClickHouseRequest): Promise<Uint8Array> {
  const connection = await connect(session);
  await connection.queryAsync(`use ${database}`);
  for (const [name, text] of Object.entries(params)) await connection.queryAsync(`set param_${name} = ${quoted(text)}`);
  return (await connection.queryAsync(file === undefined ? sql : withFile(sql, file), { format: ROWS_FORMAT })).bytes();
}

function close(session: string): void {
  connections.get(session)?.close();
  connections.delete(session);
}

async function obey(order: Order): Promise<Uint8Array> {
  if ('endSession' in order) {
    close(order.endSession);
    return new Uint8Array();
  }
  try {
    return await run(order.request);
  } catch (error) {
    // TRICKY: a connection keeps the tables of a statement that failed, and `drop … sync` waits for them without end.
    close(order.request.session ?? '');
    throw error;
  }
}

// One after the other: statements of one session are, and the engine has one thread here.
let last: Promise<unknown> = Promise.resolve();
process.on('message', ({ id, ...order }: Order & { id: number }) => {
  last = last
    .then(() => obey(order))
    .then(
      (bytes) => process.send?.({ id, bytes } satisfies Answer),
      (error: unknown) =>
        process.send?.({ id, message: error instanceof Error ? error.message : String(error) } satisfies Answer),
    );
});
