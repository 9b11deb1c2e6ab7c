// The refusal of our interface for a mail that was not sent: the codes of the specification, with the provider's own code and words.
import { ApiError } from '../../../base/contract/api-error.ts';
import type { MailboxFailure } from '../../../providers/mailbox/mailbox.ts';
import type { Connection } from '../../connections/index.ts';

const RETRY_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export function refusalOfMailbox(
  { provider }: Pick<Connection, 'provider'>,
  { refusal, details }: MailboxFailure,
  reconnectUrl: string,
): ApiError {
  const { name, id } = provider;
  const { status, code, words, retryAfterSeconds } = details;
  const extra = {
    provider: id,
    ...(status === undefined ? {} : { provider_status: status }),
    ...(code === undefined ? {} : { provider_code: code }),
    ...(words === undefined ? {} : { provider_message: words }),
  };
  switch (refusal) {
    case 'auth_revoked':
      return new ApiError('auth_revoked', `${name} does not accept the sign-in any more; connect the mailbox again.`, {
        ...extra,
        reconnect_required: true,
        reconnect_url: reconnectUrl,
      });
    case 'account_suspended':
      return new ApiError('account_suspended', `${name} has suspended the account; nothing was sent.`, extra);
    case 'mailbox_disabled':
      return new ApiError('mailbox_disabled', `${name} has no mailbox that can send for this account; nothing was sent.`, extra);
    case 'quota_exceeded':
      return new ApiError(
        'quota_exceeded',
        `${name} takes no more mails of this mailbox at present; nothing was sent.`,
        extra,
        retryAfterSeconds ?? HOUR_SECONDS,
      );
    case 'recipient_rejected':
      return new ApiError('recipient_rejected', `${name} refuses a recipient; nothing was sent.`, extra);
    case 'refused':
      return new ApiError('provider_error', `${name} refuses this mail; nothing was sent.`, extra, undefined, 422);
    case 'misconfigured':
      return new ApiError(
        'service_unavailable',
        `The registration of this installation at ${name} does not work.`,
        extra,
        HOUR_SECONDS,
      );
    default:
      return new ApiError(
        'provider_error',
        `${name} is not available; nothing was sent.`,
        extra,
        retryAfterSeconds ?? RETRY_SECONDS,
        503,
      );
  }
}
