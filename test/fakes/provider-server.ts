// The frame of fake providers: a real HTTP server on 127.0.0.1 around a stateful answer, with scripts by which calls fail as providers fail.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface FakeRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeAnswer {
  status: number;
  body: unknown;
  /** Sent as it is, instead of the body. */
  text?: string;
  headers?: Record<string, string>;
}

/**
 * - `error_once`: 500 before anything is done.
 * - `timeout_after_apply`: done, and never answered.
 * - `reset_after_apply`: done, and the connection breaks.
 * - `reset`: the connection breaks before anything is done.
 * - `throttled`: 429 with a Retry-After of an hour; `throttled_shortly`: of no time at all.
 * - `revoked`: 401. `redirect`: 302 to another host.
 * - `html`: 200 with a page. `wrong_json`: 200 with another shape. `endless`: 200 with a body that never ends.
 */
export type FailureScript =
  | 'error_once'
  | 'timeout_after_apply'
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
  /** The next `times` requests fail so. */
  fail(script: FailureScript, times?: number): void;
}

const HOUR_SECONDS = '3600';

type Respond = (response: ServerResponse, apply: () => void) => void;

const json = (response: ServerResponse, { status, body, text, headers = {} }: FakeAnswer): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text ?? JSON.stringify(body));
};

const failures: Record<FailureScript, Respond> = {
  error_once: (response) => json(response, { status: 500, body: { error: { code: 'api_error' } } }),
  timeout_after_apply: (_response, apply) => apply(),
  reset_after_apply: (response, apply) => {
    apply();
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

/** @param own How this provider answers in a script, where it differs from the usual. */
export async function startProviderServer(
  t: TestContext,
  answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  own: Partial<Record<FailureScript, FakeAnswer>> = {},
): Promise<ProviderServer> {
  const requests: FakeRequest[] = [];
  const issued: string[] = [];
  const scripted: FailureScript[] = [];
  const server = createServer(async (request, response) => {
    const query = await requestOf(request);
    requests.push(query);
    const script = scripted.shift();
    const ownAnswer = script && own[script];
    if (ownAnswer) json(response, ownAnswer);
    else if (script) failures[script](response, () => void answer(query));
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ requests, issued },
    fail: (script, times = 1) => {
      for (let time = 0; time < times; time += 1) scripted.push(script);
    },
  };
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
  return { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
}
