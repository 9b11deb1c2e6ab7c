// Access to /metrics, where the operator restricts it: by the token, or from this machine itself.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../base/config/config.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { networkTest } from '../../base/kit/networks.ts';
import { peerOf } from '../http/client-address.ts';

const isLoopback = networkTest('127.0.0.0/8, ::1/128', 'the loopback addresses');
/** Anyone who passes a request on says for whom; then it is not of this machine. */
const PASSED_ON = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

type Wanted = Pick<Config, 'metricsToken' | 'metricsLoopback'>;

export function refuseMetrics({ metricsToken, metricsLoopback }: Wanted, request: IncomingMessage): void {
  if (metricsToken !== undefined && !hasToken(request, metricsToken))
    throw new ApiError('unauthorized', 'Send the token of TRIBUTARY_METRICS_TOKEN: Authorization: Bearer <token>.');
  if (metricsLoopback && !isLocal(request))
    throw new ApiError('forbidden', 'Metrics are restricted to this machine (TRIBUTARY_METRICS_LOOPBACK).');
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hashOf(sent), hashOf(token));
}

const isLocal = (request: IncomingMessage): boolean =>
  isLoopback(peerOf(request)) && !PASSED_ON.some((name) => request.headers[name] !== undefined);
