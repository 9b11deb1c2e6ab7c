// LinkedIn's error codes, as outcomes. The number is more precise than the word beside it, so it is read first.
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { type ErrorRule, outcomeOf } from '../http/failure.ts';
import { errorBody } from './shapes.ts';

export const linkedInErrors: readonly ErrorRule[] = [
  { code: /^6560[0-9]$/, outcome: 'reconnect' },
  { code: /^(?:EXPIRED|INVALID|REVOKED|EMPTY)_ACCESS_TOKEN$/, outcome: 'reconnect' },
  // The version of the API has ended: no account helps, only an operator who sets a newer one.
  { status: 426, outcome: 'misconfigured' },
  // The address is too long.
  { status: 414, outcome: 'too_large' },
  { status: 422, outcome: 'rejected' },
];

/** The number of LinkedIn's own code, else its word. */
export function linkedInErrorCode(body: unknown): string | undefined {
  const { data } = errorBody.safeParse(body);
  return data?.serviceErrorCode ?? data?.code;
}

/** As the table says, with LinkedIn's own sentence. */
export function judgeLinkedIn({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status < 400) return undefined;
  const code = linkedInErrorCode(body);
  return { outcome: outcomeOf(linkedInErrors, status, code), code, reason: errorBody.safeParse(body).data?.message };
}
