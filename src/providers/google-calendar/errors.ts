// Google's errors for calendars as outcomes, by the reason in the body: one status has many meanings (developers.google.com/workspace/calendar/api/guides/errors).
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { type ErrorRule, outcomeOf } from '../http/failure.ts';

const errorBody = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

const RULES: readonly ErrorRule[] = [
  { code: 'insufficientPermissions', outcome: 'forbidden' },
  { code: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', outcome: 'forbidden' },
  {
    code: /^(?:userRateLimitExceeded|rateLimitExceeded|quotaExceeded|calendarUsageLimitsExceeded|dailyLimitExceeded)$/,
    outcome: 'throttled',
  },
  { code: /^(?:accessNotConfigured|SERVICE_DISABLED)$/, outcome: 'misconfigured' },
  {
    code: /^(?:invalid|invalidParameter|required|badRequest|invalidSharingRequest|cannotChangeOwnAcl|cannotChangeOwnPrimarySubscription)$/,
    outcome: 'rejected',
  },
  { status: 403, outcome: 'refused' },
];

/** The meaning of Google's answer. A page instead of JSON says nothing, with 200 too. */
export function judgeGoogleCalendar({ status, text, body }: ProviderAnswer): Judgement | undefined {
  if (status === 204 || (text === '' && status < 300)) return 'success';
  const error = errorBody.safeParse(body).data?.error;
  if (!error) {
    if (body !== undefined && status >= 200 && status < 300) return undefined;
    return status >= 400 && status < 500 ? undefined : { outcome: 'unavailable' };
  }
  const reasons = [...error.errors, ...error.details].flatMap(({ reason }) => reason ?? []);
  const code =
    reasons.find((reason) => RULES.some((rule) => rule.code !== undefined && isMatch(rule.code, reason))) ?? reasons[0];
  return { outcome: outcomeOf(RULES, status, code), code: code ?? error.status, reason: error.message };
}

const isMatch = (wanted: string | RegExp, reason: string): boolean =>
  typeof wanted === 'string' ? wanted === reason : wanted.test(reason);
