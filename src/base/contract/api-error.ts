// The one error that an operation throws to refuse a call: a code of the catalogue and a sentence for the caller.
import type { ErrorCode } from './error-catalogue.ts';

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Members beside code and message that the specification names, e.g. required_scopes, upgrade. */
  readonly extra: Record<string, unknown>;
  /** Seconds, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, extra: Record<string, unknown> = {}, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.extra = extra;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
