// The frame of fake providers: a real HTTP server on 127.0.0.1 around a stateful answer, with scripts by which calls fail as providers fail.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as it came. */
  raw?: Buffer;
}

export interface FakeAnswer {
  status: number;
  body: unknown;
  /** Sent as it is, instead of the body. */
  text?: string;
  /** The same, of a file. */
  bytes?: Buffer;
  headers?: Record<string, string>;
  /** The connection breaks after so many bytes of the body. */
  cutAt?: number;
}

/**
 * - `error_once`: 500 before anything is done; `error_after_apply`: 500 although it was done.
 * - `timeout_after_apply`: done, and never answered; `timeout`: never answered and not done.
 * - `reset_after_apply`: done, and the connection breaks.
 * - `reset`: the connection breaks before anything is done.
 * - `throttled`: 429 with a Retry-After of an hour; `throttled_shortly`: of no time at all.
 * - `revoked`: 401. `redirect`: 302 to another host.
 * - `html`: 200 with a page. `wrong_json`: 200 with another shape. `endless`: 200 with a body that never ends.
 */
export type FailureScript =
  | 'error_once'
  | 'error_after_apply'
  | 'timeout_after_apply'
  | 'timeout'
  | 'reset_after_apply'
  | 'reset'
  | 'throttled'
  | 'throttled_shortly'
  | 'revoked'
  | 'redirect'
  | 'html'
  | 'wrong_json'
  | 'endless';

export interface ProviderServer {
  url: string;
  requests: FakeRequest[];
  /** Tokens and authorization codes that it has issued. */
  issued: string[];
  /** What was carried out, in order, by the fakes of platforms that write. */
  writes: FakeWrite[];
  /** Requests are received and never answered, as long as it is set. */
  isSilent: boolean;
  /** The next `times` requests fail so. */
  fail(script: FailureScript, times?: number): void;
  /** The next writes fail so, one by one; undefined is one that does not fail. */
  failWrites(...scripts: (FailureScript | undefined)[]): void;
}

export interface FakeWrite {
  kind: 'ad_status' | 'ad_creative' | 'budget' | 'creative' | 'copy';
  /** What was changed or copied. */
  id: string;
  value: string;
}

export interface ServerOptions {
  isWrite?: (request: FakeRequest) => boolean;
}

const HOUR_SECONDS = '3600';

type Respond = (response: ServerResponse, apply: () => Promise<void>) => void | Promise<void>;

const json = (response: ServerResponse, { status, body, text, bytes, headers = {}, cutAt }: FakeAnswer): void => {
  if (bytes) {
    response.writeHead(status, headers).end(bytes);
    return;
  }
  const content = text ?? JSON.stringify(body);
  const length = cutAt === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  response.writeHead(status, { 'content-type': 'application/json', ...length, ...headers });
  if (cutAt === undefined) response.end(content);
  else response.write(content.slice(0, cutAt), () => response.destroy());
};

const failures: Record<FailureScript, Respond> = {
  error_once: (response) => json(response, { status: 500, body: { error: { code: 'api_error' } } }),
  error_after_apply: async (response, apply) => {
    await apply();
    json(response, { status: 500, body: { error: { code: 'api_error' } } });
  },
  timeout_after_apply: (_response, apply) => apply(),
  timeout: () => undefined,
  reset_after_apply: async (response, apply) => {
    await apply();
    response.destroy();
  },
  reset: (response) => void response.destroy(),
  throttled: (response) => json(response, { status: 429, body: {}, headers: { 'retry-after': HOUR_SECONDS } }),
  throttled_shortly: (response) => json(response, { status: 429, body: {}, headers: { 'retry-after': '0' } }),
  revoked: (response) => json(response, { status: 401, body: { error: { code: 'key' } } }),
  redirect: (response) => json(response, { status: 302, body: {}, headers: { location: 'http://127.0.0.1:9/elsewhere' } }),
  html: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Maintenance</title>');
  },
  wrong_json: (response) => json(response, { status: 200, body: { surprise: [1, 2, 3] } }),
  endless: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = ' '.repeat(65_536);
    const write = (): void => {
      if (!response.destroyed && response.write(piece)) setImmediate(write);
    };
    response.on('drain', write);
    write();
  },
};

/** A test, or a file with hooks of its own. */
export interface Closing {
  after(close: () => Promise<void> | void): void;
}

/** @param own How this provider answers in a script, where it differs from the usual. */
export async function startProviderServer(
  t: Closing,
  answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  own: Partial<Record<FailureScript, FakeAnswer>> = {},
  { isWrite = ({ method }) => method !== 'GET' }: ServerOptions = {},
): Promise<ProviderServer> {
  const requests: FakeRequest[] = [];
  const issued: string[] = [];
  const scripted: FailureScript[] = [];
  const scriptedWrites: (FailureScript | undefined)[] = [];
  const fake: ProviderServer = {
    url: '',
    requests,
    issued,
    writes: [],
    isSilent: false,
    fail: (script, times = 1) => {
      for (let time = 0; time < times; time += 1) scripted.push(script);
    },
    failWrites: (...scripts) => void scriptedWrites.push(...scripts),
  };
  const server = createServer(async (request, response) => {
    const query = await requestOf(request);
    requests.push(query);
    if (fake.isSilent) return;
    const script = scripted.shift() ?? (isWrite(query) ? scriptedWrites.shift() : undefined);
    const ownAnswer = script && own[script];
    if (ownAnswer) json(response, ownAnswer);
    else if (script) await failures[script](response, async () => void (await answer(query)));
    else {
      const input = await answer(query);
      issued.push(...secretsOf(input));
      json(response, input);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

function secretsOf({ body, text, headers }: FakeAnswer): string[] {
  const tokens = (text ?? JSON.stringify(body)).matchAll(/"(?:access_token|refresh_token)":"([^"]+)"/g);
  const codes = (headers?.['location'] ?? '').matchAll(/[?&](?:code|auth_code)=([^&]+)/g);
  return [...tokens, ...codes].flatMap(([, secret]) => secret ?? []);
}

async function requestOf(request: IncomingMessage): Promise<FakeRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = '', url = '', headers } = request;
  const raw = Buffer.concat(parts);
  return { method, url, headers, raw, body: raw.toString('utf8') };
}
