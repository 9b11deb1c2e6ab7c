// Which requests may be repeated, and how long to wait before.
import type { ProviderRequest } from './client.ts';
import type { ProviderFailure } from './failure.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;
/** A provider that asks for a longer pause ends the call; its job tries again by then. */
const MAX_RETRY_AFTER_MS = 5_000;
/** No connection was made. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export const mayRepeat = ({ method, idempotencyKey, isRepeatable }: ProviderRequest): boolean =>
  isRepeatable ?? (method === 'GET' || idempotencyKey !== undefined);

/** The wait before the next attempt, with full jitter; undefined where another attempt would not help. */
export function pauseBefore({ outcome, details }: ProviderFailure, attempt: number): number | undefined {
  if (!['unreachable', 'unknown', 'throttled', 'unavailable'].includes(outcome)) return undefined;
  if (details.retryAfterMs !== undefined) return details.retryAfterMs <= MAX_RETRY_AFTER_MS ? details.retryAfterMs : undefined;
  return Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
}

/** Retry-After in seconds or as a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** The system's code of a failed request, which `fetch` keeps in the cause. */
function codeOf(error: unknown): string {
  const { cause, code } = Object(error) as { cause?: { code?: unknown }; code?: unknown };
  return String(cause?.code ?? code ?? '');
}

export const isNeverSent = (error: unknown): boolean => NEVER_SENT.has(codeOf(error));
