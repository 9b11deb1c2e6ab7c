// The one place that writes a response of an operation: its status, its headers, its envelope, or the refusal in the same form
// for every error.
import type { ServerResponse } from 'node:http';
import type { ApiError } from '../../base/contract/api-error.ts';
import type { ContractOperation, Deprecation } from '../../base/contract/document.ts';
import { docsUrl } from '../../base/contract/error-catalogue.ts';
import { endAndClose, isLongUnread } from './linger.ts';
import type { Rate } from './rate-limits.ts';

export interface ToAnswer {
  status: number;
  text: string;
  operation?: ContractOperation | undefined;
  rate?: Rate | undefined;
  error?: ApiError | undefined;
  isReplayed?: boolean | undefined;
}

export function answer(response: ServerResponse, { status, text, operation, rate, error, isReplayed }: ToAnswer): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  if (rate) writeRate(response, rate);
  if (operation?.deprecation) writeDeprecation(response, operation.deprecation);
  if (isReplayed) response.setHeader('Idempotency-Replayed', 'true');
  if (error?.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
  if (error?.code === 'unauthorized' && !response.hasHeader('WWW-Authenticate')) response.setHeader('WWW-Authenticate', 'Bearer'); // a door may have said more
  response.setHeader('Content-Length', String(Buffer.byteLength(text)));
  const sent = response.req.method === 'HEAD' ? '' : text;
  if (isLongUnread(response.req)) endAndClose(response.req, response, sent);
  else response.end(sent);
}

/** Whoever takes nothing for so long has gone; what is streamed is held for them meanwhile. */
const STALL_MS = 30_000;

/**
 * A success as it comes. What fails before its first piece is thrown, to be refused like any other; what fails later cuts the
 * connection, so that nobody takes a part for the whole.
 */
export async function sendStream(
  response: ServerResponse,
  { stream, operation, rate }: { stream: AsyncIterable<Uint8Array>; operation: ContractOperation; rate?: Rate | undefined },
): Promise<void> {
  let hasBegun = false;
  try {
    for await (const piece of stream) {
      if (!hasBegun) beginStream(response, operation, rate);
      hasBegun = true;
      if (!response.write(piece)) await drained(response);
      if (response.destroyed) return;
    }
    response.end();
  } catch (error) {
    if (!hasBegun) throw error;
    response.destroy();
  }
}

function beginStream(response: ServerResponse, operation: ContractOperation, rate: Rate | undefined): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', operation.streams as string);
  response.setHeader('Cache-Control', 'no-store');
  if (rate) writeRate(response, rate);
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

/** The envelope of a refusal. */
export function errorText(
  error: Pick<ApiError, 'code' | 'message' | 'status' | 'extra'>,
  requestId: string,
  baseUrl: string,
): string {
  const { code, message, status, extra } = error;
  return JSON.stringify({ error: { code, message, status, request_id: requestId, docs_url: docsUrl(baseUrl, code), ...extra } });
}

/** Where no count of calls stands behind a refusal, or another door answers: epoch seconds, as in every other answer. */
export function writeReset(response: ServerResponse, now: number, { status, retryAfterSeconds }: ResetOf): void {
  if (status !== 429 || retryAfterSeconds === undefined || response.headersSent) return;
  response.setHeader('X-RateLimit-Reset', String(Math.ceil(now / 1000) + retryAfterSeconds));
}
type ResetOf = { status: number; retryAfterSeconds?: number | undefined };

function writeRate(response: ServerResponse, { policy, limit, remaining, resetSeconds, resetAt }: Rate): void {
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=60`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
  response.setHeader('X-RateLimit-Reset', String(resetAt));
}

/** RFC 9745 (a structured date), RFC 8594 (an HTTP date) and the way out. */
function writeDeprecation(response: ServerResponse, { since, sunset, successor }: Deprecation): void {
  response.setHeader('Deprecation', `@${Date.parse(since) / 1000}`);
  response.setHeader('Sunset', new Date(Date.parse(sunset)).toUTCString());
  response.setHeader('Link', `<${successor}>; rel="successor-version"`);
}
