// The one error that an operation throws to refuse a call: a code of the catalogue and a sentence for the caller.
import type { ErrorCode } from './error-catalogue.ts';
import { errorCatalogue } from './error-catalogue.ts';
import type { components } from './types.ts';

/** Members beside code and message that the contract names, e.g. required_scopes, upgrade. */
export type ErrorDetails = components['schemas']['ErrorDetails'];

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extra: ErrorDetails;
  /** Seconds, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined;
  /** The code's own status, or another that the catalogue allows it. */
  readonly status: number;

  constructor(code: ErrorCode, message: string, extra: ErrorDetails = {}, retryAfterSeconds?: number, status?: number) {
    super(message);
    this.code = code;
    this.extra = extra;
    this.retryAfterSeconds = retryAfterSeconds;
    const entry = errorCatalogue[code];
    if (status !== undefined && status !== entry.status && !entry.otherStatuses?.includes(status)) {
      throw new RangeError(`${code} never returns ${status}`);
    }
    this.status = status ?? entry.status;
  }
}

/** Nothing is wrong, and the same call is answered later. `message` names the running work. @param progress The share that is done, 0 to 1. */
export const busyRefusal = (message: string, retryAfterSeconds: number, progress: number | null = null): ApiError =>
  new ApiError('service_unavailable', message, { busy: { retry_after_seconds: retryAfterSeconds, progress } }, retryAfterSeconds);
