// Google Ads' errors as outcomes: by the code of the Google Ads failure where there is one, else by the status of Google's APIs.
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import type { ProviderOutcome } from '../http/failure.ts';
import { parseJson } from '../http/json.ts';
import { errorBody, partialFailure } from './shapes.ts';

type GoogleError = NonNullable<ReturnType<typeof errorOf>>;

/** The first that matches `kind.VALUE`. */
const FAILURES: readonly [RegExp, ProviderOutcome][] = [
  [/DEVELOPER_TOKEN/, 'unsupported'],
  [/^notAllowlistedError\./, 'unsupported'],
  [/\.CUSTOMER_NOT_FOUND$/, 'not_found'],
  [/\.CUSTOMER_NOT_ENABLED$/, 'conflict'],
  [/^authenticationError\./, 'reconnect'],
  [/^authorizationError\./, 'forbidden'],
  [/^mutateError\.RESOURCE_NOT_FOUND$/, 'not_found'],
  [/^contextError\.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE$/, 'conflict'],
  [/\.CANNOT_OPERATE_ON_REMOVED_/, 'conflict'],
  [/^databaseError\.CONCURRENT_MODIFICATION$/, 'unavailable'],
  [/^internalError\./, 'unavailable'],
  [/^quotaError\./, 'throttled'],
  [/^policy(Violation|Finding)Error\./, 'refused'],
];

const STATUSES: Readonly<Record<string, ProviderOutcome>> = {
  UNAUTHENTICATED: 'reconnect',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'not_found',
  FAILED_PRECONDITION: 'conflict',
  RESOURCE_EXHAUSTED: 'throttled',
  INVALID_ARGUMENT: 'rejected',
  UNIMPLEMENTED: 'misconfigured',
  ABORTED: 'unavailable',
  INTERNAL: 'unavailable',
  UNAVAILABLE: 'unavailable',
  DEADLINE_EXCEEDED: 'unavailable',
};

/** What a code, as `kind.VALUE`, says of more than the object that it is about; undefined for one that says nothing beyond it. */
export const outcomeOfCode = (code: string): ProviderOutcome | undefined => FAILURES.find(([pattern]) => pattern.test(code))?.[1];

/** The meaning of Google's answer. Streams wrap errors in an array, and a write may fail in part with 200. */
export function judgeGoogle({ status, body }: ProviderAnswer): Judgement | undefined {
  // An address that Google does not know, such as that of a version that has ended, is answered by a page.
  if (body === undefined) return { outcome: status === 404 ? 'misconfigured' : 'unavailable' };
  const error = errorOf(body);
  if (!error) return status >= 200 && status < 300 ? 'success' : { outcome: status >= 500 ? 'unavailable' : 'unusable' };
  const failure = failureOf(error);
  return {
    outcome: outcomeOfError(error, status),
    code: failure?.code ?? error.status,
    reason: failure?.message ?? error.message,
    requestId: error.details.find(({ requestId }) => requestId !== undefined)?.requestId,
    retryAfterMs: delayOf(error),
  };
}

function errorOf(body: unknown) {
  for (const part of Array.isArray(body) ? body : [body]) {
    const error = errorBody.safeParse(part).data?.error ?? partialFailure.safeParse(part).data?.partialFailureError;
    if (error) return error;
  }
  return undefined;
}

function failureOf({ details }: GoogleError): { code: string; message: string | undefined } | undefined {
  const first = details.flatMap(({ errors }) => errors)[0];
  if (!first) return undefined;
  const [kind, value] = Object.entries(first.errorCode)[0] ?? [];
  return { code: `${kind}.${value}`, message: first.message };
}

function outcomeOfError(error: GoogleError, status: number): ProviderOutcome {
  const code = failureOf(error)?.code;
  const outcome = code === undefined ? undefined : outcomeOfCode(code);
  if (outcome) return outcome;
  if (/insufficient authentication scopes/i.test(error.message ?? '')) return 'reconnect';
  return STATUSES[error.status ?? ''] ?? (status >= 500 ? 'unavailable' : 'refused');
}

/** Google's `retryDelay`, such as "30s". */
function delayOf({ details }: GoogleError): number | undefined {
  const text = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay?.replace(/s$/, '');
  const seconds = parseJson(text ?? '');
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
