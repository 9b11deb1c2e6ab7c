// Pinterest's refusals as outcomes: the status decides, and the body has a code and a sentence. A limit that names no time is one of a minute.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';

const refusal = z.object({ code: z.int().optional(), message: z.string().optional() });
const MINUTE_MS = 60_000;

export function judgePinterest({ status, headers, body }: ProviderAnswer): Judgement | undefined {
  if (status < 400) return undefined;
  const { code, message } = refusal.safeParse(body).data ?? {};
  const isUntimed = status === 429 && !headers.has('retry-after');
  return {
    outcome: outcomeOf([], status, undefined),
    code: code === undefined ? undefined : String(code),
    reason: message,
    retryAfterMs: isUntimed ? MINUTE_MS : undefined,
  };
}
