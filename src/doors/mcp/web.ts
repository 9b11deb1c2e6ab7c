// Between Node's request and response and those of the web platform, which the protocol's library speaks.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createGzip } from 'node:zlib';

/** Ends early when the caller leaves. */
export function toWebRequest(request: IncomingMessage, response: ServerResponse, url: string, body: Buffer | undefined): Request {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  }
  const method = request.method ?? 'GET';
  return new Request(url, { method, headers, signal: leaving.signal, ...(body ? { body: new Uint8Array(body) } : {}) });
}

/** As it comes: an answer may be a stream of events. Compressed where the caller takes that: the list of tools is long. */
export async function writeWebResponse(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.appendHeader('Vary', 'Accept-Encoding');
  const body = answer.body as ReadableStream<Uint8Array> | null;
  if (!body) {
    response.end();
    return;
  }
  if (!takesGzip(request)) {
    for await (const chunk of body) response.write(chunk);
    response.end();
    return;
  }
  response.removeHeader('Content-Length');
  response.setHeader('Content-Encoding', 'gzip');
  // Each piece goes out whole, so that an event arrives when it is sent.
  await pipeline(Readable.fromWeb(body), createGzip({ flush: constants.Z_SYNC_FLUSH }), response);
}

/** RFC 9110 §12.5.3: named, and not with a weight of zero. */
const takesGzip = ({ headers }: IncomingMessage): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(each));
