// Offline conversions of Microsoft Advertising: accepted row by row. No other platform here takes refunds.
import { z } from 'zod';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
import { outcomeOf, ProviderFailure } from '../http/failure.ts';
import { MINUTE_LIMIT, microsoftErrorCode, microsoftErrors, microsoftErrorWords } from '../microsoft-ads/errors.ts';
import { judgeNamed } from './answer-entries.ts';
import type { Built, DestinationKind, DestinationSettings, Payload, Receipt, Skipped } from './destination.ts';
import { digests } from './hashing/digest.ts';
import { MICROSOFT } from './hashing/rules.ts';
import { destinationKind, isoSeconds, keysOf, type NamedEvent, numberOf, skipped, withoutEmpty } from './kind.ts';
import { sendingTo } from './target-refusal.ts';

export const MICROSOFT_CAMPAIGNS = 'https://campaign.api.bingads.microsoft.com';
const DAY_MS = 86_400_000;
const MAX_AGE_MS = 90 * DAY_MS;
const LANES = {
  conversions: { path: 'OfflineConversions/Apply', list: 'OfflineConversions' },
  adjustments: { path: 'OfflineConversionAdjustments/Apply', list: 'OfflineConversionAdjustments' },
};

const fault = z.object({ Code: z.int().nullish(), ErrorCode: z.string().nullish(), Message: z.string().nullish() });
/** Null is no error; a body without the list is another answer. */
const receipt = z.object({
  PartialErrors: z.array(z.unknown()).nullable(),
  TrackingId: z.string().optional(),
});
/** Of a row, or of all of them where it names none; one that names neither a row nor a code cannot be read. */
const partialError = fault
  .extend({ Index: z.int().nullish() })
  .refine(({ Index, Code, ErrorCode }) => Index != null || Code != null || ErrorCode != null);

/** About the goal, whose name all rows of a request have; of a whole request, also about the account. */
const OF_GOAL = /goal|conversion ?name/i;
const OF_REQUEST = /goal|conversion ?name|account|customer/i;

export const microsoftConversionsClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'microsoft_ads', judge, requestIdHeader: 'trackingid' });

function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  const code = microsoftErrorCode(body);
  if (code === undefined) return undefined;
  const retryAfterMs = code === MINUTE_LIMIT.code ? MINUTE_LIMIT.pauseMs : undefined;
  const outcome = outcomeOf(microsoftErrors, Math.max(status, 400), code);
  return { outcome, code, retryAfterMs, reason: microsoftErrorWords(body) };
}

export const microsoftConversions = (client: ProviderClient, developerToken: string): DestinationKind =>
  destinationKind({
    id: 'microsoft_ads',
    limits: {
      // The same click or person at the same second counts once, whenever it is sent.
      batch: 1_000,
      maxAgeMs: MAX_AGE_MS,
      dedupWindowMs: MAX_AGE_MS,
      namesIndex: true,
      canRestate: true,
      canRetract: true,
    },
    safeFields: { platform_safe: ['emails', 'phones', 'msclkid'], hipaa: ['msclkid'] },
    build,
    send: async (grant, { accountId = '', loginAccountId }, payloads) => {
      const headers = {
        authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
        developertoken: developerToken,
        customeraccountid: accountId,
        ...(loginAccountId === undefined ? {} : { customerid: loginAccountId }),
      };
      const { path, list } = LANES[laneOf(payloads)];
      const json = { [list]: payloads.map(({ body }) => body) };
      const request = { method: 'POST', path, headers, json, account: accountId } as const;
      return receiptOf(await sendingTo(OF_REQUEST, () => client.json(request, receipt)), payloads.length);
    },
  });

const laneOf = ([first]: readonly Payload[]): keyof typeof LANES =>
  first?.lane === 'adjustments' ? 'adjustments' : 'conversions';

/** Of an error of Microsoft's own, or a limit, which pass. */
const FAILED_PAUSE_MS = 900_000;

const outcomeOfRow = ({ Code }: z.infer<typeof fault>) =>
  outcomeOf(microsoftErrors, 400, Code == null ? undefined : String(Code));

const isPassing = (error: z.infer<typeof fault>): boolean => ['unavailable', 'throttled'].includes(outcomeOfRow(error));

const codeOf = ({ Code, ErrorCode }: z.infer<typeof fault>): string => ErrorCode ?? String(Code ?? 'refused');

/** @throws ProviderFailure for an error that is about no row: `misconfigured` for a goal that is not there, else what its code says. */
function receiptOf({ PartialErrors, TrackingId: requestId }: z.infer<typeof receipt>, count: number): Receipt {
  const entries = (PartialErrors ?? []).filter((each) => each !== null);
  const errors = entries.flatMap((each) => partialError.safeParse(each).data ?? []);
  const ofGoal = errors.find(({ ErrorCode, Message }) => OF_GOAL.test(`${ErrorCode} ${Message}`));
  const unplaced = ofGoal ?? errors.find(({ Index }) => Index == null || Index < 0);
  if (unplaced) {
    const words = `microsoft_ads refused the rows of a request: ${codeOf(unplaced)}`;
    throw new ProviderFailure('microsoft_ads', ofGoal ? 'misconfigured' : outcomeOfRow(unplaced), words, {
      status: 200,
      code: codeOf(unplaced),
      requestId,
    });
  }
  const judged = judgeNamed(count, entries, (each) => {
    const found = partialError.safeParse(each).data;
    if (found?.Index == null) return undefined;
    return { index: found.Index, reason: codeOf(found), ...(isPassing(found) ? { retryAfterMs: FAILED_PAUSE_MS } : {}) };
  });
  return { requestId, ...judged, acceptedOthers: true };
}

function build(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  const { person, value, actionSource } = event;
  const keys = {
    msclkid: person.clickIds.msclkid,
    email: digests(MICROSOFT.em, person.emails)[0],
    phone: digests(MICROSOFT.ph, person.phones)[0],
  };
  if (keysOf(keys).length === 0) return skipped('no_match_key');
  if (event.kind === 'restatement' && !value) return skipped('no_value');
  const match = withoutEmpty({
    MicrosoftClickId: keys.msclkid,
    HashedEmailAddress: keys.email,
    HashedPhoneNumber: keys.phone,
  });
  const row = event.kind === 'conversion' ? conversionOf(event) : adjustmentOf(event);
  const body = { ConversionName: settings.targetId, ...row, ...match };
  const lane = event.kind === 'conversion' ? 'conversions' : 'adjustments';
  return { payload: { lane, body }, matchKeys: keysOf(keys), actionSource };
}

const conversionOf = ({ occurredAt, value }: NamedEvent) => ({
  ConversionTime: isoSeconds(occurredAt),
  ...withoutEmpty({ ConversionValue: numberOf(value), ConversionCurrencyCode: value?.currency }),
});

const adjustmentOf = ({ occurredAt, original, kind, value, changedAt }: NamedEvent) => ({
  ConversionTime: isoSeconds(original?.occurredAt ?? occurredAt),
  AdjustmentTime: isoSeconds(changedAt ?? occurredAt),
  AdjustmentType: kind === 'retraction' ? 'Retract' : 'Restate',
  ...(kind === 'retraction' ? {} : withoutEmpty({ AdjustmentValue: numberOf(value), AdjustmentCurrencyCode: value?.currency })),
});
