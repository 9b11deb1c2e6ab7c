// The one place that writes a response of an operation: its status, its headers, its envelope, or the refusal in the same form
// for every error.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ApiError } from '../../base/contract/api-error.ts';

export interface ToAnswer {
  status: number;
  text: string;
  /** As a call ended with them, name and value in turns. */
  headers?: readonly string[] | undefined;
  error?: ApiError | undefined;
  /** Further headers, name and value in turns, where a door has set none and all was read: as one list they cost a fraction. */
  beside?: readonly string[] | undefined;
}

export function answer(response: ServerResponse, input: ToAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const { status, text, error, beside } = input;
  const headers = headersOf(input);
  // A door may have said more.
  if (error?.code === 'unauthorized' && !response.hasHeader('WWW-Authenticate')) headers.push('WWW-Authenticate', 'Bearer');
  const sent = response.req.method === 'HEAD' ? '' : text;
  if (beside) {
    response.writeHead(status, [...beside, ...headers]).end(sent);
    return;
  }
  response.statusCode = status;
  setHeaders(response, headers);
  if (isLongUnread(response.req)) endAndClose(response.req, response, sent);
  else response.end(sent);
}

function headersOf({ text, headers, error }: ToAnswer): string[] {
  return [
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
    ...(headers ?? retryHeaders(error)),
    'Content-Length',
    String(Buffer.byteLength(text)),
  ];
}

const retryHeaders = (error: ApiError | undefined): string[] =>
  error?.retryAfterSeconds === undefined ? [] : ['Retry-After', String(error.retryAfterSeconds)];

export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] as string, headers[at + 1] as string);
}

/** A client that reads nothing for this long is gone; the stream waits for it until then. */
const STALL_MS = 30_000;

/** A success in the order of its parts. A failure on the way cuts the connection, so that no part is taken for the whole. */
export async function sendStream(
  response: ServerResponse,
  { stream, headers }: { stream: AsyncIterable<Uint8Array>; headers: readonly string[] },
): Promise<void> {
  beginStream(response, headers);
  try {
    for await (const piece of stream) {
      if (!response.write(piece)) await drained(response);
      if (response.destroyed) return;
    }
    response.end();
  } catch {
    response.destroy();
  }
}

function beginStream(response: ServerResponse, headers: readonly string[]): void {
  response.statusCode = 200;
  setHeaders(response, ['Cache-Control', 'no-store', ...headers]);
}

function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => response.destroy(), STALL_MS);
    const over = (): void => {
      clearTimeout(timer);
      response.off('drain', over);
      response.off('close', over);
      done();
    };
    response.on('drain', over);
    response.on('close', over);
  });
}

/** Where no count of calls is behind a refusal, or another door answers: epoch seconds, as in every other answer. */
export function writeReset(response: ServerResponse, now: number, { status, retryAfterSeconds }: ResetOf): void {
  if (status !== 429 || retryAfterSeconds === undefined || response.headersSent) return;
  response.setHeader('X-RateLimit-Reset', String(Math.ceil(now / 1000) + retryAfterSeconds));
}
type ResetOf = { status: number; retryAfterSeconds?: number | undefined };

// Ends an answer that was sent before the request was read to its end. The rest of a long body is not worth reading, but a
// socket closed over unread bytes is reset, and the caller may lose the answer; so it stays open for a moment.

/** Less than this the server reads and throws away, and the connection stays usable. */
const SHORT_BYTES = 64 * 1024;
const LINGER_BYTES = 2 * 1024 * 1024;
const LINGER_MS = 1_000;

export function isLongUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SHORT_BYTES;
}

/** Sends the whole text at once and closes when the caller has, or has sent too much more, or a second later. */
export function endAndClose(request: IncomingMessage, response: ServerResponse, text: string): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Cache-Control', 'no-store, no-transform'); // compressed, it would be held back until the end
  response.write(text);
  let left = LINGER_BYTES;
  const count = (chunk: Uint8Array): void => {
    left -= chunk.byteLength;
    if (left < 0) end();
  };
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count);
    request.off('end', end);
    request.off('close', end);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on('data', count);
  request.on('end', end);
  request.on('close', end);
  request.resume();
}

// A request's id, and its line in the log: what, how it went, how long. No query, no header, no body: any of them may be
// personal or secret. A line is made only when it will be written, so that a quiet log costs nothing.

const SANE_ID = /^[\w.:-]{1,128}$/;

/** The caller's own id when it is harmless in logs and headers, otherwise a fresh one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && SANE_ID.test(sent) ? sent : randomUUID();
}

/** Links to sign in, from mails (invitations too), to handoffs, to connect and to shared reports, and addresses of webhooks carry their secret in the path. */
const loggedPath = (url: string): string | undefined =>
  url.split('?')[0]?.replace(/(\/(?:sign-in|link|invitation|h|s|connect|hooks\/\w+)\/).+/, '$1…');

/** Writes the line when the exchange is over: at `debug`, and at `warn` when we failed. `url` is what the caller requested. */
export function logWhenOver(log: Logger, request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const isChatty = log.isLevelEnabled('debug');
  if (!isChatty && !log.isLevelEnabled('warn')) return;
  const { method, url = '' } = request;
  const started = performance.now();
  response.once('close', () => {
    const { statusCode: status, writableFinished: isAnswered } = response;
    if (!isChatty && status < 500) return;
    const line = {
      req: { id: requestId, method, path: loggedPath(url) },
      res: { status },
      responseTime: Math.round(performance.now() - started),
    };
    log[status >= 500 ? 'warn' : 'debug'](line, isAnswered ? 'request completed' : 'request aborted');
  });
}
