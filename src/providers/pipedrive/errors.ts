// Pipedrive's errors (developers.pipedrive.com, status codes), as outcomes: the status decides. The time until a limit is lifted is in a header
// of its own.
import type { JudgedFailure, ProviderAnswer } from '../http/client.ts';

const SECOND_MS = 1_000;

export function judgePipedrive({ status, headers }: ProviderAnswer): JudgedFailure | undefined {
  if (status !== 429 || headers.has('retry-after')) return undefined;
  const seconds = Number(headers.get('x-ratelimit-reset'));
  return { outcome: 'throttled', ...(seconds > 0 ? { retryAfterMs: seconds * SECOND_MS } : {}) };
}
