// Stripe's error codes and types (docs.stripe.com/error-codes), as outcomes. Its 402 says that a payment was declined.
import type { ErrorRule } from '../http/failure.ts';
import { errorBody } from './shapes.ts';

export const stripeErrors: readonly ErrorRule[] = [
  // The operator's key is wrong or was rolled: only the operator can help, and no account is to be connected again.
  { status: 401, outcome: 'forbidden' },
  { status: 402, outcome: 'rejected' },
  { code: 'resource_missing', outcome: 'not_found' },
  { code: 'idempotency_key_in_use', outcome: 'unavailable' },
  { code: 'lock_timeout', outcome: 'unavailable' },
  { code: 'rate_limit', outcome: 'throttled' },
  { status: 424, outcome: 'unavailable' },
];

/** The code of an error answer, else its type. */
export function stripeErrorCode(body: unknown): string | undefined {
  const { data } = errorBody.safeParse(body);
  return data?.error.code ?? data?.error.type;
}
