// Offline conversions of Microsoft Advertising: accepted row by row. No other platform here takes refunds.
import { z } from 'zod';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';
import { MINUTE_LIMIT, microsoftErrorCode, microsoftErrors } from '../microsoft-ads/errors.ts';
import type { Built, DestinationKind, DestinationSettings, Payload, Receipt, Skipped } from './destination.ts';
import { digests } from './hashing/digest.ts';
import { MICROSOFT } from './hashing/rules.ts';
import { destinationKind, isoSeconds, keysOf, type NamedEvent, numberOf, rejectionsOf, skipped, withoutEmpty } from './kind.ts';

export const MICROSOFT_CAMPAIGNS = 'https://campaign.api.bingads.microsoft.com';
const DAY_MS = 86_400_000;
const MAX_AGE_MS = 90 * DAY_MS;
const LANES = {
  conversions: { path: 'OfflineConversions/Apply', list: 'OfflineConversions' },
  adjustments: { path: 'OfflineConversionAdjustments/Apply', list: 'OfflineConversionAdjustments' },
};

const receipt = z.object({
  PartialErrors: z
    .array(z.object({ Index: z.int(), Code: z.int().nullish(), ErrorCode: z.string().nullish() }).nullable())
    .nullish()
    .transform((errors) => (errors ?? []).filter((each) => each !== null)),
  TrackingId: z.string().optional(),
});

export const microsoftConversionsClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'microsoft_ads', judge, requestIdHeader: 'trackingid' });

function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  const code = microsoftErrorCode(body);
  if (code === undefined) return undefined;
  const retryAfterMs = code === MINUTE_LIMIT.code ? MINUTE_LIMIT.pauseMs : undefined;
  return { outcome: outcomeOf(microsoftErrors, Math.max(status, 400), code), code, retryAfterMs };
}

export const microsoftConversions = (client: ProviderClient, developerToken: string): DestinationKind =>
  destinationKind({
    id: 'microsoft_ads',
    limits: {
      // The same click or person at the same second counts once, whenever it is sent.
      ...{ batch: 1_000, maxAgeMs: MAX_AGE_MS, dedupWindowMs: MAX_AGE_MS, namesIndex: true },
      ...{ canRestate: true, canRetract: true },
    },
    safeFields: { platform_safe: ['emails', 'phones', 'msclkid'], hipaa: ['msclkid'] },
    build,
    send: async (grant, { accountId = '', loginAccountId }, payloads) => {
      const headers = {
        authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
        ...{ developertoken: developerToken, customeraccountid: accountId },
        ...(loginAccountId === undefined ? {} : { customerid: loginAccountId }),
      };
      const { path, list } = LANES[laneOf(payloads)];
      const json = { [list]: payloads.map(({ body }) => body) };
      return receiptOf(await client.json({ method: 'POST', path, headers, json, account: accountId }, receipt));
    },
  });

const laneOf = ([first]: readonly Payload[]): keyof typeof LANES =>
  first?.lane === 'adjustments' ? 'adjustments' : 'conversions';

function receiptOf({ PartialErrors: errors, TrackingId: requestId }: z.infer<typeof receipt>): Receipt {
  const bad = errors.map(({ Index, Code, ErrorCode }): [number, string] => [Index, ErrorCode ?? String(Code ?? 'refused')]);
  return { requestId, rejected: rejectionsOf(bad), acceptedOthers: true };
}

function build(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  const { person, value, actionSource } = event;
  const keys = {
    ...{ msclkid: person.clickIds.msclkid, email: digests(MICROSOFT.em, person.emails)[0] },
    phone: digests(MICROSOFT.ph, person.phones)[0],
  };
  if (keysOf(keys).length === 0) return skipped('no_match_key');
  if (event.kind === 'restatement' && !value) return skipped('no_value');
  const match = withoutEmpty({
    ...{ MicrosoftClickId: keys.msclkid, HashedEmailAddress: keys.email, HashedPhoneNumber: keys.phone },
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
  ...{ ConversionTime: isoSeconds(original?.occurredAt ?? occurredAt), AdjustmentTime: isoSeconds(changedAt ?? occurredAt) },
  AdjustmentType: kind === 'retraction' ? 'Retract' : 'Restate',
  ...(kind === 'retraction' ? {} : withoutEmpty({ AdjustmentValue: numberOf(value), AdjustmentCurrencyCode: value?.currency })),
});
