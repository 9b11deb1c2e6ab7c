// LinkedIn's Conversions API. One bad event stops a batch, and the refusal lists every bad one.
import { z } from 'zod';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';
import { linkedInErrorCode, linkedInErrors } from '../linkedin/errors.ts';
import { judgeInOrder, type Verdict } from './answer-entries.ts';
import type { Built, DestinationKind, DestinationSettings, Receipt, Skipped } from './destination.ts';
import { digests } from './hashing/digest.ts';
import { exactCountry } from './hashing/regions.ts';
import { LINKEDIN } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, skipped } from './kind.ts';
import { receiptOfNamed } from './named-refusal.ts';
import { sendingTo } from './target-refusal.ts';

const DAY_MS = 86_400_000;
const MAX_AGE_MS = 90 * DAY_MS;
/** For an element that LinkedIn had no room for. */
const THROTTLED_PAUSE_MS = 60_000;

/** About the conversion rule, which all events of a request have: "Conversion's method should be CONVERSIONS_API, indices [0]". */
const OF_RULE = /\/conversion ::|conversions? (rule|information)|conversion's method|llaPartnerConversion/i;

const refusal = z.object({ message: z.string() });
const receipt = z.object({ elements: z.array(z.unknown()) });
const element = z.object({ status: z.int() });

export const linkedInConversionsClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'linkedin', judge, requestIdHeader: 'x-li-uuid' });

/** Its sentence names the events. "indices [0, 3] (0-indexed)" is written as the other form is. */
function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status >= 200 && status < 300) return 'success';
  const code = linkedInErrorCode(body);
  const message = refusal.safeParse(body).data?.message ?? '';
  const [, list = ''] = /indices \[([\d, ]+)\]/.exec(message) ?? [];
  const lines = list.split(',').flatMap((index) => (index.trim() === '' ? [] : [`Index: ${index.trim()}, ERROR :: /element ::`]));
  const isOfRule = OF_RULE.test(message);
  const reason = lines.length > 0 && !isOfRule ? lines.join('\n') : message;
  return { outcome: outcomeOf(linkedInErrors, status, code), code, reason };
}

export const linkedInConversions = (client: ProviderClient, version: string): DestinationKind =>
  destinationKind({
    id: 'linkedin',
    limits: {
      batch: 5_000,
      maxAgeMs: MAX_AGE_MS,
      dedupWindowMs: MAX_AGE_MS,
      namesIndex: true,
      canRestate: false,
      canRetract: false,
    },
    safeFields: { platform_safe: ['emails', 'li_fat_id'], hipaa: ['li_fat_id'] },
    build,
    send: async (grant, { targetId: account }, payloads) => {
      const headers = {
        authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
        'linkedin-version': version,
        'x-restli-protocol-version': '2.0.0',
        'x-restli-method': 'BATCH_CREATE',
      };
      const json = { elements: payloads.map(({ body }) => body) };
      const request = { method: 'POST', path: 'conversionEvents', headers, json, account } as const;
      return receiptOfNamed(/^Index: (\d+), ERROR :: ([\w/]+)/, async () =>
        receiptOf(await sendingTo(OF_RULE, () => client.json(request, receipt)), payloads.length),
      );
    },
  });

const receiptOf = ({ elements }: z.infer<typeof receipt>, count: number): Receipt => ({
  ...judgeInOrder(count, elements, verdictOf),
  acceptedOthers: true,
});

/** Each element has a status of HTTP. A server error may come after the element was taken. */
function verdictOf(each: unknown): Verdict {
  const status = element.safeParse(each).data?.status ?? 0;
  if (status >= 200 && status <= 299) return 'accepted';
  if (status === 429) return { reason: String(status), retryAfterMs: THROTTLED_PAUSE_MS };
  return status >= 400 && status <= 499 ? { reason: String(status) } : undefined;
}

function build(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  const { person, value, actionSource } = event;
  const keys = { email: digests(LINKEDIN.email, person.emails), li_fat_id: person.clickIds.li_fat_id };
  const firstName = person.firstName?.trim();
  const lastName = person.lastName?.trim();
  // LinkedIn refuses the one without the other.
  const hasName = firstName !== undefined && firstName !== '' && lastName !== undefined && lastName !== '';
  const countryCode = exactCountry(person.country);
  const userInfo = hasName ? { firstName, lastName, ...(countryCode === undefined ? {} : { countryCode }) } : undefined;
  const externalIds = person.externalId === undefined ? undefined : [person.externalId];
  if (keysOf({ ...keys, userInfo }).length === 0) return skipped('no_match_key');
  const userIds = [
    ...keys.email.map((idValue) => ({ idType: 'SHA256_EMAIL', idValue })),
    ...(keys.li_fat_id === undefined ? [] : [{ idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', idValue: keys.li_fat_id }]),
  ];
  const body = {
    conversion: `urn:lla:llaPartnerConversion:${settings.targetId}`,
    conversionHappenedAt: event.occurredAt,
    ...(value ? { conversionValue: { currencyCode: value.currency, amount: value.amount } } : {}),
    eventId: event.eventId,
    user: { userIds, ...(userInfo ? { userInfo } : {}), ...(externalIds ? { externalIds } : {}) },
  };
  const matchKeys = keysOf({ ...keys, name: userInfo, external_id: externalIds });
  return { payload: { lane: 'events', body }, matchKeys, actionSource };
}
