// Ends an answer that was sent before the request was read to its end. The rest of a long body is not worth reading, but a
// socket closed over unread bytes is reset, and the caller may lose the answer; so it stays open for a moment.
import type { IncomingMessage, ServerResponse } from 'node:http';

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
