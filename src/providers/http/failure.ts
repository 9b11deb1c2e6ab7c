// The outcomes of a failed call to a provider: a small set, to which each provider's error table maps its own codes.
import { ApiError } from '../../base/contract/api-error.ts';

/**
 * - `unreachable`: no connection was made, so nothing was done.
 * - `unknown`: the connection broke or the time ran out after the request was sent; the provider may have done it. Read back first.
 * - `throttled`, `unavailable`: the provider asks to try later; nothing was done.
 * - `reconnect`: the grant is dead; a person must connect the account again.
 * - `forbidden`: the grant is alive and lacks a permission.
 * - `not_found`, `conflict`: there is no such object, or it is not in a state that allows the call.
 * - `rejected`: the provider refuses a value of the request.
 * - `refused`: the provider refuses for good, and no other value helps.
 * - `terms`: a person must accept terms at the provider first.
 * - `too_large`: the provider cannot answer so much at once; ask for less.
 * - `unsupported`: the app of this installation may not use this; the provider must allow it first.
 * - `misconfigured`: the registration of the app is wrong or its API version has ended; only the operator can help.
 * - `unusable`: the answer is not what the provider documents.
 */
export type ProviderOutcome =
  | 'unreachable'
  | 'unknown'
  | 'throttled'
  | 'unavailable'
  | 'reconnect'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rejected'
  | 'refused'
  | 'terms'
  | 'too_large'
  | 'unsupported'
  | 'misconfigured'
  | 'unusable';

export interface FailureDetails {
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
  /** The provider's own code. */
  code?: string | undefined;
  /** The provider's id of the request, for its support. */
  requestId?: string | undefined;
  /** The provider's sentence for the person who asked, where it has one. */
  reason?: string | undefined;
  /** When the provider wants to be asked again. */
  retryAfterMs?: number | undefined;
  /** Nothing was sent, as our own limit of requests is reached. */
  isOwnLimit?: boolean | undefined;
}

/** @property message Free of secrets and of what was sent. */
export class ProviderFailure extends Error {
  readonly provider: string;
  readonly outcome: ProviderOutcome;
  readonly details: FailureDetails;

  constructor(provider: string, outcome: ProviderOutcome, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'ProviderFailure';
    this.provider = provider;
    this.outcome = outcome;
    this.details = details;
  }
}

/** A row of a provider's error table: what matches its status and code, and the outcome that this means. */
export interface ErrorRule {
  status?: number;
  code?: string | RegExp;
  outcome: ProviderOutcome;
}

/** The outcome of an error answer: the first rule that matches, else what HTTP itself says. */
export function outcomeOf(rules: readonly ErrorRule[], status: number, code: string | undefined): ProviderOutcome {
  const rule = rules.find(
    (each) => (each.status === undefined || each.status === status) && (each.code === undefined || isCode(each.code, code)),
  );
  return rule?.outcome ?? outcomeOfStatus(status);
}

function isCode(wanted: string | RegExp, code: string | undefined): boolean {
  if (code === undefined) return false;
  return typeof wanted === 'string' ? wanted === code : wanted.test(code);
}

function outcomeOfStatus(status: number): ProviderOutcome {
  if (status === 401) return 'reconnect';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 429) return 'throttled';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'unusable';
}

const TRY_LATER: readonly ProviderOutcome[] = ['unreachable', 'unknown', 'throttled', 'unavailable'];
const DEFAULT_RETRY_SECONDS = 30;

/** The refusal that a caller of our interface gets for a failure. @param name What messages call the provider, e.g. "The payment processor". */
export function apiErrorOf(failure: ProviderFailure, name: string): ApiError {
  const error = refusalFor(failure, name);
  error.cause = failure;
  return error;
}

function refusalFor(failure: ProviderFailure, name: string): ApiError {
  const { provider, outcome, details } = failure;
  const extra = {
    provider,
    ...(details.status === undefined ? {} : { provider_status: details.status }),
    ...(details.code === undefined ? {} : { provider_code: details.code }),
  };
  if (!TRY_LATER.includes(outcome)) {
    const message = outcome === 'unusable' ? `${name} sent an invalid response.` : `${name} refused the request.`;
    return new ApiError('provider_error', message, extra);
  }
  const seconds = Math.ceil((details.retryAfterMs ?? DEFAULT_RETRY_SECONDS * 1000) / 1000);
  if (details.isOwnLimit) {
    const text = `This service limits its requests to ${name} for the account, and the limit is reached; nothing was sent.`;
    return new ApiError('rate_limit_exceeded', text, { provider }, seconds);
  }
  const message = outcome === 'unreachable' ? `${name} cannot be reached.` : `${name} is not available.`;
  return new ApiError('provider_error', message, extra, seconds, 503);
}
