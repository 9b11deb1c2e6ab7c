// OpenAI's refusals as outcomes: the status decides, but for a failure of its server that comes as a bad request.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';

const word = z.string().nullish();
const refusal = z.object({ error: z.object({ code: word, type: word, message: word, param: word }) });
const PASSING = 'server_error';

export function judgeOpenAi({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status < 400) return undefined;
  const { code, type, message } = refusal.safeParse(body).data?.error ?? {};
  const isPassing = status === 400 && (code === PASSING || type === PASSING);
  return {
    outcome: isPassing ? 'unavailable' : outcomeOf([], status, undefined),
    code: code ?? type ?? undefined,
    reason: message ?? undefined,
  };
}
