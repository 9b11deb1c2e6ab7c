// Snap's refusals as outcomes. A failure may come with status 200, and says so in the body alone; no header says how long a limit lasts.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { type ErrorRule, outcomeOf } from '../http/failure.ts';

const envelope = z.object({
  request_status: z.string().optional(),
  request_id: z.string().optional(),
  error_code: z.string().optional(),
  debug_message: z.string().optional(),
  display_message: z.string().optional(),
});
const SUCCESS = /^success$/i;
const MINUTE_MS = 60_000;
/** A version of the API that has ended: an operator can set a newer one, no account helps. */
const RULES: readonly ErrorRule[] = [{ status: 410, outcome: 'misconfigured' }];

export const isSuccess = (word: string | undefined): boolean => word === undefined || SUCCESS.test(word);

export function judgeSnap({ status, headers, body }: ProviderAnswer): Judgement | undefined {
  const { data } = envelope.safeParse(body);
  if (status < 400 && isSuccess(data?.request_status)) return undefined;
  const isUntimed = status === 429 && !headers.has('retry-after');
  return {
    outcome: status < 400 ? 'unavailable' : outcomeOf(RULES, status, data?.error_code),
    code: data?.error_code,
    reason: data?.display_message ?? data?.debug_message,
    requestId: data?.request_id,
    retryAfterMs: isUntimed ? MINUTE_MS : undefined,
  };
}
