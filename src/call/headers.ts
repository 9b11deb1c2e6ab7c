// The headers that belong to a call and not to a connection: limits, deprecation, replay, when to come back.
import type { ApiError } from '../base/contract/api-error.ts';
import type { Deprecation } from '../base/contract/document.ts';
import type { StreamedFile } from '../base/contract/operation.ts';
import { CSV_HEADERS, isCsvWanted } from './csv.ts';
import type { Exchange } from './exchange.ts';
import { type Rate, RateExceeded } from './rate-limits.ts';

export function successHeaders(exchange: Exchange): string[] {
  const { operation, rate, isReplayed, stream, file } = exchange;
  const headers = rate ? rateHeaders(rate) : [];
  if (file) return [...fileHeaders(file), ...headers];
  if (stream) return ['Content-Type', operation.streams as string, ...headers];
  if (isCsvWanted(exchange)) headers.push(...CSV_HEADERS, ...cursorHeaders(exchange.outgoing?.value));
  if (operation.deprecation) headers.push(...deprecationHeaders(operation.deprecation));
  if (isReplayed) headers.push('Idempotency-Replayed', 'true');
  return headers;
}

/** A browser stores it, and neither shows it nor runs anything of it. */
// biome-ignore format: name and value
const fileHeaders = ({ type, name, bytes }: StreamedFile): string[] => [
  'Content-Type', type,
  'Content-Disposition', name === null ? 'attachment' : `attachment; filename*=UTF-8''${encodedName(name)}`,
  'X-Content-Type-Options', 'nosniff',
  'Content-Security-Policy', "default-src 'none'; sandbox",
  ...(bytes === null ? [] : ['Content-Length', String(bytes)]),
];

/** RFC 8187. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** CSV has no place for `pagination`. */
function cursorHeaders(answer: unknown): string[] {
  const { pagination } = Object(answer);
  return typeof pagination?.cursor === 'string' ? ['X-Next-Cursor', pagination.cursor] : [];
}

export function refusalHeaders({ operation, rate }: Exchange, cause: unknown, error: ApiError, now: number): string[] {
  const { status, retryAfterSeconds } = error;
  const counted = cause instanceof RateExceeded ? cause.rate : rate;
  const isLater = status === 429 && retryAfterSeconds !== undefined;
  // The refusing limit may be another than that of the minute, such as a day's allowance: the reset is that of the refusing one.
  const resetAt = isLater ? Math.ceil(now / 1000) + retryAfterSeconds : undefined;
  const headers = counted ? rateHeaders(resetAt === undefined ? counted : { ...counted, resetAt }) : [];
  if (!counted && resetAt !== undefined) headers.push('X-RateLimit-Reset', String(resetAt));
  if (operation.deprecation) headers.push(...deprecationHeaders(operation.deprecation));
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds));
  return headers;
}

// biome-ignore format: name and value
export const rateHeaders = ({ policy, limit, remaining, resetSeconds, resetAt }: Rate): string[] => [
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
