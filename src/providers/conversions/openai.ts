// OpenAI's Conversions API (ads in ChatGPT), by the form of its events of September 2026. One bad event stops a request, and the refusal names none. An
// event without `oppref` and without a person is taken and belongs to no ad, so it is not sent.
import { z } from 'zod';
import { type Judgement, type ProviderAnswer, ProviderClient, type ProviderClientOptions } from '../http/client.ts';
import { outcomeOf } from '../http/failure.ts';
import { exponentOf, roundedAmount, toMicros } from '../money.ts';
import type { ActionSource, Built, DestinationKind, Money, Skipped } from './destination.ts';
import { OPENAI_NAMES } from './event-names.ts';
import { digest, digests } from './hashing/digest.ts';
import { OPENAI } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, skipped, withoutEmpty } from './kind.ts';
import { sendingTo } from './target-refusal.ts';

export const OPENAI_EVENTS = 'https://bzr.openai.com';
const DAY_MS = 86_400_000;
/** The first three of a list count. */
const VALUES = 3;
const MICRO_DECIMALS = 6;
const SOURCES: Readonly<Partial<Record<ActionSource, string>>> = {
  website: 'web',
  app: 'mobile_app',
  physical_store: 'physical_store',
  phone_call: 'phone_call',
  email: 'email',
};
const DATA: Readonly<Record<string, string>> = {
  page_viewed: 'contents',
  contents_viewed: 'contents',
  items_added: 'contents',
  checkout_started: 'contents',
  order_created: 'contents',
  subscription_created: 'plan_enrollment',
  trial_started: 'plan_enrollment',
  custom: 'custom',
};
const OF_PIXEL = /pixel|\bpid\b/i;
const refusal = z.object({ error: z.object({ message: z.string() }) });

export const openAiClient = (options: Omit<ProviderClientOptions, 'provider' | 'judge'>): ProviderClient =>
  new ProviderClient({ ...options, provider: 'openai_ads', judge });

/** The body of a success is not described, but it is no page. */
function judge({ status, text, body }: ProviderAnswer): Judgement | undefined {
  if (status >= 200 && status < 300) return text === '' || body !== undefined ? 'success' : { outcome: 'unusable' };
  if (status < 400) return undefined;
  return { outcome: outcomeOf([], status, undefined), reason: refusal.safeParse(body).data?.error.message };
}

export const openAiConversions = (client: ProviderClient): DestinationKind =>
  destinationKind({
    id: 'openai_ads',
    limits: {
      // Repetitions are known by pixel, type and id; for how long is not said, so a day is what is relied on.
      batch: 1_000,
      maxAgeMs: 7 * DAY_MS,
      dedupWindowMs: DAY_MS,
      namesIndex: false,
      canRestate: false,
      canRetract: false,
    },
    names: OPENAI_NAMES,
    safeFields: { platform_safe: ['emails', 'phones', 'externalId', 'country', 'oppref'], hipaa: ['oppref'] },
    signals: ['user_agent', 'ip'],
    build,
    send: async (grant, { targetId, testCode }, payloads) => {
      const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
      const events = payloads.map(({ body }) => body);
      const json = testCode === undefined ? { events } : { validate_only: true, events };
      const request = { method: 'POST', path: 'events', query: { pid: targetId }, headers, json, account: targetId } as const;
      await sendingTo(OF_PIXEL, () => client.send(request));
      return { rejected: [], acceptedOthers: true };
    },
  });

function build(event: NamedEvent): Built | Skipped {
  const { person } = event;
  const list = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const strong = {
    email: digests(OPENAI.email, person.emails).slice(0, VALUES),
    phone: digests(OPENAI.phone, person.phones).slice(0, VALUES),
    external_id: list(digest(OPENAI.external_id, person.externalId)),
    oppref: person.clickIds.oppref,
  };
  const weak = {
    first_name: list(digest(OPENAI.first_name, person.firstName)),
    last_name: list(digest(OPENAI.last_name, person.lastName)),
    country: list(OPENAI.country(person.country ?? '')),
    city: list(OPENAI.place(person.city ?? '')),
    region: list(OPENAI.place(person.region ?? '')),
    postal_code: list(OPENAI.postal_code(person.postalCode ?? '')),
    ip: person.ip,
    user_agent: person.userAgent,
  };
  const hasBrowser = person.ip !== undefined && person.userAgent !== undefined;
  if (keysOf(strong).length === 0 && !hasBrowser) return skipped('no_match_key');
  const user = withoutEmpty({
    emails_sha256: strong.email,
    phone_numbers_sha256: strong.phone,
    external_ids_sha256: strong.external_id,
    first_names_sha256: weak.first_name,
    last_names_sha256: weak.last_name,
    countries: weak.country,
    cities: weak.city,
    regions: weak.region,
    postal_codes: weak.postal_code,
    ip_address: weak.ip,
    user_agent: weak.user_agent,
  });
  const page = pageOf(event);
  // An event of a website must name its page.
  const actionSource = event.actionSource === 'website' && page === undefined ? 'other' : event.actionSource;
  const { name, custom } = event.at;
  const body = {
    id: event.eventId,
    type: name,
    timestamp_ms: event.occurredAt,
    action_source: SOURCES[actionSource] ?? 'other',
    ...withoutEmpty({ source_url: page, oppref: strong.oppref }),
    ...(custom === undefined ? {} : { custom_event_name: customName(custom) }),
    ...(Object.keys(user).length === 0 ? {} : { user }),
    data: { type: DATA[name] ?? 'customer_action', ...amountOf(event.value) },
  };
  return { payload: { lane: 'events', body }, matchKeys: keysOf({ ...strong, ...weak }), actionSource };
}

/** Without query and fragment, which may say who somebody is. */
function pageOf({ actionSource, pageUrl }: NamedEvent): string | undefined {
  const url = actionSource === 'website' && pageUrl !== undefined ? URL.parse(pageUrl) : null;
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : undefined;
}

const OTHER_NAMES = ['lead_created', 'registration_completed', 'appointment_scheduled', 'app_installed', 'app_opened'];
const STANDARD = new Set([...Object.keys(DATA), ...OTHER_NAMES]);
const NAME_LENGTH = 64;

/** Letters, digits, `_` and `-` inside; never a name of OpenAI's own. */
function customName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^[_-]+|[_-]+$/g, '');
  const own = plain === '' || STANDARD.has(plain) ? `own_${plain}` : plain;
  return own.slice(0, NAME_LENGTH).replace(/[_-]+$/, '');
}

/** A whole number of the currency's smallest unit, or nothing. */
function amountOf(value: Money | undefined): { amount?: number; currency?: string } {
  if (!value) return {};
  try {
    const unit = 10n ** BigInt(MICRO_DECIMALS - exponentOf(value.currency));
    const amount = Number((toMicros(roundedAmount(value.amount)) + unit / 2n) / unit);
    return { amount, currency: value.currency };
  } catch {
    return {};
  }
}
