// A request's id, and its line in the log: what, how it went, how long. No query, no header, no body: any of them may be
// personal or secret. A line is made only when it will be written, so that a quiet log costs nothing.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

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
