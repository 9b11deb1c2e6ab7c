// Reddit's Conversions API. One bad event stops a request, and the refusal repeats each bad event, which is found by its id.
import { z } from 'zod';
import {
  type Judgement,
  type ProviderAnswer,
  ProviderClient,
  type ProviderClientOptions,
  type ProviderRequest,
} from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';
import type { ActionSource, Built, DestinationKind, Payload, Receipt, Skipped } from './destination.ts';
import { REDDIT_NAMES } from './event-names.ts';
import { digest } from './hashing/digest.ts';
import { REDDIT } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, numberOf, rejectionsOf, skipped, withoutEmpty } from './kind.ts';
import { sendingTo } from './target-refusal.ts';

export const REDDIT_API = 'https://ads-api.reddit.com';
const HOUR_MS = 3_600_000;
const MAX_AGE_MS = 168 * HOUR_MS;
/** Within two days events with one conversion id count once. */
const DEDUP_MS = 48 * HOUR_MS;
const SOURCES: Readonly<Partial<Record<ActionSource, string>>> = {
  website: 'WEBSITE',
  app: 'APP',
  physical_store: 'PHYSICAL_STORE',
};

const withId = z.object({ metadata: z.object({ conversion_id: z.string() }) });
const refusal = z.object({ event: z.unknown() });
const refusedEvents = z.object({ invalid_events: z.array(refusal).min(1) });
const answer = z.union([
  refusedEvents,
  z.object({ message: z.string(), invalid_events: z.array(z.never()).nullish() }).transform(() => ({ invalid_events: [] })),
]);
const sentence = z.object({ error: z.object({ message: z.string() }) });
const OF_PIXEL = /pixel/i;
const typeError = z.object({
  error: z.object({ reason: z.literal('UNAUTHORIZED'), explanation: z.string().startsWith('JSON') }),
});

export const redditClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'reddit', judge });

/** A refusal with its events passes as an answer. A value of the wrong type returns 403, too. */
function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  const isReadable = status < 300 || status === 400 || status === 422;
  if (isReadable && refusedEvents.safeParse(body).success) return 'success';
  if (status === 403 && typeError.safeParse(body).success) return { outcome: 'rejected', code: 'UNAUTHORIZED' };
  if (status >= 200 && status < 300) return 'success';
  return { outcome: outcomeOf([], status, undefined), reason: sentence.safeParse(body).data?.error.message };
}

/** How a conversion id is written: as the pixel sends it, or hashed. Reddit compares the two as they are. */
export type RedditIdForm = 'plain' | 'sha256';

export const redditConversions = (client: ProviderClient, idForm: RedditIdForm = 'plain'): DestinationKind =>
  destinationKind({
    id: 'reddit',
    limits: {
      batch: 1_000,
      maxAgeMs: MAX_AGE_MS,
      dedupWindowMs: DEDUP_MS,
      namesIndex: true,
      canRestate: false,
      canRetract: false,
    },
    names: REDDIT_NAMES,
    safeFields: { platform_safe: ['emails', 'phones', 'externalId', 'rdt_cid'], hipaa: ['rdt_cid'] },
    signals: ['user_agent', 'ip'],
    build: (event) => build(event, idForm),
    send: async (grant, { targetId, testCode }, payloads) => {
      const request: ProviderRequest = {
        method: 'POST',
        path: `api/v3/pixels/${encodeURIComponent(targetId)}/conversion_events`,
        account: targetId,
        headers: { authorization: `Bearer ${(await grant.accessToken()).reveal()}` },
        ...(testCode === undefined ? {} : { query: { test_id: testCode } }),
        json: { data: { events: payloads.map(({ body }) => body) } },
      };
      const { invalid_events: refused } = await sendingTo(OF_PIXEL, () => client.json(request, answer));
      return receiptOf(payloads, refused);
    },
  });

function receiptOf(payloads: readonly Payload[], refused: readonly z.infer<typeof refusal>[]): Receipt {
  const ids = payloads.map((payload) => idOf(payload.body));
  const bad = refused.flatMap(({ event }): [number, string][] => {
    const index = ids.indexOf(idOf(event));
    return index < 0 ? [] : [[index, 'invalid_event']];
  });
  return { rejected: rejectionsOf(bad), acceptedOthers: refused.length === 0 };
}

const idOf = (event: unknown): string | undefined => withId.safeParse(event).data?.metadata.conversion_id;

function build(event: NamedEvent, idForm: RedditIdForm): Built | Skipped {
  const { person, value, actionSource } = event;
  const keys = {
    email: digest(REDDIT.email, person.emails[0]),
    phone: digest(REDDIT.phone_number, person.phones[0]),
    external_id: digest(REDDIT.id, person.externalId),
    rdt_cid: person.clickIds.rdt_cid,
    ip: digest(REDDIT.id, person.ip),
    user_agent: person.userAgent,
  };
  const hasBrowser = keys.ip !== undefined && keys.user_agent !== undefined;
  const { ip: _ip, user_agent: _agent, ...strong } = keys;
  if (keysOf(strong).length === 0 && !hasBrowser) return skipped('no_match_key');
  const user = withoutEmpty({
    email: keys.email,
    phone_number: keys.phone,
    external_id: keys.external_id,
    ip_address: keys.ip,
    user_agent: keys.user_agent,
  });
  const body = {
    event_at: event.occurredAt,
    action_source: SOURCES[actionSource] ?? 'OTHER',
    type: { tracking_type: event.at.name, ...(event.at.custom === undefined ? {} : { custom_event_name: event.at.custom }) },
    ...withoutEmpty({ click_id: keys.rdt_cid }),
    metadata: {
      conversion_id: idForm === 'plain' ? event.eventId : digest(REDDIT.id, event.eventId),
      ...withoutEmpty({ value: numberOf(value), currency: value?.currency }),
    },
    ...(Object.keys(user).length === 0 ? {} : { user }),
  };
  return { payload: { lane: 'events', body }, matchKeys: keysOf(keys), actionSource };
}
