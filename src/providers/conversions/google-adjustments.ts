// Conversions that are taken back at Google: the Data Manager API corrects values and retracts nothing, the Google Ads API does. A conversion is
// named by the id it was uploaded under, so nothing about a person is sent. Rows fail one by one; a repeated adjustment with the same time counts once.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { judgeGoogle, outcomeOfCode } from '../google-ads/errors.ts';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
import { ProviderFailure, type ProviderOutcome } from '../http/failure.ts';
import { judgeNamed, nothingDecided } from './answer-entries.ts';
import type { Built, DestinationSettings, Payload, Receipt, Rejection } from './destination.ts';
import { isoSeconds, type NamedEvent } from './kind.ts';

export const GOOGLE_ADS_API = 'https://googleads.googleapis.com';
export const ADJUSTMENTS = 'adjustments';
const HOUR_MS = 3_600_000;
/** Google retracts no younger conversion. */
export const ADJUSTED_AFTER_MS = 25 * HOUR_MS;
const TOO_RECENT_PAUSE_MS = 6 * HOUR_MS;
const TOO_RECENT = ['TOO_RECENT_CONVERSION', 'TOO_RECENT_CONVERSION_ACTION'];
/** Of an error of Google's own, which passes. */
const FAILED_PAUSE_MS = 900_000;
/** About the conversion action or the account, which all rows of a request have. */
const OF_ALL: Readonly<Record<string, ProviderOutcome>> = {
  NO_CONVERSION_ACTION_FOUND: 'misconfigured',
  INVALID_CONVERSION_ACTION_TYPE: 'misconfigured',
  CUSTOMER_NOT_ACCEPTED_CUSTOMER_DATA_TERMS: 'terms',
};
/** Of google.rpc.Code: a deadline, a limit, an abortion, an error of Google's own, a service that is not available. */
const PASSING_CODES: readonly (number | undefined)[] = [4, 8, 10, 13, 14];
/** A repetition of a retraction that was made. */
const RETRACTED = 'CONVERSION_ALREADY_RETRACTED';

const answered = z.object({
  results: z.array(z.unknown()).optional(),
  partialFailureError: z.object({ code: z.int().optional(), details: z.array(z.unknown()).default([]) }).optional(),
});
const failureDetail = z.object({ errors: z.array(z.unknown()).default([]) });
const coded = z.object({ errorCode: z.record(z.string(), z.string()) });
const rowError = coded.extend({
  location: z.object({ fieldPathElements: z.array(z.object({ index: z.int().nonnegative().optional() })) }),
});
type Answered = z.infer<typeof answered>;

export const adjustmentsClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'google_ads', judge, requestIdHeader: 'request-id' });

/** A failure in part is the receipt of its rows. */
function judge(answer: ProviderAnswer): Judgement | undefined {
  const isInPart = answer.status === 200 && answered.safeParse(answer.body).data?.partialFailureError !== undefined;
  return isInPart ? 'success' : judgeGoogle(answer);
}

export function buildRetraction(event: NamedEvent, { accountId = '', targetId }: DestinationSettings): Built {
  const { original, changedAt, occurredAt, actionSource } = event;
  const body = {
    conversionAction: `customers/${accountId}/conversionActions/${targetId}`,
    adjustmentType: 'RETRACTION',
    orderId: original?.eventId,
    adjustmentDateTime: isoSeconds(Math.max(changedAt ?? 0, occurredAt + 1_000))
      .replace('T', ' ')
      .replace('Z', '+00:00'),
  };
  return { payload: { lane: ADJUSTMENTS, body }, matchKeys: ['transaction_id'], actionSource };
}

export async function sendAdjustments(
  client: ProviderClient,
  grant: Grant,
  { accountId = '', loginAccountId, testCode }: DestinationSettings,
  payloads: readonly Payload[],
): Promise<Receipt> {
  const headers = {
    authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
    ...(loginAccountId === undefined ? {} : { 'login-customer-id': loginAccountId }),
  };
  const json = {
    conversionAdjustments: payloads.map(({ body }) => body),
    partialFailure: true,
    validateOnly: testCode !== undefined,
  };
  const path = `customers/${encodeURIComponent(accountId)}:uploadConversionAdjustments`;
  const request = { method: 'POST', path, headers, json, account: accountId } as const;
  const body = await client.json(request, answered);
  const isEmpty = body.results === undefined && body.partialFailureError === undefined && testCode === undefined;
  return { ...(isEmpty ? nothingDecided(payloads.length) : judged(body, payloads)), acceptedOthers: true };
}

/** @throws ProviderFailure for a failure that is about no row: a retraction that was made is not made twice. */
function judged({ partialFailureError }: Answered, payloads: readonly Payload[]): Pick<Receipt, 'rejected' | 'undecided'> {
  if (partialFailureError === undefined) return { rejected: [] };
  const errors = partialFailureError.details.flatMap((each) => failureDetail.safeParse(each).data?.errors ?? []);
  // An error without a row concerns all rows, also where its details are of another kind.
  const isOfAll = errors.every((each) => payloads[readRowError(each)?.index ?? -1] === undefined);
  const outcome = errors.map(outcomeOf).find((each) => each !== undefined && (isOfAll || !isPassing(each)));
  const whole = outcome ?? (isOfAll && PASSING_CODES.includes(partialFailureError.code) ? 'unavailable' : undefined);
  if (whole) throw new ProviderFailure('google_ads', whole, 'google_ads refused the rows of a request', { status: 200 });
  const found = isOfAll
    ? { rejected: payloads.map((_, index) => ({ index, reason: 'refused' })) }
    : judgeNamed(payloads.length, errors, readRowError);
  return { ...found, rejected: found.rejected.filter(({ reason }) => reason !== RETRACTED).map(withPause) };
}

/** Of an error that is about more than its row. */
function outcomeOf(error: unknown): ProviderOutcome | undefined {
  const [kind, value = ''] = Object.entries(coded.safeParse(error).data?.errorCode ?? {})[0] ?? [];
  return OF_ALL[value] ?? outcomeOfCode(`${kind}.${value}`);
}

const isPassing = (outcome: ProviderOutcome): boolean => outcome === 'unavailable' || outcome === 'throttled';

function readRowError(error: unknown): Rejection | undefined {
  const { errorCode, location } = rowError.safeParse(error).data ?? {};
  const index = location?.fieldPathElements.find((each) => each.index !== undefined)?.index;
  if (index === undefined) return undefined;
  const found = { index, reason: Object.values(errorCode ?? {})[0] ?? 'refused' };
  return outcomeOf(error) === undefined ? found : { ...found, retryAfterMs: FAILED_PAUSE_MS };
}

const withPause = (each: Rejection): Rejection =>
  TOO_RECENT.includes(each.reason) ? { ...each, retryAfterMs: TOO_RECENT_PAUSE_MS } : each;
