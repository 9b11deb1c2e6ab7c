// Errors of the WhatsApp Cloud API: what they mean for a request, and the refusal of our interface for each. The code says it, not the status.
import { z } from 'zod';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Judgement, ProviderAnswer } from '../http/client.ts';
import { apiErrorOf, type ProviderFailure, type ProviderOutcome } from '../http/failure.ts';

const errorBody = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    message: z.string().default(''),
    fbtrace_id: z.string().optional(),
    // Documented as an object, and a plain text sometimes.
    error_data: z.union([z.string(), z.object({ details: z.string().optional() })]).optional(),
  }),
});

/** The refusals that have a code of their own; others are `provider_error`. */
export type WhatsAppRefusal =
  | 'window_expired'
  | 'payment_required'
  | 'register_limit'
  | 'media_gone'
  | 'grant_ended'
  | 'invalid'
  | 'invalid_content'
  | 'later'
  | 'suspended'
  | 'opt_out'
  | 'refused';

const CODES: Readonly<Record<string, WhatsAppRefusal>> = {
  '131047': 'window_expired',
  '131042': 'payment_required',
  '131044': 'payment_required',
  '133016': 'register_limit',
  '0': 'grant_ended',
  '190': 'grant_ended',
  '3': 'grant_ended',
  '10': 'grant_ended',
  '100/33': 'media_gone',
  '33': 'grant_ended',
  '131053': 'invalid_content',
  '100': 'invalid',
  '131008': 'invalid',
  '131009': 'invalid',
  '131051': 'invalid',
  '131062': 'invalid',
  '132000': 'invalid',
  '132012': 'invalid',
  '133005': 'invalid',
  '4': 'later',
  '80007': 'later',
  '130429': 'later',
  '131048': 'later',
  '131056': 'later',
  '131064': 'later',
  '1': 'later',
  '2': 'later',
  '131000': 'later',
  '131016': 'later',
  '131057': 'later',
  '133008': 'later',
  '133009': 'later',
  '368': 'suspended',
  '131031': 'suspended',
  '131050': 'opt_out',
};

export function refusalOfCode(code: string | undefined): WhatsAppRefusal {
  if (code === undefined) return 'refused';
  const [main = ''] = code.split('/');
  const refusal = CODES[code] ?? CODES[main];
  if (refusal) return refusal;
  return Number(main) >= 200 && Number(main) <= 299 ? 'grant_ended' : 'refused';
}

const OUTCOMES: Readonly<Partial<Record<WhatsAppRefusal, ProviderOutcome>>> = {
  grant_ended: 'reconnect',
  media_gone: 'not_found',
  invalid: 'rejected',
  invalid_content: 'rejected',
  later: 'throttled',
};

/** The meaning of the answer. A page instead of JSON says nothing of a send. */
export function judgeWhatsApp({ status, body }: ProviderAnswer): Judgement | undefined {
  if (body === undefined) return { outcome: 'unavailable' };
  const error = errorBody.safeParse(body).data?.error;
  if (!error) return status >= 200 && status < 300 ? undefined : { outcome: status >= 500 ? 'unavailable' : 'unusable' };
  const { code: number, error_subcode: subcode, message, error_data: data, fbtrace_id: requestId } = error;
  const code = subcode === undefined ? String(number) : `${number}/${subcode}`;
  const details = typeof data === 'string' ? data : data?.details;
  return { outcome: OUTCOMES[refusalOfCode(code)] ?? 'refused', code, reason: details ?? message, requestId };
}

const HOURS_72 = 72 * 3_600;
/** Meta says no time: of a pair of number and person, one message in six seconds is allowed. */
const LATER_SECONDS = 60;

/** The refusal of our interface; nothing was sent. */
export function whatsAppErrorOf(failure: ProviderFailure, reconnectUrl: string): ApiError {
  const error = refusalFor(failure, reconnectUrl);
  error.cause ??= failure;
  return error;
}

function refusalFor(failure: ProviderFailure, reconnectUrl: string): ApiError {
  const { outcome, details } = failure;
  const extra = {
    provider: 'whatsapp',
    ...(details.status === undefined ? {} : { provider_status: details.status }),
    ...(details.code === undefined ? {} : { provider_code: details.code }),
    ...(details.reason === undefined ? {} : { provider_message: details.reason }),
  };
  const words = details.reason === undefined ? '' : `: ${details.reason}`;
  const gone = { ...extra, reconnect_required: true, reconnect_url: reconnectUrl };
  if (outcome === 'reconnect')
    return new ApiError('connection_not_ready', 'WhatsApp does not accept the connection any more; connect it again.', gone);
  if (details.code === undefined) return apiErrorOf(failure, 'WhatsApp');
  switch (refusalOfCode(details.code)) {
    case 'window_expired':
      return new ApiError(
        'messaging_service_window_expired',
        `The person wrote more than 24 hours ago: send a template${words}`,
        extra,
      );
    case 'payment_required':
      return new ApiError('messaging_payment_required', `The WhatsApp account cannot pay${words}`, extra);
    case 'register_limit':
      return new ApiError('messaging_register_limit', 'The number was registered ten times within 72 hours.', extra, HOURS_72);
    case 'media_gone':
      return new ApiError('media_expired', 'WhatsApp does not have this media any more.', extra);
    case 'invalid':
      return new ApiError('validation_error', `WhatsApp refused a value${words}`, extra);
    case 'invalid_content':
      return new ApiError('invalid_content', `WhatsApp refused the media${words}`, extra);
    case 'later':
      return new ApiError('provider_error', `WhatsApp does not take the message now${words}`, extra, LATER_SECONDS, 503);
    default:
      return new ApiError('provider_error', `WhatsApp refused the message${words}`, extra, undefined, 422);
  }
}
