// Pinterest's conversions: each event has its own result, in the order of the request.
import { z } from 'zod';
import {
  type Judgement,
  type ProviderAnswer,
  ProviderClient,
  type ProviderClientOptions,
  type ProviderRequest,
} from '../http/client.ts';
import { outcomeOf, ProviderFailure } from '../http/failure.ts';
import { judgeInOrder } from './answer-entries.ts';
import { ACTION_SOURCES, type Built, type DestinationKind, type Receipt, type Skipped } from './destination.ts';
import { PINTEREST_NAMES } from './event-names.ts';
import { digest, digests } from './hashing/digest.ts';
import { exactCountry } from './hashing/regions.ts';
import { PINTEREST } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, secondsOf, skipped, withoutEmpty } from './kind.ts';
import { sendingTo } from './target-refusal.ts';

export const PINTEREST_API = 'https://api.pinterest.com';
const DAY_MS = 86_400_000;

/** Pinterest compares ids with its tag's, and those of offline events never: sent again, one counts twice. */
const NEVER_COMPARED = Object.fromEntries(ACTION_SOURCES.filter((each) => each !== 'website').map((each) => [each, 0]));

/** Apart, as a request of events of websites may be sent again in halves. */
const [WEB, OFFLINE] = ['web', 'offline'] as const;

/** About the ad account that gets the events. */
const OF_ACCOUNT = /ad[ _]?account|advertiser/i;
const refusal = z.object({ code: z.int().optional(), message: z.string().optional() });
const results = z.object({ events: z.array(z.unknown()) }).transform(({ events }) => events);
const entries = z.array(z.looseObject({ status: z.string() })).min(1);
/** Where some or all failed, its description does not say at which place: on top, or below `details` or `data`. */
const receipt = z.union([
  results,
  ...(['details', 'data'] as const).map((name) =>
    z.looseObject({ [name]: z.union([results, entries]) }).transform((body) => z.array(z.unknown()).parse(body[name])),
  ),
]);
const entry = z.object({ status: z.enum(['processed', 'failed']) });

export const pinterestClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'pinterest', judge, requestIdHeader: 'x-pinterest-rid' });

/** Where no event was good, the status is of a refusal, and the results are the same. */
function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status < 400) return undefined;
  if (status === 422 && receipt.safeParse(body).success) return 'success';
  return { outcome: outcomeOf([], status, undefined), code: codeOf(body), reason: refusal.safeParse(body).data?.message };
}

/** Some of its events may be processed, and the answer does not say which. */
const isProcessedInPart = (error: unknown): boolean => error instanceof ProviderFailure && error.details.status === 422;

const codeOf = (body: unknown): string | undefined => refusal.safeParse(body).data?.code?.toString();

export const pinterestConversions = (client: ProviderClient): DestinationKind =>
  destinationKind({
    id: 'pinterest',
    limits: {
      batch: 1_000,
      maxAgeMs: 7 * DAY_MS,
      dedupWindowMs: 7 * DAY_MS,
      namesIndex: true,
      dedupWindowMsOf: NEVER_COMPARED,
      canRestate: false,
      canRetract: false,
    },
    names: PINTEREST_NAMES,
    safeFields: { platform_safe: ['emails', 'phones', 'externalId', 'epik'], hipaa: [] },
    signals: ['user_agent', 'ip'],
    build,
    send: async (grant, { accountId = '', testCode }, payloads) => {
      const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
      const request: ProviderRequest = {
        method: 'POST',
        path: `ad_accounts/${encodeURIComponent(accountId)}/events`,
        headers,
        account: accountId,
        ...(testCode === undefined ? {} : { query: { test: 'true' } }),
        json: { data: payloads.map(({ body }) => body) },
      };
      const answer = await sendingTo(OF_ACCOUNT, () => client.json(request, receipt)).catch((error: unknown) => {
        if (payloads[0]?.lane === OFFLINE && isProcessedInPart(error)) return [];
        throw error;
      });
      return receiptOf(answer, payloads.length);
    },
  });

/** Its sentence may repeat what was sent, so that only the status is kept. */
const receiptOf = (events: z.infer<typeof receipt>, count: number): Receipt => ({
  ...judgeInOrder(count, events, (each) => {
    const status = entry.safeParse(each).data?.status;
    return status === 'failed' ? { reason: status } : status && 'accepted';
  }),
  acceptedOthers: true,
});

function build(event: NamedEvent): Built | Skipped {
  const { person, actionSource } = event;
  const one = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const email = digests(PINTEREST.em, person.emails);
  const hasBrowser = person.ip !== undefined && person.userAgent !== undefined;
  if (email.length === 0 && !hasBrowser) return skipped('no_match_key');
  const keys = {
    email,
    phone: digests(PINTEREST.ph, person.phones),
    external_id: one(digest(PINTEREST.external_id, person.externalId)),
    first_name: one(digest(PINTEREST.name, person.firstName)),
    last_name: one(digest(PINTEREST.name, person.lastName)),
    city: one(digest(PINTEREST.ct, person.city)),
    region: one(digest(PINTEREST.st, person.region)),
    postal_code: one(digest(PINTEREST.zp, person.postalCode)),
    country: one(digest(PINTEREST.country, exactCountry(person.country))),
    gender: one(digest(PINTEREST.ge, person.gender)),
    birth_date: one(digest(PINTEREST.db, person.birthDate)),
    ip: person.ip,
    user_agent: person.userAgent,
    epik: person.clickIds.epik,
  };
  const userData = {
    em: keys.email,
    ph: keys.phone,
    external_id: keys.external_id,
    fn: keys.first_name,
    ln: keys.last_name,
    ct: keys.city,
    st: keys.region,
    zp: keys.postal_code,
    country: keys.country,
    ge: keys.gender,
    db: keys.birth_date,
    client_ip_address: keys.ip,
    client_user_agent: keys.user_agent,
    click_id: keys.epik,
  };
  const customData = withoutEmpty({
    currency: event.value?.currency,
    value: event.value?.amount,
    order_id: event.orderId,
  });
  const lane = actionSource === 'website' ? WEB : OFFLINE;
  const body = {
    event_name: event.at.name,
    action_source: lane,
    event_time: secondsOf(event.occurredAt),
    event_id: event.eventId,
    ...(actionSource === 'website' ? withoutEmpty({ event_source_url: event.pageUrl }) : {}),
    user_data: withoutEmpty(userData),
    ...(Object.keys(customData).length === 0 ? {} : { custom_data: customData }),
  };
  return { payload: { lane, body }, matchKeys: keysOf(keys), actionSource };
}
