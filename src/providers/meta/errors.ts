// Meta's error codes as outcomes. The HTTP status says nothing: dead tokens and limits come with 400 and with 500.
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import type { ProviderOutcome } from '../http/failure.ts';
import { errorBody } from './shapes.ts';
import { regainMs } from './usage.ts';

type MetaError = NonNullable<ReturnType<typeof errorOf>>;

/** By code, or by code and subcode, which goes first. */
const OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  '190': 'reconnect',
  '102': 'reconnect',
  '10': 'forbidden',
  '294': 'forbidden',
  '3': 'unsupported',
  '100/33': 'not_found',
  '100/34': 'not_found',
  '1487301': 'not_found',
  '1487366': 'conflict',
  '100': 'rejected',
  '105': 'rejected',
  '100/1487534': 'too_large',
  '4': 'throttled',
  '17': 'throttled',
  '32': 'throttled',
  '341': 'throttled',
  '613': 'throttled',
  '1': 'unavailable',
  '2': 'unavailable',
  '21009': 'unavailable',
  '2663': 'terms',
  '2655': 'terms',
  '368': 'refused',
  '2650': 'refused',
  '1/2853001': 'refused',
  '2635': 'misconfigured',
  '101': 'misconfigured',
};

/** The meaning of Meta's answer, from its body. */
export function judgeMeta({ status, body, headers }: ProviderAnswer): Judgement | undefined {
  // A page instead of JSON comes from a machine in between, and passes.
  if (body === undefined) return { outcome: 'unavailable' };
  const error = errorOf(body);
  if (!error) return status >= 200 && status < 300 ? 'success' : { outcome: status >= 500 ? 'unavailable' : 'unusable' };
  const outcome = outcomeOfError(error);
  return {
    outcome,
    code: codeOf(error),
    reason: error.error_user_msg ?? error.message,
    requestId: error.fbtrace_id,
    retryAfterMs: outcome === 'throttled' ? regainMs(headers) : undefined,
  };
}

const errorOf = (body: unknown) => errorBody.safeParse(body).data?.error;

const codeOf = ({ code, error_subcode: subcode }: MetaError): string =>
  subcode === undefined ? `${code}` : `${code}/${subcode}`;

/** @property error Of an answer, or of a report that failed. */
export function outcomeOfError(error: MetaError): ProviderOutcome {
  const { code, error_subcode: subcode, message = '', is_transient: isTransient } = error;
  // With subcode 33 the message of an absent object names permissions too.
  if (code === 100 && subcode === undefined && /missing permissions/i.test(message)) return 'forbidden';
  if (/reduce the amount of data/i.test(message)) return 'too_large';
  const providerOutcome =
    OUTCOMES[codeOf(error)] ?? (subcode === undefined ? undefined : OUTCOMES[String(subcode)]) ?? OUTCOMES[String(code)];
  if (providerOutcome === 'unavailable' && isTransient === false) return 'refused';
  if (providerOutcome) return providerOutcome;
  if (code >= 200 && code <= 299) return 'forbidden';
  if (code >= 80_000 && code <= 80_014) return 'throttled';
  return isTransient ? 'unavailable' : 'refused';
}
