// Reddit's refusals as outcomes. A body that it cannot read is refused with 403 too, and says "JSON error" then.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';

const refusal = z.object({
  error: z.object({
    code: z.union([z.string(), z.number().transform(String)]).optional(),
    reason: z.string().optional(),
    message: z.string().optional(),
    explanation: z.string().optional(),
  }),
});

export function judgeReddit({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status < 400) return undefined;
  const { code, reason, message, explanation } = refusal.safeParse(body).data?.error ?? {};
  const isUnread = status === 403 && explanation?.startsWith('JSON error') === true;
  return {
    outcome: isUnread ? 'rejected' : outcomeOf([], status, undefined),
    code: code ?? reason,
    reason: message ?? explanation,
  };
}
