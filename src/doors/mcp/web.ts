// Between Node's request and response and those of the web platform, which the protocol's library speaks.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadableStream } from 'node:stream/web';

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

/** As it comes: an answer may be a stream of events. */
export async function writeWebResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store, no-transform');
  const body = answer.body as ReadableStream<Uint8Array> | null;
  if (body) for await (const chunk of body) response.write(chunk);
  response.end();
}
