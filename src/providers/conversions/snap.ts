// Snap's Conversions API. Its token is a part of the address, which no log has; a refusal names no event.
import { z } from 'zod';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';
import type { ActionSource, Built, DestinationKind, DestinationSettings, Skipped } from './destination.ts';
import { SNAP_NAMES } from './event-names.ts';
import { digest, digests } from './hashing/digest.ts';
import { exactCountry } from './hashing/regions.ts';
import { SNAP } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, secondsOf, skipped, withoutEmpty } from './kind.ts';
import { sendingTo } from './target-refusal.ts';

export const SNAP_API = 'https://tr.snapchat.com';
const DAY_MS = 86_400_000;
const MAX_AGE_DAYS = 37;
const SOURCES: Readonly<Partial<Record<ActionSource, string>>> = { website: 'WEB', app: 'MOBILE_APP' };
const receipt = z.object({ status: z.string().regex(/^(?:ok|success|valid)$/i) });
const refusal = z.object({ reason: z.string() });
const OF_PIXEL = /pixel|app[ _]id/i;

export const snapClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'snap', judge });

/** Its sentence says whether the pixel is wrong, or the events are. */
function judge({ status, body }: ProviderAnswer): Judgement | undefined {
  if (status < 400) return undefined;
  return { outcome: outcomeOf([], status, undefined), reason: refusal.safeParse(body).data?.reason };
}

export const snapConversions = (client: ProviderClient): DestinationKind =>
  destinationKind({
    id: 'snap',
    limits: {
      batch: 2_000,
      maxAgeMs: MAX_AGE_DAYS * DAY_MS,
      dedupWindowMs: 47 * 3_600_000,
      namesIndex: false,
      canRestate: false,
      canRetract: false,
    },
    names: SNAP_NAMES,
    safeFields: {
      platform_safe: ['emails', 'phones', 'externalId', 'country', 'sc_click_id', 'sc_cookie1'],
      hipaa: ['sc_click_id', 'sc_cookie1'],
    },
    signals: ['user_agent', 'ip', 'sc_cookie1'],
    build,
    send: async (grant, { targetId }, payloads) => {
      const query = { access_token: (await grant.accessToken()).reveal() };
      const json = { data: payloads.map(({ body }) => body) };
      const path = `${encodeURIComponent(targetId)}/events`;
      await sendingTo(OF_PIXEL, () => client.json({ method: 'POST', path, query, json, account: targetId }, receipt));
      return { rejected: [], acceptedOthers: true };
    },
  });

function build(event: NamedEvent, _settings: DestinationSettings): Built | Skipped {
  const { person, actionSource } = event;
  const one = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const strong = {
    email: digests(SNAP.em, person.emails),
    phone: digests(SNAP.ph, person.phones),
    external_id: one(digest(SNAP.external_id, person.externalId)),
    sc_click_id: person.clickIds.sc_click_id,
    sc_cookie1: person.clickIds.sc_cookie1,
  };
  const weak = {
    first_name: one(digest(SNAP.name, person.firstName)),
    last_name: one(digest(SNAP.name, person.lastName)),
    city: one(digest(SNAP.ct, person.city)),
    region: one(digest(SNAP.st, person.region)),
    postal_code: one(digest(SNAP.zp, person.postalCode)),
    country: one(digest(SNAP.country, exactCountry(person.country))),
    gender: one(digest(SNAP.ge, person.gender)),
    ip: person.ip,
    user_agent: person.userAgent,
  };
  const hasBrowser = person.ip !== undefined && person.userAgent !== undefined;
  if (keysOf(strong).length === 0 && !hasBrowser) return skipped('no_match_key');
  const userData = {
    em: strong.email,
    ph: strong.phone,
    external_id: strong.external_id,
    sc_click_id: strong.sc_click_id,
    sc_cookie1: strong.sc_cookie1,
    fn: weak.first_name,
    ln: weak.last_name,
    ct: weak.city,
    st: weak.region,
    zp: weak.postal_code,
    country: weak.country,
    ge: weak.gender,
    client_ip_address: weak.ip,
    client_user_agent: weak.user_agent,
  };
  const customData = withoutEmpty({
    currency: event.value?.currency,
    value: event.value?.amount,
    order_id: event.orderId,
  });
  const body = {
    event_name: event.at.name,
    action_source: SOURCES[actionSource] ?? 'OFFLINE',
    event_time: secondsOf(event.occurredAt),
    event_id: event.eventId,
    ...(actionSource === 'website' ? withoutEmpty({ event_source_url: event.pageUrl }) : {}),
    user_data: withoutEmpty(userData),
    ...(Object.keys(customData).length === 0 ? {} : { custom_data: customData }),
  };
  return { payload: { lane: 'events', body }, matchKeys: keysOf({ ...strong, ...weak }), actionSource };
}
