// The refusal of our interface for a failure of an ad platform: one table for all platforms, so that callers learn one set of codes.
import { ApiError } from '../base/contract/api-error.ts';
import { apiErrorOf, type ProviderFailure } from './http/failure.ts';

export interface FailedCall {
  /** The platform's name in messages, e.g. "Meta". */
  name: string;
  /** A missing permission is another refusal for a write than for a read. */
  use: 'read' | 'write';
  /** Where a person connects the account again. */
  reconnectUrl?: string;
}

export function adPlatformErrorOf(failure: ProviderFailure, { name, use, reconnectUrl }: FailedCall): ApiError {
  const { outcome, details, provider } = failure;
  const extra = {
    provider,
    ...(details.code === undefined ? {} : { provider_code: details.code }),
    ...(details.reason === undefined ? {} : { provider_message: details.reason }),
    ...(details.requestId === undefined ? {} : { provider_request_id: details.requestId }),
  };
  const reconnect = {
    ...extra,
    reconnect_required: true,
    ...(reconnectUrl === undefined ? {} : { reconnect_url: reconnectUrl }),
  };
  switch (outcome) {
    case 'reconnect':
      return new ApiError(
        'connection_not_ready',
        `${name} does not accept the connection any more; connect it again.`,
        reconnect,
      );
    case 'forbidden':
      return use === 'write'
        ? new ApiError('adplatform_write_permission_missing', `The connection to ${name} may not change ads.`, extra)
        : new ApiError('connection_not_ready', `The connection to ${name} lacks a permission; connect it again.`, reconnect);
    case 'not_found':
      return new ApiError('not_found', `${name} knows no such object, or the connection cannot see it.`, extra);
    case 'conflict':
      return new ApiError('invalid_state', details.reason ?? `${name} does not allow this in the present state.`, extra);
    case 'rejected':
      return new ApiError('validation_error', details.reason ?? `${name} refused a value of the request.`, extra);
    case 'terms':
      return new ApiError('audience_tos_required', `The advertiser must accept the audience terms at ${name} first.`, extra);
    case 'unsupported':
      return new ApiError('not_implemented', `The app of this installation may not use this at ${name}.`, extra);
    case 'misconfigured':
      return new ApiError('service_unavailable', `The app registration or API version for ${name} does not work.`, extra, 3_600);
    default:
      return apiErrorOf(failure, name);
  }
}
