// Stripe's errors (docs.stripe.com/error-codes) about a merchant's own account, as outcomes: here a key that is refused is a dead grant.
import type { ErrorRule } from '../http/failure.ts';

export { stripeErrorCode } from '../stripe/errors.ts';

export const accountErrors: readonly ErrorRule[] = [
  { status: 401, outcome: 'reconnect' },
  { code: 'account_invalid', outcome: 'reconnect' },
  { code: 'platform_account_required', outcome: 'reconnect' },
  { code: 'resource_missing', outcome: 'not_found' },
  { code: 'lock_timeout', outcome: 'unavailable' },
  { code: 'rate_limit', outcome: 'throttled' },
  { status: 424, outcome: 'unavailable' },
];
