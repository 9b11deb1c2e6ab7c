// Microsoft Advertising's numbered errors, as outcomes. One answer may carry several; the first one decides.
import type { ErrorRule } from '../http/failure.ts';
import { errorBody } from './shapes.ts';

export const microsoftErrors: readonly ErrorRule[] = [
  // 105: the token is not valid; 109: it has expired although it was refreshed in time.
  { code: /^(?:105|109)$/, outcome: 'reconnect' },
  { code: '106', outcome: 'forbidden' },
  // 117: too many calls within a minute; 207: too many at once.
  { code: /^(?:117|207)$/, outcome: 'throttled' },
  { code: '0', outcome: 'unavailable' },
  // A file that is no longer there, or not yet.
  { code: /^(?:2100|2103)$/, outcome: 'not_found' },
  { status: 400, code: /^\d+$/, outcome: 'rejected' },
];

/** The pause of an account after "too many calls within a minute". */
export const MINUTE_LIMIT = { code: '117', pauseMs: 60_000 };

/** The number of the first error of an answer, as text. */
export function microsoftErrorCode(body: unknown): string | undefined {
  const code = firstError(body)?.Code;
  return code === undefined ? undefined : String(code);
}

/** Its word and its sentence. */
export const microsoftErrorWords = (body: unknown): string => {
  const { ErrorCode, Message } = firstError(body) ?? {};
  return `${ErrorCode ?? ''} ${Message ?? ''}`.trim();
};

export const microsoftErrorReason = (body: unknown): string | undefined => firstError(body)?.Message ?? undefined;

function firstError(body: unknown) {
  const { data } = errorBody.safeParse(body);
  return [...(data?.OperationErrors ?? []), ...(data?.Errors ?? []), ...(data?.BatchErrors ?? [])][0];
}
