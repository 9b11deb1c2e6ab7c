// The sandbox's error codes, as outcomes.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { type ErrorRule, outcomeOf } from '../http/failure.ts';

const errors: readonly ErrorRule[] = [
  { code: 'token_dead', outcome: 'reconnect' },
  { code: 'permission_missing', outcome: 'forbidden' },
  { code: 'not_found', outcome: 'not_found' },
  { code: 'state_forbids', outcome: 'conflict' },
  { code: 'bad_value', outcome: 'rejected' },
  { code: 'throttled', outcome: 'throttled' },
  { code: 'internal', outcome: 'unavailable' },
];

const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string().optional() }) });

export function judgeSandbox({ status, body }: ProviderAnswer): Judgement | undefined {
  const error = errorBody.safeParse(body).data?.error;
  return error && { outcome: outcomeOf(errors, status, error.code), code: error.code, reason: error.message };
}
