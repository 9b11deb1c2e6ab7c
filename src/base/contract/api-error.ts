// The one error that an operation throws to refuse a call: a code of the catalogue and a sentence for the caller.
import type { ErrorCode } from './error-catalogue.ts';
import { errorCatalogue } from './error-catalogue.ts';

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Members beside code and message that the specification names, e.g. required_scopes, upgrade. */
  readonly extra: Record<string, unknown>;
  /** Seconds, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined;
  /** The code's own status, or another that the catalogue allows it. */
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    extra: Record<string, unknown> = {},
    retryAfterSeconds?: number,
    status?: number,
  ) {
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
