// The refusal of our interface for a failure of a calendar provider.
import { ApiError } from '../base/contract/api-error.ts';
import { apiErrorOf, type ProviderFailure } from './http/failure.ts';

export interface FailedCalendarCall {
  /** The provider's name in messages. */
  name: string;
  /** What the grant was to be used for, in words. */
  purpose: string;
  /** Where a person connects again. */
  reconnectUrl: string;
}

export function calendarErrorOf(failure: ProviderFailure, { name, purpose, reconnectUrl }: FailedCalendarCall): ApiError {
  const error = refusalFor(failure, { name, purpose, reconnectUrl });
  error.cause ??= failure;
  return error;
}

function refusalFor(failure: ProviderFailure, { name, purpose, reconnectUrl }: FailedCalendarCall): ApiError {
  const { outcome, details, provider } = failure;
  const extra = {
    provider,
    ...(details.code === undefined ? {} : { provider_code: details.code }),
    ...(details.reason === undefined ? {} : { provider_message: details.reason }),
  };
  const reconnect = { ...extra, reconnect_required: true, reconnect_url: reconnectUrl };
  switch (outcome) {
    case 'reconnect':
      return new ApiError(
        'connection_not_ready',
        `${name} does not accept the connection any more; connect it again.`,
        reconnect,
      );
    case 'forbidden':
      return new ApiError(
        'calendar_scope_required',
        `The connection to ${name} lacks the permission for ${purpose}; connect it again and leave it ticked.`,
        reconnect,
      );
    case 'not_found':
      return new ApiError('not_found', `${name} does not have this calendar any more, or does not show it.`, extra);
    case 'conflict':
      return new ApiError('invalid_state', details.reason ?? `${name} does not allow this in the present state.`, extra);
    case 'rejected':
      // The token endpoint has refused it, and no value of the request.
      if (details.status === undefined) return apiErrorOf(failure, name);
      return new ApiError('validation_error', details.reason ?? `${name} refused a value of the request.`, extra);
    case 'misconfigured':
      return new ApiError('service_unavailable', `The app registration for ${name} does not work.`, extra, 3_600);
    default:
      return apiErrorOf(failure, name);
  }
}
