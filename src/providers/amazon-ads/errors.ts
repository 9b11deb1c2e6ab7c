// Amazon's refusals as outcomes. The same order of a report that is being made already is answered with 425, which names that report.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';

const refusal = z.object({
  code: z.union([z.string(), z.number().transform(String)]).optional(),
  detail: z.string().optional(),
  details: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
});
const BEING_MADE = 425;

export function judgeAmazon({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status === BEING_MADE) return 'success';
  if (status < 400) return undefined;
  const { code, detail, details, message, error } = refusal.safeParse(body).data ?? {};
  const outcome = error === 'invalid_grant' ? 'reconnect' : outcomeOf([], status, undefined);
  return { outcome, code: error ?? code, reason: detail ?? details ?? message };
}
