// Every error that leaves an OAuth endpoint, in the form of RFC 6749 §5.2.
import { OAuthError, type OAuthErrorCode } from '../../account/apps/index.ts';
import type { ApiError } from '../../base/contract/api-error.ts';
import { refusalOf } from '../../call/index.ts';

export interface OAuthRefusal {
  error: OAuthErrorCode;
  description: string;
  status: number;
  retryAfterSeconds?: number | undefined;
  /** Set when the cause is worth a line in the log. */
  unexpected?: boolean;
}

export function errorOf(cause: unknown): OAuthRefusal {
  if (cause instanceof OAuthError) return { error: cause.error, description: cause.message, status: cause.status };
  const { error, unexpected } = refusalOf(cause);
  const { message: description, status, retryAfterSeconds } = error;
  return { error: codeOf(error), description, status, retryAfterSeconds, unexpected };
}

function codeOf({ status }: ApiError): OAuthErrorCode {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}
