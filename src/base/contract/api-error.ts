// The one error that an operation throws to refuse a call: a code of the catalogue and a sentence for the caller.
import type { ErrorCode } from './error-catalogue.ts';

export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Members beside code and message that the specification names, e.g. required_scopes, upgrade. */
    readonly extra: Record<string, unknown> = {},
    /** Seconds, for 429 and 503. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
