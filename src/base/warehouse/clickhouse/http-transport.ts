// ClickHouse over its own HTTP interface. A statement goes to the first host that can be reached; one that was sent is never sent again,
// since it may have run.
import { createReadStream, type ReadStream } from 'node:fs';
import { WarehouseFailure } from '../port.ts';
import { type ClickHouseRequest, type ClickHouseTransport, ROWS_FORMAT, SETTINGS } from './transport.ts';
import type { ClickHouseAddress } from './url.ts';

/** Seconds for which the server keeps the temporary tables of a session that nobody uses. */
const SESSION_SECONDS = '60';

export class HttpTransport implements ClickHouseTransport {
  readonly #address: ClickHouseAddress;

  constructor(address: ClickHouseAddress) {
    this.#address = address;
  }

  async run(request: ClickHouseRequest): Promise<Uint8Array> {
    const query = queryOf(request);
    if (request.file !== undefined) query.set('query', request.sql);
    const { response, bytes } = await this.#send(query, request);
    if (response.ok) return new Uint8Array(bytes);
    throw refusal(response.status, Buffer.from(bytes).toString('utf8'));
  }

  async endSession(): Promise<void> {
    // The server ends it after SESSION_SECONDS.
  }

  async close(): Promise<void> {
    // Connections belong to the runtime.
  }

  async #send(query: URLSearchParams, { sql, file, deadlineMs }: ClickHouseRequest): Promise<Answer> {
    let failure: unknown;
    for (const host of this.#address.hosts) {
      const source = file === undefined ? undefined : createReadStream(file);
      try {
        const response = await fetch(`${host}/?${query}`, {
          method: 'POST',
          ...(source ? { body: streamOf(source), duplex: 'half' } : { body: sql }),
          headers: this.#address.identify(),
          redirect: 'error',
          signal: AbortSignal.timeout(deadlineMs),
        });
        return { response, bytes: await response.arrayBuffer() };
      } catch (error) {
        failure = error;
        if (!isNeverConnected(error)) break;
      } finally {
        source?.destroy();
      }
    }
    throw unreachable(failure);
  }
}

/** A body of fetch that reads the file as it is sent. */
function streamOf(source: ReadStream): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = source.iterator();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void source.destroy(),
  });
}

interface Answer {
  response: Response;
  bytes: ArrayBuffer;
}

function queryOf({ database, params = {}, session, deadlineMs }: ClickHouseRequest): URLSearchParams {
  const query = new URLSearchParams(SETTINGS);
  query.set('default_format', ROWS_FORMAT);
  // The status of a response says then whether the whole statement ran.
  query.set('wait_end_of_query', '1');
  query.set('max_execution_time', String(Math.ceil(deadlineMs / 1000)));
  if (database !== undefined) query.set('database', database);
  if (session !== undefined) {
    query.set('session_id', session);
    query.set('session_timeout', SESSION_SECONDS);
  }
  for (const [name, text] of Object.entries(params)) query.set(`param_${name}`, text);
  return query;
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ('code' in error ? error.code : codeOf(error.cause)) : undefined;

const isNeverConnected = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    String(codeOf(error)),
  );

function unreachable(error: unknown): WarehouseFailure {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new WarehouseFailure('busy', 'ClickHouse did not answer within the deadline.');
  return new WarehouseFailure('environment', `ClickHouse cannot be reached (${String(codeOf(error) ?? 'no connection')}).`);
}

/** Deadline, memory, disk and number of queries: the statement is as good as any. */
const ENVIRONMENT = ['241', '243', '202', '252', '516', '210', '209'];

function refusal(status: number, text: string): WarehouseFailure {
  const [, code = ''] = /^Code: (\d+)\./.exec(text) ?? [];
  const words = text.trim().slice(0, 1000) || `HTTP ${status}`;
  if (code === '159') return new WarehouseFailure('busy', words);
  return new WarehouseFailure(ENVIRONMENT.includes(code) || status >= 502 ? 'environment' : 'query', words);
}
