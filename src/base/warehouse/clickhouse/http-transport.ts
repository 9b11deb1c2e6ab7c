// ClickHouse over its own HTTP interface. Each statement has a connection of its own, so that no idle one can have been closed by the server; a sent
// statement is never sent again, since it may have run. `fetch` would stop waiting for a server that is silent for five minutes, as one that computes
// is.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { WarehouseFailure } from '../port.ts';
import { type ClickHouseRequest, type ClickHouseTransport, ROWS_FORMAT, SETTINGS } from './transport.ts';
import type { ClickHouseAddress } from './url.ts';

/** Seconds for which the server keeps the temporary tables of an unused session. */
const SESSION_SECONDS = '60';
const CONNECT_MS = 10_000;
/** The interval of TCP probes, which show devices between that the connection is in use while the server computes. */
const PROBE_MS = 30_000;
const MIB = 1_048_576;
/** Reports have thousands of rows at most. */
const MAX_ANSWER_BYTES = 256 * MIB;
const MAX_REFUSAL_BYTES = 65_536;

export class HttpTransport implements ClickHouseTransport {
  readonly #address: ClickHouseAddress;

  constructor(address: ClickHouseAddress) {
    this.#address = address;
  }

  async run(request: ClickHouseRequest): Promise<Uint8Array> {
    const query = queryOf(request);
    if (request.file !== undefined) query.set('query', request.sql);
    const { status, bytes } = await this.#send(query, request);
    if (status === 200) return new Uint8Array(bytes);
    throw refusal(status, bytes.toString('utf8'));
  }

  async endSession(): Promise<void> {
    // The server ends it after SESSION_SECONDS.
  }

  async close(): Promise<void> {
    // No connection outlives its statement.
  }

  async #send(query: URLSearchParams, { sql, file, deadlineMs }: ClickHouseRequest): Promise<Answer> {
    const url = new URL(`${this.#address.host}/?${query}`);
    const signal = AbortSignal.timeout(Math.max(0, Math.floor(deadlineMs)));
    const dial = url.protocol === 'https:' ? httpsRequest : httpRequest;
    try {
      // Without an agent: a connection for this request.
      const request = dial(url, { method: 'POST', agent: false, headers: this.#address.identify(), signal });
      // After the response too, where no other listener exists.
      request.on('error', () => undefined);
      request.once('socket', watchConnection);
      return await answerTo(request, sql, file);
    } catch (error) {
      if (error instanceof WarehouseFailure) throw error;
      if (signal.aborted) throw new WarehouseFailure('busy', 'ClickHouse did not answer within the deadline.');
      throw new WarehouseFailure('environment', `ClickHouse cannot be reached (${codeOf(error)}).`);
    }
  }
}

interface Answer {
  status: number;
  bytes: Buffer;
}

/** What fails here is this machine's disk, not the server. */
async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file)) yield chunk;
  } catch (error) {
    throw new WarehouseFailure('environment', `A file of rows for ClickHouse cannot be read (${codeOf(error)}).`);
  }
}

async function answerTo(request: ClientRequest, sql: string, file: string | undefined): Promise<Answer> {
  const response: Promise<IncomingMessage[]> = once(request, 'response');
  const sent = file === undefined ? void request.end(sql) : pipeline(chunksOf(file), request);
  // A server that refuses need not read the file; its response says why.
  sent?.catch(() => undefined);
  const [message] = await response.catch(async (error: unknown) => {
    // A request that ended because its file cannot be read says only that it ended.
    await sent;
    throw error;
  });
  if (!message) throw new Error('A response is missing.');
  const status = message.statusCode ?? 0;
  const bytes = status === 200 ? await wholeOf(message) : await beginningOf(message);
  if (status === 200) await sent;
  return { status, bytes };
}

/** The rows of a statement, unless they are more than this process should hold. */
async function wholeOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES)
      throw new WarehouseFailure('environment', `The response of ClickHouse is larger than ${MAX_ANSWER_BYTES / MIB} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** What a refusal begins with; the rest is not read. */
async function beginningOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_REFUSAL_BYTES);
}

/** A host that does not answer at all is not waited for as long as one that computes. */
function watchConnection(socket: Socket): void {
  socket.setKeepAlive(true, PROBE_MS);
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' })),
    CONNECT_MS,
  );
  const stop = (): void => clearTimeout(timer);
  socket.once('connect', stop).once('close', stop);
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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code';

/** Deadline, memory, disk and number of queries: the statement is as good as any. */
const ENVIRONMENT = ['241', '243', '202', '252', '516', '210', '209'];

function refusal(status: number, text: string): WarehouseFailure {
  const [, code = ''] = /^Code: (\d+)\./.exec(text) ?? [];
  const words = code === '' ? `ClickHouse responded with HTTP ${status}.` : withoutValues(code, text);
  if (code === '159') return new WarehouseFailure('busy', words);
  return new WarehouseFailure(ENVIRONMENT.includes(code) || status >= 502 ? 'environment' : 'query', words);
}

/** The code, its name and the first sentence without what it quotes, as values of filters are personal; the server's own log has the rest. */
function withoutValues(code: string, text: string): string {
  const [, name = ''] = /\(([A-Z][A-Z0-9_]+)\)/.exec(text) ?? [];
  const whole = text.slice(0, 2000).replace(/^Code: \d+\.\s*(?:DB::Exception:\s*)*/, '');
  const plain = whole
    .replace(/'(?:\\.|''|[^'\\])*(?:'|$)|`[^`]*(?:`|$)|"[^"]*(?:"|$)/gs, '…')
    .replace(/\bValue .*? cannot be parsed/s, 'Value … cannot be parsed');
  const [sentence = ''] = plain.split(/\.\s|\.$|\n|: While|: while|\bin scope\b|\bIn scope\b|:\s*\(/);
  return `ClickHouse refused (code ${code}${name === '' ? '' : ` ${name}`}): ${sentence.trim().slice(0, 200)}.`;
}
