// Gmail's errors: the reason and the sentence say what is meant, as one status has many meanings. When to come again is in the sentence.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { ProviderFailure, type ProviderOutcome } from '../http/failure.ts';
import { MailboxFailure, type MailboxRefusal, shownWords } from '../mailbox/mailbox.ts';

const reasons = z.array(z.object({ reason: z.string().optional() })).default([]);
const errorBody = z.object({
  error: z.object({ message: z.string().default(''), status: z.string().optional(), errors: reasons, details: reasons }),
});

const OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  authError: 'reconnect',
  insufficientPermissions: 'reconnect',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'reconnect',
  accessNotConfigured: 'misconfigured',
  SERVICE_DISABLED: 'misconfigured',
  rateLimitExceeded: 'throttled',
  userRateLimitExceeded: 'throttled',
  dailyLimitExceeded: 'throttled',
  quotaExceeded: 'throttled',
  backendError: 'unavailable',
  domainPolicy: 'refused',
  failedPrecondition: 'refused',
  invalidArgument: 'rejected',
};

/** "Retry after 2026-11-24T06:00:30.000Z", of which there is no header. */
function retryAfterMs(message: string, now: number): number | undefined {
  const at = Date.parse(/Retry after (\S+Z)/i.exec(message)?.[1] ?? '');
  return Number.isFinite(at) ? Math.max(1_000, at - now) : undefined;
}

/** The meaning of Gmail's answer. A page instead of JSON says nothing, with 200 too. */
export const judgeGmail =
  (now: () => number) =>
  ({ status, text, body }: ProviderAnswer): Judgement | undefined => {
    if (text === '' && status < 300) return 'success';
    const error = errorBody.safeParse(body).data?.error;
    if (!error) {
      if (body !== undefined && status >= 200 && status < 300) return undefined;
      return status >= 400 && status < 500 ? undefined : { outcome: 'unavailable' };
    }
    const named = [...error.errors, ...error.details].flatMap(({ reason }) => reason ?? []);
    const code = named.find((reason) => OUTCOMES[reason] !== undefined) ?? named[0] ?? error.status;
    const ofStatus = status === 401 ? 'reconnect' : status === 404 ? 'not_found' : status >= 500 ? 'unavailable' : 'refused';
    const outcome = OUTCOMES[code ?? ''] ?? (status === 429 ? 'throttled' : ofStatus);
    return { outcome, code, reason: error.message, retryAfterMs: retryAfterMs(error.message, now()) };
  };

function refusalOf({ outcome, details: { code = '', reason = '' } }: ProviderFailure): MailboxRefusal {
  if (outcome === 'reconnect' || outcome === 'misconfigured') return outcome === 'reconnect' ? 'auth_revoked' : 'misconfigured';
  if (/mail service not enabled/i.test(reason) || code === 'domainPolicy') return 'mailbox_disabled';
  if (code === 'dailyLimitExceeded' || reason.includes('(Mail sending)')) return 'quota_exceeded';
  if (/invalid (?:to|cc|bcc) header|recipient address required/i.test(reason)) return 'recipient_rejected';
  return outcome === 'refused' || outcome === 'rejected' || outcome === 'forbidden' || outcome === 'not_found'
    ? 'refused'
    : 'unavailable';
}

/** Of a mail that Gmail does not have, or has said no to. */
export function gmailFailureOf(error: unknown): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  if (!(error instanceof ProviderFailure)) throw error;
  const { status, code, reason, retryAfterMs: wait } = error.details;
  return new MailboxFailure(refusalOf(error), error.message, {
    status,
    code,
    words: reason === undefined ? undefined : shownWords(reason),
    retryAfterSeconds: wait === undefined ? undefined : Math.ceil(wait / 1000),
  });
}
