// What callers get while the stores are opened, which takes long when a folder is upgraded: a refusal that says when to try again, so that trackers and
// senders keep what they have.
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { errorText } from '../../call/index.ts';

const RETRY_SECONDS = 2;
const MESSAGE = 'The service is starting. Nothing of this call was stored; try again.';

export function startingListener(baseUrl: () => string): RequestListener {
  return (request, response) => {
    // What is still sent is read away: a caller that is cut off in its body does not see the answer.
    request.resume();
    const isProbe = request.url?.split('?', 1)[0] === '/healthz';
    const requestId = randomUUID();
    const body = isProbe
      ? '{"status":"starting"}'
      : errorText({ code: 'service_unavailable', message: MESSAGE, status: 503, extra: {} }, requestId, baseUrl());
    response.writeHead(isProbe ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...(isProbe ? {} : { 'retry-after': String(RETRY_SECONDS) }),
      connection: 'close',
    });
    response.end(body);
  };
}
