// Conversions that are taken back at Google: the Data Manager API corrects values and retracts nothing, the Google Ads API does. A conversion is
// named by the id it was uploaded under, so nothing about a person is sent. Rows fail one by one; a repeated adjustment with the same time counts once.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { judgeGoogle } from '../google-ads/errors.ts';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
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
/** A repetition of a retraction that was made. */
const RETRACTED = 'CONVERSION_ALREADY_RETRACTED';

const answered = z.object({
  results: z.array(z.unknown()).optional(),
  partialFailureError: z.object({ details: z.array(z.unknown()).default([]) }).optional(),
});
const failureDetail = z.object({ errors: z.array(z.unknown()).default([]) });
const rowError = z.object({
  errorCode: z.record(z.string(), z.string()),
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
    ...{ adjustmentType: 'RETRACTION', orderId: original?.eventId },
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
    ...{ partialFailure: true, validateOnly: testCode !== undefined },
  };
  const path = `customers/${encodeURIComponent(accountId)}:uploadConversionAdjustments`;
  const request = { method: 'POST', path, headers, json, account: accountId } as const;
  const body = await client.json(request, answered);
  const isEmpty = body.results === undefined && body.partialFailureError === undefined && testCode === undefined;
  return { ...(isEmpty ? nothingDecided(payloads.length) : judged(body, payloads)), acceptedOthers: true };
}

function judged({ partialFailureError }: Answered, payloads: readonly Payload[]): Pick<Receipt, 'rejected' | 'undecided'> {
  if (partialFailureError === undefined) return { rejected: [] };
  const errors = partialFailureError.details.flatMap((each) => failureDetail.safeParse(each).data?.errors ?? []);
  // An error without a row concerns all rows, also where its details are of another kind.
  const isOfAll = errors.every((each) => payloads[readRowError(each)?.index ?? -1] === undefined);
  const found = isOfAll
    ? { rejected: payloads.map((_, index) => ({ index, reason: 'refused' })) }
    : judgeNamed(payloads.length, errors, readRowError);
  return { ...found, rejected: found.rejected.filter(({ reason }) => reason !== RETRACTED).map(withPause) };
}

function readRowError(error: unknown): Rejection | undefined {
  const { errorCode, location } = rowError.safeParse(error).data ?? {};
  const index = location?.fieldPathElements.find((each) => each.index !== undefined)?.index;
  return index === undefined ? undefined : { index, reason: Object.values(errorCode ?? {})[0] ?? 'refused' };
}

const withPause = (each: Rejection): Rejection =>
  TOO_RECENT.includes(each.reason) ? { ...each, retryAfterMs: TOO_RECENT_PAUSE_MS } : each;
