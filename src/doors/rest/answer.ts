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
  /** Further headers, name and value in turns, where a door has set none and all was read: as one list they cost a fraction. */
  beside?: readonly string[] | undefined;
}

export function answer(response: ServerResponse, given: ToAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const { status, text, error, beside } = given;
  const headers = headersOf(given);
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

function headersOf({ text, operation, rate, error, isReplayed }: ToAnswer): string[] {
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'];
  if (rate) headers.push(...rateHeaders(rate));
  if (operation?.deprecation) headers.push(...deprecationHeaders(operation.deprecation));
  if (isReplayed) headers.push('Idempotency-Replayed', 'true');
  if (error?.retryAfterSeconds !== undefined) headers.push('Retry-After', String(error.retryAfterSeconds));
  headers.push('Content-Length', String(Buffer.byteLength(text)));
  return headers;
}

export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] as string, headers[at + 1] as string);
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
  if (rate) setHeaders(response, rateHeaders(rate));
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

// biome-ignore format: name and value
const rateHeaders = ({ policy, limit, remaining, resetSeconds, resetAt }: Rate): string[] => [
  'RateLimit-Policy', `"${policy}";q=${limit};w=60`,
  'RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`,
  'X-RateLimit-Reset', String(resetAt),
];

/** RFC 9745 (a structured date), RFC 8594 (an HTTP date) and the way out. */
// biome-ignore format: name and value
const deprecationHeaders = ({ since, sunset, successor }: Deprecation): string[] => [
  'Deprecation', `@${Date.parse(since) / 1000}`,
  'Sunset', new Date(Date.parse(sunset)).toUTCString(),
  'Link', `<${successor}>; rel="successor-version"`,
];
