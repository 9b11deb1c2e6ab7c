// Meta's Conversions API. A request is accepted whole or not at all, and a refusal names no event. Events of conversations go to the
// dataset of the messaging account; without it, or without the click, they are chats.
import { z } from 'zod';
import type { MetaApi } from '../meta/api.ts';
import { nothingDecided } from './answer-entries.ts';
import type { Built, DestinationKind, DestinationSettings, Skipped } from './destination.ts';
import { META_MESSAGING_NAMES, META_NAMES } from './event-names.ts';
import { digest, digests } from './hashing/digest.ts';
import { exactCountry } from './hashing/regions.ts';
import { META } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, numberOf, skipped, withoutEmpty } from './kind.ts';

const DAY_MS = 86_400_000;
const STORE_DAYS = 62;
const receipt = z.object({ events_received: z.int(), fbtrace_id: z.string().optional() });

export const metaConversions = (api: MetaApi): DestinationKind =>
  destinationKind({
    id: 'meta',
    limits: {
      batch: 1_000,
      maxAgeMs: 7 * DAY_MS,
      maxAgeMsOf: { physical_store: STORE_DAYS * DAY_MS },
      // Meta compares ids for 48 hours.
      dedupWindowMs: 47 * 3_600_000,
      namesIndex: false,
      canRestate: false,
      canRetract: false,
    },
    names: META_NAMES,
    safeFields: {
      platform_safe: ['emails', 'phones', 'externalId', 'country', 'userAgent', 'fbc', 'fbp', 'ctwa_clid'],
      hipaa: ['userAgent', 'fbc', 'fbp', 'ctwa_clid'],
    },
    signals: ['user_agent', 'ip', 'fbp', 'fbc'],
    build,
    send: async (grant, { testCode }, payloads) => {
      const dataset = payloads[0]?.lane ?? '';
      const json = {
        data: payloads.map(({ body }) => body),
        ...(testCode === undefined ? {} : { test_event_code: testCode }),
      };
      const request = { method: 'POST', path: `${encodeURIComponent(dataset)}/events`, json, account: dataset } as const;
      const { fbtrace_id: requestId, events_received: received } = await api.json(request, receipt, await grant.accessToken());
      // All or nothing: another number says that something else was read than was sent.
      const { undecided } = received === payloads.length ? { undecided: [] } : nothingDecided(payloads.length);
      return { requestId, rejected: [], acceptedOthers: true, undecided };
    },
  });

function build(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  if (event.at.name === 'Purchase' && !event.value) return skipped('no_value');
  return event.actionSource === 'business_messaging' ? conversation(event, settings) : dataset(event, settings);
}

function conversation(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  const { messagingAccountId: account, messagingDatasetId: lane } = settings;
  const click = event.person.clickIds.ctwa_clid;
  const name = META_MESSAGING_NAMES[event.at.name];
  if (click === undefined || account === undefined || lane === undefined || name === undefined)
    return dataset({ ...event, actionSource: 'chat' }, settings);
  const body = {
    event_name: name,
    ...timeOf(event),
    action_source: 'business_messaging',
    messaging_channel: 'whatsapp',
    user_data: { ctwa_clid: click, whatsapp_business_account_id: account },
    ...customData(event),
    ...limitedUse(settings),
  };
  return { payload: { lane, body }, matchKeys: ['ctwa_clid'], actionSource: 'business_messaging' };
}

function dataset(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  const { person, actionSource } = event;
  const { clickIds } = person;
  const one = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const strong = {
    email: digests(META.em, person.emails),
    phone: digests(META.ph, person.phones),
    external_id: one(digest(META.external_id, person.externalId)),
    fbc: clickIds.fbc,
    fbp: clickIds.fbp,
  };
  const weak = {
    first_name: one(digest(META.name, person.firstName)),
    last_name: one(digest(META.name, person.lastName)),
    city: one(digest(META.ct, person.city)),
    region: one(digest(META.st, person.region)),
    postal_code: one(digest(META.zp, person.postalCode)),
    country: one(digest(META.country, exactCountry(person.country))),
    gender: one(digest(META.ge, person.gender)),
    birth_date: one(digest(META.db, person.birthDate)),
    ip: person.ip,
    user_agent: person.userAgent,
  };
  const hasBrowser = person.ip !== undefined && person.userAgent !== undefined;
  if (keysOf(strong).length === 0 && !hasBrowser) return skipped('no_match_key');
  if (actionSource === 'website' && person.userAgent === undefined) return skipped('no_user_agent');
  const userData = {
    em: strong.email,
    ph: strong.phone,
    external_id: strong.external_id,
    fbc: strong.fbc,
    fbp: strong.fbp,
    fn: weak.first_name,
    ln: weak.last_name,
    ct: weak.city,
    st: weak.region,
    zp: weak.postal_code,
    country: weak.country,
    ge: weak.gender,
    db: weak.birth_date,
    client_ip_address: weak.ip,
    client_user_agent: weak.user_agent,
  };
  const body = {
    event_name: event.at.name,
    ...timeOf(event),
    action_source: actionSource,
    // Signals of a browser may be there for other sources too; the page is sent for none of them.
    ...(actionSource === 'website' ? withoutEmpty({ event_source_url: event.pageUrl }) : {}),
    user_data: withoutEmpty(userData),
    ...customData(event),
    ...limitedUse(settings),
  };
  return { payload: { lane: settings.targetId, body }, matchKeys: keysOf({ ...strong, ...weak }), actionSource };
}

const timeOf = ({ occurredAt, eventId }: NamedEvent) => ({ event_time: Math.floor(occurredAt / 1000), event_id: eventId });

function customData(event: NamedEvent): { custom_data?: Record<string, unknown> } {
  const data = withoutEmpty({ currency: event.value?.currency, value: numberOf(event.value), order_id: event.orderId });
  return Object.keys(data).length === 0 ? {} : { custom_data: data };
}

/** Country and state 0: Meta finds out where the person is. */
const limitedUse = ({ isLimitedDataUse }: DestinationSettings) =>
  isLimitedDataUse
    ? { data_processing_options: ['LDU'], data_processing_options_country: 0, data_processing_options_state: 0 }
    : {};
