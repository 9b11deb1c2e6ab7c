// Errors of Graph for mailboxes: the code says what is meant, as one code comes with several statuses.
import { z } from 'zod';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { type ErrorRule, outcomeOf, ProviderFailure } from '../http/failure.ts';
import { MailboxFailure, type MailboxRefusal, shownWords } from '../mailbox/mailbox.ts';

const errorBody = z.object({ error: z.object({ code: z.string().default(''), message: z.string().default('') }) });

const NO_MAILBOX =
  /^(?:MailboxNotEnabledForRESTAPI|MailboxNotSupportedForRESTAPI|ErrorNonExistentMailbox|ErrorMailboxStoreUnavailable)$/;
const SUSPENDED = /^(?:ErrorAccountSuspend.*|ErrorMessageSubmissionBlocked)$/;
const QUOTA = /^(?:ErrorExceeded.*Limit.*|ErrorSubmissionQuotaExceeded|ErrorQuotaExceeded)$/;
const NO_GRANT = /^(?:InvalidAuthenticationToken|ErrorAccessDenied|Authorization_RequestDenied|AccessDenied)$/;
/** A delta that Graph does not have any more. */
const LOST_PLACE = /^(?:SyncStateNotFound|SyncStateInvalid|ResyncRequired|ErrorInvalidSyncStateData)$/i;

const RULES: readonly ErrorRule[] = [
  { code: NO_GRANT, outcome: 'reconnect' },
  { code: SUSPENDED, outcome: 'refused' },
  { code: NO_MAILBOX, outcome: 'refused' },
  { code: QUOTA, outcome: 'refused' },
  { code: LOST_PLACE, outcome: 'not_found' },
  { code: /^(?:ErrorItemNotFound|ErrorInvalidIdMalformed|ErrorMessageNotFound)$/, outcome: 'not_found' },
  { code: /^(?:ApplicationThrottled|TooManyRequests|ErrorServerBusy|ErrorTooManyObjectsOpened)$/, outcome: 'throttled' },
  { code: /^(?:ErrorInternalServerError|ErrorInternalServerTransientError|ServiceUnavailable)$/, outcome: 'unavailable' },
  // Of a mail that Graph refuses for what it is.
  { code: /^(?:ErrorSendAsDenied|ErrorMessageBlocked|ErrorInvalidRecipients)$/, outcome: 'refused' },
];

/** The meaning of Graph's answer. A page instead of JSON says nothing of a mail. */
export function judgeOutlook({ status, body }: ProviderAnswer): Judgement | undefined {
  const error = errorBody.safeParse(body).data?.error;
  if (!error) return status >= 500 ? { outcome: 'unavailable' } : undefined;
  const outcome = status < 300 ? 'unavailable' : outcomeOf(RULES, status, error.code);
  return { outcome, code: error.code, reason: error.message };
}

function refusalOf({ outcome, details: { code = '' } }: ProviderFailure): MailboxRefusal {
  if (outcome === 'reconnect' || outcome === 'misconfigured') return outcome === 'reconnect' ? 'auth_revoked' : 'misconfigured';
  if (SUSPENDED.test(code)) return 'account_suspended';
  if (NO_MAILBOX.test(code)) return 'mailbox_disabled';
  if (QUOTA.test(code)) return 'quota_exceeded';
  if (code === 'ErrorInvalidRecipients') return 'recipient_rejected';
  const isRefused = ['refused', 'rejected', 'forbidden', 'not_found', 'conflict'].includes(outcome);
  return isRefused ? 'refused' : 'unavailable';
}

/** Of a mail that Graph does not have, or has said no to. */
export function outlookFailureOf(error: unknown): MailboxFailure {
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

export async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw outlookFailureOf(error);
  }
}
